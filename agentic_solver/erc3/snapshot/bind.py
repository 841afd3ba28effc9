"""Bind tables: the JSON rows of a call's result as a typed table."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import JsonValue

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.model import JsonObject

__all__ = ["BindColumn", "bind_table"]

BindColumn = Literal["text", "int", "number", "bool", "date"]

_SQL_TYPES: Mapping[BindColumn, str] = {
    "text": "VARCHAR",
    "int": "BIGINT",
    "number": "DOUBLE",
    "bool": "BOOLEAN",
    "date": "DATE",
}
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
_MAX_BIGINT = 2**63


def _kind(values: Sequence[JsonValue]) -> BindColumn:
    """Return the narrowest kind that holds all values that are not null."""
    known = [value for value in values if value is not None]
    if known and all(isinstance(value, bool) for value in known):
        return "bool"
    if known and not any(isinstance(value, bool) for value in known):
        if all(isinstance(value, int) and abs(value) < _MAX_BIGINT for value in known):
            return "int"
        if all(isinstance(value, int | float) for value in known):
            return "number"
        if all(isinstance(value, str) and _DATE.fullmatch(value) for value in known):
            return "date"
    return "text"


def _cell(value: JsonValue, kind: BindColumn) -> object:
    if value is None or kind != "text" or isinstance(value, str):
        return value
    return canonical_json(value)


def bind_table(
    table: str, rows: Sequence[JsonObject], columns: Mapping[str, BindColumn]
) -> tuple[str, list[list[object]]]:
    """Return the statement that creates the filled table, and its column lists.

    Nested values are stored as JSON text. Without rows and columns the table has one text
    column ``id``. Names that differ only in case are one column.
    """
    names: dict[str, str] = {name.lower(): name for name in columns}
    for row in rows:
        for name in row:
            names.setdefault(name.lower(), name)
    if not names:
        names = {"id": "id"}
    cells: list[list[object]] = []
    kinds: list[str] = []
    quoted: list[str] = []
    for name in names.values():
        values = [row.get(name) for row in rows]
        kind = columns[name] if name in columns else _kind(values)
        cells.append([_cell(value, kind) for value in values])
        kinds.append(_SQL_TYPES[kind])
        quoted.append('"' + name.replace('"', '""') + '"')
    selected = ", ".join(
        f"unnest(CAST(${i} AS {kind}[])) AS {name}"
        for i, (name, kind) in enumerate(zip(quoted, kinds, strict=True), 1)
    )
    return f"CREATE OR REPLACE TABLE {table} AS SELECT {selected}", cells
