"""Time and memory of an analysis, on generated run folders.

    python benchmarks/analysis.py [TASKS ...]

Makes a run of each size (default 1000 and 100000 tasks) from the tasks of one played run, every
tenth of them failed, and analyses it in a process of its own: reading, figures, clusters,
proposals and the page. The limits are 5 s for 1,000 tasks, 60 s and 1 GB for 100,000. Prints one
JSON object.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import RunOptions
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace, init_workspace

BENCHMARK = "erc3-dev"
LIMITS = {1_000: (5.0, 1024.0), 100_000: (60.0, 1024.0)}
_KEPT = ("context.json", "response.json", "workflow.json")


def play(scratch: Path) -> Path:
    """Return the folder of a whole run of the benchmark."""
    init_workspace(scratch / "place")
    summary = run_benchmark(
        RunOptions(benchmark=BENCHMARK),
        benchmark=open_benchmark(BENCHMARK, "twin", load_settings({}), seed=0),
        workspace=Workspace(scratch / "place"),
        model=ReplayingModel.load(builtin_recordings(BENCHMARK), match="task"),
    )
    return Path(summary.run_dir)


def generate(source: Path, target: Path, tasks: int) -> None:
    """Write a run of ``tasks`` tasks: copies of those of ``source``, every tenth made wrong."""
    manifest = json.loads((source / "manifest.json").read_text("utf-8"))
    names: list[str] = manifest["tasks"]
    ids = [f"{names[n % len(names)]}-{n}" for n in range(tasks)]
    (target / "tasks").mkdir(parents=True)
    events = []
    for number, task in enumerate(ids):
        name = names[number % len(names)]
        copy(source / "tasks" / name, target / "tasks" / task, task, wrong=number % 10 == 0)
        events += [{"event": "task_started", "task": task}]
        events += [{"event": "task_finished", "task": task}]
    manifest["families"] = {
        task: manifest["families"][names[n % len(names)]] for n, task in enumerate(ids)
    }
    (target / "manifest.json").write_text(json.dumps(manifest | {"tasks": ids}), "utf-8")
    (target / "events.jsonl").write_text("".join(json.dumps(e) + "\n" for e in events), "utf-8")
    shutil.copyfile(source / "summary.json", target / "summary.json")


def copy(source: Path, target: Path, task: str, *, wrong: bool) -> None:
    """Copy what an analysis reads of a task; files that stay equal are linked, which is quicker."""
    target.mkdir()
    for name in _KEPT:
        if (source / name).exists():
            os.link(source / name, target / name)
    for folder in source.glob("round-*"):
        (target / folder.name).mkdir()
        os.link(folder / "decision.json", target / folder.name / "decision.json")
        if json.loads((folder / "decision.json").read_bytes())["executed"] is None:
            os.link(folder / "plan.json", target / folder.name / "plan.json")
    telemetry = json.loads((source / "telemetry.json").read_text("utf-8")) | {"task": task}
    logs = f"FAIL: expected employee link to 'e_{task}' not found" if wrong else ""
    telemetry["score"] = 0.0 if wrong else 1.0
    evaluation = {"score": telemetry["score"], "logs": logs}
    (target / "evaluation.json").write_text(json.dumps(evaluation), "utf-8")
    (target / "telemetry.json").write_text(json.dumps(telemetry), "utf-8")


def measure(run: Path) -> dict[str, float]:
    """Return seconds (wall and processor) and megabytes of the whole command in its own process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    words = ["analyze", str(run), "--suggest", "--html", str(run.parent / "page.html")]
    subprocess.run([sys.executable, "-c", _COMMAND, *words], check=True, stdout=subprocess.DEVNULL)
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    peak = float((run.parent / "page.html.peak").read_text("utf-8"))
    return {
        "seconds": round(wall, 2),
        "processor_s": round(
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2
        ),
        "peak_mb": round(peak, 1),
    }


_COMMAND = """
import resource, sys
from pathlib import Path
from agentic_solver.cli import main
try:
    main()
finally:
    # Of this process and of the largest of its workers.
    peak = sum(resource.getrusage(who).ru_maxrss for who in (
        resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    Path(sys.argv[-1] + ".peak").write_text(str(peak / 1024))
"""


def main(sizes: list[int]) -> None:
    """Print the figures of each size."""
    figures: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        source = play(scratch)
        for tasks in sizes:
            generate(source, scratch / str(tasks), tasks)
            found = measure(scratch / str(tasks))
            seconds, megabytes = LIMITS.get(tasks, (float("inf"), float("inf")))
            within = found["seconds"] <= seconds and found["peak_mb"] <= megabytes
            figures[str(tasks)] = {**found, "within_limits": within}
        # Removing a million files takes longer than all that was measured: say it before.
        print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [1_000, 100_000])
