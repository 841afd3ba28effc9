"""What travels through one controller pass of the ERC3 domain."""

from typing import Literal

from pydantic import Field

from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import Contract, JsonObject, ShortText
from agentic_solver.contracts.plan import InputTask
from agentic_solver.contracts.violations import Violation

__all__ = [
    "ExecutionReport",
    "Feedback",
    "LookEnd",
    "LookReport",
    "RoundFeedback",
    "SecondLook",
    "SolveContext",
    "SolveRequest",
]

Feedback = Literal["codes", "facts"]
"""What a rejected round tells the next one: what is wrong; and what the caller may see."""


SecondLook = Literal["off", "shape", "rows", "steps", "auto"]
"""What the model is told where a first answer is suspicious: nothing, as it is sent at once; how
many rows there were; those that the caller may see; and what it asks for itself. ``auto`` is the
strength that is best founded, ``rows``."""


LookEnd = Literal["", "same", "changed", "stood"]
"""What came of a second look: none was taken; the same plan came again; the answer of another
one was sent; or none came that was accepted, so that all stayed as it was."""


class LookReport(Contract):
    """What a plan came to, for a second look at it."""

    why: tuple[ShortText, ...] = Field(default=(), max_length=16)
    """Why its answer is looked at again; none where the model itself asked for rows."""
    outcome: str = Field(default="", max_length=64)
    """Of the answer that is sent if no other one takes its place; empty if there is none."""
    facts: JsonObject = Field(default_factory=dict)
    """By fact: ``count``, with ``columns`` and ``rows`` where rows are shown, and ``without``: a
    condition or join of an empty fact with the number of rows there would be, or None."""
    closed: tuple[str, ...] = ()
    """Facts of which nothing may be told."""
    finders: tuple[tuple[str, int], ...] = ()
    """Calls of finders, and how many things they found."""
    refused: tuple[ShortText, ...] = ()
    """What no rule opens, in words of the rule vocabulary."""
    unread: tuple[str, ...] = ()
    """Columns of free text that no fact reads."""
    reply: JsonObject = Field(default_factory=dict)
    """What the model has sent: the plan, or the facts that it asked for."""
    turns: int = Field(default=0, ge=0)
    """How often the model may still ask for rows before it sends a plan."""


class RoundFeedback(Contract):
    """What one round taught: codes with correlation; rows only where the run shows them."""

    round: int = Field(ge=1)
    violations: tuple[Violation, ...] = Field(max_length=100)
    shown: JsonObject = Field(default_factory=dict)
    """Rows of facts that the caller may see; only where the run shows them to the model."""
    look: LookReport | None = None
    """What the plan came to, where the next round is a second look at it."""


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
