"""The routes of the platform and of the company API: what each takes, what it answers.

The only place where they are described: requests are checked against this table, the OpenAPI
document and ``/benchmarks/view`` are written from it, and tests hold the functions to it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from agentic_solver.twin.entity import DEAL_PHASES, ROLES
from agentic_solver.twin.expectation import LINK_KINDS, OUTCOMES
from agentic_solver.twin.shape import (
    FLAG,
    INTEGER,
    NUMBER,
    OBJECT,
    TEXT,
    TEXTS,
    Fields,
    Shape,
    choice,
    many,
    null_or,
    one,
    optional,
)

__all__ = [
    "COMPANY",
    "COMPANY_ROUTES",
    "PAGED_ROUTES",
    "PLATFORM",
    "PREFIXES",
    "WRITE_ROUTES",
    "Route",
]

PREFIXES = ("erc3-dev", "erc3", "erc3-test", "erc3-prod")
"""The names under which the company of a task answers: ``/erc3-dev/{task_id}/whoami``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One route; all of them are POST."""

    text: str
    """What the platform's own documentation says of it."""
    takes: Fields
    gives: Fields
    writes: bool = False
    """Whether it changes the company; ``/respond`` changes only the task."""


_LEVELS = many({"name": TEXT, "level": INTEGER})
_LEVEL_FILTERS = many({"name": TEXT, "min_level": INTEGER, "max_level": INTEGER})
_SEATS = many({"employee": TEXT, "time_slice": NUMBER, "role": choice(*ROLES)})
_PAGE: Fields = {"offset": INTEGER, "limit": INTEGER}
_ID: Fields = {"id": TEXT}
_BY: Fields = {"changed_by": TEXT}
_BILLABLE = choice("", "billable", "non_billable")

_EMPLOYEE_ROW: Fields = {
    "id": TEXT, "name": TEXT, "email": TEXT, "salary": INTEGER, "location": TEXT,
    "department": TEXT,
}  # fmt: skip
_EMPLOYEE = one({**_EMPLOYEE_ROW, "notes": TEXT, "skills": _LEVELS, "wills": _LEVELS})
_CUSTOMER_ROW: Fields = {
    "id": TEXT, "name": TEXT, "location": TEXT, "deal_phase": TEXT, "high_level_status": TEXT,
}  # fmt: skip
_CUSTOMER = one(
    {
        **_CUSTOMER_ROW, "brief": TEXT, "primary_contact_name": TEXT,
        "primary_contact_email": TEXT, "account_manager": TEXT,
    }
)  # fmt: skip
_PROJECT_ROW: Fields = {"id": TEXT, "name": TEXT, "customer": TEXT, "status": TEXT}
_PROJECT = one({**_PROJECT_ROW, "description": TEXT, "team": _SEATS})
_ENTRY_CHANGE: Fields = {
    "date": TEXT, "hours": NUMBER, "work_category": TEXT, "notes": TEXT, "billable": FLAG,
    "status": TEXT,
}  # fmt: skip
_ENTRY: Fields = {"employee": TEXT, "customer": TEXT, "project": TEXT, **_ENTRY_CHANGE}
_PERIOD: Fields = {"date_from": TEXT, "date_to": TEXT}
_SUMMARY: Fields = {
    **_PERIOD, "customers": TEXTS, "projects": TEXTS, "employees": TEXTS, "billable": _BILLABLE,
}  # fmt: skip
_HOURS: Fields = {
    "total_hours": NUMBER, "billable_hours": NUMBER, "non_billable_hours": NUMBER,
}  # fmt: skip


def _paged(key: str, row: Fields) -> Fields:
    return {"next_offset": INTEGER, key: null_or(many(row))}


COMPANY: Mapping[str, Route] = {
    "/whoami": Route(
        text="Who is asking, today's date and the digest of the wiki",
        takes={},
        gives={
            "current_user": TEXT, "is_public": FLAG, "location": TEXT, "department": TEXT,
            "today": TEXT, "wiki_sha1": TEXT,
        },
    ),
    "/respond": Route(
        text="Answer the request: message, outcome and links",
        takes={
            "message": TEXT, "outcome": choice(*OUTCOMES),
            "links": many({"kind": choice(*LINK_KINDS), "id": TEXT}),
        },
        gives={},
    ),
    "/employees/list": Route(
        text="List employees by pages", takes=_PAGE, gives=_paged("employees", _EMPLOYEE_ROW)
    ),
    "/employees/search": Route(
        text="Search employees by text, location, department, skills and wills",
        takes={
            "query": TEXT, **_PAGE, "location": TEXT, "department": TEXT, "manager": TEXT,
            "skills": _LEVEL_FILTERS, "wills": _LEVEL_FILTERS,
        },
        gives=_paged("employees", _EMPLOYEE_ROW),
    ),
    "/employees/get": Route(
        text="Get the full profile of an employee", takes=_ID, gives={"employee": _EMPLOYEE}
    ),
    "/employees/update": Route(
        text="Replace salary, notes, location, department, skills and wills",
        takes={
            "employee": TEXT, "notes": TEXT, "salary": INTEGER, "skills": _LEVELS,
            "wills": _LEVELS, "location": TEXT, "department": TEXT, **_BY,
        },
        gives={"employee": _EMPLOYEE},
        writes=True,
    ),
    "/wiki/list": Route(
        text="List the pages of the wiki and their digest",
        takes={},
        gives={"sha1": TEXT, "paths": TEXTS},
    ),
    "/wiki/load": Route(
        text="Load a page of the wiki",
        takes={"file": TEXT},
        gives={"file": TEXT, "content": TEXT},
    ),
    "/wiki/search": Route(
        text="Search the wiki line by line with a regular expression",
        takes={"query_regex": TEXT},
        gives={"results": null_or(many({"content": TEXT, "linum": INTEGER, "path": TEXT}))},
    ),
    "/wiki/update": Route(
        text="Write a page of the wiki; empty content deletes it",
        takes={"file": TEXT, "content": TEXT, **_BY},
        gives={},
        writes=True,
    ),
    "/customers/list": Route(
        text="List customers by pages", takes=_PAGE, gives=_paged("companies", _CUSTOMER_ROW)
    ),
    "/customers/get": Route(
        text="Get a customer with contact and account manager",
        takes=_ID,
        gives={"company": _CUSTOMER, "found": FLAG},
    ),
    "/customers/search": Route(
        text="Search customers by text, phase, account manager and location",
        takes={
            "query": TEXT, "deal_phase": TEXTS, "account_managers": TEXTS, "locations": TEXTS,
            **_PAGE,
        },
        gives=_paged("companies", _CUSTOMER_ROW),
    ),
    "/projects/list": Route(
        text="List projects by pages, archived ones included",
        takes=_PAGE,
        gives=_paged("projects", _PROJECT_ROW),
    ),
    "/projects/get": Route(
        text="Get a project with its team",
        takes=_ID,
        gives={"project": null_or(_PROJECT), "found": FLAG},
    ),
    "/projects/search": Route(
        text="Search projects by text, customer, status and team",
        takes={
            "query": TEXT, "customer_id": TEXT, "status": TEXTS,
            "team": one({"employee_id": TEXT, "role": TEXT, "min_time_slice": NUMBER}),
            "include_archived": FLAG, **_PAGE,
        },
        gives=_paged("projects", _PROJECT_ROW),
    ),
    "/projects/team/update": Route(
        text="Replace the team of a project",
        takes={**_ID, "team": _SEATS, **_BY},
        gives={},
        writes=True,
    ),
    "/projects/status/update": Route(
        text="Set the status of a project",
        takes={**_ID, "status": choice(*DEAL_PHASES), **_BY},
        gives={},
        writes=True,
    ),
    "/time/log": Route(
        text="Log hours",
        takes={**_ENTRY, "logged_by": TEXT},
        gives={**_ID, **_ENTRY},
        writes=True,
    ),
    "/time/update": Route(
        text="Replace date, hours, category, notes, billable and status of an entry",
        takes={**_ID, **_ENTRY_CHANGE, **_BY},
        gives={},
        writes=True,
    ),
    "/time/get": Route(text="Get a time entry", takes=_ID, gives={"entry": one(_ENTRY)}),
    "/time/search": Route(
        text="Search time entries; totals cover all matches",
        takes={
            "employee": TEXT, "customer": TEXT, "project": TEXT, **_PERIOD,
            "work_category": TEXT, "billable": _BILLABLE, "status": TEXT, **_PAGE,
        },
        gives={
            **_paged("entries", {**_ID, **_ENTRY}), "total_hours": NUMBER,
            "total_billable": NUMBER, "total_non_billable": NUMBER,
        },
    ),
    "/time/summary/by-project": Route(
        text="Sum up hours by customer and project",
        takes=_SUMMARY,
        gives={
            "summaries": null_or(
                many({"customer": TEXT, "project": TEXT, **_HOURS, "distinct_employees": INTEGER})
            )
        },
    ),
    "/time/summary/by-employee": Route(
        text="Sum up hours by employee",
        takes=_SUMMARY,
        gives={"summaries": null_or(many({"employee": TEXT, **_HOURS}))},
    ),
}  # fmt: skip
"""The company API, in the order in which it is documented."""

COMPANY_ROUTES: dict[str, str] = {path: route.text for path, route in COMPANY.items()}
"""Route of the company API → description."""

WRITE_ROUTES = frozenset(path for path, route in COMPANY.items() if route.writes)
"""The routes that change the company."""


def _rows_of(route: Route) -> list[str]:
    return [name for name, shape in route.gives.items() if shape.kind == "objects"]


PAGED_ROUTES: dict[str, str] = {
    path: _rows_of(route)[0] for path, route in COMPANY.items() if "next_offset" in route.gives
}
"""Route that lists by pages → the field of its reply that holds the rows."""

_BENCHMARK: Fields = {"benchmark": TEXT}
_SESSION: Fields = {"session_id": TEXT}
_TASK: Fields = {"task_id": TEXT}
_COUNTS: Fields = {"new": INTEGER, "running": INTEGER, "completed": INTEGER, "failed": INTEGER}
_TASK_INFO = many(
    {
        **_TASK, "spec_id": TEXT, "num": INTEGER, "task_text": TEXT, "status": TEXT,
        "score": NUMBER, **_BENCHMARK, "error_message": optional(TEXT),
    }
)  # fmt: skip
_DOCUMENTED = {
    "path": TEXT, "description": TEXT, "sample_request": OBJECT, "sample_response": OBJECT,
}  # fmt: skip
_LOGGED = {"type": TEXT, "text": TEXT, "time": TEXT, "unix": INTEGER, "body": TEXT}
_TOKENS: dict[str, Shape] = {
    "prompt_tokens": INTEGER, "completion_tokens": INTEGER, "total_tokens": INTEGER,
    "prompt_tokens_details.cached_tokens": INTEGER,
}  # fmt: skip

PLATFORM: Mapping[str, Route] = {
    "/benchmarks/list": Route(
        text="List the benchmarks",
        takes={},
        gives={
            "benchmarks": many(
                {"id": TEXT, "short_description": TEXT, "status": TEXT, "tasks": INTEGER}
            )
        },
    ),
    "/benchmarks/view": Route(
        text="Show a benchmark: its tasks and the routes of its company",
        takes=_BENCHMARK,
        gives={
            "id": TEXT, "description": TEXT, "status": TEXT,
            "specs": many({"id": TEXT, "task": TEXT}), "routes": many(_DOCUMENTED),
        },
    ),
    "/sessions/start": Route(
        text="Start a session: one run through all tasks of a benchmark",
        takes={
            "account_key": TEXT, **_BENCHMARK, "workspace": TEXT, "name": TEXT,
            "architecture": TEXT, "flags": TEXTS,
        },
        gives={**_SESSION, "task_count": INTEGER},
    ),
    "/sessions/status": Route(
        text="Show a session with its tasks",
        takes=_SESSION,
        gives={
            "status": TEXT, **_BENCHMARK, "name": TEXT, "architecture": TEXT, "flags": TEXTS,
            **_COUNTS, "score": NUMBER, "tasks": _TASK_INFO,
        },
    ),
    "/sessions/search": Route(
        text="Find sessions by account, workspace, benchmark and status",
        takes={"account_key": TEXT, "workspace": TEXT, **_BENCHMARK, "status": TEXTS},
        gives={
            "sessions": many(
                {
                    "id": TEXT, "benchmark_type": TEXT, "status": TEXT, "created_at": TEXT,
                    "workspace": TEXT, "benchmark_description": TEXT, "total_tasks": INTEGER,
                    "completed_tasks": INTEGER, "running_tasks": INTEGER, "new_tasks": INTEGER,
                    "failed_tasks": INTEGER, "score": NUMBER,
                }
            )
        },
    ),
    "/sessions/submit": Route(
        text="End a session; refused while tasks are open, unless forced",
        takes={**_SESSION, "force": FLAG},
        gives={"status": TEXT},
    ),
    "/tasks/start": Route(
        text="Start a task of a session, or a single one of a benchmark",
        takes={**_TASK, **_BENCHMARK, "spec_id": TEXT, "name": TEXT},
        gives={**_TASK, "session_id": null_or(TEXT), "status": TEXT},
    ),
    "/tasks/complete": Route(
        text="End a task and grade it",
        takes=_TASK,
        gives={"status": TEXT, "eval": one({"score": NUMBER, "logs": TEXT})},
    ),
    "/tasks/view": Route(
        text="Show a task with the log of its calls",
        takes={**_TASK, "since": INTEGER},
        gives={
            **_TASK, "text": TEXT, "session_id": null_or(TEXT), "spec": TEXT, "status": TEXT,
            **_BENCHMARK, "score": NUMBER, "error_message": TEXT, "logs": many(_LOGGED),
        },
    ),
    "/tasks/log": Route(
        text="Report a use of a model",
        takes={
            **_TASK, "model": TEXT, "completion": TEXT, "duration_sec": NUMBER,
            "prompt_tokens": INTEGER, "cached_prompt_tokens": INTEGER,
            "completion_tokens": INTEGER, "usage": one(_TOKENS),
        },
        gives={},
    ),
    "/get_key": Route(
        text="Get the account key of an e-mail address",
        takes={"email": TEXT},
        gives={"key": TEXT, "account_key": TEXT, "public_key": TEXT},
    ),
}  # fmt: skip
"""The core of the platform."""
