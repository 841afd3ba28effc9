"""The audit of a stream of patches: what each one repeats, contradicts, relaxes or gives away.

It stores nothing. Arrivals of one batch (one version, one run) belong together: a batch that
overturns a stance and says so three times overturns it three times.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from agentic_solver.contracts.patch import PatchDraft, PatchKind
from agentic_solver.erc3.experience.governance import (
    Governance,
    Known,
    Quarantined,
    Refusal,
    Refused,
)
from agentic_solver.erc3.experience.stance import Relation, relate

__all__ = ["Arrival", "Finding", "audit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A draft on its way to the store, with the batch that it came in."""

    draft: PatchDraft
    batch: str = ""
    merges: tuple[int, ...] = ()
    """Positions of the earlier arrivals that a consolidation names as its sources."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What the audit says of one arrival; positions count from 0."""

    duplicates: tuple[int, ...] = ()
    """Earlier arrivals that say the same in an overlapping scope, or that it merges."""
    contradicts: tuple[int, ...] = ()
    """Earlier arrivals that it overturns: since its own stance was last put forward."""
    refused: Refusal | None = None
    reason: str = ""
    weakens: str = ""
    """Name of the rule of governance that it hits; of the whole stream, not only what came before:
    a stance that relaxes in one wording relaxes in all."""


def audit(arrivals: Sequence[Arrival], governance: Governance) -> tuple[Finding, ...]:
    """Return one finding for each arrival, in their order."""
    known: dict[tuple[str, ...], Known] = {}
    rules: list[str] = []
    refusals: list[Refused | None] = []
    for arrival in arrivals:
        key = _intent(arrival.draft)
        judged = governance.judge(arrival.draft, known.get(key))
        refusals.append(judged if isinstance(judged, Refused) else None)
        rule = judged.rule if isinstance(judged, Quarantined) else ""
        rules.append(rule)
        if arrival.draft.kind is not PatchKind.REMOVE_RULE:
            # The wording is judged even where the draft is refused for another reason.
            rule = rule or governance.relaxes(arrival.draft, known.get(key))
            first = known[key].guidance if key in known else arrival.draft.guidance
            known[key] = Known(guidance=first, quarantine=rule)
    return tuple(
        Finding(
            duplicates=_duplicates(arrivals, at),
            contradicts=_contradicted(arrivals, at),
            refused=refusal.kind if refusal else None,
            reason=refusal.reason if refusal else "",
            weakens=_rule_of(arrival.draft, rule, known),
        )
        for at, (arrival, rule, refusal) in enumerate(zip(arrivals, rules, refusals, strict=True))
    )


def _rule_of(draft: PatchDraft, rule: str, known: dict[tuple[str, ...], Known]) -> str:
    return rule if draft.kind is PatchKind.REMOVE_RULE else known[_intent(draft)].quarantine


def _intent(draft: PatchDraft) -> tuple[str, ...]:
    return draft.subject, draft.stance, draft.tool, draft.parameter


def _duplicates(arrivals: Sequence[Arrival], at: int) -> tuple[int, ...]:
    draft = arrivals[at].draft
    removal = draft.kind is PatchKind.REMOVE_RULE
    return tuple(
        before
        for before, other in enumerate(arrivals[:at])
        if before in arrivals[at].merges
        or (
            _intent(other.draft) == _intent(draft)
            and (other.draft.kind is PatchKind.REMOVE_RULE) is removal
            and other.draft.scope.overlaps(draft.scope)
        )
    )


def _contradicted(arrivals: Sequence[Arrival], at: int) -> tuple[int, ...]:
    now = arrivals[at]
    if now.draft.kind is PatchKind.REMOVE_RULE:
        return ()
    found: list[int] = []
    for before in range(at - 1, -1, -1):
        then = arrivals[before]
        if not _same_topic(then.draft, now.draft) or then.draft.kind is PatchKind.REMOVE_RULE:
            continue
        relation = relate(now.draft.subject, then.draft.stance, now.draft.stance)
        if relation is Relation.RESTATES and then.batch != now.batch:
            break
        if relation is Relation.CONTRADICTS:
            found.append(before)
    return tuple(reversed(found))


def _same_topic(one: PatchDraft, two: PatchDraft) -> bool:
    topics = [(draft.subject, draft.tool, draft.parameter) for draft in (one, two)]
    return topics[0] == topics[1] and one.scope.overlaps(two.scope)
