"""A made-up company behind the snapshot's port, with counters, and sessions over it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.errors import ApiError

Record = dict[str, Any]
_CITIES = ("Aarhus", "Brno", "Cork")
_ROLES = ("Lead", "Engineer", "QA")
_PHASES = ("idea", "exploring", "active", "paused", "archived")


def make_employee(number: int) -> Record:
    return {
        "id": f"e{number:03}",
        "name": f"Person {number:03}",
        "email": f"e{number:03}@harbour.example",
        "salary": 40_000 + 1_000 * number,
        "location": _CITIES[number % 3],
        "department": "Yard" if number % 2 else "Office",
        "notes": f"note {number}",
        "skills": [
            {"name": "skill_welding", "level": 1 + number % 10},
            {"name": "skill_crane", "level": 1 + (number * 3) % 10},
        ],
        "wills": [{"name": "will_travel", "level": 1 + number % 5}] if number % 4 else None,
    }


def make_customer(number: int) -> Record:
    return {
        "id": f"c{number:02}",
        "name": f"Client {number:02}",
        "brief": f"Buys hull {number}",
        "location": _CITIES[number % 3],
        "primary_contact_name": f"Contact {number}",
        "primary_contact_email": f"contact{number}@client.example",
        "deal_phase": _PHASES[number % 5],
        "high_level_status": "Active",
        "account_manager": f"e{number % 4:03}",
    }


def make_project(number: int) -> Record:
    return {
        "id": f"p{number:02}",
        "name": f"Vessel {number:02}",
        "description": f"Build vessel {number}",
        "customer": f"c{number % 7:02}" if number % 6 else "c_inhouse",
        "status": _PHASES[number % 5],
        "team": [
            {
                "employee": f"e{(number + place) % 20:03}",
                "time_slice": 0.1 * (place + 1),
                "role": _ROLES[place],
            }
            for place in range(3)
        ],
    }


def make_entry(number: int) -> Record:
    return {
        "id": f"te_{number:03}",
        "employee": f"e{number % 5:03}",
        "customer": f"c{number % 7:02}",
        "project": f"p{number % 11:02}",
        "date": f"2025-03-{1 + number % 28:02}",
        "hours": 0.1 + number % 8,
        "work_category": "customer_project",
        "notes": "",
        "billable": number % 2 == 0,
        "status": ("draft", "submitted", "approved")[number % 3],
    }


@dataclass
class FakeCompany:
    """The company API in memory: page limit, filters and errors as on the wire."""

    employees: list[Record] = field(default_factory=list)
    customers: list[Record] = field(default_factory=list)
    projects: list[Record] = field(default_factory=list)
    entries: list[Record] = field(default_factory=list)
    pages: dict[str, str] = field(default_factory=dict)
    page_limit: int = 5
    log: list[tuple[str, JsonObject, str]] = field(default_factory=list)
    refused: int = 0
    break_route: str = ""
    tamper: Callable[[str, JsonObject], JsonObject] | None = None

    @property
    def counts(self) -> Counter[str]:
        """Answered calls by route."""
        return Counter(route for route, _, _ in self.log)

    def call(self, route: str, body: JsonObject, *, cause: str) -> JsonObject:
        if route == self.break_route:
            raise ApiError(500, "out of order")
        payload = self._answer(route, dict(body))
        self.log.append((route, dict(body), cause))
        return self.tamper(route, payload) if self.tamper else payload

    def _answer(self, route: str, body: Record) -> JsonObject:
        kind, _, verb = route.strip("/").partition("/")
        match route:
            case "/wiki/list":
                return {"sha1": "0" * 40, "paths": [*sorted(self.pages)]}
            case "/wiki/load":
                return {"file": body["file"], "content": self.pages[body["file"]]}
            case "/time/search":
                found = [one for one in self.entries if _entry_fits(one, body)]
                return {**self._page("entries", found, body), **_totals(found)}
            case "/time/get":
                entry = dict(self._one(self.entries, body["id"]))
                del entry["id"]
                return {"entry": entry}
            case "/time/summary/by-employee" | "/time/summary/by-project":
                return {"summaries": self._summaries(route, body) or None}
            case "/projects/get":
                hit = [one for one in self.projects if one["id"] == body["id"]]
                return {"project": hit[0] if hit else None, "found": bool(hit)}
            case "/employees/get":
                return {"employee": self._one(self.employees, body["id"])}
            case "/customers/get":
                return {"company": self._one(self.customers, body["id"]), "found": True}
            case _:
                pass
        rows = {
            "employees": (self.employees, _employee_fits, "employees", _EMPLOYEE_BRIEF),
            "customers": (self.customers, _customer_fits, "companies", _CUSTOMER_BRIEF),
            "projects": (self.projects, _project_fits, "projects", _PROJECT_BRIEF),
        }[kind]
        records, fits, key, brief = rows
        found = [one for one in records if verb == "list" or fits(one, body)]
        return self._page(key, [{name: one[name] for name in brief} for one in found], body)

    def _page(self, key: str, found: Sequence[Record], body: Record) -> JsonObject:
        offset, limit = body["offset"], body["limit"]
        if limit > self.page_limit:
            self.refused += 1
            raise ApiError(400, f"page limit exceeded: {limit} > {self.page_limit}")
        if offset > len(found):
            raise ApiError(500, "slice bounds out of range")
        following = offset + limit if offset + limit < len(found) else -1
        return {"next_offset": following, key: list(found[offset : offset + limit]) or None}

    @staticmethod
    def _one(records: Sequence[Record], entity_id: str) -> Record:
        for one in records:
            if one["id"] == entity_id:
                return one
        raise ApiError(404, "Not found")

    def _summaries(self, route: str, body: Record) -> list[Any]:
        by = route.rsplit("-", 1)[1]
        groups: dict[tuple[str, ...], list[Record]] = {}
        for one in self.entries:
            if body["date_from"] <= one["date"] <= body["date_to"]:
                key = (one["employee"],) if by == "employee" else (one["customer"], one["project"])
                groups.setdefault(key, []).append(one)
        names = ("employee",) if by == "employee" else ("customer", "project")
        return [
            {
                **dict(zip(names, key, strict=True)),
                "total_hours": sum(one["hours"] for one in rows),
                "billable_hours": sum(one["hours"] for one in rows if one["billable"]),
                "non_billable_hours": sum(one["hours"] for one in rows if not one["billable"]),
                **({} if by == "employee" else {"distinct_employees": len(rows)}),
            }
            for key, rows in groups.items()
        ]


def _totals(entries: Sequence[Record]) -> Record:
    billable = sum(one["hours"] for one in entries if one["billable"])
    every = sum(one["hours"] for one in entries)
    return {
        "total_hours": every,
        "total_billable": billable,
        "total_non_billable": every - billable,
    }


_EMPLOYEE_BRIEF = ("id", "name", "email", "salary", "location", "department")
_CUSTOMER_BRIEF = ("id", "name", "location", "deal_phase", "high_level_status")
_PROJECT_BRIEF = ("id", "name", "customer", "status")


def _employee_fits(one: Record, body: Record) -> bool:
    for name in ("location", "department"):
        if body.get(name) and one[name] != body[name]:
            return False
    for name in ("skills", "wills"):
        held = {skill["name"]: skill["level"] for skill in one[name] or ()}
        for wanted in body.get(name) or ():
            level = held.get(wanted["name"], 0)
            if level < max(wanted["min_level"], 1) or level > (wanted.get("max_level") or 99):
                return False
    return True


def _customer_fits(one: Record, body: Record) -> bool:
    pairs = (
        ("deal_phase", "deal_phase"),
        ("account_managers", "account_manager"),
        ("locations", "location"),
    )
    return all(not body.get(name) or one[column] in body[name] for name, column in pairs)


def _project_fits(one: Record, body: Record) -> bool:
    if one["status"] == "archived" and not body.get("include_archived"):
        return False
    if body.get("customer_id") and one["customer"] != body["customer_id"]:
        return False
    if body.get("status") and one["status"] not in body["status"]:
        return False
    wanted = body.get("team")
    return not wanted or any(
        seat["employee"] == wanted.get("employee_id", seat["employee"])
        and seat["role"] == wanted.get("role", seat["role"])
        for seat in one["team"]
    )


def _entry_fits(one: Record, body: Record) -> bool:
    names = ("employee", "customer", "project", "work_category", "status")
    if any(body.get(name) and one[name] != body[name] for name in names):
        return False
    if body.get("date_from") and one["date"] < body["date_from"]:
        return False
    if body.get("date_to") and one["date"] > body["date_to"]:
        return False
    return body.get("billable") in (None, "", "billable" if one["billable"] else "non_billable")


@pytest.fixture
def identity() -> Identity:
    return Identity(
        current_user="e001",
        is_public=False,
        location="Brno",
        department="Yard",
        today="2025-03-20",
        wiki_sha1="0" * 40,
    )


def build_company(
    *, employees: int = 23, customers: int = 9, projects: int = 12, entries: int = 40
) -> FakeCompany:
    return FakeCompany(
        employees=[make_employee(number) for number in range(employees)],
        customers=[make_customer(number) for number in range(customers)],
        projects=[make_project(number) for number in range(projects)],
        entries=[make_entry(number) for number in range(entries)],
        pages={"rules.md": "# Rules\nBe kind.\n\n## Pay\nLeads see pay.\n", "a/b.md": "plain\n"},
    )


@pytest.fixture
def company() -> FakeCompany:
    return build_company()


@pytest.fixture
def make_company() -> Callable[..., FakeCompany]:
    return build_company


@pytest.fixture
def session(identity: Identity) -> Iterator[Session]:
    with Session.open(identity, base_url="https://erc.example") as opened:
        yield opened


@pytest.fixture
def acquirer(session: Session, company: FakeCompany) -> Acquirer:
    return Acquirer(session, company)


@pytest.fixture
def checked() -> Callable[..., CheckedQuery]:
    """Return a function from SQL to a query that passed the firewall."""

    def check(sql: str, **options: Any) -> CheckedQuery:
        found = check_query(sql, **options)
        assert isinstance(found, CheckedQuery), found
        return found

    return check


@pytest.fixture
def solve(session: Session, acquirer: Acquirer, checked: Any) -> Callable[..., Any]:
    """Return a function that checks, acquires and runs a query."""

    def run(sql: str, name: str = "", **options: Any) -> tuple[tuple[Any, ...], ...]:
        query = checked(sql, **options)
        assert acquirer.ensure([query], cause=f"fact:{name or 'f'}") is None
        output = session.run_fact(name, query) if name else session.run(query)
        assert isinstance(output, FactOutput), output
        return output.rows

    return run
