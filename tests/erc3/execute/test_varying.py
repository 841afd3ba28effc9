"""A figure that the rows cancel out of is none of theirs, in whatever form it is reckoned."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact

CANCELLED = {
    "a share of itself": "SELECT 100 * level / level AS v FROM employee_skills LIMIT 1",
    "two units of one": "SELECT 12 * length(name) / length(name) + 12 * length(name) / "
    "length(name) AS v FROM projects LIMIT 1",
    "ones": "SELECT level / level + level / level + level / level AS v "
    "FROM employee_skills LIMIT 1",
    "counts": "SELECT count(*) / count(*) + count(*) / count(*) AS v FROM employees",
    "signs": "SELECT sign(level) + sign(level) + sign(level) AS v FROM employee_skills LIMIT 1",
    "single rows": "SELECT (SELECT count(*) FROM me) + (SELECT count(*) FROM me) AS v",
    "whole parts": "SELECT level // level + level // level AS v FROM employee_skills LIMIT 1",
    "a window": "SELECT 100 * sum(level) OVER () / sum(level) OVER () AS v "
    "FROM employee_skills LIMIT 1",
    "rows of a list": "SELECT count(*) AS v FROM me, (VALUES (1), (2), (3)) t(x)",
    "rows of a series": "SELECT count(*) AS v FROM me, range(9) t(x)",
    "days between days": "SELECT date_diff('day', DATE '2025-01-01', today) - "
    "date_diff('day', DATE '2025-01-10', today) AS v FROM me",
    "days since a day": "SELECT date_diff('day', DATE '2025-01-01', today) AS v FROM me",
    "a branch": "SELECT CASE WHEN max(level) <= 10 THEN 100 * max(level) / max(level) "
    "ELSE max(level) END AS v FROM employee_skills",
    "in place of nothing": "SELECT coalesce(NULL, 100 * max(level) / max(level)) AS v "
    "FROM employee_skills",
    "a place in a list": "SELECT list_position(['', '', '', id], id) AS v FROM me",
    "the greatest": "SELECT greatest(count(*), 100 * count(*) // count(*)) AS v FROM employees",
    "a part of a union": "SELECT level AS v FROM employee_skills WHERE level > 10 UNION ALL "
    "SELECT 100 * level // level FROM employee_skills WHERE level < 11",
    "a piece of a format": "SELECT printf('%s: %d', name, 100 * length(name) // length(name)) AS v "
    "FROM projects ORDER BY id LIMIT 1",
    "a sum that is ruled out": "SELECT 100 + coalesce(sum(level) FILTER (WHERE level < 0), 0) AS v "
    "FROM employee_skills",
    "a piece of a text": "SELECT name || ' is ' || (100 * length(name) // length(name)) AS v "
    "FROM projects ORDER BY id LIMIT 1",
}
REAL = [
    "SELECT count(DISTINCT location) AS v FROM employees",
    "SELECT coalesce(sum(hours), 0) AS v FROM time_entries",
    "SELECT round(avg(salary) / 1000) AS v FROM employees",
    "SELECT 100 * count(*) FILTER (WHERE location = 'Brno') / count(*) AS v FROM employees",
    "SELECT string_agg(name || ': ' || n, ', ' ORDER BY name) AS v FROM "
    "(SELECT location AS name, count(*) AS n FROM employees GROUP BY 1) x",
    "SELECT list_position(['one', 'two', 'three'], replace(name, 'Rail Lathe', 'three')) * 1.0 "
    "AS v FROM projects WHERE name = 'Rail Lathe'",
    "SELECT length(name) AS v FROM projects ORDER BY id LIMIT 1",
    "SELECT date_diff('day', min(date), max(date)) AS v FROM time_entries",
    "SELECT location, count(*) AS v FROM employees GROUP BY location ORDER BY location",
    "SELECT strftime(last_day(today), '%d.%m.%Y') AS v FROM me",
    "SELECT CASE WHEN count(*) > 99 THEN sum(salary) ELSE count(*) END AS v FROM employees",
]


@pytest.mark.requirement("S3-7.1e")
@pytest.mark.parametrize("name", CANCELLED)
def test_a_figure_that_the_rows_cancel_out_of_is_refused(
    name: str, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_01", "How much is it?")
    facts = (fact("f", CANCELLED[name]),)
    decision = desk.execute(build_plan(desk.task.text, facts=facts, cases=(case(message="{f.v}"),)))
    assert [one.code for one in decision.violations] == [ViolationCode.FACT_NOT_GROUNDED]


@pytest.mark.requirement("S3-7.1e")
def test_an_earlier_fact_hides_no_figure(larch: Callable[..., Desk]) -> None:
    desk = larch("li_01", "How much is it?")
    facts = (
        fact("a", "CREATE TEMP TABLE derived_t AS SELECT max(level) AS x FROM employee_skills"),
        fact("f", "SELECT 100 * x / x AS v FROM derived_t"),
    )
    decision = desk.execute(build_plan(desk.task.text, facts=facts, cases=(case(message="{f.v}"),)))
    assert [one.code for one in decision.violations] == [ViolationCode.FACT_NOT_GROUNDED]


@pytest.mark.parametrize("sql", REAL)
def test_a_figure_of_the_rows_is_told(sql: str, larch: Callable[..., Desk]) -> None:
    desk = larch("li_01", "How much is it?")
    plan = build_plan(desk.task.text, facts=(fact("f", sql),), cases=(case(message="{f.v}"),))
    assert_accepted(desk.execute(plan))


def test_a_figure_that_the_request_states_may_be_reckoned(larch: Callable[..., Desk]) -> None:
    desk = larch("li_01", "Is it 100 percent?")
    sql = "SELECT 100 * count(*) // count(*) AS v FROM employees"
    plan = build_plan(desk.task.text, facts=(fact("f", sql),), cases=(case(message="{f.v}"),))
    assert assert_accepted(desk.execute(plan)).message == "100"
