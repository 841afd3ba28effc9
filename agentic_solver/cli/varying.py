"""The option ``--vary``, which several commands share."""

from typing import Annotated

import typer

from agentic_solver.cli.grouped import TASKS

__all__ = ["VaryOption"]

VaryOption = Annotated[
    list[str] | None,
    typer.Option(
        "--vary",
        help="Vary the suite: ids, order, page-limit=N, language=CODE, dates=+N or -N, "
        "company=NAME; may be repeated.",
        rich_help_panel=TASKS,
    ),
]
