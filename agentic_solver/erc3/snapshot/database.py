"""One task's database: connections per view, bulk insert, and queries with a deadline."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

import duckdb

from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.fault import ApiPayloadError
from agentic_solver.erc3.snapshot.columns import VIEWS
from agentic_solver.erc3.snapshot.engine import Engine
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.mirror import Mirror
from agentic_solver.erc3.snapshot.schema import BASE, COLUMN_TYPES, FOUND, SHARED
from agentic_solver.erc3.snapshot.watchdog import shared_watchdog

__all__ = ["Database", "Fetched", "UnreadableError"]

Fetched = tuple[list[str], list[tuple[object, ...]]]
"""Column names and rows."""

_FEW = 5
"""Up to this many rows VALUES is faster than one list per column."""
_MANY = 2_000
"""Rows of a table that are held before they are written."""
_WORD = re.compile(r"\w+")
_INT, _DECIMAL = 2**31 - 1, 99_999
"""Up to here a number fits every column of its kind, whatever its places."""
_LOOSE = 750_000
"""Appended rows after which a checkpoint packs them: it takes time and saves memory."""
_BROKEN = (duckdb.FatalException, duckdb.InternalException)
_UNFIT = (duckdb.ConversionException, duckdb.OutOfRangeException, duckdb.InvalidInputException)


class UnreadableError(ApiPayloadError):
    """Texts hold what their tables cannot take as it is written."""


class Database:
    """The tables of one task in a shared engine; closed by the session."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.name = engine.create_database()
        self._cursors: dict[str, duckdb.DuckDBPyConnection] = {}
        self._appended = 0
        self._pending: dict[str, list[tuple[object, ...]]] = {}
        self.mirror = Mirror()

    def close(self) -> None:
        """Drop everything; closing twice is allowed."""
        if not self.name:
            return
        for cursor in self._cursors.values():
            cursor.close()
        self._cursors.clear()
        self._engine.drop_database(self.name)
        self.name = ""

    def cursor(self, view: str) -> duckdb.DuckDBPyConnection:
        """Return the connection on which plain table names mean those of ``view``."""
        if view not in self._cursors:
            schemas = [f"view_{view}", SHARED, FOUND]
            if view == "full":
                schemas.insert(1, BASE)
            path = ",".join(f"{self.name}.{schema}" for schema in schemas)
            self._cursors[view] = self._engine.cursor(path)
        return self._cursors[view]

    def reopen_cursors(self) -> None:
        """Forget the connections: DuckDB drops a search path with a schema that was on it."""
        for cursor in self._cursors.values():
            cursor.close()
        self._cursors.clear()

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """Run a statement of the engine's own on the full view and return all rows."""
        self.flush((sql,))
        return self._execute(sql, parameters)

    def _execute(
        self, sql: str | duckdb.Statement, parameters: Sequence[object]
    ) -> list[tuple[object, ...]]:
        rows: list[tuple[object, ...]] = (
            self.cursor("full").execute(sql, list(parameters)).fetchall()
        )
        return rows

    def insert(self, table: str, rows: Sequence[Sequence[object]]) -> None:
        """Append rows to an entity table, cells in the order of its columns.

        They are held until a statement names the table: what several payloads bring to it then
        costs one statement, and what only the mirror is asked for costs none. A number that may
        not fit is written at once, so that it is refused whether anything reads it or not.
        """
        held = self._pending.setdefault(table, [])
        fresh = [tuple(row) for row in rows]
        held.extend(fresh)
        self.mirror.add(table, fresh)
        if len(held) >= _MANY or not all(_fits(cell) for row in fresh for cell in row):
            self.flush()

    def append(
        self, statements: Sequence[tuple[str, str]], texts: Sequence[str]
    ) -> tuple[tuple[str, int], ...]:
        """Append rows that INSERTs read out of JSON texts, all or none.

        Args:
            statements: each with the table it is about, run in order; the texts are ``$1`` in
                those that read them. Others than INSERTs prepare and clear away.
            texts: the documents.

        Returns:
            Each table with the number of its new rows.

        Raises:
            UnreadableError: a value is beyond what its column can hold, or a text has a key
                twice or not at all.
            ApiPayloadError: an id comes twice.
        """
        self.mirror.forget()
        self.flush()
        cursor = self.cursor("full")
        done: list[tuple[str, int]] = []
        table = ""
        cursor.execute("BEGIN TRANSACTION")
        try:
            for table, statement in statements:
                parameters = [texts] if "$1" in statement else []
                found = cursor.execute(statement, parameters).fetchall()
                if statement.startswith("INSERT"):
                    done.append((table, int(found[0][0])))
            cursor.execute("COMMIT")
        except _UNFIT as error:
            cursor.execute("ROLLBACK")
            raise UnreadableError(f"a value does not fit {table}") from error
        except duckdb.ConstraintException as error:
            cursor.execute("ROLLBACK")
            raise ApiPayloadError(f"an id of {table} comes twice") from error
        self._appended += sum(count for _, count in done)
        if self._appended >= _LOOSE:
            self._appended = 0
            cursor.execute(f"CHECKPOINT {self.name}")
        return tuple(done)

    def amend(
        self, table: str, columns: Sequence[str], rows: Mapping[str, Sequence[object]]
    ) -> None:
        """Set the last columns of rows that are there, by the id in their first column."""
        self.mirror.amend(table, len(columns), rows)
        held = self._pending.get(table, [])
        places = {str(row[0]): place for place, row in enumerate(held)}
        stored: list[tuple[object, ...]] = []
        for key, cells in rows.items():
            place = places.get(key)
            if place is None:
                stored.append((key, *cells))
            else:
                held[place] = (*held[place][: -len(columns)], *cells)
        if not stored:
            return
        names = ("id", *columns)
        unnested = ", ".join(
            f'unnest(CAST(${i} AS VARCHAR[])) AS "{name}"' for i, name in enumerate(names, 1)
        )
        assigned = ", ".join(f'"{name}" = d."{name}"' for name in columns)
        self.execute(
            f"UPDATE {BASE}.{table} AS t SET {assigned} "
            f"FROM (SELECT {unnested}) AS d WHERE t.id = d.id",
            [list(column) for column in zip(*stored, strict=True)],
        )

    def flush(self, statements: Sequence[str] | None = None) -> None:
        """Write the held rows of the tables that statements name, or all; each all or none.

        Raises:
            ApiPayloadError: a value is beyond what its column can hold.
        """
        words = {word for text in statements or () for word in _WORD.findall(text.lower())}
        every = statements is None or not words.isdisjoint(VIEWS)
        for table in [name for name in self._pending if every or name in words]:
            rows = self._pending.pop(table)
            try:
                self._insert(table, rows)
            except (duckdb.ConversionException, duckdb.OutOfRangeException) as error:
                self.mirror.forget()
                raise ApiPayloadError(f"a value does not fit {table}") from error

    def _insert(self, table: str, rows: Sequence[tuple[object, ...]]) -> None:
        if len(rows) <= _FEW:
            places = ", ".join(f"({', '.join('?' * len(row))})" for row in rows)
            cells_of_rows = [cell for row in rows for cell in row]
            sql = f"INSERT INTO {BASE}.{table} VALUES {places}"
            self._execute(self._engine.read(sql), cells_of_rows)
            return
        kinds = COLUMN_TYPES[table].values()
        cells = ", ".join(f"unnest(CAST(${i} AS {kind}[]))" for i, kind in enumerate(kinds, 1))
        columns = [list(column) for column in zip(*rows, strict=True)]
        sql = f"INSERT INTO {BASE}.{table} SELECT {cells}"
        self._execute(self._engine.read(sql), columns)

    def attempt(
        self, view: str, statements: Sequence[str], *, rows: int, seconds: float, makes: str = ""
    ) -> Fetched | Failure:
        """Run statements, all or none; return up to ``rows`` rows of the last one.

        Whatever the plan did wrong comes back as a value, and nothing of it stays.

        Args:
            view: whose connection.
            statements: run in order.
            rows: that the last one may return.
            seconds: that all of them may take.
            makes: the one table that the first statement makes, where nothing else is changed:
                it goes again if what follows fails. A transaction costs more than both statements.
        """
        self.flush(statements)
        cursor = self.cursor(view)
        undo = f"DROP TABLE IF EXISTS {makes}" if makes else ""
        if not makes and len(statements) > 1:
            cursor.execute("BEGIN TRANSACTION")
            undo = "ROLLBACK"
        try:
            with shared_watchdog().deadline(seconds, cursor.interrupt):
                for statement in statements:
                    cursor.execute(statement)
                columns = [str(column[0]) for column in cursor.description or ()]
                found = cursor.fetchmany(rows + 1)
        except duckdb.Error as error:
            if isinstance(error, _BROKEN):
                self._engine.is_broken = True
            elif undo:
                cursor.execute(undo)
            return _failure(error, seconds)
        if len(found) > rows:
            if undo:
                cursor.execute(undo)
            return Failure(
                code=ViolationCode.FACT_TOO_LARGE,
                message="The result has more rows than a fact may have.",
                details={"limit": rows},
            )
        if undo == "ROLLBACK":
            cursor.execute("COMMIT")
        return columns, found


def _fits(cell: object) -> bool:
    if isinstance(cell, int):
        return -_INT <= cell <= _INT
    return not isinstance(cell, float | Decimal) or -_DECIMAL <= cell <= _DECIMAL


def _failure(error: duckdb.Error, seconds: float) -> Failure:
    if isinstance(error, duckdb.InterruptException):
        return Failure(
            code=ViolationCode.SQL_TIMEOUT,
            message="The query ran out of time.",
            details={"seconds": seconds},
        )
    # Conversion errors quote the offending cell, which may be a value the reader must not see.
    kind = type(error).__name__
    shown = isinstance(error, (duckdb.BinderException, duckdb.CatalogException))
    text = str(error).split("\n", 1)[0][:300] if shown else ""
    return Failure(
        code=ViolationCode.SQL_RUNTIME,
        message="The query failed where it runs.",
        details={"kind": kind, "error": text},
    )
