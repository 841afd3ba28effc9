"""Plays tasks of a suite on the twin in this process, with no pauses and nobody watching."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from agentic_solver.erc3.propose.reader import is_reading
from agentic_solver.erc3.transport import Transport
from agentic_solver.errors import NoRecordingError
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.experience import RunExperience
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import RunOptions, RunSummary
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.llm.model import Model, ModelReply, ModelRequest
from agentic_solver.llm.recording import load_records
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace


def recorded(suite: str = "erc3-dev") -> ReplayingModel:
    """Return the recorded plans of a built-in suite."""
    return ReplayingModel.load(builtin_recordings(suite), match="task")


@cache
def _readings(suite: str) -> dict[str, ModelReply]:
    """Return the recorded readings by task."""
    records = load_records(builtin_recordings(suite))
    return {r.key.split("/")[-2]: r.reply.reply() for r in records if is_reading(r.key)}


def reading(request: ModelRequest, suite: str = "erc3-dev") -> ModelReply:
    """Answer a call of the reader as recorded, whatever it has been asked before.

    Raises:
        NoRecordingError: the task has no recorded reading.
    """
    found = _readings(suite).get(request.key.split("/")[-2])
    if found is None:
        raise NoRecordingError(f"there is no reading for {request.key}")
    return found


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
    opened = open_benchmark(suite, "twin", load_settings({}), seed=asked.seed)
    if around is not None:
        opened = replace(opened, transport=around(opened.transport))
    return run_benchmark(
        asked,
        benchmark=opened,
        workspace=workspace,
        model=model or recorded(suite),
        sleep=lambda _seconds: None,
        experience=guidance,
    )
