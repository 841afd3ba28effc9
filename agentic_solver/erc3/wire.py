"""What the company API sends: entities, enums and the reply of each of the 24 routes.

Required fields and their types are strict; unknown fields are ignored, because the platform
may add some; a null list is an empty one, as the platform writes empty lists so.
"""

from datetime import date
from enum import StrEnum
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from agentic_solver.contracts.decision import Identity

__all__ = [
    "BillableFilter",
    "CompanyBrief",
    "CompanyDetail",
    "CompanyPage",
    "CompanyReply",
    "DealPhase",
    "Effect",
    "EmployeeBrief",
    "EmployeePage",
    "EmployeeReply",
    "EmployeeSummaryReply",
    "EmployeeTime",
    "EmployeeView",
    "EmptyReply",
    "IsoDate",
    "ProjectBrief",
    "ProjectDetail",
    "ProjectPage",
    "ProjectReply",
    "ProjectSummaryReply",
    "ProjectTime",
    "SearchSnippet",
    "SkillLevel",
    "TeamRole",
    "TimeEntry",
    "TimeEntryPage",
    "TimeEntryReply",
    "TimeEntryStatus",
    "TimeEntryWithID",
    "WhoAmI",
    "WikiListing",
    "WikiPage",
    "WikiSearchReply",
    "WireReply",
    "Workload",
]


class Effect(StrEnum):
    """Whether a route changes anything."""

    READ = "read"
    WRITE = "write"


class DealPhase(StrEnum):
    """Deal phase of a customer and status of a project."""

    IDEA = "idea"
    EXPLORING = "exploring"
    ACTIVE = "active"
    PAUSED = "paused"
    ARCHIVED = "archived"


class TeamRole(StrEnum):
    """Role in a project team."""

    LEAD = "Lead"
    ENGINEER = "Engineer"
    DESIGNER = "Designer"
    QA = "QA"
    OPS = "Ops"
    OTHER = "Other"


class TimeEntryStatus(StrEnum):
    """Known time entry statuses; the platform stores any text."""

    NONE = ""
    DRAFT = "draft"
    SUBMITTED = "submitted"
    APPROVED = "approved"
    INVOICED = "invoiced"
    VOIDED = "voided"


class BillableFilter(StrEnum):
    """Filter of time searches and summaries."""

    ALL = ""
    BILLABLE = "billable"
    NON_BILLABLE = "non_billable"


def _empty_text(value: Any) -> Any:
    return "" if value is None else value


def _empty_rows(value: Any) -> Any:
    return () if value is None else value


def _iso_date(value: str) -> str:
    date.fromisoformat(value)
    return value


IsoDate = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$"), AfterValidator(_iso_date)]
"""A real calendar day, ``YYYY-MM-DD``."""

OptionalText = Annotated[str, BeforeValidator(_empty_text)]
"""Text that may be null on the wire; null reads as empty."""

ItemT = TypeVar("ItemT")
# strict=False concerns the array only (a validator before it hands over a list).
Rows = Annotated[tuple[ItemT, ...], Field(strict=False), BeforeValidator(_empty_rows)]
"""A list that may be null on the wire; null reads as empty."""


class WireReply(BaseModel):
    """Anything the platform sends: strict, immutable, unknown fields ignored."""

    model_config = ConfigDict(
        strict=True, extra="ignore", frozen=True, allow_inf_nan=False, defer_build=True
    )


class EmptyReply(WireReply):
    """``{}``: the answer of a write that returns nothing."""


class SkillLevel(WireReply):
    """A skill or a will, on the documented scale."""

    name: str = Field(min_length=1)
    level: int = Field(ge=1, le=10)


class Workload(WireReply):
    """One seat of a project team; ``time_slice`` is a share of full time."""

    employee: str
    time_slice: float = Field(ge=0)
    role: TeamRole


class EmployeeBrief(WireReply):
    """An employee as lists and searches show them; the salary is per year."""

    id: str = Field(min_length=1)
    name: str
    email: str
    salary: int
    location: str
    department: str


class EmployeeView(EmployeeBrief):
    """An employee in full."""

    notes: OptionalText
    skills: Rows[SkillLevel]
    wills: Rows[SkillLevel]


class CompanyBrief(WireReply):
    """A customer as lists and searches show it."""

    id: str = Field(min_length=1)
    name: str
    location: str
    deal_phase: DealPhase
    high_level_status: str


class CompanyDetail(CompanyBrief):
    """A customer in full."""

    brief: OptionalText
    primary_contact_name: OptionalText
    primary_contact_email: OptionalText
    account_manager: OptionalText


class ProjectBrief(WireReply):
    """A project as lists and searches show it; ``customer`` may name the company itself."""

    id: str = Field(min_length=1)
    name: str
    customer: OptionalText
    status: DealPhase


class ProjectDetail(ProjectBrief):
    """A project in full."""

    description: OptionalText
    team: Rows[Workload]


class TimeEntry(WireReply):
    """A time entry as ``/time/get`` shows it: without its id."""

    employee: str
    customer: OptionalText = ""
    project: OptionalText = ""
    date: IsoDate
    hours: float
    work_category: str
    notes: OptionalText
    billable: bool
    status: str


class TimeEntryWithID(TimeEntry):
    """A time entry as searches and ``/time/log`` show it."""

    id: str = Field(min_length=1)


class SearchSnippet(WireReply):
    """A wiki search hit: the line ``linum`` (from 1) with two lines around it."""

    content: str
    linum: int
    path: str


class WhoAmI(WireReply):
    """The caller; all empty but the flag for a public one."""

    current_user: Annotated[OptionalText, Field(max_length=200)]
    is_public: bool
    location: Annotated[OptionalText, Field(max_length=200)]
    department: Annotated[OptionalText, Field(max_length=200)]
    today: Annotated[OptionalText, Field(pattern=r"^(\d{4}-\d{2}-\d{2})?$")]
    wiki_sha1: Annotated[OptionalText, Field(max_length=40)]

    def identity(self) -> Identity:
        """Return the same as a value of the Decision."""
        return Identity(
            current_user=self.current_user,
            is_public=self.is_public,
            location=self.location,
            department=self.department,
            today=self.today,
            wiki_sha1=self.wiki_sha1,
        )


class WikiListing(WireReply):
    """Digest and paths of the wiki."""

    sha1: str
    paths: Rows[str]


class WikiPage(WireReply):
    """One wiki page, raw text."""

    file: str
    content: str


class WikiSearchReply(WireReply):
    """The first hits of a regular expression search."""

    results: Rows[SearchSnippet]


class EmployeePage(WireReply):
    """A page of employees; ``next_offset`` is -1 on the last one."""

    next_offset: int
    employees: Rows[EmployeeBrief]

    @property
    def rows(self) -> tuple[EmployeeBrief, ...]:
        """The rows of the page."""
        return self.employees


class CompanyPage(WireReply):
    """A page of customers; ``next_offset`` is -1 on the last one."""

    next_offset: int
    companies: Rows[CompanyBrief]

    @property
    def rows(self) -> tuple[CompanyBrief, ...]:
        """The rows of the page."""
        return self.companies


class ProjectPage(WireReply):
    """A page of projects; ``next_offset`` is -1 on the last one."""

    next_offset: int
    projects: Rows[ProjectBrief]

    @property
    def rows(self) -> tuple[ProjectBrief, ...]:
        """The rows of the page."""
        return self.projects


class TimeEntryPage(WireReply):
    """A page of time entries with totals in hours over all matches."""

    next_offset: int
    entries: Rows[TimeEntryWithID]
    total_hours: float
    total_billable: float
    total_non_billable: float

    @property
    def rows(self) -> tuple[TimeEntryWithID, ...]:
        """The rows of the page."""
        return self.entries


class EmployeeReply(WireReply):
    """One employee in full."""

    employee: EmployeeView


class CompanyReply(WireReply):
    """One customer in full, or None where the platform says so without an error."""

    company: CompanyDetail | None
    found: bool = True


class ProjectReply(WireReply):
    """One project in full; ``found`` is false and the project None for an unknown id."""

    project: ProjectDetail | None
    found: bool


class TimeEntryReply(WireReply):
    """One time entry, without its id."""

    entry: TimeEntry


class ProjectTime(WireReply):
    """Hours on one project."""

    customer: OptionalText
    project: OptionalText
    total_hours: float
    billable_hours: float
    non_billable_hours: float
    distinct_employees: int


class EmployeeTime(WireReply):
    """Hours of one employee."""

    employee: str
    total_hours: float
    billable_hours: float
    non_billable_hours: float


class ProjectSummaryReply(WireReply):
    """Hours by project."""

    summaries: Rows[ProjectTime]


class EmployeeSummaryReply(WireReply):
    """Hours by employee."""

    summaries: Rows[EmployeeTime]
