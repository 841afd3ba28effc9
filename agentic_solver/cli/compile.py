"""``agentic-solver compile``: every rule file to its policy module."""

from pathlib import Path
from typing import Annotated

import typer

from agentic_solver.settings import read_environment
from agentic_solver.workspace import find_workspace

__all__ = ["command"]


def command(
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 if a file is out of date.")
    ] = False,
    workspace: Annotated[Path | None, typer.Option(help="Workspace folder.")] = None,
) -> None:
    """Compile rules/*.yaml into policy/*.py; with --check only say what has drifted."""
    found = find_workspace(workspace, read_environment().workspace)
    # Its libraries take part of a second: help and wrong options are answered without them.
    from agentic_solver.erc3.policydrift import compile_workspace, drifted_files

    if check:
        drifted = drifted_files(found)
        for sentence in drifted:
            typer.echo(sentence, err=True)
        if drifted:
            raise typer.Exit(1)
        print("policy is up to date")
        return
    written = compile_workspace(found)
    for path in written:
        print(f"wrote {path}")
    if not written:
        print("policy is up to date")
