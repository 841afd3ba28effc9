"""The types of the arithmetic domain: the core's schemas, bound to a task and a result."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, Self

from pydantic import field_validator, model_validator

from agentic_solver.contracts.model import Contract
from agentic_solver.core import (
    AgentDispatcher,
    CriticInput,
    Decision,
    PlannerInput,
    PlannerOutput,
    WorkerInput,
    WorkerOutput,
)

__all__ = [
    "CAPABILITIES",
    "AddArgs",
    "ArithmeticCriticInput",
    "ArithmeticCriticOutput",
    "ArithmeticDispatcher",
    "ArithmeticPlannerInput",
    "ArithmeticPlannerOutput",
    "ArithmeticResult",
    "ArithmeticTask",
    "ArithmeticWorkerInput",
    "ArithmeticWorkerOutput",
    "MulArgs",
    "Operation",
    "SubArgs",
    "WorkerId",
]

Operation = Literal["ADD", "SUB", "MUL"]
WorkerId = Literal["worker_addsub", "worker_mul"]

CAPABILITIES: Mapping[WorkerId, frozenset[Operation]] = MappingProxyType(
    {"worker_addsub": frozenset({"ADD", "SUB"}), "worker_mul": frozenset({"MUL"})}
)
"""Which worker computes what: disjoint, complete, read-only."""


class ArithmeticTask(Contract):
    """One operation on two integers."""

    op: Operation
    a: int
    b: int


class ArithmeticResult(Contract):
    """The number."""

    value: int


class AddArgs(Contract):
    """Arguments of the tool ``add``."""

    a: int
    b: int


class SubArgs(Contract):
    """Arguments of the tool ``sub``."""

    a: int
    b: int


class MulArgs(Contract):
    """Arguments of the tool ``mul``."""

    a: int
    b: int


class ArithmeticPlannerInput(PlannerInput[ArithmeticTask, ArithmeticResult]):
    """What the core may tell any planner, and the task to route."""

    task: ArithmeticTask


class ArithmeticPlannerOutput(PlannerOutput[ArithmeticTask]):
    """The same task and one of the two workers."""

    worker_id: WorkerId


class ArithmeticWorkerInput(WorkerInput[ArithmeticTask, ArithmeticResult]):
    """The task, and on the second call the number that the tool returned."""

    @field_validator("tool_result", mode="before")
    @classmethod
    def _number_is_result(cls, value: Any) -> Any:
        # A tool returns a plain integer; a worker answers with a result.
        return {"value": value} if type(value) is int else value


ArithmeticWorkerOutput = WorkerOutput[ArithmeticResult]


class ArithmeticCriticInput(CriticInput[ArithmeticTask, ArithmeticResult | None]):
    """The task, who worked on it, and the answer, which may be missing."""

    worker_id: str
    worker_answer: ArithmeticResult | None = None


class ArithmeticCriticOutput(Decision):
    """A decision; in this domain an ACCEPT carries no feedback."""

    @model_validator(mode="after")
    def _accept_is_silent(self) -> Self:
        if self.decision == "ACCEPT" and self.feedback is not None:
            raise ValueError("an ACCEPT carries no feedback")
        return self


class ArithmeticDispatcher(AgentDispatcher[ArithmeticTask, ArithmeticResult, Decision]):
    """The core's dispatcher, bound to this domain's types."""
