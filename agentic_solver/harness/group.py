"""Repeated runs of the same tasks: one run folder an epoch, and one document that names them.

    runs/<benchmark>-epochs-001/group.json    {"format": "group/1", "runs": [...], "repeats": {...}}
         <benchmark>-004, -005, -006          the runs themselves, like any other

The group lies beside its runs and names them by folder, so that all of them can be moved together.
Every run stands for itself; what a group adds is what only repeats can tell.
"""

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field

from agentic_solver.contracts.model import Contract, JsonObject
from agentic_solver.errors import WorkspaceError
from agentic_solver.harness.recorded import read_object, read_shape
from agentic_solver.harness.run_folder import GROUP, RunFolder
from agentic_solver.harness.task_folder import TaskFolder, safe_name

__all__ = [
    "GROUP",
    "Group",
    "GroupFolder",
    "is_group",
    "kept_repeats",
    "read_group",
    "reopen_group",
    "runs_of",
]


class Group(Contract):
    """Which runs belong together."""

    format: Literal["group/1"] = "group/1"
    benchmark: str
    epochs: int = Field(ge=1)
    """How many were asked for; fewer runs were played to their end if the last one was not."""
    runs: tuple[str, ...] = ()
    """Names of the run folders, which lie beside the group's folder, by epoch."""


@dataclass(slots=True)
class GroupFolder:
    """A group that grows: after each epoch its document is whole."""

    files: TaskFolder
    group: Group

    @classmethod
    def create(cls, runs: Path, benchmark: str, epochs: int) -> "GroupFolder":
        """Make the next free folder ``<benchmark>-epochs-NNN`` below ``runs``.

        Raises:
            WorkspaceError: the runs folder cannot be written.
        """
        folder = TaskFolder(RunFolder.make(runs, f"{benchmark}-epochs"))
        made = cls(folder, Group(benchmark=benchmark, epochs=epochs))
        made.keep()
        return made

    @property
    def path(self) -> Path:
        return self.files.path

    def add(self, run: Path) -> None:
        """Write down one more run, as soon as its folder is there."""
        self.group = self.group.model_copy(update={"runs": (*self.group.runs, run.name)})
        self.keep()

    def keep(self, repeats: JsonObject | None = None) -> None:
        """Write the document; ``repeats`` is what all runs together tell."""
        told = {} if repeats is None else {"repeats": repeats}
        self.files.write(GROUP, {**self.group.to_json(), **told})

    def discard(self) -> None:
        """Remove a group without any run: the first one never began."""
        if not self.group.runs:
            with contextlib.suppress(OSError):
                (self.path / GROUP).unlink()
                self.path.rmdir()


def is_group(path: Path) -> bool:
    """Whether a folder is a group."""
    return (path / GROUP).is_file()


def read_group(path: Path) -> Group:
    """Return the group in a folder.

    Raises:
        WorkspaceError: there is none, its document is broken, or a run of it is missing.
    """
    group = read_shape(TaskFolder(path), GROUP, Group)
    for name in group.runs:
        if safe_name(name) != name:
            raise WorkspaceError(f"{path / GROUP}: {name!r} is not the name of a folder")
        if not (path.parent / name).is_dir():
            raise WorkspaceError(
                f"{path.parent / name} is missing: a group is moved together with its runs"
            )
    if not group.runs:
        raise WorkspaceError(f"{path / GROUP} names no run")
    return group


def reopen_group(path: Path) -> GroupFolder:
    """Return a group that goes on.

    Raises:
        WorkspaceError: as :func:`read_group` does.
    """
    return GroupFolder(TaskFolder(path), read_group(path))


def kept_repeats(path: Path) -> JsonObject | None:
    """Return what the group's document says of all runs together; None if it ended early.

    Raises:
        WorkspaceError: the document is broken.
    """
    found = read_object(TaskFolder(path), GROUP).get("repeats")
    return found if isinstance(found, dict) else None


def runs_of(path: Path) -> tuple[Path, ...]:
    """Return the runs of a group by epoch, or the folder itself if it is no group.

    Raises:
        WorkspaceError: the group is broken.
    """
    if not is_group(path):
        return (path,)
    place = path.resolve().parent
    return tuple(place / name for name in read_group(path.resolve()).runs)
