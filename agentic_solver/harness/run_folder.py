"""The run folder: the only place that opens files below ``runs/``.

    runs/<run>/manifest.json          what ran: digests, model, settings, versions
               events.jsonl           append-only log of task starts and ends
               summary.json           totals, written at the end
               tasks/<task>/task.json           request, ids, caller class
                            context.json        the caller and the policy it met
                            experience.json     the lessons in the prompt, if there are any
                            plan-cache.json     the kept plan that was played, or why none was
                            model.jsonl         every model exchange, faults included
                            round-1/plan.json, decision.json
                            workflow.json       the steps and how each was judged
                            calls.jsonl         every transport exchange, in order
                            ledger.jsonl        writes, before and after each is applied
                            response.json       what was submitted
                            evaluation.json     what the platform said
                            telemetry.json      times and tokens (not replayed)

Files are replaced atomically; logs are appended line by line, so a killed run stays readable.
"""

import contextlib
import json
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import JsonValue
from pydantic_core import to_json

from agentic_solver.contracts.canonical import normalize
from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import WorkspaceError

__all__ = ["RunFolder", "TaskFolder", "safe_name"]


def safe_name(text: str) -> str:
    """Return ``text`` as a file name: ids keep their letters, everything else becomes ``_``.

    Leading dots go too: ``..`` would be a way out of the folder.
    """
    return re.sub(r"^\.+|[^A-Za-z0-9._-]", "_", text.strip())[:120] or "_"


def pretty(value: object) -> str:
    """Return canonical JSON data as text that people can read and diff; equal data, equal text."""
    return to_json(_sorted(normalize(value)), indent=1).decode() + "\n"


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(item) for item in value] if isinstance(value, list) else value


class TaskFolder:
    """The evidence of one task. Logs stay open until :meth:`close`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._made: set[Path] = set()
        self._logs: dict[str, int] = {}
        """Open logs by name, as file descriptors."""
        self._opening = threading.Lock()

    def close(self) -> None:
        """Close the logs; a later append opens its log again."""
        with self._opening:
            for log in self._logs.values():
                os.close(log)
            self._logs.clear()

    def _make(self, folder: Path) -> None:
        if folder not in self._made:
            folder.mkdir(parents=True, exist_ok=True)
            self._made.add(folder)

    def write(self, name: str, value: object) -> None:
        """Replace ``name`` atomically with ``value`` as JSON."""
        target = self.path / name
        try:
            self._make(target.parent)
            partial = f"{target}.partial"
            with open(partial, "wb", buffering=0) as file:
                file.write(pretty(value).encode())
            os.replace(partial, target)
        except OSError as error:
            raise WorkspaceError(f"cannot write {target}: {error.strerror}") from error

    def append(self, name: str, value: object) -> None:
        """Append one line to the log ``name``, to the letter (texts are evidence)."""
        target = self.path / name
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
        try:
            # One unbuffered write a line: it is on its way before the call returns, and lines of
            # several threads do not mix.
            os.write(self._log(name, target), line.encode())
        except OSError as error:
            raise WorkspaceError(f"cannot write {target}: {error.strerror}") from error

    def _log(self, name: str, target: Path) -> int:
        with self._opening:
            log = self._logs.get(name)
            if log is None:
                self._make(target.parent)
                log = self._logs[name] = os.open(
                    target, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666
                )
            return log

    def exists(self, name: str) -> bool:
        return (self.path / name).is_file()

    def read(self, name: str) -> JsonValue:
        """Return the JSON data of ``name``.

        Raises:
            WorkspaceError: the file is missing or not JSON; names file and line.
        """
        target = self.path / name
        try:
            data: JsonValue = json.loads(target.read_text(encoding="utf-8"))
        except OSError as error:
            raise WorkspaceError(f"cannot read {target}: {error.strerror}") from error
        except ValueError as error:
            raise WorkspaceError(f"{target} is not JSON: {error}") from error
        return data

    def text(self, name: str) -> str:
        try:
            return (self.path / name).read_text(encoding="utf-8")
        except OSError as error:
            raise WorkspaceError(f"cannot read {self.path / name}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise WorkspaceError(f"{self.path / name} is not UTF-8 text") from error

    def lines(self, name: str) -> list[JsonObject]:
        """Return the lines of a log; a torn last line (a killed run) is left out."""
        target = self.path / name
        if not target.is_file():
            return []
        found: list[JsonObject] = []
        rows = target.read_bytes().split(b"\n")
        for number, row in enumerate(rows, start=1):
            if not row:
                continue
            try:
                found.append(json.loads(row))
            except ValueError as error:
                if number == len(rows):
                    break
                raise WorkspaceError(f"{target}, line {number}: not JSON ({error})") from error
        return found

    def rounds(self) -> list[int]:
        """Return the numbers of the recorded rounds, ascending."""
        found = [re.fullmatch(r"round-(\d+)", item.name) for item in self.path.glob("round-*")]
        return sorted(int(match[1]) for match in found if match)


class RunFolder:
    """One run; also serves as the folder of its run-level files."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.files = TaskFolder(path)

    @classmethod
    def create(cls, runs: Path, benchmark: str) -> "RunFolder":
        """Make the next free folder ``<benchmark>-NNN`` below ``runs``.

        Raises:
            WorkspaceError: the runs folder cannot be written.
        """
        stem = safe_name(benchmark)
        try:
            runs.mkdir(parents=True, exist_ok=True)
            taken = [
                re.fullmatch(rf"{re.escape(stem)}-(\d+)", item.name) for item in runs.iterdir()
            ]
            number = max((int(match[1]) for match in taken if match), default=0) + 1
            while True:
                path = runs / f"{stem}-{number:03d}"
                try:
                    path.mkdir()
                except FileExistsError:
                    number += 1
                else:
                    return cls(path)
        except OSError as error:
            raise WorkspaceError(
                f"the runs folder {runs} cannot be written ({error.strerror}); "
                "choose another workspace with --workspace"
            ) from error

    def discard(self) -> None:
        """Remove the folder of a run that never began, if nothing was written to it."""
        with contextlib.suppress(OSError):
            self.path.rmdir()

    @classmethod
    def open(cls, path: Path) -> "RunFolder":
        """Open an existing run.

        Raises:
            WorkspaceError: the folder is no run (no manifest).
        """
        if not (path / "manifest.json").is_file():
            raise WorkspaceError(f"{path} is not a run folder: it has no manifest.json")
        return cls(path)

    def task(self, task_id: str) -> TaskFolder:
        return TaskFolder(self.path / "tasks" / safe_name(task_id))

    def tasks(self) -> Iterator[TaskFolder]:
        """Yield the recorded tasks in the order of the manifest."""
        manifest = self.files.read("manifest.json")
        order = manifest.get("tasks", []) if isinstance(manifest, dict) else []
        for task_id in order if isinstance(order, list) else []:
            folder = self.task(str(task_id))
            if folder.path.is_dir():
                yield folder
