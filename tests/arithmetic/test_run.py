"""Whole passes of the domain, with built-in and with scripted agents."""

import hashlib
import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

import agentic_solver.arithmetic
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
    run,
)
from agentic_solver.arithmetic.builtin import build_dispatcher, build_tools
from agentic_solver.core import (
    AgentFailedError,
    ControllerResponse,
    Decision,
    TaskChangedError,
    ToolRegistry,
    ToolRequest,
)
from agentic_solver.core.scripted import ScriptedAgent

TASK = ArithmeticTask(op="ADD", a=2, b=3)
TIMES = ArithmeticTask(op="MUL", a=7, b=6)
ADD_TOOL = ArithmeticWorkerOutput(tool_request=ToolRequest(name="add", arguments={"a": 2, "b": 3}))
BOTH = '{"result":{"value":5},"tool_request":{"name":"add","arguments":{"a":2,"b":3}}}'


class CountingRegistry(ToolRegistry):
    """The domain's tools, counting calls of the registry and runs of the functions."""

    def __init__(self, fault: Exception | None = None) -> None:
        super().__init__()
        self.calls = 0
        self.runs = 0
        self._fault = fault
        self.register("add", "Returns a + b.", self._add, AddArgs)
        self.register("sub", "Returns a - b.", self._sub, SubArgs)
        self.register("mul", "Returns a * b.", self._mul, MulArgs)

    def call(self, name: str, args: Any) -> Any:
        self.calls += 1
        return super().call(name, args)

    def _ran(self, value: int) -> int:
        self.runs += 1
        if self._fault is not None:
            raise self._fault
        return value

    def _add(self, args: AddArgs) -> int:
        return self._ran(args.a + args.b)

    def _sub(self, args: SubArgs) -> int:
        return self._ran(args.a - args.b)

    def _mul(self, args: MulArgs) -> int:
        return self._ran(args.a * args.b)


def answer(value: int) -> BaseModel:
    return ArithmeticWorkerOutput(result=ArithmeticResult(value=value))


def with_worker(*replies: str | BaseModel) -> tuple[ArithmeticDispatcher, ScriptedAgent]:
    """The built-in agents, but worker_addsub says ``replies``."""
    dispatcher = build_dispatcher()
    worker = ScriptedAgent(
        name="worker_addsub",
        input_schema=ArithmeticWorkerInput,
        output_schema=ArithmeticWorkerOutput,
        replies=replies,
    )
    dispatcher.workers["worker_addsub"] = worker
    return dispatcher, worker


def with_planner(reply: str | BaseModel) -> ArithmeticDispatcher:
    dispatcher = build_dispatcher()
    dispatcher.planner = ScriptedAgent(
        name="planner",
        input_schema=ArithmeticPlannerInput,
        output_schema=ArithmeticPlannerOutput,
        replies=(reply,),
    )
    return dispatcher


def misrouted(task: ArithmeticTask) -> ArithmeticDispatcher:
    wrong: Any = "worker_addsub" if task.op == "MUL" else "worker_mul"
    return with_planner(ArithmeticPlannerOutput(task=task, worker_id=wrong))


def solve(
    task: ArithmeticTask, dispatcher: ArithmeticDispatcher | None = None
) -> ControllerResponse:
    return run(task, dispatcher=dispatcher or build_dispatcher(), tool_registry=build_tools())


def states(response: ControllerResponse) -> list[str]:
    assert response.trace is not None
    return [entry["state"] for entry in response.trace]


def rejection(response: ControllerResponse) -> str:
    decision = response.critic_decision
    assert isinstance(decision, Decision)
    assert decision.decision == "REJECT"
    assert decision.feedback is not None
    return decision.feedback.kind


def digest(value: BaseModel) -> str:
    return hashlib.sha256(value.model_dump_json().encode()).hexdigest()


# The built-in agents


@pytest.mark.requirement("S0-2b")
def test_a_pass_is_plan_work_critic_end() -> None:
    assert states(solve(TASK)) == ["PLAN", "WORK", "CRITIC", "END"]


@pytest.mark.requirement("S0-2c", "S0-5.2a", "S0-5.2b")
@pytest.mark.parametrize(
    ("op", "worker_id"),
    [("ADD", "worker_addsub"), ("SUB", "worker_addsub"), ("MUL", "worker_mul")],
)
def test_tasks_go_to_the_worker_that_can_do_them(op: Any, worker_id: str) -> None:
    assert solve(ArithmeticTask(op=op, a=9, b=4)).worker_id == worker_id


@pytest.mark.requirement("S0-4.3a")
@pytest.mark.parametrize("op", ["ADD", "SUB", "MUL"])
def test_a_well_routed_worker_needs_no_tool(op: Any) -> None:
    tools = CountingRegistry()
    task = ArithmeticTask(op=op, a=9, b=4)
    response = run(task, dispatcher=build_dispatcher(), tool_registry=tools)
    assert "TOOL" not in states(response)
    assert tools.calls == 0
    assert response.worker_output is not None
    assert response.worker_output.result is not None


@pytest.mark.requirement("S0-6.1b")
def test_the_verdict_is_a_decision() -> None:
    decision = solve(TASK).critic_decision
    assert isinstance(decision, Decision)
    assert type(decision) is ArithmeticCriticOutput
    assert decision == ArithmeticCriticOutput(decision="ACCEPT")


# Scripted deviations


@pytest.mark.requirement("S0-2e")
def test_a_requested_tool_is_run_and_the_worker_asked_again() -> None:
    dispatcher, worker = with_worker(ADD_TOOL, answer(5))
    response = solve(TASK, dispatcher)
    assert states(response) == ["PLAN", "WORK", "TOOL", "WORK", "CRITIC", "END"]
    second = ArithmeticWorkerInput.model_validate_json(worker.calls[1])
    assert second.tool_result == ArithmeticResult(value=5)
    assert response.critic_decision == ArithmeticCriticOutput(decision="ACCEPT")


@pytest.mark.requirement("S0-2f")
def test_a_wrong_number_is_rejected() -> None:
    dispatcher, _ = with_worker(answer(6))
    assert rejection(solve(TASK, dispatcher)) == "WRONG_VALUE"


@pytest.mark.requirement("S0-5.2c")
@pytest.mark.parametrize("task", [TIMES, TASK])
def test_a_misrouted_task_gets_its_number_and_is_rejected_for_routing(
    task: ArithmeticTask,
) -> None:
    response = solve(task, misrouted(task))
    assert states(response) == ["PLAN", "WORK", "TOOL", "WORK", "CRITIC", "END"]
    assert response.worker_output == answer(42 if task is TIMES else 5)
    assert rejection(response) == "ROUTING"


@pytest.mark.requirement("S0-5.2d")
def test_a_planner_that_changes_a_number_ends_the_run() -> None:
    changed = ArithmeticPlannerOutput(
        task=ArithmeticTask(op="ADD", a=1, b=3), worker_id="worker_addsub"
    )
    dispatcher = with_planner(changed)
    _, worker = with_worker(answer(5))
    dispatcher.workers["worker_addsub"] = worker
    with pytest.raises(TaskChangedError, match="answered with another task"):
        solve(TASK, dispatcher)
    assert worker.calls == []


@pytest.mark.requirement("S0-6.2b")
def test_a_worker_that_asks_twice_is_rejected_for_the_missing_answer() -> None:
    dispatcher, worker = with_worker(ADD_TOOL, ADD_TOOL)
    response = solve(TASK, dispatcher)
    assert rejection(response) == "MISSING_ANSWER"
    assert len(worker.calls) == 2
    assert states(response).count("TOOL") == 1


@pytest.mark.requirement("S0-4.2d")
@pytest.mark.parametrize("max_retries", [1, 2, 4])
def test_a_worker_that_sends_both_is_asked_max_retries_times(max_retries: int) -> None:
    dispatcher, worker = with_worker(BOTH)
    dispatcher.max_retries = max_retries
    with pytest.raises(AgentFailedError, match="exactly one of result and tool_request"):
        solve(TASK, dispatcher)
    assert len(worker.calls) == max_retries


@pytest.mark.requirement("S0-6.3b")
def test_a_critic_that_praises_is_asked_again() -> None:
    dispatcher = build_dispatcher()
    praise = '{"decision":"ACCEPT","feedback":{"kind":"PRAISE","message":"well done"}}'
    critic = ScriptedAgent(
        name="critic",
        input_schema=ArithmeticCriticInput,
        output_schema=ArithmeticCriticOutput,
        replies=(praise, ArithmeticCriticOutput(decision="ACCEPT")),
    )
    dispatcher.critic = critic
    assert solve(TASK, dispatcher).critic_decision == ArithmeticCriticOutput(decision="ACCEPT")
    assert len(critic.calls) == 2


def deviations() -> dict[str, tuple[ArithmeticTask, ArithmeticDispatcher]]:
    return {
        "none": (TASK, build_dispatcher()),
        "tool": (TASK, with_worker(ADD_TOOL, answer(5))[0]),
        "tool twice": (TASK, with_worker(ADD_TOOL)[0]),
        "wrong number": (TASK, with_worker(answer(6))[0]),
        "wrong after tool": (TASK, with_worker(ADD_TOOL, answer(6))[0]),
        "repaired": (TASK, with_worker("x", BOTH, answer(5))[0]),
        "misrouted MUL": (TIMES, misrouted(TIMES)),
        "misrouted ADD": (TASK, misrouted(TASK)),
    }


@pytest.mark.requirement("S0-10a")
@pytest.mark.parametrize("case", deviations())
def test_the_states_follow_the_machine(case: str) -> None:
    task, dispatcher = deviations()[case]
    assert re.fullmatch(
        "PLAN WORK (TOOL WORK )?CRITIC END", " ".join(states(solve(task, dispatcher)))
    )


@pytest.mark.requirement("S0-6.3d")
@pytest.mark.parametrize(
    "case", ["tool twice", "wrong number", "wrong after tool", "misrouted MUL", "misrouted ADD"]
)
def test_every_rejection_says_kind_and_message(case: str) -> None:
    task, dispatcher = deviations()[case]
    feedback = solve(task, dispatcher).model_dump(mode="json")["critic_decision"]["feedback"]
    assert set(feedback) == {"kind", "message"}
    assert feedback["kind"]
    assert feedback["message"]


@pytest.mark.requirement("S0-7.2b")
@pytest.mark.parametrize("case", deviations())
def test_tools_are_reached_through_the_registry_only(case: str) -> None:
    task, dispatcher = deviations()[case]
    tools = CountingRegistry()
    response = run(task, dispatcher=dispatcher, tool_registry=tools)
    assert tools.calls == tools.runs == states(response).count("TOOL")


@pytest.mark.requirement("S0-7.2d")
def test_a_tool_runs_once_per_tool_state() -> None:
    tools = CountingRegistry()
    run(TIMES, dispatcher=misrouted(TIMES), tool_registry=tools)
    assert tools.runs == 1


@pytest.mark.requirement("S0-7.2d")
def test_a_tool_that_raises_is_not_run_again() -> None:
    tools = CountingRegistry(fault=OSError("worn out"))
    with pytest.raises(OSError, match="worn out"):
        run(TIMES, dispatcher=misrouted(TIMES), tool_registry=tools)
    assert tools.calls == tools.runs == 1


# The entry point


@pytest.mark.requirement("S0-9.1a")
def test_run_has_the_documented_signature() -> None:
    assert str(inspect.signature(run)) == (
        "(task: agentic_solver.arithmetic.schema.ArithmeticTask, *,"
        " dispatcher: agentic_solver.arithmetic.schema.ArithmeticDispatcher,"
        " tool_registry: agentic_solver.core.tool.ToolRegistry)"
        " -> agentic_solver.core.response.ControllerResponse"
    )
    assert type(solve(TASK)) is ControllerResponse


@pytest.mark.requirement("S0-9.1b")
@pytest.mark.parametrize("tasks", [[TASK], (TASK, TIMES), [], None, {"op": "ADD", "a": 1}, 5])
def test_run_takes_exactly_one_task(tasks: Any) -> None:
    with pytest.raises(ValidationError):
        solve(tasks)


@pytest.mark.requirement("S0-9.1d")
def test_the_response_cannot_be_changed() -> None:
    response: Any = solve(TIMES, misrouted(TIMES))
    before = response.model_dump_json()
    for target, name in [
        (response, "worker_id"),
        (response.task, "a"),
        (response.worker_output, "result"),
        (response.worker_output.result, "value"),
        (response.critic_decision, "decision"),
        (response.critic_decision.feedback, "message"),
    ]:
        with pytest.raises(ValidationError):
            setattr(target, name, 0)
    response.trace.clear()
    response.trace[0]["state"] = "END"
    response.task.__dict__["a"] = 0
    assert response.model_dump_json() == before


@pytest.mark.requirement("S0-10b")
def test_a_rejection_ends_the_run_after_one_pass() -> None:
    dispatcher, worker = with_worker(answer(6))
    response = solve(TASK, dispatcher)
    assert rejection(response) == "WRONG_VALUE"
    assert len(worker.calls) == 1
    assert states(response)[-1] == "END"


@pytest.mark.requirement("S0-10c", "S0-12c")
def test_a_rejected_task_is_not_planned_again() -> None:
    dispatcher = misrouted(TIMES)
    response = solve(TIMES, dispatcher)
    assert states(response).count("PLAN") == 1
    assert isinstance(dispatcher.planner, ScriptedAgent)
    assert len(dispatcher.planner.calls) == 1


@pytest.mark.requirement("S0-10d")
def test_nothing_is_persisted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = Path(agentic_solver.arithmetic.__path__[0])
    monkeypatch.chdir(tmp_path)
    before = sorted(package.glob("*.*"))
    solve(TASK)
    solve(TIMES, misrouted(TIMES))
    assert list(tmp_path.iterdir()) == []
    assert sorted(package.glob("*.*")) == before


@pytest.mark.requirement("S0-3.1c", "S0-12d")
@pytest.mark.parametrize("case", deviations())
def test_the_task_stays_as_submitted(case: str) -> None:
    task, dispatcher = deviations()[case]
    before = digest(task)
    solve(task, dispatcher)
    assert digest(task) == before
    with pytest.raises(ValidationError):
        setattr(task, "a", 4)  # noqa: B010 - the type checker would refuse the assignment
    assert digest(task) == before
