"""Time: logging hours, correcting entries, and the platform's own summaries."""

from datetime import date
from typing import Any

from agentic_solver.erc3.tools.facade import (
    Affected,
    Json,
    LinkKind,
    Operation,
    PlannedWrite,
    Postcondition,
    Reader,
    Rejected,
    Writes,
    reads,
    writes,
)

STATUSES = ("draft", "submitted", "approved", "invoiced", "voided")
ENTRY_FIELDS = ("date", "hours", "work_category", "notes", "billable", "status")


@reads("time_summaries", calls=("/time/summary/by-project",))
def time_summary_by_project(reader: Reader, date_from: str, date_to: str) -> Any:
    """Hours per project between two dates, as the platform sums them."""
    span = {"date_from": date_from, "date_to": date_to}
    return reader.read("/time/summary/by-project", span)["summaries"] or []


@reads("time_summaries", calls=("/time/summary/by-employee",))
def time_summary_by_employee(reader: Reader, date_from: str, date_to: str) -> Any:
    """Hours per employee between two dates, as the platform sums them."""
    span = {"date_from": date_from, "date_to": date_to}
    return reader.read("/time/summary/by-employee", span)["summaries"] or []


@reads("time_entries", calls=("/time/search",))
def hours_between(
    reader: Reader,
    date_from: str,
    date_to: str,
    employee: str | None = None,
    project: str | None = None,
    customer: str | None = None,
) -> Any:
    """Time entries of a span of days, both included; of one person, project or customer."""
    named = {"employee": employee, "project": project, "customer": customer}
    asked = {name: value for name, value in named.items() if value}
    span = {"date_from": date_from, "date_to": date_to}
    return list(reader.pages("/time/search", {**span, **asked}, "entries"))


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _known_customer(reader: Reader, customer: str) -> bool:
    """In-house projects name a customer that the CRM does not hold; logging on it is refused."""
    return reader.find("/customers/get", {"id": customer}) is not None


@writes(
    Operation.LOG_TIME,
    calls=("/projects/get", "/customers/get", "/time/search", "/time/log"),
    free_text=("notes",),
)
def log_time(
    reader: Reader,
    employee: str,
    project: str,
    date: str,
    hours: float,
    billable: bool = True,
    work_category: str | None = None,
    notes: str = "",
    status: str = "draft",
) -> Writes:
    """Log a new time entry; the customer follows from the project.

    Not given: status draft, billable, category customer_project (internal without a customer
    record).
    """
    if status not in STATUSES:
        return Rejected(code="DOMAIN", reason=f"a status is one of {', '.join(STATUSES)}")
    if not 0 < hours <= 24 or not _is_date(date):
        return Rejected(code="DOMAIN", reason="hours lie above 0 and up to 24, dates are ISO")
    record = reader.read("/projects/get", {"id": project}).get("project")
    if record is None:
        return Rejected(code="UNKNOWN_TARGET", reason="no project has this id")
    customer = record["customer"]
    in_house = not customer or not _known_customer(reader, customer)
    category = "internal" if in_house else "customer_project"
    entry = {
        "employee": employee,
        "customer": None if in_house else customer,
        "project": project,
        "date": date,
        "hours": hours,
        "work_category": category if work_category is None else work_category,
        "notes": notes,
        "billable": billable,
        "status": status,
    }
    links = [
        Affected(kind=LinkKind.EMPLOYEE, id=employee),
        Affected(kind=LinkKind.PROJECT, id=project),
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
                "employee": employee,
                "project": project,
                "customer": customer,
            },
            current={"status": record["status"]},
            affected=tuple(links),
        ),
    )


@writes(Operation.UPDATE_TIME, calls=("/time/get", "/time/update"), free_text=("notes",))
def update_time_entry(
    reader: Reader,
    id: str,
    date: str | None = None,
    hours: float | None = None,
    work_category: str | None = None,
    notes: str | None = None,
    billable: bool | None = None,
    status: str | None = None,
) -> Writes:
    """Change the given fields of one time entry; void it with status 'voided'."""
    given: Json = {
        "date": date,
        "hours": hours,
        "work_category": work_category,
        "notes": notes,
        "billable": billable,
        "status": status,
    }
    changes = {name: value for name, value in given.items() if value is not None}
    if "status" in changes and changes["status"] not in STATUSES:
        return Rejected(code="DOMAIN", reason=f"a status is one of {', '.join(STATUSES)}")
    if not 0 < changes.get("hours", 1) <= 24 or not _is_date(changes.get("date", "2000-01-01")):
        return Rejected(code="DOMAIN", reason="hours lie above 0 and up to 24, dates are ISO")
    entry = reader.read("/time/get", {"id": id})["entry"]
    kept = {name: entry[name] for name in ENTRY_FIELDS}
    links = [Affected(kind=LinkKind.EMPLOYEE, id=entry["employee"])]
    if entry.get("project"):
        links.append(Affected(kind=LinkKind.PROJECT, id=entry["project"]))
    return (
        PlannedWrite(
            operation=Operation.UPDATE_TIME,
            route="/time/update",
            body={"id": id, **kept, **changes, "changed_by": reader.caller},
            changes=changes,
            merge_key=f"time:{id}",
            targets={
                "employee": entry["employee"],
                "project": entry.get("project") or "",
                "customer": entry.get("customer") or "",
            },
            current=kept,
            affected=tuple(links),
            postcondition=Postcondition(
                route="/time/get", body={"id": id}, key="entry", expected=changes
            ),
            no_op=all(kept[name] == value for name, value in changes.items()),
        ),
    )
