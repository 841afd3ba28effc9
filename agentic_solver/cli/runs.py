"""``agentic-solver runs``: list and check recorded runs, and take them elsewhere."""

import dataclasses
import json
from pathlib import Path
from typing import Annotated, Any

import typer

from agentic_solver.cli.output import check_parent
from agentic_solver.contracts.wording import counted
from agentic_solver.errors import AgenticSolverError, UsageError
from agentic_solver.settings import read_environment
from agentic_solver.workspace import Workspace, find_workspace

__all__ = ["app"]

_FORMATS = {"inspect": ".eval", "parquet": ".parquet", "json": ".json"}
"""How the default name of an export ends; Parquet needs a folder."""

_Run = Annotated[Path, typer.Argument(help="Folder of a run, or of a group of repeated ones.")]

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Recorded runs: list and verify them, export them, and write copies to share.",
)


@app.command("list")
def list_runs(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
    workspace: Annotated[Path | None, typer.Option(help="Workspace folder.")] = None,
) -> None:
    """List the runs of a workspace by date: what was played, how far it came, how it ended."""
    place = find_workspace(workspace, read_environment().workspace)
    # Here and below: wrong options are answered without the engine, which takes a second.
    from agentic_solver.harness.group import GROUP, read_group
    from agentic_solver.harness.verify import run_state

    runs = _runs(place)
    rows: list[dict[str, object]] = []
    for path in sorted(item.parent for item in runs.glob("*/manifest.json")):
        try:
            rows.append(dataclasses.asdict(run_state(path)))
        except AgenticSolverError as error:
            rows.append({"name": path.name, "state": "broken", "problem": str(error)})
    rows.sort(key=lambda row: (str(row.get("begun_at", "")), str(row["name"])))
    groups = [
        {"name": item.parent.name, "state": "group", "runs": list(read_group(item.parent).runs)}
        for item in sorted(runs.glob(f"*/{GROUP}"))
    ]
    if as_json:
        print(json.dumps([*rows, *groups], ensure_ascii=False, indent=1))
        return
    for row in rows:
        print(_line(row))
    for group in groups:
        print(f"{group['name']}: group of {', '.join(map(str, group['runs']))}")


def _runs(place: Workspace) -> Path:
    return Path.cwd() / "runs" if place.readonly else place.runs


def _line(row: dict[str, Any]) -> str:
    from agentic_solver.harness.finished import played_by

    if "problem" in row:
        return f"{row['name']}: broken: {row['problem']}"
    begun = f", {row['begun']} begun" if row["begun"] else ""
    score = "" if row["score"] is None else f", score {row['score']:.3f}"
    what = "solve, " if row["command"] == "solve" else ""
    some = " chosen" if row["chosen"] else ""
    done = f"{what}{row['finished']} of {row['tasks']}{some} tasks{begun}{score}"
    varied = f", varied: {'; '.join(row['variation'])}" if row["variation"] else ""
    who = played_by(str(row["model"]), str(row["proposer"]), guarded=row["guarded"])
    by = f"{row['begun_at']}, {who}, seed {row['seed']}{varied}"
    return f"{row['name']}: {row['state']}: {done}; {by}"


@app.command("board")
def board(
    suite: Annotated[
        str, typer.Argument(help="Benchmark as runs name it, or path of a suite folder.")
    ],
    against: Annotated[
        Path | None,
        typer.Option(help="Run or group that all others are paired with, task by task."),
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Also write a page into this file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
    workspace: Annotated[Path | None, typer.Option(help="Workspace folder.")] = None,
) -> None:
    """Put all runs of a suite side by side: score, cost, calls, tokens, time and digests."""
    place = find_workspace(workspace, read_environment().workspace)
    check_parent(html)
    from agentic_solver.cli.boarding import show_board

    show_board(_runs(place), suite, against=against, html=html, as_json=as_json)


@app.command("verify")
def verify(run: _Run) -> None:
    """Check every line and file of a run against its checksum; exit 1 if one does not fit."""
    from agentic_solver.harness.group import is_group, runs_of
    from agentic_solver.harness.verify import verify_run

    fits = True
    for one in runs_of(run):
        found = verify_run(one)
        for line in (*found.notes, *found.problems):
            print(line)
        which = f"{one.name}: " if is_group(run) else ""
        problems = counted(len(found.problems), "problem")
        print(f"{which}{found.files} files and {found.lines} lines: {problems}")
        fits = fits and not found.problems
    if not fits:
        raise typer.Exit(1)


@app.command("export")
def export(
    run: _Run,
    form: Annotated[str, typer.Option("--format", help="inspect, parquet or json.")],
    out: Annotated[
        Path | None,
        typer.Option(
            help="The file (parquet, and of a group: folder) to write; default: RUN and an ending."
        ),
    ] = None,
    suite: Annotated[
        Path | None,
        typer.Option(help="Folder of the suite that was played: tells Inspect the targets."),
    ] = None,
    workspace: Annotated[
        Path | None, typer.Option(help="The workspace that has the rules of the run.")
    ] = None,
) -> None:
    """Write a run as an Inspect AI log, as Parquet files, or as one JSON document."""
    if form not in _FORMATS:
        raise UsageError(f"unknown format {form!r}: use one of {', '.join(_FORMATS)}")
    if suite is not None and form != "inspect":
        raise UsageError(f"--suite tells targets, which {form} has none of: leave it out")
    check_parent(out)
    rules = find_workspace(workspace, read_environment().workspace).rules
    from agentic_solver.harness.group import is_group, runs_of
    from agentic_solver.report.export import export_inspect, export_json, export_parquet
    from agentic_solver.report.record import read_record

    for one in runs_of(run):
        record = read_record(one)
        target = Path(f"{record.name}{_FORMATS[form]}")
        if out is not None:
            target = out / target if is_group(run) else out
            if is_group(run):
                out.mkdir(exist_ok=True)
        if form == "parquet":
            export_parquet(record, target)
        elif form == "inspect":
            export_inspect(record, rules, target, suite)
        else:
            export_json(record, rules, target)
        print(target)


@app.command("redact")
def redact(
    run: _Run,
    target: Annotated[Path, typer.Argument(help="Folder of the copy; must not exist yet.")],
) -> None:
    """Write a copy of a run without protected values, with other names for its people."""
    from agentic_solver.harness.group import runs_of
    from agentic_solver.report.redaction import redact_group, redact_run

    runs = runs_of(run)
    done = redact_run(run, target) if runs == (run,) else redact_group(run, target)
    people = "1 person has" if done.people == 1 else f"{done.people} people have"
    print(f"{target}: {done.files} files; {people} another name")
    print(f"texts and rows left out in {done.closed} tasks that read or change protected values")
