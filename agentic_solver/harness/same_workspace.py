"""Whether a workspace is the one that a run was played with, as far as decisions depend on it."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from agentic_solver.errors import WorkspaceError
from agentic_solver.harness.recorded import Manifest
from agentic_solver.workspace import Workspace

__all__ = ["check_workspace"]


def check_workspace(
    manifest: Manifest, workspace: Workspace, *, tools: str, wikis: Collection[str]
) -> None:
    """Compare a workspace with the digests in a manifest.

    Only the policy and the rules of wikis that the run met count: what a workspace knows of
    other companies changes nothing here.

    Args:
        manifest: of the run.
        workspace: the one to replay with.
        tools: digest of the workspace's tool catalog.
        wikis: digests of the wikis that the run met.

    Raises:
        WorkspaceError: they differ; names the files.
    """
    policies = sorted(f"wiki_{sha1[:8]}.py" for sha1 in wikis)
    rules = sorted(f"{sha1[:8]}.yaml" for sha1 in wikis)
    differing = _changed(workspace.policy, manifest.policy, policies)
    differing += _changed(workspace.rules, manifest.rules, rules)
    if manifest.policy is not None:
        unknown = [name for name in policies if name not in manifest.policy]
        differing += [
            f"policy/{name} is new" for name in unknown if (workspace.policy / name).exists()
        ]
    blocks = {path.name for path in workspace.prompt.glob("*.md")}
    differing += _changed(workspace.prompt, manifest.prompt, sorted(manifest.prompt or ()))
    differing += [
        f"prompt/{name} is new" for name in sorted(blocks - (manifest.prompt or {}).keys())
    ]
    if manifest.tools not in (None, tools):
        differing.append("tools/*.py have changed")
    if differing:
        raise WorkspaceError(
            f"{workspace.root} is not the workspace that this run was played with "
            f"({', '.join(differing)}): name that one with --workspace"
        )


def _changed(folder: Path, digests: Mapping[str, str] | None, names: Sequence[str]) -> list[str]:
    found = []
    for name in names:
        digest = (digests or {}).get(name)
        if digest is None:
            continue
        path = folder / name
        try:
            now = hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError:
            found.append(f"{folder.name}/{name} is missing")
            continue
        if now != digest:
            found.append(f"{folder.name}/{name} has changed")
    return found
