"""Write authorisation: closed world, a deny rule beats every allow rule."""

import posixpath
from collections.abc import Callable, Iterable, Sequence

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import (
    AccessPredicate,
    Allowed,
    Denied,
    Operation,
    Proof,
    Relation,
    Rule,
)
from agentic_solver.erc3.folding import clean_text
from agentic_solver.erc3.policy.approval import is_stated
from agentic_solver.erc3.policy.clause import predicate_words
from agentic_solver.erc3.policy.limit import limit_words, unmet_limits
from agentic_solver.erc3.policy.proof import Standing, build_proof

__all__ = ["Holds", "authorize"]

_MOST_TOLD = 32
"""Limits that a verdict names."""

Holds = Callable[[Relation, JsonObject], bool]
"""Evaluates a relation between the caller and the target of a write, over the snapshot."""


def _pages(args: JsonObject) -> tuple[str, ...]:
    """Return the paths of the page as a platform may read them: no dots, no doubled slashes.

    A page that gets another name in its folder is meant by both.
    """
    path = next((v for k in ("file", "path", "page") if isinstance(v := args.get(k), str)), "")
    return tuple(_plain(one) for one in (path, args.get("from")) if isinstance(one, str))


def _plain(path: str) -> str:
    plain = clean_text(path)
    return posixpath.normpath(f"/{plain}").lstrip("/") if plain else ""


def _covers_page(access: AccessPredicate, operation: Operation, args: JsonObject) -> bool:
    if operation is not Operation.UPDATE_WIKI or not access.resources:
        return True
    pages = _pages(args)
    prefixes = tuple(name.removeprefix("wiki:") for name in access.resources)
    return "*" in prefixes or any(page.startswith(prefixes) for page in pages)


def _text(value: object) -> str:
    return str(value).casefold() if isinstance(value, bool) else str(value)


def _parts(given: JsonValue) -> list[JsonValue]:
    """Return what a limit on an argument looks at: the names, where it is a list of records."""
    parts = given if isinstance(given, list) else [given]
    return [part.get("name") if isinstance(part, dict) else part for part in parts]


def _within(access: AccessPredicate, args: JsonObject, current: JsonObject) -> bool:
    """Whether the asked and the present values fall under the rule's limits.

    Of several values at once an allow rule has to list every one; for a deny rule one is enough.
    """
    allow = access.effect == "allow"
    for name, values in sorted(access.values.items()):
        given = args.get(name)
        listed = [_text(part) in values for part in _parts(given)]
        if given is None:
            if not allow or name in access.moves:
                return False
        elif not (all(listed) if allow else any(listed)):
            return False
    for name, values in sorted(access.current.items()):
        present = current.get(name)
        if present is None or _text(present) not in values:
            return False
    if allow and access.moves and _changed(args, current) - access.moves:
        return False
    return all(
        is_stated(name, field, access.approval, args, current)
        for name, field in sorted(access.stated.items())
    )


def _changed(args: JsonObject, current: JsonObject) -> frozenset[str]:
    """Return the fields of the record that a write sets to another value than they have."""
    return frozenset(
        name
        for name, present in current.items()
        if name in args and not isinstance(present, list) and args[name] != present
    )


def _stands(access: AccessPredicate, args: JsonObject, holds: Holds) -> bool:
    if access.relations and not any(holds(relation, args) for relation in access.relations):
        return False
    if not all(holds(relation, args) for relation in access.requires):
        return False
    return not any(holds(relation, args) for relation in access.unless)


def authorize(
    rules: Sequence[Rule],
    standing: Standing,
    operation: Operation,
    args: JsonObject,
    current: JsonObject,
    holds: Holds,
) -> Allowed | Denied:
    """Decide one write; ``current`` holds the present field values of the target record.

    ``args`` of a list of records hold those that change, ``current`` all that there are.
    """
    today = standing.caller.identity.today
    decided: dict[str, list[Rule]] = {"allow": [], "deny": []}
    near: list[str] = []
    limits: list[str] = []
    for rule in rules:
        access = rule.access
        if access is None or operation not in access.operations:
            continue
        if not standing.covered_by(access) or not _covers_page(access, operation, args):
            continue
        unmet = unmet_limits(access, args, current, today)
        fits = _within(access, args, current) and _stands(access, args, holds)
        if fits and not unmet:
            decided[access.effect].append(rule)
        elif access.effect == "allow":
            near.append(predicate_words(rule, access))
            limits += [f"allowed only: {limit_words(limit)}" for limit in unmet if fits]
    if decided["deny"]:
        met = [limit for r in decided["deny"] if r.access is not None for limit in r.access.limits]
        return Denied(
            proof=_decided(standing, decided["deny"], allow=False),
            unmet=_distinct(f"refused: {limit_words(limit)}" for limit in met),
        )
    if decided["allow"]:
        return Allowed(proof=_decided(standing, decided["allow"], allow=True))
    words = f"no rule allows {operation} here"
    if near:
        words = f"{words}; not met: {' | '.join(near)}"
    return Denied(proof=build_proof(standing, (), words, allow=False), unmet=_distinct(limits))


def _distinct(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))[:_MOST_TOLD]


def _decided(standing: Standing, rules: Sequence[Rule], *, allow: bool) -> Proof:
    words = " | ".join(predicate_words(r, r.access) for r in rules if r.access is not None)
    return build_proof(standing, rules, words, allow=allow)
