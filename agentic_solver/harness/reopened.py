"""The companies of tasks, opened once more for reads: what a task has not read may be looked up.

Only a twin in this process can be asked again; on any other platform a task that is over is gone,
and another session would be another run.
"""

import threading
from collections.abc import Callable

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.platform import PlatformClient, sim_prefix
from agentic_solver.erc3.transport import Transport, TransportReply
from agentic_solver.harness.benchmark import Benchmark, benchmark_of
from agentic_solver.harness.session import choose_tasks, start_session
from agentic_solver.harness.task_kit import TaskInput
from agentic_solver.twin.suite import Suite

__all__ = ["Reopen", "never", "reopening"]

Reopen = Callable[[TaskInput], Transport | None]
"""Gives the company of a task as it was when the task began; None where it is gone."""


def never(_task: TaskInput) -> None:
    """Open no company again."""


def reopening(benchmark: Benchmark, *, seed: int) -> Reopen:
    """Return what opens the companies of a benchmark again, each once."""
    return never if benchmark.suite is None else _Reopened(benchmark.suite, seed)


class _Reopened:
    """The tasks of a suite, each started on a twin of its own; workers share it."""

    def __init__(self, suite: Suite, seed: int) -> None:
        self._suite = suite
        self._seed = seed
        self._lock = threading.Lock()
        self._opened: dict[str, Transport] = {}

    def __call__(self, task: TaskInput) -> Transport | None:
        with self._lock:
            if task.spec_id not in self._opened:
                self._opened[task.spec_id] = self._open(task.spec_id)
            return self._opened[task.spec_id]

    def _open(self, spec: str) -> Transport:
        twin = benchmark_of(self._suite, seed=self._seed)
        platform = PlatformClient(twin.transport, account_key=twin.account_key)
        session = start_session(platform, twin)
        (task,) = choose_tasks(session.tasks, (spec,))
        platform.start_task(task.task_id)
        return _Under(twin.transport, sim_prefix(twin.id, task.task_id))


class _Under:
    """A transport under a path."""

    def __init__(self, inner: Transport, prefix: str) -> None:
        self._inner = inner
        self._prefix = prefix

    def post(self, path: str, body: JsonObject) -> TransportReply:
        return self._inner.post(f"{self._prefix}{path}", body)
