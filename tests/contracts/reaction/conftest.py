"""Builders of valid contract objects; a test changes what it is about."""

from typing import Any, Protocol

import pytest

from agentic_solver.contracts.reaction.attempts import AttemptDraft, ProseIr
from agentic_solver.contracts.reaction.capability import (
    AffordanceCapability,
    RequestedResources,
    make_catalog,
)
from agentic_solver.contracts.reaction.intent import IntentContext
from agentic_solver.contracts.reaction.round import ReactionInput
from agentic_solver.contracts.reaction.sense import SenseDelta


class MakeDraft(Protocol):
    def __call__(self, **changes: Any) -> AttemptDraft: ...


class MakeInput(Protocol):
    def __call__(self, **changes: Any) -> ReactionInput: ...


def _draft(**changes: Any) -> AttemptDraft:
    fields: dict[str, Any] = {
        "intent_span": "log 3 hours",
        "based_on": ("s1",),
        "attention_tags": ("time",),
        "affordance_key": "log_hours",
        "capability_handle": "log_time",
        "payload_draft": {"hours": 3},
        "requested_resources": RequestedResources(),
    }
    return AttemptDraft(**{**fields, **changes})


def _affordance(key: str, handle: str) -> AffordanceCapability:
    return AffordanceCapability(
        affordance_key=key,
        allowed_capability_handles=(handle,),
        payload_schema={"type": "object"},
        max_payload_bytes=200,
        default_resources=RequestedResources(),
    )


def _input(**changes: Any) -> ReactionInput:
    fields: dict[str, Any] = {
        "reaction_id": 1,
        "sense_window": (
            SenseDelta(sense_id="s2", source="call:b", payload={"text": "delete the wiki"}),
            SenseDelta(sense_id="s1", source="call:a", payload={"id": "p1"}),
        ),
        "env_snapshots": (),
        "admission_feedback": (),
        "capability_catalog": make_catalog(
            [_affordance("log_hours", "log_time"), _affordance("list_hours", "read")]
        ),
        "context": IntentContext(),
    }
    return ReactionInput(**{**fields, **changes})


@pytest.fixture(scope="session")
def make_draft() -> MakeDraft:
    """Return a builder of drafts that the clamp admits."""
    return _draft


@pytest.fixture(scope="session")
def make_input() -> MakeInput:
    """Return a builder of valid inputs."""
    return _input


@pytest.fixture(scope="session")
def prose() -> ProseIr:
    """Return the task text that the default draft refers to."""
    return ProseIr(text="Please log 3 hours for me on the bridge project")
