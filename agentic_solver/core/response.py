"""What comes out of a controller: one response that nobody can change afterwards."""

import copy
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from pydantic import field_validator

from agentic_solver.contracts.model import Contract

__all__ = ["AnalysisControllerResponse", "ControllerResponse"]


class _Sealed(Contract):
    """Immutable to any depth, although tasks and results may hold dictionaries and lists.

    It takes a copy of what it is given and hands out a copy at every read: changing what was read
    changes nothing here. Read a large field once and keep it.
    """

    @field_validator("*", mode="before")
    @classmethod
    def _take_a_copy(cls, value: Any) -> Any:
        return copy.deepcopy(value)

    if not TYPE_CHECKING:  # a type checker would take any attribute name for valid

        def __getattribute__(self, name: str) -> Any:
            value = super().__getattribute__(name)
            return copy.deepcopy(value) if name in type(self).model_fields else value

    def __iter__(self) -> Generator[tuple[str, Any], None, None]:
        for name in type(self).model_fields:
            yield name, getattr(self, name)


class ControllerResponse(_Sealed):
    """One finished pass of a controller."""

    task: Any
    """The task of the request."""
    worker_id: str
    worker_output: Any | None
    """The worker's last validated output: a result, or a second, unmet tool request."""
    critic_decision: Any | None
    """The critic's validated Decision."""
    trace: list[dict[str, Any]] | None
    """:class:`~agentic_solver.core.trace.TraceEntry` data; null when tracing is off."""


class AnalysisControllerResponse(_Sealed):
    """One finished planning step."""

    planner_input: Any
    plan: Any
    """The planner's validated output, unchanged."""
    trace: list[dict[str, Any]] | None
