"""Input and result of a reaction: shapes, invariants, round trips."""

import json
from typing import Any, Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from agentic_solver.contracts.reaction.attempts import (
    AttemptDraft,
    IntentAttempt,
    ProseIr,
    make_attempt,
)
from agentic_solver.contracts.reaction.capability import (
    AffordanceCapability,
    RequestedResources,
    make_catalog,
)
from agentic_solver.contracts.reaction.feedback import AdmissionOutcomeSignal, DropCode
from agentic_solver.contracts.reaction.intent import EnvironmentalIntentSignal, IntentContext
from agentic_solver.contracts.reaction.limits import ReactionLimits
from agentic_solver.contracts.reaction.round import (
    InputFaultCode,
    ReactionInput,
    ReactionResult,
    check_input,
    no_op,
    read_input,
)
from agentic_solver.contracts.reaction.sense import SenseDelta, capture_snapshot


class MakeInput(Protocol):
    def __call__(self, **changes: Any) -> ReactionInput: ...


class MakeDraft(Protocol):
    def __call__(self, **changes: Any) -> AttemptDraft: ...


def _codes(reaction: ReactionInput) -> list[InputFaultCode]:
    return [fault.code for fault in check_input(reaction)]


def _sense(name: str) -> SenseDelta:
    return SenseDelta(sense_id=name, source="call", payload=None)


@pytest.mark.requirement("S4-1a")
@pytest.mark.parametrize("reaction_id", [-1, 2**64, 1.0, True, "1", None])
def test_reaction_id_is_an_unsigned_integer(make_input: MakeInput, reaction_id: object) -> None:
    with pytest.raises(ValidationError):
        make_input(reaction_id=reaction_id)


@pytest.mark.requirement("S4-1a")
def test_largest_reaction_id_is_accepted(make_input: MakeInput) -> None:
    assert make_input(reaction_id=2**64 - 1).reaction_id == 2**64 - 1


@pytest.mark.requirement("S4-1a")
def test_other_ids_and_tags_are_strings(make_draft: MakeDraft) -> None:
    with pytest.raises(ValidationError):
        SenseDelta(sense_id=7, source="x", payload=None)  # type: ignore[arg-type]
    with pytest.raises(ValidationError):
        AdmissionOutcomeSignal(attempt_id=7, code=DropCode.PAYLOAD_TOO_LARGE)  # type: ignore[arg-type]
    with pytest.raises(ValidationError):
        make_draft(attention_tags=(7,))


@pytest.mark.requirement("S4-1b", "S4-2d")
def test_window_is_bounded_by_the_limit(make_input: MakeInput) -> None:
    limits = ReactionLimits(max_sense_items=2)
    assert _codes(make_input(limits=limits)) == []
    longer = tuple(_sense(f"s{n}") for n in range(3))
    assert _codes(make_input(limits=limits, sense_window=longer)) == [
        InputFaultCode.SENSE_WINDOW_TOO_LONG
    ]


@pytest.mark.requirement("S4-2b")
def test_window_keeps_the_upstream_order(make_input: MakeInput) -> None:
    upstream = ["z", "a", "m", "b"]
    reaction = make_input(sense_window=tuple(_sense(name) for name in upstream))
    loaded = read_input(reaction.model_dump_json())
    assert isinstance(loaded, ReactionInput)
    assert [sense.sense_id for sense in loaded.sense_window] == upstream


@pytest.mark.requirement("S4-2c")
def test_repeated_sense_id_is_invalid(make_input: MakeInput) -> None:
    assert _codes(make_input(sense_window=(_sense("s"), _sense("s")))) == [
        InputFaultCode.SENSE_ID_REPEATED
    ]


@pytest.mark.requirement("S4-2g")
def test_one_snapshot_an_endpoint(make_input: MakeInput) -> None:
    twice = (capture_snapshot("k", 1, 10), capture_snapshot("k", 2, 10))
    assert _codes(make_input(env_snapshots=twice)) == [InputFaultCode.SNAPSHOT_KEY_REPEATED]


@pytest.mark.requirement("S4-2l")
def test_snapshots_are_bounded_in_number(make_input: MakeInput) -> None:
    snapshots = tuple(capture_snapshot(f"k{n}", n, 10) for n in range(3))
    limits = ReactionLimits(max_snapshot_items=2)
    assert _codes(make_input(env_snapshots=snapshots[:2], limits=limits)) == []
    assert _codes(make_input(env_snapshots=snapshots, limits=limits)) == [
        InputFaultCode.SNAPSHOTS_TOO_MANY
    ]


@pytest.mark.requirement("S4-2f")
def test_snapshot_above_the_limit_is_never_silently_passed(make_input: MakeInput) -> None:
    limits = ReactionLimits(max_snapshot_bytes_per_item=10)
    whole = capture_snapshot("k", "x" * 40, 100)
    assert not whole.truncated
    assert _codes(make_input(env_snapshots=(whole,), limits=limits)) == [
        InputFaultCode.SNAPSHOT_TOO_LARGE
    ]
    cut = capture_snapshot("k", "x" * 40, limits.max_snapshot_bytes_per_item)
    assert cut.truncated
    assert _codes(make_input(env_snapshots=(cut,), limits=limits)) == []


@pytest.mark.requirement("S4-1c", "S4-1d", "S4-1e", "S4-1g")
def test_input_carries_snapshots_feedback_catalog_and_context(make_input: MakeInput) -> None:
    signal = AdmissionOutcomeSignal(attempt_id="a1", code=DropCode.GROUNDING_MISSING)
    reaction = make_input(
        env_snapshots=(capture_snapshot("GET /projects", [1], 10),), admission_feedback=(signal,)
    )
    dump = reaction.to_json()
    assert set(dump) == {
        "reaction_id",
        "sense_window",
        "env_snapshots",
        "admission_feedback",
        "capability_catalog",
        "limits",
        "context",
    }
    assert dump["env_snapshots"][0]["endpoint_key"] == "GET /projects"
    assert dump["admission_feedback"] == [{"attempt_id": "a1", "code": "GROUNDING_MISSING"}]
    assert {a["affordance_key"] for a in dump["capability_catalog"]["affordances"]} == {
        "log_hours",
        "list_hours",
    }
    assert set(dump["context"]) == {"constitutional", "environmental", "emergent_candidates"}
    for part in set(dump) - {"limits"}:
        lacking = {name: value for name, value in dump.items() if name != part}
        faults = read_input(json.dumps(lacking))
        assert isinstance(faults, tuple)
        assert [(f.code, f.path) for f in faults] == [(InputFaultCode.SCHEMA, f"/{part}")]


@pytest.mark.requirement("S4-1f")
def test_missing_limits_become_the_printed_defaults(make_input: MakeInput) -> None:
    text = json.dumps({k: v for k, v in make_input().to_json().items() if k != "limits"})
    reaction = read_input(text)
    assert isinstance(reaction, ReactionInput)
    assert reaction.to_json()["limits"] == ReactionLimits().to_json()


@pytest.mark.requirement("S4-5b")
@pytest.mark.parametrize(("calls", "valid"), [(0, False), (1, True), (2, False)])
def test_primary_calls_must_be_one(make_input: MakeInput, calls: int, valid: bool) -> None:
    codes = _codes(make_input(limits=ReactionLimits(max_primary_calls=calls)))
    assert codes == ([] if valid else [InputFaultCode.PRIMARY_CALLS_NOT_ONE])


@pytest.mark.requirement("S4-5c")
@pytest.mark.parametrize(("repairs", "valid"), [(0, True), (1, True), (2, False)])
def test_at_most_one_repair(make_input: MakeInput, repairs: int, valid: bool) -> None:
    codes = _codes(make_input(limits=ReactionLimits(max_repair_attempts=repairs)))
    assert codes == ([] if valid else [InputFaultCode.REPAIR_ATTEMPTS_TOO_MANY])


def test_repeated_affordance_is_invalid(make_input: MakeInput) -> None:
    affordance = make_input().capability_catalog.affordances[0]
    catalog = make_catalog([affordance, affordance])
    assert _codes(make_input(capability_catalog=catalog)) == [
        InputFaultCode.AFFORDANCE_KEY_REPEATED
    ]


def test_all_faults_are_listed_at_once(make_input: MakeInput) -> None:
    reaction = make_input(
        sense_window=(_sense("s"), _sense("s")),
        limits=ReactionLimits(max_sense_items=1, max_primary_calls=0),
    )
    faults = read_input(reaction.model_dump_json())
    assert isinstance(faults, tuple)
    assert [(fault.code.value, fault.path) for fault in faults] == [
        ("SENSE_WINDOW_TOO_LONG", "/sense_window"),
        ("SENSE_ID_REPEATED", "/sense_window"),
        ("PRIMARY_CALLS_NOT_ONE", "/limits/max_primary_calls"),
    ]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"reaction_id": -1}', b"\xff"])
def test_text_that_is_no_input_gives_faults_not_exceptions(text: str | bytes) -> None:
    faults = read_input(text)
    assert isinstance(faults, tuple)
    assert {fault.code for fault in faults} == {InputFaultCode.SCHEMA}


@pytest.mark.requirement("S4-1h")
def test_result_has_exactly_four_keys() -> None:
    assert no_op(3).to_json() == {
        "reaction_id": 3,
        "based_on": [],
        "attention_tags": [],
        "attempts": [],
    }


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=6),
    lambda c: st.lists(c, max_size=3) | st.dictionaries(st.text("abc", max_size=3), c, max_size=3),
    max_leaves=6,
)
names = st.text(min_size=1, max_size=8)


@st.composite
def inputs(draw: st.DrawFn) -> ReactionInput:
    return ReactionInput(
        reaction_id=draw(st.integers(0, 2**64 - 1)),
        sense_window=tuple(
            SenseDelta(sense_id=name, source=draw(names), payload=draw(json_values))
            for name in draw(st.lists(names, max_size=3, unique=True))
        ),
        env_snapshots=(capture_snapshot(draw(names), draw(json_values), 50),),
        admission_feedback=(
            AdmissionOutcomeSignal(
                attempt_id=draw(names), code=draw(st.sampled_from(list(DropCode)))
            ),
        ),
        capability_catalog=make_catalog(
            [
                AffordanceCapability(
                    affordance_key=draw(names),
                    allowed_capability_handles=(draw(names),),
                    payload_schema=draw(json_values),
                    max_payload_bytes=draw(st.integers(2, 10**6)),
                    default_resources=RequestedResources(),
                )
            ]
        ),
        limits=ReactionLimits(max_attempts=draw(st.integers(0, 4_096))),
        context=IntentContext(
            environmental=(
                EnvironmentalIntentSignal(
                    signal_key=draw(names), constraint_code="LIMIT", payload=draw(json_values)
                ),
            )
        ),
    )


@pytest.mark.requirement("S4-1j")
@given(inputs(), json_values)
@settings(derandomize=True, deadline=None, max_examples=40)
def test_json_round_trip_is_the_identity(reaction: ReactionInput, payload: Any) -> None:
    assert ReactionInput.model_validate_json(reaction.model_dump_json()) == reaction
    draft = AttemptDraft(
        intent_span="do it",
        based_on=tuple(s.sense_id for s in reaction.sense_window) or ("s",),
        attention_tags=("t",),
        affordance_key="tool",
        capability_handle="read",
        payload_draft=payload,
        requested_resources=RequestedResources(),
    )
    assert AttemptDraft.model_validate_json(draft.model_dump_json()) == draft
    prose = ProseIr(text="please do it")
    assert ProseIr.model_validate_json(prose.model_dump_json()) == prose
    attempt = make_attempt(draft, reaction_id=1, planner_slot=0, prose=prose)
    assert IntentAttempt.model_validate_json(attempt.model_dump_json()) == attempt
    result = ReactionResult(
        reaction_id=1, based_on=draft.based_on, attention_tags=(), attempts=(attempt,)
    )
    assert ReactionResult.model_validate_json(result.model_dump_json()) == result
