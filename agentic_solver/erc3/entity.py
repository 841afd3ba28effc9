"""Entities of the company: what a payload must be before it enters the snapshot.

Keys and labels are normalised (NFC, no blanks around), enum values are brought to their
documented case, skills, wills and teams are sorted. Free text (notes, briefs, descriptions)
stays as it is, because a write may have to send it back unchanged. A null list is empty.
"""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from agentic_solver.erc3.folding import clean_text
from agentic_solver.erc3.wire import DealPhase, TeamRole, TimeEntryStatus

__all__ = [
    "STATUSES",
    "Customer",
    "CustomerBrief",
    "Employee",
    "EmployeeBrief",
    "EmployeeHours",
    "Entity",
    "Project",
    "ProjectBrief",
    "ProjectHours",
    "Seat",
    "SkillLevel",
    "TimeEntry",
]


def _clean(value: Any) -> Any:
    return clean_text(value) if isinstance(value, str) else value


def _clean_or_empty(value: Any) -> Any:
    return "" if value is None else _clean(value)


def _text_or_empty(value: Any) -> Any:
    return "" if value is None else value


def _lower(value: Any) -> Any:
    return value.strip().lower() if isinstance(value, str) else value


STATUSES = frozenset(status.value for status in TimeEntryStatus)
"""The documented statuses of time entries."""
_ROLES: Mapping[str, str] = {role.value.lower(): role.value for role in TeamRole}


def _role(value: Any) -> Any:
    return _ROLES.get(_lower(value), value) if isinstance(value, str) else value


def _status(value: Any) -> Any:
    lowered = _lower(value)
    return lowered if lowered in STATUSES else _clean_or_empty(value)


def _decimal(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return Decimal(str(value))


def _sorted(key: tuple[str, ...]) -> BeforeValidator:
    def sort(value: Any) -> Any:
        if value is None:
            return ()
        if isinstance(value, list) and all(isinstance(item, Mapping) for item in value):
            order = [[str(_clean(item.get(name))) for name in key] for item in value]
            return tuple(item for _, item in sorted(zip(order, value, strict=True), key=_first))
        return value

    return BeforeValidator(sort)


def _first(pair: tuple[list[str], Any]) -> list[str]:
    return pair[0]


Key = Annotated[str, BeforeValidator(_clean), StringConstraints(min_length=1)]
Label = Annotated[str, BeforeValidator(_clean)]
OptionalLabel = Annotated[str, BeforeValidator(_clean_or_empty)]
FreeText = Annotated[str, BeforeValidator(_text_or_empty)]
Phase = Annotated[DealPhase, BeforeValidator(_lower)]
Role = Annotated[TeamRole, BeforeValidator(_role)]
EntryStatus = Annotated[str, BeforeValidator(_status)]
Amount = Annotated[Decimal, BeforeValidator(_decimal), Field(gt=-100_000, lt=100_000)]
Total = Annotated[Decimal, BeforeValidator(_decimal)]


class Entity(BaseModel):
    """Strict and immutable; fields the platform adds are ignored."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True, defer_build=True)


class SkillLevel(Entity):
    """A skill or a will on the documented scale."""

    name: Key
    level: int = Field(ge=1, le=10)


class EmployeeBrief(Entity):
    """What a list shows of an employee; the salary is per year."""

    id: Key
    name: Label
    email: Label
    salary: int
    location: OptionalLabel
    department: OptionalLabel


class Employee(EmployeeBrief):
    """An employee in full."""

    notes: FreeText
    skills: Annotated[tuple[SkillLevel, ...], _sorted(("name",))]
    wills: Annotated[tuple[SkillLevel, ...], _sorted(("name",))]


class CustomerBrief(Entity):
    """What a list shows of a customer."""

    id: Key
    name: Label
    location: OptionalLabel
    deal_phase: Phase
    high_level_status: OptionalLabel


class Customer(CustomerBrief):
    """A customer in full."""

    brief: FreeText
    primary_contact_name: OptionalLabel
    primary_contact_email: OptionalLabel
    account_manager: OptionalLabel


class ProjectBrief(Entity):
    """What a list shows of a project; ``customer`` may name the company itself."""

    id: Key
    name: Label
    customer: OptionalLabel
    status: Phase


class Seat(Entity):
    """One place in a project team; ``time_slice`` is a share of full time."""

    employee: Key
    time_slice: Amount = Field(ge=0)
    role: Role


class Project(ProjectBrief):
    """A project in full."""

    description: FreeText
    team: Annotated[tuple[Seat, ...], _sorted(("employee", "role"))]


class TimeEntry(Entity):
    """A time entry with its id; any text is a status on the platform."""

    id: Key
    employee: Key
    customer: OptionalLabel = ""
    project: OptionalLabel = ""
    date: dt.date
    hours: Amount
    work_category: OptionalLabel
    notes: FreeText
    billable: bool
    status: EntryStatus


class EmployeeHours(Entity):
    """Hours of one employee between two dates."""

    employee: Key
    total_hours: Total
    billable_hours: Total
    non_billable_hours: Total


class ProjectHours(Entity):
    """Hours on one project between two dates."""

    customer: OptionalLabel
    project: OptionalLabel
    total_hours: Total
    billable_hours: Total
    non_billable_hours: Total
    distinct_employees: int
