"""Locks in a run folder: one process writes, and nobody has to guess whether it still lives.

The kernel holds the lock and drops it when the process ends, however that happens. So a lock is
never stale, and no clock and no process list is asked. What the file says is for people.
"""

import contextlib
import fcntl
import os
import time
from pathlib import Path
from typing import ClassVar

from agentic_solver.errors import WorkspaceError

__all__ = ["FolderLock"]

_LOOK_S = 0.02
"""How often a lock is tried while there is patience."""


class FolderLock:
    """A folder that this process alone writes to, until :meth:`release` or its end."""

    NAME: ClassVar[str] = "lock"

    def __init__(self, file: int) -> None:
        self._file = file

    @classmethod
    def take(cls, folder: Path, name: str = NAME, *, patience_s: float = 0.0) -> "FolderLock":
        """Lock a folder, or the part of it that ``name`` stands for.

        Args:
            folder: where the lock lies.
            name: of the lock.
            patience_s: how long to wait for another process, in seconds.

        Raises:
            WorkspaceError: another process has it, or no lock can be made there.
        """
        path = folder / name
        until = time.monotonic() + patience_s
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise WorkspaceError(f"cannot write {path}: {error.strerror}") from error
        try:
            _lock(file, until)
            os.ftruncate(file, 0)
            os.write(file, f"process {os.getpid()} on {os.uname().nodename}\n".encode())
        except BlockingIOError as error:
            holder = os.pread(file, 200, 0).decode(errors="replace").strip() or "another process"
            os.close(file)
            raise WorkspaceError(
                f"{folder} is being written by {holder}: wait until it ends, or stop it"
            ) from error
        except OSError as error:
            os.close(file)
            raise WorkspaceError(f"{path} cannot be locked: {error.strerror}") from error
        return cls(file)

    @classmethod
    def is_held(cls, folder: Path) -> bool:
        """Whether a process writes to a folder; nothing is changed by asking."""
        try:
            file = os.open(folder / cls.NAME, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
        finally:
            os.close(file)
        return False

    def release(self) -> None:
        """Let go; a second time changes nothing."""
        if self._file >= 0:
            with contextlib.suppress(OSError):
                os.close(self._file)
            self._file = -1


def _lock(file: int, until: float) -> None:
    """Lock a file; raise BlockingIOError if another process has it still when the time is up."""
    while True:
        try:
            return fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise
        time.sleep(_LOOK_S)
