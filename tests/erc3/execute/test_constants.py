"""Constants that decide a written value from inside an expression."""

import pytest

from agentic_solver.erc3.execute.constants import hidden_constants, hidden_factors
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery


def constants(sql: str, column: str = "salary") -> tuple[object, ...]:
    checked = check_query(sql)
    assert isinstance(checked, CheckedQuery), checked
    return hidden_constants({"f": checked}, frozenset({"f"}), column)


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("CASE WHEN name = 'x' THEN 505000 ELSE 999999 END", (505000, 999999)),
        ("CASE WHEN name = 'x' THEN 505000 ELSE salary END", (505000,)),
        ("999999 + 0 * length(name)", (999999,)),
        ("salary + 10", (10,)),
        ("coalesce(NULLIF(salary, salary), 77000)", (77000,)),
        ("if(name = 'x', 5, salary)", (5,)),
        ("if(name = 'x', 5, 6)", (5, 6)),
        ("if(name = 'x', 5)", (5,)),
        ("CASE WHEN name = 'x' THEN 'much' END", ("much",)),
        ("CASE name WHEN 'x' THEN -7 ELSE (8) END", (7, 8)),
        ("CAST(salary + 2500.5 AS BIGINT)", (2500.5,)),
        ("salary + CASE WHEN name = 'x' THEN 11 ELSE 12 END", (11, 12)),
        ("salary", ()),
        ("least(salary + 0, 10)", ()),
        ("round(salary * 0.8)", ()),
    ],
)
def test_the_constants_that_decide_a_value_are_found(
    expression: str, found: tuple[object, ...]
) -> None:
    assert constants(f"SELECT id AS employee, {expression} AS salary FROM employees") == found


def test_constants_of_conditions_and_days_are_none() -> None:
    sql = "SELECT id AS employee, me.today - 7 AS date FROM me WHERE is_public = false AND 1 < 2"
    assert constants(sql, "date") == ()


def test_a_branch_in_a_union_or_a_subquery_is_found() -> None:
    sql = (
        "SELECT id AS employee, s AS salary FROM (SELECT id, CASE WHEN salary > 1 THEN 4711 "
        "ELSE salary END AS salary, salary AS s FROM employees) x "
        "UNION ALL SELECT id AS employee, salary + 815 AS salary FROM employees"
    )
    assert sorted(map(str, constants(sql))) == ["4711", "815"]


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("salary * 1.1", (1.1,)),
        ("round(salary * (1 + 10 / 100.0))", (10,)),
        ("CAST(CASE WHEN salary > 1 THEN salary / 3 ELSE 2 * salary END AS INT)", (2, 3)),
        ("salary * level / 100", ()),
        ("salary + 7", ()),
        ("-1 * salary", ()),
    ],
)
def test_the_factors_of_a_value_are_found(expression: str, found: tuple[object, ...]) -> None:
    checked = check_query(
        f"SELECT e.id AS employee, {expression} AS salary FROM employees e "
        "JOIN employee_skills s ON s.employee = e.id"
    )
    assert isinstance(checked, CheckedQuery), checked
    assert hidden_factors({"f": checked}, frozenset({"f"}), "salary") == found


def test_a_text_is_no_factor() -> None:
    checked = check_query("SELECT salary * '2' / 1.5 * (1 + 10 / 100.0) AS salary FROM employees")
    assert isinstance(checked, CheckedQuery), checked
    assert hidden_factors({"f": checked}, frozenset({"f"}), "salary") == (10, 1.5)
