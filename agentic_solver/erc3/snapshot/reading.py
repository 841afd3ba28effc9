"""What the walk over a plan query finds: tables, columns, lookups and who owns which name."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from agentic_solver.erc3.snapshot.query import EntityLookup
from agentic_solver.erc3.snapshot.source import Frame, Relation, Source

__all__ = ["Occurrence", "Reading"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Occurrence:
    """One appearance of an entity table: the SELECT it stands in and its source there."""

    table: str
    select: exp.Select | None
    """None when a view hides it, so that nothing narrows it."""
    source: Source | None


@dataclass(slots=True, kw_only=True, eq=False)
class Reading:
    """What the walk found."""

    facts_known: Mapping[str, Relation]
    tables: set[str] = field(default_factory=set)
    views: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    columns: set[tuple[str, str]] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    """Every name that was resolved, aliases and lambda parameters included."""
    lookups: list[EntityLookup] = field(default_factory=list)
    occurrences: list[Occurrence] = field(default_factory=list)
    owners: dict[int, Source] = field(default_factory=dict)
    """Identity of a column node -> the one source it belongs to."""
    relations: dict[int, Relation] = field(default_factory=dict)
    """Identity of a query node -> what it gives."""
    frames: dict[int, Frame] = field(default_factory=dict)
    met: set[int] = field(default_factory=set)
    """Identities of the table and column nodes that were resolved."""
