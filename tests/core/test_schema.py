from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from agentic_solver.contracts.model import Contract
from agentic_solver.core import (
    CriticInput,
    Decision,
    Feedback,
    PlannerInput,
    PlannerOutput,
    ToolRequest,
    WorkerInput,
    WorkerOutput,
)


class Task(Contract):
    text: str


class Answer(Contract):
    text: str


TASK = Task(text="t")
ANSWER = Answer(text="a")
FEEDBACK = Feedback(kind="WRONG", message="try again")
REQUEST = ToolRequest(name="look", arguments={"at": 1})


def required_and_optional(model: type[BaseModel]) -> tuple[set[str], set[str]]:
    required = {name for name, field in model.model_fields.items() if field.is_required()}
    return required, set(model.model_fields) - required


@pytest.mark.requirement("S1-6.1a")
def test_planner_input_has_five_optional_fields() -> None:
    required, optional = required_and_optional(PlannerInput)
    assert required == set()
    assert optional == {
        "feedback",
        "previous_task",
        "previous_worker_id",
        "random_seed",
        "project_state",
    }
    assert set(PlannerInput[Task, Answer]().model_dump().values()) == {None}
    full = PlannerInput[Task, Answer](
        feedback=FEEDBACK,
        previous_task=TASK,
        previous_worker_id="w",
        random_seed="7",
        project_state={"done": [1]},
    )
    assert PlannerInput[Task, Answer].model_validate_json(full.model_dump_json()) == full


@pytest.mark.requirement("S1-6.1b")
def test_planner_output_needs_task_and_worker() -> None:
    assert required_and_optional(PlannerOutput) == ({"task", "worker_id"}, set())
    with pytest.raises(ValidationError):
        PlannerOutput[Task].model_validate_json('{"task":{"text":"t"}}')
    with pytest.raises(ValidationError):
        PlannerOutput[Task].model_validate_json('{"task":{"text":3},"worker_id":"w"}')


@pytest.mark.requirement("S1-6.2a")
def test_worker_input_needs_only_the_task() -> None:
    required, optional = required_and_optional(WorkerInput)
    assert required == {"task"}
    assert optional == {"previous_result", "feedback", "tool_result", "project_state"}
    full = WorkerInput[Task, Answer](
        task=TASK, previous_result=ANSWER, feedback=FEEDBACK, tool_result=ANSWER, project_state={}
    )
    assert WorkerInput[Task, Answer].model_validate_json(full.model_dump_json()) == full


@pytest.mark.requirement("S1-6.2b")
def test_worker_output_has_result_and_tool_request() -> None:
    assert set(WorkerOutput.model_fields) == {"result", "tool_request"}
    assert set(ToolRequest.model_fields) == {"name", "arguments"}


@pytest.mark.requirement("S1-6.2c")
def test_exactly_one_of_result_and_tool_request() -> None:
    bound = WorkerOutput[Answer]
    assert bound(result=ANSWER).tool_request is None
    assert bound(tool_request=REQUEST).result is None
    with pytest.raises(ValidationError, match="exactly one"):
        bound(result=ANSWER, tool_request=REQUEST)
    with pytest.raises(ValidationError, match="exactly one"):
        bound()


@pytest.mark.requirement("S1-6.3a")
def test_critic_input_needs_plan_and_answer() -> None:
    assert required_and_optional(CriticInput) == ({"plan", "worker_answer"}, {"project_state"})
    with pytest.raises(ValidationError):
        CriticInput[Task, Answer].model_validate_json('{"plan":{"text":"t"},"worker_answer":null}')


@pytest.mark.requirement("S1-6.3b")
@pytest.mark.parametrize("word", ["accept", "MAYBE", "", None, 1])
def test_no_third_decision(word: Any) -> None:
    with pytest.raises(ValidationError):
        Decision(decision=word, feedback=FEEDBACK)


@pytest.mark.requirement("S1-6.3c")
def test_reject_needs_feedback_with_words_in_it() -> None:
    with pytest.raises(ValidationError, match="must carry feedback"):
        Decision(decision="REJECT")
    assert Decision(decision="REJECT", feedback=FEEDBACK).feedback == FEEDBACK
    with pytest.raises(ValidationError):
        Feedback(kind="", message="m")
    with pytest.raises(ValidationError):
        Feedback(kind="k", message="")


@pytest.mark.requirement("S1-6.3d")
def test_accept_may_omit_feedback() -> None:
    assert Decision(decision="ACCEPT").feedback is None
    assert Decision(decision="ACCEPT", feedback=FEEDBACK).feedback == FEEDBACK
