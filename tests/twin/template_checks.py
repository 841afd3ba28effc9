"""What every template of a built-in suite is held to, whatever it is about."""

import re
from collections.abc import Iterable
from pathlib import Path

from agentic_solver.harness.suite_check import check_suite
from agentic_solver.twin.task import TaskSpec

SEEDS = range(3)


def check_wordings(tasks: Iterable[TaskSpec], *, english: int = 0) -> None:
    """Every task has four wordings in two languages, and no field is left open."""
    for task in tasks:
        sentences = [one for group in task.wordings.values() for one in group]
        assert len(sentences) == len(set(sentences)) >= 4, task.id
        assert len(task.wordings) >= 2, task.id
        assert len(task.wordings.get("en", ())) >= english, task.id
        assert not [one for one in sentences if re.search(r"[{}]", one)], task.id


def check_solutions(folder: Path, *, templates: int) -> None:
    """The solutions pass, and spoiled ones fail."""
    report = check_suite(folder, SEEDS)
    assert report.findings == ()
    assert report.unsolved == ()
    assert report.templates >= templates


def check_variety(first: Iterable[TaskSpec], second: Iterable[TaskSpec], *, same: float) -> None:
    """Of the tasks of two seeds only this share is worded alike."""
    texts = [{task.id: task.text for task in tasks} for tasks in (first, second)]
    assert texts[0].keys() == texts[1].keys()
    alike = [task for task, text in texts[0].items() if text == texts[1][task]]
    assert len(alike) <= len(texts[0]) * same
