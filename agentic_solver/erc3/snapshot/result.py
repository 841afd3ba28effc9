"""What comes out of the database as a value: JSON cells, rows in a canonical order, a digest."""

import datetime as dt
import math
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache

from pydantic import JsonValue
from sqlglot import exp

from agentic_solver.contracts.canonical import canonical_json, content_id
from agentic_solver.contracts.plan import FactOutput
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS, VIEWS
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.parsing import parsed

__all__ = ["MAX_COLUMNS", "json_cell", "keeps_order", "make_output"]

Row = Sequence[object]

MAX_COLUMNS = 128


class _NoJsonError(Exception):
    """A value that has no JSON form; never leaves this module."""


def json_cell(value: object) -> JsonValue:
    """Return a database value as JSON: decimals as numbers, dates in ISO form.

    Raises:
        ValueError: for NaN, infinities, binary data and other types without a JSON form.
    """
    try:
        return _cell(value)
    except _NoJsonError as error:
        raise ValueError(str(error)) from error


def _cell(value: object) -> JsonValue:
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            if not math.isfinite(value):
                raise _NoJsonError("a result is not a finite number")
            return int(value) if value.is_integer() else value
        case Decimal():
            if not value.is_finite():
                raise _NoJsonError("a result is not a finite number")
            return int(value) if value == int(value) else float(value)
        case dt.date() | dt.time():
            return value.isoformat()
        case dt.timedelta():
            return str(value)
        case list() | tuple():
            return [_cell(item) for item in value]
        case dict():
            return {str(key): _cell(item) for key, item in value.items()}
        case _:
            raise _NoJsonError(f"a result of type {type(value).__name__} cannot leave the database")


def _sort_key(row: Sequence[JsonValue]) -> list[tuple[int, float, str]]:
    return [_cell_key(cell) for cell in row]


def _cell_key(cell: JsonValue) -> tuple[int, float, str]:
    match cell:
        case None:
            return (4, 0.0, "")
        case bool():
            return (0, float(cell), "")
        case int() | float():
            # Beyond 2**53 equal floats may differ as integers: the text settles it.
            return (1, float(cell), str(cell))
        case str():
            return (2, 0.0, cell)
        case _:
            return (3, 0.0, canonical_json(cell))


def make_output(
    columns: Sequence[str], rows: Sequence[Row], *, ordered: bool, chars: int
) -> FactOutput | Failure:
    """Return the rows as a fact output.

    Args:
        columns: their names.
        rows: as fetched.
        ordered: whether the order means something; if not, rows are sorted.
        chars: ceiling of the canonical JSON text.
    """
    if len(columns) > MAX_COLUMNS:
        return Failure(
            code=ViolationCode.FACT_TOO_LARGE,
            message="The result has more columns than a fact may have.",
            details={"columns": len(columns), "limit": MAX_COLUMNS},
        )
    try:
        cells = [tuple(_cell(value) for value in row) for row in rows]
    except _NoJsonError as error:
        return Failure(code=ViolationCode.SQL_RUNTIME, message=f"{str(error).capitalize()}.")
    if not ordered:
        cells.sort(key=_sort_key)
    content = {"columns": list(columns), "rows": [list(row) for row in cells]}
    size = len(canonical_json(content))
    if size > chars:
        return Failure(
            code=ViolationCode.FACT_TOO_LARGE,
            message="The result is larger than a fact may be.",
            details={"chars": size, "limit": chars},
        )
    return FactOutput(columns=tuple(columns), rows=tuple(cells), digest=content_id(content))


@lru_cache(maxsize=512)
def keeps_order(sql: str) -> bool:
    """Whether the order of the rows of a query means something.

    It does with ORDER BY, and where the rows come unchanged from one finder or earlier fact,
    which have an order of their own.
    """
    root = parsed(sql)
    while isinstance(root, exp.Subquery):
        root = root.this
    if root.args.get("order"):
        return True
    if not isinstance(root, exp.Select):
        return False
    source = root.args.get("from_") or root.args.get("from")
    if source is None or not isinstance(source.this, exp.Table):
        return False
    name = source.this.name.lower()
    changed = any(root.args.get(part) for part in ("joins", "group", "distinct", "with_", "with"))
    return not (
        changed or name in ENTITY_COLUMNS or name in VIEWS or root.find(exp.AggFunc, exp.Window)
    )
