"""``agentic-solver run``: play a benchmark, watch it, and see the score.

Only what the options need is imported here: the engine takes seconds, and help and wrong options
are answered without it.
"""

from __future__ import annotations

import dataclasses
import gc
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agentic_solver.cli.configuring import set_here
from agentic_solver.cli.grouped import LEARNING, LIMITS, MODEL, OUTPUT, PLATFORM, TASKS
from agentic_solver.cli.looking import STRENGTHS, SecondLookOption
from agentic_solver.cli.run_options import (
    AcquireOption,
    BackendOption,
    DryRunOption,
    EpochsOption,
    ExperienceOption,
    FeedbackOption,
    KeepRulesOption,
    OwnReaderOption,
    PlanCacheOption,
    PlansOption,
    ProposerOption,
    ReaderOption,
    ReadOption,
    ResumeOption,
    SchedulerOption,
    SeedOption,
    SnapshotOption,
    StepsOption,
    TasksOption,
    TemperatureOption,
    TokensOption,
    TraceOption,
    VerboseOption,
    WideOption,
)
from agentic_solver.cli.varying import VaryOption
from agentic_solver.errors import UsageError
from agentic_solver.settings import STEPS, WIDE, Settings, read_environment
from agentic_solver.twin.suitefolder import META, builtin_suites, find_suite
from agentic_solver.workspace import Workspace, find_workspace

if TYPE_CHECKING:
    from agentic_solver.harness.options import RunOptions

__all__ = ["command"]

_EFFORTS = ("low", "medium", "high", "xhigh", "max")
WORDS = {
    "effort": _EFFORTS,
    "match": ("task", "exact"),
    "read": ("auto", "always"),
    "experience": ("off", "read", "learn"),
    "snapshot": ("lazy", "full"),
    "acquire": ("auto", "off"),
    "feedback": ("codes", "facts"),
    "second_look": STRENGTHS,
    "plan_cache": ("off", "read", "on"),
    "backend": ("local", "dask"),
}
"""Options with a closed list of values."""


def command(
    ctx: typer.Context,
    benchmark: Annotated[
        str, typer.Argument(help="Built-in benchmark or path of a suite folder.")
    ] = "",
    tasks: TasksOption = None,
    proposer: ProposerOption = "",
    model: Annotated[str, typer.Option(help="Model name.", rich_help_panel=MODEL)] = "",
    reader_model: ReaderOption = "",
    reader: OwnReaderOption = "",
    effort: Annotated[
        str, typer.Option(help="low, medium, high, xhigh or max.", rich_help_panel=MODEL)
    ] = "",
    temperature: TemperatureOption = None,
    max_tokens: TokensOption = 16_000,
    model_timeout: Annotated[
        float,
        typer.Option(min=1, help="Seconds to wait for one model reply.", rich_help_panel=MODEL),
    ] = 600.0,
    platform: Annotated[
        str, typer.Option(help="twin, live, or a http(s) address.", rich_help_panel=PLATFORM)
    ] = "twin",
    rounds: Annotated[
        int, typer.Option(min=1, max=10, help="Rounds a task at most.", rich_help_panel=MODEL)
    ] = 2,
    steps: StepsOption = STEPS,
    feedback: FeedbackOption = "codes",
    second_look: SecondLookOption = "auto",
    seed: SeedOption = 0,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Tasks at the same time.", rich_help_panel=TASKS)
    ] = 1,
    backend: BackendOption = "local",
    scheduler: SchedulerOption = "",
    epochs: EpochsOption = 1,
    platform_concurrency: Annotated[
        int,
        typer.Option(
            min=1,
            max=32,
            help="Calls of a task at the same time, over HTTP.",
            rich_help_panel=PLATFORM,
        ),
    ] = 4,
    snapshot: SnapshotOption = "lazy",
    vary: VaryOption = None,
    wide: WideOption = WIDE,
    read: ReadOption = "auto",
    dry_run: DryRunOption = False,
    experience: ExperienceOption = "off",
    plan_cache: PlanCacheOption = "off",
    acquire: AcquireOption = "auto",
    keep_rules: KeepRulesOption = False,
    recordings: Annotated[
        str, typer.Option(help="Folder of recorded model replies.", rich_help_panel=MODEL)
    ] = "",
    plans: PlansOption = "",
    record_to: Annotated[
        str, typer.Option(help="Folder that receives the replies.", rich_help_panel=MODEL)
    ] = "",
    match: Annotated[
        str, typer.Option(help="How recordings match: task or exact.", rich_help_panel=MODEL)
    ] = "task",
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON document on stdout.", rich_help_panel=OUTPUT)
    ] = False,
    verbose: VerboseOption = False,
    trace: TraceOption = False,
    resume: ResumeOption = None,
    max_tasks: Annotated[
        int | None,
        typer.Option(
            min=1, help="Begin at most so many tasks, then end the run.", rich_help_panel=LIMITS
        ),
    ] = None,
    max_tokens_total: Annotated[
        int | None,
        typer.Option(min=1, help="Begin no task after so many tokens.", rich_help_panel=LIMITS),
    ] = None,
    max_cost: Annotated[
        float | None,
        typer.Option(min=0, help="Begin no task after so much money.", rich_help_panel=LIMITS),
    ] = None,
    max_time: Annotated[
        float | None,
        typer.Option(min=0, help="Begin no task after so many seconds.", rich_help_panel=LIMITS),
    ] = None,
    task_timeout: Annotated[
        float | None,
        typer.Option(min=1, help="Seconds that one task may take.", rich_help_panel=LIMITS),
    ] = None,
    workspace: Annotated[
        Path | None, typer.Option(help="Workspace folder.", rich_help_panel=LEARNING)
    ] = None,
) -> None:
    """Play a benchmark and print the score of every task.

    Options may be set for a workspace, in its agentic_solver.toml and .env, and in the environment
    as AGENTIC_SOLVER_RUN_WORKERS and so on: `agentic-solver settings run` lists them.
    """
    settings = read_environment()
    _check_words(ctx)
    if resume is not None and not _is_given(ctx, "epochs"):
        epochs = 1  # one run goes on, however many its workspace asks for
    _check_what_belongs_together(
        named=bool(benchmark),
        resumed=resume is not None,
        epochs=epochs,
        priced=max_cost is None or settings.prices is not None,
        clustered=not scheduler or backend == "dask",
    )
    place = _place(ctx, workspace, settings, benchmark=benchmark if platform == "twin" else "")
    # The engine, see the module.
    from agentic_solver.cli.playing import Showing, play_and_show
    from agentic_solver.harness.resume import recorded_options

    options = _options(ctx, settings)
    if resume is not None:
        options = _taken_up(recorded_options(resume), options, ctx)
    _note_what_is_idle(options, ctx)
    if resume is None:
        _tell_settings(ctx, verbose=verbose)
    showing = Showing(as_json=as_json, verbose=verbose, trace=trace)
    play_and_show(options, settings, place, showing, epochs=epochs, resume=resume)


_PARAMETERS = {
    "model_timeout_s": "model_timeout",
    "variation": "vary",
    "max_time_s": "max_time",
    "task_timeout_s": "task_timeout",
}
"""Options of a run whose parameter has another name."""
_LIMITS = frozenset({"max_tasks", "max_tokens_total", "max_cost", "max_time_s", "task_timeout_s"})


def _options(ctx: typer.Context, settings: Settings) -> RunOptions:
    """Return the options of a run; each is a parameter, of the same name but for a few."""
    from agentic_solver.harness.models import choose_model, choose_proposer
    from agentic_solver.harness.options import RunOptions

    names = {field.name for field in dataclasses.fields(RunOptions)} - {"command"}
    given = {name: ctx.params[_PARAMETERS.get(name, name)] for name in names}
    if given["plans"]:
        given |= _as_played_by_hand(ctx)
    chosen = choose_proposer(given["proposer"], settings, plain=True)
    model = choose_model(given["model"], chosen, settings, recordings=given["recordings"])
    return RunOptions(
        **given
        | {
            "tasks": _task_ids(given["tasks"]),
            "proposer": chosen,
            "model": model,
            "effort": given["effort"] or None,
            "variation": tuple(given["variation"] or ()),
        }
    )


def _as_played_by_hand(ctx: typer.Context) -> dict[str, object]:
    """Return what plans by hand fix, and refuse what is given against it."""
    from agentic_solver.harness.hand_plans import AS_PLAYED

    fixed = dict(AS_PLAYED)
    idle = [
        f"--{name.replace('_', '-')} {ctx.params[name]}"
        for name, value in fixed.items()
        if _is_given(ctx, name) and ctx.params[name] != value
    ]
    if idle:
        raise UsageError(f"--plans plays what is written, in one round: leave out {idle[0]}")
    return fixed


def _taken_up(then: RunOptions, now: RunOptions, ctx: typer.Context) -> RunOptions:
    """Return the options of a run that goes on: its own, and those that were given this time.

    Limits are only those of this time: the run would end again at once.
    """
    given = {
        field.name: getattr(now, field.name)
        for field in dataclasses.fields(now)
        if field.name in _LIMITS or _is_given(ctx, _PARAMETERS.get(field.name, field.name))
    }
    return dataclasses.replace(then, **given)


def _tell_settings(ctx: typer.Context, *, verbose: bool) -> None:
    """Say which options hold that nobody gave: a run must not differ in silence."""
    here = sorted(set_here(ctx).items())
    if verbose:
        for name, setting in here:
            typer.echo(f"{name} = {setting.value!r} ({setting.origin})", err=True)
    elif here:
        named = ", ".join(f"{name} = {_shown(setting.value)}" for name, setting in here)
        typer.echo(f"set beforehand: {named} (`settings` says where)", err=True)


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _note_what_is_idle(options: RunOptions, ctx: typer.Context) -> None:
    """Say which given options recorded replies do not ask for; an exact match asks for them."""
    if not options.is_recorded or options.match == "exact":
        return
    names = ("model", "reader_model", "effort", "temperature")
    idle = [name for name in names if _is_given(ctx, name)]
    if idle:
        listed = " and ".join(f"--{name.replace('_', '-')}" for name in idle)
        what = "replies" if options.is_plain else "plans"
        typer.echo(f"{listed}: without effect on recorded {what}", err=True)


def _is_given(ctx: typer.Context, parameter: str) -> bool:
    source = ctx.get_parameter_source(parameter)
    return source is not None and source.name == "COMMANDLINE"


def _check_words(ctx: typer.Context) -> None:
    for option, known in WORDS.items():
        value = ctx.params[option]
        if _is_given(ctx, option) and value not in known:
            listed = f"one of {', '.join(known)}" if len(known) > 2 else " or ".join(known)
            name = option.replace("_", "-")
            raise UsageError(f"unknown {name} {value!r}: use {listed}")


def _check_what_belongs_together(
    *, named: bool, resumed: bool, epochs: int, priced: bool, clustered: bool
) -> None:
    if not named and not resumed:
        raise UsageError("name a benchmark or the path of a suite, or a run with --resume")
    if resumed and epochs > 1:
        raise UsageError("each epoch is a run of its own: resume it without --epochs")
    if not priced:
        raise UsageError("--max-cost needs the prices of the model: set AGENTIC_SOLVER_PRICES")
    if not clustered and not resumed:
        raise UsageError("--scheduler is the address of a cluster: add --backend dask")


def _task_ids(text: str | None) -> tuple[str, ...]:
    if text is None:
        return ()
    ids = tuple(name for part in text.split(",") if (name := part.strip()))
    if not ids:
        raise UsageError("--tasks names no task: give ids with commas between, or leave it out")
    return ids


def _place(
    ctx: typer.Context, workspace: Path | None, settings: Settings, *, benchmark: str
) -> Workspace:
    """Return the workspace of a run, once it is known that there is such a benchmark."""
    if benchmark:
        find_suite(benchmark)
        if benchmark in builtin_suites() and (Path(benchmark) / META).is_file():
            told = f"the built-in {benchmark} is played; the folder of that name is ./{benchmark}"
            typer.echo(told, err=True)
    place = find_workspace(workspace, settings.workspace)
    gc.disable()  # until the run begins: start-up makes a million objects and drops hardly any
    ctx.call_on_close(gc.enable)  # also where it never begins
    return place
