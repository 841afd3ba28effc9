"""Routing: every request goes to the one worker, which may change something.

Whether a request may change anything is not told by its words. It shows in the reading of the
request, with which every write is compared; where nothing is asked for, nothing can agree.
"""

from agentic_solver.contracts.model import Contract
from agentic_solver.core.schema import PlannerInput, PlannerOutput
from agentic_solver.erc3.propose.request import ExecutionReport, SolveRequest

__all__ = ["WORKER", "Router"]

WORKER = "worker_write"


class RouterInput(PlannerInput[SolveRequest, ExecutionReport]):
    """The core's planner input, extended by the task."""

    task: SolveRequest


class Router(Contract):
    """The planner agent of the ERC3 domain."""

    name: str = "router"

    @property
    def input_schema(self) -> type[RouterInput]:
        return RouterInput

    @property
    def output_schema(self) -> type[PlannerOutput[SolveRequest]]:
        return PlannerOutput[SolveRequest]

    def __call__(self, input_json: str) -> str:
        given = RouterInput.model_validate_json(input_json)
        output = PlannerOutput[SolveRequest](task=given.task, worker_id=WORKER)
        return output.model_dump_json()
