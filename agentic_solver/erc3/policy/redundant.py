"""Redundant clauses: what a rule record says twice and its compiled form once.

Only what is redundant by the meaning of the vocabulary, whatever the other rules say:

- ``public=False`` beside a role, a name, an id, a department or a location, none of which a
  visitor has;
- the predicate of a rule that reads only what everybody reads, whatever a rule says;
- a limit that the rule sets twice.
"""

from collections.abc import Iterator

from agentic_solver.contracts.rule import AccessPredicate, Operation, Rule, SubjectPredicate
from agentic_solver.erc3.policy.subject import names_someone
from agentic_solver.erc3.policy.vocabulary import FREE_TABLES

__all__ = ["redundant_clauses", "without_redundancy"]


def _says_twice(subject: SubjectPredicate) -> bool:
    return subject.public is False and (names_someone(subject) or bool(subject.locations))


def _is_free(access: AccessPredicate) -> bool:
    if access.operations != (Operation.READ,):
        return False
    return all(name.partition(".")[0] in FREE_TABLES for name in access.resources)


def _plain(subject: SubjectPredicate) -> SubjectPredicate:
    return subject.model_copy(update={"public": None}) if _says_twice(subject) else subject


def without_redundancy(rule: Rule) -> Rule:
    """Return a rule that means the same and says nothing twice."""
    access, role = rule.access, rule.role
    if access is not None and _is_free(access):
        access = None
    if access is not None:
        once = {"subject": _plain(access.subject), "limits": tuple(dict.fromkeys(access.limits))}
        access = access.model_copy(update=once)
    if role is not None:
        role = role.model_copy(update={"members": _plain(role.members)})
    return rule.model_copy(update={"access": access, "role": role})


def redundant_clauses(rule: Rule) -> Iterator[str]:
    """Yield the clauses of a rule that are not compiled, in the words of the vocabulary."""
    if rule.access is not None and _is_free(rule.access):
        yield "predicate on what everybody reads"
        return
    subjects = [] if rule.role is None else [rule.role.members]
    if rule.access is not None:
        subjects.append(rule.access.subject)
        if len(set(rule.access.limits)) < len(rule.access.limits):
            yield "limit that the rule sets twice"
    for subject in subjects:
        if _says_twice(subject):
            yield "public=False beside what only signed-in callers have"
