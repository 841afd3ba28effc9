"""Finders on a company whose systems fail, and facts whose shape is unusual."""

from collections.abc import Callable

import pytest
from pydantic import JsonValue

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Outcome
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.policy.outcome import forced_message
from agentic_solver.testing import Desk, build_plan, case, fact, write_call
from tests.readings import change, named, read

Open = Callable[..., Desk]


def failing(*routes: str) -> JsonObject:
    faults: list[JsonValue] = [
        {"route": route, "kind": "status", "value": 503, "times": None} for route in routes
    ]
    return {"faults": faults}


def ask(desk: Desk, finder: str) -> Decision:
    facts = (
        fact("g", f"SELECT id FROM {finder}"),
        fact("f", "SELECT coalesce(string_agg(id, ' ' ORDER BY id), '-') AS ids FROM g", "g"),
    )
    cases = (case(when="g.many", message="{f.ids}"), case(message="{f.ids}"))
    return desk.execute(build_plan(desk.task.text, facts=facts, cases=cases))


@pytest.mark.parametrize(
    ("part", "finder"),
    [
        ("employees", "find_employee('Dora Klein')"),
        ("employees", "find_employee('the miller')"),
        ("projects", "find_project('Rail Lathe')"),
        ("projects", "find_project('the lathe for the railway people')"),
        ("customers", "find_customer('Alder Rail')"),
        ("customers", "find_customer('the dairy in Czechia')"),
        ("employees", "find_location('Turin')"),
        ("employees", "find_location('Oslo')"),
        ("employees", "find_department('Workshop')"),
        ("employees", "find_skill('forging')"),
        ("employees", "find_will('dancing')"),
    ],
)
@pytest.mark.parametrize("search", [True, False])
def test_a_finder_on_a_broken_system_is_an_honest_failure(
    larch: Open, part: str, finder: str, search: bool
) -> None:
    """Either everything fails or, without ``search``, all but the searches."""
    routes = [f"/{part}/list", f"/{part}/search"][: 2 if search else 1]
    desk = larch("li_03", "Who is it?", overlay=failing(*routes))
    decision = ask(desk, finder)
    assert decision.response is not None
    failed = any(not call.ok for call in decision.calls)
    assert failed or not search
    assert (decision.response.outcome is Outcome.ERROR_INTERNAL) == failed
    if failed:
        assert decision.response.message == forced_message(Outcome.ERROR_INTERNAL)
    assert desk.writes == ()


def test_a_caller_whose_record_cannot_be_read_learns_nothing(larch: Open) -> None:
    desk = larch("li_03", "Who is it?", overlay=failing("/employees/get"))
    plan = build_plan(
        desk.task.text,
        facts=(fact("f", "SELECT salary FROM employees WHERE id = 'li_03'"),),
        cases=(case(message="{f.salary}"),),
    )
    decision = desk.execute(plan)
    assert decision.response is not None
    assert decision.response.outcome in (Outcome.ERROR_INTERNAL, Outcome.DENIED_SECURITY)
    assert "571293" not in decision.model_dump_json()


def test_a_search_that_fails_says_nothing_of_who_has_a_skill(larch: Open) -> None:
    desk = larch("li_03", "Who mills?", overlay=failing("/employees/search"))
    decision = ask(desk, "find_skill('milling')")
    assert decision.response is not None
    assert decision.response.outcome in (Outcome.OK_ANSWER, Outcome.ERROR_INTERNAL)


@pytest.mark.parametrize(
    "number",
    [
        "CASE WHEN name = 'Dora Klein' THEN 505000 END",
        "CASE WHEN name = 'x' THEN 1 ELSE 505000 END",
        "if(name = 'Dora Klein', 505000, salary)",
        "coalesce(NULLIF(salary, salary), 505000)",
        "salary * 0 + 505000",
    ],
)
@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (change("set_salary", named("Dora Klein"), field="salary", how="add"), None),
        (change("set_salary", named("Dora Klein"), field="salary", value=490000),
         ViolationCode.WRITE_NOT_ASKED),
        (change("set_salary", named("Dora Klein"), field="salary", value=490000,
                standing="negated"), ViolationCode.WRITE_NOT_ASKED),
    ],
    ids=["no figure", "another figure", "not to be done"],
)  # fmt: skip
def test_a_raise_that_nobody_asked_for_is_not_written(
    larch: Open, number: str, asked: JsonObject, code: ViolationCode | None
) -> None:
    text = "Give Dora Klein a raise, not to 490000"
    desk = larch("li_02", text)
    plan = build_plan(
        text,
        facts=(
            fact("p", "SELECT id FROM find_employee('Dora Klein')"),
            fact(
                "rows",
                f"SELECT e.id AS employee, {number} AS salary "
                "FROM employees e JOIN p ON p.id = e.id",
                "p",
            ),
        ),
        calls=(write_call("w1", "set_salary", "rows"),),
        cases=(
            case(Outcome.NONE_CLARIFICATION_NEEDED, "Who?", when="p.none"),
            case(writes=True),
        ),
        spans={"w1": text},
    )
    decision = desk.execute(plan, reading=lambda: read(asked))
    assert [one.code for one in decision.violations] == ([code] if code is not None else [])
    if code is None:
        assert decision.response is not None
        assert decision.response.outcome is Outcome.NONE_CLARIFICATION_NEEDED
    assert "505000" not in decision.model_dump_json(include={"response", "violations"})
    assert desk.writes == ()


@pytest.mark.parametrize(
    ("when", "outcome"), [("f.true", Outcome.OK_NOT_FOUND), ("f.false", Outcome.OK_NOT_FOUND)]
)
def test_a_boolean_may_say_that_something_is_not_there(
    larch: Open, when: str, outcome: Outcome
) -> None:
    desk = larch("li_03", "Is there a Nobody Atall?")
    truth = "true" if when == "f.true" else "false"
    plan = build_plan(
        desk.task.text,
        facts=(
            fact("f", f"SELECT (count(*) = 0) = {truth} AS absent FROM employees WHERE id = 'x'"),
        ),
        cases=(case(outcome, "No.", when=when), case(Outcome.OK_ANSWER, "Yes.")),
    )
    decision = desk.execute(plan)
    assert decision.ok, decision.violations
    assert decision.response is not None
    assert decision.response.outcome is outcome


@pytest.mark.parametrize(
    ("finder", "ids"),
    [
        ("find_will('dancing')", "-"),
        ("find_will('travel')", "will_travel"),
        ("find_department('Nowhere')", "-"),
        ("find_department('Workshop')", "Workshop"),
        ("find_location('Oslo')", "-"),
    ],
)
def test_stored_values_are_found_or_are_not_there(larch: Open, finder: str, ids: str) -> None:
    decision = ask(larch("li_03", "Who is it?"), finder)
    assert decision.response is not None
    assert decision.response.message == ids


@pytest.mark.parametrize(
    "finder",
    [
        "find_employee('li_04')",
        "find_employee('Dora Kléin')",
        "find_employee('Dor')",
        "find_project('the lathe of Alder')",
        "find_project('something for the railway', 'rail lathe')",
        "find_customer('the dairy in Czechia')",
        "find_skill('milling')",
        "find_location('Brno')",
        "find_location('Oslo')",
        "find_department('Workshop')",
    ],
)
def test_whichever_call_fails_a_finder_finds_the_same_or_says_that_it_cannot(
    finder: str, larch: Open
) -> None:
    whole = larch("li_03", "Who is it?")
    right = ask(whole, finder).response
    for calls in range(1, len(whole.routes)):
        fault: JsonObject = {
            "route": "*", "kind": "status", "value": 503, "after": calls, "times": None,
        }  # fmt: skip
        found = ask(larch("li_03", "Who is it?", overlay={"faults": [fault]}), finder).response
        assert found is not None
        assert found == right or found.outcome is Outcome.ERROR_INTERNAL
