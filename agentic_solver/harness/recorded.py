"""What a recorded run says of itself: its manifest, and how far each of its tasks came."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.request_reading import ReadMode
from agentic_solver.core.reply import describe
from agentic_solver.erc3.propose.request import Feedback, SecondLook
from agentic_solver.erc3.propose.worker import ModelSettings
from agentic_solver.erc3.snapshot.api import SnapshotMode
from agentic_solver.errors import BrokenRunError, UsageError, WorkspaceError
from agentic_solver.harness.log_line import without_sum
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.task_folder import TaskFolder, own_name
from agentic_solver.llm.model import Effort
from agentic_solver.settings import WIDE

__all__ = [
    "AGENT",
    "HAND",
    "PLANLESS",
    "Manifest",
    "RecordedRun",
    "read_log",
    "read_object",
    "read_run",
    "read_shape",
    "refuse_redacted",
    "refuse_without_plans",
]

AGENT = "agent"
"""The proposer of a run that a foreign agent played over the wire."""
HAND = "hand"
"""Stands where the name of a model does, in runs of plans by hand."""
PLANLESS = frozenset({"react", AGENT})
"""Proposers that make calls and no plans."""
_MANIFEST, _EVENTS = "manifest.json", "events.jsonl"
TASK_EVENTS = ("task_started", "task_continued", "task_restarted", "task_finished")
ShapeT = TypeVar("ShapeT", bound=BaseModel)


class Manifest(BaseModel):
    """The part of a manifest that a replay needs; fields that older engines lack have defaults."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    format: Literal["run/1", "run/2"] = "run/1"
    """From ``run/2`` on lines have checksums, and runs can be resumed."""
    benchmark: str
    recorded_as: str = ""
    model: str = ""
    reader_model: str = ""
    """Empty in runs without a reader."""
    proposer: str = ""
    guarded: bool = False
    rounds: int = Field(default=1, ge=1)
    wide: int = WIDE
    read: ReadMode = "auto"
    dry_run: bool = False
    snapshot: SnapshotMode = "lazy"
    max_tokens: int = 16_000
    effort: Effort | None = None
    temperature: float | None = None
    feedback: Feedback = "codes"
    second_look: SecondLook = "off"
    plan_cache: Literal["off", "read", "on"] = "off"
    tools: str | None = None
    """Digest of the tool catalog."""
    rules: dict[str, str] | None = None
    """SHA-256 by file name, as in ``policy``."""
    policy: dict[str, str] | None = None
    prompt: dict[str, str] | None = None
    """Of the blocks that the workspace words itself; None in older runs, which had none."""
    tasks: tuple[str, ...]
    not_played: tuple[str, ...] = ()
    """Tasks that had no plan by hand."""

    def model_settings(self) -> ModelSettings:
        """Return how the model was asked."""
        return ModelSettings(
            model=self.model,
            max_tokens=self.max_tokens,
            effort=self.effort,
            temperature=self.temperature,
        )

    def reader_settings(self) -> ModelSettings:
        """Return how the reader was asked."""
        return replace(self.model_settings(), model=self.reader_model or self.model)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRun:
    """A run folder whose manifest and events are in order."""

    folder: RunFolder
    manifest: Manifest
    started: Mapping[str, int]
    """Line of events.jsonl by task, as in ``finished``."""
    finished: Mapping[str, int]

    @property
    def cut_off(self) -> int:
        """How many tasks were started and not finished."""
        return len(self.started) - len(self.finished)

    @property
    def never_begun(self) -> int:
        """How many tasks of the manifest were not started."""
        return len(set(self.manifest.tasks)) - len(self.started)

    @property
    def open_tasks(self) -> int:
        """How many tasks of the manifest are not finished."""
        return len(set(self.manifest.tasks)) - len(self.finished)

    def finished_tasks(self) -> list[tuple[str, TaskFolder]]:
        """Return the finished tasks in the order of the manifest.

        Raises:
            BrokenRunError: a finished task has no folder.
        """
        found = []
        for task in dict.fromkeys(self.manifest.tasks):
            if task not in self.finished:
                continue
            folder = self.folder.task(task)
            if not folder.path.is_dir():
                line = self.finished[task]
                raise BrokenRunError(
                    f"task {task}: its folder is missing, but {_EVENTS}, line {line}, "
                    "says that it finished"
                )
            found.append((task, folder))
        return found


def refuse_redacted(path: Path) -> None:
    """Refuse a copy that was made to be shared: its records are no longer the run's own.

    Raises:
        UsageError: the run is such a copy.
        WorkspaceError: the folder is no run.
    """
    if read_object(RunFolder.open(path).files, _MANIFEST).get("redacted"):
        raise UsageError(
            f"{path} is a redacted copy: it can be read, and neither resumed, replayed nor "
            "audited; use the run that it was made of"
        )


def refuse_without_plans(run: RecordedRun) -> None:
    """Refuse the run of a plain or foreign agent where plans are decided again.

    Raises:
        UsageError: the run is of one.
    """
    if run.manifest.proposer in PLANLESS:
        whose = (
            "a foreign agent"
            if run.manifest.proposer == AGENT
            else ("a plain agent (--proposer react)")
        )
        raise UsageError(
            f"{run.folder.path} was played by {whose}: it has no plans "
            "that could be validated again"
        )


def read_run(path: Path) -> RecordedRun:
    """Read manifest and events of a run, and compare them with the folders of its tasks.

    Raises:
        WorkspaceError: the folder is no run, or one of the two files is broken; names the line.
        BrokenRunError: there is a folder of a task that the run never started.
    """
    folder = RunFolder.open(path)
    manifest = read_shape(folder.files, _MANIFEST, Manifest)
    started, finished = _read_events(path / _EVENTS, frozenset(manifest.tasks))
    known = {own_name(task) for task in started}
    tasks = path / "tasks"
    for item in sorted(tasks.iterdir()) if tasks.is_dir() else []:
        if item.name not in known:
            raise BrokenRunError(f"tasks/{item.name} is there, but no line of {_EVENTS} starts it")
    return RecordedRun(folder=folder, manifest=manifest, started=started, finished=finished)


def _read_events(path: Path, tasks: frozenset[str]) -> tuple[dict[str, int], dict[str, int]]:
    started: dict[str, int] = {}
    finished: dict[str, int] = {}
    for number, event in read_log(path):
        kind, task = event.get("event"), event.get("task")
        problem = ""
        if kind not in TASK_EVENTS:
            problem = f"unknown event {kind!r}"
        elif not isinstance(task, str) or task not in tasks:
            problem = f"task {task!r} is not in {_MANIFEST}"
        elif kind == "task_started" and task in started:
            problem = f"a second {kind} of {task}"
        elif kind != "task_started" and task not in started:
            problem = f"{task} finishes before it starts"
        elif kind == "task_finished" and task in finished:
            problem = f"a second {kind} of {task}"
        if problem:
            raise WorkspaceError(f"{path}, line {number}: {problem}")
        if kind == "task_finished":
            finished[str(task)] = number
        else:  # one that is taken up again counts as started only, whatever it had come to
            started.setdefault(str(task), number)
            finished.pop(str(task), None)
    return started, finished


def read_log(path: Path) -> list[tuple[int, JsonObject]]:
    """Return the lines of a log with their numbers; none if there is no such file.

    A torn last line is left out: that is how a killed run ends.

    Raises:
        WorkspaceError: a line is not a JSON object; names file and line.
    """
    if not path.is_file():
        return []
    try:
        rows = path.read_bytes().split(b"\n")
    except OSError as error:
        raise WorkspaceError(f"cannot read {path}: {error.strerror}") from error
    found: list[tuple[int, JsonObject]] = []
    for number, row in enumerate(rows, start=1):
        torn = number == len(rows)  # what follows the last line end: nothing, or half a line
        try:
            value = json.loads(row)
        except (ValueError, RecursionError) as error:
            if torn:
                break
            raise WorkspaceError(f"{path}, line {number}: not JSON ({error})") from error
        if not isinstance(value, dict):
            raise WorkspaceError(f"{path}, line {number}: not a JSON object")
        found.append((number, without_sum(value)))
    return found


def read_object(folder: TaskFolder, name: str) -> JsonObject:
    """Return the JSON object in a file.

    Raises:
        WorkspaceError: the file cannot be read, is not JSON, or holds something else.
    """
    try:
        value = folder.read(name)
    except RecursionError as error:
        raise WorkspaceError(f"{folder.path / name} is not JSON: nested too deeply") from error
    if not isinstance(value, dict):
        raise WorkspaceError(f"{folder.path / name} holds no JSON object")
    return value


def read_shape(folder: TaskFolder, name: str, shape: type[ShapeT]) -> ShapeT:
    """Return a file as ``shape``; fields that the shape does not know are left out.

    Raises:
        WorkspaceError: the file is broken; names the first field.
    """
    value = read_object(folder, name)
    known = {key: item for key, item in value.items() if key in shape.model_fields}
    try:
        return shape.model_validate_json(json.dumps(known))
    except ValidationError as error:
        first = describe(error).split("\n")[0]
        raise WorkspaceError(f"{folder.path / name}: {first}") from error
