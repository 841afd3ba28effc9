"""The warm DuckDB behind all sessions of a process: locked, one thread, one database a task."""

import atexit
import threading
from typing import Self

import duckdb

from agentic_solver.erc3.snapshot.schema import template_ddl

__all__ = ["Engine", "shared_engine"]

_TEMPLATE = "snapshot_template"

# The order matters: temp_directory cannot be set once external access is off, and nothing
# can be set after the lock. Extensions are off before SET TimeZone loads the built-in ICU.
# In memory a checkpoint only packs rows: those who append many say when it is worth its time.
_SETTINGS = (
    "SET temp_directory = ''",
    "SET memory_limit = '{memory}'",
    "SET threads = 1",
    "SET checkpoint_threshold = '64GB'",
    "SET max_expression_depth = 250",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET allow_community_extensions = false",
    "SET allow_extension_repositories = 'forbidden'",
    "SET allow_persistent_secrets = false",
    "SET python_enable_replacements = false",
    "SET TimeZone = 'UTC'",
    "SET Calendar = 'gregorian'",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)


_WORN = 250
"""Databases after which an engine is replaced: DuckDB keeps 5 KB of each until it is closed."""

_PASSES = frozenset(
    {
        "build_side_probe_side", "column_lifetime", "common_subexpressions", "cte_filter_pusher",
        "cte_inlining", "deliminator", "empty_result_pullup", "expression_rewriter",
        "filter_pullup", "filter_pushdown", "in_clause", "join_order", "limit_pushdown",
        "statistics_propagation", "top_n", "unnest_rewriter", "unused_columns",
    }
)  # fmt: skip
"""Passes of the optimizer that decide how a query grows with the company. The other ones together
take a third of the time of a small query, and nearly all queries of a task are small."""


class Engine:
    """One in-memory DuckDB; safe to share by threads.

    Opening a task's database copies an empty template, which costs less than running the DDL.
    """

    def __init__(self, *, memory: str = "2GB") -> None:
        self._lock = threading.Lock()
        self._made = 0
        self._read: dict[str, duckdb.Statement] = {}
        self._connection = duckdb.connect(":memory:")
        passes = self._connection.execute("SELECT name FROM duckdb_optimizers()").fetchall()
        spared = ",".join(name for (name,) in passes if name not in _PASSES)
        for setting in (f"SET disabled_optimizers = '{spared}'", *_SETTINGS):
            self._connection.execute(setting.format(memory=memory))
        self._connection.execute(f"ATTACH ':memory:' AS {_TEMPLATE}")
        self._connection.execute(f"USE {_TEMPLATE}")
        for statement in template_ddl():
            self._connection.execute(statement)
        self._connection.execute("USE memory")
        self.is_broken = False
        """Set when DuckDB reported an internal error: the next session gets another engine."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @property
    def is_worn(self) -> bool:
        """Whether it holds so much of sessions that are over that another one is better."""
        return self._made >= _WORN

    def create_database(self) -> str:
        """Attach an empty snapshot; return its name."""
        with self._lock:
            self._made += 1
            name = f"task{self._made}"
            self._connection.execute(f"ATTACH ':memory:' AS {name}")
            self._connection.execute(f"COPY FROM DATABASE {_TEMPLATE} TO {name} (SCHEMA)")
            return name

    def drop_database(self, name: str) -> None:
        """Detach a task's database with all it holds; its cursors must be closed."""
        if not self.is_broken:
            with self._lock:
                self._connection.execute(f"DETACH {name}")

    def cursor(self, search_path: str) -> duckdb.DuckDBPyConnection:
        """Return a connection of its own, with temporary objects of its own."""
        with self._lock:
            cursor = self._connection.cursor()
        cursor.execute(f"SET search_path = '{search_path}'")
        return cursor

    def read(self, sql: str) -> duckdb.Statement:
        """Return a statement as any connection runs it, read once for all tasks.

        Only for the few texts that are the same in every task: all of them are kept.
        """
        known = self._read.get(sql)
        if known is None:
            with self._lock:
                (known,) = self._connection.extract_statements(sql)
            self._read[sql] = known
        return known

    def close(self) -> None:
        """Free everything."""
        self._read.clear()
        self._connection.close()


_shared: list[Engine] = []
_shared_lock = threading.Lock()


def shared_engine() -> Engine:
    """Return the engine of this process; a broken or worn one is replaced.

    One that was replaced goes with the last session that is open in it.
    """
    with _shared_lock:
        if _shared and (_shared[-1].is_broken or _shared[-1].is_worn):
            _shared.clear()
        if not _shared:
            _shared.append(Engine())
        return _shared[-1]


@atexit.register
def _close_shared() -> None:
    """Left open, DuckDB's binding complains on stderr when the process ends."""
    for engine in _shared:
        engine.close()
