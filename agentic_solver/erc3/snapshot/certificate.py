"""Completeness certificates: which rows of a table are all there, and which calls prove it.

A region is a conjunction of limits on columns; no limit means the whole table. A certificate
covers every region inside its own.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.snapshot.query import Filter

__all__ = ["WHOLE", "Between", "Certificate", "Limit", "OneOf", "Region", "Target", "Value"]

Value = str | int | bool
Target = Literal[
    "employees",
    "employees.detail",
    "employee_skills",
    "employee_wills",
    "customers",
    "customers.detail",
    "projects",
    "projects.detail",
    "project_team",
    "time_entries",
]
"""A table, or the columns of a table that only detailed payloads have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOf:
    """The column has one of these values."""

    values: frozenset[Value]

    @property
    def ordered(self) -> tuple[Value, ...]:
        """The values in a fixed order."""
        return tuple(sorted(self.values, key=lambda value: (type(value).__name__, value)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Between:
    """The column lies between two values, both included; None is open. Dates are ISO text."""

    low: str | int | None = None
    high: str | int | None = None


Limit = OneOf | Between


def _inside(value: Value, outer: Between) -> bool:
    """Whether a value lies in a range; values of another type do not."""
    for bound, sign in ((outer.low, 1), (outer.high, -1)):
        if bound is None:
            continue
        match value, bound:
            case (str(), str()):
                beyond = (value > bound) - (value < bound)
            case (int(), int()):
                beyond = (value > bound) - (value < bound)
            case _:
                return False
        if beyond * sign < 0:
            return False
    return True


def _limit_covers(outer: Limit, inner: Limit) -> bool:
    match outer, inner:
        case (OneOf(), OneOf()):
            return inner.values <= outer.values
        case (Between(), OneOf()):
            return all(_inside(value, outer) for value in inner.values)
        case (Between(), Between()):
            low = outer.low is None or (
                inner.low is not None and _inside(inner.low, Between(low=outer.low))
            )
            high = outer.high is None or (
                inner.high is not None and _inside(inner.high, Between(high=outer.high))
            )
            return low and high
        case _:
            return False


def _both(first: Limit, second: Limit) -> Limit:
    """Return a limit that holds at least where both hold."""
    match first, second:
        case (OneOf(), OneOf()):
            return OneOf(values=first.values & second.values)
        case (OneOf(), Between()):
            return OneOf(values=frozenset(v for v in first.values if _inside(v, second)))
        case (Between(), OneOf()):
            return _both(second, first)
        case (Between(), Between()):
            lows = [b for b in (first.low, second.low) if b is not None]
            highs = [b for b in (first.high, second.high) if b is not None]
            return Between(
                low=max(lows, key=_rank, default=None), high=min(highs, key=_rank, default=None)
            )
        case _:
            return first


def _rank(value: str | int) -> tuple[int, str]:
    return (value, "") if isinstance(value, int) else (0, value)


@dataclass(frozen=True, slots=True)
class Region:
    """A conjunction of limits, by column, sorted; none means every row."""

    limits: tuple[tuple[str, Limit], ...] = ()

    @classmethod
    def build(cls, limits: Mapping[str, Limit]) -> "Region":
        """Return the region of these limits."""
        return cls(tuple(sorted(limits.items())))

    @classmethod
    def from_filters(cls, filters: Iterable[Filter], columns: frozenset[str]) -> "Region":
        """Return the smallest region over ``columns`` that holds all rows the filters admit."""
        region = cls()
        for one in filters:
            if one.column in columns and not any(isinstance(v, float) for v in one.values):
                region = region.meet(one.column, _filter_limit(one))
        return region

    @property
    def columns(self) -> frozenset[str]:
        """Columns with a limit."""
        return frozenset(column for column, _ in self.limits)

    def limit(self, column: str) -> Limit | None:
        """Return the limit of a column, or None."""
        return dict(self.limits).get(column)

    def values(self, column: str) -> tuple[Value, ...] | None:
        """Return the admitted values of a column in fixed order, or None if not listed."""
        limit = self.limit(column)
        return limit.ordered if isinstance(limit, OneOf) else None

    def texts(self, column: str) -> tuple[str, ...] | None:
        """Return the admitted values of a text column, or None if not listed."""
        values = self.values(column)
        return None if values is None else tuple(v for v in values if isinstance(v, str))

    def meet(self, column: str, limit: Limit) -> "Region":
        """Return the region with one more limit."""
        limits = dict(self.limits)
        limits[column] = _both(limits[column], limit) if column in limits else limit
        return Region.build(limits)

    def only(self, columns: Iterable[str]) -> "Region":
        """Return the region with the limits of these columns; it is at least as large."""
        kept = frozenset(columns)
        return Region(tuple(pair for pair in self.limits if pair[0] in kept))

    def covers(self, inner: "Region") -> bool:
        """Whether every row of ``inner`` lies in this region."""
        theirs = dict(inner.limits)
        return all(
            column in theirs and _limit_covers(limit, theirs[column])
            for column, limit in self.limits
        )

    @property
    def is_empty(self) -> bool:
        """Whether no row can lie in it."""
        return any(isinstance(limit, OneOf) and not limit.values for _, limit in self.limits)

    def where(self) -> str:
        """Return the region as a SQL predicate."""
        return " AND ".join(_limit_sql(column, limit) for column, limit in self.limits) or "true"

    def to_json(self) -> JsonObject:
        """Return the region as JSON data."""
        found: JsonObject = {}
        for column, limit in self.limits:
            match limit:
                case OneOf():
                    found[column] = list(limit.ordered)
                case Between():
                    found[column] = {"from": limit.low, "to": limit.high}
        return found


WHOLE = Region()


def _filter_limit(one: Filter) -> Limit:
    first = one.values[0] if one.values else ""
    bound = first if isinstance(first, str | int) else None
    match one.op:
        case "=" | "in":
            return OneOf(values=frozenset(v for v in one.values if not isinstance(v, float)))
        case ">=":
            return Between(low=bound)
        case ">":
            return Between(low=bound + 1 if isinstance(bound, int) else bound)
        case "<=":
            return Between(high=bound)
        case "<":
            return Between(high=bound - 1 if isinstance(bound, int) else bound)


def _literal(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else "'" + value.replace("'", "''") + "'"


def _limit_sql(column: str, limit: Limit) -> str:
    match limit:
        case OneOf():
            listed = ", ".join(_literal(value) for value in limit.ordered)
            return f'"{column}" IN ({listed})' if listed else "false"
        case Between():
            parts = []
            if limit.low is not None:
                parts.append(f'"{column}" >= {_literal(limit.low)}')
            if limit.high is not None:
                parts.append(f'"{column}" <= {_literal(limit.high)}')
            return " AND ".join(parts) or "true"


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """``target`` holds every row of ``region``, with its columns, proved by ``calls``."""

    target: Target
    region: Region
    calls: tuple[str, ...]
    """Routes with their bodies and counts; empty when rows already there sufficed."""
    ids: tuple[str, ...] = ()
    """Ids that a search found, where the region cannot be told from the rows themselves."""
