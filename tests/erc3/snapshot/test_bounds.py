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
        "m.id IN (SELECT t.project FROM project_team t LIMIT 3)",
        "m.id IN (SELECT max(t.project) FROM project_team t)",
        "m.id IN (SELECT t.project FROM project_team t GROUP BY t.project, t.role)",
        "m.id IN (SELECT lower(t.project) FROM project_team t)",
        "CASE WHEN m.id IN (SELECT p.customer FROM projects p) THEN false ELSE true END",
    ],
)
def test_a_list_of_values_that_others_could_change_is_read_whole(condition: str) -> None:
    assert not bounds(f"SELECT m.id FROM mine m WHERE {condition}", "project_team")


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT m.id FROM mine m WHERE m.id NOT IN (SELECT t.project FROM project_team t)",
        "SELECT m.id FROM mine m WHERE NOT (m.id IN (SELECT t.project FROM project_team t))",
        "SELECT m.id FROM mine m WHERE "
        "CASE WHEN m.id IN (SELECT t.project FROM project_team t) THEN false ELSE true END",
        "SELECT m.name = 'x' AND m.id IN (SELECT t.project FROM project_team t) AS seated "
        "FROM mine m",
    ],
)
def test_values_that_may_not_be_found_are_read_where_they_are_looked_for(sql: str) -> None:
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


_LOADS = "SELECT t.employee, sum(t.time_slice) AS total FROM project_team t GROUP BY t.employee"


@pytest.mark.parametrize(
    "sql",
    [
        f"SELECT m.id, w.total FROM mine m LEFT JOIN ({_LOADS}) w ON w.employee = m.id",
        f"SELECT m.id FROM ({_LOADS}) w JOIN mine m ON m.id = w.employee AND w.total > 1",
        f"WITH w AS ({_LOADS}) SELECT m.id FROM mine m, w WHERE m.id = w.employee",
        "SELECT m.id FROM mine m LEFT JOIN "
        "(SELECT t.employee AS who, t.role FROM project_team t) w ON m.id = w.who",
    ],
)
def test_a_subquery_is_computed_for_the_rows_it_is_joined_to(sql: str) -> None:
    assert bounds(sql, "project_team") == {("employee", "mine", "id")}


@pytest.mark.parametrize(
    "sql",
    [
        f"SELECT w.total FROM ({_LOADS}) w LEFT JOIN mine m ON w.employee = m.id",
        f"SELECT w.total FROM mine m RIGHT JOIN ({_LOADS}) w ON w.employee = m.id",
        f"SELECT m.id FROM mine m JOIN ({_LOADS}) w ON w.employee <> m.id",
        f"SELECT m.id FROM mine m JOIN ({_LOADS}, t.project) w ON w.employee = m.id",
        f"SELECT m.id FROM mine m JOIN ({_LOADS} LIMIT 5) w ON w.employee = m.id",
        "SELECT m.id FROM mine m JOIN (SELECT max(t.employee) AS employee FROM project_team t) w "
        "ON w.employee = m.id",
        f"SELECT m.id FROM mine m JOIN ({_LOADS.replace('sum(t.time_slice)', 'rank() OVER ()')}) w "
        "ON w.employee = m.id",
        f"WITH w AS ({_LOADS}) SELECT m.id FROM mine m JOIN w ON m.id = w.employee "
        "WHERE 1 < (SELECT max(total) FROM w)",
    ],
)
def test_a_subquery_of_which_other_rows_count_is_read_whole(sql: str) -> None:
    assert not bounds(sql, "project_team")


def _region(**values: tuple[str, ...]) -> Region:
    return Region.build({column: OneOf(values=frozenset(v)) for column, v in values.items()})


def test_the_cheaper_of_two_ways_is_known() -> None:
    seats = _region(project=tuple(f"p{n}" for n in range(30)), employee=("me",))
    assert region_cost("project_team", seats) == search_cost("project_team", seats) < 10
    assert region_cost("project_team", _region(project=("p1",))) == 1
    assert region_cost("employees", Region()) > region_cost("employees", _region(location=("X",)))
    assert region_cost("me", Region()) == 0
