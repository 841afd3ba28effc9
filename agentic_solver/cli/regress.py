"""``agentic-solver regress``: play kept failures again, offline, and say what changed."""

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agentic_solver.settings import read_environment
from agentic_solver.workspace import find_workspace

if TYPE_CHECKING:
    from agentic_solver.analysis.regression import CaseReport

__all__ = ["command"]


def command(
    folder: Annotated[Path, typer.Argument(help="Folder with regression cases.")] = Path("replays"),
    strict: Annotated[
        bool, typer.Option("--strict", help="An open failure that recurs counts as failed, too.")
    ] = False,
    accept: Annotated[
        bool,
        typer.Option("--accept", help="Keep what cases do now as what they have to do."),
    ] = False,
    suites: Annotated[
        list[Path] | None,
        typer.Option("--suite", help="Folder of a suite, for cases that lack an answer."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
    workspace: Annotated[Path | None, typer.Option(help="Workspace folder.")] = None,
) -> None:
    """Play kept failures again, offline; exit 1 if any of them behaves otherwise."""
    place = find_workspace(workspace, read_environment().workspace)
    # The engine takes a second: help and wrong options are answered without it.
    from agentic_solver.analysis.regression import accept_case, check_folder

    reports: list[CaseReport] = []
    for report in check_folder(folder, place, tuple(suites or ())):
        reports.append(report)
        if not as_json:
            print(report.text)
    failed = [one for one in reports if not (one.mended if strict else one.passed)]
    accepted = [one for one in reports if one.status in ("mended", "changed")] if accept else []
    for one in accepted:
        accept_case(one)
    if as_json:
        print(json.dumps(_document(reports), ensure_ascii=False, indent=1))
    else:
        counts = Counter(one.status for one in reports)
        told = ", ".join(f"{counts[status]} {status}" for status in sorted(counts))
        print(f"{len(reports)} case{'' if len(reports) == 1 else 's'}: {told}")
        if accepted:
            print(f"{len(accepted)} accepted: they are held to what they do now")
    left = [one for one in failed if one not in accepted]
    if left:
        raise typer.Exit(1)


def _document(reports: "list[CaseReport]") -> list[dict[str, object]]:
    return [
        {
            "case": str(one.path),
            "task": one.case.task,
            "state": one.case.state,
            "status": one.status,
            "failures": list(one.case.failures),
            "changes": list(one.changes),
        }
        for one in reports
    ]
