"""Broken systems: an honest outcome without detail, bounded calls, nothing half done unseen."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.decision import CommitmentResult, Decision
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Commitment, Outcome, Plan
from agentic_solver.contracts.rule import Operation, Relation
from agentic_solver.erc3.execute.commitments import CommitmentRegistry, Evidence
from agentic_solver.erc3.policy.outcome import forced_message
from agentic_solver.erc3.policy.relation import relation_query
from agentic_solver.errors import ApiError
from agentic_solver.testing import Desk, build_plan, case, fact, write_call

Open = Callable[..., Desk]
ASK = "Who works in Turin?"
PAUSE = "Pause the rail lathe"


def ask() -> Plan:
    facts = (fact("f", "SELECT id, name FROM employees WHERE location = 'Turin' ORDER BY id"),)
    return build_plan(ASK, facts=facts, cases=(case(message="{f.name}"),))


def pause() -> Plan:
    return build_plan(
        PAUSE,
        facts=(
            fact("p", "SELECT id FROM find_project('rail lathe')"),
            fact("rows", "SELECT id AS project, 'paused' AS status FROM p", "p"),
        ),
        calls=(write_call("w1", "set_project_status", "rows"),),
        cases=(case(Outcome.NONE_CLARIFICATION_NEEDED, "Which?", when="p.none"), case(writes=True)),
        spans={"w1": PAUSE},
    )


def faulty(route: str, kind: str, value: object = None, times: int | None = None) -> JsonObject:
    fault: JsonObject = {"route": route, "kind": kind, "value": value, "times": times}  # type: ignore[dict-item]
    return {"faults": [fault]}


def assert_broken(decision: Decision) -> None:
    assert decision.response is not None
    assert decision.response.outcome is Outcome.ERROR_INTERNAL
    assert decision.response.message == forced_message(Outcome.ERROR_INTERNAL)
    assert decision.response.links == ()
    shown = decision.response.model_dump_json() + "".join(
        violation.model_dump_json() for violation in decision.violations
    )
    for secret in ("li_0", "Turin", "SELECT", "Traceback", "injected", "/employees", "500"):
        assert secret not in shown


@pytest.mark.requirement("S3-8d")
@pytest.mark.parametrize(
    "overlay",
    [
        {"page_limit": -1},
        {"page_limit": 0},
        faulty("/employees/search", "status", 500),
        faulty("/employees/search", "status", 503),
        faulty("/employees/search", "malformed"),
        faulty("/employees/search", "truncated"),
        faulty("/employees/search", "timeout"),
        faulty("/employees/search", "malformed", '{"employees": [{"id": 7}], "next_offset": -1}'),
    ],
)
def test_a_broken_system_is_said_without_detail(overlay: JsonObject, larch: Open) -> None:
    if "faults" in overlay:
        faults = overlay["faults"]
        assert isinstance(faults, list)
        both = [faults[0], {**faults[0], "route": "/employees/list"}]  # type: ignore[dict-item]
        overlay = {"faults": both}
    desk = larch("li_04", ASK, overlay=overlay)
    decision = desk.execute(ask())
    assert_broken(decision)
    assert desk.writes == ()
    assert len(desk.routes) <= 12


@pytest.mark.requirement("S3-12b")
def test_a_storm_of_errors_is_met_with_a_bounded_number_of_calls(larch: Open) -> None:
    storm = [
        {"route": route, "kind": "status", "value": 500, "times": None}
        for route in ("/employees/list", "/projects/list", "/projects/search", "/customers/list")
    ]
    desk = larch("li_03", PAUSE, overlay={"faults": storm})
    for number in (1, 2, 3):
        assert_broken(desk.execute(pause(), round_number=number))
    assert len(desk.routes) <= 3 * 8
    assert desk.writes == ()


def test_a_short_fault_is_healed_by_the_declared_retries(larch: Open) -> None:
    desk = larch("li_04", ASK, overlay=faulty("/employees/search", "status", 503, times=2))
    decision = desk.execute(ask())
    assert decision.response is not None
    assert decision.response.message == "Carlo Neri, Dora Klein, Greta Vogel, Hugo Marin, Kira Lund"


@pytest.mark.requirement("S3-7.1.2b", "S3-4.1i")
def test_every_try_is_in_the_record(larch: Open) -> None:
    overlay = {"faults": [
        {"route": "/employees/search", "kind": "status", "value": 503, "times": 1},
        {"route": "/employees/list", "kind": "status", "value": 503, "times": 1},
    ]}  # fmt: skip
    desk = larch("li_04", ASK, overlay=overlay)
    decision = desk.execute(ask())
    sent = [record for record in decision.calls if not record.cached]
    assert tuple(record.route for record in sent) == desk.routes
    failed = [record for record in sent if not record.ok]
    assert [record.status for record in failed].count(503) == 1
    assert all(record.response_hash is None for record in failed)
    assert all(record.response_hash for record in sent if record.ok)
    assert decision.calls[0].route == "/whoami"


def test_an_unknown_caller_is_a_fault_of_the_platform(larch: Open) -> None:
    with pytest.raises(ApiError, match="404"):
        larch(None, ASK)


@pytest.mark.parametrize(("kind", "value"), [("status", 500), ("status", 403), ("timeout", None)])
def test_a_write_that_fails_is_sent_once_and_ends_the_task(
    kind: str, value: object, larch: Open
) -> None:
    desk = larch("li_03", PAUSE, overlay=faulty("/projects/status/update", kind, value))
    decision = desk.execute(pause())
    assert decision.verdict == "fatal"
    assert decision.response is None
    assert [violation.code for violation in decision.violations] == ["WRITE_FAILED"]
    assert decision.violations[0].attempt_id == decision.writes[0].attempt_id
    assert desk.writes == ("/projects/status/update",)
    desk.execute(pause(), round_number=2)
    assert desk.writes == ("/projects/status/update",)


def test_a_write_without_an_answer_that_took_effect_is_no_failure(larch: Open) -> None:
    desk = larch("li_03", PAUSE, overlay=faulty("/projects/status/update", "malformed", None))
    decision = desk.execute(pause())
    assert decision.verdict == "accept"
    assert [record.applied for record in decision.writes] == [True]
    assert desk.writes == ("/projects/status/update",)


def test_a_write_that_cannot_be_read_back_is_not_reported_as_undone(larch: Open) -> None:
    desk = larch("li_03", PAUSE)
    good = desk.client._transport.post

    def post(path: str, body: JsonObject) -> object:
        if desk.writes and path.endswith("/projects/get"):
            raise ApiError(500, "down")
        return good(path, body)

    desk.client._transport.post = post  # type: ignore[method-assign, assignment]
    decision = desk.execute(pause())
    assert desk.writes == ("/projects/status/update",)
    assert decision.verdict == "fatal"
    assert [violation.code for violation in decision.violations] == ["POSTCONDITION_FAILED"]
    assert [record.applied for record in decision.writes] == [True]


@pytest.mark.requirement("S3-B4h", "S3-4.1h")
def test_the_same_read_is_sent_once_and_then_answered_from_the_cache(larch: Open) -> None:
    desk = larch("li_04", ASK)
    desk.execute(ask())
    before = desk.routes
    desk.execute(ask(), round_number=2)
    assert desk.routes == before


@pytest.mark.requirement("S3-3.2e")
def test_today_comes_from_the_platform(larch: Open) -> None:
    text = "What is the date?"
    facts = (fact("f", "SELECT today FROM me"),)
    plan = build_plan(text, facts=facts, cases=(case(message="{f.today}"),))
    for today in ("2025-05-07", "2031-12-24"):
        decision = larch("li_04", text, overlay={"today": today}).execute(plan)
        assert decision.response is not None
        assert decision.response.message == today


_SCRIPT = """
import sys
import pytest
sys.exit(pytest.main(["-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-s", sys.argv[1],
                      "-k", "print_digest"]))
"""


def test_print_digest(larch: Open, capsys: pytest.CaptureFixture[str]) -> None:
    """Prints the id of a decision for the test below; alone it only says that there is one."""
    with capsys.disabled():
        sys.stdout.write(f"\ndigest={_digest(larch)}\n")


def _digest(larch: Open) -> str:
    decision = larch("li_03", PAUSE).execute(pause())
    assert decision.ok
    return content_id(decision)


@pytest.mark.requirement("S3-7.3d", "S3-1e")
def test_another_hash_seed_changes_no_byte(larch: Open) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, __file__],
        env={"PYTHONHASHSEED": "4242", "PATH": os.defpath},
        cwd=Path(__file__).resolve().parents[3],
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("digest=")]
    assert lines == [f"digest={_digest(larch)}"], done.stdout + done.stderr


def failing(
    evidence: Evidence, _commitment: Commitment, error: type[Exception] = ZeroDivisionError
) -> CommitmentResult:
    """A check with an error of its own; before the writes where there are some."""
    raise error(f"li_01 among {len(evidence.facts)}")


@pytest.mark.parametrize("error", [ZeroDivisionError, AttributeError, AssertionError])
def test_a_check_that_fails_on_a_plan_costs_a_round_and_shows_nothing(
    larch: Open, error: type[Exception]
) -> None:
    desk = larch("li_03", PAUSE)
    checker = partial(failing, error=error)
    registry: CommitmentRegistry = {**desk.executor.registry, "link_grounding": checker}
    executor = replace(desk.executor, registry=registry)
    decision = executor.execute_and_validate(desk.task, pause(), desk.bench)
    assert decision.verdict == "retry"
    (violation,) = decision.violations
    assert violation.code == "PLAN_UNJUDGED"
    assert violation.details == {"error": error.__name__, "at": "test_faults.py:failing"}
    assert "li_" not in violation.model_dump_json()
    assert desk.writes == ()
    assert desk.execute(pause(), round_number=2).ok


def test_a_check_that_fails_after_a_write_is_a_fault(larch: Open) -> None:
    desk = larch("li_03", PAUSE)

    def late(evidence: Evidence, commitment: Commitment) -> CommitmentResult:
        if desk.writes:
            return failing(evidence, commitment)
        return CommitmentResult(kind="link_grounding", holds=True, reason="not yet")

    registry: CommitmentRegistry = {**desk.executor.registry, "link_grounding": late}
    executor = replace(desk.executor, registry=registry)
    with pytest.raises(ZeroDivisionError):
        executor.execute_and_validate(desk.task, pause(), desk.bench)
    assert desk.writes == ("/projects/status/update",)


def test_a_value_that_looks_like_a_parameter_stays_a_value(larch: Open) -> None:
    """What is asked about a write is asked in SQL: no value may be read as a part of it."""
    bench = larch("li_03", PAUSE).bench
    query = relation_query(Relation.TARGET_ON_PROJECT, Operation.LOG_TIME)
    assert query is not None
    assert bench.relation_holds(query, {"employee": "li_04", "project": "pr_lathe"})
    assert not bench.relation_holds(query, {"employee": "$project", "project": "x' OR '$employee"})
