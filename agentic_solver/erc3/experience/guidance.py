"""Guidance: the active patches as a reader gets them, for one run and one context."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agentic_solver.contracts.patch import (
    ANY,
    Patch,
    PatchCategory,
    PatchKind,
    PatchScope,
    PatchStatus,
)

if TYPE_CHECKING:  # governance comes with it, which a run that is told nothing saves
    from agentic_solver.erc3.experience.standing import Entry

__all__ = ["ON_TRIAL", "Guidance", "ReaderContext"]

ON_TRIAL = "On trial: "
"""What the line of a patch begins with while nothing has proven it."""

_ORDER = {category: place for place, category in enumerate(PatchCategory)}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderContext:
    """Whom and what a prompt is for; an empty side matches open scopes only."""

    benchmark: str = ""
    wiki: str = ""
    """Whole wiki digest."""
    callers: tuple[str, ...] = ()
    """Policy classes of the caller; ``public`` for the public."""
    families: frozenset[str] = frozenset()
    """What the request speaks of, see :mod:`agentic_solver.erc3.experience.family`."""

    def meets(self, scope: PatchScope) -> bool:
        return (
            scope.benchmark in (ANY, self.benchmark)
            and (scope.wiki == ANY or (self.wiki != "" and self.wiki.startswith(scope.wiki)))
            and (scope.caller == ANY or scope.caller in self.callers)
            and (scope.family == ANY or scope.family in self.families)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Guidance:
    """Active patches, in the order of the prompt: process, permission, retrieval, response."""

    patches: tuple[Patch, ...] = ()
    tried: frozenset[int] = frozenset()
    """Numbers of those that are on trial: their lines say so."""

    @classmethod
    def of(cls, entries: "tuple[Entry, ...]") -> "Guidance":
        """Keep what is active and speaks; ``entries`` may come in any order."""
        active = [
            entry.patch
            for entry in entries
            if entry.status is PatchStatus.ACTIVE and entry.patch.kind is not PatchKind.REMOVE_RULE
        ]
        return cls.plus(active)

    @classmethod
    def plus(cls, patches: Iterable[Patch], tried: Iterable[Patch] = ()) -> "Guidance":
        """Return guidance of these patches and some on trial, in the order of the prompt."""
        trials = {patch.number: patch for patch in tried}
        told = ({patch.number: patch for patch in patches} | trials).values()
        return cls(
            patches=tuple(sorted(told, key=lambda p: (_ORDER[p.category], p.number))),
            tried=frozenset(trials),
        )

    def lines(self, context: ReaderContext) -> tuple[tuple[str, str], ...]:
        """Return (patch id, text) of what holds in ``context``.

        Where patches of different scope speak of one subject, the narrower one is told, then
        the newer one: a prompt never holds two stances on a subject.
        """
        told: dict[tuple[str, str, str], Patch] = {}
        for patch in self.patches:
            if not context.meets(patch.scope):
                continue
            key = (patch.subject, patch.tool, patch.parameter)
            if key not in told or _rank(told[key]) < _rank(patch):
                told[key] = patch
        chosen = {patch.number for patch in told.values()}
        return tuple(
            (p.id, f"{ON_TRIAL if p.number in self.tried else ''}{_text(p)}")
            for p in self.patches
            if p.number in chosen
        )


def _rank(patch: Patch) -> tuple[int, int]:
    return patch.scope.narrowness, patch.number


def _text(patch: Patch) -> str:
    if not patch.tool:
        return patch.guidance
    place = f"{patch.tool}.{patch.parameter}" if patch.parameter else patch.tool
    return f"{place}: {patch.guidance}"
