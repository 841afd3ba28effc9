"""Harness overhead a task on recorded plans: everything but the model and the platform's own time.

    python benchmarks/overhead.py [RUNS]

Plays the built-in benchmark RUNS times (default 5) in one process, leaves the first run out as
warm-up, and prints the medians as one JSON object.
"""

import gc
import json
import statistics
import sys
import tempfile
from pathlib import Path

from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import RunOptions
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace, init_workspace

BENCHMARK = "erc3-dev"


def main(runs: int) -> None:
    """Print p50, p95 and calls a task over ``runs`` runs."""
    p50: list[float] = []
    p95: list[float] = []
    tasks = calls = 0
    with tempfile.TemporaryDirectory() as scratch:
        init_workspace(Path(scratch) / "place")
        workspace = Workspace(Path(scratch) / "place")
        gc.collect()
        gc.freeze()  # as the command line does
        for _ in range(runs + 1):
            summary = run_benchmark(
                RunOptions(benchmark=BENCHMARK),
                benchmark=open_benchmark(BENCHMARK, "twin", load_settings({}), seed=0),
                workspace=workspace,
                model=ReplayingModel.load(builtin_recordings(BENCHMARK), match="task"),
            )
            p50.append(summary.overhead_ms_p50)
            p95.append(summary.overhead_ms_p95)
            tasks, calls = summary.tasks, summary.api_calls
    gc.unfreeze()
    figures = {
        "tasks": tasks,
        "runs": runs,
        "overhead_ms_p50": round(statistics.median(p50[1:]), 2),
        "overhead_ms_p95": round(statistics.median(p95[1:]), 2),
        "api_calls_per_task": round(calls / max(1, tasks), 2),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
