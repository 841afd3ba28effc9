"""Coverage: which rule serves which task family, what is uncovered, and how the sizes compare.

From the rule file and the mirrored wiki alone, so that it can be had at any time and without a
model.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Rule, RuleSet
from agentic_solver.erc3.acquire.outline import signals
from agentic_solver.erc3.policy.compiler import compile_policy
from agentic_solver.erc3.policy.consumer import note_reasons, used_rules
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.policy.vocabulary import FAMILIES
from agentic_solver.erc3.wiki import WikiPages

__all__ = ["Coverage", "PageSize", "coverage_json", "find_coverage", "format_coverage"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSize:
    """A page beside what the policy says of it."""

    page: str
    wiki_bytes: int
    policy_bytes: int
    rules: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What the rules of a wiki cover."""

    wiki_sha1: str
    source: str
    rules: tuple[Rule, ...]
    """Rules with a consumer."""
    notes: tuple[tuple[str, str], ...]
    """Rules without one, each with the reason."""
    uncovered_families: tuple[str, ...]
    uncovered_sections: tuple[str, ...]
    """``page#anchor`` of sections that sound like rules and that no rule cites."""
    pages: tuple[PageSize, ...]
    wiki_bytes: int
    policy_bytes: int
    """The text of the policy as the proposer reads it."""
    module_bytes: int
    """The compiled module, quotes included."""

    def of_family(self, family: str) -> tuple[str, ...]:
        """Return the rules that a task family needs."""
        return tuple(rule.id for rule in self.rules if family in rule.families)


def _size(text: str) -> int:
    return len(text.encode("utf-8"))


def _guidance(rules: Sequence[Rule], sha1: str) -> int:
    return _size(Policy(wiki_sha1=sha1, rules=rules).guidance())


def _uncovered(rules: Sequence[Rule], pages: WikiPages) -> tuple[str, ...]:
    cited = {(rule.page, rule.anchor) for rule in rules}
    return tuple(
        f"{signal.page}#{signal.anchor}"
        for signal in signals(pages)
        if signal.words >= 2 and (signal.page, signal.anchor) not in cited
    )


def find_coverage(ruleset: RuleSet, pages: WikiPages, module: str | None = None) -> Coverage:
    """Return what the rules of ``pages`` cover.

    Args:
        ruleset: the rules.
        pages: the wiki.
        module: what the rules compile to, if that was done.
    """
    rules = used_rules(ruleset.rules)
    sizes = []
    for page, text in pages.pages.items():
        own = [rule for rule in rules if rule.page == page]
        sizes.append(
            PageSize(
                page=page,
                wiki_bytes=_size(text),
                policy_bytes=_guidance(own, pages.sha1),
                rules=len(own),
            )
        )
    served = {family for rule in rules for family in rule.families}
    return Coverage(
        wiki_sha1=ruleset.wiki_sha1,
        source=ruleset.source,
        rules=rules,
        notes=tuple(note_reasons(ruleset.rules).items()),
        uncovered_families=tuple(family for family in FAMILIES if family not in served),
        uncovered_sections=_uncovered(ruleset.rules, pages),
        pages=tuple(sizes),
        wiki_bytes=pages.size,
        policy_bytes=_guidance(rules, pages.sha1),
        module_bytes=_size(compile_policy(ruleset) if module is None else module),
    )


def _matrix(coverage: Coverage) -> list[str]:
    """Return one line a rule with a mark for each family that needs it, and the sums."""
    width = max((len(rule.id) for rule in coverage.rules), default=0)
    numbers = " ".join(f"{number:>2}" for number in range(1, len(FAMILIES) + 1))
    lines = [f"  {number:>2} {family}" for number, family in enumerate(FAMILIES, start=1)]
    lines.append(f"  {'rule':<{width}} {'kind':<14} {numbers}")
    for rule in coverage.rules:
        marks = " ".join(" x" if family in rule.families else " ." for family in FAMILIES)
        lines.append(f"  {rule.id:<{width}} {rule.kind.value:<14} {marks}")
    sums = " ".join(f"{len(coverage.of_family(family)):>2}" for family in FAMILIES)
    lines.append(f"  {f'{len(coverage.rules)} rules':<{width}} {'':<14} {sums}")
    return lines


def format_coverage(coverage: Coverage) -> str:
    """Return the coverage as text: matrix, what is uncovered, notes, sizes side by side."""
    lines = ["task families and the rules they need", *_matrix(coverage)]
    named = ", ".join(coverage.uncovered_families) or "none"
    lines.append(f"task families without a rule: {named}")
    lines.append(f"rules without a consumer, kept as notes only: {len(coverage.notes)}")
    lines += [f"  {rule_id}: {reason}" for rule_id, reason in coverage.notes]
    sections = coverage.uncovered_sections
    lines.append(f"sections that sound like rules but have none: {len(sections)}")
    lines += [f"  {name}" for name in sections]
    width = max((len(size.page) for size in coverage.pages), default=0)
    lines.append(f"  {'page':<{width}} {'wiki bytes':>10} {'policy bytes':>12} {'rules':>5}")
    lines += [
        f"  {size.page:<{width}} {size.wiki_bytes:>10} {size.policy_bytes:>12} {size.rules:>5}"
        for size in coverage.pages
    ]
    policy, wiki = coverage.policy_bytes, coverage.wiki_bytes
    lines.append(
        f"policy text {policy} bytes, wiki {wiki} bytes ({100 * policy // max(wiki, 1)} %)"
    )
    lines.append(f"policy module {coverage.module_bytes} bytes, quotes included")
    return "\n".join(lines)


def coverage_json(coverage: Coverage) -> JsonObject:
    """Return the coverage as JSON data."""
    return {
        "wiki_sha1": coverage.wiki_sha1,
        "source": coverage.source,
        "rules": len(coverage.rules),
        "families": {family: list(coverage.of_family(family)) for family in FAMILIES},
        "uncovered_families": list(coverage.uncovered_families),
        "notes": dict(coverage.notes),
        "uncovered_sections": list(coverage.uncovered_sections),
        "pages": {
            size.page: {
                "wiki_bytes": size.wiki_bytes,
                "policy_bytes": size.policy_bytes,
                "rules": size.rules,
            }
            for size in coverage.pages
        },
        "wiki_bytes": coverage.wiki_bytes,
        "policy_bytes": coverage.policy_bytes,
        "module_bytes": coverage.module_bytes,
    }
