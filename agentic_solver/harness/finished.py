"""A run after it ended, as every reader begins with it: manifest, families, finished tasks.

Readers differ in what they take from a task: :mod:`agentic_solver.analysis.reading` its figures,
:mod:`agentic_solver.report.record` its files as they are asked for.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from agentic_solver.harness.options import SHIPPED
from agentic_solver.harness.recorded import AGENT, HAND, RecordedRun, read_run, read_shape
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.llm.provenance import UNKNOWN, Origin, Provenance

__all__ = [
    "BY_HAND",
    "PASSED",
    "FinishedRun",
    "RunManifest",
    "family_of",
    "open_finished",
    "played_by",
]

BY_HAND = "plans by hand"
"""Whose plans they are, where people wrote them."""
PASSED = 1.0
"""The score of a task without a failed check."""

_COPY = re.compile(r"[-_.#@]\d+$")


class RunManifest(BaseModel):
    """The part of a manifest that a reader needs; older engines lack some of it."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    benchmark: str
    recorded_as: str = ""
    engine: str = ""
    grading_version: int | None = None
    platform: str = ""
    proposer: str = ""
    model: str = ""
    reader_model: str = ""
    """Empty in runs without a reader, as its prompt."""
    reader_prompt: str = ""
    recordings: Provenance | None = None
    """Where the folder of recordings comes from; None without one, and in older runs."""
    effort: str | None = None
    rounds: int = 1
    steps: int | None = None
    """Replies of a plain agent at most; None where none plays."""
    seed: int = 0
    variation: tuple[str, ...] = ()
    dry_run: bool = False
    snapshot: str = "lazy"
    second_look: str = "off"
    tools: str | None = None
    rules: dict[str, str] | None = None
    policy: dict[str, str] | None = None
    prompt: dict[str, str] = {}
    """SHA-256 of the blocks that the workspace words itself."""
    guarded: bool = False
    """Whether a guard stood between the agent and the company."""
    experience: str = ""
    families: dict[str, str] = {}
    """Family of each task, where the suite is known."""

    @property
    def played_by(self) -> str:
        """Whose plans these are: the model with its provider, or somebody's own proposer."""
        return played_by(self.model or "unknown", self.proposer, guarded=self.guarded)

    @property
    def is_by_hand(self) -> bool:
        """Whether people wrote the plans."""
        return self.model == HAND and self.proposer == "recorded"

    def origin(self, readings: int) -> Origin | None:
        """Return where recorded replies come from; None where none was played.

        Plans by hand, and those of somebody's own proposer, are not recorded: then only what read
        the requests may be. Engines that did not say leave it unknown.

        Args:
            readings: how many requests were read, with an answer.
        """
        if self.is_by_hand or self.proposer not in (*SHIPPED, AGENT, ""):
            used = self.recordings if readings else None
            return None if used is None else Origin(record=used, what="readings")
        if self.recordings is None and self.proposer == "recorded":
            return Origin(record=UNKNOWN)
        return None if self.recordings is None else Origin(record=self.recordings)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedRun:
    """A run folder that is open for reading."""

    path: Path
    """Absolute."""
    recorded: RecordedRun
    manifest: RunManifest

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self.path.name

    def tasks(self) -> Iterator[tuple[str, str, TaskFolder]]:
        """Yield id, family and folder of the finished tasks in the order of the manifest.

        Raises:
            ReplayError: a finished task has no folder.
        """
        for task, folder in self.recorded.finished_tasks():
            yield task, self.manifest.families.get(task) or family_of(task), folder


def open_finished(path: Path) -> FinishedRun:
    """Open a run folder; no task is read yet.

    Raises:
        WorkspaceError: the folder is no run, or a file is broken; names it.
        ReplayError: files of the folder contradict each other.
    """
    path = path.resolve()
    recorded = read_run(path)
    manifest = read_shape(recorded.folder.files, "manifest.json", RunManifest)
    return FinishedRun(path=path, recorded=recorded, manifest=manifest)


def played_by(model: str, proposer: str, *, guarded: bool = False) -> str:
    """Return the model with its proposer; somebody's own proposer is both, unless it names one.

    People who write plans are neither.
    """
    if (model, proposer) == (HAND, "recorded"):
        return BY_HAND
    name = model if proposer in ("", model) else f"{model} ({proposer})"
    return f"{name} behind the guard" if guarded else name


def family_of(task: str) -> str:
    """Return the family of a task whose suite is not known: its id without the copy's number."""
    return _COPY.sub("", task) or task
