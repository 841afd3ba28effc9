"""What experience tells in a run: read once at its start, the same for every task and worker."""

from dataclasses import dataclass
from typing import Literal

from agentic_solver.erc3.experience import Governance, Guidance, read_experience
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.workspace import Workspace

__all__ = ["RunExperience", "read_run_experience"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunExperience:
    """The guidance of a run and the digest of the store that it came from."""

    guidance: Guidance
    digest: str
    """Empty when experience is off."""


def read_run_experience(
    mode: Literal["off", "read"], workspace: Workspace, catalog: Catalog
) -> RunExperience:
    """Read the experience of the workspace, or nothing when it is off.

    Raises:
        WorkspaceError: the store cannot be read.
    """
    if mode == "off":
        return RunExperience(guidance=Guidance(), digest="")
    with read_experience(workspace.experience, Governance(catalog)) as store:
        return RunExperience(guidance=store.guidance(), digest=store.digest)
