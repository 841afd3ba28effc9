"""Time entries of the consultancy of ``erc3-test``."""

import random
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta

from agentic_solver.twin.entity import Employee, Project, TimeEntry
from agentic_solver.twin.suites.erc3_test.company.clients import IN_HOUSE

__all__ = ["MERGER_DAY", "draw_entries"]

MERGER_DAY = date(2025, 7, 1)
"""From this day on the merged house writes a cost centre into the notes."""

_STATUSES = ("draft", "submitted", "approved", "invoiced", "voided")
_WORKED_ON = ("active", "exploring", "paused")
_DAYS_BACK = 70
_SATURDAY = 5

_HOURS = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 4.0, 5.5, 6.0, 7.5, 8.0)
_CATEGORIES = ("measuring", "measuring", "reporting", "reporting", "travel")
_REMARKS = (
    "", "", "", "Night shift", "Wind too strong, half a day lost", "Second draft of the annex",
    "Call with the neighbours", "Battery of the second meter was flat", "Return by train",
)  # fmt: skip
_CENTRES = {"Bergen": "BE", "Ghent": "GH", "Graz": "GR", "Coimbra": "CO", "Gothenburg": "GO"}


def draw_entries(
    rng: random.Random,
    today: date,
    projects: Sequence[Project],
    people: Sequence[Employee],
    *,
    merged: bool,
) -> tuple[TimeEntry, ...]:
    """Draw 66 to 84 entries of the ten weeks before ``today``, all statuses among them.

    Nobody has two entries for one project on one day, so that a day names an entry.
    """
    offices = {person.id: person.location for person in people}
    seats = [
        (project, seat.employee)
        for project in projects
        if project.status in _WORKED_ON
        for seat in project.team
    ]
    days = [today - timedelta(days=back) for back in range(1, _DAYS_BACK + 1)]
    slots = [(day, *seat) for day in days if day.weekday() < _SATURDAY for seat in seats]
    chosen = sorted(rng.sample(range(len(slots)), rng.randint(66, 84)), reverse=True)
    while True:
        entries = tuple(
            _draw_entry(rng, number, today, *slots[place], offices if merged else {})
            for number, place in enumerate(chosen, start=1)
        )
        if _suits(entries):
            return entries


def _suits(entries: Sequence[TimeEntry]) -> bool:
    counts = Counter(entry.status for entry in entries)
    return all(counts[status] >= 3 for status in _STATUSES)


def _draw_entry(
    rng: random.Random,
    number: int,
    today: date,
    day: date,
    project: Project,
    employee: str,
    offices: dict[str, str],
) -> TimeEntry:
    in_house = project.customer == IN_HOUSE.id
    category = rng.choice(_CATEGORIES)
    notes = rng.choice(_REMARKS)
    if offices and day >= MERGER_DAY:
        centre = f"FK-{_CENTRES[offices[employee]]}-{rng.randint(100, 999)}"
        notes = f"{centre} {notes}".strip()
    return TimeEntry(
        id=f"te_{number:03d}",
        employee=employee,
        customer="" if in_house else project.customer,
        project=project.id,
        date=day.isoformat(),
        hours=rng.choice(_HOURS),
        work_category=category,
        notes=notes,
        billable=not in_house and rng.random() < 0.8,
        status=_draw_status(rng, (today - day).days, in_house=in_house),
    )


def _draw_status(rng: random.Random, age: int, *, in_house: bool) -> str:
    if rng.random() < 0.1:
        return "voided"
    if age <= 18:
        return rng.choice(("draft", "draft", "submitted", "submitted", "approved"))
    if in_house:
        return rng.choice(("submitted", "approved", "approved"))
    return rng.choice(("submitted", "approved", "approved", "invoiced", "invoiced"))
