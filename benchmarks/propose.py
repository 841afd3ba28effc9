"""Time from the text of a task to the first request to the model.

    python benchmarks/propose.py [RUNS] [BENCHMARK ...]

Plays the benchmarks (default erc3-dev and erc3-prod) RUNS times (default 3) with recorded plans, the first time to warm up,
and measures for each task what passes from its start on the platform to the moment when the model
is asked, less what the platform itself took. Prints medians and 95th percentiles in milliseconds,
with and without looking for a kept plan, as one JSON object.
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
from agentic_solver.harness.options import RunOptions, TaskResult
from agentic_solver.harness.plan_cache import PlanCacheMode
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.harness.statistics import percentile
from agentic_solver.llm.model import Model, ModelReply, ModelRequest
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace, init_workspace

BENCHMARKS = ("erc3-dev", "erc3-prod")


class Silent:
    """Nobody watches."""

    def started(self, run_dir: Path, total: int) -> None: ...

    def finished(self, result: TaskResult) -> None: ...


@dataclass(slots=True)
class Stopwatch:
    """Stands at both seams of one worker."""

    transport: Transport
    model: Model
    name: str = "stopwatch"
    times_ms: list[float] = field(default_factory=list)
    _begun: float | None = None
    _platform: float = 0.0

    def post(self, path: str, body: JsonObject) -> TransportReply:
        before = time.perf_counter()
        reply = self.transport.post(path, body)
        after = time.perf_counter()
        if path == "/tasks/start":
            self._begun, self._platform = after, 0.0
        else:
            self._platform += after - before
        return reply

    def complete(self, request: ModelRequest) -> ModelReply:
        if self._begun is not None:
            taken = time.perf_counter() - self._begun - self._platform
            self.times_ms.append(taken * 1000)
            self._begun = None
        return self.model.complete(request)


def measure(benchmark: str, place: Workspace, mode: PlanCacheMode) -> list[float]:
    """Return the milliseconds of each task that asked the model."""
    opened = open_benchmark(benchmark, "twin", load_settings({}), seed=0)
    model = ReplayingModel.load(builtin_recordings(benchmark), match="task")
    watch = Stopwatch(opened.transport, model)
    run_benchmark(
        RunOptions(benchmark=benchmark, plan_cache=mode),
        benchmark=replace(opened, transport=watch),
        workspace=place,
        model=watch,
        progress=Silent(),
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
                "p50_ms": round(statistics.median(times), 2),
                "p95_ms": round(percentile(times, 0.95), 2),
                "p50_ms_plan_cache": round(statistics.median(looking), 2),
                "p95_ms_plan_cache": round(percentile(looking, 0.95), 2),
            }
    print(json.dumps(figures))


if __name__ == "__main__":
    main(max(2, int((*sys.argv, "3")[1])), tuple(sys.argv[2:]) or BENCHMARKS)
