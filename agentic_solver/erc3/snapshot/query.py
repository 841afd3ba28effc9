"""What the firewall knows of a plan query that has passed: the rest of the engine reads this."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["CheckedQuery", "EntityKind", "EntityLookup", "Filter", "SqlLimits"]

EntityKind = Literal["employee", "customer", "project", "skill", "will", "location", "department"]
"""What a finder can look for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlLimits:
    """Static ceilings of one plan query; time and memory are limited where it runs."""

    chars: int = 16_000
    tokens: int = 2_500
    depth: int = 40
    """Nesting of parentheses and brackets."""
    joins: int = 24
    set_operations: int = 16
    ctes: int = 24
    literal_chars: int = 8_000
    """Long enough for a wiki page that the proposer words itself."""
    growth: int = 1_000
    """Cells that one value may be made of (``snapshot/growth.py``); of 5,300 queries of plans none
    needs more than 320."""
    series: int = 10_000
    """Largest number that may be given to ``range`` or ``generate_series``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityLookup:
    """One call of an entity finder in a query: ``find_project('paint audit')``."""

    kind: EntityKind
    text: str
    """The phrase of the request."""
    table: str
    """Name of the temporary table that replaces the call in the rendered SQL."""
    others: tuple[str, ...] = ()
    """Other wordings of it (a translation, a synonym), tried where the phrase finds nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A conjunct ``table.column op value`` with a literal, usable to narrow a fetch.

    Only conjuncts that every row of that table must satisfy to reach the result are listed.
    Dates are ISO text.
    """

    table: str
    column: str
    op: Literal["=", "in", ">=", "<=", ">", "<"]
    values: tuple[str | int | float | bool, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedQuery:
    """A query that passed the firewall."""

    sql: str
    """The rendered text to run: one SELECT, lookups replaced by their tables."""
    derives: str | None
    """``derived_*`` table that the harness creates from the SELECT, or None."""
    appends: bool
    """Whether the rows are appended to an existing ``derived_*`` table."""
    tables: frozenset[str]
    """Entity tables read, views expanded, earlier facts and bind tables not included."""
    facts: frozenset[str]
    """Earlier facts, bind tables and derived tables read."""
    columns: frozenset[tuple[str, str]]
    """``(entity table, column)`` pairs touched anywhere: output, predicate, order, join, group."""
    lookups: tuple[EntityLookup, ...]
    filters: tuple[Filter, ...]
    literals: tuple[str, ...]
    """Text of every string and number literal of the query, in the order of the text."""
    views: frozenset[str] = frozenset()
    """Views named in the query, before they are expanded (``workloads``)."""
    outputs: tuple[str, ...] | None = None
    """Names of the result columns (unnamed expressions are called ``col<ordinal>``), or None when
    a star over an unknown table or two equal names hide one."""
    sourced: bool = True
    """Whether at least one entity table, view, finder or sourced fact is read."""
    literal_columns: tuple[str, ...] = ()
    """Result columns that hold, in at least one branch, nothing but constants of the query
    (also through subqueries, CTEs, VALUES and earlier facts)."""
    normalized: tuple[str, ...] = ()
    """What the firewall changed for determinism, such as ``total_order``, in order."""
