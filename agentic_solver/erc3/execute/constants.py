"""Constants in disguise: literals that decide a written value through a branch or a sum.

A column such as ``CASE WHEN name = 'x' THEN 505000 ELSE salary END`` reads the snapshot, yet the
value in one branch is the model's own. Such constants may reach a write only where the request
or a rule states them. Bounds (``least(level + 1, 10)``), conditions, string pieces, zero and
day offsets of dates are no values of their own. A factor (``salary * 1.1``) decides a value too,
though a request states it in other words (10 percent): factors are listed apart.
"""

from collections.abc import Iterator, Mapping

from pydantic import JsonValue
from sqlglot import exp

from agentic_solver.erc3.snapshot.parsing import find_all, parsed
from agentic_solver.erc3.snapshot.query import CheckedQuery

__all__ = ["addends", "hidden_constants", "hidden_factors"]

_NEUTRAL: tuple[JsonValue, ...] = (0, 0.0, "")
_PLAIN_FACTORS: tuple[JsonValue, ...] = (0, 1, -1, 100)
"""They change a sign or turn a share into percent; no figure can be smuggled in with them."""


def hidden_constants(
    queries: Mapping[str, CheckedQuery], chain: frozenset[str], column: str
) -> tuple[JsonValue, ...]:
    """Return the constants that may decide ``column`` in the facts of ``chain``, in order."""
    found = [
        value for item in _expressions(queries, chain, column) for value in _values(item.unalias())
    ]
    return tuple(value for value in dict.fromkeys(found) if value not in _NEUTRAL)


def hidden_factors(
    queries: Mapping[str, CheckedQuery], chain: frozenset[str], column: str
) -> tuple[JsonValue, ...]:
    """Return the constants that ``column`` is multiplied with or divided by, in order."""
    found = [
        value for item in _expressions(queries, chain, column) for value in _factors(item.unalias())
    ]
    return tuple(value for value in dict.fromkeys(found) if value not in _PLAIN_FACTORS)


def addends(
    queries: Mapping[str, CheckedQuery], chain: frozenset[str], column: str
) -> tuple[JsonValue, ...]:
    """Return the numbers that take part in ``column`` other than as factors, bounds included."""
    found = [
        value for item in _expressions(queries, chain, column) for value in _parts(item.unalias())
    ]
    return tuple(value for value in dict.fromkeys(found) if value not in _NEUTRAL)


_SUMS = (
    exp.Paren, exp.Cast, exp.Add, exp.Sub, exp.Neg, exp.Case, exp.If, exp.Coalesce, exp.Least,
    exp.Greatest, exp.Round, exp.Max, exp.Min, exp.Sum,
)  # fmt: skip


def _parts(node: exp.Expr) -> Iterator[JsonValue]:
    """Yield the numbers of a figure; conditions, factors and the places of a rounding are none."""
    if isinstance(node, exp.Literal) and not node.is_string:
        yield _literal(node)
    elif isinstance(node, exp.Case):
        yield from _values(node)
    elif isinstance(node, exp.Round | exp.Cast):
        yield from _parts(node.this)
    elif isinstance(node, _SUMS):
        for inner in node.iter_expressions():
            yield from _parts(inner)


def _expressions(
    queries: Mapping[str, CheckedQuery], chain: frozenset[str], column: str
) -> Iterator[exp.Expr]:
    """Yield what ``column`` is computed from in each SELECT of the chain that reads rows."""
    for fact_id, query in queries.items():
        if fact_id not in chain or column in query.literal_columns:
            continue
        for select in find_all(parsed(query.sql), exp.Select):
            for item in select.selects:
                if item.alias_or_name.lower() == column:
                    yield item


def _factors(node: exp.Expr) -> Iterator[JsonValue]:
    """Yield the literal factors and divisors anywhere in an expression, nested ones included."""
    for product in find_all(node, exp.Mul, exp.Div, exp.IntDiv):
        for side in (product.left, product.right):
            yield from _constant_parts(side)


def _constant_parts(side: exp.Expr) -> Iterator[JsonValue]:
    """Yield the numbers of a side that reads no column: ``1.1``, ``(1 + 10 / 100.0)``."""
    if side.find(exp.Column, exp.Select) is not None:
        return
    for literal in find_all(side, exp.Literal):
        if not literal.is_string:
            yield _literal(literal)


def _values(node: exp.Expr) -> Iterator[JsonValue]:
    """Yield the literals in the places of ``node`` whose value becomes the result."""
    match node:
        case exp.Literal():
            yield _literal(node)
        case exp.Neg(this=exp.Literal() as inner):
            yield _literal(inner)
        case exp.Paren() | exp.Cast() | exp.Round():
            yield from _values(node.this)
        case exp.Case():  # ``if(a, b, c)`` as well: the firewall writes it so
            for branch in node.args.get("ifs") or ():
                yield from _values(branch.args["true"])
            if node.args.get("default") is not None:
                yield from _values(node.args["default"])
        case exp.Coalesce():
            yield from _values(node.this)
            for other in node.expressions:
                yield from _values(other)
        case exp.Add() | exp.Sub():
            if not _is_date(node):
                yield from _values(node.left)
                yield from _values(node.right)
        case _:
            return


def _literal(node: exp.Literal) -> JsonValue:
    if node.is_string:
        return str(node.this)
    number = float(str(node.this))
    return int(number) if number == int(number) else number


def _is_date(node: exp.Expr) -> bool:
    """Whether a sum moves a date: its other side is a date column or an interval."""
    names = {column.name.lower() for column in find_all(node, exp.Column)}
    return bool(names & {"today", "date"}) or node.find(exp.Interval, exp.Date) is not None
