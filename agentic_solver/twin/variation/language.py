"""The wording in one language, for the tasks that have one."""

from dataclasses import replace

from agentic_solver.twin.suite import Suite
from agentic_solver.twin.task import TaskSpec

__all__ = ["languages", "tasks_without", "vary_language"]


def vary_language(suite: Suite, language: str) -> Suite:
    """Ask in a language; a task that has no wording in it stays as it is."""
    tasks = tuple(_asked_in(task, language) for task in suite.tasks)
    specs = {task.id: task for task in tasks}
    drawn = {name: replace(one, spec=specs[name]) for name, one in suite.drawn.items()}
    return replace(suite, tasks=tasks, drawn=drawn)


def tasks_without(suite: Suite, language: str) -> frozenset[str]:
    """Return the ids of the tasks that have no wording in a language."""
    return frozenset(task.id for task in suite.tasks if not task.wordings.get(language))


def languages(suite: Suite) -> tuple[str, ...]:
    """Return the codes of the languages in which some task is worded."""
    return tuple(sorted({code for task in suite.tasks for code in task.wordings}))


def _asked_in(task: TaskSpec, language: str) -> TaskSpec:
    wordings = task.wordings.get(language)
    if not wordings:
        return task
    return task.model_copy(update={"text": wordings[0], "paraphrases": wordings[1:]})
