"""``agentic-solver check``: execute a hand-written plan and print the decision."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agentic_solver.errors import UsageError
from agentic_solver.settings import read_environment
from agentic_solver.twin.suitefolder import find_suite
from agentic_solver.workspace import find_workspace

if TYPE_CHECKING:
    from agentic_solver.contracts.plan import Plan

__all__ = ["command"]


def command(
    plan: Annotated[Path, typer.Argument(help="File with a plan as JSON.")],
    suite: Annotated[str, typer.Option(help="Built-in benchmark or path of a suite folder.")],
    task: Annotated[str, typer.Option(help="Task id.")],
    commit: Annotated[
        bool, typer.Option("--commit", help="Apply the plan's writes to the task's own universe.")
    ] = False,
    workspace: Annotated[Path | None, typer.Option(help="Workspace folder.")] = None,
) -> None:
    """Execute a hand-written plan on a task of a suite and print the decision."""
    place = find_workspace(workspace, read_environment().workspace)
    find_suite(suite)
    # The engine takes a second: help and wrong options are answered without it.
    from agentic_solver.harness.check import check_plan_file

    decision = check_plan_file(_read_plan(plan), suite, task, place, commit=commit)
    print(json.dumps(decision.to_json(), ensure_ascii=False, indent=1, sort_keys=True))
    if not decision.ok:
        raise typer.Exit(1)


def _read_plan(path: Path) -> "Plan":
    from pydantic import ValidationError

    from agentic_solver.contracts.plan import Plan
    from agentic_solver.core import describe

    try:
        return Plan.model_validate_json(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8 text") from error
    except ValidationError as error:
        raise UsageError(f"{path} is not a plan: {describe(error)}") from error
