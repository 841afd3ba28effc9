"""The streamed company: the same rows as the lazy one, by one call each, nothing kept."""

import subprocess
import sys
from typing import Any

import pytest

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.paging import iterate_pages
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


def _refusal(acquirer: Acquirer, session: Session, table: str) -> str:
    """Load everything, expect a refusal that leaves nothing of the table; return its sentence."""
    failure = acquirer.ensure_all()
    assert failure is not None
    assert failure.code is ViolationCode.SNAPSHOT_INSUFFICIENT
    assert session.rows(table) == ()
    assert all(one.target != table for one in acquirer.certificates)
    return " ".join((failure.message, *map(str, failure.details.values())))


@pytest.mark.parametrize(
    ("route", "table"), [("/time/search", "time_entries"), ("/projects/list", "projects")]
)
def test_pages_that_never_end_are_refused(
    acquirer: Acquirer,
    company: Any,
    session: Session,
    monkeypatch: pytest.MonkeyPatch,
    route: str,
    table: str,
) -> None:
    monkeypatch.setattr(
        "agentic_solver.erc3.snapshot.whole.iterate_pages",
        lambda fetch, limit: iterate_pages(fetch, limit, max_pages=30),
    )
    real = company.call

    def endless(asked: str, body: Any, *, cause: str) -> Any:
        if asked != route:
            return real(asked, body, cause=cause)
        first = real(asked, {**body, "offset": 0}, cause=cause)
        key = "entries" if table == "time_entries" else table
        start = body["offset"]
        rows = [{**row, "id": f"x{start + n}"} for n, row in enumerate(first[key])]
        return {**first, key: rows, "next_offset": start + len(rows)}

    company.call = endless
    assert "no end after 30 pages" in _refusal(acquirer, session, table)


def test_a_page_that_holds_an_id_twice_is_stored_once(
    acquirer: Acquirer, company: Any, session: Session
) -> None:
    company.entries[0]["hours"] = 0.0

    def tamper(route: str, payload: Any) -> Any:
        if route != "/time/search" or payload["next_offset"] == -1:
            return payload
        rows = payload["entries"]
        return {**payload, "entries": [*rows[:-1], rows[0]]}

    company.tamper = tamper
    failure = acquirer.ensure_all()
    assert failure is not None
    assert failure.code is ViolationCode.SNAPSHOT_INSUFFICIENT
    assert all(one.target != "time_entries" for one in acquirer.certificates)
    company.tamper = None
    company.entries.append(company.entries[0])
    assert acquirer.ensure_all() is None
    ids = [row[0] for row in session.rows("time_entries")]
    assert len(ids) == len(set(ids)) == len(company.entries) - 1


def test_a_total_that_shrinks_is_held_against_the_rows(
    acquirer: Acquirer, company: Any, session: Session
) -> None:
    def tamper(route: str, payload: Any) -> Any:
        if route != "/time/search":
            return payload
        is_last = payload["next_offset"] == -1
        return {**payload, "total_hours": 1.0 if is_last else payload["total_hours"] + 9}

    company.tamper = tamper
    assert "total_hours says" in _refusal(acquirer, session, "time_entries")


def test_a_page_of_ten_megabytes_is_stored(
    acquirer: Acquirer, company: Any, session: Session
) -> None:
    company.entries[3]["notes"] = "n\u00f6te\n" * 2_000_000
    company.employees[2]["notes"] = "x" * 10_000_000
    assert acquirer.ensure_all() is None
    assert max(len(str(row[7])) for row in session.rows("time_entries")) == 10_000_000
    assert max(len(str(row[-1])) for row in session.rows("employees")) == 10_000_000


def test_what_goes_wrong_while_a_batch_is_stored_ends_the_load(
    acquirer: Acquirer, company: Any, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agentic_solver.erc3.snapshot.intake._BATCH_CHARS", 1)
    company.employees[3]["salary"] = 2**63
    failure = acquirer.ensure_all()
    assert failure is not None
    assert failure.code is ViolationCode.API_PAYLOAD_INVALID
    assert "does not fit employees" in " ".join(map(str, (failure.message, failure.details)))
    assert session.rows("employees") == session.rows("employee_skills") == ()
    assert company.counts["/employees/get"] < 23
