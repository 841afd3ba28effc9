"""What experience tells in a run, and what the run tells experience.

off     nothing is told, nothing is learnt
read    the active patches, read once: the same for every task and worker
learn   after each task its lessons go to the store, and the next task is told the active
        patches and, on trial, the candidates; a candidate stays one until two tasks bear
        witness to it, or the gate or a person says otherwise
"""

from dataclasses import dataclass, field
from typing import Literal, Protocol

from agentic_solver.contracts.canonical import content_id
from agentic_solver.erc3.experience.guidance import Guidance, ReaderContext
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.harness.reopened import Reopen, never
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.task_kit import TaskInput, TaskKit
from agentic_solver.workspace import Workspace

__all__ = [
    "LEARNT_LOG",
    "ExperienceMode",
    "FixedExperience",
    "RunExperience",
    "ToldExperience",
    "open_run_experience",
    "read_run_experience",
]

ExperienceMode = Literal["off", "read", "learn"]
Told = tuple[tuple[str, str], ...]

LEARNT_LOG = "learnt.jsonl"
"""What each task of a run taught: a log of the run, beside its events."""


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


def read_run_experience(
    mode: Literal["off", "read"], workspace: Workspace, catalog: Catalog
) -> FixedExperience:
    """Read the experience of the workspace, or nothing when it is off.

    Raises:
        WorkspaceError: the store cannot be read.
    """
    if mode == "off":
        return FixedExperience()
    # With the library of its database it takes a third of a second, which most runs save.
    from agentic_solver.erc3.experience.governance import Governance  # noqa: PLC0415
    from agentic_solver.erc3.experience.seed import read_experience  # noqa: PLC0415

    with read_experience(workspace.experience, Governance(catalog)) as store:
        return FixedExperience(guidance=store.guidance(), digest=store.digest)


def open_run_experience(
    mode: ExperienceMode,
    workspace: Workspace,
    catalog: Catalog,
    run: RunFolder,
    reopen: Reopen = never,
) -> RunExperience:
    """Return the experience of a run in any mode.

    A run that learns reads with ``reopen`` what a task has not read.

    Raises:
        WorkspaceError: the store cannot be read, or not written in the mode ``learn``.
    """
    if mode != "learn":
        return read_run_experience(mode, workspace, catalog)
    # As above.
    from agentic_solver.erc3.experience.governance import Governance  # noqa: PLC0415
    from agentic_solver.erc3.experience.seed import open_store  # noqa: PLC0415
    from agentic_solver.harness.learning import Learning  # noqa: PLC0415

    store = open_store(workspace.writable().experience, Governance(catalog))
    return Learning(store, catalog, run, reopen)
