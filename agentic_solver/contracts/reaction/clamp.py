"""The clamp: what is left of a proposal once limits, catalog and grounding have spoken.

It only drops, always with a code; it never repairs a draft or picks another affordance.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.reaction.attempts import (
    MAX_SLOT,
    AttemptDraft,
    IntentAttempt,
    ProseIr,
    draft_id,
    make_attempt,
)
from agentic_solver.contracts.reaction.feedback import AdmissionOutcomeSignal, DropCode
from agentic_solver.contracts.reaction.round import ReactionInput
from agentic_solver.contracts.reaction.sense import json_bytes
from agentic_solver.contracts.rule import Operation
from agentic_solver.contracts.span import span_is_traceable

__all__ = ["Clamped", "Dropped", "clamp", "refuse_if_cut"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A draft that was not admitted, with the id it would have had."""

    attempt_id: str
    planner_slot: int
    code: DropCode
    is_write: bool
    """Whether it would have changed something, as far as the catalog can tell."""

    @property
    def signal(self) -> AdmissionOutcomeSignal:
        """The feedback for the next round."""
        return AdmissionOutcomeSignal(attempt_id=self.attempt_id, code=self.code)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clamped:
    """Admitted and dropped attempts, each in the order of their planner slots."""

    kept: tuple[IntentAttempt, ...]
    dropped: tuple[Dropped, ...]

    @property
    def write_set_is_cut(self) -> bool:
        """Whether a write is among the dropped: then none of the writes may be applied."""
        return any(drop.is_write for drop in self.dropped)

    @property
    def signals(self) -> tuple[AdmissionOutcomeSignal, ...]:
        """The feedback on all that was dropped."""
        return tuple(drop.signal for drop in self.dropped)


def clamp(drafts: Sequence[AttemptDraft], reaction: ReactionInput, prose: ProseIr) -> Clamped:
    """Return which of ``drafts`` are admitted.

    Above ``max_attempts`` the cheaper ones survive (API calls, then rows, then a hash of the
    draft), whatever their order was. Writes are cut like anything else here: pass the
    result through :func:`refuse_if_cut` before applying it.
    """
    window = frozenset(sense.sense_id for sense in reaction.sense_window)
    codes = [_refusal(draft, reaction, window, prose) for draft in drafts]
    admissible = [slot for slot, code in enumerate(codes[: MAX_SLOT + 1]) if code is None]
    admissible.sort(key=lambda slot: _priority(drafts[slot]))
    survivors = set(admissible[: reaction.limits.max_attempts])
    kept: list[IntentAttempt] = []
    dropped: list[Dropped] = []
    for slot, draft in enumerate(drafts):
        if slot in survivors:
            kept.append(
                make_attempt(
                    draft, reaction_id=reaction.reaction_id, planner_slot=slot, prose=prose
                )
            )
            continue
        dropped.append(
            Dropped(
                attempt_id=draft_id(draft, reaction_id=reaction.reaction_id, planner_slot=slot),
                planner_slot=slot,
                code=codes[slot] or DropCode.ATTEMPTS_EXCEEDED,
                is_write=_is_write(draft.affordance_key, draft.capability_handle, reaction),
            )
        )
    return Clamped(kept=tuple(kept), dropped=tuple(dropped))


def refuse_if_cut(clamped: Clamped, reaction: ReactionInput) -> Clamped:
    """Return ``clamped`` unchanged if its writes are whole; otherwise drop everything.

    Reads may be cut, a write set never: part of a change is not the change.
    """
    if not clamped.write_set_is_cut:
        return clamped
    refused = (
        Dropped(
            attempt_id=attempt.attempt_id,
            planner_slot=attempt.planner_slot,
            code=DropCode.WRITE_SET_INCOMPLETE,
            is_write=_is_write(attempt.affordance_key, attempt.capability_handle, reaction),
        )
        for attempt in clamped.kept
    )
    dropped = sorted((*clamped.dropped, *refused), key=lambda drop: drop.planner_slot)
    return Clamped(kept=(), dropped=tuple(dropped))


def _refusal(
    draft: AttemptDraft, reaction: ReactionInput, window: frozenset[str], prose: ProseIr
) -> DropCode | None:
    """Return the first reason to drop ``draft``."""
    affordance = reaction.capability_catalog.find(draft.affordance_key)
    if affordance is None:
        return DropCode.AFFORDANCE_UNKNOWN
    if draft.capability_handle not in affordance.allowed_capability_handles:
        return DropCode.CAPABILITY_UNSUPPORTED
    cap = min(affordance.max_payload_bytes, reaction.limits.max_payload_bytes)
    if json_bytes(draft.payload_draft) > cap:
        return DropCode.PAYLOAD_TOO_LARGE
    if not draft.intent_span.strip():
        return DropCode.INTENT_SPAN_BLANK
    if not span_is_traceable(draft.intent_span, prose.text):
        return DropCode.INTENT_SPAN_UNTRACEABLE
    if not draft.based_on:
        return DropCode.GROUNDING_MISSING
    if any(sense not in window for sense in draft.based_on):
        return DropCode.GROUNDING_UNKNOWN
    return None


def _priority(draft: AttemptDraft) -> tuple[int, int, str]:
    resources = draft.requested_resources
    return resources.api_calls, resources.rows, content_id(draft)


def _is_write(affordance_key: str, handle: str, reaction: ReactionInput) -> bool:
    """Return False only for what the catalog knows as a read; doubt counts as a write."""
    affordance = reaction.capability_catalog.find(affordance_key)
    known = affordance is not None and handle in affordance.allowed_capability_handles
    return not (known and handle == Operation.READ.value)
