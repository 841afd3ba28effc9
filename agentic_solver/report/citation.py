"""What the rule ids of a proof stand for: page, anchor and quote."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Rule
from agentic_solver.erc3.rules import load_rules
from agentic_solver.report.record import ReportedRun

__all__ = ["Citations"]


class Citations:
    """The rules that a run was played with, by wiki digest; each file is read once.

    Rules that the run has read itself are in its folder. Those of the workspace are used only
    while they are the same file, byte by byte, as the manifest says.
    """

    def __init__(self, run: ReportedRun, rules: Path) -> None:
        self._run = run
        self._rules = rules
        self._known: dict[str, dict[str, Rule]] = {}

    def cited(self, wiki_sha1: str, rule_ids: Iterable[str]) -> dict[str, JsonObject]:
        """Return page, anchor, quote and statement of the rules; unknown ids are left out."""
        known = self._rules_of(wiki_sha1[:8])
        return {
            rule_id: {
                "page": rule.page,
                "anchor": rule.anchor,
                "quote": rule.quote,
                "statement": rule.statement,
            }
            for rule_id in rule_ids
            if (rule := known.get(rule_id)) is not None
        }

    def _rules_of(self, digest: str) -> dict[str, Rule]:
        if digest not in self._known:
            path = self._file(f"{digest}.yaml", digest) if digest.isalnum() else None
            found = load_rules(path).rules if path else ()
            self._known[digest] = {rule.id: rule for rule in found}
        return self._known[digest]

    def _file(self, name: str, digest: str) -> Path | None:
        own = self._run.path / "acquire" / digest / name
        if own.is_file():
            return own
        shared = self._rules / name
        played_with = (self._run.facts.rules or {}).get(name)
        if shared.is_file() and hashlib.sha256(shared.read_bytes()).hexdigest() == played_with:
            return shared
        return None
