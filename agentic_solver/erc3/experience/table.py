"""The two tables of the store and the engine that serializes its writers."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Engine, MetaData, event
from sqlalchemy.pool import NullPool, StaticPool
from sqlmodel import Field, SQLModel, create_engine
from tenacity import retry, retry_if_exception, stop_after_delay, wait_random

from agentic_solver.errors import WorkspaceError

__all__ = ["LogRow", "PatchRow", "create_tables", "create_versioned", "open_engine", "write_ahead"]

_METADATA = MetaData()
_BUSY_MS = 30_000
_VERSION = 2
"""Format of the file: 0 has no number, 1 no witnesses."""

_IMMUTABLE = tuple(
    f"CREATE TRIGGER IF NOT EXISTS {table}_no_{verb} BEFORE {verb.upper()} ON {table} "
    f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    for table in ("experience_patch", "experience_log")
    for verb in ("update", "delete")
)


class PatchRow(SQLModel, table=True):
    """One numbered patch; written once, from a validated model."""

    metadata = _METADATA
    __tablename__ = "experience_patch"

    number: int = Field(primary_key=True)
    signature: str = Field(index=True)
    content: str
    """Canonical JSON of the patch."""


class LogRow(SQLModel, table=True):
    """One event: an assertion, a status that followed from one, or a rollback."""

    metadata = _METADATA
    __tablename__ = "experience_log"

    position: int = Field(primary_key=True)
    event: str
    number: int
    """Number of the patch; for a rollback the position that it returns to."""
    content: str
    """Canonical JSON of the assertion or the verdict."""


def open_engine(path: str) -> Engine:
    """Return an engine on the file ``path``, or in memory for an empty path.

    Every transaction takes the write lock at its start (``BEGIN IMMEDIATE``): a number that was
    read as free is still free when it is written, whatever other processes do.
    """
    memory = not path
    engine = create_engine(
        f"sqlite:///{path}",
        poolclass=StaticPool if memory else NullPool,
        connect_args={"check_same_thread": False},
    )

    def prepare(connection: sqlite3.Connection, _record: Any) -> None:
        # The driver would begin lazily and too late; transactions are begun below.
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout={_BUSY_MS}")
        connection.execute("PRAGMA synchronous=NORMAL")
        if not memory:
            write_ahead(connection)

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def _is_busy(fault: BaseException) -> bool:
    return (
        isinstance(fault, sqlite3.OperationalError)
        and fault.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
    )


@retry(
    retry=retry_if_exception(_is_busy),
    wait=wait_random(0.005, 0.05),
    stop=stop_after_delay(_BUSY_MS / 1000),
    reraise=True,
)
def write_ahead(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging; of several processes that open a new file one does.

    Two that try at once would wait for each other: there SQLite answers busy at once, whatever
    ``busy_timeout`` says.
    """
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        connection.execute("PRAGMA journal_mode=WAL")


def create_tables(engine: Engine, place: str) -> None:
    """Create what the experience store lacks; see :func:`create_versioned`."""
    create_versioned(
        engine, f"the experience store {place}", _METADATA, _VERSION, statements=_IMMUTABLE
    )


def create_versioned(
    engine: Engine,
    name: str,
    metadata: MetaData,
    version: int,
    *,
    statements: Sequence[str] = (),
) -> None:
    """Create the tables that are missing; safe with several processes at once.

    Raises:
        WorkspaceError: a newer version of the engine made the file, which ``name`` calls by name.
    """
    with engine.begin() as connection:
        found = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        if found > version:
            raise WorkspaceError(
                f"{name} has format {found}, this version reads formats up to {version}: "
                "update agentic-solver, or move the file away"
            )
        connection.exec_driver_sql(f"PRAGMA user_version={version}")
        metadata.create_all(connection)
        for statement in statements:
            connection.exec_driver_sql(statement)
