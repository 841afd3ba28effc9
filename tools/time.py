"""Time: logging hours, correcting entries, and the platform's own summaries."""

from datetime import date
from typing import Any

from agentic_solver.erc3.tools.facade import (
    Affected,
    LinkKind,
    Operation,
    PlannedWrite,
    Postcondition,
    Reader,
    Rejected,
    Tool,
    ToolArguments,
    Writes,
    read_tool,
    write_tool,
)

STATUSES = ("draft", "submitted", "approved", "invoiced", "voided")
ENTRY_FIELDS = ("date", "hours", "work_category", "notes", "billable", "status")


class TimeSummary(ToolArguments):
    date_from: str
    date_to: str


class LogTime(ToolArguments):
    employee: str
    project: str
    date: str
    hours: float
    billable: bool = True
    work_category: str | None = None
    notes: str = ""
    status: str = "draft"


class UpdateTimeEntry(ToolArguments):
    id: str
    date: str | None = None
    hours: float | None = None
    work_category: str | None = None
    notes: str | None = None
    billable: bool | None = None
    status: str | None = None


def time_summary_by_project(reader: Reader, args: TimeSummary) -> Any:
    return reader.read("/time/summary/by-project", args.model_dump())["summaries"] or []


def time_summary_by_employee(reader: Reader, args: TimeSummary) -> Any:
    return reader.read("/time/summary/by-employee", args.model_dump())["summaries"] or []


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _known_customer(reader: Reader, customer: str) -> bool:
    """In-house projects name a customer that the CRM does not hold; logging on it is refused."""
    return reader.find("/customers/get", {"id": customer}) is not None


def log_time(reader: Reader, args: LogTime) -> Writes:
    if args.status not in STATUSES:
        return Rejected(code="DOMAIN", reason=f"a status is one of {', '.join(STATUSES)}")
    if not 0 < args.hours <= 24 or not _is_date(args.date):
        return Rejected(code="DOMAIN", reason="hours lie above 0 and up to 24, dates are ISO")
    project = reader.read("/projects/get", {"id": args.project}).get("project")
    if project is None:
        return Rejected(code="UNKNOWN_TARGET", reason="no project has this id")
    customer = project["customer"]
    in_house = not customer or not _known_customer(reader, customer)
    category = args.work_category
    if category is None:
        category = "internal" if in_house else "customer_project"
    entry = {
        "employee": args.employee,
        "customer": None if in_house else customer,
        "project": args.project,
        "date": args.date,
        "hours": args.hours,
        "work_category": category,
        "notes": args.notes,
        "billable": args.billable,
        "status": args.status,
    }
    links = [
        Affected(kind=LinkKind.EMPLOYEE, id=args.employee),
        Affected(kind=LinkKind.PROJECT, id=args.project),
    ]
    if not in_house:
        links.append(Affected(kind=LinkKind.CUSTOMER, id=customer))
    return (
        PlannedWrite(
            operation=Operation.LOG_TIME,
            route="/time/log",
            body={**entry, "logged_by": reader.caller},
            changes=entry,
            targets={
                "employee": args.employee,
                "project": args.project,
                "customer": customer,
            },
            affected=tuple(links),
        ),
    )


def update_time_entry(reader: Reader, args: UpdateTimeEntry) -> Writes:
    changes = {
        name: value
        for name, value in args.model_dump().items()
        if name != "id" and value is not None
    }
    if "status" in changes and changes["status"] not in STATUSES:
        return Rejected(code="DOMAIN", reason=f"a status is one of {', '.join(STATUSES)}")
    if not 0 < changes.get("hours", 1) <= 24 or not _is_date(changes.get("date", "2000-01-01")):
        return Rejected(code="DOMAIN", reason="hours lie above 0 and up to 24, dates are ISO")
    entry = reader.read("/time/get", {"id": args.id})["entry"]
    kept = {name: entry[name] for name in ENTRY_FIELDS}
    links = [Affected(kind=LinkKind.EMPLOYEE, id=entry["employee"])]
    if entry.get("project"):
        links.append(Affected(kind=LinkKind.PROJECT, id=entry["project"]))
    return (
        PlannedWrite(
            operation=Operation.UPDATE_TIME,
            route="/time/update",
            body={"id": args.id, **kept, **changes, "changed_by": reader.caller},
            changes=changes,
            merge_key=f"time:{args.id}",
            targets={
                "employee": entry["employee"],
                "project": entry.get("project") or "",
                "customer": entry.get("customer") or "",
            },
            current=kept,
            affected=tuple(links),
            postcondition=Postcondition(
                route="/time/get", body={"id": args.id}, key="entry", expected=changes
            ),
            no_op=all(kept[name] == value for name, value in changes.items()),
        ),
    )


TOOLS: tuple[Tool, ...] = (
    read_tool(
        "time_summary_by_project",
        "Hours per project between two dates, as the platform sums them.",
        TimeSummary,
        "time_summaries",
        time_summary_by_project,
    ),
    read_tool(
        "time_summary_by_employee",
        "Hours per employee between two dates, as the platform sums them.",
        TimeSummary,
        "time_summaries",
        time_summary_by_employee,
    ),
    write_tool(
        "log_time",
        "Log a new time entry; the customer follows from the project. Not given: status draft, "
        "billable, category customer_project (internal without a customer record).",
        Operation.LOG_TIME,
        LogTime,
        log_time,
        free_text=("notes",),
    ),
    write_tool(
        "update_time_entry",
        "Change the given fields of one time entry; void it with status 'voided'.",
        Operation.UPDATE_TIME,
        UpdateTimeEntry,
        update_time_entry,
        free_text=("notes",),
    ),
)
