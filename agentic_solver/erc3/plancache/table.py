"""The table of kept plans; the engine is the one of the experience store, beside which it lies."""

from sqlalchemy import Engine, MetaData, UniqueConstraint
from sqlmodel import Field, SQLModel

from agentic_solver.errors import WorkspaceError

__all__ = ["PlanRow", "create_tables"]

_METADATA = MetaData()
_VERSION = 1
"""Format of the file, and of the templates in it."""


class PlanRow(SQLModel, table=True):
    """One template. Its content never changes; its counts do."""

    metadata = _METADATA
    __tablename__ = "kept_plan"
    __table_args__ = (UniqueConstraint("key", "shape"),)

    number: int | None = Field(default=None, primary_key=True)
    key: str = Field(index=True)
    """Digest of what the plan holds for: schema, policy, tools, kind of caller."""
    shape: str
    """The request with kinds in the place of values, and what else it is bound to."""
    content: str
    """Canonical JSON of the template."""
    run: str
    """The run and the task in which the plan was right."""
    task: str
    right: int = 0
    """Hits that were right, where somebody graded them."""
    wrong: int = 0
    """Hits that were wrong; from the first one on the template is never used again."""


def create_tables(engine: Engine, place: str) -> None:
    """Create what is missing; safe with several processes at once.

    Raises:
        WorkspaceError: a newer version of the engine made the file.
    """
    with engine.begin() as connection:
        version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        if version > _VERSION:
            raise WorkspaceError(
                f"the plan cache {place} has format {version}, this version reads formats up to "
                f"{_VERSION}: update agentic-solver, or move the file away"
            )
        connection.exec_driver_sql(f"PRAGMA user_version={_VERSION}")
        _METADATA.create_all(connection)
