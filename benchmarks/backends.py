"""What a task costs more on a cluster of this machine than in this process.

    python benchmarks/backends.py [TASKS] [REPEATS]

TASKS (default 40) tasks of erc3-dev are played from recorded plans one at a time: in a thread, in
a forked process, and by a Dask worker, REPEATS times each (default 3). A task's wall time there
less what it took the worker is what carrying it costs. The cluster's start is not counted, the
first task is. The last line is one JSON object.
"""

import json
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from agentic_solver.harness.backend import Backend, Threads, choose_backend
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.models import open_model
from agentic_solver.harness.options import RunOptions
from agentic_solver.harness.processes import Processes
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace, init_workspace

SUITE = "erc3-dev"
BACKENDS: dict[str, Callable[[RunOptions], Backend]] = {
    "process": lambda _options: Processes(1),  # first: a fork comes before threads and databases
    "thread": lambda _options: Threads(1),
    "dask": choose_backend,
}


def carried(name: str, workspace: Workspace, count: int) -> float:
    """Return what a task costs apart from its own time, in ms."""
    settings = load_settings({})
    options = RunOptions(
        benchmark=SUITE, max_tasks=count, backend="dask" if name == "dask" else "local"
    )
    benchmark = open_benchmark(SUITE, "twin", settings, seed=0)
    summary = run_benchmark(
        options,
        benchmark=benchmark,
        workspace=workspace,
        model=open_model(options, benchmark, settings),
        backend=BACKENDS[name](options),
    )
    if summary.passed != count:
        raise SystemExit(f"{name}: {summary.passed} of {count} tasks are right")
    return 1000 * (summary.wall_s - sum(result.wall_s for result in summary.results)) / count


def main(count: int, repeats: int) -> None:
    """Print the medians."""
    found: dict[str, list[float]] = {name: [] for name in BACKENDS}
    with tempfile.TemporaryDirectory() as scratch:
        workspace = init_workspace(Path(scratch) / "place")
        for name, times in found.items():
            times.extend(carried(name, workspace, count) for _ in range(repeats))
    medians = {f"{name}_ms": round(statistics.median(times), 2) for name, times in found.items()}
    extra = round(medians["dask_ms"] - medians["thread_ms"], 2)
    print(json.dumps({"tasks": count, **medians, "dask_over_thread_ms": extra}))


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    main(given[0] if given else 40, given[1] if len(given) > 1 else 3)
