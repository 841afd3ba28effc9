"""A played run that tests may damage, and the workspace it was played with."""

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest

from agentic_solver.erc3.transport import Transport
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import RunOptions, RunSummary, TaskResult
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.llm.model import Model
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace, init_workspace

TASKS = ("lead-of-project", "log-in-house-hours")
"""One that reads and one that writes."""


class Quiet:
    """Watches a run and says nothing."""

    def started(self, run_dir: Path, total: int) -> None: ...

    def finished(self, result: TaskResult) -> None: ...


class Wrapping(Protocol):
    """Puts something around a transport."""

    def __call__(self, inner: Transport) -> Transport: ...


class Playing(Protocol):
    """Plays tasks of erc3-dev in a workspace."""

    def __call__(
        self,
        workspace: Workspace,
        tasks: Sequence[str] = TASKS,
        *,
        model: Model | None = None,
        around: Wrapping | None = None,
    ) -> RunSummary: ...


def _play(
    workspace: Workspace,
    tasks: Sequence[str] = TASKS,
    *,
    model: Model | None = None,
    around: Wrapping | None = None,
) -> RunSummary:
    benchmark = open_benchmark("erc3-dev", "twin", load_settings({}), seed=0)
    if around is not None:
        benchmark = replace(benchmark, transport=around(benchmark.transport))
    return run_benchmark(
        RunOptions(benchmark="erc3-dev", tasks=tuple(tasks)),
        benchmark=benchmark,
        workspace=workspace,
        model=model or ReplayingModel.load(builtin_recordings("erc3-dev"), match="task"),
        progress=Quiet(),
        sleep=lambda _seconds: None,
    )


@pytest.fixture(scope="session")
def playing() -> Playing:
    return _play


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Workspace]:
    """One run of two tasks for the whole session; nobody may change it."""
    place = tmp_path_factory.mktemp("played") / "place"
    init_workspace(place)
    workspace = Workspace(place)
    return Path(_play(workspace).run_dir), workspace


@pytest.fixture
def run_dir(played: tuple[Path, Workspace], tmp_path: Path) -> Path:
    """A copy of the played run, to be damaged."""
    return Path(shutil.copytree(played[0], tmp_path / "run"))


@pytest.fixture
def place(played: tuple[Path, Workspace]) -> Workspace:
    """The workspace of the played run; nobody may change it."""
    return played[1]
