"""What emptied a fact: a query without each of its conditions and joins."""

import pytest

from agentic_solver.erc3.execute.emptied import without_parts
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery


def checked(sql: str) -> CheckedQuery:
    query = check_query(sql, facts={"p": ("id",)})
    assert isinstance(query, CheckedQuery), query
    return query


def parts(sql: str) -> dict[str, str]:
    return {one.part: one.query.sql for one in without_parts(checked(sql))}


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        (
            "SELECT e.id FROM employees e WHERE e.location = 'Oslo' "
            "AND (e.name = 'A' OR e.id = 'b')",
            {
                "e.location = 'Oslo'":
                    "SELECT 1 AS one FROM employees AS e WHERE e.name = 'A' OR e.id = 'b'",
                "e.name = 'A' OR e.id = 'b'":
                    "SELECT 1 AS one FROM employees AS e WHERE e.location = 'Oslo'",
            },
        ),
        (
            "SELECT count(*) AS n FROM employees GROUP BY location HAVING count(*) > 9 LIMIT 3",
            {"COUNT(*) > 9": "SELECT COUNT(*) AS n FROM employees GROUP BY location"},
        ),
        (
            "SELECT DISTINCT location FROM employees WHERE department = 'x' ORDER BY 1 LIMIT 1",
            {"department = 'x'": "SELECT 1 AS one FROM employees"},
        ),
        ("SELECT id FROM employees UNION SELECT id FROM projects", {}),
        (
            "SELECT e.id FROM employees e LEFT JOIN project_team t ON t.employee = e.id",
            {},
        ),
    ],
    ids=["conditions", "groups", "shape", "union", "outer-join"],
)  # fmt: skip
def test_each_condition_is_left_out_in_turn(sql: str, expected: dict[str, str]) -> None:
    found = parts(sql)
    assert found == expected


def test_a_join_goes_with_the_conditions_that_speak_of_it() -> None:
    sql = (
        "SELECT e.id FROM employees e JOIN project_team t ON t.employee = e.id AND t.role = 'Lead' "
        "JOIN p ON p.id = t.project WHERE e.location = 'Oslo' AND t.time_slice > 0.5"
    )
    found = parts(sql)
    without_p = found["JOIN p ON p.id = t.project"]
    assert " p " not in f"{without_p} "
    assert "t.role = 'Lead'" in without_p
    assert "t.time_slice > 0.5" in without_p
    # the seats cannot go: the projects are joined by them
    assert not any(part.startswith("JOIN project_team") for part in found)
    without_role = found["t.role = 'Lead'"]
    assert "t.employee = e.id" in without_role
    assert "JOIN p ON p.id = t.project" in without_role
    assert "Lead" not in without_role


def test_what_is_left_reads_no_more_than_it_names() -> None:
    query = checked(
        "SELECT e.id FROM employees e JOIN projects q ON q.id = e.notes WHERE e.id = 'x'"
    )
    found = {one.part: one.query for one in without_parts(query)}
    alone = found["JOIN projects AS q ON q.id = e.notes"]
    assert alone.tables == {"employees"}
    assert all(table == "employees" for table, _ in alone.columns)
    assert alone.columns <= query.columns
    assert alone.filters == ()


def test_finders_are_named_as_the_plan_calls_them() -> None:
    sql = "SELECT e.id FROM employees e WHERE e.id IN (SELECT id FROM find_employee('Ada'))"
    (part,) = parts(sql)
    assert "find_employee('Ada')" in part
    assert "found_" not in part


def test_few_parts_of_a_long_query_are_played_and_shown() -> None:
    many = " AND ".join(f"e.name <> '{'x' * 200}{number}'" for number in range(12))
    found = without_parts(checked(f"SELECT e.id FROM employees e WHERE {many}"))
    assert len(found) == 8
    assert all(len(one.part) == 160 and one.part.endswith("…") for one in found)
