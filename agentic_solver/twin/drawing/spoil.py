"""Spoiled solutions: each has one thing wrong, and no grader may let it pass."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from agentic_solver.twin.drawing.reference import Call, Reference
from agentic_solver.twin.expectation import OUTCOMES, LinkKind, LinkRule
from agentic_solver.twin.task import TaskSpec

__all__ = ["Spoiled", "spoil"]

_PAGE = "zz/nobody_asked_for_this.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoiled:
    """A solution with one mistake."""

    mistake: str
    reference: Reference


def spoil(
    task: TaskSpec, reference: Reference, known: Mapping[LinkKind, Sequence[str]]
) -> Iterator[Spoiled]:
    """Yield every mistake that the grading of a task must notice.

    Args:
        task: with its grading.
        reference: the solution.
        known: ids of the company by kind, for a link too many.
    """
    yield from _outcome(task, reference)
    yield from _links(task, reference, known)
    yield from _message(task, reference)
    yield from _changes(task, reference)


def _outcome(task: TaskSpec, reference: Reference) -> Iterator[Spoiled]:
    other = next((code for code in OUTCOMES if code not in task.expect.outcomes), None)
    if other is None:
        return  # the task accepts every outcome: none is a mistake
    yield Spoiled(
        mistake=f"the outcome {other}",
        reference=replace(reference, outcome=other),  # type: ignore[arg-type]
    )


def _links(
    task: TaskSpec, reference: Reference, known: Mapping[LinkKind, Sequence[str]]
) -> Iterator[Spoiled]:
    for kind, rule in task.expect.links.items():
        extra = next((one for one in known.get(kind, ()) if _is_refused(rule, one)), None)
        if extra is not None:
            links = (*reference.links, (kind, extra))
            yield Spoiled(
                mistake=f"the {kind} link {extra} too many",
                reference=replace(reference, links=links),
            )
        for one in rule.exact or rule.contain or ():
            links = tuple(link for link in reference.links if link != (kind, one))
            yield Spoiled(
                mistake=f"no {kind} link {one}", reference=replace(reference, links=links)
            )


def _is_refused(rule: LinkRule, one: str) -> bool:
    if rule.forbid is not None:
        return rule.forbid == "any" or one in rule.forbid
    if rule.tolerate == "any":
        return False
    return one not in (*(rule.exact or ()), *(rule.contain or ()), *(rule.tolerate or ()))


def _message(task: TaskSpec, reference: Reference) -> Iterator[Spoiled]:
    for word in task.expect.message.excludes:
        message = f"{reference.message} {word}"
        yield Spoiled(mistake=f"the word {word!r}", reference=replace(reference, message=message))
    for word in task.expect.message.contains:
        yield _without(reference, (word,))
    for choice in task.expect.message.contains_any:
        yield _without(reference, choice)


def _without(reference: Reference, words: Sequence[str]) -> Spoiled:
    message = reference.message
    while any(word in message for word in words):
        for word in words:
            message = message.replace(word, "")
    shown = " or ".join(repr(word) for word in words)
    return Spoiled(mistake=f"nothing of {shown}", reference=replace(reference, message=message))


def _changes(task: TaskSpec, reference: Reference) -> Iterator[Spoiled]:
    if task.overlay.faults:
        return  # the platform may refuse the call that this needs
    extra = Call(route="/wiki/update", body={"file": _PAGE, "content": "x", "changed_by": ""})
    yield Spoiled(
        mistake="one change more", reference=replace(reference, calls=(*reference.calls, extra))
    )
    required = () if task.expect.changes == "none" else task.expect.changes
    if reference.calls and not all(change.optional for change in required):
        yield Spoiled(mistake="no change at all", reference=replace(reference, calls=()))
