"""``agentic-solver policy``: how good compiled policies are, and what they cover."""

import json
import re
from pathlib import Path
from typing import Annotated

import typer

from agentic_solver.errors import UsageError
from agentic_solver.settings import read_environment
from agentic_solver.twin.suitefolder import find_suite
from agentic_solver.workspace import Workspace, find_workspace

__all__ = ["app"]

_HELP = "Compiled policies: test every clause, and report what they cover."
_WHICH = "Digits of a wiki digest (first four or more), a built-in suite or a folder; default: all."
_Which = Annotated[str | None, typer.Argument(metavar="[DIGEST|SUITE]", help=_WHICH)]
_Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
_Place = Annotated[Path | None, typer.Option("--workspace", help="Workspace folder.")]

app = typer.Typer(no_args_is_help=True, help=_HELP)


@app.callback()
def group() -> None:
    """Compiled policies: test every clause, and report what they cover."""


def chosen_digests(place: Workspace, which: str | None) -> tuple[str, ...]:
    """Return the first eight digits of the wikis whose compiled policies are meant, sorted.

    Raises:
        UsageError: nothing was compiled yet, or ``which`` names no compiled policy.
    """
    compiled = [path.stem.removeprefix("wiki_") for path in place.policy.glob("wiki_*.py")]
    known = ", ".join(sorted(compiled))
    if not compiled:
        raise UsageError(f"{place.policy} holds no compiled policy: run acquire or compile first")
    if which is None:
        return tuple(sorted(compiled))
    if re.fullmatch(r"[0-9a-f]{1,3}", which) and not Path(which).is_dir():
        raise UsageError(f"{which} is too short for a wiki digest: give four digits or more")
    if re.fullmatch(r"[0-9a-f]{4,40}", which):
        found = [digest for digest in compiled if digest.startswith(which[:8])]
        if found:
            return tuple(sorted(found))
        if not Path(which).is_dir():
            raise UsageError(f"no policy is compiled for wiki {which}: there are {known}")
    if not which.strip():
        raise UsageError(f"the name is empty: name a suite, or a digest of {known}")
    folder = find_suite(which)
    # Imported here so that --help is quick.
    from agentic_solver.erc3.wiki import read_folder

    wikis = sorted(path for path in folder.glob("wikis/*") if path.is_dir())
    digests = {read_folder(path).sha1[:8]: path.name for path in wikis}
    if not digests:
        raise UsageError(f"{folder} has no wiki: name another suite, or a digest of {known}")
    for digest, name in sorted(digests.items()):
        if digest not in compiled:
            raise UsageError(f"wiki {name} of {which} has no compiled policy: run acquire first")
    return tuple(sorted(digests))


@app.command()
def check(
    which: _Which = None,
    as_json: _Json = False,
    at_least: Annotated[
        float, typer.Option("--at-least", min=0, max=100, help="Least mutation score in percent.")
    ] = 95.0,
    workspace: _Place = None,
) -> None:
    """Change every compiled clause in turn; exit 1 if too few changes are noticed by a case."""
    place = find_workspace(workspace, read_environment().workspace)
    digests = chosen_digests(place, which)
    # The engine takes a second: help and wrong names are answered without it.
    from agentic_solver.cli.counting import counting
    from agentic_solver.erc3.policy import load_policy
    from agentic_solver.erc3.policy.quality.score import check_policy
    from agentic_solver.erc3.policy.quality.text import format_quality, quality_json
    from agentic_solver.erc3.rules import load_rules

    reports = []
    failed = False
    for number, digest in enumerate(digests, start=1):
        policy = load_policy(place.policy / f"wiki_{digest}.py")
        rules = load_rules(place.rules / f"{digest}.yaml").rules
        with counting(f"policy {number} of {len(digests)}, wiki {digest}") as count:
            quality = check_policy(policy, rules, count)
        failed = failed or bool(quality.disagreements) or quality.percent < at_least
        if as_json:
            reports.append(quality_json(quality))
        else:
            print(format_quality(quality), flush=True)
    if as_json:
        print(json.dumps({"at_least": at_least, "policies": reports}, ensure_ascii=False, indent=1))
    if failed:
        typer.echo(f"a case is wrong, or a score is under {at_least:g} %", err=True)
        raise typer.Exit(1)


@app.command()
def report(which: _Which = None, as_json: _Json = False, workspace: _Place = None) -> None:
    """Which rule serves which task family, what is uncovered, sizes; from the files alone."""
    place = find_workspace(workspace, read_environment().workspace)
    digests = chosen_digests(place, which)
    # The engine takes a second: help and wrong names are answered without it.
    from agentic_solver.erc3.acquire.coverage import coverage_json, find_coverage, format_coverage
    from agentic_solver.erc3.rules import load_rules
    from agentic_solver.erc3.wiki import read_mirror

    reports = []
    for digest in digests:
        pages, _ = read_mirror(place.wiki / digest)
        ruleset = load_rules(place.rules / f"{digest}.yaml")
        coverage = find_coverage(ruleset, pages)
        if as_json:
            reports.append(coverage_json(coverage))
        else:
            print(f"policy of wiki {digest}, rules {ruleset.source}")
            print(format_coverage(coverage))
    if as_json:
        print(json.dumps({"policies": reports}, ensure_ascii=False, indent=1))
