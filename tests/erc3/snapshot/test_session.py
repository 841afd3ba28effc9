"""The session: one task's database, its facts, and what ends with it."""

import threading
from decimal import Decimal
from typing import Any

import pytest

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.plan import FactOutput
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.fault import ApiPayloadError
from agentic_solver.erc3.snapshot.certificate import WHOLE, OneOf, Region
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.session import RunLimits, Session
from agentic_solver.errors import ContractError


def _people(session: Session, count: int = 4) -> None:
    rows = [
        (f"e{n}", f"Name {n}", f"e{n}@x.example", 1_000 * n, "Cork", "Yard", None)
        for n in range(count)
    ]
    session.insert("employees", rows)


def _output(result: FactOutput | Failure) -> FactOutput:
    assert isinstance(result, FactOutput), result
    return result


def _failure(result: FactOutput | Failure) -> Failure:
    assert isinstance(result, Failure), result
    return result


@pytest.mark.requirement("S3-A3k", "S3-C3a")
def test_every_table_and_column_of_the_vocabulary_exists(session: Session) -> None:
    for table, columns in ENTITY_COLUMNS.items():
        output = _output(session.run(f"SELECT * FROM {table}"))
        assert output.columns == tuple(columns)
    for table in ("snapshot_meta", "time_summary_by_employee", "time_summary_by_project"):
        assert session.rows(table) is not None
    assert _output(session.run("SELECT * FROM workloads")).columns == (
        "employee",
        "projects",
        "time_slices",
    )


def test_me_and_meta_hold_what_whoami_said(session: Session) -> None:
    row = _output(session.run("SELECT id, is_public, department, today FROM me")).rows
    assert row == (("e001", False, "Yard", "2025-03-20"),)
    assert session.rows("snapshot_meta") == (
        ("https://erc.example", "2025-03-20", "0" * 40, None, "lazy", ""),
    )


def test_rows_are_there_for_every_statement_that_names_their_table(session: Session) -> None:
    _people(session)
    session.insert("project_team", [("p1", "e1", 0.5, "Lead")])
    assert _output(session.run("SELECT project FROM Project_Team")).rows == (("p1",),)
    assert _output(session.run("SELECT count(*) FROM workloads WHERE projects = 1")).rows == ((1,),)
    session.insert("employees", [("e9", "Name 9", "", 2_000_000_000, "Cork", "Yard", None)])
    assert _output(session.run('SELECT max(salary) FROM "EMPLOYEES"')).rows == ((2_000_000_000,),)


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("employees", ("e1", "Name", "", 2**63, "Cork", "Yard", None)),
        ("employee_skills", ("e1", "rigging", 2**31)),
        ("project_team", ("p1", "e1", Decimal("99999.99999"), "Lead")),
    ],
)
def test_a_number_that_fits_no_column_is_refused_though_nothing_reads_it(
    session: Session, table: str, row: tuple[object, ...]
) -> None:
    with pytest.raises(ApiPayloadError, match=f"does not fit {table}"):
        session.insert(table, [row])


@pytest.mark.parametrize("count", [40, 21_000])
def test_ids_of_a_text_are_found_among_any_number_of_rows(session: Session, count: int) -> None:
    _people(session, count)
    last = f"e{count - 1}"
    assert last in session.ids_within("employees", f"ask {last} about it")
    assert session.ids_within("employees", "ask nobody") == []


def test_the_public_caller_has_no_date_to_guess() -> None:
    nobody = Identity(
        current_user="", is_public=True, location="", department="", today="", wiki_sha1=""
    )
    with Session.open(nobody) as opened:
        assert _output(opened.run("SELECT is_public, today FROM me")).rows == ((True, None),)


@pytest.mark.requirement("S3-7.1.3a", "S3-7.1.3b")
def test_results_are_json_with_exact_decimals_and_iso_dates(session: Session) -> None:
    output = _output(
        session.run(
            "SELECT sum(x) AS s, CAST('2025-01-02' AS DATE) AS d, CAST(2 AS DECIMAL(9,4)) AS two, "
            "[1, NULL] AS l FROM (VALUES (CAST(0.1 AS DECIMAL(9,4))), (0.1), (0.1)) v(x)"
        )
    )
    assert output.rows == ((0.3, "2025-01-02", 2, [1, None]),)


def test_rows_are_sorted_unless_the_query_orders_them(session: Session) -> None:
    session.insert(
        "employees",
        [(i, "N", "", s, "", "", None) for i, s in (("b", 2), ("a", 3), ("c", 1))],
    )
    assert _output(session.run("SELECT id FROM employees")).rows == (("a",), ("b",), ("c",))
    ordered = _output(session.run("SELECT id FROM employees ORDER BY salary"))
    assert ordered.rows == (("c",), ("b",), ("a",))
    plain = _output(session.run("SELECT id FROM employees UNION ALL SELECT 'aa'"))
    assert plain.rows == (("a",), ("aa",), ("b",), ("c",))


def test_equal_rows_have_equal_digests_whatever_the_load_order(identity: Identity) -> None:
    digests = set()
    for order in ((0, 1, 2), (2, 0, 1)):
        with Session.open(identity) as opened:
            rows = [(f"e{n}", "N", "", n, "", "", None) for n in order]
            opened.insert("employees", rows)
            digests.add(_output(opened.run("SELECT id, salary FROM employees")).digest)
    assert len(digests) == 1


def test_a_finder_keeps_its_own_order(session: Session) -> None:
    session.keep_lookup("found_1", [("z", "Zed", 0.9), ("a", "Ann", 0.8)])
    assert [row[0] for row in _output(session.run("SELECT id FROM found_1")).rows] == ["z", "a"]


def test_what_the_plan_got_wrong_is_a_value(session: Session) -> None:
    _people(session)
    wrong = _failure(session.run("SELECT nothing FROM employees"))
    assert wrong.code is ViolationCode.SQL_RUNTIME
    assert wrong.violation("/facts/0/query").path == "/facts/0/query"
    conversion = _failure(session.run("SELECT CAST(name AS INTEGER) FROM employees"))
    assert "Name" not in str(conversion)
    infinite = _failure(session.run("SELECT CAST('inf' AS DOUBLE)"))
    assert infinite.code is ViolationCode.SQL_RUNTIME
    assert _output(session.run("SELECT count(*) FROM employees")).rows == ((4,),)


def test_a_large_result_is_refused_not_cut(session: Session) -> None:
    _people(session, 30)
    limits = RunLimits(rows=10)
    assert _failure(session.run("SELECT * FROM employees", limits=limits)).code is (
        ViolationCode.FACT_TOO_LARGE
    )
    kept = _failure(session.run_fact("f1", "SELECT * FROM employees", limits=limits))
    assert kept.details == {"limit": 10}
    assert not session.has_table("f1")
    text = _failure(session.run("SELECT name FROM employees", limits=RunLimits(chars=50)))
    assert text.code is ViolationCode.FACT_TOO_LARGE
    exact = session.run("SELECT id FROM employees", limits=RunLimits(rows=30))
    assert len(_output(exact).rows) == 30


def test_a_slow_query_is_interrupted_and_the_session_lives_on(session: Session) -> None:
    _people(session, 60)
    bomb = "SELECT count(*) FROM " + ", ".join(f"employees e{n}" for n in range(7))
    assert _failure(session.run(bomb, limits=RunLimits(seconds=0.1))).code is (
        ViolationCode.SQL_TIMEOUT
    )
    assert _output(session.run("SELECT count(*) FROM employees")).rows == ((60,),)


def test_facts_keep_their_types_for_later_facts(session: Session) -> None:
    session.run_fact("f1", "SELECT today AS day, CAST(0.1 AS DECIMAL(9,4)) AS part FROM me")
    output = _output(session.run("SELECT day + 1 AS next, part * 3 AS sum FROM f1"))
    assert output.rows == (("2025-03-21", 0.3),) or output.rows == (("2025-03-21T00:00:00", 0.3),)
    session.run_fact("f1", "SELECT 1 AS one")
    assert _output(session.run("SELECT * FROM f1")).columns == ("one",)


@pytest.mark.requirement("S3-7.1.3c")
def test_derived_tables_are_created_and_extended(session: Session, checked: Any) -> None:
    _people(session)
    start = checked("CREATE TEMP TABLE derived_pay AS SELECT id, salary FROM employees")
    more = checked(
        "INSERT INTO derived_pay SELECT id, 7 AS salary FROM employees",
        facts={"derived_pay": ("id", "salary")},
    )
    assert len(_output(session.run_fact("f1", start)).rows) == 4
    assert len(_output(session.run_fact("f2", more)).rows) == 4
    assert _output(session.run("SELECT count(*) FROM derived_pay")).rows == ((8,),)
    again = _failure(session.run_fact("f3", start))
    assert again.code is ViolationCode.SQL_RUNTIME
    assert not session.has_table("f3")


@pytest.mark.requirement("S3-7.1.3e", "S3-7.1.3f")
def test_nothing_of_a_task_is_left_in_the_next(identity: Identity, checked: Any) -> None:
    with Session.open(identity) as first:
        _people(first)
        first.run_fact("f1", checked("CREATE TEMP TABLE derived_x AS SELECT id FROM employees"))
        first.keep_rows("b_call", [{"id": "x"}])
        assert first.has_table("derived_x")
    with Session.open(identity) as second:
        for name in ("f1", "derived_x", "b_call"):
            assert not second.has_table(name)
            assert _failure(second.run(f"SELECT * FROM {name}")).code is ViolationCode.SQL_RUNTIME
        assert _output(second.run("SELECT count(*) FROM employees")).rows == ((0,),)


@pytest.mark.requirement("S3-7.1.3f")
def test_a_fact_can_never_be_an_entity_table(session: Session) -> None:
    _people(session)
    for name in ("employees", "Workloads", "snapshot_meta", "x; DROP TABLE employees"):
        with pytest.raises(ContractError):
            session.run_fact(name, "SELECT 1 AS one")
        with pytest.raises(ContractError):
            session.keep_rows(name, [{"id": "x"}])
    assert len(session.rows("employees")) == 4


def test_two_tasks_do_not_see_each_other(identity: Identity) -> None:
    with Session.open(identity) as one, Session.open(identity) as two:
        _people(one)
        one.run_fact("f1", "SELECT 1 AS one")
        assert _output(two.run("SELECT count(*) FROM employees")).rows == ((0,),)
        assert not two.has_table("f1")


def test_tasks_run_in_parallel_threads(identity: Identity) -> None:
    counts: dict[int, Any] = {}

    def work(number: int) -> None:
        for _ in range(5):
            with Session.open(identity) as opened:
                _people(opened, number)
                opened.run_fact("f1", "SELECT count(*) AS n FROM employees")
                counts[number] = _output(opened.run("SELECT n FROM f1")).rows

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == {number: ((number,),) for number in range(1, 5)}


@pytest.mark.parametrize(
    "sql",
    [
        "ATTACH 'other.db' AS other",
        "COPY (SELECT 1) TO 'out.csv'",
        "SELECT * FROM read_csv('/etc/hostname')",
        "SELECT * FROM '/etc/hostname'",
        "SELECT * FROM local_rows",
        "SET threads = 4",
        "INSTALL httpfs",
        "RESET memory_limit",
    ],
)
def test_the_engine_is_locked_below_the_firewall(session: Session, sql: str) -> None:
    local_rows = [{"secret": 1}]
    assert local_rows
    assert isinstance(session.run(sql), Failure)


def test_bind_rows_become_typed_columns(session: Session) -> None:
    session.keep_rows(
        "b_hits",
        [
            {"id": "a", "hours": 1.5, "day": "2025-01-01", "tags": ["x"], "ok": True},
            {"id": "b", "hours": 2, "day": None, "late": 7},
        ],
    )
    typed = _output(session.run("SELECT b.id, hours + 1 AS h, day < today AS d FROM b_hits b, me"))
    assert typed.rows == (("a", 2.5, True), ("b", 3, None))
    everything = _output(session.run("SELECT tags, ok, late FROM b_hits ORDER BY b_hits.id"))
    assert everything.rows == (('["x"]', True, None), (None, None, 7))
    session.keep_rows("b_none", [], {"id": "text", "n": "int"})
    assert _output(session.run("SELECT count(n) FROM b_none")).rows == ((0,),)


def test_forgetting_the_plan_keeps_entities_and_finders(session: Session) -> None:
    _people(session)
    session.run_fact("f1", "SELECT 1 AS one")
    session.keep_rows("b_x", [{"id": "1"}])
    session.keep_lookup("found_1", [("a", "Ann", 1.0)])
    session.forget_plan()
    assert not session.has_table("f1")
    assert not session.has_table("b_x")
    assert session.has_table("found_1")
    assert len(session.rows("employees")) == 4
    assert _output(session.run_fact("f1", "SELECT 2 AS two")).rows == ((2,),)


def test_a_view_must_be_built_first(session: Session) -> None:
    with pytest.raises(ContractError):
        session.run("SELECT 1", view="masked")


def test_closing_twice_is_harmless(identity: Identity) -> None:
    opened = Session.open(identity)
    opened.close()
    opened.close()


def test_values_of_a_column_follow_every_change(session: Session) -> None:
    def names(table: str = "employees", region: Region = WHOLE) -> tuple[str, ...] | None:
        assert session.column_values(table, "name", region) == session.column_values(
            table, "name", region
        )
        return session.column_values(table, "name", region)

    second = Region.build({"id": OneOf(values=frozenset({"e1"}))})

    _people(session, 2)
    assert names() == ("Name 0", "Name 1")
    assert names(region=second) == ("Name 1",)
    session.change("DELETE FROM base.employees WHERE id = $1", ["e1"])
    assert names() == ("Name 0",)
    assert names(region=second) == ()
    session.insert("employees", [("e1", "Name 9", "e9@x.example", 1, "Cork", "Yard", None)])
    assert names(region=second) == ("Name 9",)
    session.keep_rows("b_found", [{"name": "one"}])
    assert names("b_found") == ("one",)
    session.keep_rows("b_found", [{"name": "two"}])
    assert names("b_found") == ("two",)
    session.forget_plan()
    assert session.column_values("b_found", "name") is None
