"""The session of a run on its platform: a new one, or the one that an earlier process began."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from agentic_solver import __version__
from agentic_solver.contracts.wording import instead
from agentic_solver.erc3.platform import PlatformClient
from agentic_solver.erc3.platform_wire import TaskInfo
from agentic_solver.errors import ApiError, TransportError, UsageError
from agentic_solver.harness.benchmark import Benchmark
from agentic_solver.harness.resume import Resumption

__all__ = ["RUNNING", "RunSession", "choose_tasks", "same_session", "start_session"]

_ARCHITECTURE = "propose / execute_and_validate: one blind plan, deterministic execution"
RUNNING = ("in_progress", "running", "completed", "failed")
"""How a platform calls tasks that were started."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSession:
    """A session and its tasks."""

    id: str
    tasks: tuple[TaskInfo, ...]
    is_new: bool

    def lives(self, task: TaskInfo, begun: dict[str, str]) -> bool:
        """Whether the platform still has what an earlier process did for a task."""
        known = begun.get(task.spec_id) == task.task_id
        return not self.is_new and known and task.status in RUNNING


def start_session(platform: PlatformClient, benchmark: Benchmark) -> RunSession:
    """Start a session.

    Raises:
        TransportError: the platform is out of reach.
        ApiError: it refuses.
    """
    with _reached(benchmark):
        session = platform.start_session(
            benchmark.id,
            workspace="agentic_solver",
            name=f"agentic_solver {__version__}",
            architecture=_ARCHITECTURE,
        )
        tasks = platform.session_status(session.session_id).tasks
    return RunSession(id=session.session_id, tasks=tasks, is_new=True)


def same_session(
    platform: PlatformClient, benchmark: Benchmark, past: Resumption
) -> RunSession | None:
    """Return the session of an earlier process, if the platform knows it and it is that one.

    Raises:
        TransportError: the platform is out of reach.
    """
    with _reached(benchmark):
        try:
            found = platform.session_status(past.session)
        except ApiError:
            return None
    by_id = {task.spec_id: task for task in found.tasks}
    for spec in past.results:
        # A platform that was started anew may give out the same ids again.
        if spec not in by_id or by_id[spec].status == "new":
            return None
    return RunSession(id=past.session, tasks=found.tasks, is_new=False)


@contextmanager
def _reached(benchmark: Benchmark) -> Iterator[None]:
    try:
        yield
    except TransportError as error:
        raise TransportError(
            f"the platform at {benchmark.platform} is out of reach: {error}"
        ) from error


def choose_tasks(known: tuple[TaskInfo, ...], wanted: tuple[str, ...]) -> tuple[TaskInfo, ...]:
    """Return the wanted tasks, all if none are named, in the order asked for.

    Raises:
        UsageError: one does not exist.
    """
    if not wanted:
        return known
    by_id = {task.spec_id: task for task in known}
    missing = [spec for spec in wanted if spec not in by_id]
    if missing:
        meant = instead(missing[0], by_id, "task")
        raise UsageError(f"the benchmark has no task {missing[0]!r}; {meant}")
    return tuple(by_id[spec] for spec in dict.fromkeys(wanted))
