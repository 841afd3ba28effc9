"""How good is the harness on a company that nobody developed against?

    python scripts/unseen.py SUITE WORKSPACE [--workers N] [--recordings DIR] [--record-to DIR]
                             [--second-look MODE]

SUITE is the folder of a suite that its authors wrote without knowledge of the engine; WORKSPACE is
made where it is not there. The wiki is read by the model (`acquire`, unless the workspace has its
rules), every task is played once (the first try), the lessons of every other task are learnt from
that run (`experience learn`), and the tasks between them are played once more with what was learnt.

The first try is without a second look; unless it is off, every task is then played once more with
one (shape, rows or steps), before anything is learnt. Anthropic's model is asked, or the
recordings of DIR are played again. Printed as the last line is one JSON object: tasks; first_try,
shares of tasks that are right: all, and of the half that is played again; second_look, of all,
with its model calls a task, or null; after_learning, of the half; patches that were learnt; model,
reader and API calls and input and output tokens a task of the first run; and wrong, the tasks of
the first run that are not right, with the first check that failed. Exit code 1 if a command fails.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Line = dict[str, Any]
_COMMAND = (sys.executable, "-m", "agentic_solver")


def tell(workspace: Path, *words: str) -> str:
    """Run a command of the harness in a workspace and return what it prints.

    Raises:
        SystemExit: it failed; with its own message.
    """
    asked = [*_COMMAND, *words, "--workspace", str(workspace)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):  # 1: some task is not right
        raise SystemExit(f"{' '.join(words[:2])} failed: {done.stderr.strip()}")
    return done.stdout


def play(workspace: Path, suite: Path, rest: Sequence[str], tasks: Sequence[str] = ()) -> Line:
    """Play a suite, or some tasks of it, and return the summary of the run."""
    chosen = ("--tasks", ",".join(tasks)) if tasks else ()
    told: Line = json.loads(tell(workspace, "run", str(suite), "--json", *chosen, *rest))
    return told


def right(summary: Line, tasks: Sequence[str]) -> float:
    """Return the share of some tasks that a run got right."""
    scores = {one["task"]: one["score"] for one in summary["results"]}
    got = sum(1 for task in tasks if scores[task] == 1.0)
    return round(got / len(tasks), 4)


def looked(summary: Line, tasks: Sequence[str]) -> Line:
    """Return what a run with a second look came to."""
    planned = summary["model_calls"] - summary["reader_calls"]
    return {"right": right(summary, tasks), "model_calls": round(planned / len(tasks), 3)}


def measure(suite: Path, workspace: Path, rest: Sequence[str], look: str = "rows") -> Line:
    """Return the figures of a suite."""
    if not workspace.is_dir():
        made = subprocess.run(
            [*_COMMAND, "init", str(workspace)], capture_output=True, text=True, check=False
        )
        if made.returncode:
            raise SystemExit(made.stderr.strip())
    blind = ("--second-look", "off", *rest)
    first = play(workspace, suite, ("--acquire", "auto", "--keep-rules", *blind))
    tasks = [one["task"] for one in first["results"]]
    again = tasks[1::2]
    seen = None
    if look != "off":
        seen = looked(play(workspace, suite, ("--second-look", look, *rest)), tasks)
    learnt = tell(workspace, "experience", "learn", first["run_dir"])
    second = play(workspace, suite, ("--experience", "read", *blind), again)
    each = len(tasks)
    return {
        "suite": suite.name,
        "tasks": each,
        "first_try": {"all": right(first, tasks), "half": right(first, again)},
        "second_look": seen,
        "after_learning": right(second, again),
        "learnt": sum(bool(line.strip()) for line in learnt.splitlines()),
        "model_calls": round((first["model_calls"] - first["reader_calls"]) / each, 3),
        "reader_calls": round(first["reader_calls"] / each, 3),
        "api_calls": round(first["api_calls"] / each, 1),
        "input_tokens": round(first["input_tokens"] / each),
        "output_tokens": round(first["output_tokens"] / each),
        "wrong": {
            one["task"]: one["first_failed_check"]
            for one in first["results"]
            if one["score"] != 1.0
        },
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("suite", type=Path)
    parser.add_argument("workspace", type=Path)
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--recordings", type=Path, help="play recorded replies again")
    parser.add_argument("--record-to", type=Path, help="folder that receives the replies")
    parser.add_argument("--second-look", default="rows", help="shape, rows, steps or off")
    options = parser.parse_args(arguments)
    if not options.suite.is_dir():
        raise SystemExit(f"there is no suite at {options.suite}: name the folder of one")
    rest = ["--workers", str(options.workers)]
    if options.recordings is not None:
        rest += ["--proposer", "recorded", "--recordings", str(options.recordings)]
    else:
        rest += ["--proposer", "anthropic"]
    if options.record_to is not None:
        rest += ["--record-to", str(options.record_to)]
    print(json.dumps(measure(options.suite, options.workspace, rest, options.second_look)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
