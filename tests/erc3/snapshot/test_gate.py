"""The second gate alone: what DuckDB reads, whatever the first one thought of it.

The first gate refuses most of this, so that each text is handed to the second one directly.
"""

import duckdb
import pytest

from agentic_solver.contracts.violations import ViolationCode as Code
from agentic_solver.erc3.snapshot.gate import _PARSER, pass_gate
from agentic_solver.erc3.snapshot.source import Refusal

NAMES = frozenset({"id", "name", "e", "x", "employees", "value", "salary"})


def gate(sql: str) -> None:
    pass_gate(sql, tables=frozenset({"employees", "f1"}), names=NAMES)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT id FROM employees AS e WHERE e.name = 'x' ORDER BY id LIMIT 1",
        "SELECT id, row_number() OVER (ORDER BY id) AS x FROM employees",
        "SELECT x FROM range(3) AS e(x)",
        "SELECT id FROM employees UNION SELECT id FROM f1",
        "WITH x AS (SELECT 1 AS id) SELECT id FROM employees",
        "SELECT CASE WHEN id IS NULL THEN 1 ELSE 2 END AS x FROM employees",
    ],
)
def test_plain_queries_pass(sql: str) -> None:
    gate(sql)


@pytest.mark.parametrize(
    ("sql", "code", "said"),
    [
        ("SELECT FROM WHERE", Code.SQL_SYNTAX, "cannot read"),
        ("DROP TABLE employees", Code.SQL_SYNTAX, "cannot read"),
        ("SELECT 1; SELECT 2", Code.SQL_STATEMENT_FORBIDDEN, "Exactly one"),
        ("SELECT id FROM secrets", Code.SQL_TABLE_FORBIDDEN, "no such table"),
        ("SELECT id FROM main.employees", Code.SQL_TABLE_FORBIDDEN, "no such table"),
        ("SELECT id FROM employees.secrets", Code.SQL_TABLE_FORBIDDEN, "no such table"),
        ("FROM (DESCRIBE employees)", Code.SQL_TABLE_FORBIDDEN, "source"),
        ("SELECT id FROM (SUMMARIZE employees)", Code.SQL_TABLE_FORBIDDEN, "source"),
        ("SELECT abs.getenv('x') AS x", Code.SQL_FUNCTION_FORBIDDEN, "function is not"),
        ("SELECT getenv('x') OVER () AS x", Code.SQL_FUNCTION_FORBIDDEN, "function is not"),
        ("SELECT id FROM 'file.csv'", Code.SQL_TABLE_FORBIDDEN, "no such table"),
        ("SELECT id FROM read_csv('x')", Code.SQL_FUNCTION_FORBIDDEN, "table function"),
        ("SELECT id FROM duckdb_settings()", Code.SQL_FUNCTION_FORBIDDEN, "table function"),
        ("PIVOT employees ON name", Code.SQL_SYNTAX, "cannot read"),
        ("SELECT getenv('HOME') AS x", Code.SQL_FUNCTION_FORBIDDEN, "function is not"),
        ("SELECT main.abs(1) AS x", Code.SQL_FUNCTION_FORBIDDEN, "function is not"),
        ("SELECT current_date AS x", Code.SQL_FUNCTION_FORBIDDEN, ""),
        ("SELECT id FROM employees WHERE secret = 1", Code.SQL_CLAUSE_FORBIDDEN, "name is used"),
        ("SELECT rowid FROM employees", Code.SQL_CLAUSE_FORBIDDEN, "name is used"),
        ("SELECT id FROM employees USING SAMPLE 1", Code.SQL_CLAUSE_FORBIDDEN, "Samples"),
        ("SELECT id FROM employees TABLESAMPLE 1%", Code.SQL_CLAUSE_FORBIDDEN, "Samples"),
        ("SELECT id FROM employees AT (VERSION => 1)", Code.SQL_CLAUSE_FORBIDDEN, "Samples"),
        ("SELECT $1 AS x", Code.SQL_CLAUSE_FORBIDDEN, "not supported"),
        (
            "SELECT CAST(id AS TIMESTAMPTZ) AS x FROM employees",
            Code.SQL_CLAUSE_FORBIDDEN,
            "this type",
        ),
    ],
)
def test_whatever_is_not_on_the_closed_lists_is_refused(sql: str, code: Code, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        gate(sql)
    assert refused.value.code is code, refused.value.message
    assert said in refused.value.message


def test_the_parsing_database_is_locked() -> None:
    gate("SELECT 1 AS x")
    connection = _PARSER._connection
    assert connection is not None
    for statement in ("SET threads = 2", "SET enable_external_access = true", "INSTALL json"):
        with pytest.raises(duckdb.Error):
            connection.execute(statement)
