"""``agentic-solver init DIR``: a workspace to work in."""

from pathlib import Path
from typing import Annotated

import typer

from agentic_solver.workspace import FOLDERS, init_workspace

__all__ = ["command"]


def command(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="An empty folder, or one that does not exist.")
    ],
) -> None:
    """Unpack a fresh workspace into an empty folder."""
    made = init_workspace(folder)
    print(f"{made.root} is a workspace: {', '.join(FOLDERS)}")
    print(f"next: cd {made.root} && agentic-solver run erc3-prod")
