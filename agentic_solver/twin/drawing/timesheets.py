"""Drawing the hours that the teams of projects have written down."""

import random
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any

from agentic_solver.twin.drawing.blueprint import HoursPlan
from agentic_solver.twin.entity import Customer, Project, Seat, TimeEntry

__all__ = ["draw_entries"]

_OLDEST_DAYS = 80
# The hours of a project that is over lie at least that far back.
_ARCHIVED_DAYS = 40
_PER_SEAT = (0, 1, 2, 2, 3, 3, 4)
_HOURS = (0.5, 1.0, 1.5, 2.0, 2.25, 2.5, 3.0, 3.5, 4.0, 4.0, 5.0, 5.75, 6.0, 7.0, 7.5, 8.0)
_CORRECTIONS = (-1.0, -0.5, 0.5, 1.0, 1.5)
_LEAST_HOURS = 0.25
_WRONG = 0.04
_SATURDAY = 5
_DRAFT_DAYS, _SUBMITTED_DAYS, _APPROVED_DAYS = 7, 20, 45
# States in which hours may cost a client something.
_RUNNING = ("active", "paused", "archived")


def draw_entries(
    rng: random.Random,
    plan: HoursPlan,
    today: str,
    projects: Sequence[Project],
    customers: Sequence[Customer],
) -> tuple[TimeEntry, ...]:
    """Return the entries of all teams by day; a wrong one is followed by its correction."""
    clients = {customer.id for customer in customers}
    drawn = [
        entry
        for project in projects
        if project.status != "idea"
        for seat in project.team
        for _ in range(rng.choice(_PER_SEAT))
        for entry in _draw_pair(rng, plan, today, project, seat, clients)
    ]
    # The sort is stable, so that a correction stays behind what it corrects.
    drawn.sort(key=lambda entry: (entry["date"], entry["employee"], entry["project"]))
    return tuple(
        TimeEntry(id=f"te_{number:03d}", **entry) for number, entry in enumerate(drawn, start=1)
    )


def _draw_pair(
    rng: random.Random,
    plan: HoursPlan,
    today: str,
    project: Project,
    seat: Seat,
    clients: set[str],
) -> Iterator[dict[str, Any]]:
    """Yield an entry, or a voided one and the one that puts it right."""
    entry = _draw_entry(rng, plan, today, project, seat, clients)
    if rng.random() < _WRONG:
        yield entry | {"status": "voided"}
        entry["hours"] = max(_LEAST_HOURS, entry["hours"] + rng.choice(_CORRECTIONS))
    yield entry


def _draw_entry(
    rng: random.Random,
    plan: HoursPlan,
    today: str,
    project: Project,
    seat: Seat,
    clients: set[str],
) -> dict[str, Any]:
    category = rng.choices(tuple(plan.categories), tuple(plan.categories.values()))[0]
    age = _draw_age(rng, today, _ARCHIVED_DAYS if project.status == "archived" else 1)
    customer = project.customer if project.customer in clients else ""
    billable = bool(
        customer and project.status in _RUNNING and category in plan.billable_categories
    )
    return {
        "employee": seat.employee,
        "customer": customer,
        "project": project.id,
        "date": (date.fromisoformat(today) - timedelta(days=age)).isoformat(),
        "hours": rng.choice(_HOURS),
        "work_category": category,
        "notes": rng.choice(plan.notes),
        "billable": billable,
        "status": _status_at(age, billable),
    }


def _draw_age(rng: random.Random, today: str, least: int) -> int:
    """Return how many days ago some working day was."""
    age = rng.randint(least, _OLDEST_DAYS)
    while (date.fromisoformat(today) - timedelta(days=age)).weekday() >= _SATURDAY:
        age += 1
    return age


def _status_at(age: int, billable: bool) -> str:
    if age < _DRAFT_DAYS:
        return "draft"
    if age < _SUBMITTED_DAYS:
        return "submitted"
    return "invoiced" if billable and age >= _APPROVED_DAYS else "approved"
