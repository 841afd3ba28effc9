"""Bounded, validated calls of agents: the only place that calls one, and that calls it again."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar, cast

from pydantic import BaseModel

from agentic_solver.core.agent import AgentCallResult, AgentProtocol, write_input
from agentic_solver.core.errors import AgentFailedError, AgentInputError, UnknownWorkerError
from agentic_solver.core.reply import SchemaFault, read_reply
from agentic_solver.core.schema import Decision, PlannerOutput, WorkerOutput
from agentic_solver.errors import ContractError

__all__ = ["AgentDispatcher"]

T = TypeVar("T", bound=BaseModel)
R = TypeVar("R")
D = TypeVar("D", bound=Decision)
OutputT = TypeVar("OutputT", bound=BaseModel)


class AgentDispatcher(Generic[T, R, D]):
    """Holds one planner, the workers by id, and one critic; calls them and checks the replies.

    ``max_retries`` counts *calls*: 3 means one call and at most two repairs. Only a reply that
    fails its schema is asked for again, and the repair call shows the agent the validation error
    (see :func:`agentic_solver.core.agent.write_input`). What an agent raises passes through
    after that one call.
    """

    def __init__(
        self,
        *,
        planner: AgentProtocol,
        workers: Mapping[str, AgentProtocol],
        critic: AgentProtocol,
        max_retries: int = 3,
    ) -> None:
        if type(max_retries) is not int or max_retries < 1:
            raise ContractError(f"max_retries counts calls and is at least 1, not {max_retries!r}")
        self.planner = planner
        self.workers = dict(workers)
        self.critic = critic
        self.max_retries = max_retries

    def plan(self, offer: Mapping[str, object]) -> AgentCallResult[PlannerOutput[T]]:
        """Call the planner; ``offer`` maps field names to values, unknown names are left out."""
        return self._call(self.planner, offer, PlannerOutput)

    def analyse(self, planner_input: BaseModel) -> AgentCallResult[BaseModel]:
        """Call the planner with exactly this input; its output may have any shape.

        Raises:
            AgentInputError: when the input is not an instance of the planner's input schema.
        """
        schema = self.planner.input_schema
        if not isinstance(planner_input, schema):
            raise AgentInputError(
                f"planner {self.planner.name!r} takes {schema.__name__},"
                f" not {type(planner_input).__name__}"
            )
        fields = {name: getattr(planner_input, name) for name in schema.model_fields}
        return self._call(self.planner, fields, BaseModel)

    def work(self, worker_id: str, offer: Mapping[str, object]) -> AgentCallResult[WorkerOutput[R]]:
        """Call one worker.

        Raises:
            UnknownWorkerError: when there is no worker of that id.
        """
        worker = self.workers.get(worker_id)
        if worker is None:
            known = ", ".join(sorted(self.workers))
            raise UnknownWorkerError(f"there is no worker {worker_id!r}; there are: {known}")
        return self._call(worker, offer, WorkerOutput)

    def judge(self, offer: Mapping[str, object]) -> AgentCallResult[D]:
        """Call the critic."""
        result = self._call(self.critic, offer, Decision)
        # The critic's output schema is the domain's D; the type system cannot see that.
        return cast("AgentCallResult[D]", result)

    def _call(
        self, agent: AgentProtocol, offer: Mapping[str, Any], expected: type[OutputT]
    ) -> AgentCallResult[OutputT]:
        schema = agent.output_schema
        if not issubclass(schema, expected):
            raise ContractError(
                f"agent {agent.name!r} answers {schema.__name__}, which is no {expected.__name__}"
            )
        error = ""
        for calls in range(1, self.max_retries + 1):
            output = read_reply(agent(write_input(agent, offer, error)), schema)
            if not isinstance(output, SchemaFault):
                return AgentCallResult(agent=agent.name, output=output, calls=calls)
            error = output.message
        raise AgentFailedError(agent.name, self.max_retries, error)
