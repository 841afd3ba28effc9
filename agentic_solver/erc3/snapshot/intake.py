"""The intake: rows of validated replies on their way into a table, in columns.

Values become what an entity has (NFC, no blanks around, no empty key), but a column at a time:
only a column that holds anything beyond plain ASCII is looked at value by value. Arrow carries
the columns into DuckDB, which costs a fraction of one insert of Python values.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pyarrow as pa

from agentic_solver.erc3.entity import STATUSES, clean_text
from agentic_solver.erc3.fault import ApiPayloadError
from agentic_solver.erc3.snapshot.schema import COLUMN_TYPES

__all__ = ["Intake"]

_BATCH = 20_000
"""Rows that are held before they are written: enough for one insert to cost nothing."""

_CARRIED: Mapping[str, pa.DataType] = {
    "VARCHAR": pa.string(),
    "BIGINT": pa.int64(),
    "INTEGER": pa.int32(),
    "BOOLEAN": pa.bool_(),
    "DATE": pa.string(),
    "NUMERIC(9, 4)": pa.float64(),
}
"""What replies hold of a column, by its SQL type."""
_STORED: Mapping[str, pa.DataType] = {"DATE": pa.date32(), "NUMERIC(9, 4)": pa.decimal128(9, 4)}
"""What is stored where that is another type."""
_FREE_TEXT = frozenset({"notes", "brief", "description"})
"""Columns that stay as they came: a write may have to send them back unchanged."""
_KEYS: Mapping[str, frozenset[str]] = {
    "employees": frozenset({"id"}),
    "employee_skills": frozenset({"employee", "name"}),
    "employee_wills": frozenset({"employee", "name"}),
    "customers": frozenset({"id"}),
    "projects": frozenset({"id"}),
    "project_team": frozenset({"project", "employee"}),
    "time_entries": frozenset({"id", "employee"}),
}
_OWNERS: Mapping[str, str] = {
    "employee_skills": "employee",
    "employee_wills": "employee",
    "project_team": "project",
}
_BLANK = 0x20
_ASCII = 0x7F


class Intake:
    """Rows of one table; hands them on in batches. Call :meth:`flush` after the last row."""

    def __init__(self, table: str, write: Callable[[str, pa.Table], None]) -> None:
        """Begin with no rows; ``write`` appends a table of Arrow to the one of that name."""
        self._table = table
        self._write = write
        self._types = COLUMN_TYPES[table]
        self._owner = _OWNERS.get(table, "")
        self._carried = tuple(name for name in self._types if name != self._owner)
        self._record = pa.struct([(name, _CARRIED[self._types[name]]) for name in self._carried])
        self._held: list[pa.StructArray] = []
        self._owners: list[str] = []
        self._counts: list[int] = []
        self._rows = 0

    def add(
        self, records: Sequence[Mapping[str, object]], owners: Mapping[str, int] | None = None
    ) -> None:
        """Take rows.

        Args:
            records: mappings from column to value; a column that is not there is NULL.
            owners: in a child table, who the rows belong to, with how many of them each.

        Raises:
            ApiPayloadError: a value is beyond what its column can hold, or a key is blank; also
                of rows taken before.
        """
        if not records:
            return
        try:
            self._held.append(pa.array(records, type=self._record))
        except (pa.ArrowInvalid, OverflowError) as error:
            raise ApiPayloadError(f"a value does not fit {self._table}") from error
        if owners:
            self._owners += owners.keys()
            self._counts += owners.values()
        self._rows += len(records)
        if self._rows >= _BATCH:
            self.flush()

    def flush(self) -> None:
        """Write the held rows, all or none; raises like :meth:`add`."""
        if not self._held:
            return
        columns = pa.concat_arrays(self._held).flatten()
        carried = dict(zip(self._carried, columns, strict=True))
        if self._owner:
            places = np.repeat(np.arange(len(self._owners)), self._counts)
            carried[self._owner] = pa.array(self._owners, type=pa.string()).take(pa.array(places))
        self._held, self._owners, self._counts, self._rows = [], [], [], 0
        try:
            stored = {name: self._column(name, carried[name]) for name in self._types}
        except pa.ArrowInvalid as error:
            raise ApiPayloadError(f"a value does not fit {self._table}") from error
        self._write(self._table, pa.table(stored))

    def _column(self, name: str, column: pa.Array) -> pa.Array:
        kind = self._types[name]
        if kind in _STORED:
            return column.cast(_STORED[kind])
        if kind != "VARCHAR" or name in _FREE_TEXT:
            return column
        if (self._table, name) == ("time_entries", "status"):
            column = _with_known_statuses(column)
        clean = column if _is_plain(column) else _cleaned(column)
        if name in _KEYS[self._table] and _has_blank(clean):
            raise ApiPayloadError(f"a row of {self._table} has a blank {name}")
        return clean


def _is_plain(column: pa.Array) -> bool:
    """Whether all values are ASCII without a blank or a control character at either end."""
    _, offsets, data = column.buffers()
    if data is None:
        return True
    ends = np.frombuffer(offsets, dtype=np.int32)[column.offset : column.offset + len(column) + 1]
    texts = np.frombuffer(data, dtype=np.uint8)
    if ends[-1] == ends[0]:
        return True
    if texts[ends[0] : ends[-1]].max() > _ASCII:
        return False
    filled = ends[1:] > ends[:-1]
    firsts, lasts = texts[ends[:-1][filled]], texts[ends[1:][filled] - 1]
    return bool(firsts.min() > _BLANK and lasts.min() > _BLANK)


def _cleaned(column: pa.Array) -> pa.Array:
    values = [None if value is None else clean_text(value) for value in column.to_pylist()]
    return pa.array(values, type=pa.string())


def _has_blank(column: pa.Array) -> bool:
    _, offsets, _ = column.buffers()
    ends = np.frombuffer(offsets, dtype=np.int32)[column.offset : column.offset + len(column) + 1]
    return bool((ends[1:] == ends[:-1]).any())


def _with_known_statuses(column: pa.Array) -> pa.Array:
    """Bring documented statuses to their documented case; any other text is one as well."""
    coded = column.dictionary_encode()
    values = coded.dictionary.to_pylist()
    known = [v.strip().lower() if v.strip().lower() in STATUSES else v for v in values]
    if known == values:
        return column
    return pa.array(known, type=pa.string()).take(coded.indices)
