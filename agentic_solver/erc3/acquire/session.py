"""Acquisition: from the pages of a wiki to checked rules, with an account of what was dropped."""

from collections.abc import Callable
from dataclasses import dataclass

from agentic_solver.contracts.rule import Rule, RuleSet
from agentic_solver.erc3.acquire.agent import ReadingAgent
from agentic_solver.erc3.acquire.outline import portions
from agentic_solver.erc3.acquire.portion import Dropped, read_portion
from agentic_solver.erc3.rulecheck import RuleProblem, validate_rules
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import ModelUnavailableError
from agentic_solver.llm.model import Model, Usage

__all__ = ["Acquisition", "Earlier", "acquire_rules", "carry_over", "changed_pages"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """Rules of an earlier revision of the same wiki; what they cite unchanged is kept."""

    pages: WikiPages
    ruleset: RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Acquisition:
    """What a reading of the wiki gave."""

    ruleset: RuleSet
    dropped: tuple[Dropped, ...]
    problems: tuple[RuleProblem, ...]
    """Conflicts and notes about the rules that stand."""
    faults: tuple[str, ...]
    """Portions that could not be read, with the reason."""
    read: tuple[str, ...]
    """Pages that were read now."""
    kept: tuple[str, ...]
    """Rules taken over from the earlier revision, by id."""
    requests: int
    usage: Usage


def changed_pages(old: WikiPages, new: WikiPages) -> frozenset[str]:
    """Return the pages of ``new`` that are not, word for word, in ``old``."""
    return frozenset(path for path, text in new.pages.items() if old.pages.get(path) != text)


def _taken_over(earlier: Earlier | None, pages: WikiPages) -> tuple[tuple[Rule, ...], bool]:
    """Return the rules to keep, and whether the roles need to be read again."""
    if earlier is None:
        return (), True
    changed = changed_pages(earlier.pages, pages)
    kept = tuple(
        rule
        for rule in earlier.ruleset.rules
        if rule.page in pages.pages and rule.page not in changed
    )
    lost_role = any(rule.role is not None and rule not in kept for rule in earlier.ruleset.rules)
    return kept, lost_role


def _sound(rules: tuple[Rule, ...], pages: WikiPages, source: str) -> tuple[RuleSet, list[Dropped]]:
    """Drop rules until none has an error; a dropped role may take others along."""
    dropped: list[Dropped] = []
    while True:
        ruleset = RuleSet(wiki_sha1=pages.sha1, source=source, rules=rules)
        errors: dict[str, list[str]] = {}
        for problem in validate_rules(ruleset, pages):
            if problem.severity == "error":
                reason = f"{problem.code}: {problem.message}"
                errors.setdefault(problem.rule_id, []).append(reason)
        if not errors:
            return ruleset, dropped
        dropped.extend(Dropped(rule_id=n, reasons=tuple(errors[n])) for n in sorted(errors))
        rules = tuple(rule for rule in rules if rule.id not in errors)


def carry_over(ruleset: RuleSet, pages: WikiPages) -> Acquisition:
    """Return the rules of any revision that hold for ``pages``, without a model.

    What the pages no longer say is dropped and reported; nothing new is found.
    """
    kept, dropped = _sound(ruleset.rules, pages, ruleset.source)
    return Acquisition(
        ruleset=kept,
        dropped=tuple(dropped),
        problems=validate_rules(kept, pages),
        faults=(),
        read=(),
        kept=tuple(rule.id for rule in kept.rules),
        requests=0,
        usage=Usage(),
    )


def acquire_rules(
    pages: WikiPages,
    model: Model,
    *,
    earlier: Earlier | None = None,
    r_max: int = 1,
    on_progress: Callable[[str], None] | None = None,
) -> Acquisition:
    """Read the rules of a wiki with a model: the roles first, then portion by portion.

    Args:
        pages: the wiki.
        model: asked about 6 to 10 times for a usual wiki, plus repairs.
        earlier: an earlier revision with its rules; only changed pages are read again.
        r_max: repairs of a portion whose records do not pass the rule check.
        on_progress: is told in a sentence what is being read.

    Raises:
        ModelUnavailableError: if no portion at all could be read.
    """
    tell = on_progress or (lambda _: None)
    agent = ReadingAgent(pages, model)
    kept, read_roles = _taken_over(earlier, pages)
    only = None if earlier is None else changed_pages(earlier.pages, pages)
    groups: list[tuple[str, ...]] = list(portions(pages, only))
    if read_roles:
        groups.insert(0, ())
        kept = tuple(rule for rule in kept if rule.role is None)
    rules, dropped, faults = kept, list[Dropped](), list[str]()
    for number, paths in enumerate(groups, start=1):
        name = ", ".join(paths) or "roles of the whole wiki"
        tell(f"reading {number}/{len(groups)}: {name}")
        # Rules kept from before may name roles that are being read, so only roles are checked.
        result = read_portion(pages, agent, paths, rules, r_max=r_max)
        if result.fault:
            faults.append(f"{name}: {result.fault}")
        dropped.extend(result.dropped)
        rules = (*rules, *result.rules)
    if groups and len(faults) == len(groups):
        raise ModelUnavailableError(f"the wiki could not be read: {faults[0]}")
    ruleset, late = _sound(rules, pages, f"extracted by {model.name}")
    problems = validate_rules(ruleset, pages)
    return Acquisition(
        ruleset=ruleset,
        dropped=(*dropped, *late),
        problems=problems,
        faults=tuple(faults),
        read=tuple(sorted({path for paths in groups for path in paths})),
        kept=tuple(rule.id for rule in kept),
        requests=agent.requests,
        usage=agent.usage,
    )
