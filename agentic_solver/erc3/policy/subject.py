"""Subjects: which callers a rule speaks of, from ``whoami`` and the caller's own record alone."""

import re
import unicodedata
from collections.abc import Iterable, Mapping

from agentic_solver.contracts.rule import SubjectPredicate
from agentic_solver.erc3.folding import fold_label
from agentic_solver.erc3.policy.clause import Caller

__all__ = ["EXTERNAL", "STAFF", "is_external", "matches", "names_someone", "roles_of"]

STAFF = "staff"
EXTERNAL = "external"

_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def _same_name(left: str, right: str) -> bool:
    def spellings(text: str) -> set[tuple[str, ...]]:
        lower = unicodedata.normalize("NFKC", text).casefold()
        words = (fold_label(lower), fold_label(lower.translate(_GERMAN)))
        return {tuple(sorted(form.split())) for form in words}

    return bool(left.strip()) and bool(spellings(left) & spellings(right))


def _department_forms(text: str) -> set[str]:
    outside = re.sub(r"\([^)]*\)", " ", text)
    inside = re.findall(r"\(([^)]*)\)", text)
    return {form for form in map(fold_label, (text, outside, *inside)) if form}


def _any_department(value: str, names: Iterable[str]) -> bool:
    forms = _department_forms(value)
    return any(forms & _department_forms(name) for name in names)


def names_someone(subject: SubjectPredicate) -> bool:
    """Whether a subject picks callers by a positive list, not only by who they are not."""
    lists = (subject.roles, subject.names, subject.employee_ids, subject.departments)
    return any(lists)


def _matches(subject: SubjectPredicate, caller: Caller, roles: frozenset[str]) -> bool:
    who = caller.identity
    if subject.public is not None and subject.public != who.is_public:
        return False
    if who.is_public and (names_someone(subject) or subject.locations):
        return False
    place = fold_label(who.location)
    checks = (
        not subject.roles or any(role in roles for role in subject.roles),
        not any(role in roles for role in subject.not_roles),
        not subject.names or any(_same_name(caller.name, name) for name in subject.names),
        not subject.employee_ids or who.current_user in subject.employee_ids,
        not subject.departments or _any_department(who.department, subject.departments),
        not _any_department(who.department, subject.not_departments),
        not subject.locations or place in {fold_label(name) for name in subject.locations},
    )
    return all(checks)


def roles_of(definitions: Mapping[str, tuple[SubjectPredicate, ...]], caller: Caller) -> list[str]:
    """Return the names of the roles the caller is in, sorted.

    ``definitions`` maps a role to its alternatives. Roles may build on each other; each pass
    evaluates all of them against the roles found so far, as many passes as there are roles,
    so ``not_roles`` of a role must not lead back to it (the rule check refuses that).
    """
    found: frozenset[str] = frozenset()
    for _ in range(len(definitions) + 1):
        now = frozenset(
            name
            for name in sorted(definitions)
            if any(_matches(members, caller, found) for members in definitions[name])
        )
        if now == found:
            break
        found = now
    return sorted(found)


def is_external(definitions: Mapping[str, object], caller: Caller, roles: frozenset[str]) -> bool:
    """Whether a signed-in caller is outside the company's staff, where the wiki defines it."""
    if caller.identity.is_public:
        return False
    return EXTERNAL in roles or (STAFF in definitions and STAFF not in roles)


def matches(
    subject: SubjectPredicate, caller: Caller, roles: frozenset[str], *, external: bool, allow: bool
) -> bool:
    """Whether a rule with this subject speaks of the caller.

    An external caller is covered by an allow rule only when it names them: a permission for
    "all employees" is one for staff.
    """
    if external and allow and not names_someone(subject):
        return False
    return _matches(subject, caller, roles)
