"""One task's database: connections per view, bulk insert, and queries with a deadline."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import duckdb

from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.snapshot.engine import Engine
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.schema import BASE, COLUMN_TYPES, FOUND, SHARED

__all__ = ["Database", "Fetched"]

Fetched = tuple[list[str], list[tuple[object, ...]]]
"""Column names and rows."""

_FEW = 3
"""Up to this many rows VALUES is faster than one list per column."""
_BROKEN = (duckdb.FatalException, duckdb.InternalException)


class Database:
    """The tables of one task in a shared engine; closed by the session."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.name = engine.create_database()
        self._cursors: dict[str, duckdb.DuckDBPyConnection] = {}

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
        rows: list[tuple[object, ...]] = (
            self.cursor("full").execute(sql, list(parameters)).fetchall()
        )
        return rows

    def insert(self, table: str, rows: Sequence[Sequence[object]]) -> None:
        """Append rows to an entity table, cells in the order of its columns, all or none."""
        if not rows:
            return
        if len(rows) <= _FEW:
            places = ", ".join(f"({', '.join('?' * len(row))})" for row in rows)
            cells_of_rows = [cell for row in rows for cell in row]
            self.execute(f"INSERT INTO {BASE}.{table} VALUES {places}", cells_of_rows)
            return
        kinds = COLUMN_TYPES[table].values()
        cells = ", ".join(f"unnest(CAST(${i} AS {kind}[]))" for i, kind in enumerate(kinds, 1))
        columns = [list(column) for column in zip(*rows, strict=True)]
        self.execute(f"INSERT INTO {BASE}.{table} SELECT {cells}", columns)

    @contextmanager
    def _deadline(self, cursor: duckdb.DuckDBPyConnection, seconds: float) -> Iterator[None]:
        timer = threading.Timer(seconds, cursor.interrupt)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()

    def attempt(
        self, view: str, statements: Sequence[str], *, rows: int, seconds: float
    ) -> Fetched | Failure:
        """Run statements as one transaction; return up to ``rows`` rows of the last one.

        Whatever the plan did wrong comes back as a value, and nothing of it stays.
        """
        cursor = self.cursor(view)
        cursor.execute("BEGIN TRANSACTION")
        try:
            with self._deadline(cursor, seconds):
                for statement in statements:
                    cursor.execute(statement)
                columns = [str(column[0]) for column in cursor.description or ()]
                found = cursor.fetchmany(rows + 1)
        except duckdb.Error as error:
            self._roll_back(cursor, error)
            return _failure(error, seconds)
        if len(found) > rows:
            cursor.execute("ROLLBACK")
            return Failure(
                code=ViolationCode.FACT_TOO_LARGE,
                message="The result has more rows than a fact may have.",
                details={"limit": rows},
            )
        cursor.execute("COMMIT")
        return columns, found

    def _roll_back(self, cursor: duckdb.DuckDBPyConnection, error: duckdb.Error) -> None:
        if isinstance(error, _BROKEN):
            self._engine.is_broken = True
            return
        cursor.execute("ROLLBACK")


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
