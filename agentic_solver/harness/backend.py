"""Backends: where the tasks of a run are played. The process that leads the run takes no part.

threads     in this process, for everything that waits: a live model, a platform behind HTTP
processes   on this machine, for what only computes: recorded plans on a twin (see processes)
cluster     on Dask workers (see cluster)

All of them play a :class:`~agentic_solver.harness.playing.Job` with a player of theirs and give
back what became of it. The leader alone begins tasks, counts, learns, and writes the logs of the
run; the evidence of a task is written by whoever plays it, into the same folder.
"""

import importlib.util
import os
import threading
from typing import Protocol

from agentic_solver.contracts.wording import how_to_install
from agentic_solver.errors import UsageError
from agentic_solver.harness.options import RunOptions
from agentic_solver.harness.plan_cache import RunPlans
from agentic_solver.harness.playing import Done, Job, TaskPlayer, load_engine, load_for_many
from agentic_solver.harness.processes import Processes
from agentic_solver.harness.station import Site

__all__ = ["Backend", "Threads", "choose_backend"]


class Backend(Protocol):
    """Where tasks are played."""

    @property
    def places(self) -> int:
        """Tasks that are played at a time, at most."""
        ...

    @property
    def apart(self) -> bool:
        """Whether tasks are played in other processes than this one."""
        ...

    def start(self, site: Site, player: TaskPlayer, plans: RunPlans) -> None:
        """Get ready; ``player`` is that of this process."""
        ...

    def play(self, job: Job) -> Done:
        """Play one task and return when it is done; threads call this side by side.

        Raises:
            WorkspaceError: the run folder cannot be written.
        """
        ...

    def close(self) -> None:
        """End what runs; a second time changes nothing."""
        ...


class Threads:
    """Tasks are played by the very threads that ask for it."""

    apart = False

    def __init__(self, places: int) -> None:
        self.places = places
        self._player: TaskPlayer | None = None
        self._loading = threading.Lock()
        self._loaded = False

    def start(self, site: Site, player: TaskPlayer, plans: RunPlans) -> None:
        """Remember the player; several workers would all wait for the engine at once."""
        self._player = player
        if self.places > 1:
            load_for_many(player.kit.catalog)
            self._loaded = True

    def play(self, job: Job) -> Done:
        """Play it here; the first task waits for the engine, the start of the run does not."""
        assert self._player is not None
        with self._loading:
            if not self._loaded:
                load_engine()
                self._loaded = True
        return self._player.play(job)

    def close(self) -> None:
        """Nothing is open."""


def choose_backend(options: RunOptions) -> Backend:
    """Return the backend of a run.

    Recorded plans on a twin in the process wait for nothing: threads would stand in line for the
    interpreter. A fork is safe only while no other thread runs.

    Raises:
        UsageError: the cluster is out of reach, or the options do not fit one.
    """
    if options.backend == "dask":
        if importlib.util.find_spec("distributed") is None:
            raise UsageError(
                "a cluster needs the extra dask; leave out --backend dask, or install it: "
                + how_to_install("dask")
            )
        # An extra, and it takes half a second to import.
        from agentic_solver.harness.cluster import Cluster  # noqa: PLC0415

        return Cluster(options)
    computes = options.is_recorded and options.platform == "twin"
    processes = min(options.workers, len(os.sched_getaffinity(0)))
    if computes and processes > 1 and threading.active_count() == 1:
        return Processes(processes)
    return Threads(options.workers)
