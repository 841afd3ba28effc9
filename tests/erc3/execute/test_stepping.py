"""Facts run as far as the answer asks for them, and as far as hidden values may ask."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.plan import Outcome
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact

Open = Callable[..., Desk]
_TEXT = "Who works with Nobody Atall, and how many employees are there?"
_WHO = fact("who", "SELECT id, name FROM find_employee('Nobody Atall')")
_TEAM = fact("team", "SELECT employee FROM project_team WHERE project IS NOT NULL")


def test_facts_behind_the_case_that_holds_are_not_fetched(larch: Open) -> None:
    desk = larch("li_01", _TEXT)
    cases = (
        case(Outcome.NONE_CLARIFICATION_NEEDED, "Whom do you mean?", when="who.none"),
        case(message="{team.employee}", when="team.some"),
    )
    decision = desk.execute(build_plan(_TEXT, facts=(_WHO, _TEAM), cases=cases))
    assert_accepted(decision, Outcome.NONE_CLARIFICATION_NEEDED)
    assert "/projects/get" not in desk.routes
    assert decision.notes["rows"] == {"who": 0}


def test_a_test_that_fails_spares_the_rest_of_its_condition(larch: Open) -> None:
    desk = larch("li_01", _TEXT)
    cases = (
        case(message="{team.employee}", when="who.some and team.some"),
        case(Outcome.NONE_CLARIFICATION_NEEDED, "Whom do you mean?"),
    )
    decision = desk.execute(build_plan(_TEXT, facts=(_WHO, _TEAM), cases=cases))
    assert decision.notes["rows"] == {"who": 0}


def test_facts_of_the_message_run_with_what_they_read(larch: Open) -> None:
    desk = larch("li_01", _TEXT)
    facts = (
        _TEAM,
        fact("n", "SELECT count(*) AS n FROM team", "team"),
        fact("unread", "SELECT count(*) AS n FROM customers"),
    )
    cases = (case(message="{n.n} seats"),)
    decision = desk.execute(build_plan(_TEXT, facts=facts, cases=cases))
    assert_accepted(decision, Outcome.OK_ANSWER)
    rows = decision.notes["rows"]
    assert isinstance(rows, dict)
    assert set(rows) == {"team", "n"}
    assert not any(route.startswith("/customers") for route in desk.routes)


def test_an_answer_that_does_not_hold_up_is_judged_by_all_facts(larch: Open) -> None:
    """Nothing of what ran is empty, so that only the fact behind the case tells of an absence."""
    desk = larch("li_01", _TEXT)
    facts = (fact("n", "SELECT count(*) AS n FROM employees"), _WHO)
    cases = (case(Outcome.OK_NOT_FOUND, "Nobody of that name among {n.n}."),)
    decision = desk.execute(build_plan(_TEXT, facts=facts, cases=cases))
    assert_accepted(decision, Outcome.OK_NOT_FOUND)
    assert decision.notes["rows"] == {"n": 1, "who": 0}


@pytest.mark.parametrize("broken", ["SELECT 1 / 0 AS n", "SELECT CAST(name AS INTEGER) AS n"])
def test_a_fact_nobody_asks_for_cannot_fail_the_answer(larch: Open, broken: str) -> None:
    desk = larch("li_01", _TEXT)
    facts = (_WHO, fact("bad", f"{broken} FROM employees"))
    cases = (
        case(Outcome.NONE_CLARIFICATION_NEEDED, "Whom do you mean?", when="who.none"),
        case(message="{bad.n}"),
    )
    decision = desk.execute(build_plan(_TEXT, facts=facts, cases=cases))
    assert_accepted(decision, Outcome.NONE_CLARIFICATION_NEEDED)
