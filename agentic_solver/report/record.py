"""A run as the report sees it: what ran, and one row for each finished task."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from agentic_solver.contracts.model import JsonObject
from agentic_solver.harness.begun import begun_at
from agentic_solver.harness.finished import PASSED, RunManifest, open_finished
from agentic_solver.harness.options import TaskResult
from agentic_solver.harness.recorded import RecordedRun, read_object, read_shape
from agentic_solver.harness.task_folder import TaskFolder

__all__ = ["ReportedRun", "ReportedTask", "read_record"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedTask:
    """One finished task: its figures and where its evidence stands."""

    folder: TaskFolder
    family: str
    text: str
    result: TaskResult

    @property
    def passed(self) -> bool | None:
        """Whether the platform gave the full score; None where it withholds the score."""
        return None if self.result.score is None else self.result.score >= PASSED


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedRun:
    """A run: complete, or as far as it came."""

    path: Path
    facts: RunManifest
    tasks: tuple[ReportedTask, ...]
    """Finished tasks in the order of the manifest."""
    gaps: tuple[str, ...]
    """What is missing, one sentence each."""
    wall_s: float | None
    """Seconds the whole run took; None of a run that has not ended."""
    begun_at: datetime
    """In UTC."""

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self.path.name


def read_record(path: Path) -> ReportedRun:
    """Return the run in a folder; only what is small is read, details stay on disk.

    Raises:
        WorkspaceError: the folder is no run, or a file is broken; names it.
        ReplayError: files of the folder contradict each other.
    """
    found = open_finished(path)
    run = found.recorded
    tasks = tuple(_task(family, folder) for _, family, folder in found.tasks())
    summary: JsonObject = {}
    if run.folder.files.exists("summary.json"):
        summary = read_object(run.folder.files, "summary.json")
    wall = summary.get("wall_s")
    return ReportedRun(
        path=found.path,
        facts=found.manifest,
        tasks=tasks,
        gaps=tuple(_gaps(run, summary)),
        wall_s=float(wall) if isinstance(wall, int | float) else None,
        begun_at=begun_at(run.folder),
    )


def _task(family: str, folder: TaskFolder) -> ReportedTask:
    request = read_object(folder, "task.json") if folder.exists("task.json") else {}
    return ReportedTask(
        folder=folder,
        family=family,
        text=str(request.get("text", "")),
        result=read_shape(folder, "telemetry.json", TaskResult),
    )


def _gaps(run: RecordedRun, summary: JsonObject) -> list[str]:
    gaps = []
    if not summary:
        gaps.append("The run has not come to its end: it was ended from outside, or still goes on.")
    if run.cut_off:
        gaps.append(f"{_tasks(run.cut_off)} started and not finished.")
    if run.never_begun:
        gaps.append(f"{_tasks(run.never_begun)} not started.")
    if summary.get("stopped"):
        gaps.append(f"The run was stopped: {summary['stopped']}")
    return gaps


def _tasks(number: int) -> str:
    return "1 task was" if number == 1 else f"{number} tasks were"
