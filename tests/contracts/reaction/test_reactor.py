"""The reactor: bounded, stateless, and a no-op whenever the proposer fails."""

import hashlib
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import pytest

from agentic_solver.contracts.reaction.attempts import AttemptDraft, ProseIr
from agentic_solver.contracts.reaction.feedback import render_feedback
from agentic_solver.contracts.reaction.intent import ConstitutionalIntent, IntentContext
from agentic_solver.contracts.reaction.limits import ReactionLimits
from agentic_solver.contracts.reaction.observer import JsonlObserver, NullObserver, Observer
from agentic_solver.contracts.reaction.reactor import CallKind, Calls, ProviderCall, Reaction, react
from agentic_solver.contracts.reaction.round import ReactionInput, no_op
from agentic_solver.errors import AgenticSolverError, ContractError, ModelReplyError


class MakeInput(Protocol):
    def __call__(self, **changes: Any) -> ReactionInput: ...


class MakeDraft(Protocol):
    def __call__(self, **changes: Any) -> AttemptDraft: ...


class FakeWorld:
    """A provider that takes its time, and the clock that shows it."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.now = 100.0
        self.seconds = seconds
        self.calls: list[ProviderCall] = []

    def clock(self) -> float:
        return self.now

    def provide(self, call: ProviderCall) -> str:
        self.calls.append(call)
        self.now += self.seconds
        return "answer"

    def react(
        self,
        reaction: ReactionInput,
        prose: ProseIr,
        propose: Callable[[ReactionInput, ProseIr, Calls], Sequence[AttemptDraft]],
        observer: Observer | None = None,
    ) -> Reaction:
        return react(reaction, prose, propose, self.provide, self.clock, observer)


def test_round_returns_attempts_with_their_grounding_and_tags(
    make_input: MakeInput, make_draft: MakeDraft, prose: ProseIr
) -> None:
    def propose(r: ReactionInput, p: ProseIr, calls: Calls) -> list[AttemptDraft]:
        calls.primary("plan it")
        return [
            make_draft(based_on=("s1",), attention_tags=("b", "a")),
            make_draft(based_on=("s2", "s1"), attention_tags=("a",)),
        ]

    outcome = FakeWorld().react(make_input(), prose, propose)
    assert outcome.result.based_on == ("s1", "s2")
    assert outcome.result.attention_tags == ("b", "a")
    assert [attempt.planner_slot for attempt in outcome.result.attempts] == [0, 1]
    assert (outcome.dropped, outcome.failure) == ((), "")


@pytest.mark.requirement("S4-1i")
@pytest.mark.parametrize(
    "error", [ModelReplyError("cut off"), ContractError("bug"), ValueError("x"), TimeoutError("y")]
)
def test_failing_proposer_gives_a_no_op(
    make_input: MakeInput, prose: ProseIr, error: Exception
) -> None:
    def propose(r: ReactionInput, p: ProseIr, calls: Calls) -> list[AttemptDraft]:
        raise error

    outcome = FakeWorld().react(make_input(reaction_id=8), prose, propose)
    assert outcome.result == no_op(8)
    assert outcome.failure == type(error).__name__


@pytest.mark.requirement("S4-1i")
def test_empty_proposal_is_a_no_op(make_input: MakeInput, prose: ProseIr) -> None:
    outcome = FakeWorld().react(make_input(reaction_id=8), prose, lambda r, p, calls: [])
    assert outcome.result == no_op(8)
    assert outcome.failure == ""


def test_invalid_input_is_the_callers_bug(make_input: MakeInput, prose: ProseIr) -> None:
    reaction = make_input(limits=ReactionLimits(max_primary_calls=0))
    with pytest.raises(ContractError, match="PRIMARY_CALLS_NOT_ONE"):
        FakeWorld().react(reaction, prose, lambda r, p, calls: [])


@pytest.mark.requirement("S4-5e")
@pytest.mark.parametrize("limit", [0, 2, 5])
def test_calls_are_counted_also_in_a_round_with_repair(
    make_input: MakeInput, prose: ProseIr, limit: int
) -> None:
    world = FakeWorld()

    def propose(r: ReactionInput, p: ProseIr, calls: Calls) -> list[AttemptDraft]:
        calls.primary("q")
        calls.repair("q again")
        for extra in (calls.primary, calls.repair):
            with pytest.raises(AgenticSolverError):
                extra("once more")
        while True:
            calls.sub("side question")

    limits = ReactionLimits(max_sub_calls=limit)
    outcome = world.react(make_input(limits=limits), prose, propose)
    kinds = [call.kind for call in world.calls]
    assert outcome.result.attempts == ()
    assert kinds.count(CallKind.SUB) == limit
    assert kinds.count(CallKind.PRIMARY) == kinds.count(CallKind.REPAIR) == 1
    assert ReactionLimits().max_sub_calls == 2


def test_repair_can_be_forbidden(make_input: MakeInput, prose: ProseIr) -> None:
    world = FakeWorld()

    def propose(r: ReactionInput, p: ProseIr, calls: Calls) -> list[AttemptDraft]:
        calls.repair("q")
        return []

    outcome = world.react(make_input(limits=ReactionLimits(max_repair_attempts=0)), prose, propose)
    assert world.calls == []
    assert outcome.failure == "ModelUnavailableError"


@pytest.mark.requirement("S4-5g")
def test_one_deadline_covers_all_calls_of_a_slow_proposer(
    make_input: MakeInput, make_draft: MakeDraft, prose: ProseIr
) -> None:
    world = FakeWorld(seconds=6.0)

    def propose(r: ReactionInput, p: ProseIr, calls: Calls) -> list[AttemptDraft]:
        calls.primary("q")
        calls.sub("q")
        calls.sub("refused: the time is over")
        return [make_draft()]

    reaction = make_input(limits=ReactionLimits(max_cycle_time_ms=10_000))
    outcome = world.react(reaction, prose, propose)
    assert [call.timeout_s for call in world.calls] == [10.0, 4.0]
    assert outcome.result == no_op(1)
    assert outcome.failure == "ModelUnavailableError"


@pytest.mark.requirement("S4-5g")
def test_late_answer_is_thrown_away(
    make_input: MakeInput, make_draft: MakeDraft, prose: ProseIr
) -> None:
    def propose(r: ReactionInput, p: ProseIr, calls: Calls) -> list[AttemptDraft]:
        calls.primary("q")
        return [make_draft()]

    reaction = make_input(limits=ReactionLimits(max_cycle_time_ms=10_000))
    late = FakeWorld(seconds=10.0).react(reaction, prose, propose)
    timely = FakeWorld(seconds=9.9).react(reaction, prose, propose)
    assert (late.result, late.failure) == (no_op(1), "late")
    assert len(timely.result.attempts) == 1


@pytest.mark.requirement("S4-5h")
def test_provider_is_handed_the_configured_token_maximum(
    make_input: MakeInput, prose: ProseIr
) -> None:
    world = FakeWorld()

    def propose(r: ReactionInput, p: ProseIr, calls: Calls) -> list[AttemptDraft]:
        calls.sub("a")
        calls.primary("b")
        calls.repair("c")
        return []

    limits = ReactionLimits(max_primary_output_tokens=1_234, max_sub_output_tokens=56)
    world.react(make_input(limits=limits), prose, propose)
    assert [(call.prompt, call.max_output_tokens) for call in world.calls] == [
        ("a", 56),
        ("b", 1_234),
        ("c", 1_234),
    ]


@pytest.mark.requirement("S4-2k", "S4-7e")
def test_second_round_is_told_each_id_beside_its_code(
    make_input: MakeInput, make_draft: MakeDraft, prose: ProseIr
) -> None:
    world = FakeWorld()

    def propose(r: ReactionInput, p: ProseIr, calls: Calls) -> list[AttemptDraft]:
        calls.primary(f"Plan.\n{render_feedback(r.admission_feedback)}")
        return [make_draft(affordance_key="nope"), make_draft(based_on=())]

    first = world.react(make_input(), prose, propose)
    world.react(make_input(reaction_id=2, admission_feedback=first.signals), prose, propose)
    assert len(first.dropped) == 2
    for drop in first.dropped:
        assert f"attempt {drop.attempt_id}: {drop.code.value}" in world.calls[1].prompt
    assert {s.attempt_id for s in first.signals} == {d.attempt_id for d in first.dropped}


@pytest.mark.requirement("S4-2b")
def test_proposer_sees_the_window_in_upstream_order(make_input: MakeInput, prose: ProseIr) -> None:
    seen: list[ReactionInput] = []

    def propose(r: ReactionInput, p: ProseIr, calls: Calls) -> list[AttemptDraft]:
        seen.append(r)
        return []

    FakeWorld().react(make_input(), prose, propose)
    assert [sense.sense_id for sense in seen[0].sense_window] == ["s2", "s1"]


def test_cut_write_set_is_not_passed_on(
    make_input: MakeInput, make_draft: MakeDraft, prose: ProseIr
) -> None:
    reaction = make_input(limits=ReactionLimits(max_attempts=1))
    drafts = [make_draft(payload_draft=n) for n in range(3)]
    outcome = FakeWorld().react(reaction, prose, lambda r, p, calls: drafts)
    assert outcome.result == no_op(1)
    assert len(outcome.dropped) == 3


@pytest.mark.requirement("S4-9a", "S4-9b")
def test_latency_and_observer_change_no_business_byte(
    make_input: MakeInput, make_draft: MakeDraft, prose: ProseIr
) -> None:
    def propose(r: ReactionInput, p: ProseIr, calls: Calls) -> list[AttemptDraft]:
        calls.primary("q")
        return [make_draft(), make_draft(payload_draft=2)]

    lines: list[str] = []

    def full(line: str) -> None:
        raise OSError("disk full")

    observers: list[Observer | None] = [
        None,
        NullObserver(),
        JsonlObserver(lines.append),
        JsonlObserver(full),
    ]
    results = {
        FakeWorld(seconds).react(make_input(), prose, propose, observer).result.model_dump_json()
        for observer in observers
        for seconds in (0.0, 3.5)
    }
    assert len(results) == 1
    assert len(lines) == 2
    assert lines[0] != lines[1]
    assert "3.5" in lines[1]
    assert "3.5" not in results.pop()


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        digest.update(str(path.relative_to(folder)).encode())
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()


@pytest.mark.requirement("S4-3d", "S4-10c")
def test_round_leaves_nothing_behind(
    make_input: MakeInput,
    make_draft: MakeDraft,
    prose: ProseIr,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    database = sqlite3.connect(tmp_path / "experience.db")
    database.execute("CREATE TABLE patch (id TEXT)")
    database.commit()
    database.close()
    monkeypatch.chdir(tmp_path)
    intent = ConstitutionalIntent(intent_key="only-log", description="Hours only.")
    reaction = make_input(context=IntentContext(constitutional=(intent,)))

    def propose(r: ReactionInput, p: ProseIr, calls: Calls) -> list[AttemptDraft]:
        tags = tuple(i.intent_key for i in r.context.constitutional)
        return [make_draft(attention_tags=tags)]

    before = _digest(tmp_path), reaction.model_dump_json()
    first = FakeWorld().react(reaction, prose, propose)
    second = FakeWorld().react(reaction, prose, propose)
    assert (_digest(tmp_path), reaction.model_dump_json()) == before
    assert first == second
    assert first.result.attention_tags == ("only-log",)
