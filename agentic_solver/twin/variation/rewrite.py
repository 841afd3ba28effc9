"""Rewriting every text of a suite by one function: worlds, tasks and solutions alike.

The same function everywhere is what keeps a varied suite consistent: whatever two places said of
each other before, they still say.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from agentic_solver.contracts.model import Contract
from agentic_solver.twin.drawing.lottery import DrawnTask
from agentic_solver.twin.drawing.reference import Call, Reference
from agentic_solver.twin.suite import Suite
from agentic_solver.twin.task import TaskSpec
from agentic_solver.twin.world import World

__all__ = [
    "Text",
    "rewrite_drawn",
    "rewrite_json",
    "rewrite_suite",
    "rewrite_task",
    "rewrite_world",
]

Text = Callable[[str], str]
ContractT = TypeVar("ContractT", bound=Contract)

# Words of closed vocabularies; in them a text means a choice and never an id, a date or a name.
_CLOSED = frozenset({"role", "status", "deal_phase", "work_category"})


def rewrite_json(value: Any, text: Text) -> Any:
    """Return plain data with every text in it rewritten; keys stay."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, dict):
        return {
            key: item if key in _CLOSED else rewrite_json(item, text) for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        return type(value)(rewrite_json(item, text) for item in value)
    return value


def _record(record: ContractT, text: Text) -> ContractT:
    before = record.model_dump()
    after = rewrite_json(before, text)
    return record if after == before else type(record).model_validate(after)


def rewrite_world(world: World, text: Text) -> World:
    """Return a company whose records and whose day are rewritten; it keeps its wiki."""
    return world.model_copy(
        update={
            "today": text(world.today),
            "employees": tuple(_record(record, text) for record in world.employees),
            "projects": tuple(_record(record, text) for record in world.projects),
            "customers": tuple(_record(record, text) for record in world.customers),
            "time_entries": tuple(_record(record, text) for record in world.time_entries),
        }
    )


def rewrite_task(task: TaskSpec, text: Text) -> TaskSpec:
    """Return a task whose start, caller, wording and grading are rewritten."""
    spec = task.model_dump()
    spec["overlay"] = _overlay(spec["overlay"], text)
    for name in ("caller", "text", "paraphrases", "wordings"):
        spec[name] = rewrite_json(spec[name], text)
    expect = spec["expect"]
    expect["message"] = rewrite_json(expect["message"], text)
    for rule in expect["links"].values():
        # "any" is a word of the format, not an id.
        rule.update(
            {form: ids if ids == "any" else rewrite_json(ids, text) for form, ids in rule.items()}
        )
    if expect["changes"] != "none":
        for change in expect["changes"]:
            change["where"] = rewrite_json(change["where"], text)
    return TaskSpec.model_validate(spec)


def _overlay(overlay: dict[str, Any], text: Text) -> dict[str, Any]:
    for part in ("employees", "projects", "customers", "wiki"):
        overlay[part] = {
            text(key): rewrite_json(value, text) for key, value in overlay[part].items()
        }
    overlay["time_entries"] = rewrite_json(overlay["time_entries"], text)
    if overlay["today"] is not None:
        overlay["today"] = text(overlay["today"])
    for fault in overlay["faults"]:
        fault["value"] = rewrite_json(fault["value"], text)
    return overlay


def rewrite_drawn(drawn: DrawnTask, spec: TaskSpec, text: Text) -> DrawnTask:
    """Return a drawn task with its rewritten specification, its solution rewritten too."""
    old = drawn.reference
    reference = Reference(
        outcome=old.outcome,
        message=text(old.message),
        links=tuple((kind, text(one)) for kind, one in old.links),
        calls=tuple(Call(route=c.route, body=rewrite_json(c.body, text)) for c in old.calls),
    )
    return replace(drawn, spec=spec, reference=reference)


def rewrite_suite(suite: Suite, text: Text) -> Suite:
    """Return a suite with everything but its wikis rewritten."""
    tasks = tuple(rewrite_task(task, text) for task in suite.tasks)
    specs = {task.id: task for task in tasks}
    return replace(
        suite,
        worlds={name: rewrite_world(world, text) for name, world in suite.worlds.items()},
        tasks=tasks,
        drawn={name: rewrite_drawn(one, specs[name], text) for name, one in suite.drawn.items()},
    )
