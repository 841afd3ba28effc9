"""``agentic-solver solve``: one sentence, and how its answer came about."""

import sys
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

from agentic_solver.cli.grouped import MODEL, OUTPUT, PLATFORM, TASKS
from agentic_solver.cli.looking import STRENGTHS, SecondLookOption, check_strength
from agentic_solver.settings import read_environment
from agentic_solver.twin.suitefolder import find_suite
from agentic_solver.workspace import find_workspace

__all__ = ["command"]

WORDS = {"second_look": STRENGTHS}
"""Options with a closed list of values."""


def command(
    text: Annotated[str, typer.Argument(help="The sentence.")],
    suite: Annotated[
        str,
        typer.Option(help="Built-in benchmark or path of a suite folder.", rich_help_panel=TASKS),
    ],
    caller: Annotated[
        str,
        typer.Option(
            "--as", help="Who asks: an employee's id or full name, or guest.", rich_help_panel=TASKS
        ),
    ] = "guest",
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run/--no-dry-run",
            help="Check everything, change nothing.",
            rich_help_panel=PLATFORM,
        ),
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="Draws the company.", rich_help_panel=TASKS)] = 0,
    rounds: Annotated[
        int, typer.Option(min=1, max=10, help="Rounds at most.", rich_help_panel=MODEL)
    ] = 2,
    second_look: SecondLookOption = "auto",
    proposer: Annotated[
        str,
        typer.Option(
            help="anthropic, openai, pydantic-ai, recorded, or one of your own: module:function; "
            "default: anthropic if a key is set.",
            rich_help_panel=MODEL,
        ),
    ] = "",
    model: Annotated[str, typer.Option(help="Model name.", rich_help_panel=MODEL)] = "",
    reader_model: Annotated[
        str,
        typer.Option(
            help="Model that reads what a request asks; default: the one that plans.",
            rich_help_panel=MODEL,
        ),
    ] = "",
    recordings: Annotated[
        str, typer.Option(help="Folder of recorded model replies.", rich_help_panel=MODEL)
    ] = "",
    record_to: Annotated[
        str, typer.Option(help="Folder that receives the replies.", rich_help_panel=MODEL)
    ] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON document on stdout.", rich_help_panel=OUTPUT)
    ] = False,
    workspace: Annotated[Path | None, typer.Option(help="Workspace folder.")] = None,
) -> None:
    """Solve one sentence in the company of a suite, and show how the answer came about.

    Options may be set for a workspace: `agentic-solver settings solve` lists them.
    """
    settings = read_environment()
    find_suite(suite)
    check_strength(second_look)
    # The engine takes a second: help and wrong options are answered without it.
    from agentic_solver.cli.solving import show_solved
    from agentic_solver.harness.models import choose_model, choose_proposer
    from agentic_solver.harness.options import RunOptions
    from agentic_solver.harness.solve import solve_sentence

    chosen = choose_proposer(proposer, settings)
    options = RunOptions(
        benchmark=suite,
        proposer=chosen,
        model=choose_model(model, chosen, settings),
        reader_model=reader_model,
        recordings=recordings,
        record_to=record_to,
        rounds=rounds,
        second_look=second_look,  # type: ignore[arg-type]
        seed=seed,
        dry_run=dry_run,
    )
    place = find_workspace(workspace, settings.workspace)
    # What somebody's own proposer prints goes to stderr: stdout is that of the command.
    with redirect_stdout(sys.stderr) if options.is_own else nullcontext():
        solved = solve_sentence(text, caller, options, settings, place)
    show_solved(solved, as_json=as_json)
