"""The table of kept plans; the engine is the one of the experience store, beside which it lies."""

from sqlalchemy import Engine, MetaData, UniqueConstraint
from sqlmodel import Field, SQLModel

from agentic_solver.erc3.experience.table import create_versioned

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
    """Create what the plan cache lacks, as the experience store does."""
    create_versioned(engine, f"the plan cache {place}", _METADATA, _VERSION)
