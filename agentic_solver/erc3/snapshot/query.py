"""What the firewall knows of a plan query after it has passed: the rest of the engine reads this."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["CheckedQuery", "EntityLookup", "Filter"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityLookup:
    """One call of an entity finder in a query: ``find_project('paint audit')``."""

    kind: Literal["employee", "customer", "project", "skill", "will", "location", "department"]
    text: str
    table: str
    """Name of the temporary table that replaces the call in the rendered SQL."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A conjunct ``table.column op value`` with a literal, usable to narrow a fetch.

    Only conjuncts that every row of that table must satisfy to reach the result are listed.
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
    """Text of every literal in the query, in order."""
