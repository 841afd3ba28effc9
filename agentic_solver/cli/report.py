"""``agentic-solver report``: one HTML page that shows a run, or several side by side."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agentic_solver.errors import UsageError
from agentic_solver.settings import read_environment
from agentic_solver.workspace import find_workspace, refuse_missing_folder

if TYPE_CHECKING:
    from agentic_solver.report.record import ReportedRun

__all__ = ["command"]


def command(
    runs: Annotated[
        list[Path],
        typer.Argument(help="Folder of a run or of a group; more are compared with the first."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(help="The file to write; default: RUN.html in the current folder."),
    ] = None,
    workspace: Annotated[
        Path | None, typer.Option(help="The workspace that has the rules of the run.")
    ] = None,
) -> None:
    """Write one self-contained HTML page that shows a run, or compares several."""
    place = find_workspace(workspace, read_environment().workspace)
    # The engine takes a second: help and wrong options are answered without it.
    from agentic_solver.harness.group import is_group, kept_repeats, runs_of
    from agentic_solver.report.page import write_page
    from agentic_solver.report.record import read_record

    target = out or Path(f"{runs[0].resolve().name}.html")
    refuse_missing_folder(target)
    records = [read_record(one) for path in runs for one in runs_of(path)]
    _refuse_other_benchmarks(records)
    groups = [told for path in runs if is_group(path) and (told := kept_repeats(path))]
    size = write_page(target, records, place.rules, groups)
    print(f"{target} ({size / 1e6:.1f} MB): open it in a browser")


def _refuse_other_benchmarks(records: "Sequence[ReportedRun]") -> None:
    first = records[0]
    for one in records[1:]:
        if one.facts.benchmark != first.facts.benchmark:
            raise UsageError(
                f"{first.name} is a run of {first.facts.benchmark}, {one.name} of "
                f"{one.facts.benchmark}: a report compares runs of one benchmark"
            )
