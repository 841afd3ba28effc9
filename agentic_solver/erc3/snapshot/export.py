"""Keep a snapshot after its task: a DuckDB file with the entity tables and the certificates."""

from pathlib import Path

import duckdb

from agentic_solver.erc3.snapshot.schema import BASE, COLUMN_TYPES, template_ddl
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.errors import WorkspaceError

__all__ = ["save_session"]


def save_session(session: Session, path: Path) -> None:
    """Write the tables of an open session to a new database file; confidential like a run.

    The file has the schema ``base``; facts, bind tables and views are not in it.

    Raises:
        WorkspaceError: the file exists or cannot be written.
    """
    if path.exists():
        raise WorkspaceError(f"{path} exists already")
    try:
        with duckdb.connect(str(path)) as connection:
            for statement in template_ddl():
                connection.execute(statement)
            for table, types in COLUMN_TYPES.items():
                rows = session.rows(table)
                if not rows:
                    continue
                cells = ", ".join(
                    f"unnest(CAST(${i} AS {kind}[]))" for i, kind in enumerate(types.values(), 1)
                )
                columns = [list(column) for column in zip(*rows, strict=True)]
                connection.execute(f"INSERT INTO {BASE}.{table} SELECT {cells}", columns)
    except (duckdb.IOException, OSError) as error:
        raise WorkspaceError(f"cannot write {path}: {error}") from error
