"""The option ``--second-look``, as the commands that play share it."""

from typing import Annotated

import typer

from agentic_solver.cli.grouped import MODEL
from agentic_solver.errors import UsageError

__all__ = ["STRENGTHS", "SecondLookOption", "check_strength"]

STRENGTHS = ("off", "shape", "rows", "steps", "auto")

SecondLookOption = Annotated[
    str,
    typer.Option(
        help="off; where a first answer is suspicious, tell the model how many rows there were "
        "(shape), show them (rows), or what it asks for, too (steps); auto: rows where a model "
        "answers, off where recordings do.",
        rich_help_panel=MODEL,
    ),
]


def check_strength(asked: str) -> None:
    """Refuse a word that is no strength.

    Raises:
        UsageError: says which there are.
    """
    if asked not in STRENGTHS:
        raise UsageError(f"unknown second-look {asked!r}: use one of {', '.join(STRENGTHS)}")
