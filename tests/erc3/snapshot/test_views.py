"""Caller views: masked and probed values, decided over the full tables."""

from typing import Any

import pytest

from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery
from agentic_solver.erc3.snapshot.session import Session, ViewName
from agentic_solver.erc3.snapshot.views import (
    HIDDEN,
    VISIBLE,
    ColumnRule,
    RowRule,
    build_caller_views,
    hiding,
    perturbed,
    probe_cells,
    show_instead,
)

_OWN = RowRule(sql="r.id = (SELECT m.id FROM me m)")
_VIEWS: tuple[ViewName, ...] = ("full", "masked", "low", "high")


@pytest.fixture
def filled(session: Session, company: Any) -> Session:
    assert Acquirer(session, company).ensure_all() is None
    return session


def _rows(session: Session, sql: str, view: ViewName) -> tuple[tuple[Any, ...], ...]:
    output = session.run(sql, view=view)
    assert isinstance(output, FactOutput), output
    return output.rows


def _interferes(session: Session, sql: str) -> bool:
    return len({_rows(session, sql, view) for view in _VIEWS}) > 1


def test_a_hidden_value_is_null_row_by_row(filled: Session) -> None:
    build_caller_views(filled, {("employees", "salary"): _OWN})
    sql = "SELECT id, salary FROM employees WHERE id IN ('e001', 'e002')"
    assert _rows(filled, sql, "masked") == (("e001", 41_000), ("e002", None))
    assert _rows(filled, sql, "full") == (("e001", 41_000), ("e002", 42_000))
    assert _rows(filled, "SELECT * FROM employees", "masked")[0] == (
        "e000",
        "Person 000",
        "e000@harbour.example",
        None,
        "Aarhus",
        "Office",
        "note 0",
    )


def test_a_hidden_key_is_null_in_what_a_caller_gets(filled: Session) -> None:
    build_caller_views(filled, {("project_team", "employee"): HIDDEN})
    sql = "SELECT DISTINCT employee FROM project_team"
    assert _rows(filled, sql, "masked") == ((None,),)
    assert _rows(filled, sql, "high") == _rows(filled, sql, "full")


@pytest.mark.parametrize(
    ("literals", "hidden", "cells"),
    [
        (("a%b", "it's", "%", ""), "employees.name", [{"text": "'ab'"}, {"text": "'it''s'"}]),
        (("x" * 200, "x" * 201), "employees.notes", [{"text": f"'{'x' * 200}'"}]),
        (
            ("7",),
            "employees.salary",
            [{"int": n, "decimal": n} for n in ("7", "8", "6")],
        ),
        (
            ("0.5",),
            "time_entries.hours",
            [{"decimal": n} for n in ("0.5", "1.5", "-0.5")],
        ),
        (
            ("99999",),
            "time_entries.hours",
            [
                {"int": "99999", "decimal": "99998"},
                {"int": "100000", "decimal": "99998"},
                {"int": "99998", "decimal": "99998"},
            ],
        ),
        (("inf", "nan", "2000000001", "seven"), "employees.salary", []),
        (
            ("2025-03-01", "2025-13-01", "1.3.2025"),
            "time_entries.date",
            [{"date": "DATE '2025-03-01'"}],
        ),
        (("Cork", "7", "2025-03-01"), "time_entries.billable", []),
        ((), "employees.name", []),
    ],
    ids=[
        "texts", "as long as it may be", "whole numbers", "decimals", "within the type",
        "no numbers", "days", "another kind", "nothing",
    ],
)  # fmt: skip
def test_hidden_values_are_tried_as_what_they_are_compared_with(
    literals: tuple[str, ...], hidden: str, cells: list[dict[str, str]]
) -> None:
    table, _, column = hidden.partition(".")
    assert list(probe_cells(literals, [(table, column)])) == cells


def test_hidden_values_are_tried_a_few_times_and_in_all_kinds_at_once() -> None:
    words = [f"w{number}" for number in range(9)]
    assert len(probe_cells(words, [("employees", "name")])) == 6
    both = probe_cells(("a", "b", "7"), [("employees", "name"), ("employees", "salary")])
    assert both[1] == {"text": "'b'", "int": "8", "decimal": "8"}


@pytest.mark.parametrize(
    ("rules", "kept"),
    [
        ({}, set()),
        ({"salary": "r.salary > 0"}, set()),
        ({"salary": "r.salary > 0", "notes": "r.id <> 'e001'"}, {"notes"}),
        ({"salary": "r.id = (SELECT m.id FROM me m)"}, {"salary"}),
        ({"salary": "NULL"}, {"salary"}),
        ({"salary": "r.id < 'e003'", "notes": "r.id < 'e003'"}, {"salary", "notes"}),
    ],
)
@pytest.mark.parametrize("caller", ["", "e002"])
def test_rules_that_hold_for_all_rows_hide_nothing(
    filled: Session, rules: dict[str, str], kept: set[str], caller: str
) -> None:
    found = {
        ("employees", column): RowRule(sql=sql, caller=caller) for column, sql in rules.items()
    }
    assert {column for _table, column in hiding(filled, found)} == kept


def test_a_rule_about_one_table_hides_nothing_of_another(filled: Session) -> None:
    both = {("employees", "id"): RowRule(sql="false"), ("projects", "id"): RowRule(sql="true")}
    assert list(hiding(filled, both)) == [("employees", "id")]


def test_a_caller_who_is_named_is_the_one_who_is_looked_up(filled: Session) -> None:
    asked = "SELECT id, salary FROM employees WHERE salary IS NOT NULL"
    build_caller_views(filled, {("employees", "salary"): _OWN})
    looked_up = _rows(filled, asked, "masked")
    build_caller_views(filled, {("employees", "salary"): RowRule(sql=_OWN.sql, caller="e003")})
    named = _rows(filled, asked, "masked")
    assert [row[0] for row in (*looked_up, *named)] == [filled.identity.current_user, "e003"]


def test_keys_are_the_same_in_every_probe() -> None:
    columns = [("employees", "id"), ("employees", "salary"), ("project_team", "project")]
    assert perturbed(columns) == {("employees", "salary")}


def test_other_values_are_shown_in_place_of_the_highest(filled: Session) -> None:
    rules = {("employees", "salary"): _OWN, ("employees", "notes"): _OWN}
    asked = "SELECT salary, notes FROM employees WHERE id <> (SELECT id FROM me) LIMIT 1"
    build_caller_views(filled, rules)
    show_instead(filled, rules, ["employees"], {"int": "7"})
    ((salary, notes),) = _rows(filled, asked, "high")
    assert (salary, notes) == (7, chr(1114109))
    show_instead(filled, rules, ["employees"], {"text": "'x'"})
    assert _rows(filled, asked, "high") == ((2000000000, "x"),)


@pytest.mark.parametrize(
    ("sql", "interferes"),
    [
        ("SELECT name FROM employees WHERE location = 'Cork'", False),
        ("SELECT salary FROM employees, me WHERE employees.id = me.id", False),
        ("SELECT avg(salary) FROM employees", True),
        ("SELECT name FROM employees ORDER BY salary DESC LIMIT 3", True),
        ("SELECT count(*) FROM employees WHERE salary > 50000", True),
        ("SELECT a.id FROM employees a JOIN employees b ON a.salary = b.salary - 1000", True),
        ("SELECT max(salary) - max(salary) FROM employees WHERE id = 'e001'", False),
        ("SELECT employee FROM employee_skills WHERE level >= 9", True),
        ("SELECT count(*) FROM employee_skills", False),
        ("SELECT time_slices FROM workloads", True),
    ],
)
def test_probes_tell_whether_a_query_depends_on_what_is_hidden(
    filled: Session, sql: str, interferes: bool
) -> None:
    rules: dict[tuple[str, str], ColumnRule] = {
        ("employees", "salary"): _OWN,
        ("employee_skills", "level"): HIDDEN,
        ("project_team", "time_slice"): HIDDEN,
        ("employees", "name"): VISIBLE,
    }
    build_caller_views(filled, rules)
    assert _interferes(filled, sql) is interferes


def test_a_predicate_looks_at_the_full_tables_not_through_its_own_mask(filled: Session) -> None:
    leads = (
        "EXISTS (SELECT 1 FROM project_team t JOIN project_team o ON o.project = t.project "
        "WHERE t.employee = (SELECT m.id FROM me m) AND t.role = 'Lead' AND o.employee = r.id)"
    )
    rules: dict[tuple[str, str], ColumnRule] = {
        ("project_team", column): HIDDEN for column in ("employee", "project", "role")
    }
    build_caller_views(filled, {**rules, ("employees", "notes"): RowRule(sql=leads)})
    seen = _rows(filled, "SELECT id FROM employees WHERE notes IS NOT NULL", "masked")
    assert seen == (("e001",), ("e002",), ("e003",))


def test_a_predicate_may_name_what_it_reads(filled: Session) -> None:
    named = "r.id IN (WITH own AS (SELECT m.id FROM me m) SELECT own.id FROM own)"
    build_caller_views(filled, {("employees", "salary"): RowRule(sql=named)})
    sql = "SELECT salary FROM employees WHERE id IN ('e001', 'e002')"
    assert _rows(filled, sql, "masked") == ((41_000,), (None,))


def test_a_predicate_may_read_a_view(filled: Session) -> None:
    busy = "r.id IN (SELECT w.employee FROM workloads w WHERE w.projects > 0)"
    rules: dict[tuple[str, str], ColumnRule] = {("project_team", "employee"): HIDDEN}
    build_caller_views(filled, {**rules, ("employees", "salary"): RowRule(sql=busy)})
    seen = _rows(filled, "SELECT count(salary) FROM employees", "masked")
    staffed = _rows(filled, "SELECT count(DISTINCT employee) FROM project_team", "full")
    assert seen == staffed


def test_judged_rows_are_out_of_reach_of_a_view_and_judged_anew_each_time(filled: Session) -> None:
    build_caller_views(filled, {("employees", "salary"): _OWN})
    kept = 'SELECT * FROM "rows of employees"'
    assert not isinstance(filled.run(kept, view="masked"), FactOutput)
    assert not isinstance(check_query(kept), CheckedQuery)
    sql = "SELECT salary FROM employees WHERE id IN ('e001', 'e002')"
    build_caller_views(filled, {("employees", "salary"): RowRule(sql="r.id = 'e002'")})
    assert _rows(filled, sql, "masked") == ((42_000,), (None,))


def test_facts_of_a_view_read_only_facts_of_that_view(filled: Session) -> None:
    build_caller_views(filled, {("employees", "salary"): HIDDEN})
    for view in _VIEWS:
        fact = filled.run_fact("f1", "SELECT max(salary) AS top FROM employees", view=view)
        assert isinstance(fact, FactOutput)
    found = [_rows(filled, "SELECT top FROM f1", view)[0][0] for view in _VIEWS]
    assert found == [62_000, None, -2_000_000_000, 2_000_000_000]


def test_a_full_fact_is_not_visible_through_a_mask(filled: Session) -> None:
    filled.run_fact("f1", "SELECT salary FROM employees")
    build_caller_views(filled, {("employees", "salary"): HIDDEN})
    assert not isinstance(filled.run("SELECT * FROM f1", view="masked"), FactOutput)


def test_bind_tables_and_finders_are_the_same_in_every_view(filled: Session) -> None:
    filled.keep_rows("b_x", [{"id": "a"}])
    filled.keep_lookup("found_1", [("e001", "Person 001", 1.0)])
    build_caller_views(filled, {})
    sql = "SELECT b.id, f.name FROM b_x b, found_1 f"
    assert {_rows(filled, sql, view) for view in _VIEWS} == {(("a", "Person 001"),)}


def test_rebuilding_drops_the_facts_of_the_old_views(filled: Session) -> None:
    build_caller_views(filled, {("employees", "salary"): HIDDEN})
    filled.run_fact("f1", "SELECT 1 AS one", view="masked")
    build_caller_views(filled, {})
    assert not isinstance(filled.run("SELECT * FROM f1", view="masked"), FactOutput)
    assert _rows(filled, "SELECT count(salary) FROM employees", "masked") == ((23,),)


def test_types_are_the_same_in_every_view(filled: Session) -> None:
    rules: dict[tuple[str, str], ColumnRule] = dict.fromkeys(
        (
            ("employees", "salary"),
            ("time_entries", "date"),
            ("time_entries", "hours"),
            ("time_entries", "billable"),
            ("employee_skills", "level"),
        ),
        HIDDEN,
    )
    build_caller_views(filled, rules)
    sql = (
        "SELECT DISTINCT typeof(salary), typeof(t.date), typeof(t.hours), typeof(t.billable), "
        "typeof(s.level) FROM employees, time_entries t, employee_skills s"
    )
    kinds = {_rows(filled, sql, view) for view in _VIEWS}
    assert kinds == {(("BIGINT", "DATE", "DECIMAL(9,4)", "BOOLEAN", "INTEGER"),)}
