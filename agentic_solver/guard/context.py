"""The context: everything a generator may condition on and a guard may look at."""

from dataclasses import dataclass

from pydantic import JsonValue

from agentic_solver.guard.document import Document
from agentic_solver.guard.repository import Node, RepositoryView

__all__ = ["Ambient", "Context", "Local", "Rejection"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejection:
    """A candidate of the current step that failed, and why."""

    candidate: Node
    feedback: str
    key: str
    """What decides whether two rejections tell the same; see :class:`Step`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambient:
    """What all steps share: read-only history and the invariant constraints."""

    repository: RepositoryView
    constraints: Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Local:
    """What belongs to the current step: its specification and the candidate before this one."""

    specification: Document
    candidate: Node | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Ambient environment, local context and feedback history of one attempt."""

    ambient: Ambient
    local: Local
    history: tuple[Rejection, ...] = ()

    @property
    def attempt(self) -> int:
        """Number of the attempt that this context is for: 1 for the first."""
        return len(self.history) + 1

    @property
    def repeats(self) -> int:
        """How often in a row, up to now, the same feedback came; 0 without feedback."""
        count = 0
        for rejection in reversed(self.history):
            if rejection.key != self.history[-1].key:
                break
            count += 1
        return count

    @property
    def is_stagnant(self) -> bool:
        """Whether the same feedback came at least twice in a row."""
        return self.repeats >= 2

    def to_json(self) -> dict[str, JsonValue]:
        """Return the three parts as plain data, artifacts and documents by id."""
        candidate = self.local.candidate
        return {
            "ambient": {
                "repository": [entry.node.id for entry in self.ambient.repository],
                "constraints": self.ambient.constraints.id,
            },
            "local": {
                "specification": self.local.specification.id,
                "candidate": None if candidate is None else candidate.id,
            },
            "history": [
                {"candidate": rejection.candidate.id, "feedback": rejection.feedback}
                for rejection in self.history
            ],
        }
