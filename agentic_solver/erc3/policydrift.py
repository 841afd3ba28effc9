"""Recompilation of a whole workspace: every rule file to its policy module, and the drift check."""

from collections.abc import Mapping
from pathlib import Path

from agentic_solver.erc3.policy.compiler import compile_policy, policy_name
from agentic_solver.erc3.policy.loader import load_policy
from agentic_solver.erc3.rules import load_rules, rule_files, rules_path
from agentic_solver.errors import WorkspaceError
from agentic_solver.workspace import Workspace, write_text_atomic

__all__ = [
    "check_policies",
    "compile_workspace",
    "compiled_sources",
    "drifted_files",
    "refuse_drift",
]

_COMPILE = "run `agentic-solver compile`"


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


def refuse_drift(workspace: Workspace, wiki_sha1: str) -> None:
    """Refuse a wiki whose rules were changed and not compiled; without rules there is no drift.

    Rules that are older than their module are not compiled for this: it would cost every run.

    Raises:
        WorkspaceError: the policy module is missing, or not what the rules compile to.
    """
    rules = rules_path(workspace.rules, wiki_sha1)
    if not rules.is_file():
        return
    module = workspace.policy / policy_name(wiki_sha1)
    if not module.is_file():
        raise WorkspaceError(f"{module} is missing, but there is {rules}: {_COMPILE}")
    if rules.stat().st_mtime_ns <= module.stat().st_mtime_ns:
        return
    if _current(module) != compile_policy(load_rules(rules)):
        raise WorkspaceError(f"{module} is not what {rules} compiles to: {_COMPILE}")


def check_policies(workspace: Workspace) -> None:
    """Look at every policy before a platform is asked for anything that cannot be taken back.

    Raises:
        WorkspaceError: one cannot be used, or its rules were changed and not compiled.
    """
    for module in sorted(workspace.policy.glob("wiki_*.py")):
        refuse_drift(workspace, load_policy(module).wiki_sha1)
    for rules in rule_files(workspace.rules):
        if not (workspace.policy / f"wiki_{rules.stem}.py").is_file():
            refuse_drift(workspace, load_rules(rules).wiki_sha1)
