"""Filters that every contributing row of a table satisfies, so that fewer rows need fetching.

Conservative: only plain conjuncts ``column op literal`` of the WHERE of the SELECT in which the
table stands, and of an ON where a failing row of that table cannot come through; and only what
holds at every appearance of the table in the query.
"""

import re
from collections.abc import Iterator

from sqlglot import exp

from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS, ColumnType
from agentic_solver.erc3.snapshot.parsing import operands
from agentic_solver.erc3.snapshot.query import Filter
from agentic_solver.erc3.snapshot.reading import Occurrence, Reading
from agentic_solver.erc3.snapshot.source import Source

__all__ = ["narrowing_filters"]

_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_COMPARISONS: dict[type[exp.Expr], tuple[str, str]] = {
    exp.EQ: ("=", "="),
    exp.GT: (">", "<"),
    exp.LT: ("<", ">"),
    exp.GTE: (">=", "<="),
    exp.LTE: ("<=", ">="),
}


def narrowing_filters(reading: Reading) -> tuple[Filter, ...]:
    """Return the filters, sorted by table and column."""
    kept: dict[str, set[Filter]] = {}
    for occurrence in reading.occurrences:
        found = _occurrence_filters(occurrence, reading)
        kept[occurrence.table] = kept.get(occurrence.table, found) & found
    filters = [one for group in kept.values() for one in group]
    return tuple(sorted(filters, key=lambda f: (f.table, f.column, f.op, repr(f.values))))


def _occurrence_filters(occurrence: Occurrence, reading: Reading) -> set[Filter]:
    if occurrence.select is None or occurrence.source is None:
        return set()
    source = occurrence.source
    frame = reading.frames[id(occurrence.select)]
    where = occurrence.select.args.get("where")
    conditions = [where.this] if where is not None else []
    place = frame.sources.index(source)
    for index, joined in enumerate(frame.sources):
        if joined.on is None or index < place:
            continue
        narrows_joined = joined.side in {"", "LEFT", "SEMI", "ANTI"}
        narrows_earlier = joined.side in {"", "RIGHT", "SEMI"}
        if narrows_joined if index == place else narrows_earlier:
            conditions.append(joined.on)
    return {
        found
        for condition in conditions
        for conjunct in operands(condition, exp.And)
        for found in _conjunct_filters(conjunct, source, reading)
    }


def _conjunct_filters(node: exp.Expr, source: Source, reading: Reading) -> Iterator[Filter]:
    match node:
        case exp.Between():
            yield from _filter(node.this, ">=", [node.args["low"]], source, reading)
            yield from _filter(node.this, "<=", [node.args["high"]], source, reading)
        case exp.In() if node.expressions and not node.args.get("query"):
            yield from _filter(node.this, "in", node.expressions, source, reading)
        case _ if type(node) in _COMPARISONS:
            op, flipped = _COMPARISONS[type(node)]
            left, right = node.args["this"], node.args["expression"]
            if isinstance(left, exp.Column):
                yield from _filter(left, op, [right], source, reading)
            elif isinstance(right, exp.Column):
                yield from _filter(right, flipped, [left], source, reading)
        case _:
            return


def _filter(
    column: exp.Expr,
    op: str,
    literals: list[exp.Expr],
    source: Source,
    reading: Reading,
) -> Iterator[Filter]:
    if not isinstance(column, exp.Column) or reading.owners.get(id(column)) is not source:
        return
    table = source.relation.name
    name = (column.parts[1] if len(column.parts) > 1 else column.this).name.lower()
    if len(column.parts) > 2 or name not in ENTITY_COLUMNS[table]:
        return
    values = [_value(literal, ENTITY_COLUMNS[table][name]) for literal in literals]
    known = tuple(value for value in values if value is not None)
    if len(known) != len(literals):
        return
    match op:
        case "=" | "in" | ">=" | "<=" | ">" | "<":
            yield Filter(table=table, column=name, op=op, values=known)
        case _:
            return


def _value(node: exp.Expr, kind: ColumnType) -> str | int | float | bool | None:
    """Return the literal as a value of the column's kind, or None when it does not fit."""
    if isinstance(node, exp.Cast) and node.to.is_type("date") and kind == "date":
        node = node.this
    negative = isinstance(node, exp.Neg)
    if negative:
        node = node.this
    if isinstance(node, exp.Boolean) and kind == "bool" and not negative:
        return bool(node.this)
    if not isinstance(node, exp.Literal):
        return None
    if node.is_string:
        fits = kind == "text" or (kind == "date" and _ISO_DATE.fullmatch(node.name))
        return node.name if fits and not negative else None
    if kind not in {"int", "decimal"}:
        return None
    number = float(node.name)
    if number.is_integer():
        return -int(number) if negative else int(number)
    return -number if negative else number
