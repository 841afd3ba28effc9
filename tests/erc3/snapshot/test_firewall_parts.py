"""Parts of the firewall that decide for themselves: counts, names, clocks, series, sources."""

import pytest

from agentic_solver.contracts.violations import Violation
from agentic_solver.contracts.violations import ViolationCode as Code
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery, SqlLimits

FACTS: dict[str, tuple[str, ...] | None] = {"f1": ("id", "name"), "Made": ("v", "w")}


def passed(sql: str, **limits: int) -> CheckedQuery:
    checked = check_query(sql, facts=FACTS, limits=SqlLimits(**limits))
    assert isinstance(checked, CheckedQuery), checked
    return checked


def refused(sql: str, **limits: int) -> Violation:
    checked = check_query(sql, facts=FACTS, limits=SqlLimits(**limits))
    assert isinstance(checked, tuple), checked.sql
    return checked[0]


@pytest.mark.parametrize(
    ("sql", "part", "count"),
    [
        ("SELECT a.id FROM f1 a JOIN f1 b ON a.id = b.id JOIN f1 c ON a.id = c.id", "joins", 2),
        ("SELECT id FROM f1 UNION SELECT id FROM f1 UNION SELECT id FROM f1", "set_operations", 2),
        ("WITH a AS (SELECT 1 AS x), b AS (SELECT 2 AS x) SELECT a.x FROM a, b", "ctes", 2),
    ],
)
def test_parts_are_counted_up_to_their_ceiling(sql: str, part: str, count: int) -> None:
    passed(sql, **{part: count})
    found = refused(sql, **{part: count - 1})
    assert found.code is Code.SQL_TOO_COMPLEX
    assert found.details == {"part": part, "limit": count - 1}


def test_without_limits_the_usual_ones_hold() -> None:
    assert isinstance(check_query("SELECT 1 AS x"), CheckedQuery)
    tight = check_query("SELECT 1 AS x", limits=SqlLimits(chars=3))
    assert isinstance(tight, tuple)
    long = check_query(f"SELECT '{'x' * 20_000}' AS x")
    assert isinstance(long, tuple)


def test_an_unknown_table_is_answered_with_those_there_are() -> None:
    found = refused("SELECT 1 AS x FROM secrets")
    assert found.code is Code.SQL_TABLE_FORBIDDEN
    known = found.details["known"]
    assert isinstance(known, list)
    assert {"employees", "f1", "made"} <= set(map(str, known))
    other = refused("SELECT nothing FROM f1")
    assert other.details == {"column": "nothing", "known": ["f1.id", "f1.name"]}
    clock = refused('SELECT "user".id FROM f1')
    assert (clock.code, clock.details["column"]) == (Code.SQL_COLUMN_UNKNOWN, "user.id")


@pytest.mark.parametrize(
    ("sql", "outputs"),
    [
        ("SELECT 1", ("col1",)),
        ("SELECT id, 1 + 1, max(name) FROM f1 GROUP BY id", ("id", "col2", "col3")),
        ("SELECT id AS a, name FROM f1", ("a", "name")),
        ("SELECT 1 UNION SELECT 2", ("col1",)),
        ("(SELECT 1)", ("col1",)),
        ("(SELECT 1) UNION SELECT 2", ("col1",)),
        ("SELECT * FROM f1", ("id", "name")),
        ("SELECT f1.* FROM f1", ("id", "name")),
    ],
)
def test_unnamed_columns_get_plain_names(sql: str, outputs: tuple[str, ...]) -> None:
    assert passed(sql).outputs == outputs


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT current_date AS x", "SELECT now() AS x", "SELECT today() AS x",
        "SELECT get_current_time() AS x", "SELECT CURRENT_TIMESTAMP AS x",
        "SELECT current_user AS x", "SELECT session_user AS x", "SELECT current_schema() AS x",
        "SELECT current_catalog() AS x", "SELECT CAST('today' AS DATE) AS x",
        "SELECT CAST(' Now ' AS TIMESTAMP) AS x", "SELECT DATE 'tomorrow' AS x",
        "SELECT 'yesterday'::DATE AS x", "SELECT 'epoch'::TIMESTAMP AS x",
        "SELECT 'infinity'::DATE AS x", "SELECT '-infinity'::DATE AS x",
        "SELECT age(TIMESTAMP '2020-01-01') AS x",
    ],
)  # fmt: skip
def test_no_query_asks_clock_or_session(sql: str) -> None:
    assert refused(sql).code in (Code.SQL_FUNCTION_FORBIDDEN, Code.SQL_CLAUSE_FORBIDDEN)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT CAST('today' AS VARCHAR) AS x",
        "SELECT CAST(v AS DATE) AS x FROM (SELECT '2025-01-01' AS v) AS q",
        "SELECT 'today' AS x",
        "SELECT CAST('2025-01-01' AS DATE) AS x",
        "SELECT age(TIMESTAMP '2020-01-01', TIMESTAMP '2021-01-01') AS x",
    ],
)
def test_words_and_dates_of_the_text_are_no_clock(sql: str) -> None:
    assert passed(sql).sourced is False


def test_the_day_that_whoami_told_may_be_asked() -> None:
    assert passed("SELECT CAST(today AS DATE) AS x FROM me").columns == {("me", "today")}


@pytest.mark.parametrize("name", ["format", "printf"])
def test_a_format_is_a_literal_with_modest_widths(name: str) -> None:
    passed(f"SELECT {name}('%999d', 1) AS x")
    passed(f"SELECT {name}('{{:,}} of {{1}}', 1, 2) AS x")
    for bad in ("'%1000d'", "'%*d'", "'%1$s%1$s'", "'{:{}}'", "'{0}{0}'", "name"):
        source = " FROM f1" if bad == "name" else ""
        found = refused(f"SELECT {name}({bad}, 1) AS x{source}")
        assert found.code is Code.SQL_FUNCTION_FORBIDDEN


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT x FROM range(10) AS t(x)",
        "SELECT x FROM generate_series(1, 10) AS t(x)",
        "SELECT unnest(range(3)) AS x",
        "SELECT x FROM unnest(range(3)) AS t(x)",
        "SELECT x FROM generate_series(DATE '2025-01-01', DATE '2025-02-01', INTERVAL 1 DAY)"
        " AS t(x)",
        "SELECT x FROM generate_series(DATE '2025-01-01', DATE '2025-02-01', INTERVAL 2 WEEKS)"
        " AS t(x)",
    ],
)
def test_a_series_of_a_length_that_shows_is_allowed(sql: str) -> None:
    passed(sql, series=10)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT x FROM range(11) AS t(x)",
        "SELECT x FROM generate_series(1, 11) AS t(x)",
        "SELECT x FROM generate_series(1, 2, 0.5) AS t(x)",
        "SELECT range(3) AS x",
        "SELECT x FROM range(abs(3)) AS t(x)",
        "SELECT x FROM generate_series(DATE '2025-01-01', DATE '2025-02-01', INTERVAL 1 HOUR)"
        " AS t(x)",
        "SELECT x FROM generate_series(DATE '2025-01-01', DATE '2025-02-01', INTERVAL 1 SECOND)"
        " AS t(x)",
    ],
)
def test_any_other_series_is_refused(sql: str) -> None:
    assert refused(sql, series=10).code is Code.SQL_FUNCTION_FORBIDDEN


def _columns(sql: str) -> tuple[str, ...]:
    checked = check_query(sql, facts=FACTS, literal_columns={"Made": ("W",)})
    assert isinstance(checked, CheckedQuery), checked
    return checked.literal_columns


def test_constants_stay_constants_from_fact_to_fact() -> None:
    assert _columns("SELECT id, 'Lead' AS role FROM f1") == ("role",)
    assert _columns("SELECT v, w FROM made") == ("w",)
    assert _columns("SELECT v AS a, upper(w) AS b FROM made") == ("b",)
    assert _columns("SELECT 1, 2") == ("col1", "col2")


def test_a_query_over_constants_has_no_source() -> None:
    made = check_query("SELECT 1 AS x")
    assert isinstance(made, CheckedQuery)
    assert not made.sourced
    assert passed("SELECT id FROM f1").sourced
    assert passed("SELECT id FROM employees").sourced


def test_a_text_of_many_parts_is_no_text_that_grows() -> None:
    page = " || chr(10) || ".join(["'- a line of a page that the plan words itself'"] * 120)
    passed(f"SELECT 'drafts/new.md' AS path, {page} AS content")
    passed("SELECT string_agg(name || ' (' || id || ')', ', ') || '.' AS x FROM employees")
