"""A write call of an agent as planned writes: what it would change of the company as it was.

The update routes replace a whole record. So a later call for the same record takes the place of
an earlier one, and all calls together are the difference that the session makes.
"""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from pydantic import JsonValue, ValidationError

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import LinkKind
from agentic_solver.contracts.rule import Operation
from agentic_solver.core.reply import describe
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.route import ROUTES
from agentic_solver.erc3.tools.facade import Affected, PlannedWrite

__all__ = ["AgentWrite", "Before", "Unfit", "read_write"]

_OF_EMPLOYEE: Mapping[str, tuple[Operation, JsonValue]] = MappingProxyType(
    {
        "notes": (Operation.UPDATE_NOTES, ""),
        "salary": (Operation.UPDATE_SALARY, 0),
        "location": (Operation.UPDATE_LOCATION, ""),
        "department": (Operation.UPDATE_DEPARTMENT, ""),
        "skills": (Operation.UPDATE_SKILLS, []),
        "wills": (Operation.UPDATE_WILLS, []),
    }
)
"""Field of an employee → the operation that changes it, and what it is when it is empty."""
_PRESENT = ("notes", "salary", "location", "department")
_OF_ENTRY = ("date", "hours", "work_category", "notes", "billable", "status")
_OF_NEW_ENTRY: Mapping[str, JsonValue] = MappingProxyType(
    {
        "employee": "", "customer": None, "project": None, "date": "", "hours": 0,
        "work_category": "", "notes": "", "billable": False, "status": "draft",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentWrite:
    """One write call, resolved but not sent."""

    key: str
    """A later call with the same key takes its place; empty where each call adds something."""
    body: JsonObject
    """What is sent: with the caller as its author, and what was left out as it is."""
    writes: tuple[PlannedWrite, ...]
    """None where nothing would change."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """A call that cannot be sent: nothing is like that, or it has another form."""

    status: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What a call is read against."""

    bench: Workbench
    """Of the task; its records are those of before the session."""
    sent: Mapping[str, JsonObject]
    """Key of a call → the last body that was sent for it."""
    hidden: Callable[[JsonObject], Collection[str]]
    """The fields of an employee that the agent is shown empty: sent back so, they stay."""


def read_write(route: str, body: JsonObject, before: Before) -> AgentWrite | Unfit:
    """Return what a write call would change.

    Args:
        route: a route that writes, but not the response.
        body: as the agent sends it.
        before: what was there, and what was sent.
    """
    found = _READERS[route](body, before)
    if isinstance(found, Unfit):
        return found
    sent = {name: value for name, value in found.body.items() if value is not None}
    try:
        request = ROUTES[route].request.model_validate_json(json.dumps(sent))
    except ValidationError as error:
        return Unfit(400, f"the call has another form: {describe(error)}")
    return AgentWrite(key=found.key, body=request.body(), writes=found.writes)


def _given(body: JsonObject, name: str, present: JsonValue) -> JsonValue:
    """Return a field of a call; what is left out stays as it is."""
    value = body.get(name)
    return present if value is None else value


def _by(bench: Workbench, name: str = "changed_by") -> JsonObject:
    return {name: bench.caller} if bench.caller else {}


def _employee(body: JsonObject, before: Before) -> AgentWrite | Unfit:
    bench = before.bench
    person = str(body.get("employee") or "")
    record = bench.employee(person) if person else {}
    if not record:
        return Unfit(404, "not found")
    now = {name: record.get(name) or empty for name, (_, empty) in _OF_EMPLOYEE.items()}
    last, hidden = before.sent.get(f"employee:{person}", now), before.hidden(record)
    after: JsonObject = {}
    for name, (_operation, empty) in _OF_EMPLOYEE.items():
        value = _given(body, name, last[name])
        after[name] = last[name] if name in hidden and value == empty else value
    sent: JsonObject = {"employee": person, **after, **_by(bench)}
    writes = tuple(
        PlannedWrite(
            operation=operation,
            route="/employees/update",
            body=sent,
            changes={name: after[name]},
            merge_key=f"employee:{person}",
            targets={"employee": person},
            current={one: now[one] for one in _PRESENT},
            affected=(Affected(kind=LinkKind.EMPLOYEE, id=person),),
        )
        for name, (operation, _empty) in _OF_EMPLOYEE.items()
        if not _same(now[name], after[name])
    )
    return AgentWrite(key=f"employee:{person}", body=sent, writes=writes)


def _same(now: JsonValue, after: JsonValue) -> bool:
    """Whether two values are one; the order of a list of records tells nothing."""
    if isinstance(now, list) and isinstance(after, list):
        return sorted(map(_plain, now)) == sorted(map(_plain, after))
    return now == after


def _plain(item: JsonValue) -> str:
    if not isinstance(item, dict):
        return repr(item)
    return repr(sorted((k, float(v) if isinstance(v, int) else v) for k, v in item.items()))


def _project(body: JsonObject, before: Before, *, name: str) -> AgentWrite | Unfit:
    """Read a call that sets one field of a project: its status, or its team."""
    bench = before.bench
    project = str(body.get("id") or "")
    record = bench.record("/projects/get", "project", project) if project else {}
    if not record:
        return Unfit(404, "not found")
    now: JsonValue = record.get(name) or ([] if name == "team" else "")
    after = _given(body, name, before.sent.get(f"project-{name}:{project}", {}).get(name, now))
    sent: JsonObject = {"id": project, name: after, **_by(bench)}
    write = PlannedWrite(
        operation=Operation.UPDATE_PROJECT_TEAM
        if name == "team"
        else Operation.UPDATE_PROJECT_STATUS,
        route=f"/projects/{name}/update",
        body=sent,
        changes={name: after},
        merge_key=f"project-{name}:{project}",
        targets={"project": project, "customer": record.get("customer")},
        current={"status": record.get("status")},
        affected=(Affected(kind=LinkKind.PROJECT, id=project),),
    )
    writes = () if _same(now, after) else (write,)
    return AgentWrite(key=write.merge_key, body=sent, writes=writes)


def _entry(body: JsonObject, before: Before) -> AgentWrite | Unfit:
    bench = before.bench
    key = str(body.get("id") or "")
    entry = bench.record("/time/get", "entry", key) if key else {}
    if not entry:
        return Unfit(404, "not found")
    now = {name: entry.get(name) for name in _OF_ENTRY}
    last = before.sent.get(f"time:{key}", now)
    after = {name: _given(body, name, last[name]) for name in _OF_ENTRY}
    sent: JsonObject = {"id": key, **after, **_by(bench)}
    write = PlannedWrite(
        operation=Operation.UPDATE_TIME,
        route="/time/update",
        body=sent,
        changes={name: value for name, value in after.items() if value != now[name]},
        merge_key=f"time:{key}",
        targets={name: entry.get(name) or "" for name in ("employee", "project", "customer")},
        current=now,
        affected=_touched(entry),
    )
    writes = (write,) if write.changes else ()
    return AgentWrite(key=write.merge_key, body=sent, writes=writes)


def _new_entry(body: JsonObject, before: Before) -> AgentWrite | Unfit:
    bench = before.bench
    entry = {name: _given(body, name, usual) for name, usual in _OF_NEW_ENTRY.items()}
    entry["customer"] = entry["customer"] or None
    entry["status"] = entry["status"] or "draft"
    named = str(entry["project"] or "")
    project = bench.record("/projects/get", "project", named) if named else {}
    if named and not project:
        return Unfit(404, "not found")
    customer = project.get("customer")
    if entry["customer"] not in (None, customer):
        return Unfit(400, "the customer of an entry is that of its project")
    write = PlannedWrite(
        operation=Operation.LOG_TIME,
        route="/time/log",
        body=entry,
        changes=entry,
        targets={"employee": entry["employee"], "project": named, "customer": customer},
        current={"status": project.get("status")},
        affected=_touched(entry),
    )
    sent = {**entry, **_by(bench, "logged_by")}
    return AgentWrite(key="", body=sent, writes=(write,))


def _touched(entry: JsonObject) -> tuple[Affected, ...]:
    kinds = (LinkKind.EMPLOYEE, LinkKind.PROJECT, LinkKind.CUSTOMER)
    named = ((kind, entry.get(kind.value)) for kind in kinds)
    return tuple(Affected(kind=kind, id=str(one)) for kind, one in named if one)


def _page(body: JsonObject, before: Before) -> AgentWrite | Unfit:
    bench = before.bench
    path, content = body.get("file"), body.get("content")
    if not isinstance(path, str) or not path or not isinstance(content, str):
        return Unfit(400, "a page needs its file and its content: an empty text deletes it")
    sent: JsonObject = {"file": path, "content": content, **_by(bench)}
    write = PlannedWrite(
        operation=Operation.UPDATE_WIKI,
        route="/wiki/update",
        body=sent,
        changes={"file": path, "content": content},
        merge_key=f"wiki:{path}",
        targets={"path": path},
        affected=(Affected(kind=LinkKind.WIKI, id=path),),
    )
    writes = () if (bench.page(path) or "") == content else (write,)
    return AgentWrite(key=write.merge_key, body=sent, writes=writes)


_READERS: Mapping[str, Callable[[JsonObject, Before], AgentWrite | Unfit]] = MappingProxyType(
    {
        "/employees/update": _employee,
        "/projects/status/update": partial(_project, name="status"),
        "/projects/team/update": partial(_project, name="team"),
        "/time/update": _entry,
        "/time/log": _new_entry,
        "/wiki/update": _page,
    }
)
