"""Constants in disguise: literals that decide a written value through a branch or a sum.

A column such as ``CASE WHEN name = 'x' THEN 505000 ELSE salary END`` reads the snapshot, yet the
value in one branch is the model's own. Such constants may reach a write only where the request
or a rule states them. Bounds (``least(level + 1, 10)``), conditions, string pieces, zero and
day offsets of dates are no values of their own.
"""

from collections.abc import Iterator, Mapping

from pydantic import JsonValue
from sqlglot import exp

from agentic_solver.erc3.snapshot.parsing import parsed
from agentic_solver.erc3.snapshot.query import CheckedQuery

__all__ = ["hidden_constants"]

_NEUTRAL: tuple[JsonValue, ...] = (0, 0.0, "")


def hidden_constants(
    queries: Mapping[str, CheckedQuery], chain: frozenset[str], column: str
) -> tuple[JsonValue, ...]:
    """Return the constants that may decide ``column`` in the facts of ``chain``, in order."""
    found: list[JsonValue] = []
    for fact_id, query in queries.items():
        if fact_id not in chain or column in query.literal_columns:
            continue
        for select in _selects(parsed(query.sql)):
            for item in select.selects:
                if item.alias_or_name.lower() == column:
                    found += _values(item.unalias())
    return tuple(value for value in dict.fromkeys(found) if value not in _NEUTRAL)


def _selects(root: exp.Expr) -> Iterator[exp.Select]:
    yield from (node for node in root.find_all(exp.Select))


def _values(node: exp.Expr) -> Iterator[JsonValue]:
    """Yield the literals in the places of ``node`` whose value becomes the result."""
    match node:
        case exp.Literal():
            yield _literal(node)
        case exp.Neg(this=exp.Literal() as inner):
            yield _literal(inner)
        case exp.Paren() | exp.Cast() | exp.Round():
            yield from _values(node.this)
        case exp.Case():
            for branch in node.args.get("ifs") or ():
                yield from _values(branch.args["true"])
            if node.args.get("default") is not None:
                yield from _values(node.args["default"])
        case exp.If():
            for part in ("true", "false"):
                if node.args.get(part) is not None:
                    yield from _values(node.args[part])
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
    names = {column.name.lower() for column in node.find_all(exp.Column)}
    return bool(names & {"today", "date"}) or node.find(exp.Interval, exp.Date) is not None
