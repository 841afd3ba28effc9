"""What travels through one controller pass of the ERC3 domain."""

from typing import Literal

from pydantic import Field

from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import Contract, JsonObject, ShortText
from agentic_solver.contracts.plan import InputTask
from agentic_solver.contracts.violations import Violation

__all__ = ["ExecutionReport", "Feedback", "RoundFeedback", "SolveContext", "SolveRequest"]

Feedback = Literal["codes", "facts"]
"""What a rejected round tells the next one: what is wrong; and what the caller may see."""


class RoundFeedback(Contract):
    """What one rejected round taught: codes with correlation, never entity values."""

    round: int = Field(ge=1)
    violations: tuple[Violation, ...] = Field(max_length=100)
    shown: JsonObject = Field(default_factory=dict)
    """Rows of facts that the caller may see; only where the run shows them to the model."""


class SolveContext(Contract):
    """C_k: the round and the rejections of the rounds before it."""

    round: int = Field(default=1, ge=1)
    history: tuple[RoundFeedback, ...] = Field(default=(), max_length=64)
    recalled: bool = False
    """Whether this round plays the kept plan; it teaches the later rounds nothing."""


class SolveRequest(Contract):
    """The task of the controller: the platform's request plus the feedback so far."""

    task: InputTask
    context: SolveContext = Field(default_factory=SolveContext)


class ExecutionReport(Contract):
    """What the execution tool returns to the worker: the verdict, not the evidence."""

    decision_id: str = Field(max_length=64)
    verdict: Literal["accept", "retry", "fatal"]
    response: AgentResponse | None = None
    violations: tuple[Violation, ...] = Field(default=(), max_length=500)
    note: ShortText = ""
