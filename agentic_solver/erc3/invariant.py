"""Invariants between the records of a company: what no single payload can show.

They hold for a company in full. Of a part nothing is said: a record that was not read is no error.
A project may name a customer without a record (in-house projects do), so none speaks of that.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from agentic_solver.erc3.entity import Customer, Employee, Entity, Project, TimeEntry

__all__ = ["INVARIANTS", "Company", "Invariant", "broken_invariants"]


class Company(Entity):
    """The records of one company in full."""

    employees: tuple[Employee, ...] = ()
    customers: tuple[Customer, ...] = ()
    projects: tuple[Project, ...] = ()
    time_entries: tuple[TimeEntry, ...] = ()

    @cached_property
    def people(self) -> frozenset[str]:
        """The ids of the employees."""
        return frozenset(one.id for one in self.employees)

    @cached_property
    def project_of(self) -> Mapping[str, Project]:
        """The projects by id."""
        return {one.id: one for one in self.projects}


@dataclass(frozen=True, slots=True, kw_only=True)
class Invariant:
    """One statement about records of a company, and the ids of those that break it."""

    name: str
    statement: str
    breaks: Callable[[Company], Iterator[str]]


def broken_invariants(company: Company) -> tuple[str, ...]:
    """Return one line for each record that breaks an invariant, in the order of the list."""
    return tuple(
        f"{one.name}: {record}: {one.statement}"
        for one in INVARIANTS
        for record in one.breaks(company)
    )


def _repeated(names: Iterable[str]) -> Iterator[str]:
    return (name for name, number in Counter(names).items() if number > 1)


def _ids(company: Company) -> Iterator[str]:
    for records in (company.employees, company.customers, company.projects, company.time_entries):
        yield from _repeated(one.id for one in records)


def _labels(company: Company) -> Iterator[str]:
    for person in company.employees:
        for levels in (person.skills, person.wills):
            yield from (person.id for _ in _repeated(one.name for one in levels))


def _seats(company: Company) -> Iterator[str]:
    for project in company.projects:
        if any(seat.employee not in company.people for seat in project.team):
            yield project.id


def _roles(company: Company) -> Iterator[str]:
    for project in company.projects:
        yield from (
            project.id for _ in _repeated(f"{one.employee} {one.role}" for one in project.team)
        )


def _managers(company: Company) -> Iterator[str]:
    for customer in company.customers:
        if customer.account_manager and customer.account_manager not in company.people:
            yield customer.id


def _workers(company: Company) -> Iterator[str]:
    return (one.id for one in company.time_entries if one.employee not in company.people)


def _worked_on(company: Company) -> Iterator[str]:
    for entry in company.time_entries:
        if entry.project and entry.project not in company.project_of:
            yield entry.id


def _billed(company: Company) -> Iterator[str]:
    for entry in company.time_entries:
        project = company.project_of.get(entry.project)
        if project is not None and entry.customer not in ("", project.customer):
            yield entry.id


INVARIANTS = tuple(
    Invariant(name=name, statement=statement, breaks=breaks)
    for name, statement, breaks in (
        ("ids", "an id belongs to one record of its kind", _ids),
        ("levels", "a person has one level of a skill, and one of a will", _labels),
        ("seats", "whoever has a seat in a team is an employee", _seats),
        ("roles", "nobody has the same role in a team twice", _roles),
        ("account_managers", "an account manager is an employee", _managers),
        ("entries_of_people", "whoever a time entry is of is an employee", _workers),
        ("entries_of_projects", "a time entry names a project that there is, or none", _worked_on),
        ("customers_of_entries", "a time entry names its project's customer, or none", _billed),
    )
)
"""Every invariant, by its name."""
