"""Certificates: what they cover, and that they never claim more than was fetched."""

import random
from typing import Any

import pytest

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.certificate import WHOLE, Between, Limit, OneOf, Region
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery, Filter
from agentic_solver.erc3.snapshot.session import Session


def _one_of(*values: str | int) -> OneOf:
    return OneOf(values=frozenset(values))


def _region(**limits: Limit) -> Region:
    return Region.build(limits)


@pytest.mark.parametrize(
    ("outer", "inner", "covered"),
    [
        (WHOLE, _region(a=_one_of("x")), True),
        (_region(a=_one_of("x")), WHOLE, False),
        (_region(a=_one_of("x", "y")), _region(a=_one_of("x")), True),
        (_region(a=_one_of("x")), _region(a=_one_of("x", "y")), False),
        (_region(a=_one_of("x")), _region(a=_one_of("x"), b=_one_of("z")), True),
        (_region(a=_one_of("x"), b=_one_of("z")), _region(a=_one_of("x")), False),
        (_region(d=Between(low="2025-01-01")), _region(d=Between(low="2025-02-01")), True),
        (_region(d=Between(low="2025-02-01")), _region(d=Between(low="2025-01-01")), False),
        (_region(d=Between(low="2025-02-01")), _region(d=Between(high="2025-03-01")), False),
        (_region(n=Between(low=3, high=7)), _region(n=_one_of(3, 7)), True),
        (_region(n=Between(low=3, high=7)), _region(n=_one_of(8)), False),
        (_region(n=Between(low=3)), _region(n=_one_of("5")), False),
        (_region(n=_one_of(3)), _region(n=Between(low=3, high=3)), False),
    ],
)
def test_a_region_covers_what_lies_inside_it(outer: Region, inner: Region, covered: bool) -> None:
    assert outer.covers(inner) is covered


def test_filters_become_the_smallest_region_that_holds_them() -> None:
    filters = [
        Filter(table="t", column="level", op=">", values=(3,)),
        Filter(table="t", column="level", op="<=", values=(8,)),
        Filter(table="t", column="name", op="in", values=("a", "b")),
        Filter(table="t", column="name", op="=", values=("b",)),
        Filter(table="t", column="other", op="=", values=("x",)),
    ]
    region = Region.from_filters(filters, frozenset({"level", "name"}))
    assert region == _region(level=Between(low=4, high=8), name=_one_of("b"))
    assert region.where() == '"level" >= 4 AND "level" <= 8 AND "name" IN (\'b\')'
    assert region.to_json() == {"level": {"from": 4, "to": 8}, "name": ["b"]}


def test_contradicting_filters_leave_nothing_to_fetch() -> None:
    filters = [Filter(table="t", column="id", op="=", values=(v,)) for v in ("a", "b")]
    region = Region.from_filters(filters, frozenset({"id"}))
    assert region.is_empty
    assert region.where() == "false"


_SLOTS: dict[str, tuple[str, ...]] = {
    "person": (*(f"e{n:03}" for n in (0, 1, 2, 5, 19, 22)), "ghost"),
    "other": ("e000", "e001", "e004", "e021", "ghost"),
    "project": (*(f"p{n:02}" for n in (0, 3, 6, 11)), "ghost"),
    "city": ("Aarhus", "Brno", "Cork", "Dover"),
    "phase": ("idea", "active", "archived", "Active"),
    "day": tuple(f"2025-03-{day:02}" for day in range(1, 29)),
    "level": tuple(str(level) for level in range(12)),
}
_TEMPLATES = (
    "SELECT name FROM employees WHERE location = '{city}'",
    "SELECT notes FROM employees WHERE id IN ('{person}', '{other}')",
    "SELECT id, notes FROM employees WHERE location = '{city}'",
    "SELECT count(*) FROM projects WHERE status IN ('{phase}', 'paused')",
    "SELECT employee FROM project_team WHERE project = '{project}'",
    "SELECT t.project, p.name FROM project_team t JOIN projects p ON p.id = t.project "
    "WHERE t.employee = '{person}' AND p.status = '{phase}'",
    "SELECT e.id FROM employees e WHERE EXISTS (SELECT 1 FROM employee_skills s WHERE "
    "s.employee = e.id AND s.name = 'skill_crane' AND s.level >= {level}) "
    "AND e.location <> '{city}'",
    "SELECT employee, level FROM employee_wills WHERE name = 'will_travel' AND level < {level}",
    "SELECT count(*), sum(hours) FROM time_entries WHERE date >= '{day}' AND employee = '{person}'",
    "SELECT count(*) FROM time_entries WHERE date = '{day}'",
    "SELECT c.id, count(p.id) FROM customers c LEFT JOIN projects p ON p.customer = c.id "
    "AND p.status = '{phase}' WHERE c.account_manager = '{person}' GROUP BY ALL",
    "SELECT time_slices FROM workloads WHERE employee = '{person}'",
    "SELECT max(time_slices) FROM workloads",
    "SELECT e.name, w.projects FROM employees e JOIN workloads w ON w.employee = e.id "
    "WHERE e.location = '{city}'",
    "SELECT e.name FROM employees e LEFT JOIN project_team t ON t.employee = e.id "
    "AND t.project = '{project}' WHERE t.employee IS NULL",
    "SELECT e.notes FROM employees e JOIN customers c ON c.account_manager = e.id "
    "WHERE c.location = '{city}'",
    "WITH mine AS (SELECT project FROM project_team WHERE employee = '{person}' UNION "
    "SELECT id FROM projects WHERE status = '{phase}') SELECT t.employee FROM project_team t "
    "JOIN mine ON mine.project = t.project",
    "SELECT a.id FROM employees a WHERE NOT EXISTS (SELECT 1 FROM project_team t "
    "WHERE t.employee = a.id AND t.role = 'Lead')",
    "SELECT count(*) FROM project_team WHERE role = 'Lead' AND employee <> '{person}'",
)


def _draw(dice: random.Random) -> str:
    slots = {name: dice.choice(values) for name, values in _SLOTS.items()}
    return dice.choice(_TEMPLATES).format(**slots)


# Seeded draws instead of hypothesis, whose tracing makes DuckDB's binding report leaks at exit.
@pytest.mark.sampled(12)
@pytest.mark.parametrize("seed", range(40))
def test_any_sequence_of_queries_answers_as_over_the_whole_company(
    seed: int, company: Any, identity: Identity
) -> None:
    dice = random.Random(seed)
    queries = [_draw(dice) for _ in range(dice.randint(1, 5))]
    company.page_limit = 50
    with Session.open(identity) as lazy, Session.open(identity) as whole:
        acquirer = Acquirer(lazy, company)
        assert Acquirer(whole, company).ensure_all() is None
        for sql in queries:
            query = check_query(sql)
            assert isinstance(query, CheckedQuery)
            assert acquirer.ensure([query]) is None
            output, expected = lazy.run(query), whole.run(query)
            assert isinstance(output, FactOutput)
            assert output == expected
        _assert_certificates_hold(acquirer, lazy, whole)


_TABLES = {
    "employees.detail": ("employees", ("id", "notes")),
    "customers.detail": ("customers", ("id", "brief", "account_manager")),
    "projects.detail": ("projects", ("id", "description")),
}


def _assert_certificates_hold(acquirer: Acquirer, lazy: Session, whole: Session) -> None:
    """Every row that a certificate claims is stored, with the columns it claims."""
    for certificate in acquirer.certificates:
        table, columns = _TABLES.get(certificate.target, (certificate.target, ()))
        brief = {"employees": "id", "customers": "id", "projects": "id"}
        cells = ", ".join(columns) or (brief.get(table) or "*")
        sql = f"SELECT {cells} FROM {table} WHERE {certificate.region.where()}"
        truth, stored = whole.run(sql), lazy.run(sql)
        assert isinstance(truth, FactOutput)
        assert isinstance(stored, FactOutput)
        if "account_manager" in certificate.region.columns and not columns:
            # Brief rows do not show the column they were searched by.
            ids = {row[0] for row in truth.rows}
            assert ids <= set(certificate.ids)
            continue
        assert stored.rows == truth.rows
