"""Another order of all records: it is no information, so nothing may depend on it."""

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.model import JsonObject
from agentic_solver.twin.entity import Employee, Project
from agentic_solver.twin.suite import Suite
from agentic_solver.twin.task import TaskSpec
from agentic_solver.twin.world import World

__all__ = ["vary_order"]

T = TypeVar("T")
_LISTS = ("team", "skills", "wills")


def vary_order(suite: Suite, seed: int) -> Suite:
    """Permute records, seats, skills and wills of all companies and overlays."""
    rng = random.Random(content_id(["order", seed]))
    worlds = {name: _world(world, rng) for name, world in suite.worlds.items()}
    tasks = tuple(_task(task, rng) for task in suite.tasks)
    specs = {task.id: task for task in tasks}
    drawn = {name: replace(one, spec=specs[name]) for name, one in suite.drawn.items()}
    return replace(suite, worlds=worlds, tasks=tasks, drawn=drawn)


def _shuffled(items: Iterable[T], rng: random.Random) -> tuple[T, ...]:
    found = list(items)
    rng.shuffle(found)
    return tuple(found)


def _world(world: World, rng: random.Random) -> World:
    return world.model_copy(
        update={
            "employees": _shuffled((_employee(one, rng) for one in world.employees), rng),
            "projects": _shuffled((_project(one, rng) for one in world.projects), rng),
            "customers": _shuffled(world.customers, rng),
            "time_entries": _shuffled(world.time_entries, rng),
        }
    )


def _employee(record: Employee, rng: random.Random) -> Employee:
    skills, wills = _shuffled(record.skills, rng), _shuffled(record.wills, rng)
    return record.model_copy(update={"skills": skills, "wills": wills})


def _project(record: Project, rng: random.Random) -> Project:
    return record.model_copy(update={"team": _shuffled(record.team, rng)})


def _task(task: TaskSpec, rng: random.Random) -> TaskSpec:
    overlay = task.overlay
    update: dict[str, Any] = {
        "time_entries": _shuffled(overlay.time_entries, rng),
        "employees": {one: _fields(it, rng) for one, it in overlay.employees.items()},
        "projects": {one: _fields(it, rng) for one, it in overlay.projects.items()},
    }
    return task.model_copy(update={"overlay": overlay.model_copy(update=update)})


def _fields(fields: JsonObject, rng: random.Random) -> JsonObject:
    changed = dict(fields)
    for name in _LISTS:
        value = changed.get(name)
        if isinstance(value, list):
            changed[name] = list(_shuffled(value, rng))
    return changed
