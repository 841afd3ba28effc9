"""Which tables a plan shows only through totals."""

import pytest

from agentic_solver.contracts.plan import APICall, FactQuery, LinkKind, LinkSource
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.execute.totals import shown_only_in_totals
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.testing import build_plan, case, compile_plan, fact

HOURS = "time_entries"
ENTRIES = fact("entries", "SELECT id, employee, hours, billable FROM time_entries WHERE hours > 0")


def compiled(
    message: str,
    *facts: FactQuery,
    when: str = "",
    calls: tuple[APICall, ...] = (),
    catalog: Catalog | None = None,
) -> CompiledPlan:
    cases = (case(message=message, when=when), case())
    plan = build_plan("how many", facts=facts, cases=cases, calls=calls)
    return compile_plan(plan, catalog)


@pytest.mark.parametrize(
    ("message", "facts"),
    [
        ("{t.h}", (fact("t", "SELECT sum(hours) AS h FROM time_entries"),)),
        ("{t.h}", (fact("t", "SELECT coalesce(round(avg(hours), 1), 0) AS h FROM time_entries"),)),
        ("{t.h}", (ENTRIES, fact("t", "SELECT sum(hours) AS h FROM entries", "entries"))),
        (
            "{t.line}",
            (
                ENTRIES,
                fact(
                    "t",
                    "SELECT 'b: ' || sum(hours) FILTER (WHERE billable) AS line FROM entries",
                    "entries",
                ),
            ),
        ),
        (
            "{t.name} {t.h}",
            (
                fact(
                    "t",
                    "SELECT e.name, sum(x.hours) AS h FROM employees e "
                    "JOIN time_entries x ON x.employee = e.id GROUP BY e.name",
                ),
            ),
        ),
        (
            "{t.h}",
            (fact("t", "WITH x AS (SELECT sum(hours) AS h FROM time_entries) SELECT h FROM x"),),
        ),
        ("{t.h}", (fact("t", "SELECT (SELECT count(id) FROM time_entries) AS h FROM me"),)),
        ("{t.h}", (fact("t", "SELECT h FROM (SELECT sum(hours) AS h FROM time_entries) x"),)),
        (
            "{t.name}",
            (
                fact(
                    "t",
                    "SELECT name, sum(hours) AS h FROM employees "
                    "JOIN time_entries ON employee = employees.id GROUP BY name",
                ),
            ),
        ),
        ("{t.h}", (fact("t", "SELECT notes, sum(hours) AS h FROM time_entries GROUP BY notes"),)),
    ],
)
def test_sums_averages_and_counts_are_totals(message: str, facts: tuple[FactQuery, ...]) -> None:
    assert shown_only_in_totals(compiled(message, *facts)) == {HOURS}


@pytest.mark.parametrize(
    ("message", "facts"),
    [
        ("{entries.hours}", (ENTRIES,)),
        ("{t.h}", (fact("t", "SELECT max(hours) AS h FROM time_entries"),)),
        (
            "{t.line}",
            (ENTRIES, fact("t", "SELECT id || ': ' || hours AS line FROM entries", "entries")),
        ),
        (
            "{t.h}",
            (
                fact(
                    "t",
                    "SELECT sum(hours) AS h FROM time_entries "
                    "UNION ALL SELECT hours AS h FROM time_entries",
                ),
            ),
        ),
        ("{t.h}", (fact("t", "WITH x AS (SELECT hours AS h FROM time_entries) SELECT h FROM x"),)),
        (
            "{t.h}",
            (fact("t", "SELECT (SELECT max(hours) FROM time_entries) AS h FROM me"),),
        ),
        (
            "{t.n}",
            (fact("t", "SELECT notes AS n, sum(hours) AS h FROM time_entries GROUP BY notes"),),
        ),
        ("{t.h}", (fact("t", "SELECT list(hours ORDER BY id) AS h FROM time_entries"),)),
        ("{t.h}", (fact("t", "SELECT v AS h FROM unnest([1]) u(v), time_entries"),)),
        ("{t.h}", (fact("t", "SELECT h FROM (SELECT hours AS h FROM time_entries) x"),)),
        (
            "{t.h}",
            (
                fact(
                    "t",
                    "SELECT (SELECT sum(hours) FROM time_entries UNION SELECT 1) AS h FROM me",
                ),
            ),
        ),
    ],
)  # fmt: skip
def test_single_values_are_no_totals(message: str, facts: tuple[FactQuery, ...]) -> None:
    assert shown_only_in_totals(compiled(message, *facts)) == frozenset()


@pytest.mark.parametrize(
    ("sql", "when", "shown"),
    [
        ("SELECT hours > 5 AS much FROM time_entries", "t.true", frozenset()),
        ("SELECT hours > 5 AS much FROM time_entries", "t.false", frozenset()),
        ("SELECT sum(hours) > 5 AS much FROM time_entries", "t.true", {HOURS}),
        # how many rows there are shows no value
        ("SELECT hours FROM time_entries", "t.none", {HOURS}),
    ],
)
def test_a_boolean_test_over_a_single_value_is_no_total(
    sql: str, when: str, shown: frozenset[str]
) -> None:
    assert shown_only_in_totals(compiled("Yes", fact("t", sql), when=when)) == shown


def test_a_link_shows_what_it_links() -> None:
    queries = (ENTRIES, fact("t", "SELECT sum(hours) AS h FROM entries", "entries"))
    links = (LinkSource(fact="entries", kind=LinkKind.EMPLOYEE, col="employee"),)
    plan = build_plan("how many", facts=queries, cases=(case(message="{t.h}", links=links),))
    assert shown_only_in_totals(compile_plan(plan)) == frozenset()


def test_totals_over_employees_are_never_counted_as_totals() -> None:
    query = fact("t", "SELECT sum(salary) AS s FROM employees")
    assert shown_only_in_totals(compiled("{t.s}", query)) == frozenset()


def test_columns_that_nobody_knows_yet_hide_nothing(committed_tools: Catalog) -> None:
    read = APICall(id="c1", tool="list_customers", args={}, bind="x")
    told = fact("told", "SELECT *, (SELECT max(hours) FROM time_entries) AS m FROM b_x", "b_x")
    for column in ("m", "name"):
        plan = compiled(f"{{told.{column}}}", told, calls=(read,), catalog=committed_tools)
        assert shown_only_in_totals(plan) == frozenset()
