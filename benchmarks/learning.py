"""Does a run that learns do better than one that does not? Two arms, paired, tested exactly.

    python benchmarks/learning.py suite DIR                    write the suite to DIR/suite
    python benchmarks/learning.py play with DIR [RUN OPTIONS]      first half, then second half
    python benchmarks/learning.py play without DIR [RUN OPTIONS]   the second half alone
    python benchmarks/learning.py compare DIR                  prints one JSON object
    python benchmarks/learning.py recorded DIR                 both arms from DIR/rec_with and
                                                               DIR/rec_without, then compare

The suite (``benchmarks/conventions``) is Kittiwake Exhibits with a grader that follows conventions
of its own: see its templates. Both arms have a workspace of their own without any experience; they
differ in ``--experience learn`` and nothing else. RUN OPTIONS are those of ``run``, such as
``--proposer anthropic --record-to DIR/rec_with``.
"""

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from agentic_solver.contracts.patch import PatchStatus
from agentic_solver.erc3.experience.governance import Governance
from agentic_solver.erc3.experience.seed import read_experience
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.harness.pairing import pair
from agentic_solver.twin.suite import builtin_suites, load_suite
from agentic_solver.workspace import Workspace, init_workspace

ARMS = ("without", "with")
_SOURCE = Path(__file__).parent / "conventions"
_UNCHANGED = ("code", "policy", "rules", "tools")
"""Entries of a manifest that hold the digests of all that decides."""


def write_suite(place: Path) -> Path:
    """Return the suite under ``place``: its own templates, the company of a built-in suite."""
    suite = place / "suite"
    if not suite.exists():
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(_SOURCE, suite, ignore=ignored)
        for part in ("wikis", "worlds"):
            shutil.copytree(builtin_suites()["erc3-dev"] / part, suite / part, ignore=ignored)
    return suite


def halves(suite: Path) -> tuple[list[str], list[str]]:
    """Return the tasks of the first and the second half: every template takes turns."""
    ids = [task.id for task in load_suite(suite).tasks]
    ids.sort(key=lambda one: (int(one.rpartition("-")[2]), one))
    return ids[: len(ids) // 2], ids[len(ids) // 2 :]


def workspace(place: Path, arm: str) -> Path:
    """Return the workspace of an arm, which knows nothing to begin with."""
    root = place / f"ws_{arm}"
    if not root.exists():
        init_workspace(root)
        (root / "experience" / "seed.yaml").unlink()
    return root


def play(place: Path, arm: str, options: list[str]) -> int:
    """Play an arm with the command that a user would give; return its exit code."""
    suite, root = write_suite(place), workspace(place, arm)
    first, second = halves(suite)
    tasks = [*first, *second] if arm == "with" else second
    command = [sys.executable, "-m", "agentic_solver", "run", str(suite), "--workspace", str(root),
               "--tasks", ",".join(tasks), "--workers", "1",
               "--experience", "learn" if arm == "with" else "off", *options]  # fmt: skip
    return subprocess.run(command, check=False).returncode


def compare(place: Path) -> dict[str, Any]:
    """Return the figures of both arms on the second half, and the patches that were told in it."""
    _, second = halves(write_suite(place))
    runs = {arm: sorted((place / f"ws_{arm}" / "runs").glob("*/summary.json"))[-1].parent
            for arm in ARMS}  # fmt: skip
    scores = {}
    for arm, run in runs.items():
        results = {one["task"]: one["score"] for one in _read(run / "summary.json")["results"]}
        scores[arm] = {task: results[task] for task in second}
    figures = pair(scores["without"], scores["with"])
    manifests = {arm: _read(run / "manifest.json") for arm, run in runs.items()}
    shown = {name: _digest(manifests["with"][name]) for name in _UNCHANGED}
    return {
        "tasks": len(second),
        "right": {arm: sum(score == 1.0 for score in scores[arm].values()) for arm in ARMS},
        "better": figures.better,
        "worse": figures.worse,
        "equal": figures.equal,
        "p_value": figures.p_value,
        "patches": _patches(place, runs["with"], [t for t in second
                            if scores["with"][t] > scores["without"][t]]),
        "unchanged": {name: manifests["with"][name] == manifests["without"][name]
                      for name in _UNCHANGED},
        "digests": shown,
        "runs": {arm: str(run) for arm, run in runs.items()},
    }  # fmt: skip


def _patches(place: Path, run: Path, better: list[str]) -> list[dict[str, Any]]:
    """Return the patches that better tasks were told, the most often told first."""
    told: dict[str, list[str]] = {}
    for task in better:
        path = run / "tasks" / task / "experience.json"
        for patch, _text in _read(path) if path.exists() else []:
            told.setdefault(patch, []).append(task)
    root = Workspace(place / "ws_with")
    with read_experience(root.experience, Governance(load_catalog(root.tools))) as store:
        entries = {entry.patch.id: entry for entry in store.entries()}
    return [
        {
            "patch": patch,
            "told_in_better": len(tasks),
            "guidance": entries[patch].patch.guidance,
            "status": PatchStatus(entries[patch].status).value,
            "from": [one.task for one in entries[patch].provenances],
        }
        for patch, tasks in sorted(told.items(), key=lambda item: -len(item[1]))
    ]


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def main(arguments: list[str]) -> int:
    """Run one of the commands above."""
    match arguments:
        case ["suite", place]:
            print(write_suite(Path(place)))
        case ["play", ("with" | "without") as arm, place, *options]:
            return play(Path(place), arm, options)
        case ["compare", place]:
            print(json.dumps(compare(Path(place)), indent=1))
        case ["recorded", place]:
            for side in ARMS:
                recordings = str(Path(place) / f"rec_{side}")
                code = play(Path(place), side, ["--proposer", "recorded",
                                               "--recordings", recordings])  # fmt: skip
                if code not in (0, 1):
                    return code
            print(json.dumps(compare(Path(place)), indent=1))
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
