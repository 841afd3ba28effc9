"""What the commands that put a guard in front of a platform share."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agentic_solver.settings import read_environment
from agentic_solver.workspace import find_workspace

if TYPE_CHECKING:
    from starlette.middleware import Middleware

    from agentic_solver.harness.guard_server import GuardOptions
    from agentic_solver.twin.platform import Twin

__all__ = [
    "READERS",
    "LogOption",
    "ReaderModelOption",
    "ReaderOption",
    "RecordingsOption",
    "StopsOption",
    "open_middleware",
]

READERS = ("anthropic", "openai", "recorded")

ReaderOption = Annotated[
    str,
    typer.Option(
        help="Who reads requests: anthropic, openai or recorded; default: live if a key is set."
    ),
]
ReaderModelOption = Annotated[str, typer.Option(help="Model that reads requests.")]
RecordingsOption = Annotated[Path | None, typer.Option(help="Folder with recorded readings.")]
LogOption = Annotated[
    Path | None, typer.Option(help="File that gets one JSON line for each call: the evidence.")
]
StopsOption = Annotated[
    int, typer.Option(min=1, help="Answers that are stopped before the guard answers itself.")
]


@contextmanager
def open_middleware(
    options: "GuardOptions", twin: "Twin", workspace: Path | None
) -> Iterator["Middleware"]:
    """Give the guard of a twin as a middleware for as long as the block runs.

    Raises:
        AgenticSolverError: the guard cannot read requests or rules, or not write its log.
    """
    from starlette.middleware import Middleware

    from agentic_solver.harness.benchmark import transport_of
    from agentic_solver.harness.guard_server import GuardMiddleware, open_guard

    settings = read_environment()
    place = find_workspace(workspace, settings.workspace)
    watch = open_guard(options, transport_of(twin), place, settings)
    watch.note = lambda sentence: typer.echo(sentence, err=True)
    try:
        yield Middleware(GuardMiddleware, guard=watch)
    finally:
        watch.close()
