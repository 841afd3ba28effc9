"""The dual-state engine, driven by scripted generators and guards."""

import ast
import hashlib
import inspect
import json
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from agentic_solver.contracts.wording import rejected_attempts
from agentic_solver.errors import ContractError, ModelUnavailableError, SettingsError
from agentic_solver.guard import engine as engine_module
from agentic_solver.guard.context import Context
from agentic_solver.guard.engine import run
from agentic_solver.guard.journal import open_repository
from agentic_solver.guard.record import Event, Phase, RunRecord, RunStatus
from agentic_solver.guard.repository import Node, Repository
from agentic_solver.guard.state import Satisfied, WorkflowState
from agentic_solver.guard.verdict import Judgement, Verdict, accepted, rejected
from agentic_solver.guard.workflow import Step, Workflow


class Scripted(Protocol):
    """The scripted generator, as far as the tests look at it."""

    seen: list[Context]

    @property
    def count(self) -> int: ...

    def __call__(self, context: Context) -> JsonValue: ...


class ScriptedJudge(Protocol):
    """The scripted guard, as far as the tests look at it."""

    seen: list[tuple[Node, Context]]

    def __call__(self, candidate: Node, context: Context) -> Judgement: ...


class MakeStep(Protocol):
    def __call__(self, name: str = "solve", **changes: Any) -> Step: ...


class MakeWorkflow(Protocol):
    def __call__(self, *steps: Step, goal: Any = None) -> Workflow: ...


class MakeGenerator(Protocol):
    def __call__(self, *artifacts: JsonValue | Exception) -> Scripted: ...


class MakeGuard(Protocol):
    def __call__(self, script: str = "+", feedback: str | None = None) -> ScriptedJudge: ...


def _phases(record: RunRecord) -> list[tuple[str, str, int]]:
    return [(event.phase.value, event.step, event.attempt) for event in record.events]


@pytest.mark.requirement("S2-D7a", "S2-D7b", "S2-N5")
def test_accept_advances_in_the_order_generation_sensing_update(
    make_step: MakeStep, make_workflow: MakeWorkflow
) -> None:
    record = run(make_workflow(make_step("a"), make_step("b")), Repository())
    assert record.succeeded
    assert _phases(record) == [
        ("generation", "a", 1),
        ("sensing", "a", 1),
        ("update", "a", 1),
        ("generation", "b", 1),
        ("sensing", "b", 1),
        ("update", "b", 1),
    ]
    states = [dict(event.state) for event in record.events if event.phase is Phase.UPDATE]
    assert states == [
        {"a_holds": True, "b_holds": False},
        {"a_holds": True, "b_holds": True},
    ]
    assert all("state" in event.to_json() for event in record.events)


@pytest.mark.requirement("S2-D4a", "S2-D5b", "S2-D7b", "S2-D8b")
def test_rejection_refines_at_the_same_step_with_the_state_unchanged(
    make_step: MakeStep, make_workflow: MakeWorkflow, scripted_guard: MakeGuard
) -> None:
    record = run(make_workflow(make_step(check=scripted_guard("rr+"))), Repository())
    assert record.succeeded
    assert [(e.step, e.attempt) for e in record.events[::3]] == [
        ("solve", 1),
        ("solve", 2),
        ("solve", 3),
    ]
    for event in record.events[:-1]:
        assert dict(event.state) == {"solve_holds": False}
    assert dict(record.events[-1].state) == {"solve_holds": True}


@pytest.mark.requirement("S2-D7c", "S2-D8b")
def test_fatal_verdict_ends_without_another_attempt(
    make_step: MakeStep,
    make_workflow: MakeWorkflow,
    scripted_generator: MakeGenerator,
    scripted_guard: MakeGuard,
) -> None:
    generator, later = scripted_generator(), scripted_generator()
    workflow = make_workflow(
        make_step("a", generator=generator, check=scripted_guard("f"), r_max=5),
        make_step("b", generator=later),
    )
    record = run(workflow, Repository())
    assert record.status is RunStatus.ESCALATED
    assert record.reason == "a: why 1"
    assert (generator.count, later.count) == (1, 0)
    assert dict(record.final.workflow) == {"a_holds": False, "b_holds": False}


@pytest.mark.requirement("S2-N18")
@pytest.mark.parametrize("r_max", [0, 1, 4])
def test_always_rejected_generator_is_called_r_max_plus_one_times(
    make_step: MakeStep,
    make_workflow: MakeWorkflow,
    scripted_generator: MakeGenerator,
    scripted_guard: MakeGuard,
    r_max: int,
) -> None:
    generator = scripted_generator()
    step = make_step(generator=generator, check=scripted_guard("r"), r_max=r_max)
    record = run(make_workflow(step), Repository())
    assert generator.count == r_max + 1
    assert record.status is RunStatus.EXHAUSTED
    assert record.reason == f"solve: {rejected_attempts(r_max + 1)}"


@pytest.mark.requirement("S2-N15")
def test_false_precondition_keeps_the_generator_from_being_called(
    make_step: MakeStep, make_workflow: MakeWorkflow, scripted_generator: MakeGenerator
) -> None:
    generator = scripted_generator()
    step = make_step(generator=generator, precondition=lambda state: False)
    record = run(make_workflow(step), Repository())
    assert generator.count == 0
    assert record.status is RunStatus.BLOCKED
    assert record.events == ()


@pytest.mark.requirement("S2-D6b", "S2-N15")
def test_step_starts_only_after_its_required_guard_holds(
    make_step: MakeStep,
    make_workflow: MakeWorkflow,
    scripted_generator: MakeGenerator,
    scripted_guard: MakeGuard,
) -> None:
    second = scripted_generator()
    waiting = make_step("b", generator=second, precondition=Satisfied("a_holds"))
    record = run(make_workflow(waiting, make_step("a", check=scripted_guard("r+"))), Repository())
    assert [event.step for event in record.events[::3]] == ["a", "a", "b"]
    failing = make_workflow(waiting, make_step("a", check=scripted_guard("r")))
    assert run(failing, Repository()).status is RunStatus.EXHAUSTED
    assert second.count == 1


@pytest.mark.requirement("S2-N13", "S2-D5a", "S2-D5c")
def test_history_grows_by_each_rejection_and_is_cleared_on_advance(
    make_step: MakeStep,
    make_workflow: MakeWorkflow,
    scripted_generator: MakeGenerator,
    scripted_guard: MakeGuard,
) -> None:
    first, second = scripted_generator("p1", "p2", "p3"), scripted_generator()
    workflow = make_workflow(
        make_step("a", generator=first, check=scripted_guard("rr+")),
        make_step("b", generator=second),
    )
    run(workflow, Repository())
    histories = [context.history for context in first.seen]
    assert [len(history) for history in histories] == [0, 1, 2]
    assert [context.attempt for context in first.seen] == [1, 2, 3]
    for shorter, longer in pairwise(histories):
        assert longer[: len(shorter)] == shorter
    assert [(r.candidate.content, r.feedback) for r in histories[2]] == [
        ("p1", "why 1"),
        ("p2", "why 2"),
    ]
    assert second.seen[0].history == ()
    assert second.seen[0].local.candidate is None


@pytest.mark.requirement("S2-D3b")
def test_generator_that_echoes_the_history_shows_the_last_feedback(
    make_step: MakeStep, make_workflow: MakeWorkflow, scripted_guard: MakeGuard
) -> None:
    def echo(context: Context) -> list[JsonValue]:
        return [rejection.feedback for rejection in context.history]

    repository = Repository()
    run(make_workflow(make_step(generator=echo, check=scripted_guard("r+"))), repository)
    assert [entry.node.content for entry in repository.entries()] == [[], ["why 1"]]


@pytest.mark.requirement("S2-N8", "S2-N10", "S2-N12", "S2-D3a", "S2-D9c")
def test_contexts_share_constraints_and_specification_and_show_the_last_candidate(
    make_step: MakeStep,
    make_workflow: MakeWorkflow,
    scripted_generator: MakeGenerator,
    scripted_guard: MakeGuard,
) -> None:
    generator, other = scripted_generator("p1", "p2", "p3"), scripted_generator()
    step = make_step("a", generator=generator, check=scripted_guard("rr+"))
    workflow = make_workflow(step, make_step("b", generator=other))
    initial = workflow.initial_context(step, Repository().view())
    record = run(workflow, Repository())
    assert generator.seen[0] == initial
    seen = [*generator.seen, *other.seen]
    assert {context.ambient.constraints.id for context in seen} == {workflow.constraints.id}
    assert {c.local.specification.id for c in generator.seen} == {step.specification.id}
    recorded = [attempt.context.to_json() for attempt in record.final.environment.attempts]
    assert recorded == [context.to_json() for context in seen]
    nodes = [attempt.entry.node.id for attempt in record.final.environment.attempts]
    for number, context in enumerate(recorded[:3]):
        assert set(context) == {"ambient", "local", "history"}
        assert context["local"] == {
            "specification": step.specification.id,
            "candidate": nodes[number - 1] if number else None,
        }


@pytest.mark.requirement("S2-N9")
def test_context_shows_every_artifact_so_far_with_its_ruling(
    make_step: MakeStep,
    make_workflow: MakeWorkflow,
    scripted_generator: MakeGenerator,
    scripted_guard: MakeGuard,
) -> None:
    first, second = scripted_generator("p1", "p2"), scripted_generator("q1")
    workflow = make_workflow(
        make_step("a", generator=first, check=scripted_guard("r+")),
        make_step("b", generator=second),
    )
    run(workflow, Repository())
    views = [context.ambient.repository for context in (*first.seen, *second.seen)]
    assert [[(e.node.content, e.feedback) for e in view] for view in views] == [
        [],
        [("p1", "why 1")],
        [("p1", "why 1"), ("p2", "")],
    ]
    accepted_plan = views[2].accepted("a")
    assert accepted_plan is not None
    assert accepted_plan.content == "p2"


@pytest.mark.requirement("S2-N11")
def test_guard_receives_exactly_the_stored_candidate(
    make_step: MakeStep,
    make_workflow: MakeWorkflow,
    scripted_generator: MakeGenerator,
    scripted_guard: MakeGuard,
) -> None:
    guard, generator = scripted_guard("r+"), scripted_generator({"p": 1}, {"p": 2})
    repository = Repository()
    run(make_workflow(make_step(generator=generator, check=guard)), repository)
    assert [node for node, _ in guard.seen] == [e.node for e in repository.entries()]
    assert [context for _, context in guard.seen] == generator.seen


@pytest.mark.requirement("S2-D3c")
def test_guard_can_read_the_constraints(
    make_step: MakeStep, make_workflow: MakeWorkflow, scripted_generator: MakeGenerator
) -> None:
    def obeys(candidate: Node, context: Context) -> Judgement:
        constraints = context.ambient.constraints.value
        assert isinstance(constraints, dict)
        if candidate.content == constraints["never"]:
            return rejected("forbidden")
        return accepted()

    step = make_step(generator=scripted_generator("delete", "keep"), check=obeys)
    record = run(make_workflow(step), Repository())
    assert [e.verdict for e in record.events[1::3]] == [Verdict.RETRY, Verdict.ACCEPT]


@pytest.mark.requirement("S2-N9")
@pytest.mark.parametrize("write", ["add", "rule"])
def test_generator_that_writes_to_its_view_gets_an_error(
    make_step: MakeStep, make_workflow: MakeWorkflow, write: str
) -> None:
    def vandal(context: Context) -> str:
        getattr(context.ambient.repository, write)("forged")
        return "never reached"

    repository = Repository()
    with pytest.raises(AttributeError):
        run(make_workflow(make_step(generator=vandal)), repository)
    assert [entry.node.content for entry in repository.entries()] == [{"fault": "AttributeError"}]


@pytest.mark.requirement("S2-D2c", "S2-N11")
def test_candidate_changed_by_a_guard_stays_as_stored(
    make_step: MakeStep, make_workflow: MakeWorkflow, scripted_generator: MakeGenerator
) -> None:
    def vandal(candidate: Node, context: Context) -> Judgement:
        content = candidate.content
        assert isinstance(content, dict)
        content["plan"] = "forged"
        return accepted()

    artifact: dict[str, JsonValue] = {"plan": "mine"}
    repository = Repository()
    step = make_step(generator=scripted_generator(artifact), check=vandal)
    run(make_workflow(step), repository)
    artifact["plan"] = "changed later"
    assert repository.entries()[0].node.content == {"plan": "mine"}


@pytest.mark.requirement("S2-D2b", "S2-D2d")
def test_every_generation_leaves_a_node_and_every_rejection_its_feedback(
    make_step: MakeStep,
    make_workflow: MakeWorkflow,
    scripted_generator: MakeGenerator,
    scripted_guard: MakeGuard,
) -> None:
    generator = scripted_generator("same")
    repository = Repository()
    step = make_step(generator=generator, check=scripted_guard("rrr"))
    run(make_workflow(step), repository)
    entries = repository.entries()
    assert len(entries) == generator.count == 3
    assert len({entry.node.id for entry in entries}) == 3
    assert [(e.status, e.feedback) for e in repository.view().rejected()] == [
        (Verdict.RETRY, "why 1"),
        (Verdict.RETRY, "why 2"),
        (Verdict.RETRY, "why 3"),
    ]
    assert [entry.node.parent for entry in entries] == [
        None,
        entries[0].node.id,
        entries[1].node.id,
    ]


@pytest.mark.requirement("S2-D2b")
@pytest.mark.parametrize("part", ["generator", "guard"])
def test_declared_fault_becomes_a_fatal_node_and_ends_the_run(
    make_step: MakeStep,
    make_workflow: MakeWorkflow,
    scripted_generator: MakeGenerator,
    part: str,
) -> None:
    def broken_guard(candidate: Node, context: Context) -> Judgement:
        raise ModelUnavailableError("no answer")

    fault: list[JsonValue | Exception] = ["plan"]
    check = broken_guard if part == "guard" else None
    if part == "generator":
        fault = [ModelUnavailableError("no answer")]
    generator = scripted_generator(*fault)
    repository = Repository()
    record = run(make_workflow(make_step(generator=generator, check=check)), repository)
    (entry,) = repository.entries()
    assert generator.count == 1
    assert record.status is RunStatus.ESCALATED
    assert entry.status is Verdict.FATAL
    assert entry.feedback == f"{part} raised ModelUnavailableError: no answer"
    assert (record.reason, record.why) == (f"solve: {entry.feedback}", "no answer")
    assert _phases(record) == [
        ("generation", "solve", 1),
        ("sensing", "solve", 1),
        ("update", "solve", 1),
    ]


@pytest.mark.requirement("S2-D2b")
@pytest.mark.parametrize("part", ["generator", "guard"])
def test_unforeseen_exception_leaves_its_fatal_node_on_disk_and_goes_on(
    make_step: MakeStep,
    make_workflow: MakeWorkflow,
    scripted_generator: MakeGenerator,
    tmp_path: Path,
    part: str,
) -> None:
    def broken_guard(candidate: Node, context: Context) -> Judgement:
        raise ZeroDivisionError("bug")

    events: list[Event] = []
    step = (
        make_step(check=broken_guard)
        if part == "guard"
        else make_step(generator=scripted_generator(ZeroDivisionError("bug")))
    )
    path = tmp_path / "repository.jsonl"
    with pytest.raises(ZeroDivisionError):
        run(make_workflow(step), open_repository(path), on_event=events.append)
    (entry,) = open_repository(path).entries()
    assert (entry.status, entry.feedback) == (
        Verdict.FATAL,
        f"{part} raised ZeroDivisionError: bug",
    )
    assert [event.phase for event in events] == [Phase.GENERATION, Phase.SENSING]


def test_wrong_set_up_leaves_its_node_and_goes_on(
    make_step: MakeStep, make_workflow: MakeWorkflow, scripted_generator: MakeGenerator
) -> None:
    repository = Repository()
    generator = scripted_generator(SettingsError("no key"))
    with pytest.raises(SettingsError):
        run(make_workflow(make_step(generator=generator)), repository)
    (entry,) = repository.entries()
    assert (entry.status, generator.count) == (Verdict.FATAL, 1)


def test_artifact_that_is_not_json_is_a_fault_of_the_generator(
    make_step: MakeStep, make_workflow: MakeWorkflow
) -> None:
    repository = Repository()
    record = run(
        make_workflow(make_step(generator=lambda context: {"x": float("nan")})), repository
    )
    assert record.status is RunStatus.ESCALATED
    assert "generator raised ContractError" in repository.entries()[0].feedback


@pytest.mark.requirement("S2-D2c")
def test_bytes_of_earlier_nodes_are_the_same_at_the_end(
    make_step: MakeStep,
    make_workflow: MakeWorkflow,
    scripted_guard: MakeGuard,
    tmp_path: Path,
) -> None:
    path = tmp_path / "repository.jsonl"
    seen: list[tuple[int, str]] = []

    def watch(event: Event) -> None:
        content = path.read_bytes()
        seen.append((len(content), hashlib.sha256(content).hexdigest()))

    workflow = make_workflow(make_step("a", check=scripted_guard("rr+")), make_step("b"))
    run(workflow, open_repository(path), on_event=watch)
    final = path.read_bytes()
    assert len(seen) == 12
    for size, digest in seen:
        assert hashlib.sha256(final[:size]).hexdigest() == digest


@pytest.mark.requirement("S2-D9b")
def test_same_workflow_object_starts_afresh_in_each_run(
    make_step: MakeStep, make_workflow: MakeWorkflow, scripted_generator: MakeGenerator
) -> None:
    generator = scripted_generator()
    workflow, repository = make_workflow(make_step(generator=generator)), Repository()
    records = [run(workflow, repository) for _ in range(2)]
    for record in records:
        assert dict(record.events[0].state) == {"solve_holds": False}
        assert record.succeeded
    assert generator.count == len(repository.entries()) == 2
    assert generator.seen[1].history == ()


@pytest.mark.requirement("S2-D9d")
@pytest.mark.parametrize(
    ("goal", "script", "status"),
    [
        (Satisfied("a_holds"), "+", RunStatus.SUCCEEDED),
        (Satisfied(), "r", RunStatus.SUCCEEDED),
        (Satisfied("a_holds", "b_holds"), "+", RunStatus.SUCCEEDED),
        (Satisfied("a_holds"), "r", RunStatus.EXHAUSTED),
        (lambda state: False, "+", RunStatus.BLOCKED),
        (lambda state: not any(state.values()), "r", RunStatus.SUCCEEDED),
    ],
)
def test_run_succeeds_exactly_in_a_goal_state(
    make_step: MakeStep,
    make_workflow: MakeWorkflow,
    scripted_guard: MakeGuard,
    goal: Any,
    script: str,
    status: RunStatus,
) -> None:
    workflow = make_workflow(
        make_step("a", check=scripted_guard(script)), make_step("b"), goal=goal
    )
    record = run(workflow, Repository())
    assert record.status is status
    assert record.succeeded == goal(record.final.workflow)
    assert bool(record.reason) != record.succeeded


@pytest.mark.requirement("S2-D1b", "S2-D9e", "S2-N6", "S2-D2b")
@given(
    st.lists(
        st.tuples(st.text("+rf", min_size=1, max_size=5), st.integers(0, 3)),
        min_size=1,
        max_size=4,
    )
)
@settings(derandomize=True, deadline=None, max_examples=80)
def test_any_script_keeps_the_state_total_and_the_calls_within_budget(
    make_step: MakeStep,
    make_workflow: MakeWorkflow,
    scripted_generator: MakeGenerator,
    scripted_guard: MakeGuard,
    plan: list[tuple[str, int]],
) -> None:
    generators = [scripted_generator() for _ in plan]
    workflow = make_workflow(
        *(
            make_step(f"s{n}", generator=generators[n], check=scripted_guard(script), r_max=r_max)
            for n, (script, r_max) in enumerate(plan)
        )
    )
    repository = Repository()
    record = run(workflow, repository)
    calls = sum(generator.count for generator in generators)
    assert calls == len(repository.entries()) <= sum(r_max + 1 for _, r_max in plan)
    before = workflow.initial_state()
    for event in record.events:
        assert set(event.state) == set(before)
        assert all(type(value) is bool for value in event.state.values())
        changed = {g for g in before if before[g] != event.state[g]}
        advances = event.phase is Phase.UPDATE and event.verdict is Verdict.ACCEPT
        assert changed == ({f"{event.step}_holds"} if advances else set())
        before = event.state
    assert record.succeeded == all(record.final.workflow.values())


@pytest.mark.requirement("S2-N17", "S2-D6d")
@given(st.recursive(st.integers() | st.text(max_size=4), lambda c: st.lists(c, max_size=3)))
@settings(derandomize=True, deadline=None, max_examples=40)
def test_guard_asked_twice_on_equal_input_answers_equally(
    make_step: MakeStep, make_workflow: MakeWorkflow, artifact: JsonValue
) -> None:
    twice: list[Judgement] = []

    def short(candidate: Node, context: Context) -> Judgement:
        size = len(json.dumps(candidate.content))
        return accepted() if size < 12 else rejected(f"{size} characters")

    def asked_twice(candidate: Node, context: Context) -> Judgement:
        twice.extend(short(candidate, context) for _ in range(2))
        return twice[-1]

    step = make_step(generator=lambda context: artifact, check=asked_twice, r_max=0)
    records = [run(make_workflow(step), Repository()).to_json() for _ in range(2)]
    assert len(set(twice)) == 1
    assert records[0] == records[1]


@pytest.mark.requirement("S2-N20")
def test_every_rejection_in_a_record_has_feedback(
    make_step: MakeStep, make_workflow: MakeWorkflow, scripted_guard: MakeGuard
) -> None:
    record = run(make_workflow(make_step(check=scripted_guard("rrf"))), Repository())
    rejections = [e for e in record.events if e.verdict in {Verdict.RETRY, Verdict.FATAL}]
    assert len(rejections) == 6
    assert all(event.feedback.strip() for event in rejections)


@pytest.mark.requirement("S2-N1", "S2-D1c")
def test_system_state_is_two_objects_neither_of_which_contains_the_other(
    make_step: MakeStep, make_workflow: MakeWorkflow, scripted_guard: MakeGuard
) -> None:
    record = run(make_workflow(make_step(check=scripted_guard("r+"))), Repository())
    workflow, environment = record.final.workflow, record.final.environment
    assert json.loads(json.dumps(workflow.to_json())) == {"solve_holds": True}
    printed = environment.to_json()
    assert "solve_holds" not in json.dumps(printed)
    assert len(printed) == 2
    for attempt in printed:
        assert isinstance(attempt, dict)
        assert set(attempt) == {"artifact", "context"}


@pytest.mark.requirement("S2-N3")
def test_another_generator_changes_the_environment_not_the_meaning_of_the_state(
    make_step: MakeStep, make_workflow: MakeWorkflow, scripted_generator: MakeGenerator
) -> None:
    records = [
        run(make_workflow(make_step(generator=scripted_generator(text))), Repository())
        for text in ("one plan", "another plan")
    ]
    assert records[0].final.environment.to_json() != records[1].final.environment.to_json()
    assert records[0].final.workflow == records[1].final.workflow
    assert [e.state for e in records[0].events] == [e.state for e in records[1].events]


def test_record_is_plain_data_and_equal_for_equal_parts(
    make_step: MakeStep, make_workflow: MakeWorkflow, scripted_guard: MakeGuard
) -> None:
    texts = {
        json.dumps(
            run(make_workflow(make_step(check=scripted_guard("r+"))), Repository()).to_json()
        )
        for _ in range(2)
    }
    assert len(texts) == 1
    printed = json.loads(texts.pop())
    assert set(printed) == {
        "status",
        "reason",
        "events",
        "workflow_state",
        "environment_state",
    }
    assert printed["events"][1] == {
        "phase": "sensing",
        "step": "solve",
        "attempt": 1,
        "node": printed["environment_state"][0]["artifact"]["id"],
        "state": {"solve_holds": False},
        "verdict": "retry",
        "feedback": "why 1",
    }


def test_same_feedback_twice_is_shown_and_a_third_time_ends_the_step(
    make_step: MakeStep,
    make_workflow: MakeWorkflow,
    scripted_generator: MakeGenerator,
    scripted_guard: MakeGuard,
) -> None:
    generator = scripted_generator()
    step = make_step(
        generator=generator,
        check=scripted_guard("r", feedback="same"),
        r_max=9,
        stagnation_limit=3,
    )
    record = run(make_workflow(step), Repository())
    assert [context.repeats for context in generator.seen] == [0, 1, 2]
    assert [context.is_stagnant for context in generator.seen] == [False, False, True]
    assert record.status is RunStatus.ESCALATED
    assert record.reason == "solve: stagnation, the same feedback 3 times"


def test_changing_feedback_is_no_stagnation_and_the_limit_is_an_option(
    make_step: MakeStep,
    make_workflow: MakeWorkflow,
    scripted_generator: MakeGenerator,
    scripted_guard: MakeGuard,
) -> None:
    moving = make_step(check=scripted_guard("r"), r_max=5, stagnation_limit=2)
    assert run(make_workflow(moving), Repository()).status is RunStatus.EXHAUSTED
    generator = scripted_generator()
    patient = make_step(generator=generator, check=scripted_guard("r", feedback="same"), r_max=5)
    assert run(make_workflow(patient), Repository()).status is RunStatus.EXHAUSTED
    assert generator.count == 6


def test_stagnation_compares_what_the_step_says(
    make_step: MakeStep, make_workflow: MakeWorkflow, scripted_guard: MakeGuard
) -> None:
    step = make_step(
        check=scripted_guard("r"),
        r_max=9,
        stagnation_limit=3,
        stagnation_key=lambda feedback: feedback.rstrip("0123456789"),
    )
    repository = Repository()
    record = run(make_workflow(step), repository)
    assert record.reason == "solve: stagnation, the same feedback 3 times"
    assert [e.feedback for e in repository.entries()] == ["why 1", "why 2", "why 3"]


def test_events_are_told_as_they_happen(
    make_step: MakeStep, make_workflow: MakeWorkflow, scripted_guard: MakeGuard
) -> None:
    told: list[Event] = []
    record = run(
        make_workflow(make_step(check=scripted_guard("r+"))), Repository(), on_event=told.append
    )
    assert tuple(told) == record.events


@pytest.mark.requirement("S2-D1a")
def test_control_never_reads_the_content_of_an_artifact() -> None:
    tree = ast.parse(inspect.getsource(engine_module))
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not attributes & {"content", "value", "text", "document"}
    decisions = [
        node.subject if isinstance(node, ast.Match) else node.test
        for node in ast.walk(tree)
        if isinstance(node, ast.Match | ast.If | ast.While | ast.IfExp)
    ]
    assert sorted(ast.unparse(decision) for decision in decisions) == [
        "ended is not None",
        "judgement is not None",
        "judgement.verdict",
        "not _is_ruled(error)",
        "not _is_ruled(error)",
        "not self.workflow.goal(state)",
        "self.on_event is not None",
        "step is None",
        "step.stagnation_limit is not None and context.repeats >= step.stagnation_limit",
    ]


@pytest.mark.requirement("S2-D1a")
def test_preconditions_and_goal_are_given_the_workflow_state_only(
    make_step: MakeStep, make_workflow: MakeWorkflow
) -> None:
    given_to: list[object] = []

    def noting(state: WorkflowState) -> bool:
        given_to.append(state)
        return all(state.values())

    def always(state: WorkflowState) -> bool:
        given_to.append(state)
        return True

    assert run(make_workflow(make_step(precondition=always), goal=noting), Repository()).succeeded
    assert len(given_to) == 3
    assert all(isinstance(state, WorkflowState) for state in given_to)


def test_repository_of_an_earlier_run_is_continued(
    make_step: MakeStep, make_workflow: MakeWorkflow, tmp_path: Path
) -> None:
    path = tmp_path / "repository.jsonl"
    for _ in range(2):
        run(make_workflow(make_step()), open_repository(path))
    first, second = open_repository(path).entries()
    assert second.node.parent == first.node.id
    with pytest.raises(ContractError):
        open_repository(path).add(first.node)
