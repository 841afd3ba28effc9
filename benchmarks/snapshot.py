"""Cost of a snapshot: opening and loading a session, and the memory of a large listing.

    python benchmarks/snapshot.py [ROWS]

Prints one JSON object, times in milliseconds, memory in MiB; with ROWS only a listing that long.
"""

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from pydantic import JsonValue

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.errors import ApiError

CALLER = Identity(
    current_user="e00001",
    is_public=False,
    location="Cork",
    department="Yard",
    today="2025-03-20",
    wiki_sha1="0" * 40,
)
PAGE_LIMIT = 100


class Company:
    """A made-up company that builds its rows on demand, so that it needs no memory itself."""

    def __init__(self, sizes: dict[str, int]) -> None:
        self._sizes = sizes
        self.calls = 0

    def call(self, route: str, body: JsonObject, *, cause: str) -> JsonObject:
        del cause
        self.calls += 1
        kind, _, verb = route.strip("/").partition("/")
        if verb == "get":
            name = {"employees": "employee", "projects": "project"}[kind]
            return {name: _detail(kind, int(str(body["id"])[1:])), "found": True}
        key, brief = {
            "employees": ("employees", _employee),
            "customers": ("companies", _customer),
            "projects": ("projects", _project),
            "time": ("entries", _entry),
        }[kind]
        return self._page(key, self._sizes[kind], brief, body)

    @staticmethod
    def _page(
        key: str, size: int, make: Callable[[int], JsonObject], body: JsonObject
    ) -> JsonObject:
        offset, limit = body["offset"], body["limit"]
        assert isinstance(offset, int)
        assert isinstance(limit, int)
        if limit > PAGE_LIMIT:
            raise ApiError(400, f"page limit exceeded: {limit} > {PAGE_LIMIT}")
        end = min(offset + limit, size)
        rows: list[JsonValue] = [make(number) for number in range(offset, end)]
        return {"next_offset": end if end < size else -1, key: rows}


def _employee(number: int) -> JsonObject:
    return {
        "id": f"e{number:05}",
        "name": f"Person {number}",
        "email": f"e{number}@harbour.example",
        "salary": 40_000 + number,
        "location": "Cork",
        "department": "Yard",
    }


def _customer(number: int) -> JsonObject:
    return {
        "id": f"c{number:05}",
        "name": f"Client {number}",
        "location": "Cork",
        "deal_phase": "active",
        "high_level_status": "Active",
    }


def _project(number: int) -> JsonObject:
    return {
        "id": f"p{number:05}",
        "name": f"Vessel {number}",
        "customer": "c00001",
        "status": "active",
    }


def _entry(number: int) -> JsonObject:
    return {
        "id": f"te_{number}",
        "employee": f"e{number % 155:05}",
        "customer": "c00001",
        "project": "p00001",
        "date": "2025-03-01",
        "hours": 7.5,
        "work_category": "internal",
        "notes": "",
        "billable": True,
        "status": "draft",
    }


def _detail(kind: str, number: int) -> JsonObject:
    if kind == "employees":
        skills: list[JsonValue] = [
            {"name": f"skill_{n:02}", "level": 1 + n % 10} for n in range(15)
        ]
        return {**_employee(number), "notes": "note", "skills": skills, "wills": skills[:6]}
    seats: list[JsonValue] = [
        {"employee": f"e{number * 4 + n:05}", "time_slice": 0.25, "role": "Engineer"}
        for n in range(4)
    ]
    return {**_project(number), "description": "text", "team": seats}


_BRIEF = ["employees.name", "customers.name", "projects.name"]
_DETAIL = [*_BRIEF, "employees.notes", "project_team.role"]
_SIZES = {"employees": 155, "customers": 21, "projects": 36, "time": 0}


def _median_ms(work: Callable[[], None], repeats: int = 30) -> float:
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        work()
        times.append(1_000 * (time.perf_counter() - started))
    return round(statistics.median(times), 2)


def _open_only() -> None:
    Session.open(CALLER).close()


def _load(columns: list[str]) -> None:
    with Session.open(CALLER) as session:
        assert Acquirer(session, Company(_SIZES)).ensure_columns(columns) is None


def _peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def stream(rows: int) -> dict[str, float]:
    """Load many time entries page by page; return what that costs beyond an empty session."""
    with Session.open(CALLER) as session:
        before = _peak_mib()
        started = time.perf_counter()
        company = Company({"time": rows})
        assert Acquirer(session, company).ensure_columns(["time_entries.id"]) is None
        seconds = time.perf_counter() - started
        return {
            "rows": rows,
            "calls": company.calls,
            "seconds": round(seconds, 2),
            "extra_mib": round(_peak_mib() - before, 1),
        }


def main() -> None:
    """Print one JSON object."""
    if len(sys.argv) > 1:
        print(json.dumps(stream(int(sys.argv[1]))))
        return
    _open_only()
    figures: dict[str, object] = {
        "open_close_ms": _median_ms(_open_only),
        "open_load_brief_close_ms": _median_ms(lambda: _load(_BRIEF)),
        "open_load_detail_close_ms": _median_ms(lambda: _load(_DETAIL), 10),
    }
    # Peak memory never falls, so the large listing has a process of its own.
    command = [sys.executable, __file__, "50000"]
    figures["stream"] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
