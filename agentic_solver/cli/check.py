"""``agentic-solver check``: execute a hand-written plan, and show the decision and its grade."""

from pathlib import Path
from typing import Annotated

import typer

from agentic_solver.errors import UsageError
from agentic_solver.settings import read_environment
from agentic_solver.twin.suitefolder import find_suite
from agentic_solver.workspace import find_workspace

__all__ = ["command"]


def command(
    plan: Annotated[
        Path | None,
        typer.Argument(help="File with a plan: of a run, a model's reply, or the engine's."),
    ] = None,
    suite: Annotated[str, typer.Option(help="Built-in benchmark or path of a suite folder.")] = "",
    task: Annotated[str, typer.Option(help="Task id.")] = "",
    commit: Annotated[
        bool, typer.Option("--commit", help="Apply the plan's writes to the task's own universe.")
    ] = False,
    reading: Annotated[
        Path | None,
        typer.Option(
            help="File with what the request asks for; default: NAME.reading.json beside the plan, "
            "else recorded, or asked."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Draws the company and its tasks.")] = 0,
    schema: Annotated[
        bool,
        typer.Option("--schema", help="List tables, columns, finders, tools and their arguments."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
    workspace: Annotated[Path | None, typer.Option(help="Workspace folder.")] = None,
) -> None:
    """Execute a hand-written plan on a task of a suite and print the decision.

    Exit 1 if the plan is not accepted, or the grader finds its answer wrong.
    """
    settings = read_environment()
    place = find_workspace(workspace, settings.workspace)
    if schema:
        from agentic_solver.cli.checking import show_schema
        from agentic_solver.erc3.tools.catalog import load_catalog

        show_schema(load_catalog(place.tools), as_json=as_json)
        return
    if plan is None or not suite or not task:
        raise UsageError(
            "name a file with a plan, --suite and --task; --schema lists what a plan may use"
        )
    find_suite(suite)
    # The engine takes a second: help and wrong options are answered without it.
    from agentic_solver.cli.checking import show_checked
    from agentic_solver.harness.check import check_plan_file

    checked = check_plan_file(
        plan, suite, task, place, seed=seed, commit=commit, reading=reading, settings=settings
    )
    show_checked(checked, as_json=as_json)
    if not checked.is_right:
        raise typer.Exit(1)
