"""``agentic-solver twin``: the local platform over HTTP."""

from typing import Annotated

import typer

from agentic_solver.cli.varying import VaryOption
from agentic_solver.twin.suitefolder import find_suite

__all__ = ["app"]

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
) -> None:
    """Serve a suite until interrupted."""
    folder = find_suite(suite)
    # Imported here so that --help starts without the web server.
    from agentic_solver.twin.app import serve as serve_twin
    from agentic_solver.twin.platform import Twin
    from agentic_solver.twin.suite import load_suite
    from agentic_solver.twin.variation.option import parse_variation
    from agentic_solver.twin.variation.vary import vary as vary_suite

    asked = parse_variation(tuple(vary or ()))
    varied = vary_suite(load_suite(folder, seed=seed), asked, seed=seed)
    for note in varied.notes:
        typer.echo(note, err=True)
    loaded = varied.suite

    def announce(address: str) -> None:
        print(f"{loaded.name}: {len(loaded.tasks)} tasks at {address}", flush=True)

    serve_twin(Twin(loaded, seed=seed), host=host, port=port, announce=announce)
