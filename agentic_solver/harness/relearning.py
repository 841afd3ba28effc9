"""Learning from a finished run: what its tasks would have taught, had the run learnt."""

import contextlib
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.erc3.experience.governance import Governance
from agentic_solver.erc3.experience.seed import SEED_NAME, STORE_NAME, open_store
from agentic_solver.erc3.experience.standing import Entry
from agentic_solver.erc3.experience.store import ExperienceStore
from agentic_solver.erc3.tools.catalog import Catalog, load_catalog
from agentic_solver.errors import UsageError, WorkspaceError
from agentic_solver.harness.diagnosis import told_lines
from agentic_solver.harness.learning import Learner, Learnt
from agentic_solver.harness.recorded import RecordedRun, read_object, read_run, refuse_redacted
from agentic_solver.harness.reopened_run import reopening_run
from agentic_solver.harness.replay_reading import read_readings
from agentic_solver.harness.same_workspace import check_workspace
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.verify import verify_run
from agentic_solver.harness.whatif import recorded_input, recorded_kit
from agentic_solver.workspace import Workspace

__all__ = ["FinishedLessons", "learn_from"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedLessons:
    """What a run has taught."""

    tasks: int
    """Those with a grade."""
    learnt: tuple[Learnt, ...]
    """In the order in which the tasks ended."""
    entries: tuple[Entry, ...]
    """How the patches stand that it was about."""


def learn_from(run_dir: Path, workspace: Workspace, *, dry_run: bool = False) -> FinishedLessons:
    """Learn from a finished run into the store of a workspace, as the run would have done.

    Learning twice from the same run changes nothing: it brings no further witness.

    Args:
        run_dir: folder of the run; nothing in it is changed.
        workspace: the one that the run was played with.
        dry_run: learn into a copy of the store that is thrown away.

    Raises:
        UsageError: the run is not finished, has no grades, is a redacted copy, or was told by
            another store.
        WorkspaceError: the folder is no run, a file of it is broken, or the workspace is another.
        ReplayError: a finished task has no folder.
    """
    run, tasks = _graded(run_dir)
    catalog = load_catalog(workspace.tools)
    _check_company(run, workspace, catalog, tasks)
    kit, reopen = recorded_kit(run, workspace), reopening_run(run)
    if not dry_run:
        workspace.writable()
    with _copy(workspace, catalog) as store:
        _check_store(store, workspace, tasks)
        learner = Learner(store, catalog, run=run_dir.resolve().name, reopen=reopen)
        learnt = tuple(
            one
            for task, folder in tasks
            for one in learner.learn(recorded_input(run, task, folder), folder, kit)
        )
        entries = store.entries()
    drafts = [one.draft for one in learnt if one.draft is not None]
    if drafts and not dry_run:
        # All at once: what stops on the way, here or above, has written nothing.
        with open_store(workspace.writable().experience, Governance(catalog)) as store:
            store.learn(drafts)
            entries = store.entries()
    said = {one.signature for one in drafts}
    return FinishedLessons(
        tasks=len(tasks),
        learnt=learnt,
        entries=tuple(entry for entry in entries if entry.patch.signature in said),
    )


def _graded(run_dir: Path) -> tuple[RecordedRun, list[tuple[str, TaskFolder]]]:
    """Return a run and its graded tasks in the order in which they ended."""
    refuse_redacted(run_dir)
    run = read_run(run_dir)
    if run.open_tasks:
        raise UsageError(
            f"{run_dir} is not finished ({run.open_tasks} of {len(set(run.manifest.tasks))} tasks "
            f"are open): finish it with `run --resume {run_dir}`, then learn from it"
        )
    problems = verify_run(run_dir).problems
    if problems:
        raise UsageError(
            f"{run_dir} is not whole, so nothing is learnt from it: {problems[0]}; "
            f"`runs verify {run_dir}` says what else is"
        )
    ended = sorted(run.finished_tasks(), key=lambda one: run.finished[one[0]])
    graded = [(task, folder) for task, folder in ended if _has_grade(folder)]
    if not graded:
        raise UsageError(
            f"no task of {run_dir} has a grade, so there is nothing to learn from: take a run on "
            "the twin, or on a platform that tells scores"
        )
    return run, graded


def _has_grade(folder: TaskFolder) -> bool:
    """Whether a task has a score; one that crashed before its first plan teaches nothing."""
    if not (folder.exists("workflow.json") and folder.exists("evaluation.json")):
        return False
    return isinstance(read_object(folder, "evaluation.json").get("score"), int | float)


def _check_company(
    run: RecordedRun, workspace: Workspace, catalog: Catalog, tasks: list[tuple[str, TaskFolder]]
) -> None:
    """Refuse a workspace that decides otherwise: its store would learn of another company."""
    met = {_wiki_of(folder) for _, folder in tasks if folder.exists("context.json")}
    own = {wiki for wiki in met if wiki} - read_readings(run).keys()
    check_workspace(run.manifest, workspace, tools=catalog.digest, wikis=own)


def _wiki_of(folder: TaskFolder) -> str:
    identity = read_object(folder, "context.json").get("identity")
    return str(identity.get("wiki_sha1") or "") if isinstance(identity, dict) else ""


def _check_store(
    store: ExperienceStore, workspace: Workspace, tasks: list[tuple[str, TaskFolder]]
) -> None:
    """Refuse a store that did not tell the run what it was told: its numbers mean other patches."""
    known = {entry.patch.id: entry.patch.guidance for entry in store.entries()}
    for task, folder in tasks:
        for patch, text in told_lines(folder):
            if not text.endswith(known.get(patch, "\0")):
                raise UsageError(
                    f"the store of {workspace.root} is not the one that told task {task}: {patch} "
                    "says something else there; name the run's workspace with --workspace"
                )


def _readonly(path: Path) -> str:
    return f"{path.resolve().as_uri()}?mode=ro"


@contextmanager
def _copy(workspace: Workspace, catalog: Catalog) -> Iterator[ExperienceStore]:
    """Open a copy of the store as it stands, for as long as it is needed."""
    source, seed = workspace.experience / STORE_NAME, workspace.experience / SEED_NAME
    with tempfile.TemporaryDirectory() as scratch:
        if seed.is_file():
            (Path(scratch) / SEED_NAME).write_bytes(seed.read_bytes())
        if source.is_file():
            try:
                with (
                    contextlib.closing(sqlite3.connect(_readonly(source), uri=True)) as kept,
                    contextlib.closing(sqlite3.connect(Path(scratch) / STORE_NAME)) as copy,
                ):
                    kept.backup(copy)
            except sqlite3.Error as error:
                raise WorkspaceError(
                    f"the experience store {source} cannot be used: {error}"
                ) from error
        with open_store(Path(scratch), Governance(catalog)) as store:
            yield store
