"""Plans belong to the seed they were recorded for."""

from pathlib import Path

import pytest

from agentic_solver.errors import UsageError
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.models import open_model
from agentic_solver.harness.options import RunOptions
from agentic_solver.harness.replay import replay_run
from agentic_solver.llm.recording import RecordingModel
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import play as play_tasks
from tests.twin.test_drawing import make

SETTINGS = load_settings({})


def play(workspace: Workspace, suite: Path, recordings: Path, seed: int) -> Path:
    """Record one useless reply for a task of a drawn suite; return the run."""
    summary = play_tasks(
        workspace,
        ("pause",),
        suite=str(suite),
        model=RecordingModel(ScriptedModel(["no plan"] * 2), recordings),
        seed=seed,
        rounds=1,
    )
    return Path(summary.run_dir)


def test_recordings_of_another_seed_are_refused(tmp_path: Path) -> None:
    init_workspace(tmp_path / "place")
    workspace, suite, kept = Workspace(tmp_path / "place"), tmp_path / "toy", tmp_path / "kept"
    make(suite)
    run = play(workspace, suite, kept, seed=4)
    assert replay_run(run, workspace).tasks == 1
    options = RunOptions(benchmark=str(suite), recordings=str(kept))
    same = open_benchmark(str(suite), "twin", SETTINGS, seed=4)
    assert open_model(options, same, SETTINGS).name
    other = open_benchmark(str(suite), "twin", SETTINGS, seed=5)
    with pytest.raises(UsageError, match="recorded for seed 4, not for seed 5: use --seed 4"):
        open_model(options, other, SETTINGS)
