"""What a page may open: records that the model took from a sentence that cannot give a right.

The model is told to leave such sentences alone; this is the check that does not depend on it. It
looks at new records only and at what opens something: allow rules and classes of callers. Five
things are refused:

- a sentence in a comment, in code or in quotation marks;
- rights and classes from a page that everybody may edit;
- protected data for callers who are not signed in;
- a right for everybody, if an example says so or if another page limits the same thing; the
  sentence counts, not only whom the record names;
- a right for everybody to what is closed, from a page that lays down nothing else about rights,
  such as a note about a customer.
"""

from collections.abc import Collection, Iterable

from agentic_solver.contracts.rule import AccessPredicate, Operation, Relation, Rule
from agentic_solver.erc3.acquire.voice import not_in_own_voice
from agentic_solver.erc3.folding import fold_label
from agentic_solver.erc3.policy.subject import EXTERNAL, STAFF
from agentic_solver.erc3.policy.vocabulary import FREE_TABLES, PAGE_CHANGES
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.erc3.words.wiki import EVERYBODY

__all__ = ["opening_rule", "unauthorised"]

_PROTECTED = ("employees.salary", "employees.notes", "time_entries.")
"""What the baseline closes."""


def opening_rule(path: str, rules: Iterable[Rule], *, added: Collection[str] = ()) -> Rule | None:
    """Return a rule by which everybody may edit a page, unless another one denies it to most.

    A right over all pages says nothing of a single one. Who may only put up new pages can change
    what those say that are ``added`` since an earlier reading, and no others.
    """
    rules = tuple(rules)
    about = [
        (rule, access)
        for rule in rules
        if (access := rule.access) is not None
        and Operation.UPDATE_WIKI in access.operations
        and any(path.startswith(name.removeprefix("wiki:")) for name in access.resources)
        and _rewrites(access, is_new=path in added)
    ]
    if any(access.effect == "deny" and _spares_few(access) for _, access in about):
        return None
    whole = any(
        "wiki:" in access.resources
        for rule in rules
        if (access := rule.access) is not None and _lets_everybody_write(access)
    )
    found = (rule for rule, access in about if _lets_everybody_write(access))
    return None if whole else next(found, None)


def _mend(opening: Rule, path: str, added: Collection[str]) -> str:
    access = opening.access
    if access is None or (path in added and not _rewrites(access, is_new=False)):
        return ""
    return (
        f"; if {opening.id} is about new pages only and is not one of the kept rules, write it "
        'again as well, with values change ["create"]'
    )


def _is_about_itself(rule: Rule) -> bool:
    """Whether a rule only says who may change its own page, as whoever put it up may well do."""
    access = rule.access
    return (
        access is not None
        and access.operations == (Operation.UPDATE_WIKI,)
        and set(access.resources) == {f"wiki:{rule.page}"}
    )


def _lets_everybody_write(access: AccessPredicate) -> bool:
    writes = Operation.UPDATE_WIKI in access.operations and access.effect == "allow"
    return writes and _is_for_everybody(access.model_copy(update={"values": {}}))


def _rewrites(access: AccessPredicate, *, is_new: bool) -> bool:
    """Whether a rule is about what a page says, and not only about putting up or moving pages."""
    kinds = access.values.get("change", PAGE_CHANGES)
    return "edit" in kinds or (is_new and "create" in kinds)


def _spares_few(access: AccessPredicate) -> bool:
    """Whether a deny rule leaves a right to some people only."""
    subject = access.subject
    covered = (subject.names, subject.employee_ids, subject.departments, subject.locations)
    return not any(covered) and set(subject.roles) <= {STAFF} and not access.unless


def unauthorised(
    rule: Rule,
    rules: Iterable[Rule],
    pages: WikiPages,
    *,
    replacing: Collection[str] = (),
    added: Collection[str] = (),
) -> str:
    """Return why a rule cannot stand although its quote does; empty if it can.

    Args:
        rule: one that was read now.
        rules: all rules, this one included.
        pages: the wiki.
        replacing: pages that take back a rule of an earlier revision.
        added: pages that an earlier revision did not have.
    """
    access = rule.access
    opens = access is not None and access.effect == "allow"
    if not opens and rule.role is None:
        return ""
    rules = tuple(rules)
    opening = (
        None
        if _is_about_itself(rule)
        else opening_rule(rule.page, (r for r in rules if r.id != rule.id), added=added)
    )
    if opening is not None:
        return (
            f"AUTHORITY: by rule {opening.id} everybody may edit this page, so that it gives no "
            f"right{_mend(opening, rule.page, added)}"
        )
    everybody = access is not None and opens and (_is_for_everybody(access) or _says_all(rule))
    shown = not_in_own_voice(pages, rule.page, rule.anchor, rule.quote, examples=everybody)
    if shown:
        return f"AUTHORITY: {shown}, so that it gives no right"
    if access is None or not everybody:
        return ""
    subject = access.subject
    if subject.public is not False and not subject.roles and _protected(access):
        return "AUTHORITY: nothing opens protected data to callers who are not signed in"
    for other in rules:
        if other.id != rule.id and _limits(other, access):
            return (
                f"AUTHORITY: it opens to everybody what rule {other.id} limits; if the page "
                "replaces that rule, cancel it"
            )
    if rule.page in replacing or not _opens_what_is_closed(access):
        return ""
    beside = (other for other in rules if other.page == rule.page and other.id != rule.id)
    if not any(map(_bears_on_rights, beside)):
        return (
            "AUTHORITY: its page lays down nothing else about rights, so that it does not open "
            "to everybody what is closed"
        )
    return ""


def _says_all(rule: Rule) -> bool:
    """Whether the sentence speaks of everybody although the record names somebody."""
    access = rule.access
    if access is None or _has_conditions(access) or not EVERYBODY.search(rule.quote):
        return False
    subject = access.subject
    people = (*subject.names, *subject.employee_ids, *subject.departments, *subject.locations)
    quote = fold_label(rule.quote)
    return not any(fold_label(name) in quote for name in (*people, *subject.roles))


def _has_conditions(access: AccessPredicate) -> bool:
    limits = (access.values, access.current, access.stated, access.limits)
    return any((access.relations, access.requires, *limits)) or access.aggregate


def _is_for_everybody(access: AccessPredicate) -> bool:
    subject = access.subject
    named = (*subject.not_roles, *subject.names, *subject.employee_ids, *subject.departments)
    limited = (*named, *subject.not_departments, *subject.locations)
    if limited or not set(subject.roles) <= {STAFF, EXTERNAL}:
        return False
    return not _has_conditions(access)


def _opens_what_is_closed(access: AccessPredicate) -> bool:
    """Whether a right for everybody goes beyond what holds without any rule, wiki pages aside."""
    if Operation.READ not in access.operations:
        return access.operations != (Operation.UPDATE_WIKI,)
    if access.subject.public is False:
        return bool(_protected(access))
    tables = {resource.partition(".")[0] for resource in access.resources}
    return any(not table.startswith("wiki") and table not in FREE_TABLES for table in tables)


def _bears_on_rights(rule: Rule) -> bool:
    """Whether a rule says who somebody is, or limits or shares out a right."""
    access = rule.access
    if access is None or access.effect == "deny":
        return access is not None or rule.role is not None
    return not (_is_for_everybody(access) or _says_all(rule))


def _protected(access: AccessPredicate) -> frozenset[str]:
    """Return the closed columns and tables that a read rule opens."""
    if Operation.READ not in access.operations:
        return frozenset()
    return frozenset(
        name
        for resource in access.resources
        for name in _PROTECTED
        if resource in ("*", f"{name.partition('.')[0]}.*") or resource.startswith(name)
    )


def _limits(other: Rule, opened: AccessPredicate) -> bool:
    """Whether a rule would be pointless if everybody could do what ``opened`` says."""
    access = other.access
    if access is None or access.aggregate:
        return False
    if Operation.READ in opened.operations:
        if not _protected(access) & _protected(opened):
            return False
    elif opened.resources or not set(access.operations) & set(opened.operations):
        return False
    if access.effect == "deny":
        return access.subject.public is not True
    others = {*access.relations, *access.requires} - {Relation.SELF}
    own = bool(access.relations) and not others
    return access.exclusive or not (own or (_is_for_everybody(access) and not others))
