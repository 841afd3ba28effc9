"""The records of a company: what a world file holds and what the company API shows.

All of them are frozen, so that the universes of all tasks can share them: a change puts a new
record in the place of the old one.
"""

from typing import Annotated, Literal, get_args

from pydantic import Field

from agentic_solver.contracts.model import Contract, Identifier, JsonObject

__all__ = [
    "DEAL_PHASES",
    "ROLES",
    "Customer",
    "DealPhase",
    "Employee",
    "Level",
    "Project",
    "Seat",
    "TeamRole",
    "TimeEntry",
    "wire_number",
]

DealPhase = Literal["idea", "exploring", "active", "paused", "archived"]
TeamRole = Literal["Lead", "Engineer", "Designer", "QA", "Ops", "Other"]

DEAL_PHASES: tuple[str, ...] = get_args(DealPhase)
ROLES: tuple[str, ...] = get_args(TeamRole)

_LARGEST_PLAIN = 1e21


def wire_number(value: float) -> int | float:
    """Return ``value`` as the wire writes it: integral values without a fraction."""
    if value.is_integer() and abs(value) < _LARGEST_PLAIN:
        return int(value)
    return value


class Level(Contract):
    """A skill or a will of a person."""

    name: Identifier
    level: int

    def wire(self) -> JsonObject:
        """Return the record as the API shows it."""
        return {"name": self.name, "level": self.level}


class Employee(Contract):
    """A person of the registry."""

    id: Identifier
    name: str
    email: str
    salary: int
    notes: str
    location: str
    department: str
    skills: tuple[Level, ...]
    wills: tuple[Level, ...]

    def brief(self) -> JsonObject:
        """Return a row of a list."""
        return {
            "id": self.id,
            "name": self.name,
            "email": self.email,
            "salary": self.salary,
            "location": self.location,
            "department": self.department,
        }

    def wire(self) -> JsonObject:
        """Return the record as the API shows it."""
        return {
            "id": self.id,
            "name": self.name,
            "email": self.email,
            "salary": self.salary,
            "notes": self.notes,
            "location": self.location,
            "department": self.department,
            "skills": [skill.wire() for skill in self.skills],
            "wills": [will.wire() for will in self.wills],
        }


class Customer(Contract):
    """A company of the CRM."""

    id: Identifier
    name: str
    brief: str
    location: str
    primary_contact_name: str
    primary_contact_email: str
    deal_phase: DealPhase
    high_level_status: str
    account_manager: str

    def row(self) -> JsonObject:
        """Return a row of a list."""
        return {
            "id": self.id,
            "name": self.name,
            "location": self.location,
            "deal_phase": self.deal_phase,
            "high_level_status": self.high_level_status,
        }

    def wire(self) -> JsonObject:
        """Return the record as the API shows it."""
        return {
            "id": self.id,
            "name": self.name,
            "brief": self.brief,
            "location": self.location,
            "primary_contact_name": self.primary_contact_name,
            "primary_contact_email": self.primary_contact_email,
            "deal_phase": self.deal_phase,
            "high_level_status": self.high_level_status,
            "account_manager": self.account_manager,
        }


class Seat(Contract):
    """One place in the team of a project."""

    employee: Identifier
    time_slice: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    role: TeamRole

    def wire(self) -> JsonObject:
        """Return the record as the API shows it."""
        return {
            "employee": self.employee,
            "time_slice": wire_number(self.time_slice),
            "role": self.role,
        }


class Project(Contract):
    """A project; its customer need not be a record of the CRM."""

    id: Identifier
    name: str
    description: str
    customer: str
    status: DealPhase
    team: tuple[Seat, ...]

    def brief(self) -> JsonObject:
        """Return a row of a list."""
        return {
            "id": self.id,
            "name": self.name,
            "customer": self.customer,
            "status": self.status,
        }

    def wire(self) -> JsonObject:
        """Return the record as the API shows it."""
        return {
            "id": self.id,
            "name": self.name,
            "description": self.description,
            "customer": self.customer,
            "status": self.status,
            "team": [seat.wire() for seat in self.team],
        }


class TimeEntry(Contract):
    """Logged hours; ``customer`` and ``project`` may be empty."""

    id: Identifier
    employee: Identifier
    customer: str
    project: str
    date: str
    hours: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    work_category: str
    notes: str
    billable: bool
    status: str

    def wire(self) -> JsonObject:
        """Return the record as lists show it, id first."""
        return {"id": self.id, **self.wire_without_id()}

    def wire_without_id(self) -> JsonObject:
        """Return the record as ``/time/get`` shows it."""
        return {
            "employee": self.employee,
            "customer": self.customer,
            "project": self.project,
            "date": self.date,
            "hours": wire_number(self.hours),
            "work_category": self.work_category,
            "notes": self.notes,
            "billable": self.billable,
            "status": self.status,
        }
