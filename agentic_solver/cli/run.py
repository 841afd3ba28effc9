"""``agentic-solver run``: play a benchmark, watch it, and see the score."""

import dataclasses
import gc
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from agentic_solver.cli.repeating import play_epochs
from agentic_solver.cli.varying import VaryOption
from agentic_solver.cli.watching import Watcher, open_watcher
from agentic_solver.errors import (
    LimitReachedError,
    ModelUnavailableError,
    TransportError,
    UsageError,
)
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.models import choose_proposer, open_model
from agentic_solver.harness.options import PlanCacheTotals, RunOptions, RunSummary, TaskResult
from agentic_solver.harness.resume import recorded_options
from agentic_solver.harness.runner import run_benchmark, runs_folder
from agentic_solver.settings import Settings, read_environment
from agentic_solver.workspace import Workspace, find_workspace

__all__ = ["command"]

_PLAIN_WIDTH = 140
_EFFORTS = ("low", "medium", "high", "xhigh", "max")
_WORDS = {
    "effort": _EFFORTS,
    "match": ("task", "exact"),
    "experience": ("off", "read", "learn"),
    "snapshot": ("lazy", "full"),
    "acquire": ("auto", "off"),
    "feedback": ("codes", "facts"),
    "plan_cache": ("off", "read", "on"),
}
"""Options with a closed list of values."""

ProposerOption = Annotated[
    str, typer.Option(help="anthropic, openai or recorded; default: anthropic if a key is set.")
]
TemperatureOption = Annotated[
    float | None, typer.Option(min=0, max=2, help="The provider's default when left out.")
]
TokensOption = Annotated[int, typer.Option(min=256, help="Longest reply of the model, in tokens.")]
AcquireOption = Annotated[
    str, typer.Option(help="auto: have the model read a wiki that has no rules; or off.")
]
TasksOption = Annotated[
    str | None, typer.Option(help="Comma-separated task ids; all tasks when left out.")
]
SnapshotOption = Annotated[
    str, typer.Option(help="lazy: read what the plan needs; full: everything, before it runs.")
]
DryRunOption = Annotated[
    bool,
    typer.Option(
        "--dry-run",
        help="Check everything, change nothing: tasks that ask for a change cannot score.",
    ),
]
ExperienceOption = Annotated[
    str, typer.Option(help="off; read: tell what was learnt; learn: and learn from each task.")
]
SeedOption = Annotated[
    int,
    typer.Option(min=0, help="Draws companies, tasks and wordings; recorded plans are for seed 0."),
]
EpochsOption = Annotated[
    int, typer.Option(min=1, max=100, help="Play everything so often, each time as a run.")
]
FeedbackOption = Annotated[
    str,
    typer.Option(help="codes: the model stays blind; facts: later rounds see what the caller may."),
]
PlanCacheOption = Annotated[
    str, typer.Option(help="off; read: use plans that were right before; on: and keep new ones.")
]
KeepRulesOption = Annotated[
    bool, typer.Option("--keep-rules", help="Keep rules that are read in the workspace, too.")
]


ResumeOption = Annotated[
    Path | None,
    typer.Option(help="Go on with the run in this folder; its options hold, unless given anew."),
]


def command(
    ctx: typer.Context,
    benchmark: Annotated[
        str, typer.Argument(help="Built-in benchmark or path of a suite folder.")
    ] = "",
    tasks: TasksOption = None,
    proposer: ProposerOption = "",
    model: Annotated[str, typer.Option(help="Model name.")] = "",
    effort: Annotated[str, typer.Option(help="low, medium, high, xhigh or max.")] = "",
    temperature: TemperatureOption = None,
    max_tokens: TokensOption = 16_000,
    model_timeout: Annotated[
        float, typer.Option(min=1, help="Seconds to wait for one model reply.")
    ] = 600.0,
    platform: Annotated[str, typer.Option(help="twin, live, or a http(s) address.")] = "twin",
    rounds: Annotated[int, typer.Option(min=1, max=10, help="Rounds a task at most.")] = 2,
    feedback: FeedbackOption = "codes",
    seed: SeedOption = 0,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Tasks at the same time.")] = 1,
    epochs: EpochsOption = 1,
    platform_concurrency: Annotated[
        int, typer.Option(min=1, max=32, help="Calls of a task at the same time, over HTTP.")
    ] = 4,
    snapshot: SnapshotOption = "lazy",
    vary: VaryOption = None,
    dry_run: DryRunOption = False,
    experience: ExperienceOption = "off",
    plan_cache: PlanCacheOption = "off",
    acquire: AcquireOption = "auto",
    keep_rules: KeepRulesOption = False,
    recordings: Annotated[str, typer.Option(help="Folder of recorded model replies.")] = "",
    record_to: Annotated[str, typer.Option(help="Folder that receives the replies.")] = "",
    match: Annotated[str, typer.Option(help="How recordings match: task or exact.")] = "task",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
    resume: ResumeOption = None,
    max_tasks: Annotated[
        int | None, typer.Option(min=1, help="Begin at most so many tasks, then end the run.")
    ] = None,
    max_tokens_total: Annotated[
        int | None, typer.Option(min=1, help="Begin no task after so many tokens.")
    ] = None,
    max_cost: Annotated[
        float | None, typer.Option(min=0, help="Begin no task after so much money.")
    ] = None,
    max_time: Annotated[
        float | None, typer.Option(min=0, help="Begin no task after so many seconds.")
    ] = None,
    task_timeout: Annotated[
        float | None, typer.Option(min=0, help="Seconds that one task may take.")
    ] = None,
    workspace: Annotated[Path | None, typer.Option(help="Workspace folder.")] = None,
) -> None:
    """Play a benchmark and print the score of every task."""
    settings = read_environment()
    _check_words(
        effort=effort or _EFFORTS[0],
        match=match,
        experience=experience,
        acquire=acquire,
        snapshot=snapshot,
        plan_cache=plan_cache,
        feedback=feedback,
    )
    options = RunOptions(
        benchmark=benchmark,
        tasks=_task_ids(tasks),
        proposer=choose_proposer(proposer, settings),  # type: ignore[arg-type]
        model=model or settings.model,
        effort=effort or None,  # type: ignore[arg-type]
        temperature=temperature,
        max_tokens=max_tokens,
        recordings=recordings,
        record_to=record_to,
        match=match,  # type: ignore[arg-type]
        model_timeout_s=model_timeout,
        platform=platform,
        rounds=rounds,
        seed=seed,
        dry_run=dry_run,
        workers=workers,
        platform_concurrency=platform_concurrency,
        experience=experience,  # type: ignore[arg-type]
        acquire=acquire,  # type: ignore[arg-type]
        feedback=feedback,  # type: ignore[arg-type]
        plan_cache=plan_cache,  # type: ignore[arg-type]
        keep_rules=keep_rules,
        snapshot=snapshot,  # type: ignore[arg-type]
        variation=tuple(vary or ()),
        max_tasks=max_tasks,
        max_tokens_total=max_tokens_total,
        max_cost=max_cost,
        max_time_s=max_time,
        task_timeout_s=task_timeout,
    )
    if max_cost is not None and settings.prices is None:
        raise UsageError("--max-cost needs the prices of the model: set AGENTIC_SOLVER_PRICES")
    if resume is not None:
        if epochs > 1:
            raise UsageError("each epoch is a run of its own: resume it without --epochs")
        options = _taken_up(recorded_options(resume), options, ctx)
    elif not benchmark:
        raise UsageError("name a benchmark or the path of a suite, or a run with --resume")
    place = find_workspace(workspace, settings.workspace)
    console = Console(file=sys.stderr if as_json else sys.stdout)
    if not console.is_terminal:
        console.width = _PLAIN_WIDTH
    if epochs == 1:
        summary = _play(options, settings, place, console, resume=resume)
        _show(summary, console, as_json=as_json)
    else:
        _repeat(options, epochs, settings, place, console, as_json=as_json)


_PARAMETERS = {
    "model_timeout_s": "model_timeout",
    "variation": "vary",
    "max_time_s": "max_time",
    "task_timeout_s": "task_timeout",
}
"""Options of a run whose parameter has another name."""
_LIMITS = frozenset({"max_tasks", "max_tokens_total", "max_cost", "max_time_s", "task_timeout_s"})


def _taken_up(then: RunOptions, now: RunOptions, ctx: typer.Context) -> RunOptions:
    """Return the options of a run that goes on: its own, and those that were given this time.

    Limits are only those of this time: the run would end again at once.
    """
    given = {
        field.name: getattr(now, field.name)
        for field in dataclasses.fields(RunOptions)
        if field.name in _LIMITS or _is_given(ctx, _PARAMETERS.get(field.name, field.name))
    }
    return dataclasses.replace(then, **given)


def _is_given(ctx: typer.Context, parameter: str) -> bool:
    source = ctx.get_parameter_source(parameter)
    return source is not None and source.name == "COMMANDLINE"


def _check_words(**given: str) -> None:
    for option, value in given.items():
        known = _WORDS[option]
        if value not in known:
            listed = f"one of {', '.join(known)}" if len(known) > 2 else " or ".join(known)
            name = option.replace("_", "-")
            raise UsageError(f"unknown {name} {value!r}: use {listed}")


def _task_ids(text: str | None) -> tuple[str, ...]:
    if text is None:
        return ()
    ids = tuple(name for part in text.split(",") if (name := part.strip()))
    if not ids:
        raise UsageError("--tasks names no task: give ids with commas between, or leave it out")
    return ids


@dataclass(frozen=True, slots=True)
class _Announcing:
    """A watcher of which somebody else also wants to know where the run is."""

    watcher: Watcher
    tell: Callable[[Path], None]

    def started(self, run_dir: Path, total: int) -> None:
        self.tell(run_dir)
        self.watcher.started(run_dir, total)

    def finished(self, result: TaskResult) -> None:
        self.watcher.finished(result)


def _play(
    options: RunOptions,
    settings: Settings,
    place: Workspace,
    console: Console,
    started: Callable[[Path], None] = lambda _run_dir: None,
    resume: Path | None = None,
) -> RunSummary:
    varying, seed = options.variation, options.seed
    opened = open_benchmark(
        options.benchmark,
        options.platform,
        settings,
        seed=seed,
        variation=varying,
        concurrency=options.platform_concurrency,
    )
    proposing = open_model(options, opened, settings)
    for note in opened.notes:
        print(note, file=sys.stderr)
    watcher = open_watcher(console)
    # What start-up made lives as long as the process. Out of the collector's sight it does not
    # cost tens of milliseconds in the middle of some task.
    gc.collect()
    gc.freeze()
    try:
        return run_benchmark(
            options,
            benchmark=opened,
            workspace=place,
            model=proposing,
            progress=_Announcing(watcher, started),
            begun=watcher.begun,
            resume=resume,
            prices=settings.prices,
            tell=lambda text: console.print(text, highlight=False, markup=False, soft_wrap=True),
        )
    finally:
        gc.unfreeze()
        watcher.stop()


def _repeat(
    options: RunOptions,
    epochs: int,
    settings: Settings,
    place: Workspace,
    console: Console,
    *,
    as_json: bool,
) -> None:
    repeated = play_epochs(
        options,
        epochs,
        runs=runs_folder(place, options),
        play=lambda one, started: _play(one, settings, place, console, started),
        console=console,
    )
    if as_json:
        print(json.dumps(repeated.document, ensure_ascii=False, indent=1))
    _raise_if_cut_short(repeated.summaries[-1])


def _show(summary: RunSummary, console: Console, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(summary.to_json(), ensure_ascii=False, indent=1))
    else:
        _print_table(console, summary)
    _raise_if_cut_short(summary)


def _raise_if_cut_short(summary: RunSummary) -> None:
    if summary.interrupted:
        raise KeyboardInterrupt
    if summary.stopped:
        kind = TransportError if summary.platform_gone else ModelUnavailableError
        raise kind(f"stopped after {_tasks(summary.tasks)}: {summary.stopped}")
    if summary.limit:
        raise LimitReachedError(
            f"{summary.limit} after {_tasks(summary.tasks)}; the rest is played with "
            f"run --resume {summary.run_dir}"
        )
    if summary.model_calls and summary.model_calls == summary.model_faults:
        reason = next((r.forced for r in summary.results if r.model_faults and r.forced), "")
        raise ModelUnavailableError(f"no model call was answered: {reason or 'see model.jsonl'}")


def _tasks(number: int) -> str:
    return "1 task" if number == 1 else f"{number} tasks"


def _print_table(console: Console, summary: RunSummary) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title, justify in (
        ("task", "left"), ("outcome", "left"), ("score", "right"), ("first failed check", "left"),
        ("model calls", "right"), ("API calls", "right"),
    ):  # fmt: skip
        fixed = title in ("task", "outcome")
        table.add_column(title, justify=justify, overflow="fold", no_wrap=fixed)  # type: ignore[arg-type]
    for result in summary.results:
        score = "" if result.score is None else f"{result.score:g}"
        passed = result.score is not None and result.score >= 1.0
        reason = f"[{result.forced}]" if result.forced and not passed else ""
        check = f"{result.first_failed_check} {reason}".strip()
        table.add_row(
            result.task,
            result.outcome,
            score,
            check,
            str(result.model_calls),
            str(result.api_calls),
        )
    console.print(table)
    if summary.model_faults:
        console.print(
            f"{summary.model_faults} of {summary.model_calls} model calls got no answer; "
            "the reasons stand in the column of the failed check",
            highlight=False, soft_wrap=True,
        )  # fmt: skip
    money = "" if summary.cost is None else f"cost {summary.cost:.4f} · "
    total = "withheld" if summary.score is None else f"{summary.score:.3f}"
    console.print(
        f"score {total} · {summary.passed} of {summary.tasks} tasks right · "
        f"{summary.model_calls} model calls · "
        f"{summary.input_tokens} input tokens ({summary.cached_tokens} cached) · "
        f"{summary.output_tokens} output tokens · {summary.api_calls} API calls "
        f"({summary.api_calls_mean:.1f} a task) · "
        f"{money}{summary.wall_s:.1f} s · harness overhead a task "
        f"p50 {summary.overhead_ms_p50:.1f} ms, p95 {summary.overhead_ms_p95:.1f} ms",
        highlight=False, soft_wrap=True,
    )  # fmt: skip
    for one in summary.retries:
        console.print(
            f"asked again: {one.side} {one.place}".rstrip() + f", {one.reason}: {one.times} times",
            highlight=False, soft_wrap=True, markup=False,
        )  # fmt: skip
    if summary.plan_cache is not None:
        console.print(_plan_cache_line(summary.plan_cache), highlight=False, soft_wrap=True)
    console.print(f"evidence: {summary.run_dir}", highlight=False, soft_wrap=True)


def _plan_cache_line(totals: PlanCacheTotals) -> str:
    asked = totals.hits + totals.strays + totals.misses
    score = "" if totals.score is None else f", their score {totals.score:.3f}"
    line = f"kept plans: {totals.hits} hits in {asked} tasks ({totals.hits / asked:.1%}){score}"
    if totals.strays:
        line += f" · {totals.strays} more did not lead to the branch that was right"
    return line
