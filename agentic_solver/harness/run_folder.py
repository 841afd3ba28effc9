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
                            reading.json        what the reader found in the request
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
import itertools
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from agentic_solver.errors import WorkspaceError
from agentic_solver.harness.disk import (
    Disk,
    sync_path,
)
from agentic_solver.harness.folder_lock import FolderLock
from agentic_solver.harness.task_folder import TaskFolder, own_name, safe_name

__all__ = ["GROUP", "Disk", "RunFolder"]


GROUP = "group.json"
"""The document in a folder that names the runs of a group."""
_ATTEMPTS, _LOCKS = "attempts", "locks"
_PATIENCE_S = 2.0
"""How long a resume waits for processes that end with the one that was killed."""


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
