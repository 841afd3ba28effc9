"""What the lookup searches: the names and texts of a company, as the caller has fetched them."""

from dataclasses import dataclass

__all__ = ["Candidate", "Catalog", "Described", "Labelled", "Person"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """An employee."""

    id: str
    name: str
    email: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """A customer or a project: a name and whatever else describes it."""

    id: str
    name: str
    text: str = ""
    """Brief or description."""
    location: str = ""
    customer: str = ""
    """Project only: id and name of its customer."""
    status: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A stored value (skill, will, location, department) with the names people use for it."""

    id: str
    labels: tuple[str, ...] = ()
    """Readable names, best first; from the wiki."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog:
    """Everything a finder may find."""

    employees: tuple[Person, ...] = ()
    customers: tuple[Described, ...] = ()
    projects: tuple[Described, ...] = ()
    skills: tuple[Labelled, ...] = ()
    wills: tuple[Labelled, ...] = ()
    locations: tuple[Labelled, ...] = ()
    departments: tuple[Labelled, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One row of a finder's result."""

    id: str
    name: str
    score: float
    """0 to 1, four decimals."""
    group: str
    """Rows of one group are spellings of the same thing: one match, not several."""
