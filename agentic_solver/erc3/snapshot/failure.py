"""Failures of the snapshot as values: the plan, the platform or the data did not allow it."""

from dataclasses import dataclass, field

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.violations import Violation, ViolationCode

__all__ = ["Failure"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why there is no result; never holds entity values in ``message``."""

    code: ViolationCode
    message: str
    details: JsonObject = field(default_factory=dict)

    def violation(self, path: str) -> Violation:
        """Return the same as a violation at ``path`` of the plan."""
        return Violation(code=self.code, message=self.message, path=path, details=self.details)
