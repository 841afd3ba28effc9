import hashlib
import inspect
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from agentic_solver.contracts.model import Contract, JsonObject
from agentic_solver.core import (
    AgentDispatcher,
    AgentFailedError,
    AgentInputError,
    AgentProtocol,
    Controller,
    ControllerDomainInput,
    ControllerRequest,
    ControllerResponse,
    CriticInput,
    Decision,
    Feedback,
    PlannerInput,
    PlannerOutput,
    RequestError,
    TaskChangedError,
    ToolArgumentError,
    ToolRegistry,
    ToolRequest,
    TraceEntry,
    UnknownToolError,
    UnknownWorkerError,
    WorkerInput,
    WorkerOutput,
)
from agentic_solver.core.scripted import ScriptedAgent

deterministic = settings(derandomize=True, deadline=None, max_examples=40)

FSM = re.compile(r"PLAN WORK (TOOL WORK )?CRITIC END")


class Task(Contract):
    text: str
    options: JsonObject = Field(default_factory=dict)


class Answer(Contract):
    text: str
    parts: list[JsonObject] = Field(default_factory=list)


class RoutingInput(PlannerInput[Task, Answer]):
    task: Task


class JudgeInput(CriticInput[Task, Answer | None]):
    worker_answer: Answer | None = None


class LookArgs(Contract):
    place: str


TASK = Task(text="where", options={"deep": {"list": [1, 2]}})
PLAN = PlannerOutput[Task](task=TASK, worker_id="finder")
ANSWER = WorkerOutput[Answer](result=Answer(text="here", parts=[{"a": [1]}]))
LOOK = WorkerOutput[Answer](tool_request=ToolRequest(name="look", arguments={"place": "attic"}))
ACCEPT = Decision(decision="ACCEPT")
REJECT = Decision(decision="REJECT", feedback=Feedback(kind="WRONG", message="not there"))

Reply = str | BaseModel | Exception


@dataclass
class Bench:
    """A controller with scripted agents and one counting tool."""

    plan: tuple[Reply, ...] = (PLAN,)
    work: tuple[Reply, ...] = (ANSWER,)
    judge: tuple[Reply, ...] = (ACCEPT,)
    tool_fault: Exception | None = None
    judge_schema: type[BaseModel] = JudgeInput
    tracing: bool = True
    looked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.planner = ScriptedAgent(
            name="planner",
            input_schema=RoutingInput,
            output_schema=PlannerOutput[Task],
            replies=self.plan,
        )
        self.worker = ScriptedAgent(
            name="worker",
            input_schema=WorkerInput[Task, Answer],
            output_schema=WorkerOutput[Answer],
            replies=self.work,
        )
        self.critic = ScriptedAgent(
            name="critic",
            input_schema=self.judge_schema,
            output_schema=Decision,
            replies=self.judge,
        )
        self.tools = ToolRegistry()
        self.tools.register("look", "Looks.", self.look, LookArgs)
        dispatcher = AgentDispatcher[Task, Answer, Decision](
            planner=self.planner, workers={"finder": self.worker}, critic=self.critic
        )
        self.controller = Controller(dispatcher, self.tools, tracing=self.tracing)

    def look(self, args: LookArgs) -> Answer:
        self.looked.append(args.place)
        if self.tool_fault is not None:
            raise self.tool_fault
        return Answer(text=f"looked in {args.place}")

    def run(self, task: Task = TASK) -> ControllerResponse:
        return self.controller.run(request_for(task))

    @property
    def counts(self) -> tuple[int, int, int, int]:
        calls = (self.planner.calls, self.worker.calls, self.critic.calls)
        return len(calls[0]), len(calls[1]), len(calls[2]), len(self.looked)


def request_for(task: Task) -> ControllerRequest[Task]:
    return ControllerRequest(domain=ControllerDomainInput(task=task))


def states(response: ControllerResponse) -> str:
    assert response.trace is not None
    return " ".join(entry["state"] for entry in response.trace)


def digest(*parts: Any) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


# One pass


@pytest.mark.requirement("S1-2.1a")
def test_a_reject_ends_the_pass() -> None:
    bench = Bench(judge=(REJECT,))
    response = bench.run()
    assert bench.counts == (1, 1, 1, 0)
    assert states(response) == "PLAN WORK CRITIC END"
    assert response.critic_decision == REJECT


def test_a_tool_request_is_met_once_and_its_result_goes_back_to_the_worker() -> None:
    bench = Bench(work=(LOOK, ANSWER))
    response = bench.run()
    assert states(response) == "PLAN WORK TOOL WORK CRITIC END"
    assert bench.looked == ["attic"]
    first, second = (json.loads(text) for text in bench.worker.calls)
    assert first["tool_result"] is None
    assert second["tool_result"] == {"text": "looked in attic", "parts": []}
    assert response.worker_output == ANSWER


@pytest.mark.requirement("S1-3.1d")
def test_a_second_tool_request_is_not_met() -> None:
    bench = Bench(work=(LOOK,), judge=(REJECT,))
    response = bench.run()
    assert bench.counts == (1, 2, 1, 1)
    assert states(response) == "PLAN WORK TOOL WORK CRITIC END"
    assert response.worker_output == LOOK
    assert json.loads(bench.critic.calls[0])["worker_answer"] is None


def test_a_critic_that_needs_an_answer_is_not_called_without_one() -> None:
    bench = Bench(work=(LOOK,), judge_schema=CriticInput[Task, Answer])
    with pytest.raises(AgentInputError, match="worker_answer"):
        bench.run()
    assert bench.counts == (1, 2, 0, 1)


@pytest.mark.requirement("S1-10d")
def test_a_tool_that_raises_is_reported_and_not_retried() -> None:
    bench = Bench(work=(LOOK, ANSWER), tool_fault=OSError("the attic is locked"))
    with pytest.raises(OSError, match="the attic is locked"):
        bench.run()
    assert bench.counts == (1, 1, 0, 1)


WORKER_REPLIES: list[Reply] = [
    ANSWER,
    LOOK,
    "{}",
    "x",
    WorkerOutput[Answer](tool_request=ToolRequest(name="fly", arguments={})),
    WorkerOutput[Answer](tool_request=ToolRequest(name="look", arguments={"place": 3})),
]


@pytest.mark.requirement("S1-3.1b", "S1-5.1d")
@deterministic
@given(
    plan=st.lists(st.sampled_from([PLAN, "x", "{}"]), min_size=1, max_size=3),
    work=st.lists(st.sampled_from(WORKER_REPLIES), min_size=1, max_size=5),
    judge=st.lists(st.sampled_from([ACCEPT, REJECT, "x"]), min_size=1, max_size=3),
)
def test_whatever_agents_say_the_states_follow_the_machine(
    plan: list[Reply], work: list[Reply], judge: list[Reply]
) -> None:
    bench = Bench(plan=tuple(plan), work=tuple(work), judge=tuple(judge))
    try:
        response = bench.run()
    except (AgentFailedError, UnknownToolError, ToolArgumentError):
        assert bench.counts[0] >= 1
    else:
        assert FSM.fullmatch(states(response))
        assert len(bench.looked) == states(response).count("TOOL")


@pytest.mark.requirement("S1-5.1d")
@deterministic
@given(reply=st.one_of(st.text(max_size=60), st.recursive(st.none(), st.lists).map(json.dumps)))
def test_any_text_gives_a_response_or_a_documented_fault(reply: str) -> None:
    for bench in (Bench(plan=(reply,)), Bench(work=(reply,)), Bench(judge=(reply,))):
        with pytest.raises(AgentFailedError):
            bench.run()


# The task


@pytest.mark.requirement("S1-3.1a")
@pytest.mark.parametrize("content", [None, [TASK], (TASK,), {TASK.text}, {}, TASK.text, []])
def test_a_request_holds_exactly_one_task(content: Any) -> None:
    with pytest.raises(ValidationError):
        ControllerDomainInput(task=content)
    with pytest.raises(ValidationError):
        ControllerRequest(domain=content)


@pytest.mark.requirement("S1-3.1a")
@pytest.mark.parametrize("content", [None, [], [request_for(TASK)], (), set(), TASK])
def test_a_controller_takes_exactly_one_request(content: Any) -> None:
    bench = Bench()
    with pytest.raises(RequestError, match="a ControllerRequest is needed"):
        bench.controller.run(content)
    assert bench.counts == (0, 0, 0, 0)


@pytest.mark.requirement("S1-3.1c")
@pytest.mark.parametrize(
    "other",
    [
        Task(text="elsewhere", options=TASK.options),
        Task(text="where"),
        Task(text="where", options={"deep": {"list": [1, 2.0]}}),
        Task(text="where", options={"deep": {"list": [True, 2]}}),
    ],
)
def test_a_planner_that_changes_the_task_stops_the_pass(other: Task) -> None:
    bench = Bench(plan=(PlannerOutput[Task](task=other, worker_id="finder"),))
    with pytest.raises(TaskChangedError, match="'planner' answered with another task"):
        bench.run()
    assert bench.counts == (1, 0, 0, 0)


def test_a_planner_may_order_the_keys_as_it_likes() -> None:
    shuffled = '{"worker_id":"finder","task":{"options":{"a":1,"b":2},"text":"t"}}'
    bench = Bench(plan=(shuffled,))
    assert bench.run(Task(text="t", options={"b": 2, "a": 1})).worker_id == "finder"


def test_a_planner_that_invents_a_worker_stops_the_pass() -> None:
    bench = Bench(plan=(PlannerOutput[Task](task=TASK, worker_id="thief"),))
    with pytest.raises(UnknownWorkerError, match="thief"):
        bench.run()
    assert bench.counts == (1, 0, 0, 0)


@pytest.mark.requirement("S1-3.1e")
def test_task_and_registry_stay_as_they_were() -> None:
    bench = Bench(work=(LOOK, ANSWER))
    request = request_for(TASK)
    registry = [(name, bench.tools.get(name)) for name in bench.tools.names]
    before = digest(request.model_dump_json(), registry)
    bench.controller.run(request)
    registry = [(name, bench.tools.get(name)) for name in bench.tools.names]
    assert digest(request.model_dump_json(), registry) == before


@pytest.mark.requirement("S1-3.1h")
def test_the_request_has_the_documented_shape() -> None:
    assert ControllerRequest[Task].model_json_schema()["properties"].keys() == {"domain"}
    assert ControllerRequest.model_json_schema() == {
        "$defs": {
            "BaseModel": {"properties": {}, "title": "BaseModel", "type": "object"},
            "ControllerDomainInput": {
                "additionalProperties": False,
                "description": "Exactly one task: a pydantic model of the domain.",
                "properties": {"task": {"$ref": "#/$defs/BaseModel"}},
                "required": ["task"],
                "title": "ControllerDomainInput",
                "type": "object",
            },
        },
        "additionalProperties": False,
        "description": ("The request of a :class:`~agentic_solver.core.controller.Controller`."),
        "properties": {"domain": {"$ref": "#/$defs/ControllerDomainInput"}},
        "required": ["domain"],
        "title": "ControllerRequest",
        "type": "object",
    }
    assert json.loads(request_for(TASK).model_dump_json()) == {"domain": {"task": TASK.to_json()}}


# What agents get and give


@pytest.mark.requirement("S1-5.1b")
def test_every_agent_call_is_json_that_fits_the_input_schema() -> None:
    bench = Bench(plan=("x", PLAN), work=("x", LOOK, "{}", ANSWER), judge=("x", ACCEPT))
    bench.run()
    assert bench.counts == (2, 4, 2, 1)
    for agent in (bench.planner, bench.worker, bench.critic):
        for text in agent.calls:
            seen = agent.input_schema.model_validate_json(text, strict=True, extra="forbid")
            assert seen.model_dump(mode="json") == json.loads(text)


def test_an_agent_gets_the_fields_that_its_schema_declares() -> None:
    class RoutingCriticInput(JudgeInput):
        worker_id: str

    plain, routing = Bench(), Bench(judge_schema=RoutingCriticInput)
    plain.run()
    routing.run()
    assert json.loads(plain.planner.calls[0])["task"] == TASK.to_json()
    assert "worker_id" not in json.loads(plain.critic.calls[0])
    assert json.loads(routing.critic.calls[0])["worker_id"] == "finder"


@pytest.mark.requirement("S1-2.3b")
def test_every_reply_is_validated_once_before_the_next_state() -> None:
    events: list[str] = []

    class CountedPlan(PlannerOutput[Task]):
        @model_validator(mode="after")
        def _count(self) -> Self:
            events.append("plan checked")
            return self

    class CountedWork(WorkerOutput[Answer]):
        @model_validator(mode="after")
        def _count(self) -> Self:
            events.append("work checked")
            return self

    class CountedDecision(Decision):
        @model_validator(mode="after")
        def _count(self) -> Self:
            events.append("decision checked")
            return self

    def agent(
        name: str, accepts: type[BaseModel], gives: type[BaseModel], *replies: BaseModel
    ) -> AgentProtocol:
        texts = iter([reply.model_dump_json() for reply in replies])

        class Announcing:
            input_schema = accepts
            output_schema = gives

            def __init__(self, name: str) -> None:
                self.name = name

            def __call__(self, input_json: str) -> str:
                events.append(f"{self.name} called")
                return next(texts)

        return Announcing(name)

    bench = Bench()
    dispatcher = AgentDispatcher[Task, Answer, Decision](
        planner=agent("plan", RoutingInput, CountedPlan, PLAN),
        workers={"finder": agent("work", WorkerInput[Task, Answer], CountedWork, LOOK, ANSWER)},
        critic=agent("decision", JudgeInput, CountedDecision, ACCEPT),
    )
    Controller(dispatcher, bench.tools).run(request_for(TASK))
    assert events == [
        "plan called",
        "plan checked",
        "work called",
        "work checked",
        "work called",
        "work checked",
        "decision called",
        "decision checked",
    ]


@pytest.mark.requirement("S1-1c")
def test_agents_written_from_the_document_alone_run() -> None:
    # Fields without defaults, plain pydantic models, no other member: as the document shows them.
    class Sum(BaseModel):
        left: int
        right: int

    class Total(BaseModel):
        total: int

    class SumPlannerInput(BaseModel):
        feedback: Feedback | None
        previous_task: Sum | None
        previous_worker_id: str | None
        random_seed: str | None
        project_state: dict[str, Any] | None

    class SumWorkerInput(BaseModel):
        task: Sum
        previous_result: Total | None
        feedback: Feedback | None
        tool_result: Total | None
        project_state: dict[str, Any] | None

    class SumCriticInput(BaseModel):
        plan: Sum
        worker_answer: Total
        project_state: dict[str, Any] | None

    class Planner:
        name = "p"
        input_schema = SumPlannerInput
        output_schema = PlannerOutput[Sum]

        def __call__(self, input_json: str) -> str:
            assert set(json.loads(input_json)) == set(SumPlannerInput.model_fields)
            return '{"task":{"left":2,"right":3},"worker_id":"w"}'

    class Worker:
        name = "w"
        input_schema = SumWorkerInput
        output_schema = WorkerOutput[Total]

        def __call__(self, input_json: str) -> str:
            task = json.loads(input_json)["task"]
            return json.dumps({"result": {"total": task["left"] + task["right"]}})

    class Critic:
        name = "c"
        input_schema = SumCriticInput
        output_schema = Decision

        def __call__(self, input_json: str) -> str:
            right = json.loads(input_json)["worker_answer"]["total"] == 5
            return json.dumps({"decision": "ACCEPT" if right else "REJECT"})

    dispatcher = AgentDispatcher[Sum, Total, Decision](
        planner=Planner(), workers={"w": Worker()}, critic=Critic()
    )
    request = ControllerRequest(domain=ControllerDomainInput(task=Sum(left=2, right=3)))
    response = Controller(dispatcher, ToolRegistry()).run(request)
    assert response.worker_output == WorkerOutput[Total](result=Total(total=5))
    assert response.critic_decision == ACCEPT


@pytest.mark.requirement("S1-5.2a")
def test_a_provider_adapter_and_a_scripted_agent_are_interchangeable() -> None:
    class Completions:
        """Stands for a provider's client: messages in, a reply object out."""

        def create(self, *, messages: list[dict[str, str]]) -> dict[str, Any]:
            task = json.loads(messages[-1]["content"])["task"]
            text = json.dumps({"result": {"text": "here", "parts": [{"a": [1]}]}})
            return {"content": [{"text": text}], "seen": task}

    class ProviderAgent:
        name = "worker"
        input_schema = WorkerInput[Task, Answer]
        output_schema = WorkerOutput[Answer]

        def __call__(self, input_json: str) -> str:
            reply = Completions().create(messages=[{"role": "user", "content": input_json}])
            text = reply["content"][0]["text"]
            assert isinstance(text, str)
            return text

    def response_with(worker: AgentProtocol) -> str:
        bench = Bench()
        dispatcher = AgentDispatcher[Task, Answer, Decision](
            planner=bench.planner, workers={"finder": worker}, critic=bench.critic
        )
        return Controller(dispatcher, bench.tools).run(request_for(TASK)).model_dump_json()

    assert response_with(ProviderAgent()) == response_with(Bench().worker)


# The response


@pytest.mark.requirement("S1-2.2a")
def test_equal_inputs_give_equal_bytes() -> None:
    first, second = (Bench(work=(LOOK, "x", ANSWER)).run().model_dump_json() for _ in range(2))
    assert first == second
    assert "PLAN" in first


@pytest.mark.requirement("S1-2.2b")
def test_a_controller_remembers_nothing() -> None:
    class EchoPlanner:
        name = "planner"
        input_schema = RoutingInput
        output_schema = PlannerOutput[Task]

        def __call__(self, input_json: str) -> str:
            task = RoutingInput.model_validate_json(input_json).task
            return PlannerOutput[Task](task=task, worker_id="finder").model_dump_json()

    bench = Bench()
    dispatcher = AgentDispatcher[Task, Answer, Decision](
        planner=EchoPlanner(), workers={"finder": bench.worker}, critic=bench.critic
    )
    controller = Controller(dispatcher, bench.tools)
    other = Task(text="other")
    dumps = [controller.run(request_for(t)).model_dump_json() for t in (TASK, other, TASK)]
    assert dumps[0] == dumps[2] != dumps[1]


@pytest.mark.requirement("S1-3.1i")
def test_the_response_has_the_documented_keys() -> None:
    keys = ["task", "worker_id", "worker_output", "critic_decision", "trace"]
    response = Bench().run()
    assert list(response.model_dump()) == list(json.loads(response.model_dump_json())) == keys
    assert list(dict(response)) == keys
    assert response.task == TASK
    assert type(response.worker_output) is WorkerOutput[Answer]
    assert type(response.critic_decision) is Decision


MUTATIONS: list[Callable[[Any], object]] = [
    lambda response: response.task.options.clear(),
    lambda response: response.task.options["deep"]["list"].append(3),
    lambda response: response.worker_output.result.parts.append({}),
    lambda response: response.worker_output.result.parts[0]["a"].clear(),
    lambda response: response.worker_output.result.__dict__.update(text="gone"),
    lambda response: response.trace.pop(),
    lambda response: response.trace[0].update(state="END"),
    lambda response: dict(response)["trace"].clear(),
    lambda response: response.model_dump()["trace"].clear(),
]


@pytest.mark.requirement("S1-3.1g")
@pytest.mark.parametrize("mutate", MUTATIONS)
def test_changing_what_was_read_changes_nothing(mutate: Callable[[Any], object]) -> None:
    response = Bench().run()
    before = response.model_dump_json()
    mutate(response)
    assert response.model_dump_json() == before


@pytest.mark.requirement("S1-3.1g")
def test_nothing_can_be_assigned() -> None:
    response: Any = Bench(judge=(REJECT,)).run()
    before = response.model_dump_json()
    for target, name in [
        (response, "task"),
        (response, "trace"),
        (response, "novel"),
        (response.task, "text"),
        (response.worker_output, "result"),
        (response.critic_decision.feedback, "kind"),
    ]:
        with pytest.raises(ValidationError):
            setattr(target, name, None)
    assert response.model_dump_json() == before


@pytest.mark.requirement("S1-3.1g")
def test_changing_the_callers_task_later_does_not_change_the_response() -> None:
    class OpenTask(BaseModel):
        model_config = ConfigDict(frozen=False)
        text: str
        marks: list[int]

    class OpenInput(PlannerInput[OpenTask, Answer]):
        task: OpenTask

    task = OpenTask(text="t", marks=[1])
    bench = Bench()
    dispatcher = AgentDispatcher[OpenTask, Answer, Decision](
        planner=ScriptedAgent(
            name="planner",
            input_schema=OpenInput,
            output_schema=PlannerOutput[OpenTask],
            replies=(PlannerOutput[OpenTask](task=task, worker_id="w"),),
        ),
        workers={
            "w": ScriptedAgent(
                name="w",
                input_schema=WorkerInput[OpenTask, Answer],
                output_schema=WorkerOutput[Answer],
                replies=(ANSWER,),
            )
        },
        critic=ScriptedAgent(
            name="c",
            input_schema=CriticInput[OpenTask, Answer],
            output_schema=Decision,
            replies=(ACCEPT,),
        ),
    )
    request = ControllerRequest(domain=ControllerDomainInput(task=task))
    response = Controller(dispatcher, bench.tools).run(request)
    before = response.model_dump_json()
    task.marks.append(2)
    response.task.marks.append(3)
    response.task.text = "changed"
    assert response.model_dump_json() == before
    assert response.task.marks == [1]


# The trace


@pytest.mark.requirement("S1-8a")
def test_every_trace_entry_fits_the_trace_schema() -> None:
    trace = Bench(work=(LOOK, ANSWER)).run().trace
    assert trace is not None
    entries = TypeAdapter(list[TraceEntry]).validate_python(trace)
    assert [entry.id for entry in entries] == ["t1", "t2", "t3", "t4", "t5", "t6"]
    assert all(entry["state"] for entry in trace)


@pytest.mark.requirement("S1-8c")
def test_the_trace_has_a_stable_shape() -> None:
    trace = Bench(work=(LOOK, ANSWER), judge=(REJECT,)).run().trace
    assert trace == [
        {"id": "t1", "state": "PLAN", "actor": "planner", "outcome": "finder"},
        {"id": "t2", "state": "WORK", "actor": "finder", "outcome": "tool_request"},
        {"id": "t3", "state": "TOOL", "actor": "look", "outcome": "returned"},
        {"id": "t4", "state": "WORK", "actor": "finder", "outcome": "result"},
        {"id": "t5", "state": "CRITIC", "actor": "critic", "outcome": "REJECT"},
        {"id": "t6", "state": "END", "actor": "controller", "outcome": "REJECT"},
    ]


@pytest.mark.requirement("S1-8b")
def test_without_tracing_the_response_is_the_same_minus_the_trace() -> None:
    traced = Bench(work=(LOOK, ANSWER)).run()
    silent = Bench(work=(LOOK, ANSWER), tracing=False).run()
    assert silent.trace is None
    assert silent.model_dump(exclude={"trace"}) == traced.model_dump(exclude={"trace"})
    assert traced.trace is not None


@pytest.mark.requirement("S1-8b")
def test_repairs_leave_no_mark_in_the_trace() -> None:
    assert Bench(work=("x", "x", ANSWER)).run().trace == Bench().run().trace


@pytest.mark.requirement("S1-9g")
def test_the_call_depth_is_constant() -> None:
    depths: list[int] = []

    class Deep:
        name = "worker"
        input_schema = WorkerInput[Task, Answer]
        output_schema = WorkerOutput[Answer]

        def __call__(self, input_json: str) -> str:
            depths.append(len(inspect.stack(0)))
            done = json.loads(input_json)["tool_result"] is not None
            return (ANSWER if done else LOOK).model_dump_json()

    bench = Bench()
    dispatcher = AgentDispatcher[Task, Answer, Decision](
        planner=bench.planner, workers={"finder": Deep()}, critic=bench.critic
    )
    controller = Controller(dispatcher, bench.tools)
    for _ in range(20):
        controller.run(request_for(TASK))
    assert len(depths) == 40
    assert len(set(depths)) == 1
