"""API calls a task, and what a slow platform makes of them.

    python benchmarks/calls.py [SUITE]

Plays a built-in suite (default erc3-prod) with its recorded plans: calls a task on the mean, at
the median and at most; the same for ``--snapshot full`` on every tenth task. Then every tenth
task on a platform that answers after 50 ms, with 1 and with 4 independent calls at a time. Prints
one JSON object.
"""

import json
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.transport import ConcurrentTransport, Transport, TransportReply
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import RunOptions, RunSummary
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace, init_workspace

LATENCY_S = 0.05
LIMIT = 14.0
_EVERY = 10


class Delayed:
    """A platform that takes its time."""

    def __init__(self, inner: Transport, seconds: float) -> None:
        self._inner = inner
        self._seconds = seconds

    def post(self, path: str, body: JsonObject) -> TransportReply:
        time.sleep(self._seconds)
        return self._inner.post(path, body)


def play(options: RunOptions, *, latency_s: float = 0.0, at_a_time: int = 1) -> RunSummary:
    """Play tasks in a workspace of their own."""
    benchmark = open_benchmark(options.benchmark, "twin", load_settings({}), seed=0)
    if latency_s:
        slow = Delayed(benchmark.transport, latency_s)
        benchmark = replace(benchmark, transport=ConcurrentTransport(slow, at_a_time))
    with tempfile.TemporaryDirectory() as scratch:
        init_workspace(Path(scratch) / "place")
        return run_benchmark(
            options,
            benchmark=benchmark,
            workspace=Workspace(Path(scratch) / "place"),
            model=ReplayingModel.load(builtin_recordings(options.benchmark), match="task"),
        )


def main(suite: str) -> None:
    whole = play(RunOptions(benchmark=suite))
    calls = sorted(one.api_calls for one in whole.results)
    some = tuple(one.task for one in whole.results)[::_EVERY]
    full = play(RunOptions(benchmark=suite, tasks=some, snapshot="full"))
    slow = {
        at_a_time: play(
            RunOptions(benchmark=suite, tasks=some), latency_s=LATENCY_S, at_a_time=at_a_time
        ).wall_s
        for at_a_time in (1, 4)
    }
    result = {
        "suite": suite,
        "tasks": whole.tasks,
        "passed": whole.passed,
        "calls_mean": round(whole.api_calls_mean, 2),
        "calls_median": statistics.median(calls),
        "calls_max": calls[-1],
        "limit": LIMIT,
        "calls_mean_full": round(full.api_calls_mean, 2),
        "slow_tasks": len(some),
        "latency_ms": LATENCY_S * 1000,
        "wall_s_1": round(slow[1], 2),
        "wall_s_4": round(slow[4], 2),
        "speedup": round(slow[1] / slow[4], 2),
    }
    print(f"{suite}: {result['calls_mean']} calls a task, {result['calls_mean_full']} with full")
    print(f"50 ms a call: {result['wall_s_1']} s one at a time, {result['wall_s_4']} s four")
    print(json.dumps(result))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "erc3-prod")
