"""The audit of a run: would an answer have been another one had hidden values been others?

Every finished task is decided again from its own records, with other values in the cells that
its caller may not see. What the caller may see is computed here, from the rules in ``rules/``,
which people read, and not from the policy module that the run was played with. An answer whose
bytes differ has told something; a task that then asks for records which the run does not have
cannot be told either way.
"""

import contextlib
import json
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Rule
from agentic_solver.erc3.policy.loader import policy_for
from agentic_solver.erc3.rules import load_rules, rules_path
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.errors import WorkspaceError
from agentic_solver.harness.company import CompanyShelf
from agentic_solver.harness.recorded import (
    read_log,
    read_run,
    refuse_redacted,
    refuse_without_plans,
)
from agentic_solver.harness.renamed import run_policy
from agentic_solver.harness.replay_reading import RecordedShelf, read_readings
from agentic_solver.harness.replay_task import CALLS, ReplayKit, replay_task
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.verify import changed_evidence
from agentic_solver.redteam.disguise import Disguise, Mask
from agentic_solver.redteam.hidden import hidden_cells
from agentic_solver.redteam.recorded import changed_calls, seen_truth
from agentic_solver.workspace import Workspace

__all__ = ["AuditReport", "Difference", "audit_run"]

_RESPONSE = "response.json"
_ANSWERING = "POST /respond"
"""In the reason why a replay ended: it lacks nothing but the answer, which is another one."""
_WORLDS: tuple[Disguise, ...] = ("near", "marked")


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """An answer that follows a hidden value."""

    task: str
    cells: int
    """How many hidden values were changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditReport:
    """What an audit found."""

    audited: tuple[str, ...]
    """Tasks in which the caller may not see something that was read."""
    open: tuple[str, ...]
    """Tasks in which nothing hidden was read."""
    differences: tuple[Difference, ...]
    untold: tuple[str, ...]
    """Tasks that ask for other records once hidden values are others."""

    @property
    def holds(self) -> bool:
        """Whether every task could be judged, and no answer follows hidden values."""
        return not (self.differences or self.untold)


def audit_run(
    run_dir: Path,
    workspace: Workspace,
    on_step: Callable[[str, int, int], None] = lambda _phase, _done, _all: None,
) -> AuditReport:
    """Audit every finished task of a run.

    Args:
        run_dir: folder of the run.
        workspace: the one that the run was played with.
        on_step: told the phase, how many tasks are done, and of how many.

    Raises:
        WorkspaceError: the folder is no run, or a record in it is broken or has changed.
        ReplayError: a recorded call has no path or body.
        UsageError: the run is a redacted copy, or has no plans.
    """
    refuse_redacted(run_dir)
    run = read_run(run_dir)
    refuse_without_plans(run)
    for number, task in enumerate(run.finished):
        on_step("comparing evidence", number, len(run.finished))
        for problem in changed_evidence(run, task):
            raise WorkspaceError(f"{problem}: changed evidence cannot be audited (runs verify)")
    kit = ReplayKit(
        run=run,
        catalog=load_catalog(workspace.tools),
        shelf=RecordedShelf(
            inner=CompanyShelf(workspace, run_policy(run_dir)), run=run, readings=read_readings(run)
        ),
    )
    audited: list[str] = []
    untouched: list[str] = []
    differences: list[Difference] = []
    untold: list[str] = []
    finished = run.finished_tasks()
    for number, (task, folder) in enumerate(finished):
        on_step("deciding tasks with other hidden values", number, len(finished))
        if not (folder.exists("context.json") and folder.exists(_RESPONSE)):
            untouched.append(task)
            continue
        verdict = _audit_task(task, folder, kit, workspace)
        (untouched if verdict is None else audited).append(task)
        if isinstance(verdict, Difference):
            differences.append(verdict)
        elif verdict == "untold":
            untold.append(task)
    return AuditReport(
        audited=tuple(audited), open=tuple(untouched), differences=tuple(differences),
        untold=tuple(untold),
    )  # fmt: skip


def _audit_task(
    task: str, folder: TaskFolder, kit: ReplayKit, workspace: Workspace
) -> Difference | str | None:
    """Return a difference, ``same`` or ``untold``; None where nothing hidden was read."""
    context = folder.read("context.json")
    known = context.get("identity") if isinstance(context, dict) else None
    identity = Identity.model_validate_json(json.dumps(known))
    calls = [call for _line, call in read_log(folder.path / CALLS)]
    rules = _rules(kit, workspace, identity.wiki_sha1)
    cells = hidden_cells(rules, seen_truth(calls, identity))
    verdict: str | None = None
    for world in _WORLDS:
        others = changed_calls(calls, Mask(cells, world))
        if others == changed_calls(calls, Mask((), world)):
            continue
        verdict = verdict or "same"
        with (
            tempfile.TemporaryDirectory() as scratch,
            contextlib.closing(_copied(folder, Path(scratch) / "then", others)) as then,
            contextlib.closing(TaskFolder(Path(scratch) / "again")) as again,
        ):
            ended = replay_task(task, then, again, kit)
            same = again.exists(_RESPONSE) and again.text(_RESPONSE) == folder.text(_RESPONSE)
        if not same and (not ended.reason or _ANSWERING in ended.reason):
            return Difference(task=task, cells=len(cells))
        if ended.reason:
            verdict = "untold"
    return verdict


def _rules(kit: ReplayKit, workspace: Workspace, sha1: str) -> tuple[Rule, ...]:
    read_in_run = kit.run.folder.path / "acquire" / sha1[:8]
    for folder in (workspace.rules, read_in_run):
        path = rules_path(folder, sha1)
        if path.is_file():
            return load_rules(path).rules
    for place in (workspace.policy, run_policy(kit.run.folder.path)):
        policy = policy_for(place, sha1)
        if policy is not None:
            return policy.rules
    return ()


def _copied(folder: TaskFolder, target: Path, calls: list[JsonObject]) -> TaskFolder:
    shutil.copytree(folder.path, target)
    lines = [json.dumps(call, ensure_ascii=False, separators=(",", ":")) for call in calls]
    (target / CALLS).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return TaskFolder(target)
