"""The workbench of a task: what it looks up, what it forgets between rounds."""

import json
from collections.abc import Callable

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import APICall
from agentic_solver.contracts.rule import Proof
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.execute.workbench import read_identity
from agentic_solver.erc3.policy.clause import Conditional
from agentic_solver.erc3.transport import DirectTransport
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call
from tests.readings import change, named, read

Open = Callable[..., Desk]


def test_whoever_the_request_names_is_asked_for_even_if_the_plan_looks_nobody_up(
    larch: Open,
) -> None:
    text = 'Set the notes of Dora Klein to "Speaks Czech"'
    desk = larch("li_02", text)
    plan = build_plan(
        text,
        facts=(fact("f", "SELECT id AS employee, 'Speaks Czech' AS notes FROM me"),),
        calls=(write_call("w1", "set_notes", "f"),),
        spans={"w1": text},
        cases=(case(message="Done.", writes=True),),
    )
    note = change(
        "set_notes", named("Dora Klein"), field="notes",
        value={"value": "Speaks Czech", "exact": True},
    )  # fmt: skip
    decision = desk.execute(plan, reading=lambda: read(note))
    told = [(one.code, one.details["record"]) for one in decision.violations]
    assert told == [
        (ViolationCode.WRITE_NOT_ASKED, "li_04"),
        (ViolationCode.WRITE_NOT_ASKED, "li_02"),
    ]
    assert desk.writes == ()


def test_a_later_round_knows_no_table_of_an_earlier_one(larch: Open) -> None:
    desk = larch("li_04", "Who?")
    made = "CREATE TEMP TABLE derived_t AS SELECT id FROM find_employee('{}')"
    for name, key in (("Carlo Neri", "li_03"), ("Berit Holm", "li_02")):
        facts = (fact("a", made.format(name)), fact("f", "SELECT id FROM derived_t"))
        plan = build_plan("Who?", facts=facts, cases=(case(message="{f.id}"),))
        assert assert_accepted(desk.execute(plan)).message == key


@pytest.mark.parametrize(("sha1", "known"), [("a" * 40, "a" * 40), (None, ""), ("", "")])
def test_who_the_caller_is_comes_from_the_platform(sha1: str | None, known: str) -> None:
    payload: JsonObject = {
        "current_user": "li_04", "is_public": False, "location": "", "department": "",
        "today": "2025-05-07", "wiki_sha1": sha1,
    }  # fmt: skip
    reply = json.dumps(payload).encode()
    api = ClientApi(Erc3Client(DirectTransport(lambda _path, _body: (200, reply)), "/sim"))
    identity = read_identity(api)
    assert (identity.current_user, identity.today, identity.location) == ("li_04", "2025-05-07", "")
    assert identity.wiki_sha1 == known


def test_what_stands_between_facts_is_computed_over_other_values_too(larch: Open) -> None:
    desk = larch("li_04", "Is Dora there?")
    facts = (
        fact("all_pay", "SELECT id, salary FROM employees"),
        fact("own", "SELECT id FROM all_pay WHERE id = 'li_04'", "all_pay"),
    )
    cases = (case(message="{own.id}", when="own.some"), case(message="No"))
    plan = build_plan(desk.task.text, facts=facts, cases=cases)
    assert assert_accepted(desk.execute(plan)).message == "li_04"


def test_several_planned_reads_are_one_table(larch: Open) -> None:
    desk = larch("li_03", "What are they called?")
    read = APICall(
        id="c1", tool="get_project", bind="x", expect="project",
        args={"id": {"$fact": "p", "col": "id"}},
    )  # fmt: skip
    facts = (
        fact("p", "SELECT id FROM find_project('rail lathe')"),
        fact("f", "SELECT * FROM b_x"),
    )
    cases = (case(message="There.", when="f.some"), case(message="No"))
    plan = build_plan(desk.task.text, facts=facts, calls=(read,), cases=cases)
    assert assert_accepted(desk.execute(plan)).message == "There."


_TWO = "id IN ('pr_lathe', 'pr_scale')"


@pytest.mark.parametrize(
    ("tool", "sql", "number"),
    [
        ("get_project", f"SELECT id FROM projects WHERE {_TWO}", 2),
        ("team_of_project", f"SELECT id AS project FROM projects WHERE {_TWO}", 5),
        ("team_of_project", "SELECT id AS project FROM projects", 8),
        ("get_project", "SELECT id FROM projects UNION SELECT id FROM customers", 5),
    ],
    ids=["records", "lists of two", "lists of all", "some of which are not there"],
)
def test_what_is_read_for_each_row_is_one_table(
    tool: str, sql: str, number: int, larch: Open
) -> None:
    desk = larch("li_03", "How many are there?")
    facts = (fact("p", sql), fact("f", "SELECT count(*) AS n FROM b_x", "b_x"))
    read = APICall(id="c1", tool=tool, bind="x", args={"$each": "p"})
    plan = build_plan(desk.task.text, facts=facts, calls=(read,), cases=(case(message="{f.n}"),))
    assert assert_accepted(desk.execute(plan)).message == str(number)


def test_a_fact_that_was_not_needed_is_not_run_over_other_values(larch: Open) -> None:
    desk = larch("li_04", "Is Dora there?")
    facts = (
        fact("all_pay", "SELECT id, salary FROM employees"),
        fact("own", "SELECT id FROM all_pay WHERE id = 'li_04'", "all_pay"),
        fact("bad", "SELECT CAST(id AS INT) + salary AS n FROM employees"),
    )
    cases = (case(message="{own.id}", when="own.some"), case(message="{bad.n}"))
    plan = build_plan(desk.task.text, facts=facts, cases=cases)
    assert assert_accepted(desk.execute(plan)).message == "li_04"


def test_a_listing_that_cannot_be_whole_is_a_fault_of_the_plan_and_not_of_the_platform(
    larch: Open,
) -> None:
    fault: JsonObject = {"route": "/employees/list", "kind": "missing_rows", "times": None}
    desk = larch("li_03", "How many?", overlay={"faults": [fault]})
    facts = (fact("f", "SELECT count(*) AS n FROM employees"),)
    plan = build_plan(desk.task.text, facts=facts, cases=(case(message="{f.n}"),))
    decision = desk.execute(plan)
    assert [violation.code for violation in decision.violations] == ["SNAPSHOT_INSUFFICIENT"]
    assert decision.verdict == "retry"


def test_a_name_with_an_apostrophe_is_looked_up_as_it_is(larch: Open) -> None:
    named: JsonObject = {"employees": {"li_09": {"name": "Ines O'Hara"}}}
    desk = larch("li_02", "Who?", overlay=named)
    proof = Proof(identity={}, rule_ids=(), predicate="p", result="allow")
    everybody = Conditional(template="true", needs=(), proof=proof)
    assert desk.bench.row_is_visible("employees", "name", "Ines O'Hara", everybody)
    assert not desk.bench.row_is_visible("employees", "name", "Ines O'Hare", everybody)
