"""Mutants: a rule set in which one clause is flipped, dropped or widened.

Every part of a compiled predicate is a clause: the effect, who the rule speaks of, each role,
name, department and location, each operation and resource, each relation, each value, each bound
of an amount or a day, and the rule as a whole. Of the rules without a predicate nothing is
evaluated, so nothing is changed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from agentic_solver.contracts.rule import AccessPredicate, Approval, Limit, Rule, SubjectPredicate
from agentic_solver.erc3.policy.limit import limit_words

__all__ = ["Mutant", "mutants_of"]

Change = Literal["flip", "drop", "widen"]

_OPPOSITES = (
    ("roles", "not_roles"),
    ("not_roles", "roles"),
    ("departments", "not_departments"),
    ("not_departments", "departments"),
)
_SUBJECT_LISTS = (
    "roles",
    "not_roles",
    "names",
    "employee_ids",
    "departments",
    "not_departments",
    "locations",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A rule with one clause changed."""

    rule: Rule
    """The rule as it is."""
    change: Change
    clause: str
    """The clause in the words of the vocabulary."""
    changed: Rule | None
    """The rule as it would be; None: without it."""

    def words(self) -> str:
        """Return the change in one line."""
        return f"{self.rule.id}: {self.change} {self.clause}"


Changed = Iterator[tuple[Change, str, Any]]


def _shown(value: str) -> str:
    return value or "(empty)"


def _list(label: str, values: tuple[Any, ...]) -> Iterator[tuple[Change, str, tuple[Any, ...]]]:
    """Yield a list without each of its elements, and without the condition at all."""
    if len(values) > 1:
        for index, value in enumerate(values):
            yield "drop", f"{label} {_shown(value)}", values[:index] + values[index + 1 :]
    if values:
        yield "widen", f"{label} {', '.join(map(_shown, values))} to any", ()


def _subject(subject: SubjectPredicate) -> Changed:
    def copy(**update: Any) -> SubjectPredicate:
        return subject.model_copy(update=update)

    if subject.public is not None:
        label = f"public={subject.public}"
        yield "widen", f"{label} to any", copy(public=None)
        yield "flip", label, copy(public=not subject.public)
    for name in _SUBJECT_LISTS:
        for change, label, values in _list(name, getattr(subject, name)):
            yield change, label, copy(**{name: values})
    for name, opposite in _OPPOSITES:
        values = getattr(subject, name)
        if values and not getattr(subject, opposite):
            label = f"{name} {', '.join(values)}"
            yield "flip", label, copy(**{name: (), opposite: values})


def _mapping(label: str, limits: dict[str, tuple[str, ...]]) -> Changed:
    for name in sorted(limits):
        others = {key: limits[key] for key in limits if key != name}
        for change, words, values in _list(f"{label} {name}", limits[name]):
            yield change, words, {**others, name: values} if values else others


_ENDS = {"least": "above", "above": "least", "most": "below", "below": "most"}
"""Each bound with the one that differs from it in the bound itself."""


def _limits(limits: tuple[Limit, ...]) -> Changed:
    """Yield limits without one of them, without one of its bounds, or with a bound turned."""
    for place, limit in enumerate(limits):
        others = limits[:place], limits[place + 1 :]
        words = limit_words(limit)
        yield "widen", f"limit {words} to any", (*others[0], *others[1])
        set_ends = [end for end in _ENDS if getattr(limit, end) is not None]
        for end in set_ends:
            free = limit.model_copy(update={end: None})
            if len(set_ends) > 1:
                yield "drop", f"{end} of limit {words}", (*others[0], free, *others[1])
            turned = free.model_copy(update={_ENDS[end]: getattr(limit, end)})
            yield "flip", f"{end} of limit {words}", (*others[0], turned, *others[1])


def _approval(approval: Approval | None) -> Changed:
    """Yield an approval without each of its words, and no approval at all."""
    if approval is None:
        return
    yield "widen", "approval to any sentence", None
    for name in ("by", "act", "never"):
        for change, label, words in _list(f"approval {name}", getattr(approval, name)):
            if words or name != "by":
                yield change, label, approval.model_copy(update={name: words})


def _wider(resource: str) -> str | None:
    table, _, column = resource.partition(".")
    if resource.startswith("wiki:"):
        return "wiki:" if resource != "wiki:" else None
    if column and column != "*":
        return f"{table}.*"
    return None


def _resources(access: AccessPredicate) -> Changed:
    names = access.resources
    for index, name in enumerate(names):
        if len(names) > 1:
            yield "drop", f"resource {name}", names[:index] + names[index + 1 :]
        wider = _wider(name)
        if wider is not None and wider not in names:
            yield (
                "widen",
                f"resource {name} to {wider}",
                (*names[:index], wider, *names[index + 1 :]),
            )


def _access(access: AccessPredicate) -> Changed:
    def copy(**update: Any) -> AccessPredicate:
        return access.model_copy(update=update)

    opposite = "deny" if access.effect == "allow" else "allow"
    yield "flip", f"effect {access.effect}", copy(effect=opposite)
    for change, label, subject in _subject(access.subject):
        yield change, label, copy(subject=subject)
    if len(access.operations) > 1:
        for operation in access.operations:
            rest = tuple(other for other in access.operations if other is not operation)
            yield "drop", f"operation {operation}", copy(operations=rest)
    for change, label, resources in _resources(access):
        yield change, label, copy(resources=resources)
    for name in ("relations", "requires", "unless"):
        for change, label, values in _list(name, getattr(access, name)):
            yield change, label, copy(**{name: values})
    if access.relations and not access.unless:
        label = f"relations {', '.join(access.relations)}"
        yield "flip", label, copy(relations=(), unless=access.relations)
    if access.unless and not access.relations:
        label = f"unless {', '.join(access.unless)}"
        yield "flip", label, copy(unless=(), relations=access.unless)
    for name in ("values", "current"):
        for change, label, limits in _mapping(name, getattr(access, name)):
            yield change, label, copy(**{name: limits})
    for name in sorted(access.stated):
        rest_of = {key: access.stated[key] for key in access.stated if key != name}
        yield "widen", f"stated {name} to any", copy(stated=rest_of)
    for change, label, approval in _approval(access.approval):
        yield change, label, copy(approval=approval)
    for change, label, bounded in _limits(access.limits):
        yield change, label, copy(limits=bounded)
    for name in ("exclusive", "aggregate"):
        if getattr(access, name):
            yield "flip", name, copy(**{name: False})


def mutants_of(rule: Rule) -> Iterator[Mutant]:
    """Yield every mutant of a rule, in a fixed order; none for a rule without a predicate."""
    if rule.role is None and rule.access is None:
        return
    yield Mutant(rule=rule, change="drop", clause="rule", changed=None)
    if rule.role is not None:
        for change, label, members in _subject(rule.role.members):
            role = rule.role.model_copy(update={"members": members})
            changed = rule.model_copy(update={"role": role})
            yield Mutant(rule=rule, change=change, clause=label, changed=changed)
    if rule.access is not None:
        for change, label, access in _access(rule.access):
            changed = rule.model_copy(update={"access": access})
            yield Mutant(rule=rule, change=change, clause=label, changed=changed)
