"""What acquisition leaves in the workspace: mirror, rule file, policy module."""

from dataclasses import dataclass
from pathlib import Path

from agentic_solver.contracts.rule import RuleSet
from agentic_solver.erc3.acquire.session import Earlier, changed_pages
from agentic_solver.erc3.policy.compiler import compile_policy, policy_name
from agentic_solver.erc3.rules import load_rules, rule_files, save_rules
from agentic_solver.erc3.wiki import META_NAME, TaskSetMeta, WikiPages, read_mirror, write_mirror
from agentic_solver.workspace import Workspace, write_text_atomic

__all__ = ["Stored", "find_earlier", "store_acquisition"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """The files of one wiki digest."""

    mirror: Path
    rules: Path
    policy: Path


def store_acquisition(
    workspace: Workspace, pages: WikiPages, ruleset: RuleSet, task_set: TaskSetMeta | None
) -> Stored:
    """Write mirror, rule file and policy module of a wiki, in this order.

    Raises:
        WorkspaceError: if the workspace is not writable.
    """
    workspace.writable()
    mirror = write_mirror(workspace.wiki, pages, task_set)
    rules = save_rules(workspace.rules, ruleset)
    policy = workspace.policy / policy_name(ruleset.wiki_sha1)
    write_text_atomic(policy, compile_policy(load_rules(rules)))
    return Stored(mirror=mirror, rules=rules, policy=policy)


def find_earlier(workspace: Workspace, pages: WikiPages) -> Earlier | None:
    """Return the mirrored revision with rules that shares most pages with ``pages``.

    A revision that shares fewer than half of them is another company's wiki. The digest of
    ``pages`` itself does not count.

    Raises:
        WorkspaceError: for a broken mirror or rule file.
    """
    best: Earlier | None = None
    shared_most = (len(pages.pages) + 1) // 2 - 1
    for path in rule_files(workspace.rules):
        folder = workspace.wiki / path.stem
        if path.stem == pages.sha1[:8] or not (folder / META_NAME).is_file():
            continue
        old, _ = read_mirror(folder)
        shared = len(pages.pages) - len(changed_pages(old, pages))
        if shared > shared_most:
            shared_most = shared
            best = Earlier(pages=old, ruleset=load_rules(path))
    return best
