"""Acquisition: from the pages of a wiki to checked rules, with an account of what was dropped."""

from collections.abc import Callable
from dataclasses import dataclass

from agentic_solver.contracts.rule import Rule, RuleSet
from agentic_solver.erc3.acquire.agent import ReadingAgent, portion_key
from agentic_solver.erc3.acquire.outline import portions
from agentic_solver.erc3.acquire.portion import Dropped, read_portion
from agentic_solver.erc3.rulecheck import RuleProblem, validate_rules
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import ModelUnavailableError
from agentic_solver.llm.model import Model, Usage

__all__ = [
    "Acquisition",
    "Earlier",
    "acquire_rules",
    "carry_over",
    "carry_over_unchanged",
    "changed_pages",
    "first_portion",
    "standing_rules",
]

_SOURCE_CHARS = 150


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


def standing_rules(earlier: Earlier, pages: WikiPages) -> tuple[Rule, ...]:
    """Return the earlier rules that hold for ``pages`` without anybody reading them again.

    A rule of a section that is word for word the same holds. In a section that has changed, what
    opens something is not trusted, as the words around its quote may limit it now; what closes
    something, and who a caller is, holds as long as the quote stands.
    """

    def stands(rule: Rule) -> bool:
        now = pages.section(rule.page, rule.anchor)
        if now is None or now == earlier.pages.section(rule.page, rule.anchor):
            return now is not None
        closes = rule.access is not None and (rule.access.effect == "deny" or rule.access.exclusive)
        return (closes or rule.role is not None) and pages.has_quote(
            rule.page, rule.anchor, rule.quote
        )

    return tuple(rule for rule in earlier.ruleset.rules if stands(rule))


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
    return _carried(ruleset.rules, pages, ruleset.source)


def carry_over_unchanged(earlier: Earlier, pages: WikiPages) -> Acquisition:
    """Return the rules of an earlier revision that can be trusted without a model."""
    source = f"{earlier.ruleset.source[:_SOURCE_CHARS]}, carried over"
    return _carried(standing_rules(earlier, pages), pages, source)


def _carried(rules: tuple[Rule, ...], pages: WikiPages, source: str) -> Acquisition:
    kept, dropped = _sound(rules, pages, source)
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
    model_name: str = "",
    key: str = "",
    on_progress: Callable[[str], None] | None = None,
) -> Acquisition:
    """Read the rules of a wiki with a model: the roles first, then portion by portion.

    Where a portion cannot be read, the rules that an earlier revision gave it stand as far as
    they can be trusted (see :func:`standing_rules`).

    Args:
        pages: the wiki.
        model: asked about 6 to 10 times for a usual wiki, plus repairs.
        earlier: an earlier revision with its rules; only changed pages are read again.
        r_max: repairs of a portion whose records do not pass the rule check.
        model_name: the provider's name of the model, if it is not the name of ``model``.
        key: what the keys of recordings begin with; empty means ``acquire/<sha8>``.
        on_progress: is told in a sentence what is being read.

    Raises:
        ModelUnavailableError: if no portion at all could be read.
    """
    tell = on_progress or (lambda _: None)
    agent = ReadingAgent(pages, model, model_name=model_name, key=key)
    kept, read_roles = _taken_over(earlier, pages)
    groups = _portions(pages, earlier)
    if read_roles:
        kept = tuple(rule for rule in kept if rule.role is None)
    standing = () if earlier is None else standing_rules(earlier, pages)
    rules, dropped, faults = kept, list[Dropped](), list[str]()
    for number, paths in enumerate(groups, start=1):
        name = ", ".join(paths) or "roles of the whole wiki"
        tell(f"reading {number}/{len(groups)}: {name}")
        # Rules kept from before may name roles that are being read, so only roles are checked.
        result = read_portion(pages, agent, paths, rules, r_max=r_max)
        if result.fault:
            faults.append(f"{name}: {result.fault}")
            missed = tuple(rule for rule in standing if _belongs(rule, paths))
            kept, rules = (*kept, *missed), (*rules, *missed)
        dropped.extend(result.dropped)
        rules = (*rules, *result.rules)
    if groups and len(faults) == len(groups):
        raise ModelUnavailableError(f"the wiki could not be read: {faults[0]}")
    ruleset, late = _sound(rules, pages, f"extracted by {model_name or model.name}")
    problems = validate_rules(ruleset, pages)
    return Acquisition(
        ruleset=ruleset,
        dropped=(*dropped, *late),
        problems=problems,
        faults=tuple(faults),
        read=tuple(sorted({path for paths in groups for path in paths})),
        kept=tuple(rule.id for rule in kept if rule in ruleset.rules),
        requests=agent.requests,
        usage=agent.usage,
    )


def _portions(pages: WikiPages, earlier: Earlier | None) -> list[tuple[str, ...]]:
    """Return what is asked for: groups of pages, led by the empty one where roles are read."""
    only = None if earlier is None else changed_pages(earlier.pages, pages)
    groups = list(portions(pages, only))
    return [(), *groups] if _taken_over(earlier, pages)[1] else groups


def _belongs(rule: Rule, paths: tuple[str, ...]) -> bool:
    if rule.role is not None:
        return not paths
    return rule.page in paths


def first_portion(pages: WikiPages, earlier: Earlier | None) -> str | None:
    """Return what the key of the first request of a reading ends with, before its number.

    None means that nothing has to be asked.
    """
    groups = _portions(pages, earlier)
    return portion_key(groups[0]) if groups else None
