"""The run folder: the only place that opens files below ``runs/``.

    runs/<run>/manifest.json          what ran: digests, model, settings, versions
               lock                   held by the process that writes (see folder_lock)
               locks/                 while it runs: of its workers, where they are processes
               events.jsonl           append-only log of task starts and ends
               session.jsonl          sessions on the platform, and each time the run went on
               summary.json           totals, written at the end
               attempts/<task>-<n>/   what a task did in a universe that is lost (see past)
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
                            times.json          begin and duration of each call (not replayed)

Files are replaced atomically; logs are appended line by line, each with its checksum, so a killed
run stays readable and can be resumed. A write that fails ends the records of the whole run.
"""

import contextlib
import hashlib
import itertools
import json
import os
import re
import shutil
import threading
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import JsonValue
from pydantic_core import to_json

from agentic_solver.contracts.canonical import normalize
from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import ReplayError, WorkspaceError
from agentic_solver.harness.disk import (
    Disk,
    append_whole,
    cut_torn_line,
    sync_path,
    write_whole,
)
from agentic_solver.harness.folder_lock import FolderLock
from agentic_solver.harness.log_line import log_line, without_sum

__all__ = ["GROUP", "Disk", "RunFolder", "TaskFolder", "own_name", "pretty", "safe_name"]


GROUP = "group.json"
"""The document in a folder that names the runs of a group."""
_ATTEMPTS, _LOCKS = "attempts", "locks"
_NAME_LETTERS = 120
_PATIENCE_S = 2.0
"""How long a resume waits for processes that end with the one that was killed."""


def safe_name(text: str) -> str:
    """Return ``text`` as a file name: ids keep their letters, everything else becomes ``_``.

    Leading dots go too: ``..`` would be a way out of the folder.
    """
    return re.sub(r"^\.+|[^A-Za-z0-9._-]", "_", text.strip())[:_NAME_LETTERS] or "_"


def own_name(text: str) -> str:
    """Return the file name that only this text has: one that lost letters ends in a digest."""
    name = safe_name(text)
    return name if name == text else f"{name}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def pretty(value: object) -> str:
    """Return canonical JSON data as text that people can read and diff; equal data, equal text."""
    return to_json(_sorted(normalize(value)), indent=1).decode() + "\n"


_NESTED = (dict, list)


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: _sorted(item) if type(item) in _NESTED else item
            for key, item in sorted(value.items())
        }
    return [_sorted(item) for item in value] if isinstance(value, list) else value


def _open_to_all() -> None:
    """Let everybody write."""


class TaskFolder:
    """The evidence of one task. Logs stay open until :meth:`close`."""

    def __init__(self, path: Path, disk: Disk | None = None) -> None:
        self.path = path
        self._disk = Disk() if disk is None else disk
        self._made: set[Path] = set()
        self._logs: dict[str, int] = {}
        """Open logs by name, as file descriptors."""
        self._expected: dict[str, deque[bytes]] = {}
        """Lines that are there already, of logs that are written once more."""
        self._sums: dict[str, tuple[int, int]] = {}
        self._lock = threading.Lock()
        self.fence: Callable[[], None] = _open_to_all
        """Called before each write; raises once the folder is another process's."""

    @classmethod
    def continued(cls, path: Path, disk: Disk, *, again: Sequence[str]) -> "TaskFolder":
        """Return the folder of a task that goes on.

        Half lines and half files are removed. What is appended to the logs ``again`` has to be
        what they hold already, line by line, until they come to their end.

        Raises:
            WorkspaceError: a file cannot be read or mended.
        """
        folder = cls(path, disk)
        try:
            for partial in path.rglob("*.partial"):
                partial.unlink()
            for log in path.glob("*.jsonl"):
                whole = cut_torn_line(log)
                folder._sums[log.name] = (len(whole), zlib.crc32(whole))
                if log.name in again:
                    folder._expected[log.name] = deque(whole.splitlines(keepends=True))
        except OSError as error:
            raise disk.fail(path, error) from error
        return folder

    @property
    def seal(self) -> JsonObject:
        """Size and CRC-32 of every file that was written here, by name."""
        return {name: [size, f"{crc:08x}"] for name, (size, crc) in sorted(self._sums.items())}

    def close(self) -> None:
        """Close the logs; a later append opens its log again."""
        with self._lock:
            for log in self._logs.values():
                os.close(log)
            self._logs.clear()

    def _check(self) -> None:
        self._disk.check()
        self.fence()

    def _make(self, folder: Path) -> None:
        if folder not in self._made:
            folder.mkdir(parents=True, exist_ok=True)
            if self._disk.durable:
                sync_path(folder.parent)
            self._made.add(folder)

    def write(self, name: str, value: object, *, sync: bool = False) -> None:
        """Replace ``name`` atomically with ``value`` as JSON.

        Args:
            name: of the file.
            value: the data.
            sync: on a durable disk the file is on it before this returns.

        Raises:
            WorkspaceError: it cannot be written; the old file is untouched.
        """
        self._check()
        target = self.path / name
        partial = f"{target}.partial"
        data = pretty(value).encode()
        try:
            self._make(target.parent)
            try:
                with open(partial, "wb", buffering=0) as file:
                    write_whole(file.fileno(), data)
                    if sync and self._disk.durable:
                        os.fsync(file.fileno())
                os.replace(partial, target)
            except OSError:
                with contextlib.suppress(OSError):
                    os.unlink(partial)
                raise
            if sync and self._disk.durable:
                sync_path(target.parent)
        except OSError as error:
            raise self._disk.fail(target, error) from error
        self._sums[name] = (len(data), zlib.crc32(data))

    def append(self, name: str, value: JsonObject, *, sync: bool = False) -> None:
        """Append one line to the log ``name``, to the letter (texts are evidence).

        Args:
            name: of the log.
            value: the line; it gets its checksum here.
            sync: on a durable disk the log is on it before this returns.

        Raises:
            WorkspaceError: it cannot be written; the log ends with the line before.
            ReplayError: the log goes on otherwise (see :meth:`continued`).
        """
        self._check()
        target = self.path / name
        line = log_line(value)
        # One unbuffered write a line: it is on its way before the call returns, and lines of
        # several threads do not mix.
        with self._lock:
            if self._is_there(name, line):
                return
            try:
                log = self._log(name, target)
                append_whole(log, line)
                if sync and self._disk.durable:
                    os.fdatasync(log)
            except OSError as error:
                raise self._disk.fail(target, error) from error
            size, crc = self._sums.get(name, (0, 0))
            self._sums[name] = (size + len(line), zlib.crc32(line, crc))

    def sync(self, name: str) -> None:
        """On a durable disk: have the log ``name`` on it before this returns.

        Raises:
            WorkspaceError: the disk refuses.
        """
        with self._lock:
            log = self._logs.get(name)
            if log is None or not self._disk.durable:
                return
            try:
                os.fdatasync(log)
            except OSError as error:
                raise self._disk.fail(self.path / name, error) from error

    def sync_all(self) -> None:
        """On a durable disk: have every file that was written here on it before this returns.

        Raises:
            WorkspaceError: the disk refuses.
        """
        if not self._disk.durable:
            return
        try:
            for name in self.seal:
                sync_path(self.path / name)
            for folder in sorted(self._made):
                sync_path(folder)
        except OSError as error:
            raise self._disk.fail(self.path, error) from error

    def remove(self, name: str) -> None:
        """Remove a file, if it is there.

        Raises:
            WorkspaceError: it cannot be removed.
        """
        self._check()
        try:
            (self.path / name).unlink(missing_ok=True)
        except OSError as error:
            raise self._disk.fail(self.path / name, error) from error

    def _is_there(self, name: str, line: bytes) -> bool:
        expected = self._expected.get(name)
        if not expected:
            return False
        if expected.popleft() == line:
            return True
        expected.clear()
        raise ReplayError(f"{self.path / name} does not come out as it was before the interruption")

    def _log(self, name: str, target: Path) -> int:
        log = self._logs.get(name)
        if log is None:
            self._make(target.parent)
            log = self._logs[name] = os.open(
                target, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666
            )
            if self._disk.durable:
                sync_path(target.parent)
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
                found.append(without_sum(json.loads(row)))
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
    """One run; also serves as the folder of its run-level files.

    Who writes to it holds its lock: see :meth:`create` and :meth:`resume`.
    """

    def __init__(
        self, path: Path, *, lock: FolderLock | None = None, disk: Disk | None = None
    ) -> None:
        self.path = path
        self.disk = Disk() if disk is None else disk
        self.files = TaskFolder(path, self.disk)
        self._lock = lock

    @classmethod
    def create(cls, runs: Path, benchmark: str, *, durable: bool = False) -> "RunFolder":
        """Make the next free folder ``<benchmark>-NNN`` below ``runs``, and lock it.

        Args:
            runs: where runs are kept.
            benchmark: its name.
            durable: whether what matters has to survive a power loss.

        Raises:
            WorkspaceError: the runs folder cannot be written.
        """
        path = cls.make(runs, benchmark)
        return cls(path, lock=FolderLock.take(path, sync=True), disk=Disk(durable=durable))

    @staticmethod
    def make(runs: Path, benchmark: str) -> Path:
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
                    return path
        except OSError as error:
            raise WorkspaceError(
                f"the runs folder {runs} cannot be written ({error.strerror}); "
                "choose another workspace with --workspace"
            ) from error

    @classmethod
    def resume(cls, path: Path, *, durable: bool = False) -> "RunFolder":
        """Lock the folder of a run that goes on.

        Raises:
            WorkspaceError: it is no run, another process writes to it, or it cannot be written.
        """
        cls.open(path)
        lock = FolderLock.take(path, patience_s=_PATIENCE_S, sync=True)
        return cls(path, lock=lock, disk=Disk(durable=durable))

    @property
    def owner(self) -> str:
        """What the lock of the run says while it is this process's; empty without a lock."""
        return "" if self._lock is None else self._lock.owner

    def close(self) -> None:
        """Close the logs and let go of the lock; nothing is written from now on."""
        self.disk.failure = self.disk.failure or f"the run in {self.path} is over"
        self.files.close()
        if self._lock is not None:
            self._lock.release()

    def discard(self) -> None:
        """Remove the folder of a run that never began, if nothing was written to it."""
        self.close()
        with contextlib.suppress(OSError):
            if {item.name for item in self.path.iterdir()} <= {FolderLock.NAME}:
                (self.path / FolderLock.NAME).unlink(missing_ok=True)
                self.path.rmdir()

    @classmethod
    def open(cls, path: Path) -> "RunFolder":
        """Open an existing run.

        Raises:
            WorkspaceError: the folder is no run (no manifest).
        """
        if (path / GROUP).is_file():
            raise WorkspaceError(f"{path} is a group of runs: name one of those in its {GROUP}")
        if not (path / "manifest.json").is_file():
            raise WorkspaceError(f"{path} is not a run folder: it has no manifest.json")
        return cls(path)

    def task(self, task_id: str) -> TaskFolder:
        return TaskFolder(self.path / "tasks" / own_name(task_id), self.disk)

    def continued_task(self, task_id: str, *, again: Sequence[str]) -> TaskFolder:
        """Return the folder of a task that goes on; see :meth:`TaskFolder.continued`."""
        return TaskFolder.continued(self.task(task_id).path, self.disk, again=again)

    @contextlib.contextmanager
    def hold(self, name: str, *, patience_s: float = 3600.0) -> Iterator[FolderLock]:
        """Be the only process that does ``name``: what several of them may write.

        Raises:
            WorkspaceError: another process did not let go in time, or no lock can be made.
        """
        place = self.path / _LOCKS
        try:
            place.mkdir(exist_ok=True)
        except OSError as error:
            raise self.disk.fail(place, error) from error
        lock = FolderLock.take(place, own_name(name), patience_s=patience_s, sync=self.disk.durable)
        try:
            yield lock
        finally:
            lock.release()

    def drop_locks(self) -> None:
        """Remove the locks of a run whose processes have all ended."""
        shutil.rmtree(self.path / _LOCKS, ignore_errors=True)

    def set_aside(self, old: Path, stem: str) -> None:
        """Move records to ``attempts/<stem>-<n>``, if there are any.

        Raises:
            WorkspaceError: they cannot be moved.
        """
        if not old.is_dir():
            return
        number = len(self.attempts(stem)) + 1
        target = self.path / _ATTEMPTS / f"{stem}-{number}"
        self.disk.check()
        try:
            target.parent.mkdir(exist_ok=True)
            os.rename(old, target)
            if self.disk.durable:
                sync_path(old.parent)
                sync_path(target.parent)
        except OSError as error:
            raise self.disk.fail(target, error) from error

    def keep_copy(self, old: Path, stem: str) -> None:
        """Copy records to ``attempts/<stem>-<n>``.

        Raises:
            WorkspaceError: they cannot be copied.
        """
        target = self.path / _ATTEMPTS / f"{stem}-{len(self.attempts(stem)) + 1}"
        partial = target.with_name(f"{target.name}.partial")
        self.disk.check()
        try:
            shutil.rmtree(partial, ignore_errors=True)
            shutil.copytree(old, partial)
            os.rename(partial, target)
        except OSError as error:
            raise self.disk.fail(target, error) from error

    def attempts(self, stem: str) -> list[Path]:
        """Return what was set aside under a name, the latest first."""
        found = (self.path / _ATTEMPTS / f"{stem}-{number}" for number in itertools.count(1))
        return list(itertools.takewhile(Path.exists, found))[::-1]

    def tasks(self) -> Iterator[TaskFolder]:
        """Yield the recorded tasks in the order of the manifest."""
        manifest = self.files.read("manifest.json")
        order = manifest.get("tasks", []) if isinstance(manifest, dict) else []
        for task_id in order if isinstance(order, list) else []:
            folder = self.task(str(task_id))
            if folder.path.is_dir():
                yield folder
