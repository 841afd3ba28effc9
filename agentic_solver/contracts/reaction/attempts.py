"""Attempts: drafts as proposed, attempts as admitted, and the ids of both worlds.

Two keys with two uses: ``attempt_id`` correlates a verdict with the draft of one round;
``write_key`` identifies an effect over all rounds, so that it is applied at most once.
"""

from collections.abc import Sequence
from typing import Any

from pydantic import Field, JsonValue

from agentic_solver.contracts.canonical import normalize, short_id
from agentic_solver.contracts.model import (
    Contract,
    Digest,
    Identifier,
    JsonObject,
    LongText,
    ShortText,
)
from agentic_solver.contracts.reaction.capability import RequestedResources
from agentic_solver.contracts.reaction.feedback import AttemptId
from agentic_solver.contracts.reaction.sense import BoundedJson, SenseId
from agentic_solver.contracts.span import fold_text

__all__ = [
    "AttemptDraft",
    "AttentionTag",
    "IntentAttempt",
    "ProseIr",
    "attempt_id",
    "cost_attribution_id",
    "draft_id",
    "make_attempt",
    "write_key",
]

ID_LENGTH = 32
MAX_REACTION_ID = 2**64 - 1
MAX_SLOT = 2**16 - 1

AttentionTag = Identifier


class ProseIr(Contract):
    """The interpreted intent in prose: for us the text of the task, verbatim."""

    text: LongText


class AttemptDraft(Contract):
    """One attempt as proposed, before the clamp."""

    intent_span: ShortText
    """The words of the prose that ask for it."""
    based_on: tuple[SenseId, ...] = Field(max_length=1_000)
    attention_tags: tuple[AttentionTag, ...] = Field(max_length=64)
    affordance_key: Identifier
    capability_handle: Identifier
    payload_draft: BoundedJson
    requested_resources: RequestedResources


class IntentAttempt(Contract):
    """One admitted attempt; every field is required, the ids are derived."""

    attempt_id: AttemptId = Field(min_length=1, max_length=64)
    cycle_id: int = Field(ge=0, le=MAX_REACTION_ID)
    """The reaction that proposed it."""
    commitment_id: Digest
    """Equal for attempts that the same words of the task ask for."""
    goal_id: Digest
    """Equal for all attempts on the same task text."""
    planner_slot: int = Field(ge=0, le=MAX_SLOT)
    """Position among the drafts as proposed, before anything was dropped."""
    based_on: tuple[SenseId, ...] = Field(min_length=1, max_length=1_000)
    affordance_key: Identifier
    capability_handle: Identifier
    normalized_payload: BoundedJson
    requested_resources: RequestedResources
    cost_attribution_id: Digest


def cost_attribution_id(
    *,
    reaction_id: int,
    affordance_key: str,
    capability_handle: str,
    based_on: Sequence[str],
    planner_slot: int,
) -> str:
    """Return the id under which the cost of an attempt is booked."""
    return _digest(
        reaction_id=reaction_id,
        affordance_key=affordance_key,
        capability_handle=capability_handle,
        based_on=list(based_on),
        planner_slot=planner_slot,
    )


def attempt_id(
    *,
    reaction_id: int,
    based_on: Sequence[str],
    affordance_key: str,
    capability_handle: str,
    normalized_payload: JsonValue,
    requested_resources: RequestedResources | JsonObject,
    cost_attribution_id: str,
) -> str:
    """Return the id that correlates feedback with this attempt of this round."""
    return _digest(
        reaction_id=reaction_id,
        based_on=list(based_on),
        affordance_key=affordance_key,
        capability_handle=capability_handle,
        normalized_payload=normalized_payload,
        requested_resources=requested_resources,
        cost_attribution_id=cost_attribution_id,
    )


def write_key(
    task_id: str, tool: str, operation: str, payload: JsonValue, occurrence: int = 0
) -> str:
    """Return the key of an effect, the same in every round.

    Args:
        task_id: the task, unique within the ledger that uses the key.
        tool: the tool or route that has the effect.
        operation: its operation class.
        payload: all that is sent.
        occurrence: number of equal payloads before this one in the same plan, from 0.
    """
    return _digest(
        task_id=task_id, tool=tool, operation=operation, payload=payload, occurrence=occurrence
    )


def make_attempt(
    draft: AttemptDraft, *, reaction_id: int, planner_slot: int, prose: ProseIr
) -> IntentAttempt:
    """Return the attempt that ``draft`` becomes: payload in canonical form, ids derived."""
    goal = _digest(text=fold_text(prose.text))
    return IntentAttempt(
        attempt_id=draft_id(draft, reaction_id=reaction_id, planner_slot=planner_slot),
        cycle_id=reaction_id,
        commitment_id=_digest(goal_id=goal, intent_span=fold_text(draft.intent_span)),
        goal_id=goal,
        planner_slot=planner_slot,
        based_on=draft.based_on,
        affordance_key=draft.affordance_key,
        capability_handle=draft.capability_handle,
        normalized_payload=normalize(draft.payload_draft),
        requested_resources=draft.requested_resources,
        cost_attribution_id=_draft_cost(draft, reaction_id, planner_slot),
    )


def draft_id(draft: AttemptDraft, *, reaction_id: int, planner_slot: int) -> str:
    """Return the attempt id of a draft, whether or not it will be admitted."""
    return attempt_id(
        reaction_id=reaction_id,
        based_on=draft.based_on,
        affordance_key=draft.affordance_key,
        capability_handle=draft.capability_handle,
        normalized_payload=normalize(draft.payload_draft),
        requested_resources=draft.requested_resources,
        cost_attribution_id=_draft_cost(draft, reaction_id, planner_slot),
    )


def _draft_cost(draft: AttemptDraft, reaction_id: int, planner_slot: int) -> str:
    return cost_attribution_id(
        reaction_id=reaction_id,
        affordance_key=draft.affordance_key,
        capability_handle=draft.capability_handle,
        based_on=draft.based_on,
        planner_slot=planner_slot,
    )


def _digest(**parts: Any) -> str:
    return short_id(parts, ID_LENGTH)
