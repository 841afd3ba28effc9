"""The seed corpus: plans that a model once proposed, from recordings and from run folders."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from pydantic import ValidationError

from agentic_solver.contracts.plan import InputTask, Plan
from agentic_solver.erc3.propose.reader import is_reading
from agentic_solver.erc3.propose.reply import PlanReply, decode
from agentic_solver.errors import UsageError, WorkspaceError
from agentic_solver.harness.recorded import read_object, read_run
from agentic_solver.llm.recording import load_records
from agentic_solver.twin.suite import Suite

__all__ = ["Corpus", "plans_of_run", "plans_of_suite"]

Corpus = Mapping[str, tuple[Plan, ...]]
"""Task id → its plans, the last round's last."""


def plans_of_suite(suite: Suite, folder: Path, seed: int = 0) -> dict[str, tuple[Plan, ...]]:
    """Return the recorded plans of a suite by task; replies that are no plan are left out.

    Raises:
        UsageError: there is no folder of recordings.
        WorkspaceError: a file in it is no recording.
    """
    if not folder.is_dir():
        raise UsageError(
            f"there are no recordings of {suite.name} at {folder}: name another folder"
        )
    prefix = f"{suite.name}@{seed}/" if suite.is_drawn else f"{suite.name}/"
    texts = {spec.id: spec.wording(seed) for spec in suite.tasks}
    found: dict[str, tuple[Plan, ...]] = {}
    for record in sorted(load_records(folder), key=lambda item: (item.key, item.position)):
        task = record.key.removeprefix(prefix).split("/")[0]
        if not record.key.startswith(prefix) or task not in texts or is_reading(record.key):
            continue
        plan = _decoded(record.reply.text, suite.name, task, texts[task])
        if plan is not None:
            found[task] = (*found.get(task, ()), plan)
    return found


def _decoded(text: str, suite: str, task: str, request: str) -> Plan | None:
    try:
        reply = PlanReply.model_validate_json(text)
        return decode(reply, InputTask(text=request, task_id=task, benchmark=suite))
    except (ValidationError, ValueError):
        return None


def plans_of_run(run_dir: Path) -> dict[str, tuple[Plan, ...]]:
    """Return the plans of a run by task.

    Raises:
        WorkspaceError: the folder is no run, or a plan in it is broken.
    """
    run = read_run(run_dir)
    found: dict[str, tuple[Plan, ...]] = {}
    for task, folder in run.finished_tasks():
        names = sorted(path.parent.name for path in folder.path.glob("round-*/plan.json"))
        plans = tuple(_plan(read_object(folder, f"{name}/plan.json"), run_dir) for name in names)
        if plans:
            found[task] = plans
    return found


def _plan(value: Mapping[str, object], run_dir: Path) -> Plan:
    try:
        return Plan.model_validate_json(json.dumps(value.get("plan")))
    except ValidationError as error:
        raise WorkspaceError(f"{run_dir} holds a plan of another shape: {error}") from error


def fitting(corpus: Iterable[tuple[str, tuple[Plan, ...]]], suite: Suite) -> Corpus:
    """Return the plans of tasks that the suite has."""
    known = {spec.id for spec in suite.tasks}
    return {task: plans for task, plans in corpus if task in known}
