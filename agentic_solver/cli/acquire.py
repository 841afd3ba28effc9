"""``agentic-solver acquire``: read the wikis of a suite into rules and policy."""

from pathlib import Path
from typing import Annotated

import typer

from agentic_solver.errors import UsageError
from agentic_solver.settings import read_environment
from agentic_solver.twin.suitefolder import find_suite
from agentic_solver.workspace import find_workspace

__all__ = ["command"]

WORDS = {"proposer": ("anthropic", "openai")}
"""Options with a closed list of values."""


_Map = Annotated[
    bool, typer.Option("--map", help="Only print the map of the company API; reads no wiki.")
]
_Json = Annotated[bool, typer.Option("--json", help="The map as JSON.")]


_Source = Annotated[
    str | None,
    typer.Argument(
        help="Built-in benchmark, suite folder, or address of a platform.", show_default=False
    ),
]
_Suite = Annotated[str | None, typer.Option(help="The same, as an option.")]
_Benchmark = Annotated[str, typer.Option(help="Which benchmark of a platform; all tasks of it.")]
_Tasks = Annotated[str, typer.Option(help="Only the wikis of these tasks of a platform.")]
_Proposer = Annotated[
    str, typer.Option(help="anthropic, openai or pydantic-ai: whose model reads.")
]
_Timeout = Annotated[float, typer.Option(min=1, help="Seconds to wait for one model reply.")]
_Fresh = Annotated[
    bool,
    typer.Option(
        "--fresh/--no-fresh", help="Read all pages, even if an earlier revision is known."
    ),
]
_Force = Annotated[
    bool, typer.Option("--force/--no-force", help="Replace rules that exist for this revision.")
]
_Offline = Annotated[
    bool,
    typer.Option(
        "--offline/--no-offline", help="No model: mirror the pages, check and compile the rules."
    ),
]
_Recordings = Annotated[str, typer.Option(help="Folder of recorded replies; no model is asked.")]
_RecordTo = Annotated[str, typer.Option(help="Folder that receives the replies.")]


def command(
    source: _Source = None,
    suite: _Suite = None,
    benchmark: _Benchmark = "",
    tasks: _Tasks = "",
    model: Annotated[str, typer.Option(help="Model name.")] = "",
    proposer: _Proposer = "anthropic",
    model_timeout: _Timeout = 600.0,
    wiki: Annotated[str | None, typer.Option(help="Only this wiki of the suite.")] = None,
    fresh: _Fresh = False,
    force: _Force = False,
    offline: _Offline = False,
    recordings: _Recordings = "",
    record_to: _RecordTo = "",
    show_map: _Map = False,
    as_json: _Json = False,
    workspace: Annotated[Path | None, typer.Option(help="Workspace folder.")] = None,
) -> None:
    """Have a model read the wikis of a suite or platform into wiki/, rules/ and policy/.

    Options may be set for a workspace: `agentic-solver settings acquire` lists them.
    """
    settings = read_environment()
    if as_json and not show_map:
        raise UsageError("only the map is written as JSON: add --map or leave --json out")
    place = find_workspace(workspace, settings.workspace)
    named = "" if show_map else _named(source, suite)
    folder = find_suite(named) if named and not is_address(named) else None
    # The engine takes a second: help and wrong options are answered without it.
    from agentic_solver.cli.acquiring import Order, acquire, print_map, served, task_overview
    from agentic_solver.harness.options import PROVIDERS, RunOptions
    from agentic_solver.harness.wiki_source import folder_wikis

    if proposer not in PROVIDERS:
        raise UsageError(f"unknown proposer {proposer!r}: use one of {', '.join(PROVIDERS)}")
    if show_map:
        print_map(place, as_json=as_json)
        return
    target = place.writable()
    if folder is None:
        wikis = served(named, settings, benchmark, tasks)
        overview, name = None, benchmark or "served"
    else:
        wikis, overview, name = folder_wikis(folder, wiki), task_overview(folder), folder.name
    options = RunOptions(
        benchmark=name,
        proposer=proposer,
        model=model or settings.model,
        recordings=recordings,
        record_to=record_to,
        model_timeout_s=model_timeout,
    )
    order = Order(
        fresh=fresh, force=force, offline=offline, key=name, options=options, settings=settings
    )
    for found in wikis:
        acquire(found, target, order, overview)


def is_address(name: str) -> bool:
    """Whether a name is the address of a platform."""
    return name.startswith(("http://", "https://"))


def _named(source: str | None, suite: str | None) -> str:
    if source is not None and suite is not None and source != suite:
        raise UsageError(f"{source!r} and --suite {suite!r}: name one of them")
    named = source if source is not None else suite
    if not named:
        raise UsageError(
            "name a built-in benchmark, a suite folder or the address of a platform, or add --suite"
        )
    return named
