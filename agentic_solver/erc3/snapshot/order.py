"""Determinism: rewrites that give a plan query one result where SQL leaves the choice open.

- ``list``, ``array_agg`` and ``string_agg`` without ORDER BY are ordered by their argument; with
  ORDER BY the argument is appended as a tie-breaker.
- ``any_value``, ``first``, ``last`` and ``arbitrary`` without ORDER BY become ``min``: one of
  the values, always the same one.
- A window function that counts or looks at neighbours needs an ORDER BY in its window.
- LIMIT, OFFSET, DISTINCT ON and the outermost ORDER BY get all output columns appended, so that
  the order is total up to equal rows. A LIMIT over a single ordered source (a finder, a fact, a
  CTE) without ORDER BY keeps that source's own order.

Ties inside windows, ``arg_max`` and ``mode`` stay: one thread makes them stable.
"""

from sqlglot import exp

from agentic_solver.contracts.violations import ViolationCode as Code
from agentic_solver.erc3.snapshot.functions import ORDERED_WINDOWS
from agentic_solver.erc3.snapshot.parsing import nodes
from agentic_solver.erc3.snapshot.reading import Reading
from agentic_solver.erc3.snapshot.source import Refusal

__all__ = ["settle_order"]

_COLLECTING = (exp.ArrayAgg, exp.GroupConcat)
_PICKING = (exp.AnyValue, exp.First, exp.Last)
_ORDERED_WINDOW_NODES = (
    exp.FirstValue, exp.LastValue, exp.NthValue, exp.Lag, exp.Lead, exp.RowNumber, exp.Ntile,
)  # fmt: skip


def settle_order(query: exp.Expr, reading: Reading) -> tuple[str, ...]:
    """Rewrite ``query`` in place; return the names of the rewrites, sorted.

    Raises:
        Refusal: for a window function that means nothing without an order and has none.
    """
    done: set[str] = set()
    for node in nodes(query):
        match node:
            case exp.Window():
                _check_window(node)
            case exp.ArrayAgg() | exp.GroupConcat():
                done |= _order_collected(node)
            case exp.AnyValue() | exp.First() | exp.Last():
                done |= _settle_picked(node)
            case exp.Anonymous() if node.name.lower() in {"arbitrary", "list", "listagg"}:
                done |= _settle_anonymous(node)
            case exp.Select() | exp.SetOperation() | exp.Subquery():
                done |= _total_order(node, reading, root=node is query)
            case _:
                pass
    return tuple(sorted(done))


def _is_windowed(node: exp.Expr) -> bool:
    parent = node.parent
    while isinstance(parent, (exp.Filter, exp.IgnoreNulls, exp.RespectNulls, exp.WithinGroup)):
        parent = parent.parent
    return isinstance(parent, exp.Window)


def _check_window(node: exp.Window) -> None:
    function = node.this
    while isinstance(function, (exp.IgnoreNulls, exp.RespectNulls, exp.Filter)):
        function = function.this
    name = function.name.lower() if isinstance(function, exp.Anonymous) else ""
    ordered = node.args.get("order") or node.args.get("alias")
    needs = isinstance(function, _ORDERED_WINDOW_NODES) or name in ORDERED_WINDOWS
    needs |= isinstance(function, (*_COLLECTING, *_PICKING))
    if needs and not ordered:
        raise Refusal(
            Code.SQL_CLAUSE_FORBIDDEN, "This window function needs an ORDER BY in its window."
        )


def _order_collected(node: exp.Expr) -> set[str]:
    if _is_windowed(node) or isinstance(node.parent, exp.WithinGroup):
        return set()
    argument = node.this
    if isinstance(argument, exp.Order):
        value = argument.this
        if value is None or isinstance(value, exp.Distinct):
            return set()
        argument.append("expressions", exp.Ordered(this=value.copy(), nulls_first=False))
        return {"ordered_aggregate"}
    if isinstance(argument, exp.Distinct):
        if len(argument.expressions) != 1:
            return set()
        value = argument.expressions[0]
    else:
        value = argument
    order = exp.Order(
        this=argument.copy(), expressions=[exp.Ordered(this=value.copy(), nulls_first=False)]
    )
    node.set("this", order)
    return {"ordered_aggregate"}


def _settle_picked(node: exp.Expr) -> set[str]:
    if _is_windowed(node):
        return set()
    argument = node.this
    if isinstance(argument, exp.Order):
        if argument.this is None:
            return set()
        argument.append("expressions", exp.Ordered(this=argument.this.copy(), nulls_first=False))
        return {"ordered_aggregate"}
    target = node.parent if isinstance(node.parent, exp.IgnoreNulls) else node
    target.replace(exp.Min(this=argument.copy()))
    return {"picked_minimum"}


def _settle_anonymous(node: exp.Anonymous) -> set[str]:
    if node.name.lower() != "arbitrary" or len(node.expressions) != 1 or _is_windowed(node):
        raise Refusal(
            Code.SQL_FUNCTION_FORBIDDEN,
            "Write this aggregate with one argument and an ORDER BY inside.",
            function=node.name.lower(),
        )
    node.replace(exp.Min(this=node.expressions[0].copy()))
    return {"picked_minimum"}


def _total_order(node: exp.Expr, reading: Reading, *, root: bool) -> set[str]:
    order = node.args.get("order")
    distinct = node.args.get("distinct")
    on = distinct.args.get("on") if isinstance(distinct, exp.Distinct) else None
    limited = node.args.get("limit") or node.args.get("offset") or on
    if not limited and not (root and order):
        return set()
    if order is None and _keeps_source_order(node, reading):
        return set()
    if order is not None and any(isinstance(o.this, exp.Var) for o in order.expressions):
        return set()
    relation = reading.relations.get(id(node))
    whole = relation is not None and _is_countable(node, reading)
    if not whole:
        if order is None:
            node.set("order", exp.Order(expressions=[exp.Ordered(this=exp.var("ALL"))]))
            return {"total_order"}
        return set()
    width = len(relation.columns) if relation is not None else 0
    present = order.expressions if order is not None else []
    first = [exp.Ordered(this=item.copy()) for item in on.expressions] if on and not order else []
    positions = [
        exp.Ordered(this=exp.Literal.number(index), nulls_first=False)
        for index in range(1, width + 1)
    ]
    node.set("order", exp.Order(expressions=[*present, *first, *positions]))
    return {"total_order"}


def _is_countable(node: exp.Expr, reading: Reading) -> bool:
    """Whether the number of output columns is certain: no star over an unknown fact."""
    if isinstance(node, exp.Subquery):
        return _is_countable(node.this, reading)
    if isinstance(node, exp.SetOperation):
        return _is_countable(node.this, reading)
    if not isinstance(node, exp.Select):
        return False
    frame = reading.frames.get(id(node))
    return frame is not None and (frame.closed or not node.is_star)


def _keeps_source_order(node: exp.Expr, reading: Reading) -> bool:
    """Whether the rows come unchanged from one source that has an order of its own."""
    if isinstance(node, exp.Subquery):
        return True
    if not isinstance(node, exp.Select):
        return False
    if (
        node.args.get("group")
        or node.args.get("distinct")
        or node.find(exp.AggFunc)
        or node.find(exp.Window)
    ):
        return False
    frame = reading.frames.get(id(node))
    if frame is None or len(frame.sources) != 1:
        return False
    return frame.sources[0].relation.kind in {"finder", "fact", "query"}
