"""Acquisition: from the pages of a wiki to checked rules, with an account of what was dropped."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from agentic_solver.contracts.rule import Rule, RuleSet
from agentic_solver.erc3.acquire.agent import WHOLE_WIKI_CHARS, Asking, ReadingAgent, portion_key
from agentic_solver.erc3.acquire.authority import unauthorised
from agentic_solver.erc3.acquire.change import Change, Earlier
from agentic_solver.erc3.acquire.outline import portions
from agentic_solver.erc3.acquire.portion import Dropped, PortionResult, read_portion
from agentic_solver.erc3.acquire.wire import Cancellation
from agentic_solver.erc3.rulecheck import RuleProblem, validate_rules
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import ModelReplyError, ModelUnavailableError, UsageError
from agentic_solver.llm.model import Model, Usage

__all__ = [
    "Acquisition",
    "acquire_rules",
    "carry_over",
    "carry_over_unchanged",
    "first_portion",
]

_SOURCE_CHARS = 150
_MAX_RULES = 1_000
_CARRIED = ", carried over"


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
    cancelled: tuple[Cancellation, ...] = ()
    """Rules of the earlier revision that a changed section takes back."""
    earlier: RuleSet | None = None
    """Rules of the earlier revision, if one was known."""
    requests: int
    usage: Usage


def _sound(
    rules: tuple[Rule, ...],
    pages: WikiPages,
    source: str,
    *,
    trusted: Collection[str],
    replacing: Collection[str] = (),
    added: Collection[str] = (),
) -> tuple[RuleSet, list[Dropped], tuple[RuleProblem, ...]]:
    """Drop rules until none has an error; a dropped role may take others along.

    The third of what is returned are the conflicts and notes about the rules that stand.
    Rules that are ``trusted``, by id, were judged when they were read: only the others are asked
    whether their page may open what they open. Pages that are ``replacing`` take rules back; those
    that are ``added`` were not there in an earlier revision.
    """
    dropped: list[Dropped] = []
    while True:
        ruleset = RuleSet(wiki_sha1=pages.sha1, source=source, rules=rules)
        errors: dict[str, list[str]] = {}
        problems = validate_rules(ruleset, pages)
        for problem in problems:
            if problem.severity == "error":
                reason = f"{problem.code}: {problem.message}"
                errors.setdefault(problem.rule_id, []).append(reason)
        for rule in rules:
            if rule.id in trusted:
                continue
            reason = unauthorised(rule, rules, pages, replacing=replacing, added=added)
            if reason:
                errors.setdefault(rule.id, []).append(reason)
        if not errors:
            return ruleset, dropped, problems
        dropped.extend(Dropped(rule_id=n, reasons=tuple(errors[n])) for n in sorted(errors))
        rules = tuple(rule for rule in rules if rule.id not in errors)


def carry_over(ruleset: RuleSet, pages: WikiPages) -> Acquisition:
    """Return the rules of any revision that hold for ``pages``, without a model.

    What the pages no longer say is dropped and reported; nothing new is found.
    """
    return _carried(ruleset.rules, pages, ruleset.source)


def carry_over_unchanged(earlier: Earlier | Change, pages: WikiPages) -> Acquisition:
    """Return the rules of an earlier revision that can be trusted without a model.

    See :class:`agentic_solver.erc3.acquire.change.Change` for which those are.
    """
    change = Change.of(earlier, pages)
    before = change.earlier.ruleset
    source = before.source
    if not source.endswith(_CARRIED):
        source = f"{source[:_SOURCE_CHARS]}{_CARRIED}"
    found = _carried(change.standing, pages, source)
    return replace(found, earlier=before)


def _carried(rules: tuple[Rule, ...], pages: WikiPages, source: str) -> Acquisition:
    known = {rule.id for rule in rules}
    kept, dropped, problems = _sound(rules, pages, source, trusted=known)
    return Acquisition(
        ruleset=kept,
        dropped=tuple(dropped),
        problems=problems,
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
    earlier: Earlier | Change | None = None,
    r_max: int = 1,
    asking: Asking | None = None,
    on_progress: Callable[[str], None] | None = None,
) -> Acquisition:
    """Read the rules of a wiki with a model: the roles first, then portion by portion.

    Where a portion cannot be read, the rules that an earlier revision gave it stand as far as
    they can be trusted (see :class:`agentic_solver.erc3.acquire.change.Change`).

    Args:
        pages: the wiki.
        model: asked about 6 to 10 times for a usual wiki, plus repairs.
        earlier: an earlier revision with its rules, or how the wiki differs from it; only changed
            sections are read again.
        r_max: repairs of a portion whose records do not pass the rule check.
        asking: how the model is asked.
        on_progress: is told in a sentence what is being read.

    Raises:
        ModelUnavailableError: if no portion at all could be read.
        ModelReplyError: if no record of the model could be used, or far too many came.
        UsageError: if a page is too long for a model.
    """
    tell = on_progress or (lambda _: None)
    asking = asking or Asking()
    agent = ReadingAgent(pages, model, asking)
    change = None if earlier is None else Change.of(earlier, pages)
    rules_before = None if change is None else change.earlier.ruleset
    groups = _portions(pages, change)
    _check_size(pages, groups)
    so_far = _SoFar(rules=() if change is None else change.kept)
    for number, paths in enumerate(groups, start=1):
        name = ", ".join(paths) or "roles of the whole wiki"
        tell(f"reading {number}/{len(groups)}: {name}")
        result = read_portion(pages, agent, paths, so_far.rules, r_max=r_max, change=change)
        so_far.add(name, result, _missed(change, paths) if result.fault else ())
    if groups and len(so_far.faults) == len(groups):
        raise ModelUnavailableError(f"the wiki could not be read: {so_far.faults[0]}")
    _check_yield(so_far, groups)
    source = f"extracted by {asking.model_name or model.name}"
    before = {} if rules_before is None else {rule.id: rule for rule in rules_before.rules}
    trusted = {rule.id for rule in so_far.rules if before.get(rule.id) == rule}
    replacing = {item.page for item in so_far.cancelled}
    added = () if change is None else change.added
    ruleset, late, problems = _sound(
        so_far.rules, pages, source, trusted=trusted, replacing=replacing, added=added
    )
    return Acquisition(
        ruleset=ruleset,
        dropped=(*so_far.dropped, *late),
        problems=problems,
        faults=tuple(so_far.faults),
        read=tuple(sorted({path for paths in groups for path in paths})),
        kept=tuple(rule.id for rule in ruleset.rules if before.get(rule.id) == rule),
        requests=agent.requests,
        usage=agent.usage,
        cancelled=tuple(so_far.cancelled),
        earlier=rules_before,
    )


def _check_size(pages: WikiPages, groups: list[tuple[str, ...]]) -> None:
    for path in (path for paths in groups for path in paths):
        size = len(pages.pages[path])
        if size > WHOLE_WIKI_CHARS:
            raise UsageError(
                f"the wiki page {path} has {size} characters, more than a model can read "
                f"({WHOLE_WIKI_CHARS}): split it"
            )


def _check_yield(found: "_SoFar", groups: list[tuple[str, ...]]) -> None:
    if len(found.rules) > _MAX_RULES:
        raise ModelReplyError(
            f"the model wrote {len(found.rules)} rules, more than {_MAX_RULES}: none is used"
        )
    if groups and not found.rules and found.dropped:
        first = found.dropped[0]
        raise ModelReplyError(
            f"none of the model's {len(found.dropped)} records can be used; the first, "
            f"{first.rule_id}: {first.reasons[0]}"
        )


@dataclass(slots=True, kw_only=True)
class _SoFar:
    """What the portions read until now gave."""

    rules: tuple[Rule, ...]
    dropped: list[Dropped] = field(default_factory=list)
    cancelled: list[Cancellation] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def add(self, name: str, result: PortionResult, missed: tuple[Rule, ...]) -> None:
        """Add a portion; ``missed`` are earlier rules that stand where it could not be read."""
        if result.fault:
            self.faults.append(f"{name}: {result.fault}")
        gone = {item.rule for item in result.cancelled}
        known = {rule.id for rule in self.rules}
        still = (rule for rule in self.rules if rule.id not in gone)
        added = (rule for rule in missed if rule.id not in known)
        self.rules = (*still, *added, *result.rules)
        self.dropped.extend(result.dropped)
        self.cancelled.extend(result.cancelled)


def _portions(pages: WikiPages, change: Change | None) -> list[tuple[str, ...]]:
    """Return what is asked for: groups of pages, led by the empty one where roles are read."""
    if change is None:
        return [(), *portions(pages)]
    groups = list(portions(pages, change.read_again))
    return [(), *groups] if change.asks_for_roles else groups


def _missed(change: Change | None, paths: tuple[str, ...]) -> tuple[Rule, ...]:
    """Return the earlier rules that stand although their portion could not be read."""
    standing = () if change is None else change.standing
    if not paths:
        return tuple(rule for rule in standing if rule.role is not None)
    return tuple(rule for rule in standing if rule.role is None and rule.page in paths)


def first_portion(pages: WikiPages, earlier: Earlier | Change | None) -> str | None:
    """Return what the key of the first request of a reading ends with, before its number.

    None means that nothing has to be asked.
    """
    groups = _portions(pages, None if earlier is None else Change.of(earlier, pages))
    return portion_key(groups[0]) if groups else None
