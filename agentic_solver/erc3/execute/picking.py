"""How a query picks some records of many: by an extreme of what is stored, or by a key alone."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from sqlglot import exp

from agentic_solver.erc3.execute.asking import Asking
from agentic_solver.erc3.snapshot.parsing import find_all, parsed

__all__ = ["extremes", "is_key", "is_other_end", "picks_by_key"]

_PICKS: Mapping[type[exp.Expr], str] = {
    exp.Min: "this", exp.Max: "this", exp.AnyValue: "this", exp.First: "this", exp.Last: "this",
    exp.ArgMin: "expression", exp.ArgMax: "expression",
}  # fmt: skip
"""Function → its argument by which one row of many is chosen."""
_HIGHEST, _LOWEST = (exp.Max, exp.ArgMax), (exp.Min, exp.ArgMin)
_RANKS = (exp.RowNumber, exp.Rank, exp.DenseRank)
_EVERY = (exp.All, exp.Any, exp.Exists)
"""Comparisons with every row: whether they are an extreme, and which, is not read."""
_TURNED = (exp.Neg, exp.Sub, exp.Div)
"""What may turn an order round."""
_FACETS = MappingProxyType({"level": ("skills", "wills"), "hours": ("time",)})
_KEYS = frozenset({"id", "employee", "project", "customer", "path", "name"})


def is_other_end(sql: Iterable[str], asking: Asking) -> bool:
    """Whether queries take the lowest where a request asks for the highest, or the other way.

    It shows where they take that end only, of a column that the request names. Where they take
    none at all, a record that is picked by its key alone is none either.
    """
    asked, queries = asking.extreme, tuple(sql)
    if not asked:
        return False
    found = frozenset[tuple[str, int]]().union(*map(extremes, queries))
    if not found:
        return any(map(picks_by_key, queries))
    turned = all(sign == -asked for _column, sign in found)
    return turned and any(_is_named(column, asking) for column, _sign in found)


def _is_named(column: str, asking: Asking) -> bool:
    return asking.mentions(column) or not asking.facets.isdisjoint(_FACETS.get(column, (column,)))


@lru_cache(maxsize=1024)
def extremes(sql: str) -> frozenset[tuple[str, int]]:
    """Return the extremes that a query takes: the column, and 1 for highest, -1 for lowest.

    Keys are left out. A column that is empty, and a sign of 0, could not be told.
    """
    tree = parsed(sql)
    found: set[tuple[str, int]] = set()
    for kinds, sign in ((_HIGHEST, 1), (_LOWEST, -1)):
        for node in find_all(tree, *kinds):
            found.update(_extreme(node.args.get(_PICKS[type(node)]), sign))
    for order in _orders(tree):
        first = order.expressions[0]
        found.update(_extreme(first.this, 1 if first.args.get("desc") else -1))
    if find_all(tree, *_EVERY):
        found.add(("", 0))
    return frozenset(found)


def _extreme(node: exp.Expr | None, sign: int) -> Iterator[tuple[str, int]]:
    columns = list(find_all(node, exp.Column)) if node is not None else []
    if node is None or (columns and all(map(is_key, columns)) and not find_all(node, exp.AggFunc)):
        return
    told = 0 if find_all(node, *_TURNED) else sign
    yield from ((column.name.lower(), told) for column in columns if not is_key(column))
    if not columns or all(map(is_key, columns)):
        yield "", 0


@lru_cache(maxsize=1024)
def picks_by_key(sql: str) -> bool:
    """Whether a query picks a record by nothing but the place of its key among others."""
    tree = parsed(sql)
    return any(
        is_key(item.args.get(place))
        for kind, place in _PICKS.items()
        for item in find_all(tree, kind)
    ) or any(_cuts_off(select) for select in find_all(tree, exp.Select))


def is_key(node: exp.Expr | None) -> bool:
    """Whether an expression is a column that says which record is meant."""
    return isinstance(node, exp.Column) and node.name.lower() in _KEYS


def _cuts_off(select: exp.Select) -> bool:
    """Whether only the first of some records are kept, in an order that says nothing of them."""
    ranks = [
        window
        for clause in (select, select.args.get("qualify"))
        if clause is not None
        for window in find_all(clause, exp.Window)
        if isinstance(window.this, exp.RowNumber)
    ]
    cut = select.args.get("limit") is not None
    orders = [select.args.get("order")] if cut else []
    orders += [window.args.get("order") for window in ranks]
    keyed = any(item.alias_or_name.lower() in _KEYS for item in select.selects)
    return keyed and any(not _tells_apart(order) for order in orders)


def _tells_apart(order: exp.Expr | None) -> bool:
    """Whether an order rests on something that is no key."""
    parts = [part.this for part in order.expressions] if order is not None else []
    return any(
        not is_key(part) and part.find(exp.Column, exp.AggFunc) is not None for part in parts
    )


def _orders(tree: exp.Expr) -> Iterator[exp.Expr]:
    """Yield the orders of which only the first rows are kept, or that rows are ranked by."""
    for select in find_all(tree, exp.Select):
        if select.args.get("limit") is not None and select.args.get("order") is not None:
            yield select.args["order"]
    for window in find_all(tree, exp.Window):
        if isinstance(window.this, _RANKS) and window.args.get("order") is not None:
            yield window.args["order"]
