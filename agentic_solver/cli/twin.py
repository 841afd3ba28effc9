"""``agentic-solver twin``: the local platform over HTTP."""

from pathlib import Path
from typing import Annotated

import typer

from agentic_solver.cli.varying import VaryOption
from agentic_solver.contracts.model import JsonObject
from agentic_solver.settings import read_environment
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
    record: Annotated[
        Path | None,
        typer.Option(help="Folder that gets a run for each session, and one for single tasks."),
    ] = None,
) -> None:
    """Serve a suite until interrupted, and print how each task ends."""
    folder = find_suite(suite)
    # Imported here so that --help starts without the web server.
    from agentic_solver.cli.ending import told_to_end
    from agentic_solver.twin.app import Layer
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

    twin = Twin(loaded, seed=seed)
    layers: list[Layer] = [narrate(twin, tell)]
    if record is None:
        serve_twin(twin, host=host, port=port, announce=announce, layers=layers)
        return
    from agentic_solver.harness.recording import recorded_on

    prices = read_environment().prices
    told: JsonObject = {"seed": seed, "variation": [*(vary or ())]}
    with told_to_end(), recorded_on(record, loaded, told, tell=tell, prices=prices) as witness:
        serve_twin(twin, host=host, port=port, announce=announce, layers=[*layers, witness])
