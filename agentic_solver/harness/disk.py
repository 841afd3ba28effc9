"""The disk under a run folder: whole writes, what survives a power loss, and the first failure."""

import errno
import os
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.errors import WorkspaceError

__all__ = ["Disk", "append_whole", "cut_torn_line", "sync_path", "write_whole"]


def sync_path(path: Path) -> None:
    """Have a file on the disk, or the names in a folder: a new file is there only with its name."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def write_whole(file: int, data: bytes) -> None:
    """Write all of ``data``: a disk that is nearly full takes a part of it without a word."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]


def append_whole(log: int, line: bytes) -> None:
    """Append a line or nothing of it, to a log that still has its name."""
    if not os.fstat(log).st_nlink:
        raise OSError(errno.ENOENT, "it was removed while the run went on")
    written = os.write(log, line)
    if written == len(line):
        return
    before = os.fstat(log).st_size - written
    try:
        write_whole(log, line[written:])
    except OSError:
        os.ftruncate(log, before)
        raise


def cut_torn_line(log: Path) -> bytes:
    """Cut half a line off the end of a log, as a killed run leaves it; return what stays."""
    content = log.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        os.truncate(log, len(whole))
    return whole


@dataclass(slots=True)
class Disk:
    """What the folders of one run know of the disk: how careful to be, and whether it failed."""

    durable: bool = False
    """Whether what is asked for has to survive a power loss, not only the end of the process."""
    failure: str = ""
    """Why nothing more is written: after the first failure the records must not go on, or a
    later part of them would stand there without an earlier one."""

    def check(self) -> None:
        """Raise what ended the records, if anything has.

        Raises:
            WorkspaceError: an earlier write failed, or the run is over.
        """
        if self.failure:
            raise WorkspaceError(self.failure)

    def fail(self, target: Path, error: OSError) -> WorkspaceError:
        """Note a failure and return it."""
        self.failure = self.failure or (
            f"cannot write {target}: {error.strerror}; mend that, and the run goes on with --resume"
        )
        return WorkspaceError(self.failure)
