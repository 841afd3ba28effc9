"""Sources of a SELECT: what one entry of FROM offers to the names around it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.snapshot.functions import VOLATILE_NAMES

__all__ = ["Frame", "Output", "Refusal", "Relation", "Source", "unknown_column"]


class Refusal(Exception):  # noqa: N818 - control flow inside the firewall, never seen outside
    """The first reason why a query does not pass; turned into a violation at the entry."""

    def __init__(self, code: ViolationCode, message: str, **details: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """What a query, CTE or table gives: columns, which of them are constants, its origin."""

    columns: tuple[str, ...]
    """Lower-case names; an empty name stands for an unnamed expression."""
    literal: tuple[bool, ...]
    """Per column: nothing but constants of the query."""
    closed: bool = True
    """Whether ``columns`` is the whole truth (False: there may be more)."""
    sourced: bool = False
    """Whether rows of the snapshot decide which rows there are."""
    origins: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """Column -> entity columns touched by using it; for derived relations only what a star of
    theirs left open."""
    kind: str = "query"
    """``entity``, ``view``, ``fact``, ``finder``, ``series`` or ``query``."""
    name: str = ""

    def has(self, column: str) -> bool:
        """Return whether the relation surely has the column."""
        return bool(column) and column in self.columns

    def is_literal(self, column: str) -> bool:
        """Return whether the column holds constants only; unknown columns follow the source.

        What has no name, or one that is there twice, is reached by a name that the database makes
        up: it may be a constant where one of them is.
        """
        if column in self.columns:
            return self.literal[self.columns.index(column)]
        pairs = zip(self.columns, self.literal, strict=True)
        hidden = [one for name, one in pairs if not name or self.columns.count(name) > 1]
        return any(hidden) if hidden else not self.sourced


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """One output column; without a name also the unknown rest of a source."""

    name: str
    literal: bool
    origins: tuple[tuple[str, str], ...] = ()
    """Entity columns behind a star, touched only when somebody uses this column."""


@dataclass(slots=True, kw_only=True, eq=False)
class Source:
    """A relation under its alias in one FROM clause."""

    alias: str
    relation: Relation
    side: str = ""
    """How it was joined: empty, ``LEFT``, ``RIGHT``, ``FULL``, ``SEMI`` or ``ANTI``."""
    on: exp.Expr | None = None
    merged: frozenset[str] = frozenset()
    """USING columns, which a star shows once only."""


@dataclass(slots=True, kw_only=True, eq=False)
class Frame:
    """The names one SELECT offers: its sources and the aliases of its output columns."""

    sources: list[Source] = field(default_factory=list)
    aliases: dict[str, bool] = field(default_factory=dict)
    """Output alias -> whether it is grounded in rows (True) or constant (False)."""
    ctes: Mapping[str, Relation] = field(default_factory=dict)

    @property
    def sourced(self) -> bool:
        """Whether rows of the snapshot take part."""
        return any(source.relation.sourced for source in self.sources)

    @property
    def closed(self) -> bool:
        """Whether every column of every source is known."""
        return all(source.relation.closed for source in self.sources)


def unknown_column(parts: list[str], scope: tuple[Frame, ...]) -> Refusal:
    """Return the refusal of a column nobody offers, with the ones in reach."""
    if len(parts) == 1 and parts[0] in VOLATILE_NAMES:
        return Refusal(
            ViolationCode.SQL_FUNCTION_FORBIDDEN,
            "Clock and session are not readable.",
            function=parts[0],
        )
    known = sorted(
        {f"{s.alias}.{c}" for frame in scope for s in frame.sources for c in s.relation.columns}
    )
    return Refusal(
        ViolationCode.SQL_COLUMN_UNKNOWN,
        "No table in reach has such a column.",
        column=".".join(parts),
        known=known[:80],
    )
