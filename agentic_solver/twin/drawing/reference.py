"""The reference solution of a drawn task: what a perfect agent does and says.

It is computed from the state by the template that drew the task, plays in the self-check of a
suite, and is never shown to anybody who solves tasks.
"""

from dataclasses import dataclass

from agentic_solver.contracts.model import JsonObject
from agentic_solver.twin.expectation import Change, LinkKind, Outcome

__all__ = ["Call", "Reference", "Write"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request to the company API that changes something."""

    route: str
    body: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """A change of the company: how it is made, and the events that prove it."""

    calls: tuple[Call, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """Calls in order, then the one answer."""

    outcome: Outcome
    message: str
    links: tuple[tuple[LinkKind, str], ...] = ()
    calls: tuple[Call, ...] = ()
