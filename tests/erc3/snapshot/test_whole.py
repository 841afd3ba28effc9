"""The streamed company: the same rows as the lazy one, by one call each, nothing kept."""

import subprocess
import sys
from typing import Any

import pytest

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS
from agentic_solver.erc3.snapshot.session import Session

TABLES = [name for name in ENTITY_COLUMNS if name != "me"]


def _stored(session: Session, table: str) -> list[tuple[object, ...]]:
    return sorted(session.rows(table), key=repr)


@pytest.mark.requirement("S3-4.1g", "S3-A3a")
def test_streamed_tables_equal_those_fetched_lazily(identity: Identity, company: Any) -> None:
    company.employees[0].update(name="  Zoe\u0308 ", location="Mu\u0308nchen")
    company.employees[1].update(
        skills=[{"name": "b", "level": 2}, {"name": " a", "level": 1}], notes=" kept as it is "
    )
    company.entries[0].update(status=" Approved", hours=0.3333, notes="\u00a0")
    company.entries[1].update(status="On hold", hours=1 / 3)
    with Session.open(identity) as whole, Session.open(identity) as lazy:
        assert Acquirer(whole, company).ensure_all() is None
        streamed = len(company.log)
        names = [f"{table}.{column}" for table in TABLES for column in ENTITY_COLUMNS[table]]
        assert Acquirer(lazy, company).ensure_columns(names) is None
        assert len(company.log) == 2 * streamed
        for table in TABLES:
            assert _stored(whole, table) == _stored(lazy, table), table


@pytest.mark.requirement("S3-4.1g")
def test_two_streams_make_the_same_calls(identity: Identity, company: Any) -> None:
    logs = []
    for _ in range(2):
        company.log.clear()
        with Session.open(identity) as session:
            assert Acquirer(session, company).ensure_all() is None
        logs.append([(route, body) for route, body, _ in company.log])
    assert logs[0] == logs[1]
    assert len(logs[0]) == len({repr(call) for call in logs[0]})


@pytest.mark.requirement("S3-A3b", "S3-A3e")
def test_nothing_is_fetched_after_the_whole_company(
    acquirer: Acquirer, company: Any, session: Session, checked: Any
) -> None:
    assert acquirer.ensure_all() is None
    before = len(company.log)
    sql = (
        "SELECT e.notes, s.level, t.hours, p.description, c.brief, w.time_slices FROM employees e "
        "JOIN employee_skills s ON s.employee = e.id JOIN time_entries t ON t.employee = e.id "
        "JOIN projects p ON p.id = t.project JOIN customers c ON c.id = t.customer "
        "JOIN workloads w ON w.employee = e.id"
    )
    assert acquirer.ensure([checked(sql)]) is None
    assert acquirer.ensure_all() is None
    assert len(company.log) == before


def test_what_was_fetched_before_is_completed(
    acquirer: Acquirer, company: Any, session: Session
) -> None:
    names = ["projects.description", "time_entries.id"]
    where = {"projects.id": ["p03"], "time_entries.employee": ["e001"]}
    assert acquirer.ensure_columns(names, where=where) is None
    assert acquirer.ensure_all() is None
    assert len(session.rows("projects")) == 12
    assert len(session.rows("time_entries")) == 40
    assert company.counts["/projects/get"] == 12


def test_an_entity_without_details_keeps_its_brief_row(
    acquirer: Acquirer, company: Any, session: Session
) -> None:
    def tamper(route: str, payload: Any) -> Any:
        if route == "/projects/get" and payload["project"]["id"] == "p02":
            return {"project": None, "found": False}
        if route == "/employees/get" and payload["employee"]["id"] == "e004":
            return {"employee": company.employees[5]}
        return payload

    company.tamper = tamper
    assert acquirer.ensure_all() is None
    rows = {row[0]: row for row in session.rows("projects")}
    assert rows["p02"][1:] == ("Vessel 02", "c02", "active", None)
    people = {row[0]: row[-1] for row in session.rows("employees")}
    assert (people["e004"], people["e005"]) == (None, "note 5")
    assert len(people) == 23


@pytest.mark.requirement("S3-C1a", "S3-C1b")
@pytest.mark.parametrize(
    ("route", "table"),
    [
        ("/employees/list", "employees"),
        ("/employees/get", "employee_skills"),
        ("/projects/get", "project_team"),
        ("/time/search", "time_entries"),
    ],
)
def test_a_stream_with_a_malformed_payload_leaves_nothing(
    acquirer: Acquirer, company: Any, session: Session, route: str, table: str
) -> None:
    calls = iter(range(99))

    def tamper(asked: str, payload: Any) -> Any:
        return {"next_offset": "soon"} if asked == route and next(calls) == 1 else payload

    company.tamper = tamper
    failure = acquirer.ensure_all()
    assert failure is not None
    assert failure.code is ViolationCode.API_PAYLOAD_INVALID
    assert session.rows(table) == ()
    assert all(one.target != table for one in acquirer.certificates)


def test_a_lazy_snapshot_does_not_load_arrow() -> None:
    program = "import sys, agentic_solver.harness.task_run; print('pyarrow' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.strip() == b"False"
