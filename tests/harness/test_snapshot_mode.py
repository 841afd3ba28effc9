"""``--snapshot full``: everything is read before the plan runs, and decides nothing else."""

from pathlib import Path

import pytest

from agentic_solver.harness.recorded import read_log
from agentic_solver.harness.replay import replay_run
from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import play

TASKS = ("lead-of-project", "busiest-at-site", "log-in-house-hours", "team-salary-sum-refused")


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    init_workspace(tmp_path / "place")
    return Workspace(tmp_path / "place")


def test_a_full_snapshot_gives_the_same_answers_for_more_calls(workspace: Workspace) -> None:
    lazy, full = play(workspace, TASKS, snapshot="lazy"), play(workspace, TASKS, snapshot="full")
    assert lazy.passed == full.passed == len(TASKS)
    for task in TASKS:
        answers = [
            (Path(run.run_dir) / "tasks" / task / "response.json").read_bytes()
            for run in (lazy, full)
        ]
        assert answers[0] == answers[1]
    assert full.api_calls > 4 * lazy.api_calls
    assert lazy.api_calls_mean == round(lazy.api_calls / len(TASKS), 2)


def test_a_full_snapshot_replays_as_one(workspace: Workspace) -> None:
    summary = play(workspace, TASKS, snapshot="full")
    assert replay_run(Path(summary.run_dir), workspace).tasks == len(TASKS)


@pytest.mark.requirement("S3-A3b")
def test_no_read_of_a_plan_follows_a_full_snapshot(workspace: Workspace) -> None:
    summary = play(workspace, TASKS, snapshot="full")
    calls = read_log(Path(summary.run_dir) / "tasks" / "busiest-at-site" / "calls.jsonl")
    paths = [str(call["path"]) for _, call in calls]
    assert paths[0] == "/whoami"
    assert paths[-2] == "/time/search"
    assert paths[-1] == "/respond"
