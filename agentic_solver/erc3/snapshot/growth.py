"""How much longer than the stored cells the values of a query can get.

The database interrupts a query between blocks of rows, not within a function: a text that is put
together with itself again and again fills the memory before any deadline counts. So the text of a
query bounds it. A stored cell counts as one, and what joins texts or lists counts as all its
parts; a subquery multiplies what is read from it. Aggregates over rows are left to the limits of
time and memory, which do hold there.
"""

from collections.abc import Mapping

from sqlglot import exp
from sqlglot.optimizer.scope import Scope, traverse_scope, walk_in_scope

from agentic_solver.erc3.snapshot.parsing import find_all

__all__ = ["growth"]

_JOINING = (
    exp.DPipe, exp.Concat, exp.ConcatWs, exp.Array, exp.Struct, exp.JSONObject, exp.JSONArray,
    exp.Tuple, exp.Map, exp.ToMap, exp.PropertyEQ, exp.Anonymous, exp.Format,
)  # fmt: skip
_REPEATING = (exp.Replace, exp.RegexpReplace, exp.GroupConcat, exp.ArrayAgg)
_ROWS = 10
"""What a text or a list of many rows counts as: it is bounded by the memory that it may take."""
_CELL = 200
"""Characters of a literal that count as one cell."""
_UNKNOWN = 100
"""By how much a replacement that is no literal may be longer than what it replaces."""


def growth(query: exp.Expr) -> float:
    """Return the largest number of cells that one value of the query may be made of."""
    if not find_all(query, *_JOINING, *_REPEATING):
        return 1.0
    totals: dict[int, float] = {}
    for scope in traverse_scope(query):
        read = (source for _node, source in scope.selected_sources.values())
        parts = [source for source in read if isinstance(source, Scope)]
        parts += [*scope.subquery_scopes, *scope.udtf_scopes, *scope.set_operation_scopes]
        inner = max((totals.get(id(part), 1.0) for part in parts), default=1.0)
        totals[id(scope)] = inner * _own(scope)
    return max(totals.values(), default=1.0)


def _own(scope: Scope) -> float:
    """Return the growth within one SELECT, of which later columns may use earlier ones."""
    sizes: dict[int, float] = {}
    aliases: dict[str, float] = {}
    for item in scope.expression.args.get("expressions") or ():
        _measure(item, sizes, aliases)
        if isinstance(item, exp.Alias):
            aliases[item.alias.lower()] = sizes[id(item)]
    _measure(scope.expression, sizes, aliases)
    return max(sizes.values())


def _measure(tree: exp.Expr, sizes: dict[int, float], aliases: Mapping[str, float]) -> None:
    """Note the sizes of a tree and what is below it, nested queries left out."""
    for node in reversed(list(walk_in_scope(tree))):
        sizes[id(node)] = _size(node, sizes, aliases)


def _size(node: exp.Expr, sizes: dict[int, float], aliases: Mapping[str, float]) -> float:
    parts = [sizes.get(id(part), 1.0) for part in node.iter_expressions()]
    match node:
        case exp.Literal() | exp.Chr():
            return (_length(node) or 1) / _CELL
        case exp.Column():
            return 1.0 if node.table else max(1.0, aliases.get(node.name.lower(), 1.0))
        case exp.Replace():
            old, new = _length(node.args.get("expression")), _length(node.args.get("replacement"))
            if old is None or new is None:
                return parts[0] * _UNKNOWN
            return parts[0] * max(1.0, new / max(1, old))
        case exp.RegexpReplace():
            new = _length(node.args.get("replacement"))
            return parts[0] * (_UNKNOWN if new is None else 1.0 + new)
        case exp.Predicate() | exp.Connector():
            return 1.0
        case exp.GroupConcat() | exp.ArrayAgg():
            return _ROWS * max(parts, default=1.0)
        case exp.ConcatWs() if parts:
            return max(1.0, len(parts) * parts[0] + sum(parts[1:]))
        case _ if _escapes(node):
            return 2 * max(1.0, sum(parts))
        case _:
            pass
    return max(1.0, sum(parts) if isinstance(node, _JOINING) else max(parts, default=1.0))


def _escapes(node: exp.Expr) -> bool:
    """Whether a text is made in which marks of the old one are doubled: as JSON, as a pattern."""
    if isinstance(node, exp.Cast):
        return node.to.is_type(*exp.DataType.TEXT_TYPES)
    name = node.name.lower() if isinstance(node, exp.Anonymous) else node.key
    return "json" in name or "escape" in name


def _length(node: exp.Expr | None) -> int | None:
    """Return the characters of a text that the query words itself; None for any other value."""
    match node:
        case None:
            return 0
        case exp.Literal() if node.is_string:
            return len(node.name)
        case exp.Chr():
            return 1
        case exp.DPipe():
            known = [length for part in node.flatten() if (length := _length(part)) is not None]
            return sum(known) if len(known) == len(list(node.flatten())) else None
        case _:
            return None
