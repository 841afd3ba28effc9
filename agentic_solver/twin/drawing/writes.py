"""Writes: each change of the company as the requests that make it and the events it leaves."""

from typing import Any

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.twin.drawing.reference import Call, Write
from agentic_solver.twin.entity import Customer, Employee, Project, Seat, TimeEntry, wire_number
from agentic_solver.twin.expectation import Change, EventName

__all__ = [
    "delete_page",
    "log_time",
    "rename_page",
    "update_employee",
    "update_entry",
    "update_status",
    "update_team",
    "write_page",
]

_EMPLOYEE_EVENTS: dict[str, EventName] = {
    "salary": "EmployeeSalaryUpdated",
    "notes": "EmployeeNoteUpdated",
    "location": "EmployeeLocationUpdated",
    "department": "EmployeeDepartmentUpdated",
    "skills": "EmployeeSkillsUpdated",
    "wills": "EmployeeWillsUpdated",
}


def log_time(
    by: str,
    *,
    employee: str,
    project: Project,
    customer: Customer | None,
    date: str,
    hours: float,
    graded: tuple[str, ...] = ("employee", "project", "date", "hours", "status", "billable"),
    **fields: JsonValue,
) -> Write:
    """Log hours; ``graded`` names the fields that the grader looks at."""
    body: JsonObject = {
        "employee": employee,
        "project": project.id,
        "customer": customer.id if customer is not None else "",
        "date": date,
        "hours": wire_number(hours),
        "work_category": "project_work",
        "notes": "",
        "billable": True,
        "status": "draft",
        **fields,
    }
    where = {name: body[name] for name in graded}
    call = Call(route="/time/log", body={**body, "logged_by": by})
    return Write(calls=(call,), changes=(Change(event="TimeEntryLogged", where=where),))


def update_entry(by: str, entry: TimeEntry, **fields: JsonValue) -> Write:
    """Replace fields of a time entry."""
    after = {**entry.to_json(), **fields}
    fixed = ("employee", "customer", "project")
    body = {name: value for name, value in after.items() if name not in fixed}
    call = Call(route="/time/update", body={**body, "changed_by": by})
    changes: list[Change] = []
    if "status" in fields and fields["status"] != entry.status:
        where = {"id": entry.id, "status": fields["status"]}
        changes.append(Change(event="TimeEntryStatusChanged", where=where))
    others = {name: value for name, value in fields.items() if name != "status"}
    if others:
        changes.append(Change(event="TimeEntryUpdated", where={"id": entry.id, **others}))
    return Write(calls=(call,), changes=tuple(changes))


def update_employee(by: str, employee: Employee, **fields: Any) -> Write:
    """Replace fields of a person's record; everything else is sent as it was."""
    after = Employee.model_validate(employee.model_dump() | fields)
    whole = after.to_json()
    sent = ("notes", "salary", "skills", "wills", "location", "department")
    body: JsonObject = {"employee": employee.id, **{name: whole[name] for name in sent}}
    call = Call(route="/employees/update", body={**body, "changed_by": by})
    changes = tuple(
        Change(event=_EMPLOYEE_EVENTS[name], where={"id": employee.id, name: whole[name]})
        for name in fields
    )
    return Write(calls=(call,), changes=changes)


def update_status(by: str, project: Project, status: str) -> Write:
    """Set the status of a project."""
    call = Call(
        route="/projects/status/update",
        body={"id": project.id, "status": status, "changed_by": by},
    )
    where: JsonObject = {"id": project.id, "status": status}
    return Write(calls=(call,), changes=(Change(event="ProjectStatusChanged", where=where),))


def update_team(by: str, project: Project, team: tuple[Seat, ...]) -> Write:
    """Replace the team of a project."""
    seats: list[JsonValue] = [seat.wire() for seat in team]
    call = Call(
        route="/projects/team/update", body={"id": project.id, "team": seats, "changed_by": by}
    )
    where: JsonObject = {"id": project.id, "team": seats}
    return Write(calls=(call,), changes=(Change(event="ProjectTeamUpdated", where=where),))


def write_page(by: str, path: str, content: str, *, holds: str = "") -> Write:
    """Write a page of the wiki; with ``holds`` only this part of the text is graded."""
    call = Call(route="/wiki/update", body={"file": path, "content": content, "changed_by": by})
    where: JsonObject = {"path": path, "content": {"contains": holds} if holds else content}
    return Write(calls=(call,), changes=(Change(event="WikiArticleUpdated", where=where),))


def delete_page(by: str, path: str) -> Write:
    """Empty a page, which removes it."""
    return write_page(by, path, "")


def rename_page(by: str, old: str, new: str, content: str) -> Write:
    """Copy a page to its new path, then empty the old one."""
    copied, emptied = write_page(by, new, content), delete_page(by, old)
    return Write(calls=(*copied.calls, *emptied.calls), changes=(*copied.changes, *emptied.changes))
