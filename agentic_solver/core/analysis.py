"""The AnalysisController: one planning step and nothing else."""

from typing import Any

from agentic_solver.core.dispatcher import AgentDispatcher
from agentic_solver.core.errors import RequestError
from agentic_solver.core.request import AnalysisControllerRequest
from agentic_solver.core.response import AnalysisControllerResponse
from agentic_solver.core.trace import Trace

__all__ = ["AnalysisController"]


class AnalysisController:
    """Asks the planner once; its validated output is final."""

    def __init__(self, dispatcher: AgentDispatcher[Any, Any, Any], *, tracing: bool = True) -> None:
        self._dispatcher = dispatcher
        self._tracing = tracing

    def run(self, request: AnalysisControllerRequest) -> AnalysisControllerResponse:
        """Execute the one planning step of ``request``.

        Raises:
            CoreError: see :mod:`agentic_solver.core.errors` for the kinds.
        """
        if not isinstance(request, AnalysisControllerRequest):
            raise RequestError(
                f"an AnalysisControllerRequest is needed, not {type(request).__name__}"
            )
        call = self._dispatcher.analyse(request.planner_input)
        trace = Trace()
        trace.add("PLAN", call.agent, "plan")
        trace.add("END", "controller", "plan")
        return AnalysisControllerResponse(
            planner_input=request.planner_input,
            plan=call.output,
            trace=trace.dump() if self._tracing else None,
        )
