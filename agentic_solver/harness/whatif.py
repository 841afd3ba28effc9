"""What a wrong answer would have needed: wordings, relations, forms, or other rows.

A grader names links and texts that it missed or did not want. Each edit of the plan
(:mod:`agentic_solver.erc3.experience.edit`) is decided again
(:mod:`agentic_solver.harness.edited_plan`); the edit whose answer is what the grader wanted, and
the same in all else, is the cause.
Nothing is sent, and no value of a record gets into what is found.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.erc3.experience.cause import Cause, Wordings
from agentic_solver.erc3.retry import RetryRule
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.harness.beside import beside
from agentic_solver.harness.company import CompanyShelf
from agentic_solver.harness.edited_plan import Unread, decide_again
from agentic_solver.harness.explained import Explained, rivals
from agentic_solver.harness.graded_answer import (
    read_graded_answer,
    read_unplaced,
)
from agentic_solver.harness.other_rows import other_bounds, other_rows
from agentic_solver.harness.recorded import RecordedRun, read_object
from agentic_solver.harness.renamed import run_policy
from agentic_solver.harness.reopened import Reopen, never
from agentic_solver.harness.replay_reading import RecordedShelf, read_readings
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.task_kit import TaskInput, TaskKit
from agentic_solver.harness.written import written
from agentic_solver.workspace import Workspace

__all__ = ["explain", "explain_tasks", "recorded_input", "recorded_kit"]


def explain(
    task: TaskInput,
    folder: TaskFolder,
    kit: TaskKit,
    *,
    known: Sequence[Cause] = (),
    reopen: Reopen = never,
) -> tuple[Explained, ...]:
    """Return what the failed checks of a task come from; empty where nothing accounts for them.

    Args:
        task: as it was played.
        folder: its evidence, grade included.
        kit: company and tools that it was played with.
        known: causes that are tested before all others.
        reopen: opens the company for what the task has not read.
    """
    if unplaced := read_unplaced(folder):
        # What other wordings would have found was not read: the next task that is told shows it.
        return (Explained(cause=Wordings(), facts=unplaced.facts, wishes=(unplaced.wish,),
                          tested=False),)  # fmt: skip
    wrong = read_graded_answer(folder)
    if wrong is None:
        return ()
    found, left = [], list(wrong.wishes)
    for cause, wishes in (*beside(wrong), *written(wrong)):
        if all(wish in left for wish in wishes):
            found.append(Explained(cause=cause, wishes=wishes, rejects=rivals(cause, known)))
            left = [wish for wish in left if wish not in wishes]
    if not left:
        return tuple(found)

    def decide(changed: Mapping[str, str]) -> AgentResponse | Unread | None:
        return decide_again(task, kit, wrong, changed, reopen)

    rows = other_rows(decide, wrong, left, known)
    if rows is None or not rows.tested:
        rows = other_bounds(decide, wrong, left, known, task.text) or rows
    return (*found, rows) if rows is not None else ()


def explain_tasks(
    run: RecordedRun, tasks: Collection[str], workspace: Workspace, reopen: Reopen = never
) -> Iterator[tuple[str, tuple[Explained, ...]]]:
    """Yield some tasks of a recorded run with what their failed checks come from.

    Raises:
        WorkspaceError: a record is broken, or the tools of the workspace cannot be read.
    """
    kit = recorded_kit(run, workspace)
    for task, folder in run.finished_tasks():
        if task in tasks:
            yield task, explain(recorded_input(run, task, folder), folder, kit, reopen=reopen)


def recorded_input(run: RecordedRun, task: str, folder: TaskFolder) -> TaskInput:
    """Return a task of a recorded run as it was given."""
    text = str(read_object(folder, "task.json").get("text", ""))
    return TaskInput(spec_id=task, benchmark=run.manifest.benchmark, text=text, prefix="")


def recorded_kit(run: RecordedRun, workspace: Workspace) -> TaskKit:
    """Return what the tasks of a recorded run were played with.

    Raises:
        WorkspaceError: a record is broken, or the tools of the workspace cannot be read.
    """
    return TaskKit(
        shelf=RecordedShelf(
            inner=CompanyShelf(workspace, run_policy(run.folder.path)),
            run=run,
            readings=read_readings(run),
        ),
        catalog=load_catalog(workspace.tools),
        model_settings=run.manifest.model_settings(),
        reader_settings=run.manifest.reader_settings(),
        rounds=1,
        wide=run.manifest.wide,
        read=run.manifest.read,
        dry_run=True,
        snapshot=run.manifest.snapshot,
        retry=RetryRule(),
        sleep=lambda _seconds: None,
    )
