"""Which rows of each table a query can use: bounds on columns, found by reading its joins.

Every appearance of an entity table in the SQL is one occurrence. A bound says that a row of it
matters only if a column has one of the values of some providers: literals, a column of a fact or
finder, or a column of another occurrence. Conservative: what is not understood gives no bound.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sqlglot import exp
from sqlglot.optimizer.scope import Scope, traverse_scope

from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS, VIEWS
from agentic_solver.erc3.snapshot.parsing import find_all, operands, parsed
from agentic_solver.erc3.snapshot.schema import DETAIL_COLUMNS

__all__ = ["Bound", "Occurrence", "Provider", "table_occurrences"]

_KNOWN = frozenset((*ENTITY_COLUMNS, *VIEWS))
_MAX_DEPTH = 12
_SHOWN = {
    table: frozenset(name for name, kind in ENTITY_COLUMNS[table].items() if kind == "text")
    - DETAIL_COLUMNS[table]
    for table in ("employees", "customers", "projects")
}
"""Texts of a record that a listing shows. What else it shows may be hidden more often than not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """Values: literals, or a column of a table, possibly of another occurrence."""

    values: tuple[str, ...] = ()
    table: str = ""
    column: str = ""
    occurrence: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """The column has a value of at least one of the providers."""

    column: str
    providers: tuple[Provider, ...]
    unless_null: bool = False
    """Void where a provider has a NULL."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """One appearance of an entity table or view."""

    number: int
    table: str
    bounds: tuple[Bound, ...]
    own: str = ""
    """What a row of it has to fulfil by its own names and the like, as SQL; empty for nothing."""
    own_columns: frozenset[str] = frozenset()
    """The columns that this reads."""
    alias: str = ""


@lru_cache(maxsize=512)
def table_occurrences(sql: str) -> tuple[Occurrence, ...]:
    """Return the appearances of entity tables and views in a SELECT, in order of the text."""
    return _Reader(parsed(sql)).occurrences()


class _Reader:
    def __init__(self, root: exp.Expr) -> None:
        self._scopes: list[Scope] = list(traverse_scope(root))
        self._numbers: dict[int, int] = {}
        self._homes: dict[int, tuple[str, Scope]] = {}
        for scope in self._scopes:
            for alias, (_, source) in scope.selected_sources.items():
                if isinstance(source, exp.Table) and source.name.lower() in _KNOWN:
                    self._homes[id(source)] = (alias, scope)
        ctes = {cte.alias.lower() for cte in find_all(root, exp.CTE)}
        self._tables = [
            table
            for table in root.find_all(exp.Table, bfs=False)
            if table.name.lower() in _KNOWN - ctes
        ]
        for number, table in enumerate(self._tables):
            self._numbers[id(table)] = number

    def occurrences(self) -> tuple[Occurrence, ...]:
        found = []
        for table in self._tables:
            home = self._homes.get(id(table))
            name = table.name.lower()
            own = [] if home is None else list(self._own_conditions(name, *home))
            read = (column.name.lower() for one in own for column in find_all(one, exp.Column))
            found.append(
                Occurrence(
                    number=self._numbers[id(table)],
                    table=name,
                    bounds=() if home is None else tuple(self._bounds(*home)),
                    own=" AND ".join(f"({one.sql('duckdb')})" for one in own),
                    own_columns=frozenset(read),
                    alias="" if home is None else home[0],
                )
            )
        return tuple(found)

    def _own_conditions(self, table: str, alias: str, scope: Scope) -> Iterator[exp.Expr]:
        """Yield the conditions on a row that its own texts decide, those that a listing shows."""
        shown = _SHOWN.get(table, frozenset())
        for condition in _conditions(scope, alias) if shown else ():
            for conjunct in operands(condition, exp.And):
                columns = list(find_all(conjunct, exp.Column))
                if conjunct.find(exp.Query, exp.AggFunc, exp.Window) is not None or not columns:
                    continue
                owners = {self._owner(column, scope) for column in columns}
                if owners == {(alias, scope)} and shown.issuperset(
                    column.name.lower() for column in columns
                ):
                    yield conjunct

    def _bounds(self, alias: str, scope: Scope) -> Iterator[Bound]:
        for condition in _conditions(scope, alias):
            for conjunct in operands(condition, exp.And):
                yield from self._bounds_of(conjunct, alias, scope)
        yield from self._bounds_from_outside(alias, scope)
        yield from self._bounds_of_join(alias, scope)

    def _bounds_of_join(self, alias: str, scope: Scope) -> Iterator[Bound]:
        """Yield the bounds of a subquery or CTE that is joined once: no other rows are joined."""
        select = scope.expression
        places = [
            (outer, name)
            for outer in self._scopes
            for name, (_, source) in outer.selected_sources.items()
            if source is scope
        ]
        if len(places) != 1 or not isinstance(select, exp.Select):
            return
        outer, name = places[0]
        equalities = (
            pair
            for condition in _conditions(outer, name)
            for conjunct in operands(condition, exp.And)
            for pair in _equalities(conjunct)
        )
        for column, other in equalities:
            if self._owner(column, outer) != (name, outer):
                continue
            place = _place(select.selects, column.name.lower())
            origin = None if place is None else select.selects[place].unalias()
            if not isinstance(origin, exp.Column) or not _keeps_rows(select, origin):
                continue
            if self._owner(origin, scope) != (alias, scope):
                continue
            providers = self._providers(other, outer, 0)
            if providers is not None:
                yield Bound(column=origin.name.lower(), providers=providers)

    def _bounds_from_outside(self, alias: str, scope: Scope) -> Iterator[Bound]:
        """Yield the bound of a subquery that is searched for values: no others are looked for."""
        select = scope.expression
        membership = _membership(select)
        if membership is None or not isinstance(select, exp.Select) or len(select.selects) != 1:
            return
        tells_unknown = not _is_filter(membership)
        column = select.selects[0].unalias()
        if not isinstance(column, exp.Column) or not _keeps_rows(select, column):
            return
        owner = self._owner(column, scope)
        outer = scope.parent
        if owner is None or owner[0] != alias or owner[1] is not scope or outer is None:
            return
        if tells_unknown and not (self._is_key(column, scope) and _is_whole_row(outer)):
            return
        providers = self._providers(membership.this, outer, 0)
        if providers is not None:
            yield Bound(column=column.name.lower(), providers=providers, unless_null=tells_unknown)

    def _is_key(self, column: exp.Column, scope: Scope) -> bool:
        """Whether a column of a base table names the entity or person of its row: never NULL."""
        owner = self._owner(column, scope)
        if owner is None or not _is_whole_row(scope):
            return False
        source = owner[1].selected_sources[owner[0]][1]
        table = source.name.lower() if isinstance(source, exp.Table) else ""
        keys = (*list(ENTITY_COLUMNS.get(table, {}))[:1], "employee")
        return table in ENTITY_COLUMNS and column.name.lower() in keys

    def _bounds_of(self, conjunct: exp.Expr, alias: str, scope: Scope) -> Iterator[Bound]:
        parts = list(operands(conjunct, exp.Or))
        if len(parts) > 1:
            yield from self._joint_bounds(parts, alias, scope)
            return
        if isinstance(conjunct, exp.Exists):
            yield from self._existence_bounds(conjunct, alias, scope)
            return
        for column, other in _equalities(conjunct):
            owner = self._owner(column, scope)
            if owner is None or owner[0] != alias or owner[1] is not scope:
                continue
            providers = self._providers(other, scope, 0)
            if providers is not None:
                yield Bound(column=column.name.lower(), providers=providers)

    def _existence_bounds(self, node: exp.Exists, alias: str, scope: Scope) -> Iterator[Bound]:
        """Yield what the rows that have to exist say about the row they are asked for."""
        inner = node.this.unnest() if isinstance(node.this, exp.Subquery) else node.this
        home = next((one for one in self._scopes if one.expression is inner), None)
        if home is None or not isinstance(inner, exp.Select) or not _keeps_rows(inner, None):
            return
        for condition in _conditions(home, ""):
            for conjunct in operands(condition, exp.And):
                for column, other in _equalities(conjunct):
                    owner = self._owner(column, home)
                    if owner is None or owner[0] != alias or owner[1] is not scope:
                        continue
                    providers = self._providers(other, home, 0)
                    if providers is not None:
                        yield Bound(column=column.name.lower(), providers=providers)

    def _joint_bounds(self, parts: Sequence[exp.Expr], alias: str, scope: Scope) -> Iterator[Bound]:
        """Yield the columns that every part of an OR bounds, with the values of all parts."""
        alternatives = [
            [
                bound
                for conjunct in operands(part, exp.And)
                for bound in self._bounds_of(conjunct, alias, scope)
            ]
            for part in parts
        ]
        for column in dict.fromkeys(bound.column for bound in alternatives[0]):
            found = [[b for b in bounds if b.column == column] for bounds in alternatives]
            if all(found):
                providers = tuple(p for bounds in found for p in bounds[0].providers)
                yield Bound(column=column, providers=providers)

    def _owner(self, column: exp.Column, scope: Scope) -> tuple[str, Scope] | None:
        """Return alias and scope of the source that a column belongs to, if certain."""
        here: Scope | None = scope
        if column.table:
            while here is not None:
                for alias in here.selected_sources:
                    if alias.lower() == column.table.lower():
                        return alias, here
                here = here.parent
            return None
        return self._unqualified_owner(column.name.lower(), scope)

    def _unqualified_owner(self, name: str, scope: Scope) -> tuple[str, Scope] | None:
        owners = []
        if len(scope.selected_sources) == 1:
            alias, (_, source) = next(iter(scope.selected_sources.items()))
            if isinstance(source, exp.Table) and source.name.lower() not in _KNOWN:
                # A fact or finder; whether it has the column shows when its values are asked.
                return alias, scope
            if isinstance(source, Scope):
                is_output = isinstance(source.expression, exp.Query) and (
                    _place(source.expression.selects, name) is not None
                )
                return (alias, scope) if is_output else None
        for alias, (_, source) in scope.selected_sources.items():
            if not isinstance(source, exp.Table) or source.name.lower() not in _KNOWN:
                return None
            if name in _columns_of(source.name.lower()):
                owners.append(alias)
        return (owners[0], scope) if len(owners) == 1 else None

    def _providers(self, node: exp.Expr, scope: Scope, depth: int) -> tuple[Provider, ...] | None:
        """Return where the values of an expression come from, or None when it is unclear."""
        if depth > _MAX_DEPTH:
            return None
        match node:
            case exp.Paren() | exp.Alias() | exp.Min() | exp.Max() | exp.AnyValue():
                return self._providers(node.this, scope, depth + 1)
            case exp.Literal() if node.is_string:
                return (Provider(values=(node.name,)),)
            case exp.Tuple():
                parts = [self._providers(item, scope, depth + 1) for item in node.expressions]
                known = [part for part in parts if part is not None]
                if len(known) != len(parts):
                    return None
                return tuple(provider for part in known for provider in part)
            case exp.Column():
                return self._column_providers(node, scope, depth)
            case exp.Subquery() | exp.Select() | exp.SetOperation():
                return self._query_providers(node, depth)
            case _:
                return None

    def _column_providers(
        self, column: exp.Column, scope: Scope, depth: int
    ) -> tuple[Provider, ...] | None:
        owner = self._owner(column, scope)
        if owner is None:
            return None
        alias, home = owner
        source = home.selected_sources[alias][1]
        name = column.name.lower()
        if isinstance(source, Scope):
            return self._output_providers(source, name, depth + 1)
        if not source.name:
            return None
        return (
            Provider(
                table=source.name.lower(), column=name, occurrence=self._numbers.get(id(source))
            ),
        )

    def _query_providers(self, node: exp.Expr, depth: int) -> tuple[Provider, ...] | None:
        inner = node.unnest() if isinstance(node, exp.Subquery) else node
        scope = next((one for one in self._scopes if one.expression is inner), None)
        if scope is None:
            return None
        selects = inner.selects if isinstance(inner, exp.Query) else []
        if len(selects) != 1:
            return None
        return self._output_providers(scope, selects[0].alias_or_name.lower(), depth + 1, at=0)

    def _output_providers(
        self, scope: Scope, name: str, depth: int, at: int | None = None
    ) -> tuple[Provider, ...] | None:
        """Return the providers of an output column of a subquery or CTE."""
        if depth > _MAX_DEPTH:
            return None
        query = scope.expression
        if isinstance(query, exp.SetOperation):
            place = at if at is not None else _place(query.selects, name)
            sides = scope.set_operation_scopes or []
            parts = [self._output_providers(one, name, depth + 1, at=place) for one in sides]
            known = [part for part in parts if part is not None]
            if place is None or len(parts) != 2 or len(known) != len(parts):
                return None
            return tuple(provider for part in known for provider in part)
        if not isinstance(query, exp.Select):
            return None
        if query.is_star:
            return None
        place = at if at is not None else _place(query.selects, name)
        if place is None or place >= len(query.selects):
            return None
        return self._providers(query.selects[place], scope, depth + 1)


def _is_whole_row(scope: Scope) -> bool:
    """Whether no join of a query fills a side with NULL, and all its sources are tables."""
    joins = scope.expression.args.get("joins") or []
    tables = (source for _, source in scope.selected_sources.values())
    return not any(join.side for join in joins) and all(isinstance(t, exp.Table) for t in tables)


def _place(selects: list[exp.Expr], name: str) -> int | None:
    found = [index for index, one in enumerate(selects) if one.alias_or_name.lower() == name]
    return found[0] if len(found) == 1 else None


def _columns_of(table: str) -> frozenset[str]:
    return frozenset(VIEWS[table] if table in VIEWS else ENTITY_COLUMNS[table])


def _conditions(scope: Scope, alias: str) -> Iterator[exp.Expr]:
    """Yield the conditions without which a row of the source cannot reach the result."""
    select = scope.expression
    if not isinstance(select, exp.Select):
        return
    conditions = []
    for join in select.args.get("joins") or []:
        side, kind = join.side.upper(), join.kind.upper()
        if side not in {"", "LEFT"} or kind not in {"", "INNER", "CROSS", "OUTER"} or join.method:
            return
        on = join.args.get("on")
        if on is not None and (side == "" or join.alias_or_name == alias):
            conditions.append(on)
    where = select.args.get("where")
    if where is not None:
        conditions.append(where.this)
    yield from conditions


def _membership(select: exp.Expr) -> exp.In | None:
    """Return the ``x IN (select)`` that a query stands in."""
    place = select.parent
    if isinstance(place, exp.Subquery):
        place = place.parent
    found = isinstance(place, exp.In) and isinstance(place.this, exp.Column)
    return place if found and isinstance(place, exp.In) else None


def _is_filter(membership: exp.In) -> bool:
    """Whether a row that is lost and one that is unknown come to the same: under WHERE or ON,
    joined by AND and OR only.

    Anywhere else, as in ``NOT IN`` or among the values, a NULL on either side tells the two apart.
    """
    above = membership.parent
    while isinstance(above, exp.Paren | exp.And | exp.Or):
        above = above.parent
    return isinstance(above, exp.Where | exp.Join)


def _keeps_rows(select: exp.Select, key: exp.Column | None) -> bool:
    """Whether each row of a query comes from rows that have its values, whatever others there are.

    A query that groups by ``key`` alone does so for each value of it.
    """
    if any(select.args.get(name) for name in ("limit", "offset", "qualify", "windows")):
        return False
    if select.find(exp.Window) is not None:
        return False
    group = select.args.get("group")
    if group is None:
        own = [node for one in select.selects for node in find_all(one, exp.AggFunc)]
        return select.args.get("having") is None and not own
    return key is not None and group.expressions == [key]


def _equalities(conjunct: exp.Expr) -> Iterator[tuple[exp.Column, exp.Expr]]:
    match conjunct:
        case exp.EQ():
            left, right = conjunct.left, conjunct.right
            if isinstance(left, exp.Column):
                yield left, right
            if isinstance(right, exp.Column):
                yield right, left
        case exp.In() if isinstance(conjunct.this, exp.Column):
            query = conjunct.args.get("query")
            if query is not None:
                yield conjunct.this, query
            elif conjunct.expressions:
                yield conjunct.this, exp.Tuple(expressions=[e.copy() for e in conjunct.expressions])
        case _:
            return
