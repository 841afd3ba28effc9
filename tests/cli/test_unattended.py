"""A run that nobody attends: chosen tasks end to end, with a response in form for each."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.plan import Plan
from agentic_solver.workspace import init_workspace

TASKS = (
    "lead-of-project",
    "peer-salary-refused",
    "log-in-house-hours",
    "two-people-share-first-name",
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play some tasks with stdin closed; return the folder of the run."""
    place = tmp_path_factory.mktemp("place")
    init_workspace(place)
    done = subprocess.run(
        [sys.executable, "-m", "agentic_solver", "run", "erc3-dev", "--proposer", "recorded",
         "--tasks", ",".join(TASKS), "--workspace", str(place), "--json"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    totals = json.loads(done.stdout)
    assert (totals["tasks"], totals["passed"]) == (len(TASKS), len(TASKS))
    return Path(totals["run_dir"])


@pytest.mark.requirement("S3-1a", "S3-11b")
def test_chosen_tasks_are_played_to_the_end_with_one_response_each(run: Path) -> None:
    assert {path.name for path in (run / "tasks").iterdir()} == set(TASKS)
    assert len(list(run.glob("tasks/*/response.json"))) == len(TASKS)


@pytest.mark.requirement("S3-9.B2")
def test_every_response_of_a_run_is_in_form(run: Path) -> None:
    outcomes = set()
    for path in run.glob("tasks/*/response.json"):
        response = AgentResponse.model_validate_json(path.read_text("utf-8"))
        outcomes.add(response.outcome.value)
    assert outcomes == {"ok_answer", "denied_security", "none_clarification_needed"}


@pytest.mark.slow
@pytest.mark.requirement("S3-5.2a", "S3-5.2l")
@pytest.mark.parametrize("task", TASKS)
def test_the_plan_of_a_run_alone_gives_the_decision_again(
    task: str, run: Path, tmp_path: Path
) -> None:
    folder = run / "tasks" / task / "round-1"
    kept = json.loads((folder / "plan.json").read_text("utf-8"))
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps(kept["plan"]), encoding="utf-8")
    Plan.model_validate_json(plan.read_text("utf-8"))
    place = ["--workspace", str(run.parents[1])]
    words = ["check", str(plan), "--suite", "erc3-dev", "--task", task, "--commit", *place]
    words += ["--json"]
    again = json.loads(CliRunner().invoke(app, words).stdout)
    before = json.loads((folder / "decision.json").read_text("utf-8"))
    assert set(again) == {*before, "grade", "hints"}
    assert {k for k in before if before[k] != again[k]} == set()
    extra = {**kept["plan"], "thoughts": "none"}
    plan.write_text(json.dumps(extra), encoding="utf-8")
    refused = CliRunner().invoke(app, words)
    assert refused.exit_code != 0
