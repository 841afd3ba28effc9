"""The eleven limits."""

import json

import pytest
from pydantic import ValidationError

from agentic_solver.contracts.reaction.limits import ReactionLimits


@pytest.mark.requirement("S4-5a")
def test_eleven_limits_with_their_defaults() -> None:
    assert json.loads(ReactionLimits().model_dump_json()) == {
        "max_sense_items": 4096,
        "max_snapshot_items": 256,
        "max_snapshot_bytes_per_item": 1_000_000,
        "max_attempts": 256,
        "max_payload_bytes": 1_000_000,
        "max_cycle_time_ms": 900_000,
        "max_primary_calls": 1,
        "max_sub_calls": 2,
        "max_repair_attempts": 1,
        "max_primary_output_tokens": 64_000,
        "max_sub_output_tokens": 8_000,
    }


@pytest.mark.requirement("S4-5a")
@pytest.mark.parametrize("name", sorted(ReactionLimits.model_fields))
@pytest.mark.parametrize("value", [-1, 2**63, 1.5, "4", True, None])
def test_limit_is_a_bounded_whole_number(name: str, value: object) -> None:
    with pytest.raises(ValidationError):
        ReactionLimits.model_validate_json(json.dumps({name: value}))
