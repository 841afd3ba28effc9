"""Locks in a run folder: one process writes, and nobody has to guess whether it still lives.

The kernel holds the lock and drops it when the process ends, however that happens. So a lock is
never stale, and no clock and no process list is asked. A file server is less sure: it gives the
lock of a machine that it has not heard of for a while to the next one. So the file says whose the
lock is, and whoever was cut off finds another one's name there (:meth:`FolderLock.check`).
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

    def __init__(self, file: int, path: Path, owner: str) -> None:
        self._file = file
        self._path = path
        self.owner = owner
        """What the file says while the lock is this one: no other lock has the same text."""

    @classmethod
    def take(
        cls, folder: Path, name: str = NAME, *, patience_s: float = 0.0, sync: bool = False
    ) -> "FolderLock":
        """Lock a folder, or the part of it that ``name`` stands for.

        Args:
            folder: where the lock lies.
            name: of the lock.
            patience_s: how long to wait for another process, in seconds.
            sync: other machines are to see whose it is before this returns.

        Raises:
            WorkspaceError: another process has it, or no lock can be made there.
        """
        path = folder / name
        until = time.monotonic() + patience_s
        owner = f"process {os.getpid()} on {os.uname().nodename}\n{os.urandom(8).hex()}\n"
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise WorkspaceError(f"cannot write {path}: {error.strerror}") from error
        try:
            _lock(file, until)
            os.ftruncate(file, 0)
            os.write(file, owner.encode())
            if sync:
                os.fsync(file)
        except BlockingIOError as error:
            os.close(file)
            raise WorkspaceError(
                f"{folder} is being written by {_holder(path)}: wait until it ends, or stop it"
            ) from error
        except OSError as error:
            os.close(file)
            raise WorkspaceError(f"{path} cannot be locked: {error.strerror}") from error
        return cls(file, path, owner)

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

    @classmethod
    def is_held_by(cls, folder: Path, owner: str) -> bool:
        """Whether a folder is locked, and by the lock with this text."""
        return _said(folder / cls.NAME) == owner and cls.is_held(folder)

    def check(self) -> None:
        """Make sure that the lock is still this one.

        Raises:
            WorkspaceError: another process has it since, or its file is gone.
        """
        if _said(self._path) != self.owner:
            raise WorkspaceError(
                f"{self._path} was taken over by {_holder(self._path)}, as nothing was heard of "
                "this process: it writes no more"
            )

    def release(self) -> None:
        """Let go; a second time changes nothing."""
        if self._file >= 0:
            with contextlib.suppress(OSError):
                os.close(self._file)
            self._file = -1


def _said(path: Path) -> str:
    """Return what the file of a lock says; opened anew, a file server is asked."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _holder(path: Path) -> str:
    return next(iter(_said(path).splitlines()), "") or "another process"


def _lock(file: int, until: float) -> None:
    """Lock a file; raise BlockingIOError if another process has it still when the time is up."""
    while True:
        try:
            return fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise
        time.sleep(_LOOK_S)
