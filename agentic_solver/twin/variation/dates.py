"""Other dates: every day that a suite tells as YYYY-MM-DD moves by whole weeks.

A task that tells a date in another way would contradict its company then, and so would one
that tells a date that stands in a page, since pages do not change. Such tasks keep all their
dates and play in the unchanged company.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from agentic_solver.twin.drawing.lottery import DrawnTask
from agentic_solver.twin.suite import Suite
from agentic_solver.twin.task import TaskSpec
from agentic_solver.twin.variation.calendarwords import ISO_DATE, tells_otherwise
from agentic_solver.twin.variation.rewrite import rewrite_drawn, rewrite_task, rewrite_world

__all__ = ["DateShift", "keeps_dates", "vary_dates"]


@dataclass(frozen=True, slots=True)
class DateShift:
    """Moves the days in texts."""

    days: int

    def __call__(self, text: str) -> str:
        """Return the text with every day in it moved; a day outside of the calendar stays."""
        return ISO_DATE.sub(lambda match: self._moved(match[0]), text)

    def _moved(self, day: str) -> str:
        try:
            return (date.fromisoformat(day) + timedelta(days=self.days)).isoformat()
        except (ValueError, OverflowError):  # no day at all, or "for ever" as 9999-12-31
            return day


def vary_dates(suite: Suite, days: int) -> tuple[Suite, frozenset[str]]:
    """Move all days; return the ids of the tasks that keep theirs, too."""
    shift = DateShift(days)
    staying = {task.id for task in suite.tasks if keeps_dates(suite, task)}
    homes = {name: _free_name(name, suite) for name in suite.worlds}
    tasks = tuple(
        task.model_copy(update={"world": homes[task.world]})
        if task.id in staying
        else rewrite_task(task, shift)
        for task in suite.tasks
    )
    specs = {task.id: task for task in tasks}
    worlds = {name: rewrite_world(world, shift) for name, world in suite.worlds.items()}
    for name in dict.fromkeys(task.world for task in suite.tasks if task.id in staying):
        worlds[homes[name]] = suite.worlds[name]
    drawn = {
        name: replace(one, spec=specs[name])
        if name in staying
        else rewrite_drawn(one, specs[name], shift)
        for name, one in suite.drawn.items()
    }
    return replace(suite, worlds=worlds, tasks=tasks, drawn=drawn), frozenset(staying)


def _free_name(name: str, suite: Suite) -> str:
    free = f"{name}-unmoved"
    while free in suite.worlds:
        free += "-too"
    return free


def keeps_dates(suite: Suite, task: TaskSpec) -> bool:
    """Whether moving the days would make a task contradict itself, its company or a page."""
    told = list(_told(task, suite.drawn.get(task.id)))
    if any(tells_otherwise(text) for text in told):
        return True
    days = {day for text in told for day in ISO_DATE.findall(text)}
    if not days:
        return False
    pages = suite.wikis[suite.worlds[task.world].wiki]
    return any(days.intersection(ISO_DATE.findall(text)) for page in pages for text in page)


def _told(task: TaskSpec, drawn: DrawnTask | None) -> Iterator[str]:
    """Yield what a task tells its solver and its grader."""
    yield task.text
    yield from task.paraphrases
    message = task.expect.message
    yield from message.contains
    yield from message.excludes
    for choice in message.contains_any:
        yield from choice
    if task.expect.changes != "none":
        for change in task.expect.changes:
            yield from _texts(change.where)
    yield from _texts(task.overlay.wiki)
    for part in (task.overlay.employees, task.overlay.projects, task.overlay.customers):
        yield from _texts(part)
    if drawn is not None:
        yield drawn.reference.message


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
