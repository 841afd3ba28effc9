import json
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from agentic_solver.contracts.model import Contract, JsonObject
from agentic_solver.core import (
    AgentDispatcher,
    AgentInputError,
    AnalysisController,
    AnalysisControllerRequest,
    AnalysisControllerResponse,
    CriticInput,
    Decision,
    Feedback,
    PlannerInput,
    RequestError,
    WorkerInput,
    WorkerOutput,
)
from agentic_solver.core.scripted import ScriptedAgent


class Topic(Contract):
    text: str


class TopicInput(PlannerInput[Topic, Topic]):
    topic: Topic


class Outline(Contract):
    """A plan of a shape that the Controller would not take."""

    points: list[str]
    marks: JsonObject


INPUT = TopicInput(topic=Topic(text="bees"), feedback=Feedback(kind="SHORT", message="more"))
OUTLINE = Outline(points=["hive", "honey"], marks={"a": [1]})


class Bench:
    def __init__(self, *replies: str | BaseModel, tracing: bool = True) -> None:
        self.planner = ScriptedAgent(
            name="planner",
            input_schema=TopicInput,
            output_schema=Outline,
            replies=replies or (OUTLINE,),
        )
        self.worker = ScriptedAgent(
            name="worker",
            input_schema=WorkerInput[Topic, Topic],
            output_schema=WorkerOutput[Topic],
            replies=("x",),
        )
        self.critic = ScriptedAgent(
            name="critic",
            input_schema=CriticInput[Topic, Topic],
            output_schema=Decision,
            replies=("x",),
        )
        dispatcher = AgentDispatcher[Topic, Topic, Decision](
            planner=self.planner, workers={"w": self.worker}, critic=self.critic
        )
        self.controller = AnalysisController(dispatcher, tracing=tracing)

    def run(self, planner_input: BaseModel = INPUT) -> AnalysisControllerResponse:
        return self.controller.run(AnalysisControllerRequest(planner_input=planner_input))


@pytest.mark.requirement("S1-3.2a", "S1-3.2b")
def test_only_the_planner_is_called_and_only_once() -> None:
    bench = Bench()
    bench.run()
    assert len(bench.planner.calls) == 1
    assert bench.worker.calls == bench.critic.calls == []
    assert json.loads(bench.planner.calls[0]) == INPUT.to_json()


@pytest.mark.requirement("S1-3.2c")
def test_the_planners_output_is_final() -> None:
    response = Bench().run()
    assert type(response.plan) is Outline
    assert response.plan == OUTLINE
    repaired = Bench("{", OUTLINE)
    assert repaired.run().plan == OUTLINE
    shown = json.loads(repaired.planner.calls[1])["feedback"]
    assert shown["kind"] == "SCHEMA_ERROR"
    assert shown["message"].startswith("SHORT: more\n")


@pytest.mark.requirement("S1-3.2d")
@pytest.mark.parametrize("content", [None, [INPUT], (INPUT,), {}, "bees", {"topic": "bees"}])
def test_a_request_holds_one_planner_input(content: Any) -> None:
    with pytest.raises(ValidationError):
        AnalysisControllerRequest(planner_input=content)
    with pytest.raises(RequestError, match="an AnalysisControllerRequest is needed"):
        Bench().controller.run(content)


@pytest.mark.requirement("S1-3.2d")
def test_another_model_is_refused_before_the_planner_is_called() -> None:
    class LooksAlike(PlannerInput[Topic, Topic]):
        topic: Topic

    bench = Bench()
    with pytest.raises(AgentInputError, match="takes TopicInput, not LooksAlike"):
        bench.run(LooksAlike(topic=Topic(text="bees")))
    assert bench.planner.calls == []


@pytest.mark.requirement("S1-3.2e")
def test_the_response_has_the_documented_keys_and_cannot_be_changed() -> None:
    response: Any = Bench().run()
    before = response.model_dump_json()
    assert list(json.loads(before)) == ["planner_input", "plan", "trace"]
    response.plan.points.clear()
    response.plan.marks["a"].append(2)
    response.trace.clear()
    with pytest.raises(ValidationError):
        response.plan = None
    assert response.model_dump_json() == before
    request = AnalysisControllerRequest(planner_input=INPUT)
    assert json.loads(request.model_dump_json()) == {"planner_input": INPUT.to_json()}


def test_its_trace_is_plan_and_end() -> None:
    assert Bench().run().trace == [
        {"id": "t1", "state": "PLAN", "actor": "planner", "outcome": "plan"},
        {"id": "t2", "state": "END", "actor": "controller", "outcome": "plan"},
    ]
    assert Bench(tracing=False).run().trace is None
