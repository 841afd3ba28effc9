"""``agentic-solver audit``: does any answer of a run follow what its caller may not see?"""

import sys
from pathlib import Path
from typing import Annotated

import typer

from agentic_solver.settings import read_environment
from agentic_solver.workspace import find_workspace

__all__ = ["command"]


def command(
    run_dir: Annotated[Path, typer.Argument(help="Folder of a run.")],
    workspace: Annotated[
        Path | None, typer.Option(help="The workspace that the run was played with.")
    ] = None,
) -> None:
    """Decide a run again with other hidden values; exit 1 if an answer differs."""
    place = find_workspace(workspace, read_environment().workspace)
    # The engine takes a second: help and wrong options are answered without it.
    from agentic_solver.cli.counting import counting
    from agentic_solver.redteam.audit import audit_run

    with counting() as count:
        report = audit_run(run_dir, place, count)
    for found in report.differences:
        print(f"{found.task}: another answer once {found.cells} hidden values are others")
    for task in report.untold:
        print(f"{task}: asks for records that the run does not have, so nothing can be said")
    told = len(report.audited) - len(report.untold)
    print(
        f"{_tasks(len(report.audited))} with hidden values, {len(report.open)} without; "
        f"{told} judged, {len(report.untold)} not: "
        f"{len(report.differences)} with another answer"
    )
    if not told:
        print("nothing was judged, so this says nothing about the run")
    if not report.holds:
        sys.exit(1)


def _tasks(count: int) -> str:
    return "1 task" if count == 1 else f"{count} tasks"
