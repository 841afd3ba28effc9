"""``/time/log``, ``/time/update``, ``/time/get`` and ``/time/search``."""

from collections.abc import Sequence

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import ApiError
from agentic_solver.twin.body import Body
from agentic_solver.twin.entity import TimeEntry
from agentic_solver.twin.paging import check_limit, take_page
from agentic_solver.twin.routes.hours import read_billable, sum_hours
from agentic_solver.twin.universe import Universe
from agentic_solver.twin.world import is_iso_date

__all__ = ["get_time", "log_time", "search_time", "update_time"]

_TOTALS = ("total_hours", "total_billable", "total_non_billable")
_MOST_HOURS = 1e12
"""So that no sum of logged hours is beyond all numbers."""


def log_time(universe: Universe, body: Body) -> JsonObject:
    """Store a new entry; unknown people, projects and customers are 404, an empty status draft."""
    body.text("logged_by")
    employee = universe.employee(body.text("employee"))
    customer, project = body.text("customer"), body.text("project")
    if customer:
        universe.customer(customer)
    if project:
        universe.project(project)
    entry = TimeEntry(
        id=universe.next_entry_id(),
        employee=employee.id,
        customer=customer,
        project=project,
        date=_date(body),
        hours=_hours(body),
        work_category=body.text("work_category"),
        notes=body.text("notes"),
        billable=body.flag("billable"),
        status=body.text("status") or "draft",
    )
    universe.add_time_entry(entry)
    return entry.wire()


def update_time(universe: Universe, body: Body) -> JsonObject:
    """Replace date, hours, work category, notes, billable and status."""
    body.text("changed_by")
    before = universe.time_entry(body.text("id"))
    after = before.model_copy(
        update={
            "date": _date(body),
            "hours": _hours(body),
            "work_category": body.text("work_category"),
            "notes": body.text("notes"),
            "billable": body.flag("billable"),
            "status": body.text("status"),
        }
    )
    universe.replace_time_entry(after)
    return {}


def get_time(universe: Universe, body: Body) -> JsonObject:
    """Return an entry without its id."""
    return {"entry": universe.time_entry(body.text("id")).wire_without_id()}


def search_time(universe: Universe, body: Body) -> JsonObject:
    """Return a page of the entries that pass all filters, with totals over all of them."""
    wanted = {
        name: value
        for name in ("employee", "customer", "project", "work_category", "status")
        if (value := body.text(name))
    }
    first, last = body.text("date_from"), body.text("date_to")
    billable = read_billable(body)
    offset, limit = body.integer("offset"), body.integer("limit")
    check_limit(limit, universe.page_limit)
    is_all = not (wanted or first or last) and billable is None
    found: Sequence[TimeEntry] = (
        universe.time_entries.rows
        if is_all
        else [
            entry
            for entry in universe.time_entries.values()
            if all(getattr(entry, name) == value for name, value in wanted.items())
            and (not first or entry.date >= first)
            and (not last or entry.date <= last)
            and (billable is None or entry.billable == billable)
        ]
    )
    page = take_page(found, offset=offset, limit=limit)
    rows = [entry.wire() for entry in page.rows]
    return {
        "entries": [*rows] or None,
        "next_offset": page.next_offset,
        **dict(zip(_TOTALS, _totals(universe, found, keep=is_all), strict=True)),
    }


def _totals(
    universe: Universe, found: Sequence[TimeEntry], *, keep: bool
) -> tuple[int | float, ...]:
    """Return the sums; those of all entries are kept, as there may be a million to make."""
    if keep and universe.time_totals:
        return universe.time_totals
    sums = sum_hours(found)
    if keep:
        universe.time_totals = sums
    return sums


def _date(body: Body) -> str:
    date = body.text("date")
    if not is_iso_date(date):
        raise ApiError(400, f"invalid date: {date!r}")
    return date


def _hours(body: Body) -> float:
    hours = body.number("hours")
    if hours < 0:
        raise ApiError(400, "hours must not be negative")
    if hours > _MOST_HOURS:
        raise ApiError(400, f"hours must not exceed {_MOST_HOURS:g}")
    return hours
