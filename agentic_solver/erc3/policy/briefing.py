"""What the planner is told of the rules: what its caller can meet, and each thing once.

Laws, none of which looks at a wording or at the request:

- A rule that only says what a word means has no id: nothing has to cite it.
- The rules for visitors are told to visitors, all others to those who are signed in.
- A right of others is an id beside what it is about: a refusal may cite it. One that closes
  nothing to this caller is left out, and so is what forbids something to others.
- What forbids what no rule gives to this caller is an id as well.
- A right on what is open without it is left out.
- What only changes need that no rule gives to this caller is left out.
- A list of codes that the prompt has from the wiki is not told again.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from agentic_solver.contracts.rule import AccessPredicate, Operation, Rule, RuleKind
from agentic_solver.erc3.policy.proof import Standing
from agentic_solver.erc3.policy.refusal import is_named_only, is_open, is_shut, may_refuse
from agentic_solver.erc3.policy.vocabulary import FAMILY_CHANGES

__all__ = ["Briefing", "make_briefing"]


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
        elif rule.kind is (RuleKind.ROLE if visiting else RuleKind.PUBLIC):
            continue
        elif not changes:
            if not (rule.kind is RuleKind.FIELD and frozenset(rule.values) in codes):
                general.append(_line(rule))
        elif any(_may(operation, access, standing) for operation in changes):
            rights.append(_line(rule))
    closed = () if visiting else _closed(access, standing, told)
    return Briefing(general="\n".join(general), rights="\n".join(rights), closed="\n".join(closed))


def _line(rule: Rule) -> str:
    return f"- {rule.statement}" if is_named_only(rule) else f"{rule.id}: {rule.statement}"


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


def _closed(
    rules: Sequence[Rule], standing: Standing, told: Collection[str]
) -> Iterator[str]:
    """Yield a line for each thing that is closed to this caller, with the rules on it."""
    ids: dict[str, list[str]] = {}
    for rule in rules:
        access = rule.access
        if access is None or rule.id in told:
            continue
        # A right of this caller that is not told adds nothing; neither does one of others here.
        if (access.effect == "allow") is standing.covered_by(access):
            continue
        if may_refuse(rule, rules, standing):
            ids.setdefault(_matter(access), []).append(rule.id)
    for matter, listed in ids.items():
        yield f"- {matter}: {', '.join(listed)}"


def _matter(access: AccessPredicate) -> str:
    """Return what a rule is about, in the words of the vocabulary: operations, columns, values."""
    parts = [
        f"read {_read_text(access.resources)}" if operation is Operation.READ else operation.value
        for operation in access.operations
    ]
    values = (f"{name} {'/'.join(texts)}" for name, texts in sorted(access.values.items()))
    return "; ".join((", ".join(parts), *values))


def _read_text(resources: Sequence[str]) -> str:
    """Return resources with the columns of a table beside each other."""
    columns: dict[str, list[str]] = {}
    for name in resources:
        table, dot, column = (name, "", "") if ":" in name else name.partition(".")
        columns.setdefault(table, []).extend([column] if dot and column != "*" else [])
    return ", ".join(
        f"{table}({', '.join(named)})" if named else table for table, named in columns.items()
    )
