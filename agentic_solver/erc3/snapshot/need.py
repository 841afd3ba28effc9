"""Needs: which columns of which rows a query reads, worked out one occurrence after another.

An occurrence that literals, facts or finders bound comes first; what it brings then bounds the
occurrences joined to it. That is why needs are a generator: each must be covered before the
next one is asked for.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sqlglot import exp

from agentic_solver.erc3.snapshot.certificate import WHOLE, OneOf, Region
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS, VIEWS
from agentic_solver.erc3.snapshot.cost import region_cost
from agentic_solver.erc3.snapshot.occurrence import (
    Bound,
    Occurrence,
    Provider,
    table_occurrences,
)
from agentic_solver.erc3.snapshot.parsing import find_all, operands, parsed
from agentic_solver.erc3.snapshot.query import Filter
from agentic_solver.erc3.snapshot.schema import DETAIL_COLUMNS
from agentic_solver.erc3.snapshot.search import OWNED, PUSHABLE
from agentic_solver.erc3.snapshot.session import Session

__all__ = ["Need", "or_parts", "query_needs", "sql_columns"]

_LEVELS = frozenset({"employee_skills", "employee_wills"})
_FEW = 4
"""So many people are read by their ids rather than searched for."""
_MAX_VALUES = 400
"""A bound with more values than this narrows nothing."""

# What is cheap to list comes first when nothing else decides.
_ORDER = (
    "me",
    "wiki_pages",
    "wiki_lines",
    "wiki_sections",
    "customers",
    "projects",
    "time_entries",
    "project_team",
    "employees",
    "workloads",
    "employee_skills",
    "employee_wills",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """Columns of the rows of a region."""

    table: str
    columns: frozenset[str]
    region: Region


@lru_cache(maxsize=512)
def sql_columns(sql: str) -> frozenset[tuple[str, str]]:
    """Return at least the ``(table, column)`` pairs that a SELECT may read, views expanded.

    By name only: a column name counts for every table of the query that has it.
    """
    root = parsed(sql)
    names = {column.name.lower() for column in find_all(root, exp.Column)}
    whole = any(not isinstance(star.parent, exp.Count) for star in find_all(root, exp.Star))
    pairs: set[tuple[str, str]] = set()
    for table in {table.name.lower() for table in find_all(root, exp.Table)}:
        if table in VIEWS:
            pairs |= {origin for origins in VIEWS[table].values() for origin in origins}
        elif table in ENTITY_COLUMNS:
            key = next(iter(ENTITY_COLUMNS[table]))
            pairs |= {(table, c) for c in ENTITY_COLUMNS[table] if whole or c in names or c == key}
    return frozenset(pairs)


@lru_cache(maxsize=512)
def or_parts(sql: str) -> tuple[str, ...]:
    """Return the parts of the OR that the WHERE of a query is, those of few tables first."""
    where = parsed(sql).args.get("where")
    parts = [] if where is None else list(operands(where.this, exp.Or))
    read = {id(one): {t.name.lower() for t in find_all(one, exp.Table)} - {"me"} for one in parts}
    return tuple(f"({one.sql('duckdb')})" for one in sorted(parts, key=lambda p: len(read[id(p)])))


def query_needs(
    session: Session,
    sql: str,
    columns: frozenset[tuple[str, str]],
    tables: frozenset[str],
    filters: Iterable[Filter],
    *,
    loaded: str = "",
    hidden: Collection[tuple[str, str]] | None = None,
) -> Iterator[Need]:
    """Yield the needs of a query; each is to be covered before the next is taken.

    Args:
        session: holds the values of facts, finders and of what is covered already.
        sql: the SELECT.
        columns: what it reads of each entity table.
        tables: the entity tables it reads.
        filters: conjuncts that hold for every direct appearance of their table.
        loaded: a table whose first appearance is about the rows that are there, and needs no
            more of them.
        hidden: columns that somebody may not see: no condition on them spares a read, as the
            query is compared with itself over other values of them. None: nobody knows.
    """
    occurrences = table_occurrences(sql)
    yield from _Walk(session, occurrences, columns, tuple(filters), loaded, hidden).needs()
    seen = {origin for one in occurrences for origin in _base_tables(one.table)}
    for table in sorted(tables - seen):
        yield Need(table=table, columns=_columns(columns, table), region=WHOLE)


def _base_tables(table: str) -> frozenset[str]:
    if table not in VIEWS:
        return frozenset({table})
    return frozenset(t for origins in VIEWS[table].values() for t, _ in origins)


def _columns(columns: Iterable[tuple[str, str]], table: str) -> frozenset[str]:
    return frozenset(column for owner, column in columns if owner == table)


class _Walk:
    """One pass over the occurrences of a query."""

    def __init__(
        self,
        session: Session,
        occurrences: Sequence[Occurrence],
        columns: frozenset[tuple[str, str]],
        filters: tuple[Filter, ...],
        loaded: str,
        hidden: Collection[tuple[str, str]] | None,
    ) -> None:
        self._session = session
        self._hidden = hidden
        self._columns = columns
        self._filters = filters
        there = next((one for one in occurrences if one.table == loaded), None)
        self._done: dict[int, Region] = {} if there is None else {there.number: WHOLE}
        rest = [one for one in occurrences if one is not there]
        self._open = sorted(rest, key=lambda one: (_ORDER.index(one.table), one.number))

    def needs(self) -> Iterator[Need]:
        while self._open:
            chosen, region = self._next()
            self._open.remove(chosen)
            if self._sifts(chosen):
                shown = self._wanted(chosen.table) - DETAIL_COLUMNS[chosen.table]
                yield Need(table=chosen.table, columns=shown, region=region)
                region = self._sifted(chosen, region)
            yield from self._needs_of(chosen.table, region)
            # What a person is stands in no row of a level: what is read of them is more.
            self._done[chosen.number] = region.only(region.columns - frozenset(OWNED.values()))

    def _sifts(self, one: Occurrence) -> bool:
        """Whether the texts of the rows tell which of them matter, and others hang on those."""
        places = {(one.table, column) for column in one.own_columns}
        if not one.own or self._hidden is None or not places.isdisjoint(self._hidden):
            return False
        depending = (
            provider.occurrence == one.number
            for other in self._open
            for bound in other.bounds
            for provider in bound.providers
        )
        return not self._wanted(one.table).isdisjoint(DETAIL_COLUMNS[one.table]) or any(depending)

    def _sifted(self, one: Occurrence, region: Region) -> Region:
        """Return the region of the stored rows that the conditions of the query leave."""
        rows = f"{one.own} AND ({region.where()})"
        ids = self._session.ids_where(one.table, one.alias, rows)
        if ids is None or len(ids) > _MAX_VALUES:
            return region
        return region.meet("id", OneOf(values=frozenset(ids)))

    def _wanted(self, table: str) -> frozenset[str]:
        return _columns(self._columns, table)

    def _next(self) -> tuple[Occurrence, Region]:
        """Return the occurrence that costs least; what it brings may bound the others."""
        regions = [(one, self._owned(one, self._region(one))) for one in self._open]
        bounded = [(one, region) for one, region in regions if region.limits or one.table == "me"]
        if not bounded:
            return self._open[0], WHOLE
        return min(bounded, key=lambda pair: region_cost(pair[0].table, pair[1]))

    def _owned(self, one: Occurrence, region: Region) -> Region:
        """Return the region of levels with what limits the people who have them, if all share it.

        The platform takes both in one search, so that nobody lists the people first.
        """
        if one.table not in _LEVELS or "name" not in region.columns:
            return region
        for bound in one.bounds:
            owner = self._owner(bound)
            people = WHOLE if owner is None else self._region(owner)
            known = people.texts("id")
            if bound.column != "employee" or (known is not None and len(known) <= _FEW):
                continue
            for column, owned in OWNED.items():
                limit = people.limit(column)
                if isinstance(limit, OneOf) and len(limit.values) == 1:
                    region = region.meet(owned, limit)
        return region

    def _owner(self, bound: Bound) -> Occurrence | None:
        """Return the people that are still to be read and bound a level by their id."""
        if len(bound.providers) != 1 or bound.providers[0].column != "id":
            return None
        number = bound.providers[0].occurrence
        found = (one for one in self._open if one.number == number and one.table == "employees")
        return next(found, None)

    def _region(self, one: Occurrence) -> Region:
        useful = PUSHABLE.get(one.table, frozenset())
        own = [found for found in self._filters if found.table == one.table]
        region = Region.from_filters(own, useful)
        for bound in one.bounds:
            if bound.column not in useful or not _is_text(one.table, bound.column):
                continue
            values = self._values(bound)
            if values is not None and len(values) <= _MAX_VALUES:
                region = region.meet(bound.column, OneOf(values=frozenset(values)))
        return region

    def _values(self, bound: Bound) -> set[str] | None:
        values: set[str] = set()
        for provider in bound.providers:
            found = self._provided(provider)
            if found is None or (bound.unless_null and self._has_null(provider)):
                return None
            values.update(found)
        return values

    def _provided(self, provider: Provider) -> tuple[str, ...] | None:
        if not provider.table:
            return provider.values
        if provider.occurrence is None:
            return self._session.column_values(provider.table, provider.column)
        region = self._done.get(provider.occurrence)
        if region is None:
            return None
        return self._session.column_values(provider.table, provider.column, region)

    def _has_null(self, provider: Provider) -> bool:
        """Whether the column of a fact, finder or table may hold a NULL."""
        if not provider.table or _is_key(provider.table, provider.column):
            return False
        return self._session.has_null(provider.table, provider.column)

    def _needs_of(self, table: str, region: Region) -> Iterator[Need]:
        if table not in VIEWS:
            yield Need(table=table, columns=_columns(self._columns, table), region=region)
            return
        people = region.limit("employee")
        for base, key in (("employees", "id"), ("project_team", "employee")):
            limited = WHOLE if people is None else Region.build({key: people})
            wanted = _columns(self._columns, base) - DETAIL_COLUMNS.get("employees", frozenset())
            yield Need(table=base, columns=wanted, region=limited)


def _is_key(table: str, column: str) -> bool:
    return column == next(iter(ENTITY_COLUMNS.get(table, {})), "")


def _is_text(table: str, column: str) -> bool:
    if table in VIEWS:
        table, column = VIEWS[table][column][0]
    return ENTITY_COLUMNS[table][column] == "text"
