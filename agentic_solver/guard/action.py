"""Action pairs: precondition, generator and guard, always all three."""

from collections.abc import Callable
from dataclasses import dataclass

from pydantic import BaseModel, JsonValue

from agentic_solver.guard.context import Context
from agentic_solver.guard.repository import Node
from agentic_solver.guard.state import Satisfied, WorkflowState
from agentic_solver.guard.verdict import Judgement

__all__ = ["ActionPair", "Condition", "Generator", "Guard", "describe"]

Condition = Callable[[WorkflowState], bool]
"""A predicate over the workflow state: a precondition or a goal."""

Generator = Callable[[Context], JsonValue | BaseModel]
"""Makes an artifact from the context; may be stochastic. The result is stored as JSON data."""

Guard = Callable[[Node, Context], Judgement]
"""Judges a stored candidate; equal input gives an equal judgement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionPair:
    """One action: when it applies, what makes the artifact, what judges it."""

    precondition: Condition
    generator: Generator
    guard: Guard


def describe(part: Condition | Generator | Guard) -> JsonValue:
    """Return a printable form of a callable: its condition if declared, else its name."""
    if isinstance(part, Satisfied):
        return {"satisfied": list(part.guards)}
    name: object = getattr(part, "__qualname__", type(part).__qualname__)
    return str(name)
