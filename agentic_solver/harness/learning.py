"""Learning: the lessons of a graded task go to the store, and the next task is told them."""

import threading
from dataclasses import dataclass

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.patch import PatchDraft, PatchStatus
from agentic_solver.erc3.experience.cause import cause_of
from agentic_solver.erc3.experience.distil import Witness, distil, own_wordings
from agentic_solver.erc3.experience.family import families_of
from agentic_solver.erc3.experience.governance import Refused
from agentic_solver.erc3.experience.guidance import Guidance, ReaderContext
from agentic_solver.erc3.experience.standing import Entry
from agentic_solver.erc3.experience.store import Added, ExperienceStore
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.harness.attesting import Known, attest
from agentic_solver.harness.diagnosis import diagnose, told_lines
from agentic_solver.harness.experience import LEARNT_LOG, FixedExperience
from agentic_solver.harness.explained import Explained, why_not
from agentic_solver.harness.reopened import Reopen, never
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.task_kit import TaskInput, TaskKit
from agentic_solver.harness.whatif import explain

__all__ = ["Learner", "Learning", "Learnt", "tellable"]

_TRIALS = 12
"""Candidates on trial at a time: a prompt is no place for everything that ever went wrong."""
_PATIENCE = 3
"""Times that a candidate may be told and its fault come back all the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learnt:
    """One thing that a task taught."""

    task: str
    subject: str
    stance: str
    outcome: Added | Refused | str
    """Why it was not proposed, where it was not."""
    draft: PatchDraft | None = None
    """What was proposed."""

    @property
    def missed(self) -> str:
        """Why nothing came of it; empty where a patch did."""
        match self.outcome:
            case str(reason) | Refused(reason=reason):
                return reason
            case Added():
                return ""

    def to_json(self) -> JsonObject:
        """Return the line of the log."""
        known: JsonObject = {"task": self.task, "subject": self.subject}
        match self.outcome:
            case str(reason):
                return known | {"not_proposed": reason}
            case Refused(reason=reason):
                return known | {"refused": reason}
            case Added(entry=entry, is_new=is_new):
                return known | {
                    "patch": entry.patch.id,
                    "new": is_new,
                    "status": entry.status.value,
                    "reason": entry.reason,
                }


class Learner:
    """Teaches a store what finished tasks show; workers share it."""

    def __init__(
        self, store: ExperienceStore, catalog: Catalog, *, run: str, reopen: Reopen = never
    ) -> None:
        """Take where lessons go.

        Args:
            store: where they are kept.
            catalog: the tools that exist.
            run: name of the run.
            reopen: opens the company of a task for what it has not read.
        """
        self._store = store
        self._catalog = catalog
        self._run = run
        self._reopen = reopen

    def learn(self, task: TaskInput, folder: TaskFolder, kit: TaskKit) -> tuple[Learnt, ...]:
        """Write the lessons of a task to the store, and what it bears witness to.

        Raises:
            WorkspaceError: a file of the task cannot be read, or the store not written.
        """
        entries = self._store.entries()
        known = _known(entries, task, frozenset(patch for patch, _text in told_lines(folder)))
        explained = explain(
            task, folder, kit, known=[one.cause for one in known], reopen=self._reopen
        )
        causes = tuple(one for one in explained if not why_not(one))
        signatures = {entry.patch.id: entry.patch.signature for entry in entries}
        diagnosis = diagnose(
            folder,
            run=self._run,
            task=task.spec_id,
            benchmark=task.benchmark,
            catalog=self._catalog,
            signature=lambda patch: signatures.get(patch, ""),
            causes=tuple(one.cause for one in causes),
            known=tuple(one.patch for one in known),
            witnesses=(
                *_against(explained, known),
                *attest(task, folder, kit, known, self._reopen),
            ),
        )
        if diagnosis is None:
            return ()
        drafts = distil(diagnosis, self._catalog)
        outcomes = self._store.learn(drafts) if drafts else ()
        unsaid = [(one.cause.lesson, why) for one in explained if (why := why_not(one))]
        name = task.spec_id
        return (
            *(
                Learnt(task=name, subject=one.subject, stance=one.stance, outcome=why)
                for one, why in unsaid
            ),
            *(
                Learnt(
                    task=name, subject=one.subject, stance=one.stance, outcome=outcome, draft=one
                )
                for one, outcome in zip(drafts, outcomes, strict=True)
            ),
        )


class Learning:
    """Experience that grows with the run; workers share it."""

    def __init__(
        self, store: ExperienceStore, catalog: Catalog, run: RunFolder, reopen: Reopen = never
    ) -> None:
        """Read ``store`` before each task and write to it after each."""
        self._store = store
        self._learner = Learner(store, catalog, run=run.path.name, reopen=reopen)
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
        for one in self._learner.learn(task, folder, kit):
            with self._lock:
                self._run.files.append(LEARNT_LOG, one.to_json())

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


def _known(entries: tuple[Entry, ...], task: TaskInput, told: frozenset[str]) -> tuple[Known, ...]:
    """Return the patches in force, or on trial, that name a cause and hold for a task."""
    context = ReaderContext(benchmark=task.benchmark, families=families_of(task.text))
    return tuple(
        Known(
            patch=entry.patch,
            cause=cause,
            told=entry.patch.id in told,
            kept=entry.status is PatchStatus.ACTIVE,
        )
        for entry in entries
        if entry.status in (PatchStatus.ACTIVE, PatchStatus.CANDIDATE)
        and context.meets(entry.patch.scope)
        and (cause := cause_of(entry.patch.guidance)) is not None
    )


def _against(explained: tuple[Explained, ...], known: tuple[Known, ...]) -> tuple[Witness, ...]:
    """Return the patches by whose cause a task is wrong, where another one is the cause."""
    rejected = [cause for one in explained for cause in one.rejects]
    return tuple(Witness(patch=one.patch, supports=False) for one in known if one.cause in rejected)
