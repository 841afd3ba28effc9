"""Why a task ended as it did: what was expected beside what was answered, and the time it took."""

import os
import shlex
from pathlib import Path
from typing import Any

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.experience.check_line import Wish, wishes_of
from agentic_solver.harness.task_folder import TaskFolder, own_name
from agentic_solver.harness.telemetry import read_times
from agentic_solver.workspace import FOLDERS

__all__ = ["check_command", "expectations", "timeline"]

_BARS = 120
"""Calls that the time line shows."""
_IDLE_S = 0.001
"""Seconds between two calls that are worth a bar: below that only the record is written."""


def expectations(logs: str, response: JsonObject) -> list[dict[str, str]]:
    """Return each line of a grade once, with what it expects and what was answered in its place.

    A line that says neither keeps its words, as ``line``.
    """
    found: list[dict[str, str]] = []
    for line in dict.fromkeys(logs.splitlines()):
        if not line.strip():
            continue
        wishes = wishes_of((line,))
        row = _expectation(wishes[0], response) if wishes else {}
        found.append({"line": line, **row})
    return found


def _expectation(wish: Wish, response: JsonObject) -> dict[str, str]:
    name, answered = " ".join(wish.values), str(response.get("message", ""))
    match wish.about:
        case "outcome":
            wanted = " or ".join(wish.values)
            return _row("outcome", wanted, str(response.get("outcome", "none")))
        case "link":
            return _row("link", name, _links_of(response, wish.values[0]))
        case "no link" if wish.values:
            return _row("link", f"not {name}", name)
        case "no link":
            return _row("link", "none", _links_of(response, ""))
        case "text":
            return _row("message", f"holds {name!r}", answered)
        case "no text":
            return _row("message", f"does not hold {name!r}", answered)
        case "write":
            return _row("change", name, "not made")
        case _:
            return _row("change", "none", "changes were made")


def _row(about: str, expected: str, answered: str) -> dict[str, str]:
    return {"about": about, "expected": expected, "answered": answered}


def _links_of(response: JsonObject, kind: str) -> str:
    links = response.get("links")
    told = [
        f"{link.get('kind')} {link.get('id')}"
        for link in (links if isinstance(links, list) else [])
        if isinstance(link, dict) and kind in ("", link.get("kind"))
    ]
    return ", ".join(told) or "none"


def timeline(folder: TaskFolder) -> list[dict[str, Any]]:
    """Return the calls of a task in the order in which they began, and the engine's work between.

    Each has ``kind`` (model, platform, engine), ``name``, ``at`` and ``seconds`` since the task
    began. Older runs have no times, and a task of many calls only its first ones.

    Raises:
        WorkspaceError: the file of times cannot be read.
    """
    times = read_times(folder)
    calls = [("model", "model", *one) for one in times.model if one is not None]
    calls += [
        ("platform", route, *one)
        for route, waiting in times.platform.items()
        for one in waiting
        if one is not None
    ]
    bars: list[dict[str, Any]] = []
    until = 0.0
    for kind, name, at, seconds in sorted(calls, key=lambda one: one[2]):
        if at - until >= _IDLE_S:
            bars.append(_bar("engine", "engine: SQL and checks", until, at - until))
        bars.append(_bar(kind, name, at, seconds))
        until = max(until, at + seconds)
    return bars[:_BARS]


def _bar(kind: str, name: str, at: float, seconds: float) -> dict[str, Any]:
    return {"kind": kind, "name": name, "at": round(at, 6), "seconds": round(seconds, 6)}


def check_command(run: Path, suite: str, task: str, *, seed: int) -> str:
    """Return the command that checks a plan of a run again; ``{round}`` stands for the round.

    Paths are as they are from the current folder: there the page is written, and read.
    """
    drawn = f" --seed {seed}" if seed else ""
    folder = shlex.quote(f"{_from_here(run)}/tasks/{own_name(task)}")
    plan = f"{folder}/round-{{round}}/plan.json"
    named = f"--suite {suite} --task {shlex.quote(task)}{drawn}"
    return f"agentic-solver check {plan} {named} --commit{_workspace(run)}"


def _workspace(run: Path) -> str:
    """Return the option that names the workspace of a run, where it is not the current folder."""
    place = run.resolve().parent.parent
    if place == Path.cwd() or not all((place / name).is_dir() for name in FOLDERS):
        return ""
    return f" --workspace {shlex.quote(_from_here(place))}"


def _from_here(path: Path) -> str:
    return Path(os.path.relpath(path.resolve())).as_posix()
