"""Proposals: each names what to edit and why, and nothing is edited."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.analysis import RunRecord, Suggestion, failures_of, suggest
from agentic_solver.analysis.record import Finding, RoundRecord, Ruling, TaskRecord
from agentic_solver.analysis.suggestion import SECTIONS
from agentic_solver.contracts.violations import ViolationCode
from tests.analysis.conftest import CAUGHT, DENIED, NO_PLAN, RIGHT, UNLINKED, Played


def of(run: RunRecord, *tasks: TaskRecord) -> list[Suggestion]:
    chosen = replace(run, tasks=tasks)
    return suggest(chosen, failures_of(chosen))


def ruled(task: TaskRecord, name: str, *rulings: Ruling, check: str, outcome: str) -> TaskRecord:
    """Return ``task`` as one that rules decided; right if no check failed."""
    last = replace(task.rounds[-1], rulings=rulings)
    return replace(
        task,
        task=name,
        rounds=(last,),
        score=0.0 if check else 1.0,
        checks=(check,) if check else (),
        outcome=outcome,
    )


WANTED_OK = "FAIL: expected outcome 'ok_answer', got 'denied_security'"
WANTED_DENIED = "FAIL: expected outcome 'denied_security', got 'ok_answer'"


@pytest.mark.requirement("S3-7.2b", "S3-D2b")
def test_every_failure_of_the_run_leads_to_a_proposal_with_its_evidence(failed: RunRecord) -> None:
    found = suggest(failed, failures_of(failed))
    by_task = {task: one for one in found for task in one.tasks}
    assert by_task[DENIED].kind == "rules missing"
    assert by_task[DENIED].target == "rules/377df2ed.yaml"
    assert by_task[CAUGHT].target == "block contract, section 'SQL'"
    assert "table information_schema.tables" in by_task[CAUGHT].evidence
    assert by_task[UNLINKED].target == "block contract, section 'What to link'"
    assert by_task[NO_PLAN].target == "block contract, section 'The plan'"
    assert RIGHT not in by_task
    assert all(one.evidence and one.tasks for one in found)


def test_a_run_without_failures_gets_no_proposal(right: RunRecord) -> None:
    assert suggest(right, failures_of(right)) == []


def test_nothing_is_edited(failed: RunRecord, played: Played) -> None:
    def state() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in played.bad.root.rglob("*")}

    before = state()
    suggest(failed, failures_of(failed))
    assert state() == before


def test_a_rule_that_denied_wrongly_is_to_be_extracted_again(right: RunRecord) -> None:
    task = right.by_task()[RIGHT]
    deny = Ruling("no-raise", "deny", "pay.md#raises")
    wrong = ruled(task, "a", deny, check=WANTED_OK, outcome="denied_security")
    fine = ruled(task, "b", deny, check="", outcome="denied_security")
    (one,) = of(right, wrong, fine)
    assert (one.kind, one.target) == ("rule", "rules/377df2ed.yaml: no-raise")
    assert "pay.md#raises" in one.edit
    assert one.evidence == (
        "it denied in 1 task where the grader wanted another outcome",
        "it denied in 1 task that came out right",
    )


def test_a_rule_that_allowed_wrongly_is_too_lenient(right: RunRecord) -> None:
    allow = Ruling("all-may", "allow", "pay.md#raises")
    wrong = ruled(right.by_task()[RIGHT], "a", allow, check=WANTED_DENIED, outcome="ok_answer")
    (one,) = of(right, wrong)
    assert (one.kind, one.target) == ("rule", "rules/377df2ed.yaml: all-may")
    assert "too lenient" in one.edit


def test_rules_that_contradict_each_other_are_a_conflict(right: RunRecord) -> None:
    task = right.by_task()[RIGHT]
    both = (Ruling("leads-may", "allow", "a.md#x"), Ruling("nobody-may", "deny", "b.md#y"))
    found = of(right, ruled(task, "a", *both, check=WANTED_OK, outcome="denied_security"))
    conflict = next(one for one in found if one.kind == "policy conflict")
    assert conflict.target == "rules/377df2ed.yaml: nobody-may, leads-may"


def test_a_rule_that_is_wrong_in_both_directions_is_to_be_split(right: RunRecord) -> None:
    task = right.by_task()[RIGHT]
    found = of(
        right,
        ruled(task, "a", Ruling("r", "deny", ""), check=WANTED_OK, outcome="denied_security"),
        ruled(task, "b", Ruling("r", "allow", ""), check=WANTED_DENIED, outcome="ok_answer"),
    )
    conflict = next(one for one in found if one.kind == "policy conflict")
    assert conflict.evidence == ("too strict in 1 task, too lenient in 1 task",)
    assert conflict.tasks == ("a", "b")


def test_a_tool_that_plans_ask_for_in_vain_is_missing(right: RunRecord) -> None:
    task = right.by_task()[RIGHT]
    finding = Finding("TOOL_UNKNOWN", "/execution_trace/calls/1/tool", "book_van", "")
    refused = RoundRecord(1, "retry", "static", "p", "d", (finding,), (), ("book_van",))
    (one,) = of(right, replace(task, rounds=(refused, *task.rounds)))
    assert (one.kind, one.target) == ("tool", "tools: book_van")


def test_a_change_that_was_called_unsupported_asks_for_a_tool(right: RunRecord) -> None:
    check = "FAIL: expected event of type *erc3.Evt_VanBooked not found"
    task = replace(right.by_task()[RIGHT], score=0.0, checks=(check,), outcome="none_unsupported")
    assert "tools: VanBooked" in {one.target for one in of(right, task)}


def refused(task: TaskRecord, name: str, finding: Finding, **changes: Any) -> TaskRecord:
    """Return ``task`` under another name, with a round before that one finding refused."""
    one = RoundRecord(1, "retry", "dry", "p", "d", (finding,), (), ())
    return replace(task, task=name, rounds=(one, *task.rounds), **changes)


def proposals(kind: str, right: RunRecord, *tasks: TaskRecord) -> list[Suggestion]:
    return [one for one in of(right, *tasks) if one.kind == kind]


@pytest.mark.requirement("S3-D2c")
def test_a_payload_or_a_change_that_a_model_refused_asks_for_another_model(
    right: RunRecord,
) -> None:
    task = right.by_task()[RIGHT]
    payload = Finding("API_PAYLOAD_INVALID", "/facts/0/query", "sql", "route /employees/get")
    (one,) = proposals("entity", right, refused(task, "a", payload))
    assert (one.target, one.tasks) == ("entity models", ("a",))
    assert "route /employees/get" in one.evidence
    bound = Finding("DOMAIN_CONSTRAINT", "/execution_trace/calls/0", "log_time", "hours too many")
    check = "FAIL: expected event of type *erc3.Evt_TimeLogged not found"
    wrong = refused(task, "b", bound, score=0.0, checks=(check,))
    (two,) = proposals("entity", right, wrong)
    assert (two.target, two.tasks) == ("constraints of the tool log_time", ("b",))
    assert "hours too many" in two.evidence
    # a constraint that nobody missed a change by was right
    assert proposals("entity", right, refused(task, "b", bound)) == []


@pytest.mark.requirement("S3-D2d")
def test_names_that_several_plans_ask_for_and_slow_queries_ask_for_another_schema(
    right: RunRecord,
) -> None:
    task = right.by_task()[RIGHT]
    column = Finding("SQL_COLUMN_UNKNOWN", "/facts/0/query", "sql", "column manager")
    assert proposals("schema", right, refused(task, "a", column)) == []
    (one,) = proposals("schema", right, refused(task, "a", column), refused(task, "b", column))
    assert (one.target, one.tasks) == ("SQL schema: column manager", ("a", "b"))
    assert one.evidence == ("SQL_COLUMN_UNKNOWN 2 times in 2 tasks",)
    slow = Finding("SQL_TIMEOUT", "/facts/0/query", "sql", "")
    (two,) = proposals("schema", right, refused(task, "a", slow))
    assert "index" in two.edit


def test_a_wiki_without_rules_is_to_be_read(right: RunRecord) -> None:
    task = replace(right.by_task()[RIGHT], policy_known=False, wiki="ab" * 20)
    (one,) = of(right, task)
    assert (one.kind, one.target) == ("rules missing", "rules/abababab.yaml")


def test_faults_are_for_the_engine(right: RunRecord) -> None:
    task = replace(right.by_task()[RIGHT], crash="KeyError", forced="KeyError: 'x'")
    (one,) = of(right, task)
    assert (one.kind, one.target) == ("engine", "fault: KeyError")


def test_every_section_is_one_of_the_prompt(repo_root: Path) -> None:
    contract = repo_root / "agentic_solver" / "erc3" / "propose" / "contract.md"
    headings = {
        line.lstrip("# ").strip()
        for line in contract.read_text("utf-8").splitlines()
        if line.startswith("#")
    }
    assert set(SECTIONS.values()) <= headings


def test_every_violation_code_has_a_section_or_belongs_to_engine_or_policy(
    right: RunRecord,
) -> None:
    task = right.by_task()[RIGHT]
    for code in ViolationCode:
        finding = Finding(code.value, "", "plan", "")
        refused = RoundRecord(1, "retry", "static", "p", "d", (finding,), (), ())
        assert of(right, replace(task, rounds=(refused, *task.rounds))), code
