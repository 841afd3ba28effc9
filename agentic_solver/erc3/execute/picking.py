"""How a query picks some records of many: by an extreme of what is stored, or by a key alone."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from sqlglot import exp

from agentic_solver.erc3.execute.grounding import holds_words
from agentic_solver.erc3.snapshot.parsing import find_all, nodes, parsed
from agentic_solver.erc3.words.match import holds_word
from agentic_solver.erc3.words.order import HIGHEST, LOWEST

__all__ = ["Moved", "extremes", "is_key", "is_other_end", "picks_by_key"]

_PICKS: Mapping[type[exp.Expr], str] = {
    exp.Min: "this", exp.Max: "this", exp.AnyValue: "this", exp.First: "this", exp.Last: "this",
    exp.ArgMin: "expression", exp.ArgMax: "expression",
}  # fmt: skip
"""Function → its argument by which one row of many is chosen."""
_HIGHEST = (exp.Max, exp.ArgMax)
_OTHER: Mapping[type[exp.Expr], type[exp.Expr]] = {
    exp.Max: exp.Min, exp.Min: exp.Max, exp.ArgMax: exp.ArgMin, exp.ArgMin: exp.ArgMax,
}  # fmt: skip
_RANKS = (exp.RowNumber, exp.Rank, exp.DenseRank)
_EVERY = (exp.All, exp.Any, exp.Exists)
"""Comparisons with every row: whether they are an extreme, and which, is not read."""
_TURNED = (exp.Neg, exp.Sub, exp.Div)
"""What may turn an order round."""
_LOADS = frozenset({"time_slice", "time_slices"})
"""Who has most time has least load: unless a request names them as such, the words for an order
do not tell which end is meant."""
_KEYS = frozenset({"id", "employee", "project", "customer", "path", "name"})


Moved = Callable[[str, str], bool]
"""Fact, another query for it → whether what is shown would be something else."""


def is_other_end(queries: Mapping[str, str], request: str, moved: Moved) -> bool:
    """Whether queries take the lowest where a request asks for the highest, or the other way.

    It shows where they take that end of an order, and no other extreme that decides what they
    show: one that could as well be turned round is a decoy. Where they take none at all, a record
    that is picked by its key alone is none either.

    Args:
        queries: a fact that is shown and those that it reads: id → SQL.
        request: its text.
        moved: whether it matters which extreme is taken.
    """
    asked = int(holds_word(request, HIGHEST)) - int(holds_word(request, LOWEST))
    if not asked:
        return False
    taken = [(fact, one) for fact, sql in queries.items() for one in extremes(sql)]
    if not taken:
        return any(map(picks_by_key, queries.values()))
    if not any(one.sign == -asked for _fact, one in taken):
        return False
    if any(_is_load(sql) for sql in queries.values()) and not holds_words(request, "time slice"):
        return False
    return not any(one.sign != -asked and moved(fact, one.turned) for fact, one in taken)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extreme:
    """An extreme that a query takes."""

    sign: int
    """1 for the highest, -1 for the lowest, 0 where it could not be told."""
    turned: str
    """The query with the other extreme in its place, or without it."""


@lru_cache(maxsize=1024)
def extremes(sql: str) -> tuple[Extreme, ...]:
    """Return the extremes that a query takes; those of keys are left out."""
    tree = parsed(sql)
    found: list[Extreme] = []
    for place, node in enumerate(nodes(tree)):
        if isinstance(node, _EVERY):
            found.append(Extreme(sign=0, turned=_turned(tree, place)))
        elif isinstance(node, exp.Order) and _is_cut(node):
            first = node.expressions[0]
            sign = 1 if first.args.get("desc") else -1
            turned = _turned(tree, place)
            found += [Extreme(sign=told, turned=turned) for told in _of(first.this, sign)]
        elif type(node) in _OTHER:
            sign = 1 if isinstance(node, _HIGHEST) else -1
            part, turned = node.args.get(_PICKS[type(node)]), _turned(tree, place)
            found += [Extreme(sign=told, turned=turned) for told in _of(part, sign)]
    return tuple(found)


def _turned(tree: exp.Expr, place: int) -> str:
    copy = tree.copy()
    node = nodes(copy)[place]
    if isinstance(node, exp.Order):
        first = node.expressions[0]
        first.set("desc", not first.args.get("desc"))
    elif isinstance(node, _EVERY):
        whole = node if isinstance(node, exp.Exists) else node.parent or node
        whole.replace(exp.true())
    else:
        node.replace(_OTHER[type(node)](**node.args))
    return copy.sql(dialect="duckdb")


def _of(node: exp.Expr | None, sign: int) -> Iterator[int]:
    """Yield the sign of an extreme for each column of which it is taken."""
    columns = list(find_all(node, exp.Column)) if node is not None else []
    if node is None or (columns and all(map(is_key, columns)) and not find_all(node, exp.AggFunc)):
        return
    while isinstance(node, exp.Neg | exp.Paren):
        node, sign = node.this, -sign if isinstance(node, exp.Neg) else sign
    told = 0 if find_all(node, *_TURNED) else sign
    yield from (told for column in columns if not is_key(column))
    if not columns or all(map(is_key, columns)):
        yield 0


def _is_cut(order: exp.Order) -> bool:
    """Whether only the first rows of an order are kept, or rows are ranked by it."""
    over = order.parent
    if isinstance(over, exp.Window):
        return isinstance(over.this, _RANKS)
    return isinstance(over, exp.Select) and over.args.get("limit") is not None


@lru_cache(maxsize=1024)
def _is_load(sql: str) -> bool:
    """Whether a query reads how much of their time people have given."""
    return any(one.name.lower() in _LOADS for one in find_all(parsed(sql), exp.Column))


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
    orders = [select.args.get("order")] if select.args.get("limit") is not None else []
    windows = find_all(select, exp.Window)
    orders += [one.args.get("order") for one in windows if isinstance(one.this, exp.RowNumber)]
    keyed = any(item.alias_or_name.lower() in _KEYS for item in select.selects)
    return keyed and any(not _tells_apart(order) for order in orders)


def _tells_apart(order: exp.Expr | None) -> bool:
    """Whether an order rests on something that is no key."""
    parts = [part.this for part in order.expressions] if order is not None else []
    return any(
        not is_key(part) and part.find(exp.Column, exp.AggFunc) is not None for part in parts
    )
