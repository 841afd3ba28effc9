"""Consumers: what in the engine uses a rule; one that nothing uses becomes a note.

A predicate on access is evaluated, and a rule without one is read by the proposer in tasks of
its families. A role is used by the rules that name it, and two names have a meaning of their
own (``staff``, ``external``). What is left has no consumer: a role that no used rule names, and a
rule that no known task family needs. It stays in the rule file and out of the compiled policy.
"""

from collections.abc import Sequence

from agentic_solver.contracts.rule import Rule
from agentic_solver.erc3.policy.subject import EXTERNAL, STAFF
from agentic_solver.erc3.policy.vocabulary import FAMILIES

__all__ = ["note_reasons", "used_rules"]


def _named_roles(rule: Rule) -> tuple[str, ...]:
    subjects = [] if rule.role is None else [rule.role.members]
    if rule.access is not None:
        subjects.append(rule.access.subject)
    return tuple(name for subject in subjects for name in (*subject.roles, *subject.not_roles))


def note_reasons(rules: Sequence[Rule]) -> dict[str, str]:
    """Return why each rule without a consumer has none, by its id, in rule order.

    A role that only unused roles build on is unused as well.
    """
    used = [rule for rule in rules if _is_needed(rule)]
    while True:
        named = {name for rule in used for name in _named_roles(rule)} | {STAFF, EXTERNAL}
        left = [rule for rule in used if rule.role is None or rule.role.name in named]
        if len(left) == len(used):
            break
        used = left
    kept = {rule.id for rule in used}
    return {
        rule.id: f"no rule speaks of the role {rule.role.name!r}"
        if rule.role is not None
        else "no known task family needs it"
        for rule in rules
        if rule.id not in kept
    }


def _is_needed(rule: Rule) -> bool:
    evaluated = rule.access is not None or rule.role is not None
    return evaluated or any(family in FAMILIES for family in rule.families)


def used_rules(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return the rules that have a consumer, in their order."""
    notes = note_reasons(rules)
    return tuple(rule for rule in rules if rule.id not in notes)
