"""``agentic-solver acquire``: read the wikis of a suite into rules and policy."""

import json
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from agentic_solver.erc3.acquire import (
    Acquisition,
    acquire_rules,
    carry_over,
    find_earlier,
    format_report,
    store_acquisition,
)
from agentic_solver.erc3.apimap import api_map, format_map
from agentic_solver.erc3.rules import load_rules, rules_path
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.erc3.wiki import TaskSetMeta, WikiPages, read_folder
from agentic_solver.errors import SuiteError, UsageError
from agentic_solver.llm.claude import ClaudeModel
from agentic_solver.settings import read_environment
from agentic_solver.twin.suite import find_suite
from agentic_solver.twin.suitefile import read_text
from agentic_solver.workspace import Workspace, find_workspace

__all__ = ["command"]


_Suite = Annotated[str | None, typer.Option(help="Suite folder, or name of a built-in suite.")]
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
    return carry_over(earlier.ruleset, pages)


def command(
    suite: _Suite = None,
    model: Annotated[str | None, typer.Option(help="Model name.")] = None,
    wiki: Annotated[str | None, typer.Option(help="Only this wiki of the suite.")] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Read all pages, even if an earlier revision is known.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace rules that exist for this revision.")
    ] = False,
    offline: Annotated[
        bool,
        typer.Option("--offline", help="No model: mirror the pages, check and compile the rules."),
    ] = False,
    show_map: _Map = False,
    as_json: _Json = False,
    workspace: Annotated[Path | None, typer.Option(help="Workspace folder.")] = None,
) -> None:
    """Read the wikis of a suite with a model and write wiki/, rules/ and policy/."""
    settings = read_environment()
    if show_map or as_json:
        _print_map(find_workspace(workspace, settings.workspace), show_map, as_json)
        return
    if suite is None:
        raise UsageError("no suite is named: add --suite with a folder or a built-in suite")
    target = find_workspace(workspace, settings.workspace).writable()
    folder = find_suite(suite)
    folders = _wiki_folders(folder, wiki)
    tasks = task_overview(folder)
    reader = ClaudeModel(
        model or settings.model,
        api_key=settings.anthropic_api_key,
        base_url=settings.anthropic_base_url,
    )
    for path in folders:
        pages = read_folder(path)
        if not pages.pages:
            raise SuiteError(f"{path}: the wiki has no page: add one or remove the folder")
        existing = rules_path(target.rules, pages.sha1)
        if offline:
            acquisition = _offline(target, pages)
        elif existing.exists() and not force:
            print(f"{existing} exists: use --force to read wiki {path.name} again")
            continue
        else:
            acquisition = acquire_rules(
                pages,
                reader,
                earlier=None if fresh else find_earlier(target, pages),
                on_progress=lambda text: typer.echo(text, err=True),
            )
        stored = store_acquisition(target, pages, acquisition.ruleset, tasks)
        print(format_report(acquisition, pages, tasks, settings.prices))
        for written in (stored.mirror, stored.rules, stored.policy):
            print(f"wrote {written}")


def _print_map(workspace: Workspace, show_map: bool, as_json: bool) -> None:
    if not show_map:
        raise UsageError("only the map is written as JSON: add --map or leave --json out")
    found = api_map(load_catalog(workspace.tools))
    print(json.dumps(found, ensure_ascii=False, indent=1) if as_json else format_map(found))


def _wiki_folders(folder: Path, wiki: str | None) -> list[Path]:
    root = folder / "wikis"
    try:
        folders = sorted(path for path in root.iterdir() if path.is_dir())
    except FileNotFoundError:
        folders = []
    except OSError as error:
        raise SuiteError(
            f"{root}: cannot be read: {error.strerror}: make it a readable folder"
        ) from error
    chosen = [path for path in folders if wiki is None or path.name == wiki]
    if not chosen:
        raise UsageError(f"{folder} has no wiki {wiki or 'at all'}")
    return chosen
