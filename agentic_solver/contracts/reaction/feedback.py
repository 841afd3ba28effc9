"""Admission feedback: what became of an attempt, as a closed code beside its id."""

from collections.abc import Iterable
from enum import StrEnum

from pydantic import Field

from agentic_solver.contracts.model import Contract
from agentic_solver.contracts.violations import ViolationCode

__all__ = [
    "AdmissionCode",
    "AdmissionOutcomeSignal",
    "AttemptId",
    "DropCode",
    "SignalCode",
    "render_feedback",
]


class AdmissionCode(StrEnum):
    """What became of an attempt that no check refused."""

    ADMITTED = "ADMITTED"
    """All checks passed; not applied yet (dry)."""
    APPLIED = "APPLIED"
    NOT_REACHED = "NOT_REACHED"
    """Another attempt of the same plan was refused first."""


class DropCode(StrEnum):
    """Why the clamp dropped a draft."""

    AFFORDANCE_UNKNOWN = "AFFORDANCE_UNKNOWN"
    CAPABILITY_UNSUPPORTED = "CAPABILITY_UNSUPPORTED"
    PAYLOAD_TOO_LARGE = "PAYLOAD_TOO_LARGE"
    INTENT_SPAN_BLANK = "INTENT_SPAN_BLANK"
    INTENT_SPAN_UNTRACEABLE = "INTENT_SPAN_UNTRACEABLE"
    GROUNDING_MISSING = "GROUNDING_MISSING"
    GROUNDING_UNKNOWN = "GROUNDING_UNKNOWN"
    ATTEMPTS_EXCEEDED = "ATTEMPTS_EXCEEDED"
    WRITE_SET_INCOMPLETE = "WRITE_SET_INCOMPLETE"
    """Nothing is wrong with this one, but a write beside it was dropped."""


SignalCode = AdmissionCode | DropCode | ViolationCode

AttemptId = str


class AdmissionOutcomeSignal(Contract):
    """The outcome of one attempt: its id and a code from the closed lists."""

    attempt_id: AttemptId = Field(min_length=1, max_length=64)
    code: SignalCode


def render_feedback(signals: Iterable[AdmissionOutcomeSignal]) -> str:
    """Return the text that the next round shows: one line a signal, id beside code."""
    return "\n".join(f"attempt {signal.attempt_id}: {signal.code.value}" for signal in signals)
