"""Rewrites that take chance out of a query, and what they leave alone."""

import pytest

from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery

FACTS: dict[str, tuple[str, ...] | None] = {"f1": ("id", "name"), "b_calls": None}


def passed(sql: str) -> CheckedQuery:
    checked = check_query(sql, facts=FACTS)
    assert isinstance(checked, CheckedQuery), checked
    return checked


def refused(sql: str) -> ViolationCode:
    checked = check_query(sql, facts=FACTS)
    assert isinstance(checked, tuple), checked.sql
    return checked[0].code


@pytest.mark.parametrize(
    ("sql", "part"),
    [
        ("SELECT string_agg(name, ',') AS x FROM employees", "ORDER BY name"),
        (
            "SELECT string_agg(name, ',' ORDER BY id) AS x FROM employees",
            "ORDER BY id, name",
        ),
        ("SELECT list(name ORDER BY id) AS x FROM employees", "ORDER BY id, name"),
        ("SELECT array_agg(DISTINCT name) AS x FROM employees", "DISTINCT name ORDER BY name"),
        ("SELECT array_agg(name) FILTER (WHERE id > 'a') AS x FROM employees", "ORDER BY name"),
        ("SELECT list(name ORDER BY 1) AS x FROM employees", "ORDER BY 1, name"),
    ],
)
def test_collected_values_are_ordered_by_themselves_in_the_end(sql: str, part: str) -> None:
    checked = passed(sql)
    assert part in checked.sql.replace(" NULLS LAST", "")
    assert checked.normalized == ("ordered_aggregate",)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT any_value(name) AS x FROM employees",
        "SELECT first(name) AS x FROM employees",
        "SELECT last(name) AS x FROM employees",
        "SELECT arbitrary(name) AS x FROM employees",
        "SELECT any_value(name) FILTER (WHERE id > 'a') AS x FROM employees",
    ],
)
def test_a_value_picked_by_chance_is_the_least_one(sql: str) -> None:
    checked = passed(sql)
    assert "MIN(name)" in checked.sql
    assert "picked_minimum" in checked.normalized


@pytest.mark.parametrize("name", ["first", "last", "any_value"])
def test_a_value_picked_in_an_order_is_settled_by_itself(name: str) -> None:
    checked = passed(f"SELECT {name}(name ORDER BY id) AS x FROM employees")
    assert checked.normalized == ("ordered_aggregate",)
    assert "name" in checked.sql.split("ORDER BY", 1)[1]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT row_number() OVER () AS x FROM employees",
        "SELECT ntile(3) OVER (PARTITION BY location) AS x FROM employees",
        "SELECT lag(name) OVER (PARTITION BY location) AS x FROM employees",
        "SELECT first_value(name) OVER () AS x FROM employees",
        "SELECT string_agg(name, ',') OVER () AS x FROM employees",
        "SELECT first(name) OVER () AS x FROM employees",
        "SELECT lag(name) IGNORE NULLS OVER () AS x FROM employees",
        "SELECT lag(name) RESPECT NULLS OVER () AS x FROM employees",
        "SELECT any_value(name) FILTER (WHERE id > 'a') OVER () AS x FROM employees",
    ],
)
def test_a_window_that_needs_an_order_has_one(sql: str) -> None:
    assert refused(sql) is ViolationCode.SQL_CLAUSE_FORBIDDEN


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT row_number() OVER (ORDER BY id) AS x FROM employees",
        "SELECT string_agg(name, ',') OVER (ORDER BY id) AS x FROM employees",
        "SELECT first(name) OVER (ORDER BY id) AS x FROM employees",
        "SELECT first(name) IGNORE NULLS OVER (ORDER BY id) AS x FROM employees",
        "SELECT arbitrary(name) OVER (ORDER BY id) AS x FROM employees",
        "SELECT sum(salary) OVER () AS x FROM employees",
    ],
)
def test_an_ordered_window_stays_as_it_is(sql: str) -> None:
    checked = check_query(sql, facts=FACTS)
    if isinstance(checked, tuple):
        assert checked[0].code is ViolationCode.SQL_FUNCTION_FORBIDDEN
    else:
        assert checked.normalized == ()


@pytest.mark.parametrize(
    ("sql", "rewrites"),
    [
        ("SELECT id, name FROM employees LIMIT 3", ("total_order",)),
        ("SELECT id, name FROM employees OFFSET 3", ("total_order",)),
        ("SELECT id, name FROM employees ORDER BY name", ("total_order",)),
        ("SELECT DISTINCT ON (name) id, name FROM employees", ("total_order",)),
        ("SELECT DISTINCT ON (name) id, name FROM employees ORDER BY name", ("total_order",)),
        ("SELECT id FROM f1 UNION SELECT id FROM employees LIMIT 2", ("total_order",)),
        ("SELECT * FROM (SELECT id FROM employees LIMIT 1) AS q", ("total_order",)),
        # of an unknown number of columns: all of them
        ("SELECT * FROM b_calls, me LIMIT 2", ("total_order",)),
        ("SELECT * FROM b_calls, me ORDER BY ALL LIMIT 2", ()),
        # these have an order of their own
        ("SELECT id FROM f1 LIMIT 2", ()),
        ("SELECT id FROM b_calls LIMIT 2", ()),
        ("SELECT * FROM (SELECT id FROM f1) AS q LIMIT 2", ()),
        # these have lost it
        ("SELECT DISTINCT name FROM f1 LIMIT 2", ("total_order",)),
        ("SELECT f1.id FROM f1 JOIN me ON true LIMIT 2", ("total_order",)),
        ("SELECT name, count(*) AS n FROM f1 GROUP BY name LIMIT 2", ("total_order",)),
        ("SELECT max(id) AS x FROM f1 LIMIT 1", ("total_order",)),
        ("SELECT name FROM f1 GROUP BY name LIMIT 2", ("total_order",)),
        ("SELECT DISTINCT ON (name) name, id FROM f1", ("total_order",)),
        ("SELECT id FROM f1 UNION SELECT id FROM me ORDER BY id LIMIT 2", ("total_order",)),
        ("SELECT id FROM f1, me LIMIT 2", ("total_order",)),
        ("(SELECT id FROM employees) ORDER BY id", ("total_order",)),
        ("SELECT * FROM b_calls UNION SELECT * FROM b_calls LIMIT 2", ("total_order",)),
        ("SELECT * FROM b_calls, me UNION SELECT * FROM b_calls, me ORDER BY id", ()),
        ("(SELECT * FROM b_calls, me) ORDER BY id", ()),
        ("SELECT id FROM employees", ()),
    ],
)
def test_what_is_cut_off_has_a_total_order(sql: str, rewrites: tuple[str, ...]) -> None:
    assert passed(sql).normalized == rewrites


def test_values_that_are_collected_once_and_in_an_order_stay_as_they_are() -> None:
    checked = passed("SELECT list(DISTINCT name ORDER BY name) AS x FROM employees")
    assert checked.normalized == ()


def test_the_positions_follow_what_the_plan_orders_by() -> None:
    sql = passed("SELECT id, name FROM employees ORDER BY name DESC LIMIT 3").sql
    assert "ORDER BY name DESC" in sql
    assert sql.replace(" NULLS LAST", "").endswith("1, 2 LIMIT 3")
