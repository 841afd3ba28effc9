"""Waiting side by side: a model that takes 2 s and a platform that takes 50 ms a call.

    python benchmarks/latency.py [TASKS] [WORKERS]

Plays TASKS (default 103) tasks of a built-in benchmark with WORKERS (default 16) workers. The
ideal is the sum of all waiting over the workers, or the longest task if that is more; the wall
time beside it is the last line, one JSON object.
"""

import json
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.transport import Transport, TransportReply
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import RunOptions
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.llm.model import Model, ModelReply, ModelRequest
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace, init_workspace

BENCHMARK = "erc3-dev"
MODEL_S, PLATFORM_S = 2.0, 0.05


@dataclass(slots=True)
class Waiting:
    """Adds up what was waited, by thread of the run."""

    total: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def wait(self, seconds: float) -> None:
        with self.lock:
            self.total += seconds
        time.sleep(seconds)


@dataclass(frozen=True, slots=True)
class SlowTransport:
    """A platform at a distance."""

    inner: Transport
    waiting: Waiting

    def post(self, path: str, body: JsonObject) -> TransportReply:
        self.waiting.wait(PLATFORM_S)
        return self.inner.post(path, body)


@dataclass(frozen=True, slots=True)
class SlowModel:
    """A model that thinks."""

    inner: Model
    waiting: Waiting

    @property
    def name(self) -> str:
        return self.inner.name

    def complete(self, request: ModelRequest) -> ModelReply:
        self.waiting.wait(MODEL_S)
        return self.inner.complete(request)


def main(count: int, workers: int) -> None:
    """Print the wall time beside the ideal one."""
    opened = open_benchmark(BENCHMARK, "twin", load_settings({}), seed=0)
    specs = opened.suite.tasks if opened.suite else ()
    waiting = Waiting()
    with tempfile.TemporaryDirectory() as scratch:
        init_workspace(Path(scratch) / "place")
        started = time.perf_counter()
        summary = run_benchmark(
            RunOptions(
                benchmark=BENCHMARK,
                tasks=tuple(spec.id for spec in specs[:count]),
                workers=workers,
            ),
            benchmark=replace(opened, transport=SlowTransport(opened.transport, waiting)),
            workspace=Workspace(Path(scratch) / "place"),
            model=SlowModel(
                ReplayingModel.load(builtin_recordings(BENCHMARK), match="task"), waiting
            ),
        )
        whole_s = time.perf_counter() - started
    longest = max((one.model_s or 0) + (one.platform_s or 0) for one in summary.results)
    ideal = max(waiting.total / workers, longest)
    figures = {
        "tasks": summary.tasks,
        "right": summary.passed,
        "workers": workers,
        "waited_s": round(waiting.total, 1),
        "ideal_s": round(ideal, 2),
        "wall_s": summary.wall_s,
        "with_start_and_end_s": round(whole_s, 2),
        "wall_over_ideal": round(summary.wall_s / ideal, 3),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    asked = [int(text) for text in sys.argv[1:]]
    main(asked[0] if asked else 103, asked[1] if len(asked) > 1 else 16)
