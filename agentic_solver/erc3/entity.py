"""Entities of the company: what a payload must be before it enters the snapshot.

Keys and labels are normalised (NFC, no blanks around), enum values are brought to their
documented case, skills, wills and teams are sorted. Free text (notes, briefs, descriptions)
stays as it is, because a write may have to send it back unchanged. A null list is empty.
"""

import datetime as dt
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints
from sqlalchemy import BigInteger, Date, Integer, Numeric, String
from sqlmodel import Field

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
    "clean_text",
]


def clean_text(text: str) -> str:
    """Return a key or label in its normal form: NFC, no blanks around."""
    return unicodedata.normalize("NFC", text).strip()


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

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class SkillLevel(Entity):
    """A skill or a will on the documented scale."""

    name: Key = Field(primary_key=True, sa_type=String)
    level: int = Field(ge=1, le=10, sa_type=Integer)


class EmployeeBrief(Entity):
    """What a list shows of an employee; the salary is per year."""

    id: Key = Field(primary_key=True, sa_type=String)
    name: Label = Field(sa_type=String)
    email: Label = Field(sa_type=String)
    salary: int = Field(sa_type=BigInteger)
    location: OptionalLabel = Field(sa_type=String)
    department: OptionalLabel = Field(sa_type=String)


class Employee(EmployeeBrief):
    """An employee in full."""

    notes: FreeText
    skills: Annotated[tuple[SkillLevel, ...], _sorted(("name",))]
    wills: Annotated[tuple[SkillLevel, ...], _sorted(("name",))]


class CustomerBrief(Entity):
    """What a list shows of a customer."""

    id: Key = Field(primary_key=True, sa_type=String)
    name: Label = Field(sa_type=String)
    location: OptionalLabel = Field(sa_type=String)
    deal_phase: Phase = Field(sa_type=String)
    high_level_status: OptionalLabel = Field(sa_type=String)


class Customer(CustomerBrief):
    """A customer in full."""

    brief: FreeText
    primary_contact_name: OptionalLabel
    primary_contact_email: OptionalLabel
    account_manager: OptionalLabel


class ProjectBrief(Entity):
    """What a list shows of a project; ``customer`` may name the company itself."""

    id: Key = Field(primary_key=True, sa_type=String)
    name: Label = Field(sa_type=String)
    customer: OptionalLabel = Field(sa_type=String)
    status: Phase = Field(sa_type=String)


class Seat(Entity):
    """One place in a project team; ``time_slice`` is a share of full time."""

    employee: Key = Field(sa_type=String)
    time_slice: Amount = Field(ge=0, sa_type=Numeric(9, 4))
    role: Role = Field(sa_type=String)


class Project(ProjectBrief):
    """A project in full."""

    description: FreeText
    team: Annotated[tuple[Seat, ...], _sorted(("employee", "role"))]


class TimeEntry(Entity):
    """A time entry with its id; any text is a status on the platform."""

    id: Key = Field(primary_key=True, sa_type=String)
    employee: Key = Field(sa_type=String)
    customer: OptionalLabel = Field(default="", sa_type=String)
    project: OptionalLabel = Field(default="", sa_type=String)
    date: dt.date = Field(sa_type=Date)
    hours: Amount = Field(sa_type=Numeric(9, 4))
    work_category: OptionalLabel = Field(sa_type=String)
    notes: FreeText = Field(sa_type=String)
    billable: bool
    status: EntryStatus = Field(sa_type=String)


class EmployeeHours(Entity):
    """Hours of one employee between two dates."""

    employee: Key = Field(sa_type=String)
    total_hours: Total = Field(sa_type=Numeric(12, 4))
    billable_hours: Total = Field(sa_type=Numeric(12, 4))
    non_billable_hours: Total = Field(sa_type=Numeric(12, 4))


class ProjectHours(Entity):
    """Hours on one project between two dates."""

    customer: OptionalLabel = Field(sa_type=String)
    project: OptionalLabel = Field(sa_type=String)
    total_hours: Total = Field(sa_type=Numeric(12, 4))
    billable_hours: Total = Field(sa_type=Numeric(12, 4))
    non_billable_hours: Total = Field(sa_type=Numeric(12, 4))
    distinct_employees: int = Field(sa_type=Integer)
