"""Recompilation of a whole workspace: every rule file to its policy module, and the drift check."""

from collections.abc import Mapping
from pathlib import Path

from agentic_solver.erc3.policy.compiler import compile_policy, policy_name
from agentic_solver.erc3.rules import load_rules, rule_files
from agentic_solver.errors import WorkspaceError
from agentic_solver.workspace import Workspace, write_text_atomic

__all__ = ["compile_workspace", "compiled_sources", "drifted_files"]


def compiled_sources(workspace: Workspace) -> Mapping[Path, str]:
    """Return the policy modules that the rule files of a workspace compile to, by path.

    Raises:
        WorkspaceError: for a broken rule file.
    """
    sources: dict[Path, str] = {}
    for path in rule_files(workspace.rules):
        ruleset = load_rules(path)
        sources[workspace.policy / policy_name(ruleset.wiki_sha1)] = compile_policy(ruleset)
    return sources


def _current(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8") if path.is_file() else None
    except (OSError, UnicodeDecodeError) as error:
        raise WorkspaceError(f"cannot read {path}: {error}") from error


def drifted_files(workspace: Workspace) -> tuple[str, ...]:
    """Return one sentence per policy module that is missing, outdated, or has no rule file."""
    sources = compiled_sources(workspace)
    sentences = []
    for path, source in sources.items():
        current = _current(path)
        if current is None:
            sentences.append(f"{path} is missing")
        elif current != source:
            sentences.append(f"{path} is not what its rules compile to")
    for path in sorted(workspace.policy.glob("wiki_*.py")):
        if path not in sources:
            sentences.append(f"{path} has no rule file")
    return tuple(sentences)


def compile_workspace(workspace: Workspace) -> tuple[Path, ...]:
    """Write every policy module that differs from its rules; return the paths written.

    Raises:
        WorkspaceError: for a broken rule file or an unwritable workspace.
    """
    written = []
    for path, source in compiled_sources(workspace).items():
        if _current(path) != source:
            workspace.writable()
            write_text_atomic(path, source)
            written.append(path)
    return tuple(written)
