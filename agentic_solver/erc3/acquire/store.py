"""What acquisition leaves in the workspace: mirror, rule file, policy module."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from agentic_solver.contracts.rule import RuleSet
from agentic_solver.erc3.acquire.change import Earlier, changed_pages
from agentic_solver.erc3.policy.compiler import compile_policy, policy_name
from agentic_solver.erc3.rules import load_rules, rule_files, rules_path, save_rules
from agentic_solver.erc3.wiki import (
    META_NAME,
    TaskSetMeta,
    WikiPages,
    mirror_path,
    read_mirror,
    write_mirror,
)
from agentic_solver.errors import WorkspaceError
from agentic_solver.workspace import Workspace, write_text_atomic

__all__ = [
    "Revision",
    "Stored",
    "find_earlier",
    "known_revisions",
    "nearest_revision",
    "store_acquisition",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """The files of one wiki digest."""

    mirror: Path
    rules: Path
    policy: Path
    unchanged: frozenset[Path] = frozenset()
    """Those of them that said the same before."""


def store_acquisition(
    workspace: Workspace, pages: WikiPages, ruleset: RuleSet, task_set: TaskSetMeta | None
) -> Stored:
    """Write mirror, rule file and policy module of a wiki, in this order.

    The same pages and rules give the same bytes.

    Raises:
        WorkspaceError: if the workspace is not writable.
    """
    workspace.writable()
    ordered = sorted(ruleset.rules, key=lambda rule: rule.page)
    # Compiled first: where that fails nothing is written.
    compile_policy(ruleset.model_copy(update={"rules": tuple(ordered)}))
    places = (
        mirror_path(workspace.wiki, pages.sha1),
        rules_path(workspace.rules, ruleset.wiki_sha1),
        workspace.policy / policy_name(ruleset.wiki_sha1),
    )
    before = {place: _content(place) for place in places}
    mirror = write_mirror(workspace.wiki, pages, task_set)
    rules = save_rules(workspace.rules, ruleset)
    policy = places[-1]
    write_text_atomic(policy, compile_policy(load_rules(rules)))
    same = frozenset(place for place in places if before[place] == _content(place) != {})
    return Stored(mirror=mirror, rules=rules, policy=policy, unchanged=same)


def _content(place: Path) -> dict[str, bytes]:
    """Return what a file or folder holds, by path; nothing if it cannot be read."""
    try:
        found = sorted(place.rglob("*")) if place.is_dir() else [place]
        return {str(path): path.read_bytes() for path in found if path.is_file()}
    except OSError:
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A wiki whose rules are known; they are loaded when they are needed."""

    pages: WikiPages
    rules: Callable[[], RuleSet]


def known_revisions(workspace: Workspace, *, skip_broken: bool = False) -> tuple[Revision, ...]:
    """Return the mirrored wikis that have a rule file, by digest.

    Args:
        workspace: where they are.
        skip_broken: leave out a mirror that cannot be used.

    Raises:
        WorkspaceError: for a broken mirror, unless it is to be left out.
    """
    found = []
    for path in rule_files(workspace.rules):
        folder = workspace.wiki / path.stem
        if not (folder / META_NAME).is_file():
            continue
        try:
            pages, _ = read_mirror(folder)
        except WorkspaceError:
            if skip_broken:
                continue
            raise
        found.append(Revision(pages=pages, rules=cache(partial(load_rules, path))))
    return tuple(found)


def nearest_revision(pages: WikiPages, known: Iterable[Revision]) -> Earlier | None:
    """Return the revision that shares most pages with ``pages``.

    One that shares fewer than half of them is another company's wiki. The digest of ``pages``
    itself does not count. Of equals the first counts.

    Raises:
        WorkspaceError: for a broken rule file.
    """
    best: Revision | None = None
    shared_most = (len(pages.pages) + 1) // 2 - 1
    for revision in known:
        shared = len(pages.pages) - len(changed_pages(revision.pages, pages))
        if revision.pages.sha1 != pages.sha1 and shared > shared_most:
            shared_most = shared
            best = revision
    return None if best is None else Earlier(pages=best.pages, ruleset=best.rules())


def find_earlier(workspace: Workspace, pages: WikiPages) -> Earlier | None:
    """Return the mirrored revision with rules that shares most pages with ``pages``, if any.

    Raises:
        WorkspaceError: for a broken mirror or rule file.
    """
    return nearest_revision(pages, known_revisions(workspace))
