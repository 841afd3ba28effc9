import hashlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict

from agentic_solver.contracts.model import Contract
from agentic_solver.core import (
    AgentCallResult,
    AgentDispatcher,
    AgentFailedError,
    AgentInputError,
    AgentProtocol,
    Decision,
    Feedback,
    PlannerInput,
    PlannerOutput,
    ToolRequest,
    UnknownWorkerError,
    WorkerInput,
    WorkerOutput,
)
from agentic_solver.core.reply import MAX_REPLY_CHARS
from agentic_solver.core.scripted import ScriptedAgent
from agentic_solver.errors import ContractError

deterministic = settings(derandomize=True, deadline=None, max_examples=25)


class Task(Contract):
    text: str


class Answer(Contract):
    text: str


class JudgeInput(Contract):
    plan: Task
    worker_answer: Answer


TASK = Task(text="what")
WORK_OFFER: dict[str, object] = {"task": TASK, "feedback": None}
GOOD = WorkerOutput[Answer](result=Answer(text="this"))

Dispatcher = AgentDispatcher[Task, Answer, Decision]


def planner(*replies: str | BaseModel | Exception) -> ScriptedAgent:
    return ScriptedAgent(
        name="planner",
        input_schema=PlannerInput[Task, Answer],
        output_schema=PlannerOutput[Task],
        replies=replies or (PlannerOutput[Task](task=TASK, worker_id="w"),),
    )


def worker(*replies: str | BaseModel | Exception) -> ScriptedAgent:
    return ScriptedAgent(
        name="the worker",
        input_schema=WorkerInput[Task, Answer],
        output_schema=WorkerOutput[Answer],
        replies=replies or (GOOD,),
    )


def critic(*replies: str | BaseModel | Exception) -> ScriptedAgent:
    return ScriptedAgent(
        name="critic",
        input_schema=JudgeInput,
        output_schema=Decision,
        replies=replies or (Decision(decision="ACCEPT"),),
    )


def dispatcher(agent: AgentProtocol, *, max_retries: int = 3) -> Dispatcher:
    return Dispatcher(
        planner=planner(), workers={"w": agent}, critic=critic(), max_retries=max_retries
    )


@pytest.mark.requirement("S1-4.2a")
def test_it_holds_a_planner_workers_by_id_and_a_critic() -> None:
    first, second, third = planner(), worker(), critic()
    held = Dispatcher(planner=first, workers={"w": second}, critic=third)
    assert held.planner is first
    assert held.workers == {"w": second}
    assert isinstance(held.workers, dict)
    assert held.critic is third


@pytest.mark.requirement("S1-4.3a")
def test_success_is_a_typed_result() -> None:
    held = dispatcher(worker())
    planned = held.plan({})
    assert planned == AgentCallResult(
        agent="planner", output=PlannerOutput[Task](task=TASK, worker_id="w"), calls=1
    )
    assert type(planned.output) is held.planner.output_schema
    assert type(held.work("w", WORK_OFFER).output) is WorkerOutput[Answer]
    judged = held.judge({"plan": TASK, "worker_answer": Answer(text="this")})
    assert isinstance(judged, AgentCallResult)
    assert type(judged.output) is Decision


@pytest.mark.requirement("S1-2.1c", "S1-4.1a")
@pytest.mark.parametrize("fault", [OSError("no network"), ValueError("odd"), RuntimeError("bug")])
def test_an_exception_of_the_agent_passes_through_after_one_call(fault: Exception) -> None:
    agent = worker(fault)
    with pytest.raises(type(fault)) as caught:
        dispatcher(agent).work("w", WORK_OFFER)
    assert caught.value is fault
    assert len(agent.calls) == 1


@pytest.mark.requirement("S1-2.1c", "S1-4.1a", "S1-5.1c")
@pytest.mark.parametrize("reply", ["", "sure, the answer is this", "{", "[1]", "null", '"text"'])
def test_a_reply_that_is_no_json_object_is_asked_for_again(reply: str) -> None:
    agent = worker(reply)
    with pytest.raises(AgentFailedError):
        dispatcher(agent, max_retries=3).work("w", WORK_OFFER)
    assert len(agent.calls) == 3


@pytest.mark.requirement("S1-4.1a")
def test_a_valid_reply_is_not_asked_for_again() -> None:
    agent = worker()
    assert dispatcher(agent).work("w", WORK_OFFER).calls == len(agent.calls) == 1


@pytest.mark.requirement("S1-6.2d")
@pytest.mark.parametrize(
    "reply",
    [
        "{}",
        '{"result":null,"tool_request":null}',
        '{"result":{"text":"a"},"tool_request":{"name":"n","arguments":{}}}',
    ],
)
def test_breaking_the_xor_goes_through_the_retry_path(reply: str) -> None:
    agent = worker(reply, GOOD)
    result = dispatcher(agent).work("w", WORK_OFFER)
    assert (result.calls, len(agent.calls), result.output) == (2, 2, GOOD)
    assert "exactly one of result and tool_request" in agent.calls[1]


@pytest.mark.requirement("S1-4.1b")
@deterministic
@given(max_retries=st.integers(1, 5))
def test_max_retries_is_the_number_of_calls_in_all(max_retries: int) -> None:
    agent = worker("bad")
    with pytest.raises(AgentFailedError) as caught:
        dispatcher(agent, max_retries=max_retries).work("w", WORK_OFFER)
    assert len(agent.calls) == caught.value.calls == max_retries
    assert "counts *calls*" in (AgentDispatcher.__doc__ or "")


@pytest.mark.parametrize("count", [0, -1, True, 1.5, None])
def test_max_retries_is_at_least_one(count: Any) -> None:
    with pytest.raises(ContractError, match="counts calls"):
        dispatcher(worker(), max_retries=count)


@pytest.mark.requirement("S1-4.3b")
def test_failure_names_the_agent_and_the_last_error() -> None:
    agent = worker("nonsense", '{"result":{"text":5}}')
    with pytest.raises(AgentFailedError) as caught:
        dispatcher(agent, max_retries=2).work("w", WORK_OFFER)
    assert caught.value.agent == "the worker"
    assert caught.value.last_error == "result.text: Input should be a valid string"
    assert "'the worker' gave no valid reply in 2 call(s): result.text" in str(caught.value)


@pytest.mark.requirement("S1-4.3c")
def test_the_input_object_is_left_alone() -> None:
    before = hashlib.sha256(TASK.model_dump_json().encode()).hexdigest()
    offer = dict(WORK_OFFER)
    with pytest.raises(AgentFailedError):
        dispatcher(worker("bad")).work("w", offer)
    assert hashlib.sha256(TASK.model_dump_json().encode()).hexdigest() == before
    assert offer == WORK_OFFER


def test_the_repair_call_shows_the_validation_error() -> None:
    agent = worker('{"result":{"text":5}}', "{", GOOD)
    dispatcher(agent).work("w", WORK_OFFER)
    first, second, third = (json.loads(text) for text in agent.calls)
    assert first["feedback"] is None
    assert second["feedback"] == {
        "kind": "SCHEMA_ERROR",
        "message": "result.text: Input should be a valid string",
    }
    assert third["feedback"]["message"].startswith("whole: Invalid JSON")
    assert first["task"] == second["task"] == third["task"]


def test_earlier_feedback_stays_in_the_repair_call() -> None:
    agent = worker("{", GOOD)
    earlier = Feedback(kind="TOO_SHORT", message="say more")
    dispatcher(agent).work("w", {"task": TASK, "feedback": earlier})
    shown = json.loads(agent.calls[1])["feedback"]
    assert shown["kind"] == "SCHEMA_ERROR"
    assert shown["message"].startswith("TOO_SHORT: say more\nSCHEMA_ERROR: whole: Invalid JSON")


def test_an_agent_without_a_feedback_field_is_asked_the_same_again() -> None:
    judge = critic("{", Decision(decision="ACCEPT"))
    held = Dispatcher(planner=planner(), workers={}, critic=judge)
    assert held.judge({"plan": TASK, "worker_answer": Answer(text="x")}).calls == 2
    assert judge.calls[0] == judge.calls[1]


@pytest.mark.requirement("S1-2.3a")
@pytest.mark.parametrize(
    "reply",
    [
        '{"result":{"text":"a"},"confidence":1}',
        '{"result":{"text":"a","more":"b"}}',
        '{"result":{"text":["a"]}}',
        '{"result":"a"}',
        '{"result":{"text":"a\ud800"}}',
        "[" * 100_000,
        '{"tool_request":{"name":"n","arguments":' + '{"a":' * 5_000 + "1" + "}" * 5_000 + "}}",
        '{"tool_request":{"name":"n","arguments":{"a":' + "9" * 5_000 + "}}}",
        "x" * 10_000_000,
        '{"result":{"text":"' + "x" * 10_000_000 + '"}}',
    ],
    ids=lambda reply: f"{reply[:30]!a} of {len(reply)}",
)
def test_garbage_of_any_kind_and_size_is_a_schema_failure(reply: str) -> None:
    agent = worker(reply)
    with pytest.raises(AgentFailedError) as caught:
        dispatcher(agent, max_retries=2).work("w", WORK_OFFER)
    assert len(agent.calls) == 2
    assert len(str(caught.value)) < 3_000


@pytest.mark.requirement("S1-2.3a")
@pytest.mark.parametrize("reply", [None, 5, b'{"result":{"text":"a"}}', {"result": {"text": "a"}}])
def test_a_reply_that_is_no_text_is_a_schema_failure(reply: Any) -> None:
    with pytest.raises(AgentFailedError, match="is not text but"):
        dispatcher(worker(reply)).work("w", WORK_OFFER)


@pytest.mark.requirement("S1-2.3a")
def test_the_boundary_is_strict_even_if_the_schema_is_not() -> None:
    class LooseAnswer(BaseModel):
        n: int

    class LooseOutput(WorkerOutput[LooseAnswer]):
        model_config = ConfigDict(strict=False, extra="ignore")

    agent = ScriptedAgent(
        name="loose",
        input_schema=WorkerInput[Task, LooseAnswer],
        output_schema=LooseOutput,
        replies=('{"result":{"n":"1"}}', '{"result":{"n":1,"m":2}}', '{"result":{"n":1},"x":0}'),
    )
    with pytest.raises(AgentFailedError, match="x: Extra inputs"):
        dispatcher(agent, max_retries=3).work("w", WORK_OFFER)
    assert "result.n: Input should be a valid integer" in agent.calls[1]
    assert "result.m: Extra inputs" in agent.calls[2]


def test_the_longest_allowed_reply_is_read() -> None:
    frame = '{"result":{"text":""}}'
    text = "x" * (MAX_REPLY_CHARS - len(frame))
    agent = worker('{"result":{"text":"' + text + '"}}')
    assert dispatcher(agent).work("w", WORK_OFFER).output.result == Answer(text=text)
    agent = worker('{"result":{"text":"x' + text + '"}}')
    with pytest.raises(AgentFailedError, match="2000001 characters; 2000000 are allowed"):
        dispatcher(agent).work("w", WORK_OFFER)


def test_an_unknown_worker_is_named_with_those_that_exist() -> None:
    with pytest.raises(UnknownWorkerError, match="no worker 'nobody'; there are: w"):
        dispatcher(worker()).work("nobody", WORK_OFFER)


def test_an_input_that_does_not_fit_is_no_agent_failure() -> None:
    agent = worker()
    with pytest.raises(AgentInputError, match="'the worker' does not fit WorkerInput"):
        dispatcher(agent).work("w", {"task": None})
    with pytest.raises(AgentInputError):
        dispatcher(agent).work("w", {"task": Task(text="\ud800")})
    assert agent.calls == []


def test_an_output_schema_without_the_invariants_is_a_bug_of_the_domain() -> None:
    agent = ScriptedAgent(
        name="odd", input_schema=WorkerInput[Task, Answer], output_schema=Answer, replies=("{}",)
    )
    with pytest.raises(ContractError, match="'odd' answers Answer, which is no WorkerOutput"):
        dispatcher(agent).work("w", WORK_OFFER)
    assert agent.calls == []


@pytest.mark.requirement("S1-5.1a")
def test_four_members_are_enough() -> None:
    class Four:
        name = "four"
        input_schema = WorkerInput[Task, Answer]
        output_schema = WorkerOutput[Answer]

        def __call__(self, input_json: str) -> str:
            assert isinstance(input_json, str)
            request = ToolRequest(name="look", arguments={})
            return WorkerOutput[Answer](tool_request=request).model_dump_json()

    four: AgentProtocol = Four()
    assert {name for name in vars(Four) if not name.startswith("__")} == {
        "name",
        "input_schema",
        "output_schema",
    }
    assert dispatcher(four).work("w", WORK_OFFER).agent == "four"
    members = {name for name in vars(AgentProtocol) if not name.startswith("_")}
    assert members == {"name", "input_schema", "output_schema"}
    assert callable(AgentProtocol.__call__)
