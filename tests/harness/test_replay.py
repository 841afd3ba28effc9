"""Replay: byte-identical from a run's own records, and loud where anything differs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from agentic_solver.errors import ModelUnavailableError, ReplayError, WorkspaceError
from agentic_solver.harness.replay import replay_run
from agentic_solver.llm.model import ModelReply, ModelRequest
from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import play

TASKS = ("lead-of-project", "busiest-at-site", "log-in-house-hours", "team-salary-sum-refused")


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    init_workspace(tmp_path / "place")
    return Workspace(tmp_path / "place")


def decided(run_dir: str) -> dict[str, str]:
    names = ("plan.json", "decision.json", "response.json", "workflow.json", "context.json")
    root = Path(run_dir) / "tasks"
    return {
        str(path.relative_to(root)): path.read_text(encoding="utf-8")
        for path in sorted(root.rglob("*.json"))
        if path.name in names
    }


@pytest.mark.requirement("S3-C3c", "S3-7.3a", "S3-9.C2", "S3-11d")
def test_replay_is_byte_identical(workspace: Workspace) -> None:
    summary = play(workspace, TASKS)
    report = replay_run(Path(summary.run_dir), workspace)
    assert report.tasks == len(TASKS)
    assert report.files >= 5 * len(TASKS)


@pytest.mark.slow
@pytest.mark.requirement("S4-8d")
def test_replay_does_not_depend_on_the_hash_seed(workspace: Workspace, repo_root: Path) -> None:
    summary = play(workspace, TASKS)
    for seed in ("1", "4242"):
        done = subprocess.run(
            [sys.executable, "-m", "agentic_solver", "replay", summary.run_dir,
             "--workspace", str(workspace.root)],
            cwd=repo_root, env={"PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert "identical" in done.stdout


@pytest.mark.requirement("S3-1e", "S3-7.1c")
def test_two_runs_decide_the_same_whatever_the_worker_count(workspace: Workspace) -> None:
    first, second = play(workspace, TASKS), play(workspace, TASKS, workers=4)
    assert decided(first.run_dir) == decided(second.run_dir)
    assert [r.task for r in second.results] == list(TASKS)


@pytest.mark.requirement("S3-C4a")
@pytest.mark.parametrize(
    ("file", "change"),
    [
        ("round-1/plan.json", ('"id"', '"ib"')),
        ("round-1/decision.json", ('"verdict": "accept"', '"verdict": "retry"')),
        ("response.json", ('"ok_answer"', '"ok_not_found"')),
    ],
)
def test_a_changed_record_fails_and_says_where(
    workspace: Workspace, file: str, change: tuple[str, str]
) -> None:
    summary = play(workspace, ("lead-of-project",))
    path = Path(summary.run_dir) / "tasks" / "lead-of-project" / file
    text = path.read_text(encoding="utf-8")
    assert change[0] in text
    path.write_text(text.replace(*change, 1), encoding="utf-8")
    with pytest.raises(ReplayError, match=rf"lead-of-project, {file}, line \d+, column \d+"):
        replay_run(Path(summary.run_dir), workspace)


@pytest.mark.requirement("S3-C4a", "S3-7.1.2c")
def test_a_changed_payload_is_noticed(workspace: Workspace) -> None:
    summary = play(workspace, ("lead-of-project",))
    path = Path(summary.run_dir) / "tasks" / "lead-of-project" / "calls.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    number = next(i for i, line in enumerate(lines) if "/projects/get" in line)
    record = json.loads(lines[number])
    record["text"] = record["text"].replace("Lead", "Ops")
    lines[number] = json.dumps(record)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(ReplayError, match="lead-of-project"):
        replay_run(Path(summary.run_dir), workspace)


def test_a_folder_that_is_no_run_is_refused(workspace: Workspace, tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="not a run folder"):
        replay_run(tmp_path, workspace)


class InterruptedQuery:
    """DuckDB's answer to Ctrl-C: an exception that is no KeyboardInterrupt."""

    name = "interrupted"

    def complete(self, request: ModelRequest) -> ModelReply:
        raise RuntimeError("Query interrupted")


def test_ctrl_c_in_a_query_ends_the_run(workspace: Workspace) -> None:
    summary = play(workspace, TASKS, model=InterruptedQuery())
    assert summary.interrupted
    assert summary.results == ()


class Silence:
    """A model that never answers."""

    name = "nobody"

    def complete(self, request: ModelRequest) -> ModelReply:
        raise ModelUnavailableError("the model did not answer: overloaded (529)")


def test_a_run_without_a_model_replays_and_counts_its_faults(workspace: Workspace) -> None:
    summary = play(workspace, TASKS, model=Silence())
    assert summary.model_calls > 0
    assert sum(result.model_faults for result in summary.results) == summary.model_calls
    assert replay_run(Path(summary.run_dir), workspace).tasks == summary.tasks
