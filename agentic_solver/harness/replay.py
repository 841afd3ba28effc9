"""Replay: re-validate a run offline, from its own records, and compare byte by byte.

No network, no model, no platform: the recorded replies propose, the recorded exchanges answer,
and everything that is decided must come out the same, whatever the hash seed or worker count.

Every file of a finished task is written once more and compared, except what only the platform or
the clock knew: ``telemetry.json`` and ``evaluation.json`` must be there and agree with the rest
and with ``summary.json`` (:mod:`agentic_solver.harness.totals_check` says what that cannot
notice), ``unsent.json`` may be there.

So is what the run itself has read of a wiki (``acquire/``): its pages, the rules of the revision
before and the replies are input, the rules and the policy are computed once more.

Some records are input, which nothing computes again: the text in ``task.json`` and the lessons in
``experience.json`` (the prompts in ``model.jsonl`` vouch for them), and the replies. What a reply
says beside its plan (``interpretation``) decides nothing, so nothing tells whether it was changed.

Of a task that the platform never gave out nothing is replayed. Outside ``tasks/`` only the
manifest, the events and the summary are checked, the manifest as far as the replay needs it.
"""

import contextlib
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.errors import ReplayError, WorkspaceError
from agentic_solver.harness.company import CompanyShelf
from agentic_solver.harness.comparison import compare_folders
from agentic_solver.harness.options import TaskResult
from agentic_solver.harness.recorded import (
    RecordedRun,
    read_object,
    read_run,
    refuse_redacted,
    refuse_without_plans,
)
from agentic_solver.harness.renamed import run_policy
from agentic_solver.harness.replay_reading import RecordedShelf, read_readings, replay_readings
from agentic_solver.harness.replay_task import CALLS, CRASH, ReplayKit, replay_task
from agentic_solver.harness.same_workspace import check_workspace
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.telemetry import TIMES
from agentic_solver.harness.totals_check import (
    CRASHED,
    EVALUATION,
    TELEMETRY,
    check_summary,
    check_task,
)
from agentic_solver.harness.verify import changed_evidence
from agentic_solver.workspace import Workspace

__all__ = ["ReplayReport", "replay_run"]

_NOT_REPLAYED = frozenset({TELEMETRY, TIMES, EVALUATION, "unsent.json"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayReport:
    """What a replay covered."""

    tasks: int
    files: int
    notes: tuple[str, ...] = ()
    """What it did not cover, one sentence each."""


def replay_run(
    run_dir: Path,
    workspace: Workspace,
    *,
    any_prompt: bool = False,
    on_step: Callable[[str, int, int], None] = lambda _phase, _done, _all: None,
) -> ReplayReport:
    """Replay every reading of a wiki and every finished task of a run.

    Args:
        run_dir: folder of the run.
        workspace: the one that the run was played with.
        any_prompt: leave out what the model was asked, for a run of an engine that asked
            otherwise.
        on_step: told the phase, how many tasks are done, and of how many.

    Raises:
        ReplayError: at the first byte that differs, or evidence that is missing or surplus; names
            task, file and line.
        WorkspaceError: the folder is no run, a file of it is broken, or the workspace is another.
        UsageError: the run is a redacted copy, or has no plans.
    """
    refuse_redacted(run_dir)
    run = read_run(run_dir)
    refuse_without_plans(run)
    finished = run.finished_tasks()
    catalog = load_catalog(workspace.tools)
    wikis = {sha1 for _, folder in finished if (sha1 := _wiki_met(folder))}
    readings = read_readings(run)
    # What the run has read itself it has kept itself: the workspace may know that wiki by now.
    own = wikis - readings.keys()
    check_workspace(run.manifest, workspace, tools=catalog.digest, wikis=own)
    on_step("replaying the readings of wikis", 0, len(readings))
    files = replay_readings(run, readings, any_prompt=any_prompt)
    loaded = CompanyShelf(workspace, run_policy(run_dir))
    shelf = RecordedShelf(inner=loaded, run=run, readings=readings)
    kit = ReplayKit(run=run, catalog=catalog, shelf=shelf)
    unstarted = 0
    results: list[TaskResult] = []
    for number, (task, folder) in enumerate(finished):
        on_step("replaying tasks", number, len(finished))
        if _is_unstarted(folder):
            results.append(check_task(task, folder, CRASHED))
            unstarted += 1
            continue
        try:
            equal, result = _replay_one(task, folder, kit, any_prompt=any_prompt)
        except ReplayError as error:
            # Half a log shows as a difference in a later file: the file itself is named first.
            changed = next(iter(changed_evidence(run, task)), "")
            if not changed or Path(changed.partition(" ")[0]).name in str(error):
                raise
            raise ReplayError(f"task {task}: {changed}; {error}") from error
        files += equal
        results.append(result)
    has_totals = check_summary(run, tuple(results), readings)
    return ReplayReport(
        tasks=len(results) - unstarted,
        files=files,
        notes=_notes(run, unstarted=unstarted, has_totals=has_totals),
    )


def _replay_one(
    task: str, folder: TaskFolder, kit: ReplayKit, *, any_prompt: bool
) -> tuple[int, TaskResult]:
    for name in ("task.json", CALLS):
        if not folder.exists(name):
            raise ReplayError(f"task {task}: {name} is missing")
    with (
        tempfile.TemporaryDirectory() as scratch,
        contextlib.closing(TaskFolder(Path(scratch))) as again,
    ):
        ended = replay_task(task, folder, again, kit)
        files = compare_folders(
            folder.path,
            again.path,
            place=f"task {task}",
            apart_from=_NOT_REPLAYED,
            reason=ended.reason,
            any_prompt=any_prompt,
        )
    return files, check_task(task, folder, ended.course)


def _is_unstarted(folder: TaskFolder) -> bool:
    """Whether the platform failed before the task was given out, so that there was no call."""
    names = {path.name for path in folder.path.iterdir()}
    if names - {TIMES} != {CRASH, EVALUATION, TELEMETRY}:
        return False
    return read_object(folder, TELEMETRY).get("api_calls") == 0


def _wiki_met(folder: TaskFolder) -> str:
    try:
        identity = read_object(folder, "context.json").get("identity")
    except WorkspaceError:
        return ""  # missing or broken: the comparison says so, if the replay writes it
    return str(identity.get("wiki_sha1", "")) if isinstance(identity, dict) else ""


def _notes(run: RecordedRun, *, unstarted: int, has_totals: bool) -> tuple[str, ...]:
    notes = [
        f"{number} {'task was' if number == 1 else 'tasks were'} {what}"
        for number, what in (
            (run.cut_off, "cut off and not replayed"),
            (unstarted, "not given out by the platform, so there is nothing to replay"),
            (run.never_begun, "never begun"),
        )
        if number
    ]
    if not has_totals:
        notes.append("the run was killed: it has no summary.json whose totals could be checked")
    return tuple(notes)
