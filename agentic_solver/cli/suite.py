"""``agentic-solver suite``: list the tasks of suites, check them, and begin one of your own."""

import json
from pathlib import Path
from typing import Annotated

import typer

from agentic_solver.cli.output import check_parent
from agentic_solver.cli.varying import VaryOption
from agentic_solver.errors import SuiteError, UsageError
from agentic_solver.twin.suitefolder import builtin_suites, find_suite

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True, help="Suites: list their tasks, check them, and begin one of your own."
)


@app.callback()
def group() -> None:
    """Suites: list their tasks, check them, and begin one of your own."""


@app.command()
def new(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="An empty folder, or one that does not exist.")
    ],
    employees: Annotated[
        int | None,
        typer.Option(help="A company of this many people (20 to a million), made lazily."),
    ] = None,
) -> None:
    """Write a small commented suite to begin with into an empty folder."""
    # Imported here so that --help is quick.
    from agentic_solver.twin.starting import new_suite

    made = new_suite(folder, employees=employees)
    print(f"{made} is a suite; it passes: agentic-solver suite check {made}")


@app.command("list")
def list_suites(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """List the built-in suites, with what each is."""
    from agentic_solver.twin.suite import read_meta

    rows = [
        {"name": name, "description": " ".join(read_meta(folder).description.split())}
        for name, folder in builtin_suites().items()
    ]
    if as_json:
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for row in rows:
        print(f"{row['name']}: {row['description']}")


@app.command()
def tasks(
    suite: Annotated[str, typer.Argument(help="Built-in suite, or path of a suite folder.")],
    seed: Annotated[int, typer.Option(min=0, help="Draws companies, tasks and wordings.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """List the tasks of a suite, with what is asked in each."""
    folder = find_suite(suite)
    from agentic_solver.twin.suite import load_suite

    listed = load_suite(folder, seed=seed).tasks
    if as_json:
        rows = [{"id": one.id, "family": one.family, "text": one.text} for one in listed]
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for one in listed:
        print(f"{one.id}: {' '.join(one.text.split())}")


@app.command()
def check(
    suite: Annotated[str, typer.Argument(help="Built-in suite, or path of a suite folder.")],
    seeds: Annotated[int, typer.Option(min=1, help="Seeds 0 to N-1 are drawn.")] = 1,
    vary: VaryOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Solve every task with its reference, and with spoiled ones; exit 1 if that goes wrong."""
    folder = find_suite(suite)
    from dataclasses import asdict

    from agentic_solver.harness.suite_check import check_suite

    try:
        report = check_suite(folder, range(seeds), tuple(vary or ()))
    except SuiteError as error:
        for fault in error.faults[1:]:
            typer.echo(fault, err=True)
        raise SuiteError(error.faults[0]) from error
    for note in report.notes:
        typer.echo(note, err=True)
    if as_json:
        print(json.dumps(asdict(report), ensure_ascii=False, indent=1))
    else:
        for finding in report.findings:
            print(finding)
        print(
            f"{report.suite}: {report.templates} templates, {report.families} families, "
            f"{report.languages} languages, {report.tasks} tasks, {report.seeds} seeds: "
            f"{report.solved} solutions right, {report.refused} spoiled ones refused, "
            f"{len(report.unsolved)} tasks without a known solution, "
            f"{len(report.findings)} findings"
        )
    if report.findings:
        raise typer.Exit(1)


@app.command()
def export(
    suite: Annotated[str, typer.Argument(help="Built-in suite, or path of a suite folder.")],
    out: Annotated[Path, typer.Argument(metavar="DIR", help="A new folder for the dataset.")],
    form: Annotated[str, typer.Option("--format", help="hf: a dataset of Hugging Face.")] = "hf",
    seed: Annotated[int, typer.Option(min=0, help="Draws companies, tasks and wordings.")] = 0,
) -> None:
    """Write the tasks of a suite as a dataset that other tools open."""
    if form != "hf":
        raise UsageError(f"unknown format {form!r}: use hf")
    check_parent(out)
    folder = find_suite(suite)
    from agentic_solver.report.suite_dataset import export_dataset
    from agentic_solver.twin.suite import load_suite

    loaded = load_suite(folder, seed=seed)
    export_dataset(loaded, out, seed=seed)
    print(f"{out}: {len(loaded.tasks)} tasks; in Python: datasets.load_dataset({str(out)!r})")


@app.command()
def invariants() -> None:
    """List what holds between the records of a company; ``check`` looks at it."""
    from agentic_solver.erc3.invariant import INVARIANTS

    for one in INVARIANTS:
        print(f"{one.name}: {one.statement}")
