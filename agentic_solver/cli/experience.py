"""``agentic-solver experience``: look at what was learnt, add to it, go back."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agentic_solver.errors import UsageError
from agentic_solver.settings import Settings, read_environment
from agentic_solver.twin.suitefolder import find_suite
from agentic_solver.workspace import Workspace, find_workspace

# What the sub commands do is imported in them: it takes a second, and help and wrong options are
# answered without it.
if TYPE_CHECKING:
    from pydantic import JsonValue

    from agentic_solver.erc3.experience.governance import Governance
    from agentic_solver.erc3.experience.standing import Entry
    from agentic_solver.erc3.experience.store import ExperienceStore
    from agentic_solver.harness.budget import Budget
    from agentic_solver.harness.gate import Opener, Side
    from agentic_solver.harness.options import RunOptions

__all__ = ["app"]

_HELP = "What the workspace has learnt: list, learn, add, judge, reject, roll back patches."
_Proposer = Annotated[
    str, typer.Option(help="anthropic, openai or recorded; default: anthropic if a key is set.")
]
_Model = Annotated[str, typer.Option(help="Model name.")]
_Reader = Annotated[
    str, typer.Option(help="Model that reads what a request asks; default: the one that plans.")
]
_Recordings = Annotated[str, typer.Option(help="Folder of recorded model replies.")]
_Match = Annotated[str, typer.Option(help="How recordings match: task or exact.")]
_Workers = Annotated[int, typer.Option(min=1, max=64, help="Tasks at the same time.")]
_Place = Annotated[Path | None, typer.Option("--workspace", help="Workspace folder.")]

app = typer.Typer(no_args_is_help=True, help=_HELP)


@app.callback()
def group() -> None:
    """What the workspace has learnt: list, learn, add, judge, reject, roll back patches."""


@app.command("list")
def list_patches(
    log: Annotated[bool, typer.Option("--log", help="The log in place of the patches.")] = False,
    workspace: _Place = None,
) -> None:
    """List every patch with its status and reason."""
    place = _workspace(workspace)
    from agentic_solver.erc3.experience.seed import read_experience

    with read_experience(place.experience, _governance(place)) as store:
        if log:
            for event in store.history():
                said = f": {event.verdict.status}, {event.verdict.reason}" if event.verdict else ""
                what = (
                    f"to {event.number}" if event.event == "rollback" else f"patch-{event.number}"
                )
                print(f"{event.position} {event.event} {what}{said}")
            return
        for entry in store.entries():
            print(_listed(entry))


def _listed(entry: "Entry") -> str:
    patch = entry.patch
    limits = patch.scope.model_dump(mode="json", exclude_defaults=True)
    scope = "".join(f" {name}={value}" for name, value in limits.items())
    sides = (("for", entry.supported), ("against", entry.opposed))
    witnesses = "".join(f" [{side}: {', '.join(tasks)}]" for side, tasks in sides if tasks)
    return (
        f"{patch.id} {entry.status} ({entry.reason}) {patch.kind} {patch.category}{scope} "
        f"{patch.subject}={patch.stance}: {patch.guidance}{witnesses}"
    )


@app.command()
def add(
    file: Annotated[Path, typer.Argument(help="YAML file with patches, like seed.yaml.")],
    approve: Annotated[
        bool, typer.Option("--approve", help="You have read them: active without evidence.")
    ] = False,
    workspace: _Place = None,
) -> None:
    """Add the patches of a file; exit 1 if one of them is refused."""
    from agentic_solver.erc3.experience.governance import Refused
    from agentic_solver.erc3.experience.seed import read_drafts
    from agentic_solver.erc3.experience.store import Added

    drafts = read_drafts(file)
    refused = 0
    with _writing(workspace) as store:
        for draft in drafts:
            match store.add(draft, approved=approve):
                case Added(entry=entry, is_new=is_new):
                    how = "" if is_new else ", known before"
                    print(f"{entry.patch.id} {entry.status} ({entry.reason}{how}): {draft.subject}")
                case Refused(reason=reason):
                    refused += 1
                    print(f"refused: {draft.subject}: {reason}")
    if refused:
        raise typer.Exit(1)


@app.command()
def learn(
    run: Annotated[Path, typer.Argument(help="Folder of a finished run with grades.")],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print what would be learnt and write nothing.")
    ] = False,
    workspace: _Place = None,
) -> None:
    """Learn from a finished run, as the run would have done with --experience learn."""
    place = _workspace(workspace)
    from agentic_solver.harness.relearning import learn_from

    lessons = learn_from(run, place, dry_run=dry_run)
    for entry in lessons.entries:
        print(_listed(entry))
    for one in lessons.learnt:
        if one.missed:
            print(f"not proposed: {one.subject}={one.stance}: {one.task}: {one.missed}")
    if not lessons.learnt:
        print(f"{lessons.tasks} graded tasks teach nothing")


@app.command()
def reject(
    patch: Annotated[str, typer.Argument(help="Patch to take away, like patch-7.")],
    workspace: _Place = None,
) -> None:
    """Take a patch away for good: no run brings it back, only your approval does."""
    number = _number(patch)
    with _writing(workspace) as store:
        entry = store.withdraw(number)
    print(f"{entry.patch.id} {entry.status} ({entry.reason}): {entry.patch.subject}")


@app.command()
def rollback(
    position: Annotated[int, typer.Argument(min=0, help="Position of the log to return to.")],
    workspace: _Place = None,
) -> None:
    """Return to how everything stood at a position of the log."""
    with _writing(workspace) as store:
        print(f"everything stands as at {position}; the log ends at {store.rollback(position)}")


@app.command()
def gate(
    patch: Annotated[str, typer.Argument(help="Patch to judge, like patch-7.")],
    benchmark: Annotated[str, typer.Argument(help="Gate set: a benchmark or a suite folder.")],
    tasks: Annotated[str, typer.Option(help="Comma-separated task ids; all when left out.")] = "",
    seeds: Annotated[str, typer.Option(help="Comma-separated seeds.")] = "0",
    epochs: Annotated[int, typer.Option(min=1, max=1000, help="Times that each is played.")] = 1,
    alpha: Annotated[float, typer.Option(min=1e-9, max=0.5, help="Level of the test.")] = 0.05,
    max_calls: Annotated[int | None, typer.Option(min=0, help="Model calls at most.")] = None,
    max_tokens: Annotated[int | None, typer.Option(min=0, help="Tokens at most.")] = None,
    max_money: Annotated[
        float | None, typer.Option(min=0, help="Money at most; AGENTIC_SOLVER_PRICES tells it.")
    ] = None,
    proposer: _Proposer = "",
    model: _Model = "",
    reader_model: _Reader = "",
    recordings: _Recordings = "",
    match: _Match = "task",
    workers: _Workers = 1,
    workspace: _Place = None,
) -> None:
    """Compare with and without a patch; exit 1 unless it beats the noise and is active now."""
    settings = read_environment()
    place = _workspace(workspace).writable()
    find_suite(benchmark)
    from agentic_solver.erc3.experience.seed import open_store
    from agentic_solver.harness.gate import GatePlan, run_gate

    options = replace(
        _run_options(settings, benchmark, tasks, proposer, model, recordings, match, workers),
        reader_model=reader_model,
    )
    plan = GatePlan(
        options=options,
        seeds=_numbers("--seeds", seeds),
        epochs=epochs,
        alpha=alpha,
        budget=_budget(max_calls, max_tokens, max_money, settings),
    )
    with open_store(place.experience, _governance(place)) as store:
        outcome = run_gate(
            _number(patch),
            plan,
            store=store,
            workspace=place,
            open_side=_opener(options, settings),
            tell=lambda text: print(text, file=sys.stderr),
        )
    print(f"{outcome.entry.patch.id}: {outcome.result}")
    spent = outcome.spending
    money = f", {spent.money:g} money" if settings.prices else ""
    print(f"spent: {spent.calls} model calls, {spent.tokens} tokens{money}")
    if not outcome.told:
        print("the patch was told in no task: its scope fits none, or a narrower one holds")
    print(f"{outcome.entry.patch.id} is {outcome.entry.status}: {outcome.entry.reason}")
    for run in outcome.runs:
        print(f"evidence: {run}")
    if not outcome.result.accepted:
        raise typer.Exit(1)


@app.command()
def influence(
    run: Annotated[Path, typer.Argument(help="Folder of a run.")],
    task: Annotated[str, typer.Argument(help="Task of that run.")],
    suite: Annotated[str, typer.Option(help="Suite folder, where the run has one.")] = "",
    epochs: Annotated[int, typer.Option(min=1, max=100, help="Times that each is played.")] = 1,
    proposer: _Proposer = "",
    model: _Model = "",
    reader_model: _Reader = "",
    recordings: _Recordings = "",
    match: _Match = "task",
    workspace: _Place = None,
) -> None:
    """Play a task again without each of the patches it was told, and say what changes."""
    settings = read_environment()
    place = _workspace(workspace)
    if suite:
        find_suite(suite)
    from agentic_solver.harness.influence import measure_influence, told_in
    from agentic_solver.harness.run_folder import RunFolder

    recorded = RunFolder.open(run)
    told = told_in(recorded, task)
    if not told:
        print(f"{task} was told nothing: experience had no influence")
        return
    manifest = recorded.files.read("manifest.json")
    known = manifest if isinstance(manifest, dict) else {}
    options = replace(
        _run_options(
            settings, suite or str(known.get("benchmark")), task, proposer, model, recordings,
            match, 1,
        ),
        reader_model=reader_model,
        seed=_int(known.get("seed")),
        variation=_texts(known.get("variation")),
    )  # fmt: skip
    if options.proposer == "recorded" and options.match == "task":
        print(
            "recorded replies that match by task do not depend on the prompt, so nothing can "
            "change: use a live --proposer, or --match exact",
            file=sys.stderr,
        )
    effects = measure_influence(
        told, options, workspace=place, open_side=_opener(options, settings), epochs=epochs,
        tell=lambda text: print(text, file=sys.stderr),
    )  # fmt: skip
    print(f"as it was told ({len(told)} patches): {effects[0].traces[0].outcome}")
    for effect in effects[1:]:
        found = effect.changes(effects[0])
        name = effect.without[0] if len(effect.without) == 1 else "all of them"
        print(f"without {name}: {'; '.join(found) if found else 'no change'}")


def _number(patch: str) -> int:
    text = patch.removeprefix("patch-")
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise UsageError(f"{patch!r} is no patch: write it like patch-7")
    return int(text)


def _numbers(option: str, text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts or not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        raise UsageError(f"{option} {text!r}: give whole numbers with commas between")
    return tuple(dict.fromkeys(int(part) for part in parts))


def _budget(
    calls: int | None, tokens: int | None, money: float | None, settings: Settings
) -> "Budget":
    from agentic_solver.harness.budget import Budget

    if money is not None and settings.prices is None:
        raise UsageError("--max-money needs prices: set AGENTIC_SOLVER_PRICES")
    return Budget(calls=calls, tokens=tokens, money=money, prices=settings.prices)


def _run_options(
    settings: Settings,
    benchmark: str,
    tasks: str,
    proposer: str,
    model: str,
    recordings: str,
    match: str,
    workers: int,
) -> "RunOptions":
    from agentic_solver.harness.models import choose_proposer
    from agentic_solver.harness.options import RunOptions

    if match not in ("task", "exact"):
        raise UsageError(f"unknown match {match!r}: use task or exact")
    return RunOptions(
        benchmark=benchmark,
        tasks=tuple(part.strip() for part in tasks.split(",") if part.strip()),
        proposer=choose_proposer(proposer, settings),
        model=model or settings.model,
        recordings=recordings,
        match=match,  # type: ignore[arg-type]
        workers=workers,
    )


def _opener(options: "RunOptions", settings: Settings) -> "Opener":
    from agentic_solver.harness.benchmark import open_benchmark
    from agentic_solver.harness.gate import Side
    from agentic_solver.harness.models import open_models

    def open_side(seed: int) -> "Side":
        opened = open_benchmark(
            options.benchmark, "twin", settings, seed=seed, variation=options.variation
        )
        models = open_models(options, opened, settings)
        apart = models.reader is not models.planner
        return Side(benchmark=opened, model=models.planner, reader=models.reader if apart else None)

    return open_side


def _int(value: "JsonValue") -> int:
    return value if isinstance(value, int) else 0


def _texts(value: "JsonValue") -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, list) else ()


def _workspace(option: Path | None) -> Workspace:
    return find_workspace(option, read_environment().workspace)


def _governance(place: Workspace) -> "Governance":
    from agentic_solver.erc3.experience.governance import Governance
    from agentic_solver.erc3.tools.catalog import load_catalog

    return Governance(load_catalog(place.tools))


@contextmanager
def _writing(option: Path | None) -> Iterator["ExperienceStore"]:
    place = _workspace(option).writable()
    from agentic_solver.erc3.experience.seed import open_store

    with open_store(place.experience, _governance(place)) as store:
        yield store
