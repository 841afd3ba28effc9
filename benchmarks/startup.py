"""Start-up: help, what is refused, and a run up to its first task, beside ``inspect --help``.

The engine is imported by the first task, so that the whole run of one task is timed, too.

    python benchmarks/startup.py [REPEATS]

Every repeat (default 5) starts each of them once, in turn. The last line is one JSON object:
medians in seconds, and their ratios to ``inspect --help`` (extra ``inspect``; null without it).
"""

import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from agentic_solver.workspace import init_workspace

OURS = (sys.executable, "-m", "agentic_solver")
INSPECT = Path(sys.executable).parent / "inspect"


def ended(command: tuple[str, ...]) -> float:
    """Return the seconds that a command takes."""
    started = time.perf_counter()
    subprocess.run(command, capture_output=True, check=False)
    return time.perf_counter() - started


def one_task(place: Path) -> tuple[str, ...]:
    """Return the command that plays one task."""
    return (*OURS, "run", "erc3-dev", "--tasks", "lead-of-project", "--proposer", "recorded",
            "--workspace", str(place))  # fmt: skip


def first_task(place: Path) -> float:
    """Return the seconds until a run of one task says that it begins with its tasks."""
    started = time.perf_counter()
    with subprocess.Popen(one_task(place), stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        told = next((line for line in run.stdout if line.startswith("run ")), "")
        seconds = time.perf_counter() - started
        run.stdout.read()
    if run.returncode or not told:
        raise SystemExit("the run did not begin")
    return seconds


def main(repeats: int) -> None:
    """Print medians and ratios."""
    with tempfile.TemporaryDirectory() as scratch:
        # Of the commands that are started. An installed package has byte code; a checkout gets it.
        os.environ["PYTHONUNBUFFERED"] = "1"  # noqa: TID251
        os.environ["PYTHONDONTWRITEBYTECODE"] = ""  # noqa: TID251
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(scratch) / "byte-code")  # noqa: TID251
        place = Path(scratch) / "place"
        init_workspace(place)
        measures: dict[str, Callable[[], float]] = {
            "help": lambda: ended((*OURS, "--help")),
            "wrong_option": lambda: ended((*OURS, "attack", "erc3-dev", "--nope")),
            "missing_suite": lambda: ended((*OURS, "attack", "nothing-like-it")),
            "missing_workspace": lambda: ended((*OURS, "run", "erc3-dev", "--workspace", "/no")),
            "first_task": lambda: first_task(place),
            "one_task": lambda: ended(one_task(place)),
        }
        if INSPECT.is_file():
            measures["inspect_help"] = lambda: ended((str(INSPECT), "--help"))
        taken: dict[str, list[float]] = {name: [] for name in measures}
        for measure in measures.values():  # byte code and the disk's cache, for everybody
            with contextlib.suppress(OSError):
                measure()
        for _ in range(repeats):
            for name, measure in measures.items():
                taken[name].append(measure())
    medians = {name: statistics.median(seconds) for name, seconds in taken.items()}
    beside = medians.get("inspect_help")
    figures: dict[str, float | None] = {
        f"{name}_s": round(value, 3) for name, value in medians.items()
    }
    for name in (name for name in measures if name != "inspect_help"):
        figures[f"{name}_over_inspect"] = round(medians[name] / beside, 3) if beside else None
    print(json.dumps(figures))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
