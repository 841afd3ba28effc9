"""``agentic-solver replay``: re-validate a run offline, byte by byte."""

from pathlib import Path
from typing import Annotated

import typer

from agentic_solver.settings import read_environment
from agentic_solver.workspace import find_workspace

__all__ = ["command"]


def command(
    run_dir: Annotated[Path, typer.Argument(help="Folder of a run, or of a group of them.")],
    workspace: Annotated[
        Path | None, typer.Option(help="The workspace that the run was played with.")
    ] = None,
    any_prompt: Annotated[
        bool,
        typer.Option("--any-prompt", help="Do not compare what the model was asked."),
    ] = False,
) -> None:
    """Re-validate a run offline; exit 1 at the first byte that differs."""
    place = find_workspace(workspace, read_environment().workspace)
    # The engine takes a second: help and wrong options are answered without it.
    from agentic_solver.cli.counting import counting
    from agentic_solver.cli.repeating import check_repeats
    from agentic_solver.contracts.wording import counted
    from agentic_solver.harness.group import runs_of
    from agentic_solver.harness.replay import replay_run

    runs = runs_of(run_dir)
    for one in runs:
        name = f"{one.name}: " if len(runs) > 1 else ""
        with counting(one.name if len(runs) > 1 else "") as count:
            report = replay_run(one, place, any_prompt=any_prompt, on_step=count)
        print(f"{name}{counted(report.tasks, 'task')}, {counted(report.files, 'file')}: identical")
        for note in report.notes:
            print(note)
    check_repeats(run_dir)
