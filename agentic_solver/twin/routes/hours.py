"""``/time/summary/...`` and the sums of hours."""

import math
from collections.abc import Iterable, Sequence

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import ApiError
from agentic_solver.twin.body import Body
from agentic_solver.twin.entity import TimeEntry, wire_number
from agentic_solver.twin.universe import Universe

__all__ = ["read_billable", "sum_hours", "summarise_by_employee", "summarise_by_project"]

_BILLABLE = {"": None, "billable": True, "non_billable": False}
_DIGITS = 6


def read_billable(body: Body) -> bool | None:
    """Return what the ``billable`` filter asks for; None for all.

    Raises:
        ApiError: 400, it is none of the three values.
    """
    value = body.text("billable")
    if value not in _BILLABLE:
        raise ApiError(400, f"invalid billable filter: {value!r}")
    return _BILLABLE[value]


def sum_hours(entries: Iterable[TimeEntry]) -> tuple[int | float, ...]:
    """Return the sums of all, of billable and of other hours, free of binary dust.

    Raises:
        ApiError: 500, a sum is beyond all numbers.
    """
    hours = [(entry.hours, entry.billable) for entry in entries]
    return (
        _sum(value for value, _ in hours),
        _sum(value for value, billable in hours if billable),
        _sum(value for value, billable in hours if not billable),
    )


def _sum(hours: Iterable[float]) -> int | float:
    try:
        return wire_number(round(math.fsum(hours), _DIGITS))
    except OverflowError as error:
        raise ApiError(500, "json: unsupported value: +Inf") from error


def summarise_by_project(universe: Universe, body: Body) -> JsonObject:
    """Return hours by customer and project, sorted by both."""
    groups: dict[tuple[str, str], list[TimeEntry]] = {}
    for entry in _matches(universe, body):
        groups.setdefault((entry.customer, entry.project), []).append(entry)
    summaries = [
        {
            "customer": customer,
            "project": project,
            **_sums(entries),
            "distinct_employees": len({entry.employee for entry in entries}),
        }
        for (customer, project), entries in sorted(groups.items())
    ]
    return {"summaries": [*summaries] or None}


def summarise_by_employee(universe: Universe, body: Body) -> JsonObject:
    """Return hours by employee, sorted by id."""
    groups: dict[str, list[TimeEntry]] = {}
    for entry in _matches(universe, body):
        groups.setdefault(entry.employee, []).append(entry)
    summaries = [
        {"employee": employee, **_sums(entries)} for employee, entries in sorted(groups.items())
    ]
    return {"summaries": [*summaries] or None}


def _matches(universe: Universe, body: Body) -> list[TimeEntry]:
    first, last = body.text("date_from"), body.text("date_to")
    customers, projects = body.texts("customers"), body.texts("projects")
    employees = body.texts("employees")
    billable = read_billable(body)
    return [
        entry
        for entry in universe.time_entries.values()
        if (not first or entry.date >= first)
        and (not last or entry.date <= last)
        and (not customers or entry.customer in customers)
        and (not projects or entry.project in projects)
        and (not employees or entry.employee in employees)
        and (billable is None or entry.billable == billable)
    ]


def _sums(entries: Sequence[TimeEntry]) -> JsonObject:
    every, billable, other = sum_hours(entries)
    return {"total_hours": every, "billable_hours": billable, "non_billable_hours": other}
