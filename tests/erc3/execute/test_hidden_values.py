"""The answer and the refusal are the same bytes, whatever the hidden values are."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import APICall, Outcome, ResponseCase
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact

PAYS = (400_000, 571_293, 571_294, 600_000, 900_000)
"""What Carlo (li_03) may earn; the caller, li_04, must not notice."""

GUESSES = {
    "equal": "SELECT id AS v FROM employees WHERE id = 'li_03' AND salary = 571293",
    "unequal": "SELECT id AS v FROM employees WHERE id = 'li_03' AND salary <> 571293",
    "interval": "SELECT id AS v FROM employees WHERE salary BETWEEN 571000 AND 571500",
    "threshold": "SELECT id AS v FROM employees WHERE id = 'li_03' AND salary > 571293",
    "computed interval": "SELECT id AS v FROM employees "
    "WHERE id = 'li_03' AND abs(salary - 571300 - 40) < 60",
    "remainder": "SELECT id AS v FROM employees WHERE id = 'li_03' AND salary % 7 = 4",
    "among": "SELECT id AS v FROM me WHERE 571294 IN (SELECT salary FROM employees)",
    "set": "SELECT salary AS v FROM employees WHERE id = 'li_03' INTERSECT SELECT 571294",
    "as mine": "SELECT e.id AS v FROM employees e, employees m, me "
    "WHERE m.id = me.id AND e.id = 'li_03' AND e.salary BETWEEN m.salary AND m.salary + 90000",
    "failing": "SELECT CAST(CASE WHEN salary BETWEEN 571290 AND 571299 THEN 'x' ELSE '1' END "
    "AS INTEGER) AS v FROM employees WHERE id = 'li_03'",
}


@pytest.mark.requirement("S3-8b")
@pytest.mark.parametrize("name", GUESSES)
def test_a_guess_gets_the_same_bytes_whatever_is_true(
    name: str, larch: Callable[..., Desk]
) -> None:
    seen = set()
    for pay in PAYS:
        overlay = {"employees": {"li_03": {"salary": pay}}}
        desk = larch("li_04", "Tell me about Carlo.", overlay=overlay)
        plan = build_plan(
            desk.task.text,
            facts=(fact("f", GUESSES[name]),),
            cases=(case(message="Yes", when="f.some"), case(message="No")),
        )
        decision = desk.execute(plan)
        response = decision.response
        seen.add(response.model_dump_json() if response is not None else decision.verdict)
    assert len(seen) == 1


def _failing(key: str, thousands: int) -> str:
    return (
        f"SELECT CAST(CASE WHEN salary // 1000 = {thousands} THEN 'x' ELSE '1' END AS INTEGER) "
        f"AS v FROM employees WHERE id = '{key}'"
    )


def test_a_fact_that_fails_over_hidden_values_only_counts_as_over_others(
    larch: Callable[..., Desk],
) -> None:
    desk = larch("li_04", "Is Carlo there?")
    plan = build_plan(
        desk.task.text,
        facts=(fact("f", _failing("li_03", 571)),),
        cases=(case(message="Yes", when="f.some"), case(message="No")),
    )
    assert assert_accepted(desk.execute(plan)).message == "Yes"


def test_a_fact_that_fails_over_values_that_the_caller_sees_is_a_fault(
    larch: Callable[..., Desk],
) -> None:
    desk = larch("li_04", "Is Dora there?")
    plan = build_plan(
        desk.task.text,
        facts=(fact("f", _failing("li_04", 483)),),
        cases=(case(message="Yes", when="f.some"), case(message="No")),
    )
    decision = desk.execute(plan)
    assert decision.verdict == "retry"
    assert [violation.path for violation in decision.violations] == ["/facts/0/query"]


def test_a_guess_with_plain_values_is_denied_whether_it_hits_or_not(
    larch: Callable[..., Desk],
) -> None:
    for name in ("equal", "interval", "threshold", "among"):
        desk = larch("li_04", "Tell me.", overlay={"employees": {"li_03": {"salary": 1}}})
        plan = build_plan(
            desk.task.text,
            facts=(fact("f", GUESSES[name]),),
            cases=(case(message="Yes", when="f.some"), case(message="No")),
        )
        response = desk.execute(plan).response
        assert response is not None, name
        assert response.outcome is Outcome.DENIED_SECURITY, name


@pytest.mark.requirement("S3-8b")
@pytest.mark.parametrize("others", [(), ("other",)], ids=["alone", "beside a plain one"])
def test_a_read_whose_argument_hidden_values_decide_is_denied(
    larch: Callable[..., Desk], others: tuple[str, ...]
) -> None:
    desk = larch("li_04", "Who works most?")
    most = "SELECT employee AS id FROM time_entries GROUP BY 1 ORDER BY sum(hours) DESC, 1 LIMIT 1"
    argument: JsonObject = {"id": {"$fact": "most", "col": "id"}}
    plan = build_plan(
        desk.task.text,
        facts=(
            fact("most", most),
            fact("told", "SELECT name FROM b_who", "b_who"),
            *(fact("also", f"SELECT name FROM b_{one}", f"b_{one}") for one in others),
        ),
        calls=(
            APICall(id="r1", tool="get_employee", args=argument, bind="who"),
            *(
                APICall(id="r2", tool="get_project", args={"id": "pr_lathe"}, bind=one)
                for one in others
            ),
        ),
        cases=(case(message="{told.name}"),),
    )
    response = desk.execute(plan).response
    assert response is not None
    assert response.outcome is Outcome.DENIED_SECURITY


def test_what_hidden_values_cannot_change_is_told(larch: Callable[..., Desk]) -> None:
    desk = larch("li_04", "Is there a Carlo (li_03), who earns 571293?")
    sql = "SELECT name AS v FROM employees WHERE id = 'li_03' AND "
    whatever = "(salary > 571293 OR salary <= 571293 OR salary IS NULL)"
    for condition, is_told in ((whatever, True), ("salary = 571293", False)):
        cases = (case(message="Yes", when="f.some"), case(message="No"))
        plan = build_plan(desk.task.text, facts=(fact("f", sql + condition),), cases=cases)
        decision = desk.execute(plan)
        response = decision.response
        assert response is not None, decision.violations
        assert (response.message == "Yes") is is_told
        assert (response.outcome is Outcome.DENIED_SECURITY) is not is_told


def test_what_is_wrong_with_an_answer_is_told_though_not_every_fact_was_run(
    larch: Callable[..., Desk],
) -> None:
    desk = larch("li_04", "Do I earn more than 400000, and who does?")
    own = "SELECT e.salary > 400000 AS v FROM employees e JOIN me ON me.id = e.id"
    facts = (
        fact("own", own),
        fact("who", "SELECT name FROM employees WHERE salary > 0 AND salary < 0"),
        fact("seats", "SELECT count(*) AS n FROM project_team"),
    )
    cases = (case(message="{who.name}", when="own.true"), case(message="{seats.n}"))
    decision = desk.execute(build_plan(desk.task.text, facts=facts, cases=cases))
    assert [violation.code for violation in decision.violations] == ["REFERENCE_CARDINALITY"]


def test_a_plain_read_beside_hidden_values_is_not_denied(larch: Callable[..., Desk]) -> None:
    desk = larch("li_04", "What is the lathe, and do I earn more than 400000?")
    own = "SELECT e.salary > 400000 AS v FROM employees e JOIN me ON me.id = e.id"
    plan = build_plan(
        desk.task.text,
        facts=(fact("f", own), fact("told", "SELECT name FROM b_who", "b_who")),
        calls=(APICall(id="r1", tool="get_project", args={"id": "pr_lathe"}, bind="who"),),
        cases=(case(message="{told.name}", when="f.true"), case(message="No")),
    )
    assert_accepted(desk.execute(plan))


def test_the_caller_still_reads_their_own_values_by_plain_comparison(
    larch: Callable[..., Desk],
) -> None:
    desk = larch("li_04", "Do I earn more than 400000?")
    own = "SELECT e.salary > 400000 AS v FROM employees e JOIN me ON me.id = e.id"
    cases = (case(message="Yes", when="f.true"), case(message="No"))
    decision = desk.execute(build_plan(desk.task.text, facts=(fact("f", own),), cases=cases))
    assert decision.response is not None
    assert decision.response.message == "Yes"


RICHER = fact(
    "richer",
    "SELECT e.id FROM employees e, employees m, me "
    "WHERE m.id = me.id AND e.id = 'li_03' AND e.salary > m.salary",
)
_SEATS = fact("seats", "SELECT count(*) AS n FROM project_team")


@pytest.mark.parametrize(
    "others",
    [
        (case(message="No, {seats.n} seats"),),
        (case(message="No", when="seats.some"), case(message="Perhaps")),
        (case(message="No", when="richer.many and seats.some"),),
        (case(message="No", when="richer.many"), case(message="No", when="richer.none")),
    ],
)
def test_where_hidden_values_may_choose_another_case_its_facts_count_as_well(
    others: tuple[ResponseCase, ...], larch: Callable[..., Desk]
) -> None:
    seen = set()
    for pay in (1, 900_000):
        overlay = {"employees": {"li_03": {"salary": pay}}}
        desk = larch("li_04", "Does Carlo Neri earn more than I do?", overlay=overlay)
        cases = (case(message="Yes", when="richer.some"), *others)
        decision = desk.execute(build_plan(desk.task.text, facts=(RICHER, _SEATS), cases=cases))
        seen.add(assert_accepted(decision, Outcome.DENIED_SECURITY).model_dump_json())
    assert len(seen) == 1


def test_a_hidden_day_may_lie_in_a_window_that_ends_today(larch: Callable[..., Desk]) -> None:
    desk = larch("li_09", "Which projects have had no hours for three weeks?")
    recent = (
        "SELECT DISTINCT project FROM time_entries t, me "
        "WHERE t.date BETWEEN me.today - 21 AND me.today"
    )
    plan = build_plan(
        desk.task.text,
        facts=(
            fact("recent", recent),
            fact(
                "quiet",
                "SELECT id FROM projects WHERE id NOT IN (SELECT project FROM recent)",
                "recent",
            ),
        ),
        cases=(case(message="{quiet.id}", when="quiet.some"), case(message="None")),
    )
    response = desk.execute(plan).response
    assert response is not None
    assert response.outcome is Outcome.DENIED_SECURITY
