"""The built-in agents: plain code behind the same four members as an agent that asks a model."""

from agentic_solver.arithmetic.schema import (
    CAPABILITIES,
    ArithmeticCriticInput,
    ArithmeticCriticOutput,
    ArithmeticPlannerInput,
    ArithmeticPlannerOutput,
    ArithmeticResult,
    ArithmeticTask,
    ArithmeticWorkerInput,
    ArithmeticWorkerOutput,
)
from agentic_solver.core import Feedback, ToolRequest

__all__ = ["AddSubWorker", "ArithmeticCritic", "ArithmeticPlanner", "MulWorker"]


class ArithmeticPlanner:
    """Routes a task to the worker that is able to do it."""

    name = "planner"
    input_schema = ArithmeticPlannerInput
    output_schema = ArithmeticPlannerOutput

    def __call__(self, input_json: str) -> str:
        """Return the task and the worker's id."""
        task = self.input_schema.model_validate_json(input_json).task
        worker_id = next(worker for worker, ops in CAPABILITIES.items() if task.op in ops)
        return self.output_schema(task=task, worker_id=worker_id).model_dump_json()


class AddSubWorker:
    """Adds and subtracts; asks a tool for anything else."""

    name = "worker_addsub"
    input_schema = ArithmeticWorkerInput
    output_schema = ArithmeticWorkerOutput

    def __call__(self, input_json: str) -> str:
        """Return the result or a tool request."""
        order = self.input_schema.model_validate_json(input_json)
        task = order.task
        match task.op:
            case "ADD":
                return _answer(ArithmeticResult(value=task.a + task.b))
            case "SUB":
                return _answer(ArithmeticResult(value=task.a - task.b))
            case "MUL":
                return _ask_tool(order)


class MulWorker:
    """Multiplies; asks a tool for anything else."""

    name = "worker_mul"
    input_schema = ArithmeticWorkerInput
    output_schema = ArithmeticWorkerOutput

    def __call__(self, input_json: str) -> str:
        """Return the result or a tool request."""
        order = self.input_schema.model_validate_json(input_json)
        task = order.task
        match task.op:
            case "MUL":
                return _answer(ArithmeticResult(value=task.a * task.b))
            case "ADD" | "SUB":
                return _ask_tool(order)


def _answer(result: ArithmeticResult) -> str:
    return ArithmeticWorkerOutput(result=result).model_dump_json()


def _ask_tool(order: ArithmeticWorkerInput) -> str:
    """Ask for the operation's tool, or hand on what it has returned."""
    if order.tool_result is not None:
        return _answer(order.tool_result)
    task = order.task
    request = ToolRequest(name=task.op.lower(), arguments={"a": task.a, "b": task.b})
    return ArithmeticWorkerOutput(tool_request=request).model_dump_json()


class ArithmeticCritic:
    """Checks who worked on the task, then the number."""

    name = "critic"
    input_schema = ArithmeticCriticInput
    output_schema = ArithmeticCriticOutput

    def __call__(self, input_json: str) -> str:
        """Return the decision."""
        seen = self.input_schema.model_validate_json(input_json)
        feedback = _find_fault(seen)
        decision = self.output_schema(
            decision="ACCEPT" if feedback is None else "REJECT", feedback=feedback
        )
        return decision.model_dump_json()


def _find_fault(seen: ArithmeticCriticInput) -> Feedback | None:
    task, answer = seen.plan, seen.worker_answer
    able = {worker for worker, ops in CAPABILITIES.items() if task.op in ops}
    if seen.worker_id not in able:
        return Feedback(kind="ROUTING", message=f"{seen.worker_id} does not do {task.op}")
    if answer is None:
        return Feedback(kind="MISSING_ANSWER", message="the worker gave no result")
    expected = _expected_value(task)
    if answer.value != expected:
        return Feedback(
            kind="WRONG_VALUE",
            message=f"{task.op} {task.a} {task.b} is {expected}, not {answer.value}",
        )
    return None


def _expected_value(task: ArithmeticTask) -> int:
    match task.op:
        case "ADD":
            return task.a + task.b
        case "SUB":
            return task.a - task.b
        case "MUL":
            return task.a * task.b
