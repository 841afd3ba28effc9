"""Whole cells: which outputs of a query hold stored values as they are, and of which columns.

Names, joins, unions, subqueries, branches and a choice among the rows of a group hand a cell on.
Whatever makes another text of it (a piece, a replacement, letters in another case) does not, even
where the result happens to be a value that is stored. Constants have no origin: whether they may
stand there is another question.

Totals are a wider kind: cells as they are, summed up or averaged, with nothing that could cancel
them out of the figure.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from sqlglot import exp
from sqlglot.optimizer.scope import Scope, traverse_scope

from agentic_solver.erc3.snapshot.columns import (
    ENTITY_COLUMNS,
    FINDER_COLUMNS,
    FINDER_PREFIX,
    VIEWS,
)
from agentic_solver.erc3.snapshot.parsing import parsed

__all__ = ["Cells", "output_cells", "output_totals"]

Cells = frozenset[tuple[str, str]] | None
"""``(table, column)`` of the cells that a value may be; None: it is computed."""

_KNOWN: Mapping[str, tuple[str, ...]] = {
    name: tuple(columns) for tables in (ENTITY_COLUMNS, VIEWS) for name, columns in tables.items()
}
_CONSTANTS = (exp.Literal, exp.Null, exp.Boolean, exp.Neg)
_HANDING_ON = (
    exp.Alias, exp.Paren, exp.Filter, exp.Window, exp.Order, exp.Ordered, exp.IgnoreNulls,
    exp.RespectNulls, exp.Min, exp.Max, exp.AnyValue, exp.First, exp.Last, exp.FirstValue,
    exp.LastValue, exp.NthValue, exp.Lag, exp.Lead, exp.ArgMax, exp.ArgMin, exp.Mode, exp.Nullif,
    exp.ArrayAgg, exp.Explode,
)  # fmt: skip
"""Nodes whose value is one of the values of their first part, or the list of them."""
_CHOICES = (exp.Coalesce, exp.Greatest, exp.Least, exp.Distinct)
_FIGURES = (*exp.DataType.TEXT_TYPES, *exp.DataType.NUMERIC_TYPES)
"""A cast to a truth value makes one of any total."""


@lru_cache(maxsize=1024)
def output_cells(sql: str, facts: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[Cells, ...]:
    """Return the cells of each output column of a rendered query.

    Args:
        sql: the query.
        facts: earlier facts, derived and bind tables with their columns.
    """
    tree = parsed(sql)
    return tuple(cells for _name, cells in _Reader(tree, dict(facts)).outputs(tree))


@lru_cache(maxsize=1024)
def output_totals(sql: str, facts: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[Cells, ...]:
    """Return the cells whose values, or sums, each output column of a rendered query tells.

    Such a figure is another one where the cells are others: no two of them are set against each
    other, none is scaled and rounded away, and no constant tells one in their place. The
    arguments are those of :func:`output_cells`.
    """
    tree = parsed(sql)
    return tuple(cells for _name, cells in _Totals(tree, dict(facts)).outputs(tree))


def _union(parts: Iterable[Cells]) -> Cells:
    found: set[tuple[str, str]] = set()
    for cells in parts:
        if cells is None:
            return None
        found |= cells
    return frozenset(found)


class _Reader:
    def __init__(self, root: exp.Expr, facts: Mapping[str, tuple[str, ...]]) -> None:
        self._scopes: dict[int, Scope] = {id(s.expression): s for s in traverse_scope(root)}
        self._facts = facts

    def outputs(self, node: exp.Expr) -> list[tuple[str, Cells]]:
        """Return the output columns in order; empty for what is no plain query."""
        node = node.unnest()
        if isinstance(node, exp.SetOperation):
            return self._set_operation(node)
        scope = self._scopes.get(id(node))
        if not isinstance(node, exp.Select) or scope is None:
            return []
        found: list[tuple[str, Cells]] = []
        for item in node.selects:
            if item.is_star:
                found += self._star(item, node, scope)
            else:
                found.append((item.alias_or_name.lower(), self._cell(item, scope)))
        return found

    def _set_operation(self, node: exp.SetOperation) -> list[tuple[str, Cells]]:
        left, right = self.outputs(node.this), self.outputs(node.expression)
        if len(left) != len(right):
            return [(name, None) for name, _cells in left]
        return [
            (name, _union((cells, other)))
            for (name, cells), (_other, other) in zip(left, right, strict=True)
        ]

    def _star(self, item: exp.Expr, select: exp.Select, scope: Scope) -> list[tuple[str, Cells]]:
        star = item.this if isinstance(item, exp.Column) else item
        table = item.table.lower() if isinstance(item, exp.Column) else ""
        left_out = {one.name.lower() for one in star.args.get("except_") or ()}
        replaced = {
            one.alias.lower(): self._cell(one, scope) for one in star.args.get("replace") or ()
        }
        merged = _merged(select)
        found: list[tuple[str, Cells]] = []
        for alias in scope.selected_sources:
            name = alias.lower()
            if table in ("", name):
                dropped = left_out | (set() if table else merged.get(name, set()))
                found += [
                    (column, replaced.get(column, cells))
                    for column, cells in self._source(alias, scope)
                    if column not in dropped
                ]
        return found

    def _source(self, alias: str, scope: Scope) -> list[tuple[str, Cells]]:
        """Return the columns of one source of a FROM clause."""
        node, source = scope.selected_sources[alias]
        if isinstance(source, Scope):
            found = self.outputs(source.expression)
            home = source.expression.parent
            if isinstance(home, exp.CTE | exp.Subquery):
                found = _renamed(found, home)
        else:
            name = source.name.lower()
            names = FINDER_COLUMNS if name.startswith(FINDER_PREFIX) else _KNOWN.get(name)
            names = names if names is not None else self._facts.get(name, ())
            found = [(column.lower(), frozenset({(name, column.lower())})) for column in names]
        return _renamed(found, node) if isinstance(node, exp.Table) else found

    def _cell(self, node: exp.Expr, scope: Scope) -> Cells:
        match node:
            case exp.Column():
                return self._column(node, scope)
            case exp.Subquery() | exp.Select() | exp.SetOperation():
                outputs = self.outputs(node)
                return outputs[0][1] if outputs else None
            case exp.Case():
                branches = [branch.args["true"] for branch in node.args.get("ifs") or ()]
                default = node.args.get("default")
                branches += [default] if default is not None else []
                return _union(self._cell(branch, scope) for branch in branches)
            case exp.Cast() if node.to.is_type(*exp.DataType.TEXT_TYPES):
                return self._cell(node.this, scope)
            case exp.Bracket() if isinstance(node.this, exp.ArrayAgg):
                return self._cell(node.this, scope)
            case exp.Lag() | exp.Lead() if node.args.get("default") is not None:
                return None
        if isinstance(node, _CONSTANTS):
            return frozenset()
        if isinstance(node, _CHOICES):
            return _union(self._cell(part, scope) for part in node.iter_expressions())
        return self._cell(node.this, scope) if isinstance(node, _HANDING_ON) else None

    def _column(self, node: exp.Column, scope: Scope) -> Cells:
        name, table = node.name.lower(), node.table.lower()
        if node.args.get("db"):
            return None  # a field of a struct
        place: Scope | None = scope
        while place is not None:
            if table and self._is_struct(place, table):
                return None
            owners = [
                cells
                for alias in place.selected_sources
                if table in ("", alias.lower())
                for column, cells in self._source(alias, place)
                if column == name
            ]
            if owners:
                return _union(owners)
            unknown = self._unknown(place, table)
            if unknown:
                return frozenset({(unknown, name)})
            for item in place.expression.args["expressions"] if not table else ():
                if isinstance(item, exp.Alias) and item.alias.lower() == name:
                    return (
                        None if node.find_ancestor(exp.Alias) is item else self._cell(item, place)
                    )
            place = place.parent
        return None

    def _is_struct(self, scope: Scope, name: str) -> bool:
        """Whether what stands before a column is itself a column of this FROM clause."""
        sources = scope.selected_sources
        return all(alias.lower() != name for alias in sources) and any(
            column == name for alias in sources for column, _cells in self._source(alias, scope)
        )

    def _unknown(self, scope: Scope, alias: str) -> str:
        """Return the table of a FROM clause of which nobody knows the columns; most often none."""
        for name, (_node, source) in scope.selected_sources.items():
            if alias in ("", name.lower()) and isinstance(source, exp.Table):
                table = source.name.lower()
                if not (
                    table in _KNOWN or table.startswith(FINDER_PREFIX) or self._facts.get(table)
                ):
                    return table
        return ""


class _Totals(_Reader):
    """Reads what is summed up; of constants only those that tell no figure may be beside it."""

    def _cell(self, node: exp.Expr, scope: Scope) -> Cells:
        match node:
            case exp.Null():
                return frozenset()
            case exp.Literal():
                return frozenset() if node.name == "0" or _is_word(node) else None
            case exp.Boolean() | exp.Neg() | exp.Greatest() | exp.Least() | exp.TryCast():
                return None
            case exp.Cast() if node.to.is_type(*_FIGURES):
                return self._cell(node.this, scope)
            case exp.Round() if _is_fraction(node.args.get("decimals")):
                return self._cell(node.this, scope)
            case exp.Sum() | exp.Avg() | exp.Median():
                return self._cell(node.this, scope) or None  # a sum of constants counts the rows
            case exp.DPipe():
                return _union(self._cell(one, scope) for one in node.flatten())
            case _:
                return super()._cell(node, scope)


def _is_word(node: exp.Literal) -> bool:
    return node.is_string and not any(char.isdigit() for char in node.name)


def _is_fraction(decimals: exp.Expr | None) -> bool:
    """Whether a number is rounded to the unit or finer: to thousands it may be any."""
    return decimals is None or (isinstance(decimals, exp.Literal) and not decimals.is_string)


def _merged(select: exp.Select) -> dict[str, set[str]]:
    """Return the columns of each joined source that a star shows once only."""
    return {
        join.this.alias_or_name.lower(): {one.name.lower() for one in join.args.get("using") or ()}
        for join in select.args.get("joins") or ()
    }


def _renamed(found: list[tuple[str, Cells]], node: exp.Expr) -> list[tuple[str, Cells]]:
    names = [name.lower() for name in node.alias_column_names]
    kept = [name for name, _cells in found[len(names) :]]
    return [(name, cells) for name, (_old, cells) in zip([*names, *kept], found, strict=False)]
