"""The run folder of a foreign agent: the same files as those of any run, written as it plays."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.contracts.model import JsonObject
from agentic_solver.harness.manifest import agent_manifest, families_of
from agentic_solver.harness.options import RunSummary, TaskResult
from agentic_solver.harness.resume import EVENTS, SESSIONS, Resumption, check_same
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.served_task import ServedTask
from agentic_solver.harness.statistics import summarize
from agentic_solver.settings import Prices
from agentic_solver.twin.suite import Suite

__all__ = ["AgentFacts", "ServedRun"]

_MANIFEST, _SUMMARY = "manifest.json", "summary.json"
_TOTALLED = 300
"""Tasks of a run that grows up to which its totals are written after each of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentFacts:
    """Who plays what; goes into the manifest."""

    suite: Suite
    options: JsonObject
    """What was asked for, with ``seed`` and ``variation``."""
    agent: str
    architecture: str = ""
    prices: Prices | None = None


class ServedRun:
    """One run of a foreign agent. Threads may share it.

    Its tasks are those of its session, or grow with each single task that is started.
    """

    def __init__(
        self,
        folder: RunFolder,
        facts: AgentFacts,
        tasks: Sequence[str],
        *,
        past: Resumption | None = None,
        clock: Callable[[], float] = time.perf_counter,
        watch: Callable[[TaskResult], None] = lambda _result: None,
    ) -> None:
        """Begin a run, or go on with one.

        Args:
            folder: locked, and empty but for what ``past`` tells of.
            facts: who plays what.
            tasks: ids; more may come.
            past: what the run had done.
            clock: in seconds.
            watch: is told of each task that ends.

        Raises:
            WorkspaceError: the folder cannot be written.
            UsageError: the run that is to go on was another.
        """
        self.folder = folder
        self._facts = facts
        self._tasks = list(tasks)
        self._grows = not tasks
        self._manifest = agent_manifest(
            facts.suite,
            facts.options,
            agent=facts.agent,
            architecture=facts.architecture,
            tasks=tasks,
        )
        self._clock = clock
        self._watch = watch
        self._lock = threading.Lock()
        self._since = clock()
        self._before_s = past.wall_s if past else 0.0
        self._begun: set[str] = set(past.begun) if past else set()
        """Of an earlier process, not begun again yet."""
        self._running: set[str] = set()
        self._sessions: set[str] = set()
        self._results: dict[str, TaskResult] = dict(past.results) if past else {}
        if past is None:
            self._write(_MANIFEST, self._manifest)
        else:
            check_same(past, self._manifest)
            event: JsonObject = {"event": "run_resumed", "finished": len(self._results)}
            folder.files.append(SESSIONS, {**event, "wall_s": past.wall_s}, sync=True)
            folder.files.remove(_SUMMARY)

    @property
    def path(self) -> Path:
        """The folder."""
        return self.folder.path

    @property
    def results(self) -> Mapping[str, TaskResult]:
        """Of the tasks that ended, by id."""
        return dict(self._results)

    def has(self, task: str) -> bool:
        """Whether a task was begun here."""
        with self._lock:
            return task in self._running or task in self._results

    def session(self, session_id: str) -> None:
        """Note a session on the platform, once."""
        with self._lock:
            if session_id in self._sessions:
                return
            self._sessions.add(session_id)
            event: JsonObject = {"event": "session_started", "session": session_id}
            self.folder.files.append(SESSIONS, event, sync=True)

    def begin(self, task: str, wire_id: str, text: str) -> ServedTask:
        """Begin a task; one of an earlier process begins anew, its records are set aside.

        Raises:
            WorkspaceError: the folder cannot be written.
        """
        with self._lock:
            if task not in self._tasks:
                self._tasks.append(task)
                families = families_of(self._facts.suite, self._tasks)
                self._manifest |= {"tasks": [*self._tasks], "families": families}
                self._write(_MANIFEST, self._manifest)
            again = task in self._begun
            self._begun.discard(task)
            self._running.add(task)
            kind = "task_restarted" if again else "task_started"
            event: JsonObject = {"event": kind, "task": task, "id": wire_id}
            self.folder.files.append(EVENTS, event, sync=True)
        folder = self.folder.task(task)
        if again:
            self.folder.set_aside(folder.path, folder.path.name)
        served = ServedTask(task, folder, clock=self._clock, prices=self._facts.prices)
        served.asked(text, self._facts.suite.name)
        return served

    def finish(self, served: ServedTask, reason: str = "") -> TaskResult:
        """End a task; once nothing is open the totals are written, too.

        Args:
            served: the task.
            reason: why its agent did not come to its own end; empty if it did.

        Raises:
            WorkspaceError: the folder cannot be written.
        """
        result, seal = served.end(reason)
        with self._lock:
            event: JsonObject = {"event": "task_finished", "task": result.task, "files": seal}
            self.folder.files.append(EVENTS, event, sync=True)
            self._running.discard(result.task)
            self._results[result.task] = result
            whole = len(self._results) == len(self._tasks)
            if whole and (not self._grows or len(self._tasks) <= _TOTALLED):
                self._total(interrupted=False, limit="")
        self._watch(result)
        return result

    def submitted(self) -> None:
        """Note that the session was submitted."""
        self.folder.files.append(SESSIONS, {"event": "session_submitted"}, sync=True)

    def close(self, *, limit: str = "", wall_s: float | None = None) -> RunSummary:
        """Write the totals, let go of the folder, and return them.

        Args:
            limit: which limit ended the run before its last task; empty if none did.
            wall_s: seconds that it took; measured where it is left out.

        Raises:
            WorkspaceError: the folder cannot be written.
        """
        with self._lock:
            interrupted = len(self._results) < len(self._tasks) and not limit
            summary = self._total(interrupted=interrupted, limit=limit, wall_s=wall_s)
        self.folder.close()
        return summary

    def _total(self, *, interrupted: bool, limit: str, wall_s: float | None = None) -> RunSummary:
        took = self._before_s + (self._clock() - self._since if wall_s is None else wall_s)
        # In the order of the suite, whatever ended first.
        results = tuple(self._results[task] for task in self._tasks if task in self._results)
        summary = summarize(
            self._facts.suite.name, results, wall_s=took, run_dir=self.path,
            prices=self._facts.prices,
        ).model_copy(update={"interrupted": interrupted, "limit": limit})  # fmt: skip
        self._write(_SUMMARY, summary.to_json())
        return summary

    def _write(self, name: str, value: JsonObject) -> None:
        files = self.folder.files
        files.write(name, value, sync=True)
        event: JsonObject = {"event": f"{name.removesuffix('.json')}_written"}
        files.append(SESSIONS, {**event, "files": {name: files.seal[name]}}, sync=True)
