"""The workbench of a task: what it looks up, what it forgets between rounds."""

import json
from collections.abc import Callable

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import APICall
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.execute.workbench import read_identity
from agentic_solver.erc3.transport import DirectTransport
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call

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
    codes = [violation.code for violation in desk.execute(plan).violations]
    assert codes == [ViolationCode.WRITE_NOT_ASKED]
    assert desk.writes == ()


def test_people_are_known_by_the_words_that_are_asked_for(larch: Open) -> None:
    desk = larch("li_02", "Who?")
    assert desk.bench.people_called(()) == {}
    assert set(desk.bench.people_called(("Novak",))) == {"li_05", "li_09"}
    assert len(desk.bench.people_called(tuple(f"Novak{n}" for n in range(13)))) == 12
    before = desk.routes
    assert len(desk.bench.people_called(("Klein",))) == 12
    assert desk.routes == before


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
