"""``agentic-solver acquire``: read the wikis of a suite into rules and policy."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

import typer

from agentic_solver.erc3.acquire import (
    Acquisition,
    Asking,
    acquire_rules,
    carry_over,
    carry_over_unchanged,
    find_earlier,
    format_delta,
    format_report,
    store_acquisition,
)
from agentic_solver.erc3.apimap import api_map, format_map
from agentic_solver.erc3.rules import load_rules, rules_path
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.erc3.transport import LiveTransport
from agentic_solver.erc3.wiki import TaskSetMeta, WikiPages
from agentic_solver.errors import SuiteError, UsageError
from agentic_solver.harness.models import open_reader
from agentic_solver.harness.options import RunOptions
from agentic_solver.harness.reading import reading_key
from agentic_solver.harness.wiki_source import SourceWiki, folder_wikis, served_wikis
from agentic_solver.llm.model import Model
from agentic_solver.settings import Prices, Settings, read_environment
from agentic_solver.twin.suite import find_suite
from agentic_solver.twin.suitefile import read_text
from agentic_solver.workspace import Workspace, find_workspace

__all__ = ["command"]


_Map = Annotated[
    bool, typer.Option("--map", help="Only print the map of the company API; reads no wiki.")
]
_Json = Annotated[bool, typer.Option("--json", help="The map as JSON.")]


def task_overview(folder: Path) -> TaskSetMeta | None:
    """Return the tasks per family of a suite folder, or None when it lists no tasks.

    Raises:
        SuiteError: naming the file that cannot be read, or the line that is not a task.
    """
    path = folder / "tasks.jsonl"
    if not path.exists():
        return None
    families: Counter[str] = Counter()
    # A JSON text may hold other line separators of Unicode, so that only LF ends a line.
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            families[str(json.loads(line)["family"])] += 1
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise SuiteError(
                f"{path}, line {number}: no task with a family: "
                "write a JSON object that has the field family"
            ) from error
    counts = {name: families[name] for name in sorted(families)}
    return TaskSetMeta(name=folder.name, tasks=families.total(), families=counts)


def _offline(workspace: Workspace, pages: WikiPages) -> Acquisition:
    path = rules_path(workspace.rules, pages.sha1)
    if path.exists():
        return carry_over(load_rules(path), pages)
    earlier = find_earlier(workspace, pages)
    if earlier is None:
        raise UsageError(f"there are no rules for wiki {pages.sha1[:8]}: a model has to read it")
    return carry_over_unchanged(earlier, pages)


_Source = Annotated[
    str | None,
    typer.Argument(
        help="Built-in benchmark, suite folder, or address of a platform.", show_default=False
    ),
]
_Suite = Annotated[str | None, typer.Option(help="The same, as an option.")]
_Benchmark = Annotated[str, typer.Option(help="Which benchmark of a platform; all tasks of it.")]
_Tasks = Annotated[str, typer.Option(help="Only the wikis of these tasks of a platform.")]
_Proposer = Annotated[str, typer.Option(help="anthropic or openai: whose model reads.")]
_Fresh = Annotated[
    bool, typer.Option("--fresh", help="Read all pages, even if an earlier revision is known.")
]
_Force = Annotated[
    bool, typer.Option("--force", help="Replace rules that exist for this revision.")
]
_Offline = Annotated[
    bool,
    typer.Option("--offline", help="No model: mirror the pages, check and compile the rules."),
]
_Recordings = Annotated[str, typer.Option(help="Folder of recorded replies; no model is asked.")]
_RecordTo = Annotated[str, typer.Option(help="Folder that receives the replies.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Order:
    """What to do with each wiki."""

    fresh: bool
    force: bool
    offline: bool
    key: str
    """What the keys of recordings begin with."""
    prices: Prices | None
    model_name: str
    model: Callable[[], Model]
    """Opens the model when it is needed; the same one every time."""


def command(
    source: _Source = None,
    suite: _Suite = None,
    benchmark: _Benchmark = "",
    tasks: _Tasks = "",
    model: Annotated[str, typer.Option(help="Model name.")] = "",
    proposer: _Proposer = "anthropic",
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
    """Have a model read the wikis of a suite or platform into wiki/, rules/ and policy/."""
    settings = read_environment()
    if show_map or as_json:
        _print_map(find_workspace(workspace, settings.workspace), show_map, as_json)
        return
    target = find_workspace(workspace, settings.workspace).writable()
    named = _named(source, suite)
    if is_address(named):
        wikis = _served(named, settings, benchmark, tasks)
        overview, name = None, benchmark or "served"
    else:
        folder = find_suite(named)
        wikis, overview, name = folder_wikis(folder, wiki), task_overview(folder), folder.name
    if proposer not in ("anthropic", "openai"):
        raise UsageError(f"unknown proposer {proposer!r}: use anthropic or openai")
    options = RunOptions(
        benchmark=name,
        proposer=proposer,  # type: ignore[arg-type]
        model=model or settings.model,
        recordings=recordings,
        record_to=record_to,
    )
    order = _Order(
        fresh=fresh,
        force=force,
        offline=offline,
        key=name,
        prices=settings.prices,
        model_name=options.model,
        model=cache(lambda: open_reader(options, settings)),
    )
    for found in wikis:
        _acquire(found, target, order, overview)


def _served(address: str, settings: Settings, benchmark: str, tasks: str) -> tuple[SourceWiki, ...]:
    with LiveTransport(address) as transport:
        return served_wikis(
            address,
            transport,
            account_key=settings.erc3_api_key or "key-local",
            benchmark=benchmark,
            tasks=[task for part in tasks.split(",") if (task := part.strip())],
        )


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


def _acquire(
    found: SourceWiki, target: Workspace, order: _Order, overview: TaskSetMeta | None
) -> None:
    pages = found.pages
    existing = rules_path(target.rules, pages.sha1)
    if order.offline:
        acquisition = _offline(target, pages)
    elif existing.exists() and not order.force:
        print(f"{existing} exists: use --force to read wiki {found.name} again")
        return
    else:
        acquisition = acquire_rules(
            pages,
            order.model(),
            earlier=None if order.fresh else find_earlier(target, pages),
            asking=Asking(model_name=order.model_name, key=reading_key(order.key, pages.sha1)),
            on_progress=lambda text: typer.echo(text, err=True),
        )
    stored = store_acquisition(target, pages, acquisition.ruleset, overview)
    print(format_report(acquisition, pages, overview, order.prices))
    if acquisition.earlier is not None:
        print(format_delta(acquisition, pages))
    for written in (stored.mirror, stored.rules, stored.policy):
        print(f"{'unchanged' if written in stored.unchanged else 'wrote'} {written}")


def _print_map(workspace: Workspace, show_map: bool, as_json: bool) -> None:
    if not show_map:
        raise UsageError("only the map is written as JSON: add --map or leave --json out")
    found = api_map(load_catalog(workspace.tools))
    print(json.dumps(found, ensure_ascii=False, indent=1) if as_json else format_map(found))
