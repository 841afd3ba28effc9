"""Tasks on several processes: the same bytes as in one, and nothing lost with a process."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agentic_solver.harness.verify import verify_run
from agentic_solver.workspace import Workspace, init_workspace

TASKS = "lead-of-project,log-in-house-hours,update-own-wish-in-german,salary-for-hr"
PATIENCE_S = 120.0
pytestmark = pytest.mark.skipif(
    len(os.sched_getaffinity(0)) < 2, reason="one processor: there are only threads"
)

KILLING = """
import multiprocessing, sys
from pathlib import Path
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.models import open_model
from agentic_solver.harness.options import RunOptions
from agentic_solver.harness.processes import Processes
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace

spared = int(sys.argv[2])

class Killing:
    def started(self, run_dir, total):
        self.children = sorted(multiprocessing.active_children(), key=lambda one: one.name)
        for child in self.children[spared:]:
            child.kill()

    def finished(self, result): ...

options = RunOptions(benchmark="erc3-dev", workers=2, max_tasks=6)
benchmark = open_benchmark("erc3-dev", "twin", load_settings({}), seed=0)
summary = run_benchmark(
    options, benchmark=benchmark, workspace=Workspace(Path(sys.argv[1])), progress=Killing(),
    model=open_model(options, benchmark, load_settings({})), backend=Processes(2),
)
print(summary.passed)
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    init_workspace(tmp_path / "place")
    return tmp_path / "place"


def _run(place: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "agentic_solver", "run", *options, "--workspace", str(place),
         "--json"],
        capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip


def _evidence(run: Path) -> dict[str, bytes]:
    """Return what decides, by name; times are not part of it."""
    files = (path for path in (run / "tasks").rglob("*") if path.is_file())
    return {
        str(path.relative_to(run)): path.read_bytes()
        for path in files
        if path.name not in ("telemetry.json", "times.json")
    }


@pytest.mark.slow
def test_processes_leave_the_bytes_that_one_leaves(place: Path) -> None:
    alone, together = (
        json.loads(
            _run(
                place, "erc3-dev", "--proposer", "recorded", "--tasks", TASKS, "--workers", n
            ).stdout
        )
        for n in ("1", "4")
    )
    runs = [Path(summary["run_dir"]) for summary in (alone, together)]
    assert (together["passed"], together["interrupted"]) == (4, False)
    assert _evidence(runs[0]) == _evidence(runs[1])
    assert verify_run(runs[1]).problems == ()
    assert not (runs[1] / "locks").exists()


@pytest.mark.slow
def test_kept_plans_are_found_by_processes(place: Path) -> None:
    command = ("erc3-dev", "--proposer", "recorded", "--tasks", TASKS, "--plan-cache", "on")
    first, second = (json.loads(_run(place, *command, "--workers", "2").stdout) for _ in range(2))
    assert first["plan_cache"]["hits"] == 0
    assert second["plan_cache"]["hits"] > 0
    assert second["passed"] == 4


def _kill_some(place: Path, spared: int) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", KILLING, str(place), str(spared)],
        capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip


@pytest.mark.slow
def test_the_task_of_a_process_that_dies_is_played_by_another(place: Path) -> None:
    done = _kill_some(place, 1)
    assert (done.returncode, done.stdout.strip()) == (0, "6"), done.stderr
    (run,) = Workspace(place).runs.glob("erc3-dev-*")
    assert verify_run(run).problems == ()


@pytest.mark.slow
def test_without_any_process_left_the_run_ends_and_says_so(place: Path) -> None:
    done = _kill_some(place, 0)
    assert done.returncode != 0
    assert "died; the run goes on with --resume" in done.stderr.splitlines()[-1]


@pytest.mark.slow
def test_a_leader_that_is_killed_takes_its_processes_along(place: Path) -> None:
    """They hold the lock of the run, so it can be resumed only once they are gone."""
    leader = subprocess.Popen(
        [sys.executable, "-m", "agentic_solver", "run", "erc3-dev", "--proposer", "recorded",
         "--workers", "2", "--workspace", str(place)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    until = time.monotonic() + PATIENCE_S
    events = place / "runs" / "erc3-dev-001" / "events.jsonl"
    while not (events.is_file() and events.read_bytes().count(b"task_finished") >= 3):
        assert time.monotonic() < until
        assert leader.poll() is None
        time.sleep(0.02)
    leader.send_signal(signal.SIGKILL)
    leader.wait()
    done = _run(place, "--resume", str(events.parent), "--max-tasks", "4", "--workers", "2")
    assert done.returncode == 5, done.stderr
    summary = json.loads(done.stdout)
    assert summary["passed"] == summary["tasks"] >= 7
    assert verify_run(events.parent).problems == ()
