"""The generic schemas that travel between controller and agents.

A domain binds them (``WorkerInput[MyTask, MyResult]``) or extends them by a subclass. All are
strict, closed and frozen; whoever breaks an invariant written here has broken the schema.
"""

from typing import Annotated, Generic, Literal, Self, TypeVar

from pydantic import Field, model_validator

from agentic_solver.contracts.model import Contract, Identifier, JsonObject, LongText

__all__ = [
    "CriticInput",
    "Decision",
    "Feedback",
    "PlannerInput",
    "PlannerOutput",
    "ToolRequest",
    "WorkerInput",
    "WorkerOutput",
]

T = TypeVar("T")
R = TypeVar("R")


class Feedback(Contract):
    """What was wrong: a short code and a sentence. Neither may be empty."""

    kind: Identifier
    message: Annotated[LongText, Field(min_length=1)]


class ToolRequest(Contract):
    """A worker's wish to have one tool run: the name and the arguments as JSON."""

    name: Identifier
    arguments: JsonObject


class PlannerInput(Contract, Generic[T, R]):
    """What a planner may be told. A planner that routes a given task adds a field ``task``."""

    feedback: Feedback | None = None
    previous_task: T | None = None
    previous_worker_id: str | None = None
    random_seed: str | None = None
    project_state: JsonObject | None = None


class PlannerOutput(Contract, Generic[T]):
    """The task, unchanged, and the worker that is to do it."""

    task: T
    worker_id: Identifier


class WorkerInput(Contract, Generic[T, R]):
    """The task, and on the second call what the requested tool returned."""

    task: T
    previous_result: R | None = None
    feedback: Feedback | None = None
    tool_result: R | None = None
    project_state: JsonObject | None = None


class WorkerOutput(Contract, Generic[R]):
    """A result or a tool request: exactly one of the two."""

    result: R | None = None
    tool_request: ToolRequest | None = None

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        if (self.result is None) == (self.tool_request is None):
            raise ValueError("exactly one of result and tool_request must be set")
        return self


class CriticInput(Contract, Generic[T, R]):
    """The planned task and the answer under judgement.

    A critic that wants to see a missing answer declares ``worker_answer: R | None``; one that
    wants to check the routing adds a field ``worker_id``.
    """

    plan: T
    worker_answer: R
    project_state: JsonObject | None = None


class Decision(Contract):
    """The critic's verdict. REJECT says why; ACCEPT may."""

    decision: Literal["ACCEPT", "REJECT"]
    feedback: Feedback | None = None

    @model_validator(mode="after")
    def _reject_says_why(self) -> Self:
        if self.decision == "REJECT" and self.feedback is None:
            raise ValueError("a REJECT must carry feedback")
        return self
