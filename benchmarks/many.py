"""Ten thousand tasks in one run: does its memory grow, what does a task leave, is it resumed soon?

    python benchmarks/many.py [TASKS] [WORKERS]

The tasks of erc3-dev are played over and over from recorded plans, by WORKERS (default 2) at a
time, each under an id of its own. Memory is the resident one of all processes of the run, added up:
pages that they share are counted for each. Then the finished run is resumed. The last line is one
JSON object.
"""

import itertools
import json
import multiprocessing
import os
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from agentic_solver.erc3.transport import DirectTransport
from agentic_solver.harness.backend import choose_backend
from agentic_solver.harness.benchmark import Benchmark, open_benchmark
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import RunOptions, TaskResult
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.llm.model import ModelReply, ModelRequest
from agentic_solver.llm.recording import ModelRecord, load_records
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.settings import load_settings
from agentic_solver.twin.platform import Twin
from agentic_solver.workspace import init_workspace

SUITE = "erc3-dev"
PAGE = os.sysconf("SC_PAGE_SIZE")
_MIB = 1 << 20


class Again:
    """Answers the hundredth playing of a task like the first."""

    name = "replay"

    def __init__(self, folder: Path) -> None:
        self._records: dict[str, list[ModelRecord]] = {}
        for record in load_records(folder):
            self._records.setdefault(record.key, []).append(record)

    def complete(self, request: ModelRequest) -> ModelReply:
        start, task, end = request.key.rsplit("/", 2)
        key = f"{start}/{task.rpartition('--')[0]}/{end}"
        once = ReplayingModel(self._records.get(key, []), match="task")
        return once.complete(replace(request, key=key))


@dataclass(slots=True)
class Memory:
    """Notes the memory of the run every so many tasks."""

    every: int
    seen: dict[int, float] = field(default_factory=dict)
    done: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def started(self, run_dir: Path, total: int) -> None: ...

    def finished(self, result: TaskResult) -> None:
        with self.lock:
            self.done += 1
            if self.done % self.every == 0:
                pids = [os.getpid(), *(one.pid or 0 for one in multiprocessing.active_children())]
                self.seen[self.done] = round(sum(map(memory_mb, pids)), 1)
                print(f"{self.done} tasks: {self.seen[self.done]} MB", flush=True)


def memory_mb(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * PAGE / _MIB


def many(benchmark: Benchmark, count: int) -> Benchmark:
    """Return a benchmark of ``count`` tasks: those of another one, again and again."""
    suite = benchmark.suite
    assert suite is not None
    known = itertools.cycle(suite.tasks)
    tasks = tuple(
        task.model_copy(update={"id": f"{task.id}--{n}"})
        for n, task in zip(range(count), known, strict=False)
    )
    twin = Twin(replace(suite, tasks=tasks), seed=0)

    def handle(path: str, body: bytes) -> tuple[int, bytes]:
        reply = twin.handle(path, body)
        return reply.status, reply.body

    return replace(benchmark, suite=twin.suite, transport=DirectTransport(handle))


def main(count: int, workers: int) -> None:
    """Print what the run took."""
    settings = load_settings({})
    options = RunOptions(benchmark=SUITE, workers=workers)
    with tempfile.TemporaryDirectory() as scratch:
        workspace = init_workspace(Path(scratch) / "place")
        benchmark = many(open_benchmark(SUITE, "twin", settings, seed=0), count)
        model = Again(builtin_recordings(SUITE))
        memory = Memory(every=max(1, count // 10))
        summary = run_benchmark(
            options,
            benchmark=benchmark,
            workspace=workspace,
            model=model,
            progress=memory,
            backend=choose_backend(options),
        )
        run = Path(summary.run_dir)
        sizes = [path.stat().st_size for path in run.rglob("*") if path.is_file()]
        started = time.perf_counter()
        again = run_benchmark(
            options,
            benchmark=benchmark,
            workspace=workspace,
            model=model,
            progress=Memory(every=count),
            resume=run,
        )
        resumed_s = time.perf_counter() - started
    first, last = memory.seen[memory.every], memory.seen[memory.every * 10]
    figures = {
        "tasks": summary.tasks,
        "right": summary.passed,
        "right_after_resume": again.passed,
        "workers": workers,
        "tasks_a_second": round(summary.tasks / summary.wall_s, 1),
        "memory_mb": memory.seen,
        "memory_last_over_first": round(last / first, 3),
        "kb_a_task": round(sum(sizes) / 1024 / count, 1),
        "files_a_task": round(len(sizes) / count, 1),
        "resume_s": round(resumed_s, 2),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    main(given[0] if given else 10_000, given[1] if len(given) > 1 else 2)
