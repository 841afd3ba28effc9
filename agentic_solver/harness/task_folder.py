"""The folder of a task in a run: files that are replaced whole, and logs that only grow."""

import contextlib
import hashlib
import json
import os
import re
import threading
import zlib
from collections import deque
from collections.abc import Callable, Sequence
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
from agentic_solver.harness.log_line import log_line, without_sum

__all__ = ["TaskFolder", "own_name", "pretty", "safe_name"]

_NAME_LETTERS = 120


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
