"""What the loader stored, as long as it is little: for the engine's own questions about it.

A statement of the database takes a millisecond over any three rows, and what is held for the next
statement has to be written first. Who is called what, and which values a column has, is asked
ten times a task; so it is answered from the rows themselves. Plans never read them here.
"""

from collections.abc import Collection, Mapping, Sequence

from agentic_solver.erc3.snapshot.certificate import WHOLE, OneOf, Region
from agentic_solver.erc3.snapshot.schema import COLUMN_TYPES

__all__ = ["Mirror"]

_MOST = 2_000
"""Rows of a table; the database is better at more."""

Texts = list[tuple[str | None, ...]]


class Mirror:
    """The rows of the entity tables of one session; it knows a table from its start or not."""

    def __init__(self) -> None:
        self._tables: dict[str, list[tuple[object, ...]]] = {name: [] for name in COLUMN_TYPES}

    def add(self, table: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Note rows that were inserted."""
        held = self._tables.get(table)
        if held is not None and len(held) + len(rows) <= _MOST:
            held.extend(rows)
        else:
            self._tables.pop(table, None)

    def amend(self, table: str, width: int, rows: Mapping[str, Sequence[object]]) -> None:
        """Note new values of the last ``width`` columns, by the ids of their rows."""
        held = self._tables.get(table, [])
        for place, row in enumerate(held):
            cells = rows.get(str(row[0]))
            if cells is not None:
                held[place] = (*row[:-width], *cells)

    def forget(self) -> None:
        """Know nothing any more: the tables were changed in another way."""
        self._tables.clear()

    def texts(
        self,
        table: str,
        columns: Sequence[str],
        ids: Collection[str] | None = None,
        region: Region = WHOLE,
    ) -> Texts | None:
        """Return columns of text of the rows of a region, and with one of the ids if any are given.

        None where only the database can tell: of a table that it alone knows, and of anything
        that is no plain text.
        """
        rows = self._tables.get(table)
        limits = [(column, limit) for column, limit in region.limits if isinstance(limit, OneOf)]
        names = list(COLUMN_TYPES.get(table, ()))
        if rows is None or len(limits) < len(region.limits) or not set(columns) <= set(names):
            return None
        places = [names.index(column) for column in columns]
        for column, limit in limits:
            if column not in names or not all(type(value) is str for value in limit.values):
                return None
            place = names.index(column)
            rows = [row for row in rows if row[place] in limit.values]
        if ids is not None:
            wanted = frozenset(ids)
            rows = [row for row in rows if row[0] in wanted]
        found: Texts = []
        for row in rows:
            cells = [row[place] for place in places]
            if not all(cell is None or type(cell) is str for cell in cells):
                return None
            found.append(tuple(cell if type(cell) is str else None for cell in cells))
        return found
