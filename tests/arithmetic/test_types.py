"""Types, agents and tools of the domain, each alone."""

from collections.abc import Mapping
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from agentic_solver.arithmetic import (
    AddArgs,
    ArithmeticCriticInput,
    ArithmeticCriticOutput,
    ArithmeticDispatcher,
    ArithmeticPlannerInput,
    ArithmeticPlannerOutput,
    ArithmeticResult,
    ArithmeticTask,
    ArithmeticWorkerInput,
    ArithmeticWorkerOutput,
    MulArgs,
    SubArgs,
)
from agentic_solver.arithmetic.agent import (
    AddSubWorker,
    ArithmeticCritic,
    ArithmeticPlanner,
    MulWorker,
)
from agentic_solver.arithmetic.builtin import build_dispatcher, build_tools
from agentic_solver.arithmetic.schema import CAPABILITIES, Operation, WorkerId
from agentic_solver.core import (
    AgentDispatcher,
    Decision,
    Feedback,
    PlannerInput,
    PlannerOutput,
    ToolArgumentError,
    ToolRegistry,
    ToolRequest,
    WorkerInput,
    WorkerOutput,
)

deterministic = settings(derandomize=True, deadline=None, max_examples=50)

OPERATIONS: tuple[Operation, ...] = get_args(Operation)
WORKERS: tuple[WorkerId, ...] = get_args(WorkerId)
EXPECTED: Mapping[str, Any] = {
    "ADD": lambda a, b: a + b,
    "SUB": lambda a, b: a - b,
    "MUL": lambda a, b: a * b,
}

operations = st.sampled_from(OPERATIONS)
numbers = st.integers(-(10**30), 10**30)


def task(op: Operation = "ADD", a: int = 2, b: int = 3) -> ArithmeticTask:
    return ArithmeticTask(op=op, a=a, b=b)


# Types


@pytest.mark.requirement("S0-3.1b")
@deterministic
@given(
    wrong=st.one_of(
        st.integers().map(str),
        st.integers(-1000, 1000).map(float),
        st.floats(allow_nan=True),
        st.booleans(),
        st.none(),
        st.lists(st.integers(), max_size=2),
    ),
    place=st.sampled_from(["a", "b"]),
)
def test_operands_are_integers_and_nothing_that_looks_like_one(wrong: Any, place: str) -> None:
    with pytest.raises(ValidationError):
        ArithmeticTask.model_validate({"op": "ADD", "a": 1, "b": 1, place: wrong})


@pytest.mark.requirement("S0-3.1b", "S0-12e")
@pytest.mark.parametrize("text", ['"3"', "3.0", "true", "null", "1e2", "1.5"])
def test_operands_are_integers_in_json_too(text: str) -> None:
    with pytest.raises(ValidationError):
        ArithmeticTask.model_validate_json('{"op":"ADD","a":' + text + ',"b":1}')
    assert ArithmeticTask.model_validate_json('{"op":"ADD","a":3,"b":1}') == task(a=3, b=1)


@pytest.mark.requirement("S0-3.1a", "S0-12f")
@pytest.mark.parametrize("op", ["DIV", "POW", "add", "", None, 1])
def test_there_is_no_fourth_operation(op: Any) -> None:
    with pytest.raises(ValidationError):
        ArithmeticTask(op=op, a=1, b=1)
    assert OPERATIONS == ("ADD", "SUB", "MUL")
    assert all(ArithmeticTask(op=known, a=1, b=1).op == known for known in OPERATIONS)


@pytest.mark.requirement("S0-3.2a")
@pytest.mark.parametrize("content", ['{"value":1.5}', "{}", '{"value":"1"}', '{"value":null}'])
def test_a_result_is_one_integer(content: str) -> None:
    with pytest.raises(ValidationError):
        ArithmeticResult.model_validate_json(content)
    assert list(ArithmeticResult.model_fields) == ["value"]


@pytest.mark.requirement("S0-3.3a")
@pytest.mark.parametrize("arguments", [AddArgs, SubArgs, MulArgs])
def test_tool_arguments_are_two_integers(arguments: type[BaseModel]) -> None:
    schema = arguments.model_json_schema()
    schema.pop("description")
    assert schema == {
        "additionalProperties": False,
        "properties": {
            "a": {"title": "A", "type": "integer"},
            "b": {"title": "B", "type": "integer"},
        },
        "required": ["a", "b"],
        "title": arguments.__name__,
        "type": "object",
    }


@pytest.mark.requirement("S0-4.2a")
def test_worker_input_is_the_cores_bound_to_the_domain() -> None:
    bound: type[BaseModel] = WorkerInput[ArithmeticTask, ArithmeticResult]
    assert issubclass(ArithmeticWorkerInput, bound)
    assert set(ArithmeticWorkerInput.model_fields) == set(WorkerInput.model_fields)
    fields = ArithmeticWorkerInput.model_fields
    assert fields["task"].annotation is ArithmeticTask
    assert fields["tool_result"].annotation == ArithmeticResult | None


@pytest.mark.requirement("S0-4.2b")
def test_worker_output_is_the_cores_bound_to_the_result() -> None:
    assert ArithmeticWorkerOutput is WorkerOutput[ArithmeticResult]
    assert issubclass(ArithmeticWorkerOutput, WorkerOutput)
    assert ArithmeticWorkerOutput.model_fields["result"].annotation == ArithmeticResult | None


@pytest.mark.requirement("S0-4.2c")
def test_a_worker_gives_a_result_or_a_tool_request() -> None:
    result, request = ArithmeticResult(value=1), ToolRequest(name="add", arguments={})
    assert ArithmeticWorkerOutput(result=result).result == result
    assert ArithmeticWorkerOutput(tool_request=request).tool_request == request
    with pytest.raises(ValidationError):
        ArithmeticWorkerOutput(result=result, tool_request=request)
    with pytest.raises(ValidationError):
        ArithmeticWorkerOutput()


@pytest.mark.requirement("S0-5.1a")
def test_planner_input_needs_the_task() -> None:
    assert issubclass(ArithmeticPlannerInput, PlannerInput)
    assert set(ArithmeticPlannerInput.model_fields) - set(PlannerInput.model_fields) == {"task"}
    assert ArithmeticPlannerInput(task=task()).task == task()
    with pytest.raises(ValidationError):
        ArithmeticPlannerInput.model_validate_json("{}")
    with pytest.raises(ValidationError):
        ArithmeticPlannerInput.model_validate_json('{"task":null}')


@pytest.mark.requirement("S0-5.1b")
def test_planner_output_names_one_of_two_workers() -> None:
    assert issubclass(ArithmeticPlannerOutput, PlannerOutput)
    assert list(ArithmeticPlannerOutput.model_fields) == ["task", "worker_id"]
    for worker_id in WORKERS:
        assert ArithmeticPlannerOutput(task=task(), worker_id=worker_id).worker_id == worker_id
    unknown: Any = "worker_div"
    with pytest.raises(ValidationError):
        ArithmeticPlannerOutput(task=task(), worker_id=unknown)


@pytest.mark.requirement("S0-6.1a")
def test_critic_input_has_plan_worker_and_perhaps_an_answer() -> None:
    documented = {"plan", "worker_id", "worker_answer"}
    assert documented <= set(ArithmeticCriticInput.model_fields)
    assert set(ArithmeticCriticInput.model_fields) - documented == {"project_state"}
    seen = ArithmeticCriticInput(plan=task(), worker_id="worker_mul", worker_answer=None)
    assert seen.worker_answer is None
    with pytest.raises(ValidationError):
        ArithmeticCriticInput.model_validate_json('{"worker_id":"worker_mul"}')


@pytest.mark.requirement("S0-6.3b")
def test_an_accept_carries_no_feedback() -> None:
    feedback = Feedback(kind="k", message="m")
    assert ArithmeticCriticOutput(decision="ACCEPT").feedback is None
    with pytest.raises(ValidationError, match="an ACCEPT carries no feedback"):
        ArithmeticCriticOutput(decision="ACCEPT", feedback=feedback)


@pytest.mark.requirement("S0-6.3c")
def test_a_reject_carries_feedback() -> None:
    with pytest.raises(ValidationError, match="a REJECT must carry feedback"):
        ArithmeticCriticOutput(decision="REJECT")
    feedback = Feedback(kind="k", message="m")
    assert ArithmeticCriticOutput(decision="REJECT", feedback=feedback).feedback == feedback


@pytest.mark.requirement("S0-8a")
def test_the_dispatcher_is_the_cores_bound_to_the_domain() -> None:
    assert issubclass(ArithmeticDispatcher, AgentDispatcher)
    (base,) = ArithmeticDispatcher.__orig_bases__  # type: ignore[attr-defined]
    assert get_args(base) == (ArithmeticTask, ArithmeticResult, Decision)


# Capabilities and workers


@pytest.mark.requirement("S0-4.1a")
def test_there_are_two_workers() -> None:
    assert set(build_dispatcher().workers) == {"worker_addsub", "worker_mul"} == set(CAPABILITIES)


@pytest.mark.requirement("S0-4.1b")
def test_capabilities_are_disjoint_and_complete() -> None:
    addsub, mul = CAPABILITIES["worker_addsub"], CAPABILITIES["worker_mul"]
    assert (sorted(addsub), sorted(mul)) == (["ADD", "SUB"], ["MUL"])
    assert addsub & mul == set()
    assert addsub | mul == set(OPERATIONS)


@pytest.mark.requirement("S0-4.1c")
def test_capabilities_cannot_be_changed() -> None:
    table: Any = CAPABILITIES
    with pytest.raises(TypeError):
        table["worker_mul"] = frozenset(OPERATIONS)
    with pytest.raises(TypeError):
        del table["worker_mul"]
    with pytest.raises(AttributeError):
        table["worker_mul"].add("ADD")
    with pytest.raises(AttributeError):
        table.clear()


def ask(worker: AddSubWorker | MulWorker, given: ArithmeticWorkerInput) -> WorkerOutput[Any]:
    return ArithmeticWorkerOutput.model_validate_json(worker(given.model_dump_json()))


@pytest.mark.requirement("S0-4.3b", "S0-4.3d")
@pytest.mark.parametrize(
    ("worker", "op"), [(AddSubWorker(), "MUL"), (MulWorker(), "ADD"), (MulWorker(), "SUB")]
)
def test_a_worker_asks_a_tool_for_what_is_not_its_own(
    worker: AddSubWorker | MulWorker, op: Operation
) -> None:
    output = ask(worker, ArithmeticWorkerInput(task=task(op, 7, 6)))
    assert output.result is None
    assert output.tool_request == ToolRequest(name=op.lower(), arguments={"a": 7, "b": 6})
    handed_on = ArithmeticWorkerInput(task=task(op, 7, 6), tool_result=ArithmeticResult(value=-1))
    assert ask(worker, handed_on).result == ArithmeticResult(value=-1)


@deterministic
@given(op=operations, a=numbers, b=numbers)
def test_a_worker_computes_its_own_operations(op: Operation, a: int, b: int) -> None:
    worker = MulWorker() if op == "MUL" else AddSubWorker()
    output = ask(worker, ArithmeticWorkerInput(task=task(op, a, b)))
    assert output.result == ArithmeticResult(value=EXPECTED[op](a, b))


@deterministic
@given(op=operations, a=numbers, b=numbers)
def test_the_planner_keeps_the_task_and_knows_the_worker(op: Operation, a: int, b: int) -> None:
    reply = ArithmeticPlanner()(ArithmeticPlannerInput(task=task(op, a, b)).model_dump_json())
    plan = ArithmeticPlannerOutput.model_validate_json(reply)
    assert plan.task == task(op, a, b)
    assert op in CAPABILITIES[plan.worker_id]


# Critic


def judge(plan: ArithmeticTask, worker_id: str, value: int | None) -> Decision:
    answer = None if value is None else ArithmeticResult(value=value)
    seen = ArithmeticCriticInput(plan=plan, worker_id=worker_id, worker_answer=answer)
    return ArithmeticCriticOutput.model_validate_json(ArithmeticCritic()(seen.model_dump_json()))


@pytest.mark.requirement("S0-6.2a")
@pytest.mark.parametrize("worker_id", ["worker_addsub", "worker_div", ""])
def test_the_wrong_worker_is_rejected_even_with_the_right_number(worker_id: str) -> None:
    decision = judge(task("MUL", 7, 6), worker_id, 42)
    assert decision.decision == "REJECT"
    assert decision.feedback is not None
    assert decision.feedback.kind == "ROUTING"


@pytest.mark.requirement("S0-6.2b")
def test_a_missing_answer_is_rejected() -> None:
    decision = judge(task("MUL", 7, 6), "worker_mul", None)
    assert decision.decision == "REJECT"
    assert decision.feedback is not None
    assert decision.feedback.kind == "MISSING_ANSWER"


@pytest.mark.requirement("S0-6.2c")
@deterministic
@given(op=operations, a=numbers, b=numbers, off=st.integers().filter(bool))
def test_a_wrong_value_is_rejected(op: Operation, a: int, b: int, off: int) -> None:
    right = "worker_mul" if op == "MUL" else "worker_addsub"
    decision = judge(task(op, a, b), right, EXPECTED[op](a, b) + off)
    assert decision.decision == "REJECT"
    assert decision.feedback is not None
    assert decision.feedback.kind == "WRONG_VALUE"


@pytest.mark.requirement("S0-6.3a")
@deterministic
@given(
    op=operations,
    a=numbers,
    b=numbers,
    worker_id=st.sampled_from(WORKERS),
    off=st.sampled_from([0, 0, 1, -7]),
)
def test_accept_means_right_worker_and_right_value(
    op: Operation, a: int, b: int, worker_id: WorkerId, off: int
) -> None:
    decision = judge(task(op, a, b), worker_id, EXPECTED[op](a, b) + off)
    assert (decision.decision == "ACCEPT") == (op in CAPABILITIES[worker_id] and off == 0)


# Tools


@pytest.mark.requirement("S0-7.1a")
def test_add() -> None:
    assert build_tools().call("add", AddArgs(a=2, b=3)) == 5


@pytest.mark.requirement("S0-7.1b")
def test_sub() -> None:
    assert build_tools().call("sub", SubArgs(a=2, b=3)) == -1


@pytest.mark.requirement("S0-7.1c")
def test_mul() -> None:
    assert build_tools().call("mul", MulArgs(a=2, b=3)) == 6


@pytest.mark.requirement("S0-7.2a")
@deterministic
@given(op=operations, a=numbers, b=numbers)
def test_tools_are_deterministic(op: Operation, a: int, b: int) -> None:
    arguments = {"a": a, "b": b}
    first = build_tools().call(op.lower(), arguments)
    assert first == build_tools().call(op.lower(), arguments) == EXPECTED[op](a, b)


WRONG_CLASS_OR_SHAPE: list[Any] = [
    MulArgs(a=1, b=1),
    {"a": "x", "b": 1},
    {"a": 1, "b": 1, "c": 1},
    {"a": 1},
    {"a": 1.0, "b": 1},
    {"a": True, "b": 1},
    (1, 1),
]


@pytest.mark.requirement("S0-3.3b", "S0-7.2c")
@pytest.mark.parametrize("arguments", WRONG_CLASS_OR_SHAPE, ids=repr)
def test_a_tool_runs_only_on_its_own_arguments(arguments: Any) -> None:
    ran: list[AddArgs] = []
    counted = ToolRegistry()
    counted.register("add", "Counts its runs.", ran.append, AddArgs)
    for tools in (counted, build_tools()):
        with pytest.raises(ToolArgumentError, match="tool 'add' takes AddArgs"):
            tools.call("add", arguments)
    assert ran == []
    counted.call("add", AddArgs(a=1, b=1))
    assert len(ran) == 1


@pytest.mark.requirement("S0-12f")
def test_there_are_three_tools() -> None:
    assert build_tools().names == ("add", "mul", "sub")
