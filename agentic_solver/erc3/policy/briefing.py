"""What the planner is told of the rules: what its caller can meet, and each thing once.

Laws, none of which looks at a wording or at the request:

- A rule that nothing has to cite has no id: it says what a word means, or how something is done
  that no family of refusals needs.
- The rules for visitors are told to visitors, all others to those who are signed in. A visitor
  is told no more than what the families of visitors' requests need.
- A right of others is an id beside what it is about: a refusal may cite it. It is left out where
  this caller has the same right, whole or under a condition, which is then the one to cite; and so
  is what forbids something to others.
- What forbids what no rule gives to this caller is an id as well. Of several ids a refusal needs
  one: some are enough, those that forbid first.
- A right on what is open without it is left out.
- What only changes need that no rule gives to this caller is left out.
- A list of codes that the prompt has from the wiki is not told again.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agentic_solver.contracts.rule import AccessPredicate, Operation, Rule, RuleKind
from agentic_solver.erc3.policy.proof import Standing
from agentic_solver.erc3.policy.refusal import is_named_only, is_open, is_shut, may_refuse
from agentic_solver.erc3.policy.vocabulary import FAMILY_CHANGES, REFUSAL_FAMILIES, VISITOR_FAMILIES

__all__ = ["Briefing", "make_briefing"]

_IDS = 3
"""Rules that are named on one thing that is closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Briefing:
    """Rules as lines of the prompt, in the order of their file."""

    general: str
    """What holds for everybody who is signed in, or for visitors."""
    rights: str
    """What this caller may do, and how: the same for all callers of whom the same rules speak."""
    closed: str
    """What others may do or nobody, with the ids of the rules that say so."""


def make_briefing(
    rules: Sequence[Rule], standing: Standing, codes: Collection[frozenset[str]] = ()
) -> Briefing:
    """Return what a caller's plan needs to know of the rules.

    Args:
        rules: those of the policy.
        standing: the caller.
        codes: the codes that the prompt lists, table by table.
    """
    visiting = standing.caller.identity.is_public
    access = tuple(rule for rule in rules if rule.access is not None)
    told = _told_rights(access, standing)
    general, rights = [], []
    for rule in rules:
        changes = _changes_of(rule)
        if rule.access is not None:
            if rule.id in told:
                rights.append(_line(rule))
        elif not _concerns(rule, visiting=visiting):
            continue
        elif not changes:
            if not (rule.kind is RuleKind.FIELD and frozenset(rule.values) in codes):
                general.append(_line(rule))
        elif any(_may(operation, access, standing) for operation in changes):
            rights.append(_line(rule))
    closed = () if visiting else _closed(access, standing, told)
    return Briefing(general="\n".join(general), rights="\n".join(rights), closed="\n".join(closed))


def _line(rule: Rule) -> str:
    return f"{rule.id}: {rule.statement}" if _is_cited(rule) else f"- {rule.statement}"


def _is_cited(rule: Rule) -> bool:
    """Whether a plan may have to name a rule: for a refusal, or for the form of its message."""
    if rule.access is not None or rule.kind in (RuleKind.RESPONSE, RuleKind.PUBLIC):
        return True
    refusing = any(family in REFUSAL_FAMILIES for family in rule.families)
    return not is_named_only(rule) and (refusing or not rule.families)


def _concerns(rule: Rule, *, visiting: bool) -> bool:
    """Whether a rule without a predicate is for visitors, or for those who are signed in."""
    if not visiting:
        return rule.kind is not RuleKind.PUBLIC
    if rule.kind is RuleKind.PUBLIC:
        return True
    needed = not rule.families or any(one in VISITOR_FAMILIES for one in rule.families)
    return needed and rule.kind is not RuleKind.ROLE


def _changes_of(rule: Rule) -> tuple[Operation, ...]:
    """Return the changes without which nothing needs this rule; none if more needs it."""
    if not all(family in FAMILY_CHANGES for family in rule.families):
        return ()
    return tuple(change for family in rule.families for change in FAMILY_CHANGES[family])


def _may(operation: Operation, rules: Sequence[Rule], standing: Standing) -> bool:
    return any(
        rule.access is not None
        and rule.access.effect == "allow"
        and operation in rule.access.operations
        and standing.covered_by(rule.access)
        for rule in rules
    )


def _told_rights(rules: Sequence[Rule], standing: Standing) -> frozenset[str]:
    """Return the ids of the access rules that change what this caller may do."""
    told: set[str] = set()
    left = list(rules)
    for rule in rules:
        access = rule.access
        if access is None or not standing.covered_by(access):
            continue
        if access.effect == "deny":
            if standing.caller.identity.is_public or not is_shut(access, rules, standing):
                told.add(rule.id)
            continue
        others = [other for other in left if other is not rule]
        # An exclusive rule also closes: without it more would be open.
        if not access.exclusive and is_open(access, others, standing):
            left = others
        else:
            told.add(rule.id)
    return frozenset(told)


def _closed(rules: Sequence[Rule], standing: Standing, told: Collection[str]) -> Iterator[str]:
    """Yield a line for each thing that is closed to this caller, with the rules on it."""
    own = [
        rule.access
        for rule in rules
        if rule.access is not None and rule.id in told and rule.access.effect == "allow"
    ]
    ids: dict[str, list[str]] = {}
    forbidding_first = sorted(rules, key=lambda rule: not _forbids(rule))
    for rule in forbidding_first:
        access = rule.access
        if access is None or rule.id in told:
            continue
        # A right of this caller that is not told adds nothing; neither does one of others here.
        if (access.effect == "allow") is standing.covered_by(access):
            continue
        if access.effect == "allow" and any(_is_within(access, one) for one in own):
            continue
        if may_refuse(rule, rules, standing):
            ids.setdefault(_matter(access), []).append(rule.id)
    for matter, listed in ids.items():
        yield f"- {matter}: {', '.join(listed[:_IDS])}"


def _is_within(access: AccessPredicate, other: AccessPredicate) -> bool:
    """Whether a right is on nothing that another one is not on, whoever has them and when."""
    return (
        set(access.operations) <= set(other.operations)
        and (not other.resources or set(access.resources) <= set(other.resources))
        and (access.aggregate or not other.aggregate)
        and (not other.limits or access.limits == other.limits)
        and _is_narrower(access.values, other.values)
        and _is_narrower(access.current, other.current)
    )


def _is_narrower(one: Mapping[str, Sequence[str]], other: Mapping[str, Sequence[str]]) -> bool:
    return all(name in one and set(one[name]) <= set(texts) for name, texts in other.items())


def _forbids(rule: Rule) -> bool:
    return rule.access is not None and rule.access.effect == "deny"


def _matter(access: AccessPredicate) -> str:
    """Return what a rule is about, in the words of the vocabulary: operations, columns, values."""
    parts = [_operation_text(operation, access.resources) for operation in access.operations]
    values = (f"{name} {'/'.join(texts)}" for name, texts in sorted(access.values.items()))
    return "; ".join((", ".join(parts), *values))


def _operation_text(operation: Operation, resources: Sequence[str]) -> str:
    if operation is Operation.READ:
        return f"read {_read_text(resources)}"
    # A section of the wiki tells rules apart; single pages would be a long list.
    pages = [name.partition(":")[2] for name in resources]
    if len(pages) == 1 and pages[0].endswith("/"):
        return f"{operation.value} {pages[0]}"
    return operation.value


def _read_text(resources: Sequence[str]) -> str:
    """Return resources with the columns of a table beside each other."""
    columns: dict[str, list[str]] = {}
    for name in resources:
        table, dot, column = (name, "", "") if ":" in name else name.partition(".")
        columns.setdefault(table, []).extend([column] if dot and column != "*" else [])
    return ", ".join(
        f"{table}({', '.join(named)})" if named else table for table, named in columns.items()
    )
