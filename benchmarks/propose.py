"""Time from the text of a task to the first request to the model.

    python benchmarks/propose.py [RUNS] [BENCHMARK ...]

Plays the benchmarks (default erc3-dev and erc3-prod) RUNS times (default 3) with recorded plans,
the first time to warm up, and measures for each task what passes from its start on the platform to
the moment when the model is asked, less what the platform itself took. Prints medians and 95th
percentiles in milliseconds, of wall time and of processor time (which other programs do not
lengthen), with and without looking for a kept plan, as one JSON object.
"""

import gc
import json
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.transport import Transport, TransportReply
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import RunOptions
from agentic_solver.harness.plan_cache import PlanCacheMode
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.harness.statistics import percentile
from agentic_solver.llm.model import Model, ModelReply, ModelRequest
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace, init_workspace

BENCHMARKS = ("erc3-dev", "erc3-prod")


@dataclass(slots=True)
class Stopwatch:
    """Stands at both seams of one worker."""

    transport: Transport
    model: Model
    name: str = "stopwatch"
    times_ms: list[tuple[float, float]] = field(default_factory=list)
    """Wall time and processor time of each task."""
    _begun: tuple[float, float] | None = None
    _platform: tuple[float, float] = (0.0, 0.0)

    def post(self, path: str, body: JsonObject) -> TransportReply:
        before = _now()
        reply = self.transport.post(path, body)
        after = _now()
        if path == "/tasks/start":
            self._begun, self._platform = after, (0.0, 0.0)
        else:
            wall, work = self._platform
            self._platform = (wall + after[0] - before[0], work + after[1] - before[1])
        return reply

    def complete(self, request: ModelRequest) -> ModelReply:
        if self._begun is not None:
            ends = zip(_now(), self._begun, self._platform, strict=True)
            wall, work = (1000 * (now - begun - outside) for now, begun, outside in ends)
            self.times_ms.append((wall, work))
            self._begun = None
        return self.model.complete(request)


def _now() -> tuple[float, float]:
    return time.perf_counter(), time.thread_time()


def measure(benchmark: str, place: Workspace, mode: PlanCacheMode) -> list[tuple[float, float]]:
    """Return the milliseconds, by the wall and of the processor, of each task that asked."""
    opened = open_benchmark(benchmark, "twin", load_settings({}), seed=0)
    model = ReplayingModel.load(builtin_recordings(benchmark), match="task")
    watch = Stopwatch(opened.transport, model)
    run_benchmark(
        RunOptions(benchmark=benchmark, plan_cache=mode),
        benchmark=replace(opened, transport=watch),
        workspace=place,
        model=watch,
    )
    return watch.times_ms


def main(runs: int, benchmarks: tuple[str, ...] = BENCHMARKS) -> None:
    """Print the figures."""
    figures: dict[str, object] = {"runs": runs}
    with tempfile.TemporaryDirectory() as scratch:
        for benchmark in benchmarks:
            init_workspace(Path(scratch) / benchmark)
            place = Workspace(Path(scratch) / benchmark)
            gc.collect()
            gc.freeze()  # as the command line does
            measure(benchmark, place, "off")
            times = [taken for _ in range(runs - 1) for taken in measure(benchmark, place, "off")]
            # Its key is that of no other benchmark: every task looks, and finds nothing first.
            looking = measure(benchmark, place, "on")
            gc.unfreeze()
            figures[benchmark] = {
                "tasks": len(looking),
                **_spread(times, ""),
                **_spread(looking, "_plan_cache"),
            }
    print(json.dumps(figures))


def _spread(times: list[tuple[float, float]], what: str) -> dict[str, float]:
    wall, work = [one for one, _ in times], [one for _, one in times]
    return {
        f"p50_ms{what}": round(statistics.median(wall), 2),
        f"p95_ms{what}": round(percentile(wall, 0.95), 2),
        f"p50_cpu_ms{what}": round(statistics.median(work), 2),
    }


if __name__ == "__main__":
    main(max(2, int((*sys.argv, "3")[1])), tuple(sys.argv[2:]) or BENCHMARKS)
