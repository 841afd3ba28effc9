"""The draw: what a template works with, and the task that comes out.

A template chooses people and things with :meth:`Draw.pick`, changes the scene where it must,
says who asks (:meth:`Draw.ask_as`), words the request (:meth:`Draw.say`) and returns one of the
ends (:meth:`Draw.answer`, :meth:`Draw.deny`, ...). A draw that does not suit is given up with
:class:`UnsuitableError` and drawn again.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from agentic_solver.twin.drawing.mention import Mention, mention_employee, mention_thing, rivals
from agentic_solver.twin.drawing.reference import Reference, Write
from agentic_solver.twin.drawing.scene import Scene
from agentic_solver.twin.entity import Customer, Employee, Project
from agentic_solver.twin.expectation import (
    Expectation,
    LinkKind,
    LinkRule,
    MessageRule,
    Outcome,
)
from agentic_solver.twin.task import Caller

__all__ = ["Draw", "Drawn", "UnsuitableError", "Wordings", "contain", "exact", "forbid"]

T = TypeVar("T")
Wordings = Mapping[str, Sequence[str]]
"""Language code → sentences with ``{field}`` places."""


class UnsuitableError(Exception):
    """This draw does not suit the template; the next one may."""


def contain(*ids: str, tolerate: Sequence[str] | str = "any") -> LinkRule:
    """Require these links; others only from ``tolerate`` (an empty list: none)."""
    others = "any" if isinstance(tolerate, str) else tuple(tolerate)
    return LinkRule(contain=ids, tolerate=others)  # type: ignore[arg-type]


def exact(*ids: str) -> LinkRule:
    """Require exactly these links."""
    return LinkRule(exact=ids)


def forbid(*ids: str) -> LinkRule:
    """Refuse these links; without ids, refuse any link of the kind."""
    return LinkRule(forbid=ids or "any")


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What a template returns: the wordings, the grading, the solution."""

    caller: Caller | None
    wordings: tuple[tuple[str, tuple[str, ...]], ...]
    """Language code and sentences; the first sentence is the request."""
    expect: Expectation
    reference: Reference


class Draw:
    """One draw of one template."""

    def __init__(self, scene: Scene, rng: random.Random) -> None:
        self.scene = scene
        self.rng = rng
        self._caller: Caller | None = None
        self._asked = False
        self._mentions: list[Mention] = []
        self._wordings: tuple[tuple[str, tuple[str, ...]], ...] = ()

    # choosing ----------------------------------------------------------------------------

    def pick(self, items: Iterable[T]) -> T:
        """Return one of the items; unsuitable if there is none."""
        found: Sequence[T] = items if isinstance(items, Sequence) else list(items)
        self.need(bool(found), "nothing to choose from")
        return self.rng.choice(found)

    def sample(self, items: Iterable[T], count: int) -> list[T]:
        """Return ``count`` different items in random order."""
        found = list(items)
        self.need(len(found) >= count, f"fewer than {count} to choose from")
        return self.rng.sample(found, count)

    def only(self, items: Iterable[T]) -> T:
        """Return the one item; unsuitable unless there is exactly one."""
        found = list(items)
        self.need(len(found) == 1, f"{len(found)} instead of one")
        return found[0]

    def need(self, condition: bool, why: str) -> None:
        """Give this draw up unless the condition holds."""
        if not condition:
            raise UnsuitableError(why)

    # who asks ----------------------------------------------------------------------------

    def ask_as(self, employee: Employee) -> Employee:
        """Let an employee ask."""
        self._caller = Caller(
            current_user=employee.id,
            is_public=False,
            location=employee.location,
            department=employee.department,
        )
        self._asked = True
        return employee

    def ask_as_guest(self) -> None:
        """Let a visitor ask."""
        self._caller = Caller(current_user="", is_public=True, location="", department="")
        self._asked = True

    def ask_as_nobody(self) -> None:
        """Let somebody ask whom ``/whoami`` does not know (it answers 404)."""
        self._caller, self._asked = None, True

    # naming ------------------------------------------------------------------------------

    def name(self, employee: Employee, *, last_first: bool = True) -> Mention:
        """Name a person; nobody else may answer to it."""
        return self._keep(mention_employee(employee, last_first=last_first), self.scene.employees)

    def title(self, record: Project | Customer, *others: str) -> Mention:
        """Name a project or customer; ``others`` are paraphrases that fit it alone."""
        found = mention_thing(record, *others)
        same = self.scene.projects if isinstance(record, Project) else self.scene.customers
        return self._keep(found, same)

    def _keep(self, mention: Mention, records: Iterable[Employee | Project | Customer]) -> Mention:
        others = rivals(mention, records)
        self.need(not others, f"{mention.forms[0]!r} could also mean {', '.join(others)}")
        self._mentions.append(mention)
        return mention

    def say(self, sentences: Wordings, /, **fields: Mention | str | int | float) -> None:
        """Word the request.

        Every ``{field}`` takes a value, or one of the forms of a mention. One language is drawn
        for the request itself, English most often; the rest become paraphrases.
        """
        languages = list(sentences)
        first = "en" if "en" in sentences and self.rng.random() < 0.6 else self.pick(languages)
        order = [first, *(language for language in languages if language != first)]
        self._wordings = tuple(
            (language, self._filled(sentences[language], fields)) for language in order
        )

    def _filled(
        self, sentences: Sequence[str], fields: Mapping[str, Mention | str | int | float]
    ) -> tuple[str, ...]:
        shuffled = self.rng.sample(list(sentences), len(sentences))
        return tuple(
            sentence.format(
                **{
                    name: self.rng.choice(value.forms) if isinstance(value, Mention) else value
                    for name, value in fields.items()
                }
            )
            for sentence in shuffled
        )

    # how it ends -------------------------------------------------------------------------

    def answer(
        self,
        message: str,
        *,
        links: Mapping[LinkKind, LinkRule] | None = None,
        contains: Sequence[str] = (),
        contains_any: Sequence[Sequence[str]] = (),
        excludes: Sequence[str] = (),
        writes: Sequence[Write] = (),
        also: Sequence[Outcome] = (),
    ) -> Drawn:
        """The request is met: ``ok_answer`` (or one of ``also``)."""
        return self.end(
            "ok_answer",
            message,
            links=links,
            contains=contains,
            contains_any=contains_any,
            excludes=excludes,
            writes=writes,
            also=also,
        )

    def deny(self, *, excludes: Sequence[str] = (), links: bool = False) -> Drawn:
        """The caller may not: ``denied_security``, no change, no links unless allowed."""
        kinds: tuple[LinkKind, ...] = ("employee", "project", "customer")
        rules: dict[LinkKind, LinkRule] = {} if links else {kind: forbid() for kind in kinds}
        return self.end("denied_security", "I may not do that.", links=rules, excludes=excludes)

    def not_found(self, message: str = "There is none.", *, also: Sequence[Outcome] = ()) -> Drawn:
        """What was asked for does not exist: ``ok_not_found``."""
        return self.end("ok_not_found", message, also=also)

    def clarify(self, message: str = "Which one?", *, also: Sequence[Outcome] = ()) -> Drawn:
        """The request can be read in several ways: ``none_clarification_needed``."""
        return self.end("none_clarification_needed", message, also=also)

    def unsupported(self, *, also: Sequence[Outcome] = ()) -> Drawn:
        """No system can do it: ``none_unsupported``."""
        return self.end("none_unsupported", "No system of the company does that.", also=also)

    def broken(self) -> Drawn:
        """The systems fail: ``error_internal``."""
        return self.end("error_internal", "A system does not answer.")

    def end(
        self,
        outcome: Outcome,
        message: str,
        *,
        links: Mapping[LinkKind, LinkRule] | None = None,
        contains: Sequence[str] = (),
        contains_any: Sequence[Sequence[str]] = (),
        excludes: Sequence[str] = (),
        writes: Sequence[Write] = (),
        also: Sequence[Outcome] = (),
    ) -> Drawn:
        """Return the task with any outcome; the named ends are made of this."""
        if not self._asked or not self._wordings:
            raise ValueError("a template says who asks (ask_as) and what (say) before it ends")
        rules = dict(links or {})
        changes = tuple(change for write in writes for change in write.changes)
        expect = Expectation(
            outcomes=(outcome, *also),
            links=rules,
            message=MessageRule(
                contains=tuple(contains),
                contains_any=tuple(tuple(choice) for choice in contains_any),
                excludes=tuple(excludes),
            ),
            changes=changes or "none",
        )
        reference = Reference(
            outcome=outcome,
            message=message,
            links=tuple(
                (kind, one)
                for kind, rule in rules.items()
                for one in (rule.exact or rule.contain or ())
            ),
            calls=tuple(call for write in writes for call in write.calls),
        )
        return Drawn(
            caller=self._caller, wordings=self._wordings, expect=expect, reference=reference
        )
