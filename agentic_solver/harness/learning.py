"""Learning in a run: the lessons of each task go to the store, and the next task is told them."""

import threading

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.patch import PatchStatus
from agentic_solver.erc3.experience.distil import distil, own_wordings
from agentic_solver.erc3.experience.governance import Refused
from agentic_solver.erc3.experience.guidance import Guidance
from agentic_solver.erc3.experience.standing import Entry
from agentic_solver.erc3.experience.store import Added, ExperienceStore
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.harness.diagnosis import diagnose
from agentic_solver.harness.experience import LEARNT_LOG, FixedExperience
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.task_kit import TaskInput, TaskKit
from agentic_solver.harness.whatif import explain

__all__ = ["Learning"]

_TRIALS = 12
"""Candidates on trial at a time: a prompt is no place for everything that ever went wrong."""
_PATIENCE = 3
"""Times that a candidate may be told and its fault come back all the same."""


class Learning:
    """Experience that grows with the run; workers share it."""

    def __init__(self, store: ExperienceStore, catalog: Catalog, run: RunFolder) -> None:
        """Read ``store`` before each task and write to it after each."""
        self._store = store
        self._catalog = catalog
        self._run = run
        self._lock = threading.Lock()
        self._own = own_wordings(catalog)
        entries = store.entries()
        self.digest = store.digest
        self.patches = tuple(patch.id for patch in tellable(entries, self._own).patches)

    @property
    def now(self) -> FixedExperience:
        """What is told now: other tasks, also of other runs, may have taught since."""
        return FixedExperience(guidance=tellable(self._store.entries(), self._own))

    def finished(self, task: TaskInput, folder: TaskFolder, kit: TaskKit) -> None:
        """Write the lessons of a task to the store and to the log of the run."""
        signatures = {entry.patch.id: entry.patch.signature for entry in self._store.entries()}
        diagnosis = diagnose(
            folder,
            run=self._run.path.name,
            task=task.spec_id,
            benchmark=task.benchmark,
            catalog=self._catalog,
            signature=lambda patch: signatures.get(patch, ""),
            causes=tuple(one.cause for one in explain(task, folder, kit)),
        )
        if diagnosis is None:
            return
        drafts = distil(diagnosis, self._catalog)
        outcomes = self._store.add_all(drafts) if drafts else ()
        for draft, outcome in zip(drafts, outcomes, strict=True):
            with self._lock:
                self._run.files.append(
                    LEARNT_LOG, {"task": task.spec_id, **_told(draft.subject, outcome)}
                )

    def close(self) -> None:
        self._store.close()


def tellable(entries: tuple[Entry, ...], own: frozenset[str]) -> Guidance:
    """Return what a learning run tells: active patches, and candidates on trial.

    A candidate is on trial while it has not harmed more than it helped and its fault has not come
    back too often; on a topic with an active patch it waits. Only the distiller's ``own`` wordings
    are tried: text that somebody wrote is told after a person has approved it or the gate has.
    """
    active = Guidance.of(entries).patches
    held = {(patch.subject, patch.tool, patch.parameter) for patch in active}
    trials = [
        entry
        for entry in entries
        if entry.status is PatchStatus.CANDIDATE
        and entry.patch.guidance in own
        and entry.evidence.net >= 0
        and entry.evidence.neutral < _PATIENCE
        and (entry.gate is None)
        and (entry.patch.subject, entry.patch.tool, entry.patch.parameter) not in held
    ]
    trials.sort(key=lambda one: (-len(one.provenances), one.patch.number))
    return Guidance.plus(active, tuple(entry.patch for entry in trials[:_TRIALS]))


def _told(subject: str, outcome: Added | Refused) -> JsonObject:
    if isinstance(outcome, Refused):
        return {"subject": subject, "refused": outcome.reason}
    entry = outcome.entry
    return {
        "subject": subject,
        "patch": entry.patch.id,
        "new": outcome.is_new,
        "status": entry.status.value,
        "reason": entry.reason,
    }
