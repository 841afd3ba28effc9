"""Playing a benchmark several times: one run an epoch, one group that says what they tell."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from agentic_solver.analysis import load_run
from agentic_solver.analysis.document import repeat_document
from agentic_solver.analysis.repeat import repeats_of
from agentic_solver.cli.analysis_text import print_repeats
from agentic_solver.errors import AgenticSolverError, ReplayError
from agentic_solver.harness.group import (
    GROUP,
    GroupFolder,
    is_group,
    kept_repeats,
    reopen_group,
    runs_of,
)
from agentic_solver.harness.options import RunSummary

__all__ = ["Epochs", "check_repeats", "play_epochs"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Epochs:
    """What repeated runs came to."""

    path: Path
    document: dict[str, Any]
    summaries: tuple[RunSummary, ...]


def play_epochs(
    benchmark: str,
    epochs: int,
    *,
    runs: Path,
    play: Callable[[int, Callable[[Path], None], Path | None], RunSummary],
    console: Console,
    resume: Path | None = None,
) -> Epochs:
    """Play a benchmark ``epochs`` times and write the group; an ended run ends the group.

    Args:
        benchmark: its name.
        epochs: how many times.
        runs: where run folders go.
        play: plays the run of an epoch, tells its folder as soon as it is there, and goes on with
            the run that it is given, if it is given one.
        console: hears which epoch begins, and the statistics at the end.
        resume: folder of a group that is to go on.
    """
    group = GroupFolder.create(runs, benchmark, epochs) if resume is None else reopen_group(resume)
    begun = runs_of(resume) if resume is not None else ()
    summaries: list[RunSummary] = []
    try:
        for epoch in range(1, epochs + 1):
            console.print(f"epoch {epoch} of {epochs}", highlight=False)
            past = begun[epoch - 1] if epoch <= len(begun) else None
            started = group.add if past is None else _known
            summaries.append(play(epoch, started, past))
            if summaries[-1].interrupted or summaries[-1].stopped:
                break
    except AgenticSolverError:
        group.discard()
        raise
    document = {"group": str(group.path), **_repeats(summaries)}
    group.keep(document["repeats"])
    if document["repeats"] is not None:
        print_repeats(console, document["repeats"])
    console.print(f"group: {group.path}", highlight=False, soft_wrap=True)
    return Epochs(path=group.path, document=document, summaries=tuple(summaries))


def _known(_run: Path) -> None:
    """The group names this run already."""


def _repeats(summaries: list[RunSummary]) -> dict[str, Any]:
    played = [Path(summary.run_dir) for summary in summaries if summary.results]
    records = [load_run(path, partial=True) for path in played]
    return {
        "epochs": [summary.to_json() for summary in summaries],
        "repeats": repeat_document(repeats_of(records)) if records else None,
    }


def check_repeats(path: Path) -> None:
    """Compute the statistics of a group once more and compare; nothing to do for a single run.

    Raises:
        ReplayError: the group's document says something else; names the field.
        WorkspaceError: the group or a run of it is broken.
    """
    kept = kept_repeats(path) if is_group(path) else None
    if kept is None:
        return
    records = [load_run(run, partial=True) for run in runs_of(path)]
    again = json.loads(json.dumps(repeat_document(repeats_of(records))))
    for name, value in again.items():
        if kept.get(name) != value:
            raise ReplayError(f"{path / GROUP}: {name} is not what the runs of the group tell")
