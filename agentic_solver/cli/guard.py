"""``agentic-solver guard``: a reverse proxy that judges what agents ask of a platform."""

from pathlib import Path
from typing import Annotated

import typer

from agentic_solver.cli.guarding import (
    READERS,
    LogOption,
    ReaderModelOption,
    ReaderOption,
    RecordingsOption,
    StopsOption,
)
from agentic_solver.settings import read_environment
from agentic_solver.workspace import find_workspace

__all__ = ["command"]

WORDS = {"reader": READERS}
"""Options with a closed list of values."""


def command(
    upstream: Annotated[str, typer.Option(help="Address of the platform.")],
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free port.")] = 8090,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    suite: Annotated[
        str, typer.Option(help="Built-in benchmark whose recorded readings count.")
    ] = "",
    reader: ReaderOption = "",
    reader_model: ReaderModelOption = "",
    recordings: RecordingsOption = None,
    guard_log: LogOption = None,
    stops: StopsOption = 3,
    workspace: Annotated[Path | None, typer.Option(help="Workspace folder.")] = None,
) -> None:
    """Guard a platform: agents call this address, and what they may not do is not sent on.

    Options may be set for a workspace: `agentic-solver settings guard` lists them.
    """
    settings = read_environment()
    place = find_workspace(workspace, settings.workspace)
    # Imported here so that --help starts without the engine and the web server.
    from agentic_solver.harness.guard_server import (
        GuardMiddleware,
        GuardOptions,
        build_proxy,
        open_guard,
    )
    from agentic_solver.twin.app import listen

    app, transport = build_proxy(upstream)
    options = GuardOptions(
        benchmark=suite,
        reader=reader,
        reader_model=reader_model,
        recordings=recordings,
        log=guard_log,
        stops=stops,
    )
    guard = open_guard(options, transport, place, settings)
    guard.note = lambda sentence: typer.echo(sentence, err=True)
    try:
        listen(
            GuardMiddleware(app, guard),
            host=host,
            port=port,
            announce=lambda address: print(f"guard of {upstream} at {address}", flush=True),
        )
    finally:
        guard.close()
        transport.close()
