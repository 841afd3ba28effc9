"""A crowd: a company of any size whose records are made when somebody asks for them.

Every record follows from the seed and its number alone, so that the millionth employee costs as
much as the first, and a page of a listing costs its rows. Projects, customers and hours come in
proportion: a project for four people, a customer for twenty, three time entries a person.
"""

import datetime as dt
import random
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

from agentic_solver.twin.drawing.names import any_name
from agentic_solver.twin.entity import (
    DEAL_PHASES,
    Customer,
    Employee,
    Level,
    Project,
    Seat,
    TimeEntry,
)
from agentic_solver.twin.records import Record
from agentic_solver.twin.world import World

__all__ = ["DEPARTMENTS", "SITES", "SKILLS", "WILLS", "crowd"]

RecordT = TypeVar("RecordT", bound=Record)

DEPARTMENTS = ("Assembly", "Dispatch", "Service", "Sales", "Accounts", "People Office")
SITES = ("North Works", "South Works", "Harbour Yard", "City Office", "Hill Depot")
SKILLS = ("skill_assembly", "skill_planning", "skill_service", "skill_welding")
WILLS = ("will_mentor", "will_nights", "will_travel")

_PEOPLE_A_PROJECT = 4
_PEOPLE_A_CUSTOMER = 20
_ENTRIES_A_PERSON = 3
_TODAY = dt.date(2025, 6, 16)
_DIGITS = 7


class _Made(Sequence[RecordT], Generic[RecordT]):
    """Records by number, from 1; made anew each time."""

    def __init__(self, count: int, prefix: str, make: Callable[[int], RecordT]) -> None:
        self._count = count
        self._prefix = prefix
        self._make = make

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> RecordT: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[RecordT]: ...

    def __getitem__(self, place: int | slice) -> RecordT | Sequence[RecordT]:
        if isinstance(place, slice):
            return [self._make(i + 1) for i in range(*place.indices(self._count))]
        return self._make(range(self._count)[place] + 1)

    def place(self, record_id: str) -> int | None:
        """Return where the record of an id stands, None where there is none."""
        number = record_id.removeprefix(self._prefix)
        if not record_id.startswith(self._prefix) or not (number.isascii() and number.isdigit()):
            return None
        place = int(number) - 1
        known = len(number) == _DIGITS and 0 <= place < self._count
        return place if known else None


def crowd(
    seed: int,
    *,
    employees: int,
    wiki: str,
    projects: int | None = None,
    time_entries: int | None = None,
) -> World:
    """Return a company of ``employees`` people, made lazily.

    Args:
        seed: another seed gives other people, projects and hours under the same ids.
        employees: how many; at least 20, so that everything else exists.
        wiki: name of its wiki.
        projects: how many, at most one a person; a quarter of the people when left out.
        time_entries: how many; a multiple of the people, three each when left out.
    """
    if employees < _PEOPLE_A_CUSTOMER:
        raise ValueError(f"a crowd has at least {_PEOPLE_A_CUSTOMER} people, not {employees}")
    maker = _Maker(
        seed,
        employees,
        projects or employees // _PEOPLE_A_PROJECT,
        time_entries or employees * _ENTRIES_A_PERSON,
    )
    # Not validated: reading a million records through would make every one of them.
    return World.model_construct(
        wiki=wiki,
        today=_TODAY.isoformat(),
        employees=_Made(maker.people, "emp_", maker.employee),  # type: ignore[arg-type]
        projects=_Made(maker.projects, "proj_", maker.project),  # type: ignore[arg-type]
        customers=_Made(maker.customers, "cust_", maker.customer),  # type: ignore[arg-type]
        time_entries=_Made(maker.entries, "te_", maker.entry),  # type: ignore[arg-type]
    )


def _id(prefix: str, number: int) -> str:
    return f"{prefix}_{number:0{_DIGITS}d}"


class _Maker:
    """Makes the records of one crowd."""

    def __init__(self, seed: int, people: int, projects: int, entries: int) -> None:
        self._seed = seed
        self.people = people
        self.projects = projects
        self.customers = people // _PEOPLE_A_CUSTOMER
        self.entries = entries
        self._people_a_project = people // projects
        self._entries_a_person = entries // people
        self._last = (0, "")

    def _rng(self, kind: int, number: int) -> random.Random:
        return random.Random((self._seed * 8 + kind) * 1_000_000_007 + number)

    def employee(self, number: int) -> Employee:
        rng = self._rng(1, number)
        one = _id("emp", number)
        return Employee.model_construct(
            id=one,
            name=any_name(rng),
            email=f"{one}@crowd.example",
            salary=rng.randrange(30, 120) * 1000,
            notes="",
            location=rng.choice(SITES),
            department=rng.choice(DEPARTMENTS),
            skills=tuple(Level.model_construct(name=n, level=rng.randint(1, 10)) for n in SKILLS),
            wills=tuple(Level.model_construct(name=n, level=rng.randint(1, 10)) for n in WILLS),
        )

    def project(self, number: int) -> Project:
        rng = self._rng(2, number)
        # Neighbours of a number work together, so that teams need no search to be found.
        first = (number - 1) * self._people_a_project
        seats = []
        for place, role in enumerate(("Lead", "Engineer", "QA")):
            person = (first + place * (1 + rng.randrange(3))) % self.people + 1
            slices = rng.randint(1, 5) / 10
            seats.append(
                Seat.model_construct(
                    employee=_id("emp", person),
                    time_slice=slices,
                    role=role,  # type: ignore[arg-type]
                )
            )
        return Project.model_construct(
            id=_id("proj", number),
            name=f"Order {number} {rng.choice(('Press', 'Line', 'Crane', 'Hall', 'Dock'))}",
            description=f"Work on order {number}.",
            customer=_id("cust", rng.randint(1, self.customers)),
            status=rng.choice(DEAL_PHASES),  # type: ignore[arg-type]
            team=tuple(seats),
        )

    def _customer_of(self, order: int) -> str:
        # Entries of one order follow each other, so that the last one is asked for again.
        if self._last[0] != order:
            self._last = (order, self.project(order).customer)
        return self._last[1]

    def customer(self, number: int) -> Customer:
        rng = self._rng(3, number)
        contact = any_name(rng)
        return Customer.model_construct(
            id=_id("cust", number),
            name=f"Client {number} {rng.choice(('Ltd', 'GmbH', 'S.p.A.', 'AB', 'SARL'))}",
            brief=f"Client number {number}.",
            location=rng.choice(("Ulm", "Lyon", "Porto", "Turku", "Split")),
            primary_contact_name=contact,
            primary_contact_email=f"contact{number}@client.example",
            deal_phase=rng.choice(DEAL_PHASES),  # type: ignore[arg-type]
            high_level_status="Regular",
            account_manager=_id("emp", rng.randint(1, self.people)),
        )

    def entry(self, number: int) -> TimeEntry:
        rng = self._rng(4, number)
        person = (number - 1) // self._entries_a_person + 1
        order = min((person - 1) // self._people_a_project + 1, self.projects)
        return TimeEntry.model_construct(
            id=_id("te", number),
            employee=_id("emp", person),
            customer=self._customer_of(order),
            project=_id("proj", order),
            date=(_TODAY - dt.timedelta(days=rng.randint(1, 60))).isoformat(),
            hours=rng.randint(1, 16) / 2,
            work_category="project_work",
            notes="",
            billable=rng.random() < 0.7,
            status=rng.choice(("draft", "submitted", "approved")),
        )
