"""EXISTS and IN bound the rows that a query can use; what could change a result does not."""

import pytest

from agentic_solver.erc3.snapshot.certificate import OneOf, Region
from agentic_solver.erc3.snapshot.cost import region_cost, search_cost
from agentic_solver.erc3.snapshot.occurrence import table_occurrences


def bounds(sql: str, table: str) -> set[tuple[str, str, str]]:
    """Return column, and the table and column of the first provider, of each bound."""
    return {
        (bound.column, bound.providers[0].table, bound.providers[0].column)
        for one in table_occurrences(sql)
        if one.table == table
        for bound in one.bounds
    }


_STRONG = "SELECT 1 FROM employee_skills s WHERE s.employee = e.id AND s.level >= 7"


def test_rows_that_have_to_exist_bound_the_row_they_belong_to() -> None:
    sql = f"SELECT e.name FROM employees e WHERE EXISTS ({_STRONG})"
    assert bounds(sql, "employees") == {("id", "employee_skills", "employee")}
    assert bounds(sql, "employee_skills") == {("employee", "employees", "id")}


@pytest.mark.parametrize(
    "condition",
    [
        f"NOT EXISTS ({_STRONG})",
        f"EXISTS ({_STRONG}) OR e.salary > 5",
        "EXISTS (SELECT count(*) FROM employee_skills s WHERE s.employee = e.id)",
        "EXISTS (SELECT 1 FROM employee_skills s WHERE s.employee = e.id LIMIT 0)",
        "EXISTS (SELECT 1 FROM employee_skills s WHERE s.employee <> e.id)",
    ],
)
def test_other_tests_for_existence_bound_nothing(condition: str) -> None:
    assert not bounds(f"SELECT e.name FROM employees e WHERE {condition}", "employees")


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT m.id FROM mine m WHERE m.id IN (SELECT t.project FROM project_team t)",
        "SELECT m.id FROM mine m WHERE m.id IN "
        "(SELECT t.project FROM project_team t WHERE t.role = 'QA') OR m.name = 'x'",
        "SELECT m.id FROM mine m WHERE m.id IN "
        "(SELECT t.project FROM project_team t GROUP BY t.project HAVING count(*) > 2)",
    ],
)
def test_only_values_that_are_looked_for_are_read(sql: str) -> None:
    assert ("project", "mine", "id") in bounds(sql, "project_team")


@pytest.mark.parametrize(
    "condition",
    [
        "m.id NOT IN (SELECT p.customer FROM projects p)",
        "m.id NOT IN (SELECT t.project FROM projects p LEFT JOIN project_team t ON true)",
        "NOT (m.id IN (SELECT t.project FROM project_team t))",
        "m.id IN (SELECT t.project FROM project_team t LIMIT 3)",
        "m.id IN (SELECT max(t.project) FROM project_team t)",
        "m.id IN (SELECT t.project FROM project_team t GROUP BY t.project, t.role)",
        "m.id IN (SELECT lower(t.project) FROM project_team t)",
        "CASE WHEN m.id IN (SELECT t.project FROM project_team t) THEN false ELSE true END",
    ],
)
def test_a_list_of_values_that_others_could_change_is_read_whole(condition: str) -> None:
    assert not bounds(f"SELECT m.id FROM mine m WHERE {condition}", "project_team")


def test_values_that_must_not_be_found_are_read_where_they_are_looked_for() -> None:
    sql = "SELECT m.id FROM mine m WHERE m.id NOT IN (SELECT t.project FROM project_team t)"
    assert bounds(sql, "project_team") == {("project", "mine", "id")}
    (one,) = table_occurrences(sql)
    assert [bound.unless_null for bound in one.bounds] == [True]


@pytest.mark.parametrize(
    "source",
    ["mine m LEFT JOIN led l ON true", "(SELECT id FROM mine) m", "led l FULL JOIN mine m"],
)
def test_a_value_that_may_be_missing_looks_for_all(source: str) -> None:
    """``NULL NOT IN (nothing)`` holds; among other values it does not."""
    sql = f"SELECT 1 FROM {source} WHERE m.id NOT IN (SELECT t.project FROM project_team t)"
    assert not bounds(sql, "project_team")


def _region(**values: tuple[str, ...]) -> Region:
    return Region.build({column: OneOf(values=frozenset(v)) for column, v in values.items()})


def test_the_cheaper_of_two_ways_is_known() -> None:
    seats = _region(project=tuple(f"p{n}" for n in range(30)), employee=("me",))
    assert region_cost("project_team", seats) == search_cost("project_team", seats) < 10
    assert region_cost("project_team", _region(project=("p1",))) == 1
    assert region_cost("employees", Region()) > region_cost("employees", _region(location=("X",)))
    assert region_cost("me", Region()) == 0
