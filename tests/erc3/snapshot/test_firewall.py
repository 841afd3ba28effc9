"""The firewall against a corpus of hostile and of ordinary queries."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery, SqlLimits

HERE = Path(__file__).parent
FACTS: dict[str, tuple[str, ...] | None] = {
    "f1": ("id", "name"),
    "b_calls": None,
    "derived_old": ("id",),
}
SQL_TYPES = {
    "text": "VARCHAR",
    "int": "BIGINT",
    "decimal": "DECIMAL(9,4)",
    "date": "DATE",
    "bool": "BOOLEAN",
}


def corpus(name: str) -> list[str]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


BAD = [tuple(line.split("  ", 1)) for line in corpus("bad_sql.txt")]
GOOD = corpus("good_sql.txt")


def check(sql: str, **limits: int) -> CheckedQuery | tuple[Violation, ...]:
    return check_query(sql, facts=FACTS, path="/facts/0/query", limits=SqlLimits(**limits))


def passed(sql: str) -> CheckedQuery:
    checked = check(sql)
    assert isinstance(checked, CheckedQuery), (sql, checked)
    return checked


def refusal(sql: str, **limits: int) -> Violation:
    checked = check(sql, **limits)
    assert isinstance(checked, tuple), (sql, checked)
    assert len(checked) == 1
    return checked[0]


@pytest.fixture(scope="module")
def database() -> Iterator[duckdb.DuckDBPyConnection]:
    """A database with a few rows in every table, one thread."""
    connection = duckdb.connect(":memory:")
    connection.execute("SET threads=1")
    sample = {"text": "'{}{}'", "int": "{1}", "decimal": "{1}.5", "bool": "true"}
    for table, columns in ENTITY_COLUMNS.items():
        types = ", ".join(f"{name} {SQL_TYPES[kind]}" for name, kind in columns.items())
        connection.execute(f"CREATE TABLE {table} ({types})")
        for row in range(1 if table == "me" else 4):
            values = [
                f"DATE '2025-03-0{row + 1}'" if kind == "date" else sample[kind].format(name, row)
                for name, kind in columns.items()
            ]
            connection.execute(f"INSERT INTO {table} VALUES ({', '.join(values)})")
    connection.execute(
        "CREATE VIEW workloads AS SELECT e.id AS employee, count(t.project)::INTEGER AS projects,"
        " coalesce(sum(t.time_slice), 0) AS time_slices"
        " FROM employees e LEFT JOIN project_team t ON t.employee = e.id GROUP BY e.id"
    )
    connection.execute("CREATE TABLE f1 AS SELECT id, name FROM employees")
    connection.execute("CREATE TABLE derived_old AS SELECT id FROM employees")
    connection.execute("CREATE TABLE b_calls AS SELECT 'ok' AS status, 2.0 AS hours")
    yield connection
    connection.close()


def test_corpus_is_large_enough() -> None:
    assert len(BAD) >= 150
    assert len(GOOD) >= 40
    assert len({sql for _, sql in BAD}) == len(BAD)
    assert {code for code, _ in BAD} <= set(ViolationCode.__members__)


@pytest.mark.requirement("S3-B2h", "S3-7.1.3d")
@pytest.mark.parametrize(("code", "sql"), BAD)
def test_hostile_query_is_refused_with_its_code(code: str, sql: str) -> None:
    violation = refusal(sql)
    assert (violation.code, violation.path) == (code, "/facts/0/query")


@pytest.mark.requirement("S3-7.1.3b")
@pytest.mark.parametrize("sql", GOOD)
def test_analyst_query_passes_and_runs_the_same_twice(
    sql: str, database: duckdb.DuckDBPyConnection
) -> None:
    checked = passed(sql)
    for lookup in checked.lookups:
        database.execute(
            f"CREATE OR REPLACE TEMP TABLE {lookup.table} AS"
            " SELECT 'id1' AS id, 'name1' AS name, 0.9::DOUBLE AS score"
        )
    first = database.execute(checked.sql).fetchall()
    names = [column[0].lower() for column in database.description or ()]
    assert database.execute(checked.sql).fetchall() == first
    if checked.outputs is not None:
        assert names == list(checked.outputs)


@pytest.mark.parametrize("sql", GOOD)
def test_verdict_is_deterministic_and_stable_under_rendering(sql: str) -> None:
    checked = passed(sql)
    assert checked == passed(sql)
    if not checked.lookups:
        again = check(checked.sql)
        assert isinstance(again, CheckedQuery)
        assert (again.columns, again.filters) == (checked.columns, checked.filters)


@pytest.mark.requirement("S3-7.1.3c")
def test_derived_table_is_made_by_the_harness_around_the_select(
    database: duckdb.DuckDBPyConnection,
) -> None:
    made = passed("create temp table derived_a as select id from employees")
    assert (made.derives, made.appends) == ("derived_a", False)
    assert made.sql == "SELECT id FROM employees"
    grown = passed("insert into derived_old select id from projects")
    assert (grown.derives, grown.appends, grown.sql) == (
        "derived_old",
        True,
        "SELECT id FROM projects",
    )
    database.execute(f"CREATE OR REPLACE TEMP TABLE {made.derives} AS {made.sql}")
    database.execute(f"INSERT INTO {made.derives} {grown.sql}")
    count = database.execute(f"SELECT count(*) FROM {made.derives}").fetchone()
    assert count == (8,)
    for name in ("employees", "workloads", "me", "f1", "b_calls", "anything"):
        violation = refusal(f"create temp table {name} as select 'x' as id")
        assert violation.code is ViolationCode.SQL_STATEMENT_FORBIDDEN


@pytest.mark.requirement("S3-7.3c")
def test_clock_and_chance_are_refused_and_sums_are_stable_on_many_threads() -> None:
    for expression in ("random()", "uuid()", "now()", "current_date"):
        violation = refusal(f"select {expression} as x")
        assert violation.code is ViolationCode.SQL_FUNCTION_FORBIDDEN
    connection = duckdb.connect(":memory:")
    connection.execute("SET threads=4")
    connection.execute(
        "CREATE TABLE time_entries AS SELECT ((i * 7919) % 997 / 8)::DECIMAL(9,4) AS hours,"
        " 'e' || (i % 7) AS employee FROM range(300000) r(i)"
    )
    checked = passed(
        "select employee, sum(hours) as total, list(distinct hours) as each from time_entries"
        " group by employee order by total desc limit 3"
    )
    results = {repr(connection.execute(checked.sql).fetchall()) for _ in range(20)}
    assert len(results) == 1


@pytest.mark.parametrize(
    "expression",
    ["random()", "uuid()", "now()", "current_date", "today()", "localtimestamp", "getenv('A')"],
)
@pytest.mark.parametrize(
    "frame",
    [
        "select {} as x",
        "select id from employees where name = ({})::varchar",
        "select id from employees order by {}",
        "with c as (select {} as x) select x from c",
        "select count(*) filter (where {} is null) from employees",
        "select id from employees where exists (select {})",
    ],
)
def test_volatile_value_is_refused_wherever_it_stands(expression: str, frame: str) -> None:
    assert refusal(frame.format(expression)).code is ViolationCode.SQL_FUNCTION_FORBIDDEN


@pytest.mark.parametrize(
    ("sql", "limits"),
    [
        ("select '" + "x" * 9_000 + "' from employees", {}),
        ("select " + "(" * 60 + "1" + ")" * 60, {}),
        ("select " + "+".join(["1"] * 2000), {}),
        ("select 1 -- " + "x" * 17_000, {}),
        (" union all ".join(["select id from employees"] * 30), {}),
        ("select a0.id from employees a0 " + "".join(
            f"join employees a{i} on a{i}.id = a0.id " for i in range(1, 40)
        ), {}),
        ("with " + ", ".join(f"c{i} as (select 1 as x)" for i in range(40)) + " select 1", {}),
        ("select id from employees", {"chars": 10}),
        ("select not " + "not " * 900 + "true", {}),
        ("select " + "- " * 1100 + "1", {}),
    ],
)  # fmt: skip
def test_oversized_query_is_refused(sql: str, limits: dict[str, int]) -> None:
    assert refusal(sql, **limits).code is ViolationCode.SQL_TOO_COMPLEX


@pytest.mark.parametrize("char", ["\x00", "\x07", "\x1b"])
def test_control_characters_are_refused(char: str) -> None:
    assert refusal(f"select 'a{char}b' as x").code is ViolationCode.SQL_SYNTAX


def test_unknown_column_names_the_ones_in_reach() -> None:
    violation = refusal("select e.wage from employees e")
    known = violation.details["known"]
    assert isinstance(known, list)
    assert "salary" in known
    assert violation.details["column"] == "wage"


def test_unknown_table_names_the_closed_list() -> None:
    known = refusal("select * from staff").details["known"]
    assert isinstance(known, list)
    assert {"employees", "workloads", "f1", "b_calls", "derived_old"} <= set(known)


def test_comments_and_hints_do_not_reach_the_database() -> None:
    checked = passed("select /*+ hint */ id -- why\nfrom employees /* x */")
    assert checked.sql == "SELECT id FROM employees"


def test_trailing_semicolon_and_parentheses_are_harmless() -> None:
    assert passed("(select id from employees);").sql == "SELECT id FROM employees"


def test_gate_is_usable_from_many_threads() -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(passed, GOOD * 2))
    assert results[: len(GOOD)] == results[len(GOOD) :]
