"""A Dask cluster that plays tasks: one that is there, or a local one that ends with the run.

Workers write the evidence of their tasks into the run folder themselves, step by step before the
next one goes out, as everywhere. So they have to see the workspace and the run folder under the
same paths; keys they take from their own environment. Dask gives the task of a worker that died to
another one. That one finds the records, and goes on as a resume does: paid replies and applied
writes are not repeated. A worker that only seems to be dead holds the lock of its task, and the
other one waits.
"""

import logging
import os
import socket
import uuid
from collections.abc import Callable
from urllib.parse import urlsplit

from distributed import Client, KilledWorker, LocalCluster
from distributed.client import FutureCancelledError

from agentic_solver.errors import UsageError, WorkspaceError
from agentic_solver.harness.cluster_worker import play_there
from agentic_solver.harness.options import RunOptions
from agentic_solver.harness.plan_cache import RunPlans
from agentic_solver.harness.playing import Done, Job, TaskPlayer
from agentic_solver.harness.station import Site

__all__ = ["Cluster"]

_ANSWER_S = 5
"""Time that a scheduler and its workers have to answer."""


class Cluster:
    """Each task is a call on some worker."""

    apart = True

    def __init__(self, options: RunOptions) -> None:
        """Reach the scheduler of the options, or start a cluster on this machine.

        Raises:
            UsageError: it does not answer or has no workers, or kept plans are asked for.
        """
        if options.plan_cache != "off":
            raise UsageError(
                "kept plans lie in one file that only processes of one machine can share: "
                "leave out --plan-cache, or play with --backend local"
            )
        # What goes wrong with the cluster is raised; its own words would come in between.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
        self.places = options.workers
        self._local: LocalCluster | None = None
        if options.scheduler:
            self._client = _reach(options.scheduler)
        else:
            self._local = _start(options.workers)
            self._client = Client(self._local, set_as_default=False)  # type: ignore[no-untyped-call]
        self._site: Site | None = None
        self._leader = ""
        self._tell: Callable[[str], None] = lambda _text: None

    def start(self, site: Site, player: TaskPlayer, plans: RunPlans) -> None:
        """Know the run; workers open it with their first task."""
        self._site = site.anywhere()
        self._leader = player.folder.owner
        self._tell = player.reader.tell

    def play(self, job: Job) -> Done:
        """Have a worker play it, and another one if that dies.

        Raises:
            WorkspaceError: the run folder cannot be written, several workers died with it, or the
                scheduler is gone.
            UsageError: a worker is not like this process.
        """
        task = job.task.spec_id
        future = self._client.submit(
            play_there, self._site, self._leader, job, key=f"{task}-{uuid.uuid4().hex}"
        )
        try:
            done, told = future.result()
        except KilledWorker as error:
            raise WorkspaceError(
                f"every worker that played {task} died; the run goes on with --resume"
            ) from error
        except FutureCancelledError as error:
            raise WorkspaceError(
                "the Dask scheduler is gone; the run goes on with --resume, on another cluster or "
                "with --backend local"
            ) from error
        finally:
            future.release()  # type: ignore[no-untyped-call]
        for text in told:
            self._tell(text)
        return done

    def close(self) -> None:
        """Leave the cluster; a local one ends, tasks under way included."""
        self._client.close(timeout=_ANSWER_S)  # type: ignore[no-untyped-call]
        if self._local is not None:
            self._local.close(timeout=_ANSWER_S)


def _reach(address: str) -> Client:
    try:
        place = urlsplit(address if "//" in address else f"tcp://{address}")
        # Whether anybody listens shows at once; the client would try for seconds.
        socket.create_connection((place.hostname, place.port or 0), timeout=_ANSWER_S).close()
        client = Client(  # type: ignore[no-untyped-call]
            place.geturl(), timeout=_ANSWER_S, set_as_default=False
        )
    except (OSError, ValueError) as error:
        raise UsageError(
            f"no Dask scheduler answers at {address!r}: start one with `dask scheduler`, or leave "
            "out --scheduler for a cluster on this machine"
        ) from error
    try:
        client.wait_for_workers(1, timeout=_ANSWER_S)
    except TimeoutError as error:
        client.close()  # type: ignore[no-untyped-call]
        raise UsageError(
            f"the scheduler at {address!r} has no workers: start some with `dask worker {address}`"
        ) from error
    return client


def _start(places: int) -> LocalCluster:
    processes = min(places, len(os.sched_getaffinity(0)))
    return LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=processes,
        threads_per_worker=-(-places // processes),
        memory_limit=0,
        dashboard_address=None,
        silence_logs="ERROR",
    )
