"""A request's identity is what the provider sees; usage adds up."""

from dataclasses import replace

import pytest

from agentic_solver.llm.model import (
    Message,
    ModelReply,
    ModelRequest,
    StopReason,
    SystemBlock,
    Usage,
)

REQUEST = ModelRequest(
    model="m-1",
    system=(SystemBlock(text="rules", cacheable=True),),
    messages=(Message(role="user", text="plan"),),
    output_schema={"type": "object"},
    max_tokens=100,
    effort="low",
    key="bench/task/r1",
)


def test_equal_requests_have_equal_ids() -> None:
    assert replace(REQUEST).id == REQUEST.id
    assert len(REQUEST.id) == 64


def test_key_is_not_part_of_the_id() -> None:
    assert replace(REQUEST, key="another").id == REQUEST.id
    assert "bench" not in str(REQUEST.to_json())


@pytest.mark.parametrize(
    "changed",
    [
        replace(REQUEST, model="m-2"),
        replace(REQUEST, system=(SystemBlock(text="rules"),)),
        replace(REQUEST, system=()),
        replace(REQUEST, messages=(Message(role="user", text="plan."),)),
        replace(REQUEST, messages=(Message(role="assistant", text="plan"),)),
        replace(REQUEST, output_schema=None),
        replace(REQUEST, max_tokens=101),
        replace(REQUEST, effort=None),
    ],
)
def test_whatever_the_provider_sees_changes_the_id(changed: ModelRequest) -> None:
    assert changed.id != REQUEST.id


def test_usage_adds_up_field_by_field() -> None:
    one = Usage(input_tokens=1, output_tokens=2, cache_read_tokens=3, cache_creation_tokens=4)
    assert one + one == Usage(
        input_tokens=2, output_tokens=4, cache_read_tokens=6, cache_creation_tokens=8
    )
    assert one.prompt_tokens == 8


def test_refusal_and_cut_off_are_told_from_a_finished_reply() -> None:
    states = {
        reason: (
            ModelReply(text="", stop_reason=reason).is_refusal,
            ModelReply(text="", stop_reason=reason).is_truncated,
        )
        for reason in StopReason
    }
    assert states == {
        StopReason.END_TURN: (False, False),
        StopReason.MAX_TOKENS: (False, True),
        StopReason.CONTEXT_WINDOW: (False, True),
        StopReason.REFUSAL: (True, False),
        StopReason.OTHER: (False, False),
    }
