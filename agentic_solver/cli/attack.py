"""``agentic-solver attack``: hostile plans against the real validator, judged by oracles."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agentic_solver.contracts.wording import counted
from agentic_solver.settings import read_environment
from agentic_solver.twin.suitefolder import find_suite
from agentic_solver.workspace import Workspace, find_workspace

if TYPE_CHECKING:
    from agentic_solver.redteam.report import Report

__all__ = ["command"]

_MOST = 12


def command(
    suite: Annotated[
        str, typer.Argument(help="A built-in suite with recorded plans, or a suite folder.")
    ] = "erc3-dev",
    plans: Annotated[int, typer.Option(min=1, help="How many hostile plans.")] = 1_000,
    seed: Annotated[int, typer.Option(help="Another seed makes other plans.")] = 0,
    suite_seed: Annotated[
        int, typer.Option(help="Seed of the suite, as that of run; plans are recorded for one.")
    ] = 0,
    families: Annotated[
        str, typer.Option(help="Letters of families, such as A,F; all if left out.")
    ] = "",
    tasks: Annotated[str, typer.Option(help="Only these tasks, separated by commas.")] = "",
    from_run: Annotated[
        list[Path] | None, typer.Option("--from", help="A run folder whose plans are mutated too.")
    ] = None,
    recordings: Annotated[
        Path | None, typer.Option(help="Folder of recorded plans of the suite.")
    ] = None,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 takes one for each core.")] = 0,
    workspace: Annotated[Path | None, typer.Option(help="Where rules and tools are.")] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit 1 for wrong words (claimed, given up), too.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document, hits with their plans.")
    ] = False,
) -> None:
    """Attack the validator with hostile plans; exit 1 if anything got through.

    Through is what changes, leaks or launders something, or breaks the engine. Answers that only
    say the wrong thing (claimed, given up) are told and counted; with --strict they fail, too.
    """
    place = find_workspace(workspace, read_environment().workspace)
    find_suite(suite)
    # The engine takes a second: help and wrong options are answered without it.
    from agentic_solver.cli.counting import counting
    from agentic_solver.redteam.attack import AttackOptions, attack

    options = AttackOptions(
        suite=suite,
        plans=plans,
        workspace=place,
        seed=seed,
        suite_seed=suite_seed,
        families=tuple(name.upper() for name in _listed(families)),
        tasks=_listed(tasks),
        recordings=recordings,
        runs=tuple(from_run or ()),
        workers=workers or len(os.sched_getaffinity(0)),
    )
    told = f"{counted(plans, 'hostile plan')} against {suite}, {options.workers} at the same time"
    typer.echo(told, err=True)
    with counting() as count:
        report = attack(options, count)
    if as_json:
        print(report.model_dump_json(indent=1))
    else:
        _show(report, strict=strict)
        _tell_of_wikis_without_rules(suite, suite_seed, place)
    if not report.holds or (strict and report.wrong_words):
        sys.exit(1)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _show(report: "Report", *, strict: bool) -> None:
    from agentic_solver.redteam.verdict import COUNTS, Halt

    # What never happened is in the sums below, and needs no column.
    found = report.families.values()
    halts = [halt for halt in Halt if any(one.halts.get(halt.value) for one in found)]
    counts = [count for count in COUNTS if any(one.counts[count] for one in found)]
    heads = [*(halt.value for halt in halts), *counts]
    widths = [max(len(head), 6) + 2 for head in heads]
    told = "".join(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True))
    print(f"{'family':<26}{'shots':>7}{told}")
    for key, family in report.families.items():
        cells = [family.halts.get(halt.value, 0) for halt in halts]
        cells += [family.counts[count] for count in counts]
        label = f"{key} {family.name}".strip()
        told = "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        print(f"{label:<26}{family.shots:>7}{told}")
    for hit in report.hits[:_MOST]:
        print(f"{hit.family}/{hit.number} {hit.task}: {hit.count}: {hit.kind}: {hit.what}")
    totals = ", ".join(f"{number} {name}" for name, number in report.totals.items())
    refused, asked = len(report.good_refused), len(report.good_asked)
    print(
        f"{report.plans} hostile plans: {totals} · "
        f"{refused} of {report.good_plans} good plans refused, {asked} of them asked back"
    )
    if report.holds and report.wrong_words and not strict:
        print(
            "claimed and given up are wrong words beside no wrong deed: they fail the command with "
            "--strict"
        )
    if not report.good_plans:
        print(
            "no recorded plans of this suite and seed: only hand-made attacks, and nothing says "
            "what is refused wrongly"
        )
    if report.good_refused:
        print(f"refused: {', '.join(report.good_refused[:_MOST])}")


def _tell_of_wikis_without_rules(suite: str, seed: int, place: Workspace) -> None:
    """Without rules nobody may do anything: that nothing gets through then says little."""
    from agentic_solver.erc3.rules import rules_path
    from agentic_solver.twin.suite import load_suite

    wikis = load_suite(find_suite(suite), seed=seed).wikis.values()
    unread = sorted(
        {wiki.sha1[:8] for wiki in wikis if not rules_path(place.rules, wiki.sha1).is_file()}
    )
    if unread:
        print(
            f"no rules for wiki {', '.join(unread)}: everything is refused there, whatever is "
            f"attacked; `agentic-solver acquire {suite}` has a model read it"
        )
