"""``agentic-solver analyze``: understand a run after it ended, or compare two."""

from pathlib import Path
from typing import Annotated

import typer

from agentic_solver.errors import UsageError
from agentic_solver.settings import read_environment

__all__ = ["command"]


def command(
    run: Annotated[Path, typer.Argument(help="Folder of a run, or of a group of repeated runs.")],
    second: Annotated[
        Path | None, typer.Argument(help="Another folder to compare with it, task by task.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Compare runs of other engines or gradings, too.")
    ] = False,
    partial: Annotated[
        bool, typer.Option("--partial", help="Accept a run that was not played to its end.")
    ] = False,
    make_suggestions: Annotated[
        bool, typer.Option("--suggest", help="Propose edits, each with its evidence.")
    ] = False,
    emit: Annotated[
        bool, typer.Option("--emit-regressions", help="Write a replayable case for each failure.")
    ] = False,
    into: Annotated[Path, typer.Option(help="Folder that receives the cases.")] = Path("replays"),
    html: Annotated[
        Path | None, typer.Option(help="Write everything as one HTML page to this file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
    workspace: Annotated[
        Path | None, typer.Option(help="The workspace that the run was played with.")
    ] = None,
) -> None:
    """Understand a run after it ended: failures, figures, comparison, proposals, regressions."""
    if emit and second is not None:
        raise UsageError("--emit-regressions takes one run: leave the second one out")
    settings = read_environment()
    # The engine takes most of a second: help and wrong options are answered without it.
    from agentic_solver.cli.analyzing import Wanted, analyze

    wanted = Wanted(
        partial=partial,
        force=force,
        suggestions=make_suggestions,
        cases=into if emit else None,
        page=html,
        workspace=workspace,
    )
    analyze(run, second, wanted, settings, as_json=as_json)
