"""Reading wikis at the command line: where they come from, who reads them, what is printed."""

import json
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

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
from agentic_solver.harness.wiki_source import SourceWiki, served_wikis
from agentic_solver.llm.model import Model
from agentic_solver.settings import Settings
from agentic_solver.twin.suite import load_suite
from agentic_solver.twin.suitefile import read_text
from agentic_solver.workspace import Workspace

__all__ = ["Order", "acquire", "print_map", "served", "task_overview"]


def task_overview(folder: Path) -> TaskSetMeta | None:
    """Return the tasks per family of a suite folder, or None when it lists no tasks.

    Raises:
        SuiteError: naming the file that cannot be read, or the line that is not a task.
    """
    path = folder / "tasks.jsonl"
    if (folder / "templates").is_dir():  # they draw tasks, for which the whole suite is needed
        return _overview(folder, Counter(task.family for task in load_suite(folder).tasks))
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
    return _overview(folder, families)


def _overview(folder: Path, families: Counter[str]) -> TaskSetMeta:
    counts = {name: families[name] for name in sorted(families)}
    return TaskSetMeta(name=folder.name, tasks=families.total(), families=counts)


@dataclass(frozen=True, kw_only=True)
class Order:
    """What to do with each wiki."""

    fresh: bool
    force: bool
    offline: bool
    key: str
    """What the keys of recordings begin with."""
    options: RunOptions
    settings: Settings

    @cached_property
    def model(self) -> Model:
        """The model, opened when it is needed."""
        return open_reader(self.options, self.settings)


def served(address: str, settings: Settings, benchmark: str, tasks: str) -> tuple[SourceWiki, ...]:
    """Return the wikis of a benchmark, or of some ``tasks`` with commas between, of a platform."""
    with LiveTransport(address) as transport:
        return served_wikis(
            address,
            transport,
            account_key=settings.erc3_api_key or "key-local",
            benchmark=benchmark,
            tasks=[task for part in tasks.split(",") if (task := part.strip())],
        )


def _offline(workspace: Workspace, pages: WikiPages) -> Acquisition:
    path = rules_path(workspace.rules, pages.sha1)
    if path.exists():
        return carry_over(load_rules(path), pages)
    earlier = find_earlier(workspace, pages)
    if earlier is None:
        raise UsageError(
            f"there are no rules for wiki {pages.sha1[:8]}: a model has to read it, or you write "
            f"{path} by hand, with wiki_sha1: {pages.sha1} (docs/suites.md shows how)"
        )
    return carry_over_unchanged(earlier, pages)


def acquire(
    found: SourceWiki, target: Workspace, order: Order, overview: TaskSetMeta | None
) -> None:
    """Read one wiki, unless there are rules for it, and print what came of it.

    Raises:
        AgenticSolverError: the model is out of reach, or the workspace cannot be written.
    """
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
            order.model,
            earlier=None if order.fresh else find_earlier(target, pages),
            asking=Asking(model_name=order.options.model, key=reading_key(order.key, pages.sha1)),
            on_progress=lambda text: typer.echo(text, err=True),
        )
    stored = store_acquisition(target, pages, acquisition.ruleset, overview)
    print(format_report(acquisition, pages, overview, order.settings.prices))
    if acquisition.earlier is not None:
        print(format_delta(acquisition, pages))
    for written in (stored.mirror, stored.rules, stored.policy):
        print(f"{'unchanged' if written in stored.unchanged else 'wrote'} {written}")


def print_map(workspace: Workspace, *, as_json: bool) -> None:
    """Print the map of the company API."""
    found = api_map(load_catalog(workspace.tools))
    print(json.dumps(found, ensure_ascii=False, indent=1) if as_json else format_map(found))
