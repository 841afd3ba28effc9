"""Reading joins: a bound is found where it is certain, and never where it is not."""

import pytest

from agentic_solver.erc3.snapshot.occurrence import Occurrence, table_occurrences


def _bounds(one: Occurrence) -> set[tuple[str, str]]:
    """Return ``(column, source)`` pairs: a literal, or ``table.column`` of the provider."""
    found = set()
    for bound in one.bounds:
        for provider in bound.providers:
            if provider.table:
                found.add((bound.column, f"{provider.table}.{provider.column}"))
            for value in provider.values:
                found.add((bound.column, value))
    return found


def _only(sql: str, table: str) -> set[tuple[str, str]]:
    (one,) = [found for found in table_occurrences(sql) if found.table == table]
    return _bounds(one)


@pytest.mark.parametrize(
    ("sql", "bounds"),
    [
        ("SELECT * FROM employees WHERE id = 'a'", {("id", "a")}),
        ("SELECT * FROM employees e WHERE 'a' = e.id", {("id", "a")}),
        ("SELECT * FROM employees WHERE id IN ('a', 'b')", {("id", "a"), ("id", "b")}),
        ("SELECT * FROM employees e JOIN f1 ON f1.id = e.id", {("id", "f1.id")}),
        ("SELECT * FROM employees e INNER JOIN f1 ON f1.id = e.id", {("id", "f1.id")}),
        (
            "SELECT * FROM f1 JOIN (SELECT id FROM employees) x ON f1.a = f1.b AND f1.id = x.id",
            {("id", "f1.id")},
        ),
        (
            "WITH x AS (SELECT id AS who FROM f1 UNION SELECT boss FROM f2) "
            "SELECT * FROM employees e JOIN x ON x.who = e.id",
            {("id", "f1.id"), ("id", "f2.boss")},
        ),
        ("SELECT * FROM employees e, f1 WHERE f1.id = e.id AND true", {("id", "f1.id")}),
        ("SELECT * FROM f1 LEFT JOIN employees e ON f1.id = e.id", {("id", "f1.id")}),
        ("SELECT * FROM employees e WHERE e.id = (SELECT id FROM f1)", {("id", "f1.id")}),
        ("SELECT * FROM employees e WHERE e.id = (SELECT max(id) FROM f1)", {("id", "f1.id")}),
        (
            "SELECT * FROM employees e WHERE e.id IN (SELECT id FROM f1 UNION SELECT boss FROM f2)",
            {("id", "f1.id"), ("id", "f2.boss")},
        ),
        (
            "WITH x AS (SELECT f.id AS who FROM f1 f) SELECT * FROM employees e "
            "JOIN x ON x.who = e.id",
            {("id", "f1.id")},
        ),
        (
            "SELECT * FROM f1 WHERE EXISTS (SELECT 1 FROM employees e WHERE e.id = f1.id)",
            {("id", "f1.id")},
        ),
    ],
)
def test_what_is_certain_bounds(sql: str, bounds: set[tuple[str, str]]) -> None:
    assert _only(sql, "employees") == bounds


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM employees WHERE id = 'a' OR salary > 5",
        "SELECT * FROM employees WHERE NOT id = 'a'",
        "SELECT * FROM employees WHERE id NOT IN ('a', 'b')",
        "SELECT * FROM employees WHERE id <> 'a'",
        "SELECT * FROM employees WHERE lower(id) = 'a'",
        "SELECT * FROM employees WHERE id = lower('A')",
        "SELECT id = 'a' FROM employees",
        "SELECT * FROM employees e LEFT JOIN f1 ON f1.id = e.id",
        "SELECT * FROM employees e LEFT JOIN f1 ON f1.id = e.id AND e.id = 'a'",
        "SELECT * FROM employees e FULL JOIN f1 ON f1.id = e.id",
        "SELECT * FROM employees e ANTI JOIN f1 ON f1.id = e.id",
        "SELECT id FROM employees GROUP BY id HAVING id = 'a'",
        "SELECT CASE WHEN id = 'a' THEN 1 END FROM employees",
        "SELECT * FROM employees e WHERE e.id = coalesce((SELECT id FROM f1), 'x')",
        "SELECT count(*) FILTER (WHERE id = 'a') FROM employees",
        "SELECT * FROM (SELECT * FROM employees) x WHERE x.id = 'a'",
        "SELECT * FROM employees, f1 WHERE id = 'a'",
    ],
)
def test_what_is_not_certain_does_not(sql: str) -> None:
    assert _only(sql, "employees") == set()


def test_every_appearance_has_its_own_bounds() -> None:
    first, second = table_occurrences(
        "SELECT * FROM employees a JOIN employees b ON a.location = b.location WHERE a.id = 'x'"
    )
    assert _bounds(first) == {("id", "x"), ("location", "employees.location")}
    assert _bounds(second) == {("location", "employees.location")}


def test_a_cte_that_shadows_nothing_is_no_entity_table() -> None:
    sql = "WITH recent AS (SELECT id FROM projects) SELECT * FROM recent"
    assert [one.table for one in table_occurrences(sql)] == ["projects"]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM employees e WHERE e.id = zzz.id",
        "SELECT * FROM employees e WHERE e.id IN (SELECT no FROM (SELECT id AS who FROM f1) x)",
        "SELECT * FROM employees e WHERE e.id IN (SELECT id, name FROM f1)",
        "SELECT * FROM employees e WHERE e.id IN (SELECT * FROM f1)",
        "SELECT * FROM employees e WHERE e.id IN (VALUES ('a'))",
        "SELECT * FROM employees e WHERE e.id = ('a', lower('b'))",
        "SELECT * FROM employees e WHERE e.id IN (SELECT id FROM f1 UNION SELECT trim(id) FROM f1)",
        "SELECT * FROM employees e JOIN (SELECT id FROM f1) x ON x.nope = e.id",
        "SELECT * FROM employees e JOIN (SELECT * FROM f1) x ON x.id = e.id",
        "SELECT * FROM employees e, unnest(['a']) AS t(id) WHERE e.id = t.id",
        "SELECT * FROM employees e WHERE e.id = lower('A')",
        "SELECT * FROM employees e WHERE e.id = " + "(" * 14 + "'a'" + ")" * 14,
        "SELECT * FROM employees e WHERE id = 'a' OR name = 'b'",
        "SELECT * FROM employees e WHERE NOT id = 'a'",
        "SELECT * FROM employees e LEFT JOIN f1 ON f1.id = e.id",
    ],
)
def test_what_is_not_certain_bounds_nothing(sql: str) -> None:
    assert _only(sql, "employees") == set()


@pytest.mark.parametrize(
    ("sql", "bounds"),
    [
        (
            "SELECT * FROM employees e WHERE e.id IN "
            "(SELECT who FROM (SELECT id AS who FROM f1) x)",
            {("id", "f1.id")},
        ),
        ("SELECT * FROM employees, projects WHERE salary = 'a'", {("salary", "a")}),
        ("SELECT * FROM employees, projects WHERE customer = 'a'", set()),
        ("SELECT * FROM employees, projects WHERE id = 'a'", set()),
        ("SELECT * FROM employees e WHERE e.id = (('a'))", {("id", "a")}),
        ("SELECT * FROM employees e WHERE e.id = ('a', 'b')", {("id", "a"), ("id", "b")}),
    ],
)
def test_a_plain_name_belongs_to_the_one_source_that_has_it(
    sql: str, bounds: set[tuple[str, str]]
) -> None:
    assert _only(sql, "employees") == bounds
