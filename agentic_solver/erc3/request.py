"""What is sent to the company API: one strict model per route with a body.

``None`` means that the field is not sent at all. Updates that replace everything on the
platform require everything here, so that nothing can be erased by leaving it out.
"""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, JsonValue, StringConstraints

from agentic_solver.contracts.decision import AgentLink
from agentic_solver.contracts.model import Contract, JsonObject
from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.wire import BillableFilter, DealPhase, IsoDate, SkillLevel, Workload

__all__ = [
    "ById",
    "CustomerSearch",
    "EmployeeSearch",
    "EmployeeUpdate",
    "NoArguments",
    "PageRequest",
    "ProjectSearch",
    "ProjectStatusUpdate",
    "ProjectTeamFilter",
    "ProjectTeamUpdate",
    "Respond",
    "SkillFilter",
    "TimeLog",
    "TimeSearch",
    "TimeSummary",
    "TimeUpdate",
    "WikiLoad",
    "WikiSearch",
    "WikiUpdate",
    "WireRequest",
]


def _refuse_unknown(model: type[BaseModel]) -> BeforeValidator:
    """Make a lenient reply model closed where it is sent."""

    def check(value: Any) -> Any:
        if isinstance(value, dict):
            unknown = sorted(set(value) - set(model.model_fields))
            if unknown:
                raise ValueError(f"unknown fields: {', '.join(unknown)}")
        return value

    return BeforeValidator(check)


SentSkill = Annotated[SkillLevel, _refuse_unknown(SkillLevel)]
SentSeat = Annotated[Workload, _refuse_unknown(Workload)]
Id = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Hours = Annotated[float, Field(allow_inf_nan=False)]


class WireRequest(Contract):
    """A request body."""

    def body(self) -> JsonObject:
        """Return the JSON body: absent fields left out, integral numbers without a fraction."""
        dumped = self.model_dump(mode="json", exclude_none=True)
        return {name: _plain_number(value) for name, value in dumped.items()}


def _plain_number(value: JsonValue) -> JsonValue:
    """Write 8.0 as 8, as the platform does, so that equal requests have equal bytes."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [_plain_number(item) for item in value]
        case dict():
            return {name: _plain_number(item) for name, item in value.items()}
        case _:
            return value


class NoArguments(WireRequest):
    """``{}``."""


class ById(WireRequest):
    """One entity by its id."""

    id: Id


class PageRequest(WireRequest):
    """A page of a list: ``limit`` rows from row ``offset`` (from 0; absent means 0)."""

    limit: int
    offset: int | None = Field(default=None, ge=0)


class SkillFilter(Contract):
    """Level range of one skill or will; ``max_level`` 0 or None means no upper bound."""

    name: str = Field(min_length=1)
    min_level: int
    max_level: int | None = None


class EmployeeSearch(PageRequest):
    """Search of employees; all filters must hold, texts are contiguous substrings."""

    query: str | None = None
    location: str | None = None
    department: str | None = None
    manager: str | None = None
    skills: tuple[SkillFilter, ...] | None = None
    wills: tuple[SkillFilter, ...] | None = None


class EmployeeUpdate(WireRequest):
    """Full replacement of what can be changed of an employee."""

    employee: Id
    notes: str
    salary: int
    location: str
    department: str
    skills: tuple[SentSkill, ...]
    wills: tuple[SentSkill, ...]
    changed_by: str | None = None


class CustomerSearch(PageRequest):
    """Search of customers; lists mean any of."""

    query: str | None = None
    deal_phase: tuple[DealPhase, ...] | None = None
    account_managers: tuple[Id, ...] | None = None
    locations: tuple[str, ...] | None = None


class ProjectTeamFilter(Contract):
    """What one and the same member of a team must fulfil."""

    employee_id: Id | None = None
    role: str | None = None
    min_time_slice: float | None = None


class ProjectSearch(PageRequest):
    """Search of projects; archived ones only with ``include_archived``."""

    query: str | None = None
    customer_id: Id | None = None
    status: tuple[DealPhase, ...] | None = None
    team: ProjectTeamFilter | None = None
    include_archived: bool | None = None


class ProjectTeamUpdate(WireRequest):
    """Full replacement of a team."""

    id: Id
    team: tuple[SentSeat, ...]
    changed_by: str | None = None


class ProjectStatusUpdate(WireRequest):
    """New status of a project."""

    id: Id
    status: DealPhase
    changed_by: str | None = None


class WikiLoad(WireRequest):
    """One wiki page by its path."""

    file: str = Field(min_length=1)


class WikiSearch(WireRequest):
    """Regular expression (RE2, case-sensitive, line by line)."""

    query_regex: str


class WikiUpdate(WireRequest):
    """New content of a page; empty content deletes it."""

    file: str = Field(min_length=1)
    content: str
    changed_by: str | None = None


class TimeLog(WireRequest):
    """A new time entry."""

    employee: Id
    customer: str | None = None
    project: str | None = None
    date: IsoDate
    hours: Hours
    work_category: str
    notes: str | None = None
    billable: bool
    status: str
    logged_by: str | None = None


class TimeUpdate(WireRequest):
    """Replacement of everything that can be changed of a time entry."""

    id: Id
    date: IsoDate
    hours: Hours
    work_category: str
    notes: str
    billable: bool
    status: str
    changed_by: str | None = None


class TimeSearch(PageRequest):
    """Search of time entries; the dates are inclusive."""

    employee: str | None = None
    customer: str | None = None
    project: str | None = None
    date_from: IsoDate | None = None
    date_to: IsoDate | None = None
    work_category: str | None = None
    billable: BillableFilter | None = None
    status: str | None = None


class TimeSummary(WireRequest):
    """Hours between two dates, inclusive; lists mean any of."""

    date_from: IsoDate
    date_to: IsoDate
    customers: tuple[str, ...] | None = None
    projects: tuple[str, ...] | None = None
    employees: tuple[str, ...] | None = None
    billable: BillableFilter | None = None


class Respond(WireRequest):
    """The one answer of a task."""

    message: str
    outcome: Outcome
    links: tuple[AgentLink, ...] = ()
