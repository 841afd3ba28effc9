"""``runs verify``: whether a run folder is whole; needs no workspace and decides nothing.

Lines of logs have checksums, finished tasks have the sizes and sums of their files in the event
that ended them, manifest and summary have theirs in session.jsonl. A replay says more (that the
records follow from each other), and takes longer.
"""

import contextlib
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentic_solver.errors import AgenticSolverError
from agentic_solver.harness.begun import begun_at
from agentic_solver.harness.folder_lock import FolderLock
from agentic_solver.harness.log_line import is_intact
from agentic_solver.harness.options import RunSummary
from agentic_solver.harness.recorded import (
    RecordedRun,
    read_log,
    read_object,
    read_run,
    read_shape,
)
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.task_folder import own_name

__all__ = ["RunState", "Verification", "changed_evidence", "run_state", "verify_run"]

_EVENTS, _SESSIONS = "events.jsonl", "session.jsonl"
_MANIFEST, _SUMMARY = "manifest.json", "summary.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What was looked at, and what is wrong."""

    files: int
    lines: int
    problems: tuple[str, ...]
    """One sentence each, with the place."""
    notes: tuple[str, ...]
    """What a killed run leaves and a resume mends; nothing is lost by it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunState:
    """How far a run came."""

    name: str
    command: str
    """``run`` or ``solve``; empty in runs of older engines and in redacted copies."""
    chosen: bool
    """Whether it played some tasks of its benchmark only; not known of redacted copies."""
    variation: tuple[str, ...]
    benchmark: str
    begun_at: str
    """In UTC: YYYY-MM-DD HH:MM. Copies of runs of older engines tell when they were made."""
    model: str
    proposer: str
    guarded: bool
    """Whether a guard stood between the agent and the company."""
    seed: int
    tasks: int
    finished: int
    begun: int
    """Tasks that had begun and not finished."""
    state: str
    """``complete``, ``being written``, ``interrupted``, ``stopped``, ``limit`` or ``cut off``."""
    score: float | None
    """Of the totals, where there are any."""


def verify_run(path: Path) -> Verification:
    """Read every line and every file of a run and compare them with their sums.

    Raises:
        WorkspaceError: the folder is no run.
    """
    RunFolder.open(path)
    problems: list[str] = []
    notes: list[str] = []
    files = lines = 0
    with _noting(problems):
        run = read_run(path)
        notes += _unfinished(run)
        seals = _seals(path)
        for task in run.finished:
            sealed, found = _check_seal(run.folder.task(task).path, task, seals.get(task))
            files += sealed
            problems += found
        sealed, found = _check_run_files(path)
        files += sealed
        problems += found
        if run.folder.files.exists(_SUMMARY):
            read_shape(run.folder.files, _SUMMARY, RunSummary)
    for log in sorted(path.rglob("*.jsonl")):
        number, found, torn = _check_lines(log, log.relative_to(path))
        lines += number
        problems += found
        notes += torn
    notes += [f"{item.relative_to(path)} is half a file" for item in path.rglob("*.partial")]
    return Verification(files=files, lines=lines, problems=tuple(problems), notes=tuple(notes))


@contextlib.contextmanager
def _noting(problems: list[str]) -> Iterator[None]:
    try:
        yield
    except AgenticSolverError as error:
        problems.append(str(error))


def _unfinished(run: RecordedRun) -> Iterator[str]:
    if run.cut_off:
        yield f"{run.cut_off} of the tasks had begun and not finished"
    if run.never_begun:
        yield f"{run.never_begun} of the tasks never began"


def _seals(path: Path) -> dict[str, Any]:
    events = (event for _, event in read_log(path / _EVENTS))
    return {str(e["task"]): e["files"] for e in events if isinstance(e.get("files"), dict)}


def _check_run_files(path: Path) -> tuple[int, list[str]]:
    """Compare manifest and summary with the sums in session.jsonl; older runs have none."""
    seal: dict[str, Any] = {}
    for _, event in read_log(path / _SESSIONS):
        if event.get("event") == "run_resumed":
            seal.pop(_SUMMARY, None)  # a run that goes on has removed it
        found = event.get("files")
        seal |= found if isinstance(found, dict) else {}
    problems = []
    for name, (size, crc) in seal.items():
        problems += _changed(path / name, name, size, crc, "it was written")
    return len(seal), problems


def changed_evidence(run: RecordedRun, task: str) -> list[str]:
    """Return what differs of a task's files from the sums it ended with, one sentence each."""
    seal = _seals(run.folder.path).get(task)
    return _check_seal(run.folder.task(task).path, task, seal)[1]


def _check_seal(folder: Path, task: str, seal: Any) -> tuple[int, list[str]]:
    if seal is None:
        return 0, []  # of an older engine, or a copy with other texts: there is nothing to compare
    place, problems = f"tasks/{own_name(task)}", []
    for name, (size, crc) in seal.items():
        problems += _changed(folder / name, f"{place}/{name}", size, crc, "the task finished")
    there = {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}
    problems += [f"{place}/{name} is surplus" for name in sorted(there - seal.keys())]
    return len(seal), problems


def _changed(path: Path, name: str, size: int, crc: str, since: str) -> list[str]:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return [f"{name} is missing"]
    except OSError as error:
        return [f"{name} cannot be read: {error.strerror}"]
    same = len(data) == size and f"{zlib.crc32(data):08x}" == crc
    return [] if same else [f"{name} has changed since {since}"]


def _check_lines(log: Path, name: Path) -> tuple[int, list[str], list[str]]:
    try:
        *rows, torn = log.read_bytes().split(b"\n")
    except OSError as error:
        return 0, [f"{name} cannot be read: {error.strerror}"], []
    problems = []
    for number, row in enumerate(rows, start=1):
        if is_intact(row) is False:
            problems.append(f"{name}, line {number}: its checksum does not fit")
            continue
        try:
            json.loads(row)
        except ValueError as error:
            problems.append(f"{name}, line {number}: not JSON ({error})")
    return len(rows), problems, [f"{name} ends in half a line"] if torn else []


def run_state(path: Path) -> RunState:
    """Return how far a run came, without reading its tasks.

    Raises:
        WorkspaceError: the folder is no run, or its manifest or its events are broken.
    """
    run = read_run(path)
    manifest = read_object(run.folder.files, _MANIFEST)
    told = manifest.get("options")
    options = told if isinstance(told, dict) else {}
    varied = manifest.get("variation")
    score = None
    state = "complete" if len(run.finished) == len(set(run.manifest.tasks)) else "cut off"
    if run.folder.files.exists(_SUMMARY):
        summary = read_shape(run.folder.files, _SUMMARY, RunSummary)
        score = summary.score
        ends = (("interrupted", summary.interrupted), ("stopped", summary.stopped))
        named = (name for name, holds in (*ends, ("limit", summary.limit)) if holds)
        state = next(named, state)
    if FolderLock.is_held(path):
        state = "being written"
    return RunState(
        name=path.name,
        command=str(options.get("command", "")),
        chosen=bool(options.get("tasks")),
        variation=tuple(map(str, varied)) if isinstance(varied, list) else (),
        benchmark=run.manifest.benchmark,
        begun_at=f"{begun_at(run.folder):%Y-%m-%d %H:%M}",
        model=run.manifest.model,
        proposer=run.manifest.proposer or str(options.get("proposer", "")),
        guarded=run.manifest.guarded,
        seed=seed if isinstance(seed := options.get("seed"), int) else 0,
        tasks=len(set(run.manifest.tasks)),
        finished=len(run.finished),
        begun=run.cut_off,
        state=state,
        score=score,
    )
