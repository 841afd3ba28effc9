"""What a task is solved with: the task as it is given, and what all tasks of a run share.

Apart from :mod:`agentic_solver.harness.task_run`, which imports the engine: a run knows what its
tasks need before the first of them needs the engine.
"""

from collections.abc import Callable
from dataclasses import dataclass

from agentic_solver.contracts.request_reading import ReadMode
from agentic_solver.erc3.experience.guidance import ReaderContext
from agentic_solver.erc3.plancache.recall import Hit, Miss, Situation
from agentic_solver.erc3.propose.request import Feedback, SecondLook
from agentic_solver.erc3.propose.worker import ModelSettings
from agentic_solver.erc3.retry import RetryRule
from agentic_solver.erc3.snapshot.api import SnapshotMode
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.harness.company import Shelf
from agentic_solver.settings import WIDE

__all__ = ["EXPERIENCE_NAME", "READING_NAME", "RECALL_NAME", "TaskInput", "TaskKit"]

EXPERIENCE_NAME = "experience.json"
"""What experience told in a task: the file that a replay reads it from."""
RECALL_NAME = "plan-cache.json"
"""What came of looking for a kept plan: the file that a replay reads it from."""
READING_NAME = "reading.json"
"""What the reader found in the request, or why nothing; only where a plan was compared with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskInput:
    """What a task is, apart from the platform's bookkeeping."""

    spec_id: str
    benchmark: str
    text: str
    prefix: str
    """Path of the task's company API."""
    recorded_as: str = ""
    """Prefix of the keys of recordings; empty means the benchmark."""

    @property
    def key(self) -> str:
        """What the keys of its model calls begin with."""
        return f"{self.recorded_as or self.benchmark}/{self.spec_id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskKit:
    """What all tasks of a run share."""

    shelf: Shelf
    catalog: Catalog
    model_settings: ModelSettings
    """How the planner is asked."""
    reader_settings: ModelSettings
    """How the reader is asked."""
    rounds: int
    dry_run: bool
    retry: RetryRule
    sleep: Callable[[float], None]
    snapshot: SnapshotMode = "lazy"
    feedback: Feedback = "codes"
    second_look: SecondLook = "off"
    recall: Callable[[str, Situation], Hit | Miss | None] = lambda _text, _situation: None
    """The kept plan for a request, or why there is none; None if none is looked for."""
    wide: int = WIDE
    """More records than so many are changed only where a request asks for all of something."""
    read: ReadMode = "auto"
    recalls: bool = False
    """Whether kept plans are looked for at all."""
    steps: int = 0
    """Replies of a plain agent, which plays in place of the planner; 0: the planner does."""
    guidance: Callable[[ReaderContext], tuple[tuple[str, str], ...]] = lambda _context: ()
    """(patch id, text) of what experience tells in a context."""
