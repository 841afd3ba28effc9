"""The Controller: one task, one pass, PLAN → WORK → (TOOL → WORK)? → CRITIC → END."""

import json
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from agentic_solver.core.dispatcher import AgentDispatcher
from agentic_solver.core.errors import RequestError, TaskChangedError
from agentic_solver.core.request import ControllerRequest
from agentic_solver.core.response import ControllerResponse
from agentic_solver.core.schema import Decision, ToolRequest, WorkerOutput
from agentic_solver.core.tool import ToolRegistry
from agentic_solver.core.trace import Trace

__all__ = ["Controller"]

T = TypeVar("T", bound=BaseModel)
R = TypeVar("R")
D = TypeVar("D", bound=Decision)


class Controller(Generic[T, R, D]):
    """Runs one task once. It keeps nothing between calls and never goes back to a state.

    An agent is offered every documented field of its role and gets those that its input schema
    declares: the planner also ``task``, the critic also ``worker_id``.
    """

    def __init__(
        self, dispatcher: AgentDispatcher[T, R, D], tools: ToolRegistry, *, tracing: bool = True
    ) -> None:
        self._dispatcher = dispatcher
        self._tools = tools
        self._tracing = tracing

    def run(self, request: ControllerRequest[T]) -> ControllerResponse:
        """Execute the one task of ``request``.

        Raises:
            CoreError: see :mod:`agentic_solver.core.errors` for the kinds.
        """
        if not isinstance(request, ControllerRequest):
            raise RequestError(f"a ControllerRequest is needed, not {type(request).__name__}")
        task = request.domain.task
        trace = Trace()
        worker_id = self._plan(task, trace)
        output = self._work(worker_id, task, None, trace)
        if output.tool_request is not None:
            tool_result = self._use_tool(output.tool_request, trace)
            output = self._work(worker_id, task, tool_result, trace)
        decision = self._judge(task, worker_id, output, trace)
        trace.add("END", "controller", decision.decision)
        return ControllerResponse(
            task=task,
            worker_id=worker_id,
            worker_output=output,
            critic_decision=decision,
            trace=trace.dump() if self._tracing else None,
        )

    def _plan(self, task: T, trace: Trace) -> str:
        offer = {
            "task": task,
            "feedback": None,
            "previous_task": None,
            "previous_worker_id": None,
            "random_seed": None,
            "project_state": None,
        }
        call = self._dispatcher.plan(offer)
        if _canonical(call.output.task) != _canonical(task):
            raise TaskChangedError(f"planner {call.agent!r} answered with another task")
        trace.add("PLAN", call.agent, call.output.worker_id)
        return call.output.worker_id

    def _work(self, worker_id: str, task: T, tool_result: Any, trace: Trace) -> WorkerOutput[R]:
        offer = {
            "task": task,
            "previous_result": None,
            "feedback": None,
            "tool_result": tool_result,
            "project_state": None,
        }
        output = self._dispatcher.work(worker_id, offer).output
        trace.add("WORK", worker_id, "result" if output.tool_request is None else "tool_request")
        return output

    def _use_tool(self, request: ToolRequest, trace: Trace) -> Any:
        result = self._tools.call(request.name, request.arguments)
        trace.add("TOOL", request.name, "returned")
        return result

    def _judge(self, task: T, worker_id: str, output: WorkerOutput[R], trace: Trace) -> D:
        offer = {
            "plan": task,
            "worker_id": worker_id,
            "worker_answer": output.result,
            "project_state": None,
        }
        call = self._dispatcher.judge(offer)
        trace.add("CRITIC", call.agent, call.output.decision)
        return call.output


def _canonical(task: BaseModel) -> str:
    # As text, because Python holds 1, 1.0 and True to be equal and a task may not.
    return json.dumps(task.model_dump(mode="json", by_alias=True), sort_keys=True)
