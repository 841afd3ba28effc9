"""``agentic-solver bench``: have an agent of one's own play a suite, and see its score."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agentic_solver.cli.varying import VaryOption
from agentic_solver.errors import UsageError
from agentic_solver.settings import read_environment, read_variables
from agentic_solver.twin.suitefolder import find_suite
from agentic_solver.workspace import find_workspace

__all__ = ["command"]

TIME_LIMIT_S = 600.0
"""Of a process that plays one task, where none is named."""


def command(
    ctx: typer.Context,
    suite: Annotated[str, typer.Argument(help="Built-in suite or path of a suite folder.")] = "",
    agent: Annotated[
        str, typer.Option(help="Command to run, such as 'python my_agent.py'; no shell reads it.")
    ] = "",
    name: Annotated[
        str, typer.Option(help="Name of the agent in reports; default: that of its program.")
    ] = "",
    tasks: Annotated[
        str | None, typer.Option(help="Comma-separated task ids; all tasks when left out.")
    ] = None,
    session: Annotated[
        bool, typer.Option("--session/--no-session", help="Run the command once, for all tasks.")
    ] = False,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes at the same time.")] = 1,
    epochs: Annotated[
        int, typer.Option(min=1, max=100, help="Play everything so often, each time as a run.")
    ] = 1,
    time_limit: Annotated[
        float | None,
        typer.Option(
            min=0.1,
            help="Seconds of a process, then it is ended with all that it began; "
            "default: 600 for a task, none for --session.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Draws companies, tasks and wordings.")] = 0,
    vary: VaryOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
    resume: Annotated[
        Path | None,
        typer.Option(help="Go on with the run, or the repeated runs, in this folder."),
    ] = None,
    workspace: Annotated[Path | None, typer.Option(help="Workspace folder.")] = None,
) -> None:
    """Have an agent of your own play a suite, task by task, and print its score.

    Options may be set for a workspace: `agentic-solver settings bench` lists them.
    """
    _check(ctx, suite, agent, resumed=resume is not None)
    if suite:
        find_suite(suite)
    settings = read_environment()
    place = find_workspace(workspace, settings.workspace)
    # Here, so that help and wrong options are answered without the engine.
    from agentic_solver.cli.benching import BenchCall, bench_and_show
    from agentic_solver.harness.agent_process import parse_command
    from agentic_solver.harness.bench import BenchOptions

    options = None
    if resume is None:
        parse_command(agent)
        options = BenchOptions(
            benchmark=suite,
            agent=agent,
            name=name,
            tasks=tuple(part.strip() for part in (tasks or "").split(",") if part.strip()),
            session=session,
            workers=workers,
            task_timeout_s=time_limit or (None if session else TIME_LIMIT_S),
            seed=seed,
            variation=tuple(vary or ()),
        )
    again: dict[str, object] = {}
    if _is_given(ctx, "workers"):
        again["workers"] = workers
    if time_limit is not None:
        again["task_timeout_s"] = time_limit
    bench_and_show(
        BenchCall(
            options=options,
            again=again,
            resume=resume,
            epochs=epochs,
            runs=Path.cwd() / "runs" if place.readonly else place.runs,
            prices=settings.prices,
            variables=read_variables(),
            as_json=as_json,
        )
    )


def _check(ctx: typer.Context, suite: str, agent: str, *, resumed: bool) -> None:
    if not resumed and not suite:
        raise UsageError("name a built-in suite or the path of a suite, or a run with --resume")
    if not resumed and not agent:
        raise UsageError("name the command of your agent: --agent 'python my_agent.py'")
    fixed = ("suite", "agent", "name", "tasks", "session", "epochs", "seed", "vary")
    given = [word for word in fixed if _is_given(ctx, word)]
    if resumed and given:
        named = ", ".join(word if word == "suite" else f"--{word}" for word in given)
        raise UsageError(f"a run that goes on keeps what it began with: leave out {named}")


def _is_given(ctx: typer.Context, parameter: str) -> bool:
    source = ctx.get_parameter_source(parameter)
    return source is not None and source.name == "COMMANDLINE"
