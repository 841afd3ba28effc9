"""Reaction limits: safety ceilings for one proposing round, never a reason to prefer an answer."""

from pydantic import Field

from agentic_solver.contracts.model import Contract

__all__ = ["ReactionLimits"]


class ReactionLimits(Contract):
    """The eleven limits of a round, with wide defaults.

    ``max_primary_calls`` must be 1 and ``max_repair_attempts`` at most 1 at run time; the
    check of the input says so (:func:`agentic_solver.contracts.reaction.round.check_input`).
    """

    max_sense_items: int = Field(default=4_096, ge=0, le=65_536)
    max_snapshot_items: int = Field(default=256, ge=0, le=4_096)
    max_snapshot_bytes_per_item: int = Field(default=1_000_000, ge=2, le=100_000_000)
    max_attempts: int = Field(default=256, ge=0, le=4_096)
    max_payload_bytes: int = Field(default=1_000_000, ge=2, le=100_000_000)
    max_cycle_time_ms: int = Field(default=900_000, ge=1, le=86_400_000)
    """One deadline for all calls of the round."""
    max_primary_calls: int = Field(default=1, ge=0, le=255)
    max_sub_calls: int = Field(default=2, ge=0, le=255)
    max_repair_attempts: int = Field(default=1, ge=0, le=255)
    max_primary_output_tokens: int = Field(default=64_000, ge=1, le=10_000_000)
    """Also the maximum of a repair, which answers the same question."""
    max_sub_output_tokens: int = Field(default=8_000, ge=1, le=10_000_000)
