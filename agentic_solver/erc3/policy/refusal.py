"""Which rules can found a refusal to a caller: those that may deny them something."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from agentic_solver.contracts.rule import AccessPredicate, Operation, Rule, RuleKind
from agentic_solver.erc3.policy.access import Resource, read_access
from agentic_solver.erc3.policy.clause import Hidden, Visible
from agentic_solver.erc3.policy.proof import Standing
from agentic_solver.erc3.policy.vocabulary import TABLES, WIKI_TABLES

__all__ = ["Need", "is_closed", "is_named_only", "is_open", "is_shut", "may_refuse"]

_NAMING = frozenset({RuleKind.ROLE, RuleKind.DEFINITION, RuleKind.FIELD})
"""Kinds of rules that say what a word means, and so refuse nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """Something that a request may need to be answered: a column to read, or a change."""

    operation: Operation
    resource: Resource | None = None
    """What is read."""


def is_closed(needs: Collection[Need], rules: Sequence[Rule], standing: Standing) -> bool:
    """Whether something of this is not open to the caller for every record there is.

    Args:
        needs: what a request speaks of; where that is unknown, anything may be closed.
        rules: the access rules of the policy.
    """
    return not needs or not all(_is_granted(need, rules, standing) for need in needs)


def _is_granted(need: Need, rules: Sequence[Rule], standing: Standing) -> bool:
    if need.resource is not None:
        return isinstance(read_access(rules, standing, need.resource), Visible)
    return _is_free_to(need.operation, rules, standing)


def may_refuse(rule: Rule, rules: Sequence[Rule], standing: Standing) -> bool:
    """Whether a rule can keep this caller from something, whatever the data says.

    A deny rule has to cover the caller. An allow rule closes what it opens to others, unless
    everything that it speaks of is open to this caller. A rule without a predicate can not be
    asked: one for visitors is for them, one that only names things is for nobody.

    Args:
        rules: the access rules of the policy.
    """
    access = rule.access
    if access is None:
        if rule.kind is RuleKind.PUBLIC:
            return standing.caller.identity.is_public
        return not is_named_only(rule)
    if access.effect == "deny":
        return standing.covered_by(access)
    return not is_open(access, rules, standing)


def is_named_only(rule: Rule) -> bool:
    """Whether a rule only says what a word means; a refusal needs another one."""
    return rule.access is None and rule.kind in _NAMING


def is_open(access: AccessPredicate, rules: Sequence[Rule], standing: Standing) -> bool:
    """Whether this caller may do all that a rule speaks of, to every record there is."""
    return all(
        all(
            isinstance(read_access(rules, standing, resource), Visible)
            for resource in _resources(access)
        )
        if operation is Operation.READ
        else _is_free_to(operation, rules, standing)
        for operation in access.operations
    )


def is_shut(access: AccessPredicate, rules: Sequence[Rule], standing: Standing) -> bool:
    """Whether this caller may do nothing that a rule speaks of, to any record, by the others.

    That is so where no rule gives it: what forbids it, too, changes nothing.
    """
    allows = [
        other for other in rules if other.access is not None and other.access.effect == "allow"
    ]
    return all(
        all(
            isinstance(read_access(allows, standing, resource), Hidden)
            for resource in _resources(access)
        )
        if operation is Operation.READ
        else not any(
            operation in other.access.operations and standing.covered_by(other.access)
            for other in allows
            if other.access is not None
        )
        for operation in access.operations
    )


def _is_free_to(operation: Operation, rules: Sequence[Rule], standing: Standing) -> bool:
    """Whether this caller may make a change to any record, whatever the new value."""
    on_it = [
        other.access
        for other in rules
        if other.access is not None
        and operation in other.access.operations
        and standing.covered_by(other.access)
    ]
    return all(one.effect == "allow" for one in on_it) and any(map(_is_free, on_it))


def _is_free(access: AccessPredicate) -> bool:
    """Whether a rule about a change has no condition beside its callers."""
    limits = (access.relations, access.requires, access.unless)
    values = (access.values, access.current, access.stated, access.limits)
    some_pages = access.resources and not {"*", "wiki:", "wiki:*"} & set(access.resources)
    return not any((*limits, *values, some_pages))


def _resources(access: AccessPredicate) -> Iterator[Resource]:
    names = set(access.resources)
    pages = any(name.startswith("wiki:") for name in names)
    for table, columns in TABLES.items():
        for column in columns:
            named = not names.isdisjoint({"*", f"{table}.*", f"{table}.{column}"})
            if named or (pages and table in WIKI_TABLES):
                yield Resource(table=table, column=column, aggregated=access.aggregate)
