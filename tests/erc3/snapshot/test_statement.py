"""The text of a plan query: every ceiling to the letter, one statement, what it derives."""

import pytest
from sqlglot import exp

from agentic_solver.contracts.violations import ViolationCode as Code
from agentic_solver.erc3.snapshot.query import SqlLimits
from agentic_solver.erc3.snapshot.source import Refusal
from agentic_solver.erc3.snapshot.statement import Statement, parse_statement


def read(sql: str, **limits: int) -> Statement:
    return parse_statement(sql, facts=("f1", "derived_old"), limits=SqlLimits(**limits))


def refused(sql: str, **limits: int) -> Refusal:
    with pytest.raises(Refusal) as found:
        read(sql, **limits)
    return found.value


def test_the_ceiling_of_characters_is_inclusive() -> None:
    sql = "SELECT 1 AS x"
    assert read(sql, chars=len(sql)).derives is None
    found = refused(sql, chars=len(sql) - 1)
    assert (found.code, found.message) == (Code.SQL_TOO_COMPLEX, "The query is too long.")
    assert found.details == {"limit": len(sql) - 1}


def test_the_ceiling_of_tokens_is_inclusive() -> None:
    sql = "SELECT 1 AS x"  # four tokens
    assert read(sql, tokens=4).query.sql() == sql
    found = refused(sql, tokens=3)
    assert (found.code, found.details) == (Code.SQL_TOO_COMPLEX, {"limit": 3})


@pytest.mark.parametrize("pair", ["()", "[]"])
def test_the_ceiling_of_depth_is_inclusive_and_closing_takes_back(pair: str) -> None:
    opening, closing = pair[0], pair[1]
    nested = f"SELECT {opening * 3}1{closing * 3} AS x"
    read(nested, depth=3)
    found = refused(nested, depth=2)
    assert found.message == "The query is nested too deeply."
    beside = f"SELECT {', '.join([f'{opening * 2}1{closing * 2}'] * 5)}"
    read(beside, depth=2)
    later = f"SELECT {opening}1{closing}, {opening}2{closing}, {nested.removeprefix('SELECT ')}"
    assert refused(later, depth=2).details == {"limit": 2}


def test_the_ceiling_of_a_literal_is_inclusive_and_for_texts_only() -> None:
    assert read("SELECT 'abcd' AS x", literal_chars=4).literals == ("abcd",)
    assert refused("SELECT 'abcde' AS x", literal_chars=4).code is Code.SQL_TOO_COMPLEX
    assert read("SELECT 12345 AS longer_name", literal_chars=4).literals == ("12345",)


@pytest.mark.parametrize("char", ["\x00", "\x0b", "\x1f"])
def test_control_characters_are_refused(char: str) -> None:
    assert refused(f"SELECT 1{char} AS x").message == "The query holds control characters."


def test_white_space_is_no_control_character() -> None:
    assert read("SELECT\t1\r\n AS x").query.sql() == "SELECT 1 AS x"


@pytest.mark.parametrize("sql", ["", "   ", ";", ";;", "-- nothing"])
def test_an_empty_text_is_refused(sql: str) -> None:
    assert refused(sql).message == "The query is empty."


@pytest.mark.parametrize("sql", ["SELECT 1 AS x;", "SELECT 1 AS x;;"])
def test_a_semicolon_at_the_end_is_forgiven(sql: str) -> None:
    assert read(sql).query.sql() == "SELECT 1 AS x"


@pytest.mark.parametrize("sql", ["SELECT 1; SELECT 2", "SELECT 1; DROP TABLE f1;", "; SELECT 1"])
def test_a_second_statement_is_refused(sql: str) -> None:
    found = refused(sql)
    assert found.code is Code.SQL_STATEMENT_FORBIDDEN


@pytest.mark.parametrize(
    "sql", ["DELETE FROM f1", "'SELECT' 1", "PRAGMA version", "EXPLAIN SELECT 1", "SET x = 1"]
)
def test_another_kind_of_statement_is_refused_by_its_first_word(sql: str) -> None:
    found = refused(sql)
    assert found.code is Code.SQL_STATEMENT_FORBIDDEN
    assert found.message == "Only queries and derived tables are allowed."


@pytest.mark.parametrize(
    "sql",
    ["SELECT 1 AS x", "select 1", "WITH a AS (SELECT 1) SELECT * FROM a", "FROM f1", "VALUES (1)",
     "(SELECT 1 AS x)"],
)  # fmt: skip
def test_a_query_may_begin_in_several_ways(sql: str) -> None:
    assert read(sql).derives is None


def test_what_the_parser_cannot_read_is_told_in_one_plain_line() -> None:
    found = refused("SELECT FROM WHERE GROUP")
    assert found.code is Code.SQL_SYNTAX
    reason = found.details["reason"]
    assert isinstance(reason, str)
    assert reason
    assert "\x1b" not in reason
    assert "\n" not in reason
    assert len(reason) <= 200


def test_parentheses_around_a_query_are_taken_off() -> None:
    found = read("((SELECT 1 AS x))")
    assert isinstance(found.query, exp.Select)
    assert not found.appends


def test_a_limit_behind_parentheses_is_kept() -> None:
    assert "LIMIT 1" in read("(SELECT id FROM f1) LIMIT 1").query.sql()
    made = read("CREATE TEMP TABLE derived_new AS (SELECT id FROM f1) LIMIT 1")
    assert "LIMIT 1" in made.query.sql()


def test_a_derived_table_is_made_or_added_to() -> None:
    made = read("CREATE TEMP TABLE derived_new AS SELECT 1 AS x")
    assert (made.derives, made.appends) == ("derived_new", False)
    more = read("INSERT INTO derived_old SELECT 1 AS x")
    assert (more.derives, more.appends) == ("derived_old", True)
    inside = read("CREATE TEMP TABLE derived_new AS ((SELECT 1 AS x))")
    assert isinstance(inside.query, exp.Select)
    both = read("CREATE TEMP TABLE derived_new AS SELECT 1 AS x UNION SELECT 2")
    assert isinstance(both.query, exp.SetOperation)


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE derived_new AS SELECT 1 AS x",
        "CREATE OR REPLACE TEMP TABLE derived_new AS SELECT 1 AS x",
        "CREATE TEMP TABLE IF NOT EXISTS derived_new AS SELECT 1 AS x",
        "CREATE TEMP VIEW derived_new AS SELECT 1 AS x",
        "CREATE TEMP TABLE derived_new (x int)",
        "CREATE TEMP TABLE other AS SELECT 1 AS x",
        "CREATE TEMP TABLE main.derived_new AS SELECT 1 AS x",
        "CREATE TEMP TABLE a.main.derived_new AS SELECT 1 AS x",
        "INSERT INTO derived_none SELECT 1 AS x",
        "INSERT INTO main.derived_old SELECT 1 AS x",
        "INSERT INTO derived_old (x) SELECT 1 AS x",
        "INSERT INTO derived_old AS d SELECT 1 AS x",
        "INSERT INTO derived_old SELECT 1 AS x RETURNING x",
        "INSERT INTO derived_old SELECT 1 AS x ON CONFLICT DO NOTHING",
        "INSERT INTO employees SELECT 1 AS x",
    ],
)
def test_any_other_way_to_make_or_fill_a_table_is_refused(sql: str) -> None:
    found = refused(sql)
    assert found.code in (
        Code.SQL_STATEMENT_FORBIDDEN, Code.SQL_TABLE_FORBIDDEN, Code.SQL_CLAUSE_FORBIDDEN,
        Code.SQL_SYNTAX,
    )  # fmt: skip
