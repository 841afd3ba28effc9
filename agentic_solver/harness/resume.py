"""A run that goes on: what it has done, and whether this is still the run that it was.

Decisions depend on the engine, the suite, the workspace and the options. A run whose second half
was made of something else would prove nothing, so it is refused, and what differs is named. What
changes no decision (workers, limits, time-outs) may change.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from agentic_solver.contracts.model import JsonObject
from agentic_solver.core.reply import describe
from agentic_solver.errors import UsageError, WorkspaceError
from agentic_solver.harness.disk import cut_torn_line
from agentic_solver.harness.options import FREE_OPTIONS, RunOptions, RunSummary, TaskResult
from agentic_solver.harness.reading import READINGS
from agentic_solver.harness.recorded import (
    AGENT,
    read_log,
    read_object,
    read_run,
    read_shape,
    refuse_redacted,
)
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.task_folder import TaskFolder

__all__ = [
    "EVENTS",
    "SESSIONS",
    "Resumption",
    "check_same",
    "differences",
    "open_resumption",
    "recorded_options",
]

_OPTIONS: TypeAdapter[RunOptions] = TypeAdapter(RunOptions)
SESSIONS = "session.jsonl"
"""Log of a run: its sessions on the platform, and each time that it went on."""
EVENTS = "events.jsonl"
"""Log of a run: its tasks, as they begin and end."""
_MANIFEST, _SUMMARY, _TELEMETRY = "manifest.json", "summary.json", "telemetry.json"
_SHOWN = 60
_UNCOMPARED = frozenset({"format", "options", "families", "instructions"})
"""Instructions are part of the code, which is compared."""
_NAMES = {
    "engine": "the version of the engine",
    "code": "the code of the engine",
    "suite": "the suite",
    "tools": "the tools of the workspace",
    "experience": "the experience of the workspace",
    "requests": "the tasks of the platform",
    "hand_plans": "the plans by hand",
    "reader_prompt": "the prompt of the reader",
}
"""What differs, in words; other fields are options and have their name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumption:
    """What a run had done when it ended."""

    folder: RunFolder
    manifest: JsonObject
    results: dict[str, TaskResult]
    """Of the finished tasks."""
    begun: dict[str, str]
    """Tasks that had begun and not finished, with their ids on the platform."""
    session: str
    """The last session; empty if there was none."""
    submitted: bool
    wall_s: float
    """What is known of the time that it took."""


def recorded_options(path: Path) -> RunOptions:
    """Return what a run was asked to do.

    Raises:
        WorkspaceError: the folder is no run.
        UsageError: it is a redacted copy, or of an engine whose runs cannot be resumed.
    """
    refuse_redacted(path)
    manifest = read_object(RunFolder.open(path).files, _MANIFEST)
    if manifest.get("proposer") == AGENT:
        raise UsageError(f"{path} was played by a foreign agent: go on with bench --resume {path}")
    if not isinstance(manifest.get("options"), dict):
        raise UsageError(f"{path} was written by an engine whose runs cannot be resumed")
    try:
        return _OPTIONS.validate_json(json.dumps(manifest["options"]))
    except ValidationError as error:
        first = describe(error).split("\n")[0]
        raise UsageError(f"{path} has options that this engine does not know: {first}") from error


def open_resumption(path: Path, *, durable: bool) -> Resumption:
    """Lock the folder of a run and read how far it came.

    Raises:
        WorkspaceError: another process writes to it, or a record is broken.
    """
    folder = RunFolder.resume(path, durable=durable)
    try:
        unsaid = _unsaid_s(path)
        _cut_logs(path)
        run = read_run(path)
        events = [event for _, event in read_log(path / EVENTS)]
        ids = {str(e["task"]): str(e.get("id", "")) for e in events if "id" in e}
        seals = {str(e["task"]): e.get("files") for e in events if e["event"] == "task_finished"}
        results: dict[str, TaskResult] = {}
        for task in run.finished:
            place = folder.task(task)
            seal = seals.get(task)
            if _is_whole(place, seal):
                results[task] = read_shape(place, _TELEMETRY, TaskResult)
        told = [event for _, event in read_log(path / SESSIONS)]
        sessions = [str(e.get("session", "")) for e in told if e["event"] == "session_started"]
        submitted = any(e["event"] == "session_submitted" for e in told)
        return Resumption(
            folder=folder,
            manifest=read_object(folder.files, _MANIFEST),
            results=results,
            begun={task: ids.get(task, "") for task in run.started if task not in results},
            session=sessions[-1] if sessions else "",
            submitted=submitted,
            wall_s=_wall_s(folder, told, unsaid),
        )
    except BaseException:
        folder.close()
        raise


def _unsaid_s(path: Path) -> float:
    """Return how long a process played that was killed: until its last task began or ended.

    It began by writing the manifest, or by noting that the run goes on; files know when.
    """
    try:
        begun = max((path / name).stat().st_mtime for name in (_MANIFEST, SESSIONS))
        return max(0.0, (path / EVENTS).stat().st_mtime - begun)
    except OSError:  # it ended before one of them was there
        return 0.0


def _wall_s(folder: RunFolder, events: list[JsonObject], unsaid: float) -> float:
    if folder.files.exists(_SUMMARY):
        return read_shape(folder.files, _SUMMARY, RunSummary).wall_s
    known = [event["wall_s"] for event in events if event["event"] == "run_resumed"]
    last = known[-1] if known else 0.0
    return unsaid + (float(last) if isinstance(last, int | float) else 0.0)


def _cut_logs(path: Path) -> None:
    try:
        for name in (EVENTS, SESSIONS):
            if (path / name).exists():
                cut_torn_line(path / name)
        for partial in path.glob("*.partial"):
            partial.unlink()
    except OSError as error:
        raise WorkspaceError(f"cannot write {path}: {error.strerror}") from error


def _is_whole(folder: TaskFolder, seal: Any) -> bool:
    """Whether the files of a finished task have their sizes: after a power loss some may not."""
    if not isinstance(seal, dict) or _TELEMETRY not in seal:
        return False
    try:
        return all(os.stat(folder.path / name).st_size == size for name, (size, _) in seal.items())
    except OSError:
        return False


def check_same(resumption: Resumption, now: JsonObject) -> None:
    """Compare what a run was made of with what it would be made of now.

    Raises:
        UsageError: they differ; names what.
    """
    differing = differences(resumption.folder, resumption.manifest, now)
    if differing:
        raise UsageError(
            f"{resumption.folder.path} cannot be resumed: {'; '.join(differing)}: "
            "mend that, or begin another run"
        )


def differences(folder: RunFolder, then: JsonObject, now: JsonObject) -> list[str]:
    """Return what differs between the manifest of a run and what it would be now, in words."""
    return list(_differences(then, now, _own_wikis(folder)))


def _own_wikis(folder: RunFolder) -> frozenset[str]:
    """Return the names of rules and policies that the run itself may have added."""
    found = [path.name for path in (folder.path / READINGS).glob("????????")]
    return frozenset(name for sha8 in found for name in (f"{sha8}.yaml", f"wiki_{sha8}.py"))


def _differences(then: JsonObject, now: JsonObject, own: frozenset[str]) -> Iterator[str]:
    learns = then.get("experience_mode") == "learn"
    asked = now.get("options")
    options = asked.keys() if isinstance(asked, dict) else ()
    for name in now:
        if name in _UNCOMPARED or name in options or (learns and name in ("experience", "patches")):
            continue
        before, after = then.get(name), now[name]
        if name in ("rules", "policy", "prompt"):
            yield from _changed_files(name, before, after, own)
        elif before != after:
            known = _NAMES.get(name)
            yield f"{known} changed" if known else _said(name, before, after)
    yield from _changed_options(then.get("options"), now.get("options"))


def _changed_files(folder: str, before: Any, after: Any, own: frozenset[str]) -> Iterator[str]:
    old, new = (value if isinstance(value, dict) else {} for value in (before, after))
    for name in sorted(old.keys() | new.keys()):
        if name in own and name not in old:
            continue
        if name not in new:
            yield f"{folder}/{name} is missing"
        elif old.get(name) != new[name]:
            yield f"{folder}/{name} {'changed' if name in old else 'is new'}"


def _changed_options(before: Any, after: Any) -> Iterator[str]:
    old, new = (value if isinstance(value, dict) else {} for value in (before, after))
    for name in sorted(new.keys() - FREE_OPTIONS):
        if old.get(name) != new[name]:
            yield _said(name, old.get(name), new[name])


def _said(name: str, before: Any, after: Any) -> str:
    shown = [json.dumps(value, ensure_ascii=False)[:_SHOWN] for value in (before, after)]
    return f"{name.replace('_', '-')} was {shown[0]} and is {shown[1]}"
