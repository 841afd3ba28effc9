"""The analysis of runs at the command line: what is asked for is found out, written and printed."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from agentic_solver.analysis import (
    RunRecord,
    Suggestion,
    compare_repeats,
    compare_runs,
    failures_of,
    load_run,
    repeats_of,
    suggest,
)
from agentic_solver.analysis.document import (
    comparison_document,
    group_comparison_document,
    repeat_document,
    run_document,
    suggestion_document,
)
from agentic_solver.cli.analysis_text import (
    print_comparison,
    print_emitted,
    print_group_comparison,
    print_repeats,
    print_run,
    print_suggestions,
)
from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import UsageError
from agentic_solver.harness.group import runs_of
from agentic_solver.settings import Prices, Settings
from agentic_solver.workspace import (
    Workspace,
    find_workspace,
    refuse_missing_folder,
    write_text_atomic,
)

__all__ = ["Wanted", "analyze"]

_PLAIN_WIDTH = 140


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What an analysis is to be of, and what else it is to write."""

    partial: bool
    """Whether a run counts that was not played to its end."""
    force: bool
    """Whether runs of other engines or gradings are compared, too."""
    suggestions: bool
    cases: Path | None
    """Folder that receives a case for each failure; None for none."""
    page: Path | None
    """File that receives everything as a page."""
    workspace: Path | None


def analyze(
    run: Path, second: Path | None, wanted: Wanted, settings: Settings, *, as_json: bool
) -> None:
    """Print what is to be known of a run or group, or of two.

    Raises:
        AgenticSolverError: a folder is no run, or the two cannot be compared.
    """
    if wanted.page is not None:
        refuse_missing_folder(wanted.page)
    first = _load(run, partial=wanted.partial, prices=settings.prices)
    other = _load(second, partial=wanted.partial, prices=settings.prices) if second else ()
    document = _document(first, other, force=wanted.force)
    if wanted.suggestions:
        place = find_workspace(wanted.workspace, settings.workspace)
        found = [one for record in first for one in _suggest(record, place)]
        document["suggestions"] = suggestion_document(found)
    if wanted.cases is not None:
        place = find_workspace(wanted.workspace, settings.workspace)
        document["regressions"] = [
            case for record in first for case in _emit(record, wanted.cases, place)
        ]
    if wanted.page is not None:
        _write_page(wanted.page, document)
    if as_json:
        print(json.dumps(document, ensure_ascii=False, indent=1))
    else:
        _print(document, wanted.page)


def _load(path: Path, *, partial: bool, prices: Prices | None) -> tuple[RunRecord, ...]:
    return tuple(load_run(one, partial=partial, prices=prices) for one in runs_of(path))


def _document(
    first: tuple[RunRecord, ...], second: tuple[RunRecord, ...], *, force: bool
) -> dict[str, Any]:
    document: dict[str, Any] = {
        "format": "analysis/1",
        "runs": [run_document(run, failures_of(run)) for run in (*first, *second)],
    }
    groups = [group for group in (first, second) if len(group) > 1]
    if groups:
        document["repeats"] = [repeat_document(repeats_of(group)) for group in groups]
    if second and not groups:
        found = compare_runs(first[0], second[0], force=force)
        document["comparison"] = comparison_document(found)
    elif second:
        compare_runs(first[0], second[0], force=force)  # the same questions, or it says why not
        compared = compare_repeats(repeats_of(first), repeats_of(second))
        document["group_comparison"] = group_comparison_document(compared)
    return document


def _suggest(run: RunRecord, place: Workspace) -> list[Suggestion]:
    # Explaining needs the whole engine, as cases do.
    from agentic_solver.analysis.convention import conventions

    found = conventions(run, place)
    told = {task for one in found for task in one.tasks}
    rest = [failure for failure in failures_of(run) if failure.caught or failure.task not in told]
    return [*found, *suggest(run, rest)]


def _emit(run: RunRecord, into: Path, place: Workspace) -> list[JsonObject]:
    # Cases need the whole engine; the analysis alone starts in a fraction of its time.
    from agentic_solver.analysis.regression import emit_cases

    return [
        {
            "path": str(one.path),
            "task": one.task,
            "new": one.new,
            "calls": one.calls,
            "calls_left_out": one.calls_left_out,
            "note": one.note,
        }
        for one in emit_cases(run, failures_of(run), into, place)
    ]


def _write_page(path: Path, document: JsonObject) -> None:
    # jinja2 is only needed for a page.
    from agentic_solver.analysis.page import render_page

    if path.is_dir():
        raise UsageError(f"{path} is a folder: name a file for the page")
    write_text_atomic(path, render_page(document))


def _print(document: dict[str, Any], html: Path | None) -> None:
    console = Console(highlight=False, markup=False, soft_wrap=True)
    if not console.is_terminal:
        console.width = _PLAIN_WIDTH
    brief = bool({"comparison", "repeats"} & document.keys())
    for run in document["runs"]:
        print_run(console, run, brief=brief)
    for repeats in document.get("repeats", ()):
        print_repeats(console, repeats)
    if "group_comparison" in document:
        print_group_comparison(console, document["group_comparison"])
    if "comparison" in document:
        print_comparison(console, document["comparison"])
    if "suggestions" in document:
        print_suggestions(console, document["suggestions"])
    if "regressions" in document:
        print_emitted(console, document["regressions"])
    if html is not None:
        console.print(f"page: {html}")
