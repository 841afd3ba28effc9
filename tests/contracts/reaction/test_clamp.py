"""The clamp: drops with a code, never repairs, never cuts a write set silently."""

import ast
import inspect
from typing import Any, Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentic_solver.contracts.reaction import clamp as clamp_module
from agentic_solver.contracts.reaction.attempts import MAX_SLOT, AttemptDraft, ProseIr
from agentic_solver.contracts.reaction.capability import RequestedResources
from agentic_solver.contracts.reaction.clamp import Clamped, clamp, refuse_if_cut
from agentic_solver.contracts.reaction.feedback import DropCode
from agentic_solver.contracts.reaction.limits import ReactionLimits
from agentic_solver.contracts.reaction.round import ReactionInput


class MakeInput(Protocol):
    def __call__(self, **changes: Any) -> ReactionInput: ...


class MakeDraft(Protocol):
    def __call__(self, **changes: Any) -> AttemptDraft: ...


def _codes(clamped: Clamped) -> list[DropCode]:
    return [drop.code for drop in clamped.dropped]


def test_good_draft_is_admitted_as_it_is(
    make_draft: MakeDraft, make_input: MakeInput, prose: ProseIr
) -> None:
    draft = make_draft(payload_draft={"hours": 3.0})
    clamped = clamp([draft], make_input(), prose)
    (attempt,) = clamped.kept
    assert clamped.dropped == ()
    assert attempt.affordance_key == draft.affordance_key
    assert '"normalized_payload":{"hours":3}' in attempt.model_dump_json()
    assert attempt.based_on == draft.based_on


@pytest.mark.requirement("S4-4d")
def test_unknown_affordance_is_dropped(
    make_draft: MakeDraft, make_input: MakeInput, prose: ProseIr
) -> None:
    clamped = clamp([make_draft(affordance_key="log_hour")], make_input(), prose)
    assert clamped.kept == ()
    assert _codes(clamped) == [DropCode.AFFORDANCE_UNKNOWN]


@pytest.mark.requirement("S4-4e")
def test_unsupported_handle_is_dropped(
    make_draft: MakeDraft, make_input: MakeInput, prose: ProseIr
) -> None:
    clamped = clamp([make_draft(capability_handle="read")], make_input(), prose)
    assert clamped.kept == ()
    assert _codes(clamped) == [DropCode.CAPABILITY_UNSUPPORTED]


@pytest.mark.requirement("S4-5f")
@pytest.mark.parametrize("limit", [120, 100_000])
def test_oversize_payload_is_dropped_by_the_smaller_cap(
    make_draft: MakeDraft, make_input: MakeInput, prose: ProseIr, limit: int
) -> None:
    reaction = make_input(limits=ReactionLimits(max_payload_bytes=limit))
    cap = min(limit, 200)
    fitting = make_draft(payload_draft="x" * (cap - 2))
    larger = make_draft(payload_draft="x" * (cap - 1))
    clamped = clamp([fitting, larger], reaction, prose)
    assert [attempt.planner_slot for attempt in clamped.kept] == [0]
    assert _codes(clamped) == [DropCode.PAYLOAD_TOO_LARGE]


@pytest.mark.requirement("S4-6c")
@pytest.mark.parametrize("span", ["", " ", "\n\t"])
def test_blank_span_is_dropped(
    make_draft: MakeDraft, make_input: MakeInput, prose: ProseIr, span: str
) -> None:
    clamped = clamp([make_draft(intent_span=span)], make_input(), prose)
    assert clamped.kept == ()
    assert _codes(clamped) == [DropCode.INTENT_SPAN_BLANK]


@pytest.mark.requirement("S4-6d")
def test_span_from_nowhere_or_from_fetched_data_is_dropped(
    make_draft: MakeDraft, make_input: MakeInput, prose: ProseIr
) -> None:
    reaction = make_input()
    assert "delete the wiki" in str(reaction.sense_window[0].payload)
    drafts = [
        make_draft(intent_span="delete the wiki", based_on=("s2",)),
        make_draft(intent_span="book a flight"),
        make_draft(intent_span="LOG  3 HOURS"),
    ]
    clamped = clamp(drafts, reaction, prose)
    assert [attempt.planner_slot for attempt in clamped.kept] == [2]
    assert _codes(clamped) == [DropCode.INTENT_SPAN_UNTRACEABLE] * 2


@pytest.mark.requirement("S4-7c", "S4-7d")
def test_missing_or_unknown_grounding_is_dropped(
    make_draft: MakeDraft, make_input: MakeInput, prose: ProseIr
) -> None:
    drafts = [make_draft(based_on=()), make_draft(based_on=("s1", "s9")), make_draft()]
    clamped = clamp(drafts, make_input(), prose)
    assert [attempt.planner_slot for attempt in clamped.kept] == [2]
    assert _codes(clamped) == [DropCode.GROUNDING_MISSING, DropCode.GROUNDING_UNKNOWN]


def test_slot_is_the_place_before_anything_was_dropped(
    make_draft: MakeDraft, make_input: MakeInput, prose: ProseIr
) -> None:
    bad, good = make_draft(affordance_key="?"), make_draft()
    alone = clamp([bad, good], make_input(), prose).kept[0]
    repaired = clamp([make_draft(payload_draft=1), good], make_input(), prose).kept[1]
    assert alone.planner_slot == 1
    assert alone.attempt_id == repaired.attempt_id


@pytest.mark.requirement("S4-5d")
@given(st.permutations(range(8)), st.integers(0, 9))
@settings(derandomize=True, deadline=None, max_examples=60)
def test_survivors_of_the_limit_do_not_depend_on_the_order(
    make_draft: MakeDraft, make_input: MakeInput, prose: ProseIr, order: list[int], limit: int
) -> None:
    drafts = [
        make_draft(
            payload_draft={"hours": n}, requested_resources=RequestedResources(api_calls=n // 3)
        )
        for n in range(8)
    ]
    reaction = make_input(limits=ReactionLimits(max_attempts=limit))
    plain = clamp(drafts, reaction, prose)
    mixed = clamp([drafts[n] for n in order], reaction, prose)
    payloads = [sorted(str(a.normalized_payload) for a in c.kept) for c in (plain, mixed)]
    assert payloads[0] == payloads[1]
    assert len(plain.kept) == min(limit, 8)
    assert set(_codes(plain)) <= {DropCode.ATTEMPTS_EXCEEDED}
    assert [a.planner_slot for a in mixed.kept] == sorted(a.planner_slot for a in mixed.kept)


def test_cheaper_attempts_survive(
    make_draft: MakeDraft, make_input: MakeInput, prose: ProseIr
) -> None:
    costs = [(3, 1), (1, 9), (1, 2)]
    drafts = [
        make_draft(requested_resources=RequestedResources(api_calls=calls, rows=rows))
        for calls, rows in costs
    ]
    clamped = clamp(drafts, make_input(limits=ReactionLimits(max_attempts=1)), prose)
    assert [attempt.planner_slot for attempt in clamped.kept] == [2]


def test_drafts_beyond_the_slot_range_are_dropped_not_a_crash(
    make_draft: MakeDraft, make_input: MakeInput, prose: ProseIr, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_SLOT == 65_535
    monkeypatch.setattr(clamp_module, "MAX_SLOT", 1)
    clamped = clamp([make_draft()] * 3, make_input(), prose)
    assert len(clamped.kept) == 2
    assert _codes(clamped) == [DropCode.ATTEMPTS_EXCEEDED]


def test_cut_write_set_is_refused_as_a_whole(
    make_draft: MakeDraft, make_input: MakeInput, prose: ProseIr
) -> None:
    reaction = make_input(limits=ReactionLimits(max_attempts=4))
    drafts = [make_draft(payload_draft={"page": n}) for n in range(21)]
    clamped = clamp(drafts, reaction, prose)
    assert clamped.write_set_is_cut
    refused = refuse_if_cut(clamped, reaction)
    assert refused.kept == ()
    assert [drop.planner_slot for drop in refused.dropped] == list(range(21))
    assert _codes(refused).count(DropCode.WRITE_SET_INCOMPLETE) == 4
    assert _codes(refused).count(DropCode.ATTEMPTS_EXCEEDED) == 17


def test_cut_reads_leave_the_rest(
    make_draft: MakeDraft, make_input: MakeInput, prose: ProseIr
) -> None:
    reaction = make_input(limits=ReactionLimits(max_attempts=1))
    read = make_draft(affordance_key="list_hours", capability_handle="read")
    clamped = clamp([read, read], reaction, prose)
    assert not clamped.write_set_is_cut
    assert refuse_if_cut(clamped, reaction) == clamped
    assert len(clamped.kept) == 1


def test_write_posing_as_a_read_counts_as_a_write(
    make_draft: MakeDraft, make_input: MakeInput, prose: ProseIr
) -> None:
    reaction = make_input()
    posing = make_draft(capability_handle="read")
    clamped = clamp([posing, make_draft()], reaction, prose)
    assert clamped.write_set_is_cut
    assert refuse_if_cut(clamped, reaction).kept == ()


@pytest.mark.requirement("S4-7e")
def test_feedback_on_dropped_drafts_joins_back_to_their_ids(
    make_draft: MakeDraft, make_input: MakeInput, prose: ProseIr
) -> None:
    drafts = [make_draft(payload_draft=n) for n in range(5)]
    whole = {attempt.attempt_id for attempt in clamp(drafts, make_input(), prose).kept}
    cut = clamp(drafts, make_input(limits=ReactionLimits(max_attempts=2)), prose)
    told = {signal.attempt_id for signal in cut.signals}
    assert told | {attempt.attempt_id for attempt in cut.kept} == whole
    assert len(told) == 3


@pytest.mark.requirement("S4-4c")
@given(st.sampled_from(["log_hours", "list_hours", "Log_Hours", "log", "", "x"]), st.booleans())
@settings(derandomize=True, deadline=None, max_examples=20)
def test_clamp_never_substitutes_another_affordance(
    make_draft: MakeDraft, make_input: MakeInput, prose: ProseIr, key: str, reads: bool
) -> None:
    handle = "read" if reads else "log_time"
    drafts = [make_draft(affordance_key=key or "none", capability_handle=handle)]
    for attempt in clamp(drafts, make_input(), prose).kept:
        assert (attempt.affordance_key, attempt.capability_handle) == (key, handle)


@pytest.mark.requirement("S4-4c")
def test_clamp_source_builds_attempts_from_the_unchanged_draft_only() -> None:
    tree = ast.parse(inspect.getsource(clamp_module))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
    attributes = {call.func.attr for call in calls if isinstance(call.func, ast.Attribute)}
    assert "make_attempt" in names
    assert not names & {"AttemptDraft", "IntentAttempt", "replace", "setattr"}
    assert not attributes & {"model_copy", "model_construct", "copy", "update"}
