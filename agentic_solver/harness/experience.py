"""What experience tells in a run, and what the run tells experience.

off     nothing is told, nothing is learnt
read    the active patches, read once: the same for every task and worker
learn   after each task its lessons go to the store, and the next task is told the active
        patches and, on trial, the candidates; a candidate stays one until the gate or a
        person says otherwise
"""

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.patch import PatchStatus
from agentic_solver.erc3.experience.distil import distil, own_wordings
from agentic_solver.erc3.experience.governance import Governance, Refused
from agentic_solver.erc3.experience.guidance import Guidance, ReaderContext
from agentic_solver.erc3.experience.standing import Entry
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.harness.diagnosis import diagnose
from agentic_solver.harness.run_folder import RunFolder, TaskFolder
from agentic_solver.harness.task_run import TaskInput, TaskKit
from agentic_solver.harness.whatif import explain
from agentic_solver.workspace import Workspace

if TYPE_CHECKING:
    from agentic_solver.erc3.experience.store import Added, ExperienceStore

__all__ = [
    "LEARNT_LOG",
    "ExperienceMode",
    "FixedExperience",
    "Learning",
    "RunExperience",
    "ToldExperience",
    "open_run_experience",
    "read_run_experience",
]

ExperienceMode = Literal["off", "read", "learn"]
Told = tuple[tuple[str, str], ...]

LEARNT_LOG = "learnt.jsonl"
"""What each task of a run taught: a log of the run, beside its events."""
_TRIALS = 12
"""Candidates on trial at a time: a prompt is no place for everything that ever went wrong."""
_PATIENCE = 3
"""Times that a candidate may be told and its fault come back all the same."""


class RunExperience(Protocol):
    """What a run knows of experience."""

    @property
    def digest(self) -> str:
        """Digest of the store that the run began with; empty when experience is off."""
        ...

    @property
    def patches(self) -> tuple[str, ...]:
        """Ids of the patches that could be told at the start."""
        ...

    @property
    def now(self) -> "FixedExperience | ToldExperience":
        """What is told to a task that begins now."""
        ...

    def finished(self, task: TaskInput, folder: TaskFolder, kit: TaskKit) -> None:
        """Learn from a finished task, whose evidence is complete.

        Args:
            task: as it was played.
            folder: its evidence.
            kit: company and tools that it was played with.
        """
        ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedExperience:
    """The guidance of a run, frozen, and the digest of the store that it came from."""

    guidance: Guidance = field(default_factory=Guidance)
    digest: str = ""
    """Empty when experience is off."""

    @property
    def patches(self) -> tuple[str, ...]:
        return tuple(patch.id for patch in self.guidance.patches)

    @property
    def now(self) -> "FixedExperience":
        return self

    def lines(self, context: ReaderContext) -> Told:
        """Return (patch id, text) of what is told in a context."""
        return self.guidance.lines(context)

    def finished(self, task: TaskInput, folder: TaskFolder, kit: TaskKit) -> None:
        """Learn nothing."""

    def close(self) -> None:
        """Nothing is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldExperience:
    """The very lines of an earlier task, whatever the store says today."""

    told: Told = ()

    @property
    def digest(self) -> str:
        return content_id([list(line) for line in self.told]) if self.told else ""

    @property
    def patches(self) -> tuple[str, ...]:
        return tuple(patch for patch, _ in self.told)

    @property
    def now(self) -> "ToldExperience":
        return self

    def lines(self, context: ReaderContext) -> Told:
        """Return (patch id, text) of what was told, whatever the context."""
        return self.told

    def finished(self, task: TaskInput, folder: TaskFolder, kit: TaskKit) -> None:
        """Learn nothing."""

    def close(self) -> None:
        """Nothing is open."""


class Learning:
    """Experience that grows with the run; workers share it."""

    def __init__(self, store: "ExperienceStore", catalog: Catalog, run: RunFolder) -> None:
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


def _told(subject: str, outcome: "Added | Refused") -> JsonObject:
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


def read_run_experience(
    mode: Literal["off", "read"], workspace: Workspace, catalog: Catalog
) -> FixedExperience:
    """Read the experience of the workspace, or nothing when it is off.

    Raises:
        WorkspaceError: the store cannot be read.
    """
    if mode == "off":
        return FixedExperience()
    # The library of its database takes a third of a second, which most runs save.
    from agentic_solver.erc3.experience.seed import read_experience  # noqa: PLC0415

    with read_experience(workspace.experience, Governance(catalog)) as store:
        return FixedExperience(guidance=store.guidance(), digest=store.digest)


def open_run_experience(
    mode: ExperienceMode, workspace: Workspace, catalog: Catalog, run: RunFolder
) -> RunExperience:
    """Return the experience of a run in any mode.

    Raises:
        WorkspaceError: the store cannot be read, or not written in the mode ``learn``.
    """
    if mode != "learn":
        return read_run_experience(mode, workspace, catalog)
    from agentic_solver.erc3.experience.seed import open_store  # as above  # noqa: PLC0415

    store = open_store(workspace.writable().experience, Governance(catalog))
    return Learning(store, catalog, run)
