"""Processes that play tasks on this machine, forked from the one that leads the run.

A fork has everything that was loaded, the platform in the process included, and shares its memory;
so a process begins within milliseconds. It has to come before the first thread and the first
database, both of which do not survive it. (numpy's linear algebra has a thread that sleeps; it is
made to be forked.)
"""

import gc
import importlib
import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from pydantic import BaseModel

from agentic_solver.erc3.plancache.recall import Hit, Miss, Situation
from agentic_solver.errors import AgenticSolverError, WorkspaceError
from agentic_solver.harness.plan_cache import RunPlans
from agentic_solver.harness.playing import Done, Job, TaskPlayer, import_engine, load_engine
from agentic_solver.harness.station import Site

__all__ = ["Processes"]

_LATE = ("numpy", "tenacity")
"""Libraries that the engine imports when a task first needs them."""
_OWN = "agentic_solver."
_TRIES = 2
"""Processes that one task may bring down."""
_END_S = 1.0


class Processes:
    """A process plays one task at a time; one that dies gives its task to the next."""

    apart = True

    def __init__(self, places: int) -> None:
        _load_once()
        self.places = places
        self._idle: queue.SimpleQueue[Connection | None] = queue.SimpleQueue()
        """Ends of pipes to processes that wait; None once none is left."""
        self._alive = 0
        self._lock = threading.Lock()
        self._processes: list[BaseProcess] = []
        self._answers: dict[str, Callable[..., Any]] = {}

    def start(self, site: Site, player: TaskPlayer, plans: RunPlans) -> None:
        """Fork; no database is open and no thread of Python's runs yet."""
        self._answers = {"recall": plans.recall, "tell": player.reader.tell}
        context = multiprocessing.get_context("fork")
        # A collector that looks at what all share would give each process a copy of its own.
        gc.freeze()
        for number in range(self.places):
            here, there = context.Pipe()
            process = context.Process(
                target=_serve, args=(player, there), name=f"player-{number}", daemon=True
            )
            process.start()
            there.close()  # its end shows by the end of the pipe
            self._processes.append(process)
            self._idle.put(here)
        self._alive = self.places

    def play(self, job: Job) -> Done:
        """Have a process play it, and another one if that dies.

        Raises:
            WorkspaceError: the run folder cannot be written, or no process is left.
        """
        for _ in range(_TRIES):
            connection = self._idle.get()
            if connection is None:
                self._idle.put(None)  # for whoever waits, too
                break
            try:
                done = self._ask(connection, job)
            except (EOFError, OSError):
                self._bury()
                continue
            self._idle.put(connection)
            return done
        raise WorkspaceError(
            f"the process that played {job.task.spec_id} died; the run goes on with --resume"
        )

    def _bury(self) -> None:
        with self._lock:
            self._alive -= 1
            if not self._alive:
                self._idle.put(None)

    def _ask(self, connection: Connection, job: Job) -> Done:
        connection.send(job)
        while True:
            kind, value = connection.recv()
            if kind == "done":
                assert isinstance(value, Done)
                return value
            if kind == "error":
                raise value
            connection.send(self._answers[kind](*value))

    def close(self) -> None:
        """End the processes: those that wait at once, those that play with the task undone."""
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join(_END_S)
        self._processes.clear()
        gc.unfreeze()


def _load_once() -> None:
    """Import and build before the fork what each process would for itself.

    The models build their validators when they are first used, as a single task needs few of
    them; the tasks of a whole run need nearly all.
    """
    import_engine()
    from agentic_solver.erc3.snapshot.parsing import parsed  # see import_engine  # noqa: PLC0415

    for library in _LATE:
        importlib.import_module(library)
    waiting: list[type[BaseModel]] = [BaseModel]
    while waiting:
        model = waiting.pop()
        waiting += model.__subclasses__()
        if model.__module__.startswith(_OWN) and not model.__pydantic_complete__:
            model.model_rebuild(raise_errors=False)
    parsed("SELECT id FROM me").sql(dialect="duckdb")  # has the parser build its tables


def _serve(player: TaskPlayer, connection: Connection) -> None:
    """Play tasks until the leader ends."""
    # Ctrl-C reaches all processes of a terminal; the leader decides what becomes of it.
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_leader, daemon=True).start()

    def ask(kind: str, *values: object) -> Any:
        connection.send((kind, values))
        return connection.recv()

    def recall(text: str, situation: Situation) -> Hit | Miss | None:
        found: Hit | Miss | None = ask("recall", text, situation)
        return found

    player.reader.tell = lambda text: ask("tell", text)
    player.reader.hold = player.folder.hold
    own = replace(player, kit=replace(player.kit, recall=recall), apart=True)
    load_engine()
    while True:
        job = connection.recv()
        try:
            connection.send(("done", own.play(job)))
        except AgenticSolverError as error:
            connection.send(("error", error))


def _end_with_leader() -> None:
    """End at once when the leader has: it holds the lock of the run, and so does a fork of it."""
    leader = multiprocessing.parent_process()
    if leader is not None:
        leader.join()
        os._exit(1)
