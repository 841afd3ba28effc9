"""``agentic-solver twin``: the local platform over HTTP."""

import importlib.util
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agentic_solver.cli.guarding import (
    READERS,
    LogOption,
    ReaderModelOption,
    ReaderOption,
    RecordingsOption,
    StopsOption,
)
from agentic_solver.cli.varying import VaryOption
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.wording import how_to_install
from agentic_solver.errors import UsageError
from agentic_solver.settings import read_environment
from agentic_solver.twin.suitefolder import find_suite

if TYPE_CHECKING:
    from starlette.middleware import Middleware

    from agentic_solver.harness.mcp_http import Desk
    from agentic_solver.twin.app import Layer
    from agentic_solver.twin.suite import Suite

__all__ = ["app"]

WORDS = {"reader": READERS}
"""Options with a closed list of values."""

_Workspace = Annotated[Path | None, typer.Option(help="Workspace folder.")]

app = typer.Typer(no_args_is_help=True, help="The local platform: a suite served over HTTP.")


@app.callback()
def group() -> None:
    """The local platform: a suite served over HTTP."""


@app.command()
def serve(
    suite: Annotated[str, typer.Option(help="Suite folder, or name of a built-in suite.")],
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free port.")] = 8080,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    seed: Annotated[int, typer.Option(min=0, help="Draws companies, tasks and wordings.")] = 0,
    vary: VaryOption = None,
    record: Annotated[
        Path | None,
        typer.Option(help="Folder that gets a run for each session, and one for single tasks."),
    ] = None,
    guard: Annotated[
        bool, typer.Option("--guard/--no-guard", help="Judge what agents read, change and answer.")
    ] = False,
    reader: ReaderOption = "",
    reader_model: ReaderModelOption = "",
    recordings: RecordingsOption = None,
    guard_log: LogOption = None,
    stops: StopsOption = 3,
    mcp: Annotated[
        bool, typer.Option("--mcp/--no-mcp", help="Serve the tasks to MCP clients, too, at /mcp.")
    ] = False,
    workspace: _Workspace = None,
) -> None:
    """Serve a suite until interrupted, and print how each task ends.

    Options may be set for a workspace: `agentic-solver settings twin serve` lists them.
    """
    asked_for = (reader, reader_model, recordings, guard_log)
    if not guard and any(asked_for):
        raise UsageError("--reader, --reader-model, --recordings, --guard-log: add --guard")
    folder = find_suite(suite)
    if mcp:
        _need_mcp()
    # Imported here so that --help starts without the web server.
    from agentic_solver.cli.ending import told_to_end
    from agentic_solver.twin.app import serve as serve_twin
    from agentic_solver.twin.narration import narrate
    from agentic_solver.twin.platform import Twin
    from agentic_solver.twin.suite import load_suite
    from agentic_solver.twin.variation.option import parse_variation
    from agentic_solver.twin.variation.vary import vary as vary_suite

    asked = parse_variation(tuple(vary or ()))
    varied = vary_suite(load_suite(folder, seed=seed), asked, seed=seed)
    for note in varied.notes:
        typer.echo(note, err=True)
    loaded = varied.suite

    def tell(line: str) -> None:
        print(line, flush=True)

    def announce(address: str) -> None:
        tell(f"{loaded.name}: {len(loaded.tasks)} tasks at {address}")
        if desk is not None:
            tell(f"MCP at {desk.open(address)}")

    twin = Twin(loaded, seed=seed)
    layers: list[Layer] = [narrate(twin, tell)]
    middleware: list[Middleware] = []
    desk: Desk | None = None
    with ExitStack() as stack:
        if mcp:
            from agentic_solver.harness import mcp_http

            desk = stack.enter_context(closing(mcp_http.Desk(loaded.name, host=host)))
            # In front of the guard, which meets the calls that the desk makes.
            middleware.append(desk.middleware())
        if record is not None:
            stack.enter_context(told_to_end())
            told: JsonObject = {"seed": seed, "variation": [*(vary or ())], "guard": guard}
            layers.append(stack.enter_context(_recorder(record, loaded, told, tell)))
        if guard:
            from agentic_solver.cli.guarding import open_middleware
            from agentic_solver.harness.guard_server import GuardOptions

            options = GuardOptions(
                benchmark=loaded.name,
                reader=reader,
                reader_model=reader_model,
                recordings=recordings,
                log=guard_log,
                stops=stops,
            )
            middleware.append(stack.enter_context(open_middleware(options, twin, workspace)))
        serve_twin(
            twin, host=host, port=port, announce=announce, layers=layers, middleware=middleware
        )


def _need_mcp() -> None:
    if importlib.util.find_spec("mcp") is None:
        raise UsageError(f"MCP needs the extra mcp: {how_to_install('mcp')}")


def _recorder(
    folder: Path, suite: "Suite", options: JsonObject, tell: Callable[[str], None]
) -> "AbstractContextManager[Layer]":
    from agentic_solver.harness.recording import recorded_on

    prices = read_environment().prices
    return recorded_on(folder, suite, options, tell=tell, prices=prices)


@app.command()
def mcp(
    task: Annotated[str, typer.Option(help="Task id.")],
    suite: Annotated[str, typer.Option(help="Suite folder, or name of a built-in suite.")],
    platform: Annotated[
        str, typer.Option(help="Address of a platform or a guard; default: a twin of its own.")
    ] = "",
    seed: Annotated[int, typer.Option(min=0, help="Draws companies, tasks and wordings.")] = 0,
    workspace: _Workspace = None,
) -> None:
    """Serve one task to an MCP client over stdio: its company tools, and its request."""
    _need_mcp()
    from agentic_solver.harness.benchmark import open_benchmark
    from agentic_solver.harness.mcp_server import open_task, serve_stdio

    opened = open_benchmark(suite, platform or "twin", read_environment(), seed=seed)
    typer.echo(serve_stdio(open_task(opened.transport, opened.id, task)), err=True)
