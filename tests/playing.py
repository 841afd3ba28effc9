"""Plays tasks of a suite on the twin in this process, with no pauses and nobody watching."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from agentic_solver.erc3.propose.reader import is_reading
from agentic_solver.erc3.transport import Transport
from agentic_solver.errors import NoRecordingError
from agentic_solver.harness.benchmark import Benchmark, open_benchmark, transport_of
from agentic_solver.harness.experience import RunExperience
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import RunOptions, RunSummary
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.llm.model import Model, ModelReply, ModelRequest
from agentic_solver.llm.recording import ModelRecord, load_records
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.settings import load_settings
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import builtin_suites
from agentic_solver.workspace import Workspace


@cache
def _records(suite: str) -> tuple[ModelRecord, ...]:
    return tuple(load_records(builtin_recordings(suite)))


def recorded(suite: str = "erc3-dev") -> ReplayingModel:
    """Return the recorded plans of a built-in suite."""
    return ReplayingModel(_records(suite), match="task")


@cache
def _readings(suite: str) -> dict[str, ModelReply]:
    """Return the recorded readings by task."""
    return {r.key.split("/")[-2]: r.reply.reply() for r in _records(suite) if is_reading(r.key)}


def reading(request: ModelRequest, suite: str = "erc3-dev") -> ModelReply:
    """Answer a call of the reader as recorded, whatever it has been asked before.

    Raises:
        NoRecordingError: the task has no recorded reading.
    """
    found = _readings(suite).get(request.key.split("/")[-2])
    if found is None:
        raise NoRecordingError(f"there is no reading for {request.key}")
    return found


@cache
def _opened(suite: str, seed: int) -> Benchmark:
    return open_benchmark(suite, "twin", load_settings({}), seed=seed)


def opened(suite: str = "erc3-dev", seed: int = 0) -> Benchmark:
    """Return a suite on a twin of its own; a built-in suite is read and drawn once a process."""
    if suite not in builtin_suites():
        return _opened.__wrapped__(suite, seed)
    known = _opened(suite, seed)
    assert known.suite is not None
    return replace(known, transport=transport_of(Twin(known.suite, seed=seed)))


def play(
    workspace: Workspace,
    tasks: Sequence[str],
    *,
    suite: str = "erc3-dev",
    model: Model | None = None,
    around: Callable[[Transport], Transport] | None = None,
    guidance: RunExperience | None = None,
    **options: Any,
) -> RunSummary:
    """Play ``tasks`` with ``model``, by default with the recorded plans.

    ``around`` puts something around the transport; ``guidance`` replaces the experience that
    the ``options`` name.
    """
    asked = RunOptions(benchmark=suite, tasks=tuple(tasks), **options)
    benchmark = opened(suite, asked.seed)
    if around is not None:
        benchmark = replace(benchmark, transport=around(benchmark.transport))
    return run_benchmark(
        asked,
        benchmark=benchmark,
        workspace=workspace,
        model=model or recorded(suite),
        sleep=lambda _seconds: None,
        experience=guidance,
    )
