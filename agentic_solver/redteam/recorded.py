"""Recorded calls as a company: what a run has seen, and the same records with other values."""

import json
from collections.abc import Callable, Iterable
from typing import Any, Literal, cast

from pydantic import JsonValue

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.redteam.disguise import Mask
from agentic_solver.redteam.hidden import HIDEABLE
from agentic_solver.redteam.truth import Truth
from agentic_solver.twin.entity import Customer, Employee, Level, Project, Seat, TimeEntry
from agentic_solver.twin.task import Caller

__all__ = ["changed_calls", "seen_truth"]

Table = Literal["employees", "customers", "projects", "time_entries"]
_FIELDS: dict[str, Table] = {
    "employee": "employees", "employees": "employees", "company": "customers",
    "companies": "customers", "project": "projects", "projects": "projects",
    "entry": "time_entries", "entries": "time_entries",
}  # fmt: skip
"""Field of a reply → the table whose records it holds."""
_UPDATES: dict[str, tuple[Table, str]] = {
    "/employees/update": ("employees", "employee"),
    "/time/update": ("time_entries", "id"),
}
"""Routes whose requests send a whole record back, and the field that names it."""

Visit = Callable[[Table, str, dict[str, Any]], None]


def _visit(call: JsonObject, visit: Visit) -> JsonObject:
    """Let ``visit`` see, and change in place, every record in a call; return the call."""
    path, body = str(call.get("path")), call.get("body")
    changed: JsonObject = {**call, "body": json.loads(json.dumps(body))}
    if path in _UPDATES and isinstance(changed["body"], dict):
        table, key = _UPDATES[path]
        visit(table, str(changed["body"].get(key)), changed["body"])
    text = call.get("text")
    try:
        payload = json.loads(text) if isinstance(text, str) else None
    except ValueError:
        return changed
    if not isinstance(payload, dict):
        return changed
    named = str(body.get("id", "")) if isinstance(body, dict) else ""
    for field, value in payload.items():
        for record in value if isinstance(value, list) else [value]:
            if field in _FIELDS and isinstance(record, dict):
                visit(_FIELDS[field], str(record.get("id") or named), record)
    return {**changed, "text": json.dumps(payload, ensure_ascii=False, separators=(",", ":"))}


def changed_calls(calls: Iterable[JsonObject], mask: Mask) -> list[JsonObject]:
    """Return the calls with other values in hidden cells, in replies and in what is sent back."""

    def visit(table: Table, key: str, record: dict[str, Any]) -> None:
        for column in HIDEABLE[table]:
            if column in record:
                record[column] = mask.value(table, column, key, cast(JsonValue, record[column]))

    return [_visit(call, visit) for call in calls]


def seen_truth(calls: Iterable[JsonObject], identity: Identity) -> Truth:
    """Return the company as far as the calls show it; what is not shown is empty."""
    seen: dict[Table, dict[str, dict[str, Any]]] = {
        "employees": {}, "customers": {}, "projects": {}, "time_entries": {},
    }  # fmt: skip

    def visit(table: Table, key: str, record: dict[str, Any]) -> None:
        if "changed_by" not in record:
            seen[table][key] = {**seen[table].get(key, {}), **record, "id": key}

    for call in calls:
        _visit(call, visit)
    return Truth(
        employees={key: _employee(row) for key, row in seen["employees"].items()},
        projects={key: _project(row) for key, row in seen["projects"].items()},
        customers={
            key: Customer.model_construct(**{"account_manager": "", "location": "", **row})
            for key, row in seen["customers"].items()
        },
        entries={
            key: TimeEntry.model_construct(
                **{"employee": "", "project": "", **row, "customer": row.get("customer") or ""}
            )
            for key, row in seen["time_entries"].items()
        },
        pages={},
        caller=Caller(
            current_user=identity.current_user,
            is_public=identity.is_public,
            location=identity.location,
            department=identity.department,
        ),
        today=identity.today,
    )


def _employee(row: dict[str, Any]) -> Employee:
    levels = {
        name: tuple(Level.model_construct(**item) for item in row.get(name) or ())
        for name in ("skills", "wills")
    }
    return Employee.model_construct(
        **{"name": "", "location": "", "department": "", **row, **levels}
    )


def _project(row: dict[str, Any]) -> Project:
    team = tuple(Seat.model_construct(**seat) for seat in row.get("team") or ())
    return Project.model_construct(**{"customer": "", **row, "team": team})
