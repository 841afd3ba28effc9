"""The options of ``agentic-solver run`` whose help takes more than a line."""

from pathlib import Path
from typing import Annotated

import typer

from agentic_solver.cli.grouped import LEARNING, MODEL, OUTPUT, PLATFORM, TASKS

__all__ = [
    "AcquireOption",
    "BackendOption",
    "DryRunOption",
    "EpochsOption",
    "ExperienceOption",
    "FeedbackOption",
    "KeepRulesOption",
    "OwnReaderOption",
    "PlanCacheOption",
    "PlansOption",
    "ProposerOption",
    "ReadOption",
    "ReaderOption",
    "ResumeOption",
    "SchedulerOption",
    "SeedOption",
    "SnapshotOption",
    "StepsOption",
    "TasksOption",
    "TemperatureOption",
    "TokensOption",
    "TraceOption",
    "VerboseOption",
    "WideOption",
]

ProposerOption = Annotated[
    str,
    typer.Option(
        help="anthropic, openai, pydantic-ai, recorded, react: a plain agent that writes directly, "
        "or your own: module:function; default: anthropic if a key is set.",
        rich_help_panel=MODEL,
    ),
]
ReaderOption = Annotated[
    str,
    typer.Option(
        help="Model that reads what a request asks; default: the one that plans.",
        rich_help_panel=MODEL,
    ),
]
OwnReaderOption = Annotated[
    str,
    typer.Option(
        help="module:function of yours that reads what a request asks, in place of a model.",
        rich_help_panel=MODEL,
    ),
]
PlansOption = Annotated[
    str,
    typer.Option(
        help="Folder of plans by hand, TASK.json each; tasks without one are not played.",
        rich_help_panel=MODEL,
    ),
]
TemperatureOption = Annotated[
    float | None,
    typer.Option(min=0, max=2, help="The provider's default when left out.", rich_help_panel=MODEL),
]
TokensOption = Annotated[
    int,
    typer.Option(min=256, help="Longest reply of the model, in tokens.", rich_help_panel=MODEL),
]
AcquireOption = Annotated[
    str,
    typer.Option(
        help="auto: have the model read a wiki that has no rules; or off.",
        rich_help_panel=LEARNING,
    ),
]
TasksOption = Annotated[
    str | None,
    typer.Option(help="Comma-separated task ids; all tasks when left out.", rich_help_panel=TASKS),
]
SnapshotOption = Annotated[
    str,
    typer.Option(
        help="lazy: read what the plan needs; full: everything, before it runs.",
        rich_help_panel=PLATFORM,
    ),
]
ReadOption = Annotated[
    str,
    typer.Option(
        help="auto: read what a request asks where it decides; always: for every answer, too.",
        rich_help_panel=PLATFORM,
    ),
]
WideOption = Annotated[
    int,
    typer.Option(
        min=1,
        help="Records that a request may change without asking for all of something.",
        rich_help_panel=PLATFORM,
    ),
]
DryRunOption = Annotated[
    bool,
    typer.Option(
        "--dry-run/--no-dry-run",
        help="Check everything, change nothing: tasks that ask for a change cannot score.",
        rich_help_panel=PLATFORM,
    ),
]
ExperienceOption = Annotated[
    str,
    typer.Option(
        help="off; read: tell what was learnt; learn: and learn from each task.",
        rich_help_panel=LEARNING,
    ),
]
SeedOption = Annotated[
    int,
    typer.Option(
        min=0,
        help="Draws companies, tasks and wordings; recorded plans are for seed 0.",
        rich_help_panel=TASKS,
    ),
]
StepsOption = Annotated[
    int,
    typer.Option(
        min=1, max=500, help="Replies a task at most, of --proposer react.", rich_help_panel=MODEL
    ),
]
EpochsOption = Annotated[
    int,
    typer.Option(
        min=1, max=100, help="Play everything so often, each time as a run.", rich_help_panel=TASKS
    ),
]
FeedbackOption = Annotated[
    str,
    typer.Option(
        help="codes: the model stays blind; facts: later rounds see what the caller may.",
        rich_help_panel=MODEL,
    ),
]
PlanCacheOption = Annotated[
    str,
    typer.Option(
        help="off; read: use plans that were right before; on: and keep new ones.",
        rich_help_panel=LEARNING,
    ),
]
BackendOption = Annotated[
    str, typer.Option(help="local, or dask: on workers of a cluster.", rich_help_panel=TASKS)
]
SchedulerOption = Annotated[
    str,
    typer.Option(
        help="Address of a Dask scheduler; without it a cluster on this machine.",
        rich_help_panel=TASKS,
    ),
]
KeepRulesOption = Annotated[
    bool,
    typer.Option(
        "--keep-rules/--no-keep-rules",
        help="Keep rules that are read in the workspace, too.",
        rich_help_panel=LEARNING,
    ),
]
VerboseOption = Annotated[
    bool,
    typer.Option(
        "--verbose/--no-verbose",
        "-v",
        help="Every task, and calls, tokens and repeats.",
        rich_help_panel=OUTPUT,
    ),
]
TraceOption = Annotated[
    bool,
    typer.Option(
        "--trace/--no-trace",
        help="Send OpenTelemetry spans where the OTEL_ variables say.",
        rich_help_panel=OUTPUT,
    ),
]
ResumeOption = Annotated[
    Path | None,
    typer.Option(
        help="Go on with the run in this folder; its options hold, unless given anew.",
        rich_help_panel=TASKS,
    ),
]
