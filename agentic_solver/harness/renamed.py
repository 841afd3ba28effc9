"""Rules that follow a company to another name: compiled into the folder of the run.

The rules of a workspace belong to the digest of a wiki. Where a run only replaces the company's
name in the pages, the same rules hold with the name replaced in them.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from agentic_solver.contracts.rule import Rule, RuleSet
from agentic_solver.erc3.acquire import Revision
from agentic_solver.erc3.policy.compiler import compile_policy, policy_name
from agentic_solver.erc3.rulecheck import validate_rules
from agentic_solver.erc3.rules import load_rules, rules_path
from agentic_solver.erc3.wiki import WikiPages, split_sections
from agentic_solver.errors import UsageError
from agentic_solver.llm.model import Model, ModelReply, ModelRequest
from agentic_solver.twin.variation.company import Renaming
from agentic_solver.twin.variation.rewrite import rewrite_json
from agentic_solver.workspace import Workspace, write_text_atomic

__all__ = ["RenamedModel", "follow_renaming", "name_put_back", "run_policy"]

_SOURCE_CHARS = 150


class RenamedModel:
    """A model whose replies speak of the company by its other name."""

    def __init__(self, inner: Model, renaming: Renaming) -> None:
        self._inner = inner
        self._renaming = renaming

    @property
    def name(self) -> str:
        """The name of the inner model."""
        return self._inner.name

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the inner model's reply, the company renamed."""
        reply = self._inner.complete(request)
        return replace(reply, text=self._renaming(reply.text))


def name_put_back(renaming: Renaming, pages: WikiPages) -> WikiPages:
    """Return renamed pages under the company's first name, as they were when they were recorded."""
    back = Renaming(old=renaming.new, new=renaming.old, pages={})
    return _pages(back, pages.pages)


def run_policy(run_dir: Path) -> Path:
    """Return the folder of the policies that belong to one run alone."""
    return run_dir / "policy"


def follow_renaming(
    renaming: Renaming | None, workspace: Workspace, run_dir: Path
) -> tuple[Revision, ...]:
    """Compile the rules of the original wikis for the renamed ones, as far as there are any.

    Returns:
        The renamed wikis with their rules.

    Raises:
        WorkspaceError: a rule file is broken.
        UsageError: a quote is not found in the renamed pages.
    """
    if renaming is None:
        return ()
    found = [
        _renamed(load_rules(path), sha1, renaming, dict(before))
        for sha1, before in renaming.pages.items()
        if (path := rules_path(workspace.rules, before.sha1)).is_file()
    ]
    sources = {policy_name(ruleset.wiki_sha1): compile_policy(ruleset) for ruleset in found}
    # Only now that nothing can be wrong any more: a run that never began leaves no folder.
    for name, source in sources.items():
        run_policy(run_dir).mkdir(exist_ok=True)
        write_text_atomic(run_policy(run_dir) / name, source)
    return tuple(
        Revision(
            pages=_pages(renaming, dict(renaming.pages[ruleset.wiki_sha1])),
            rules=partial(_same, ruleset),
        )
        for ruleset in found
    )


def _same(ruleset: RuleSet) -> RuleSet:
    return ruleset


def _pages(renaming: Renaming, before: Mapping[str, str]) -> WikiPages:
    return WikiPages({renaming(path): renaming(text) for path, text in before.items()})


def _renamed(ruleset: RuleSet, sha1: str, renaming: Renaming, before: dict[str, str]) -> RuleSet:
    anchors = _anchors(renaming, before)
    rules = []
    for rule in ruleset.rules:
        whole = rewrite_json(rule.to_json(), renaming)
        whole["anchor"] = anchors.get((rule.page, rule.anchor), rule.anchor)
        rules.append(Rule.model_validate_json(json.dumps(whole)))
    source = f"{ruleset.source[:_SOURCE_CHARS]}, the company renamed"
    found = RuleSet(wiki_sha1=sha1, source=source, rules=tuple(rules))
    pages = _pages(renaming, before)
    for problem in validate_rules(found, pages):
        if problem.code in ("CITATION", "QUOTE"):
            raise UsageError(
                f"the rule {problem.rule_id} does not follow the company to its other name "
                f"({problem.message}): use another name"
            )
    return found


def _anchors(renaming: Renaming, before: dict[str, str]) -> dict[tuple[str, str], str]:
    """Return page and anchor → anchor after the renaming; headings stay where they are."""
    found: dict[tuple[str, str], str] = {}
    for path, text in before.items():
        old, new = split_sections(path, text), split_sections(path, renaming(text))
        pairs = zip(old, new, strict=True)
        found.update({(path, was.anchor): now.anchor for was, now in pairs})
    return found
