"""The description of a company from which companies are drawn: pools, bands and counts.

Every pool is larger than what is drawn from it, so that two seeds give two companies.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from agentic_solver.twin.entity import TeamRole

__all__ = [
    "Blueprint",
    "ClientIdea",
    "Department",
    "HoursPlan",
    "NoteIdea",
    "PortfolioPlan",
    "ProjectIdea",
    "Range",
    "StaffPlan",
    "Unit",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """Whole numbers from ``low`` to ``high``, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Department:
    """A department: what it pays and what its people are good at."""

    name: str
    pay: Range
    """Yearly salaries in thousands."""
    core: tuple[str, ...]
    """Skills of which its people know more than others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """The people of a department at a site."""

    department: str
    site: str
    heads: Range


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteIdea:
    """A note for the record of one person; ``{amount}`` stands for a salary above the present."""

    text: str
    site: str = ""
    """Where the person is; empty for everywhere but the sites of other notes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffPlan:
    """Who works for the company."""

    mail_domain: str
    departments: tuple[Department, ...]
    units: tuple[Unit, ...]
    external: str
    """The department of the external contractors."""
    skills: tuple[str, ...]
    wills: tuple[str, ...]
    notes: tuple[NoteIdea, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientIdea:
    """A possible customer."""

    id: str
    name: str
    """As the CRM spells it."""
    everyday: str
    """As people call it: never a part of the stored name."""
    brief: str
    location: str
    domain: str
    """Of the contact's e-mail address."""
    key_account: bool = False
    """Always drawn, and active."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectIdea:
    """A possible project."""

    id: str
    name: str
    everyday: str
    """A paraphrase: never a part of the name."""
    description: str
    client: str
    """Empty for an in-house project."""
    lead: str
    """The department of its Lead."""
    roles: tuple[TeamRole, ...]
    """The seats beside the Lead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PortfolioPlan:
    """What the company does for whom."""

    clients: tuple[ClientIdea, ...]
    clients_drawn: Range
    projects: tuple[ProjectIdea, ...]
    projects_drawn: Range
    in_house_drawn: Range
    in_house_id: str
    """The customer id of in-house projects, which is no record."""
    accounts: str
    """The department of the account managers."""
    seats: Mapping[TeamRole, tuple[str, ...]]
    """Role → departments from which it is filled; a department may come more than once."""
    status_lines: Mapping[str, tuple[str, ...]]
    """Deal phase → remarks."""

    @property
    def everyday_names(self) -> dict[str, str]:
        """Id of a customer or project → what people call it."""
        ideas: tuple[ClientIdea | ProjectIdea, ...] = (*self.clients, *self.projects)
        return {idea.id: idea.everyday for idea in ideas}


@dataclass(frozen=True, slots=True, kw_only=True)
class HoursPlan:
    """How the people of a company write their hours down."""

    categories: Mapping[str, int]
    """Category → how often it comes, relative to the others."""
    billable_categories: frozenset[str]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Blueprint:
    """All that is fixed about a company."""

    wiki: str
    staff: StaffPlan
    portfolio: PortfolioPlan
    hours: HoursPlan
