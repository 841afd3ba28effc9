"""The record of a run: what happened in which order, and the system state at its end."""

import re
from dataclasses import dataclass
from enum import StrEnum

from pydantic import JsonValue

from agentic_solver.guard.context import Context
from agentic_solver.guard.repository import Entry
from agentic_solver.guard.state import WorkflowState
from agentic_solver.guard.verdict import Verdict

__all__ = [
    "AttemptRecord",
    "EnvironmentState",
    "Event",
    "Phase",
    "RunRecord",
    "RunStatus",
    "SystemState",
]


_STEP_AND_PART = re.compile(r"^\w+: (?:(?:generator|guard) raised \w+: )?")


class Phase(StrEnum):
    """The three parts of an action, in the order in which they happen."""

    GENERATION = "generation"
    SENSING = "sensing"
    UPDATE = "update"


class RunStatus(StrEnum):
    """How a run ended."""

    SUCCEEDED = "succeeded"
    """The state is a goal state."""
    EXHAUSTED = "exhausted"
    """A step used up its attempts."""
    ESCALATED = "escalated"
    """A fatal verdict, a fault, or stagnation."""
    BLOCKED = "blocked"
    """No open step is applicable and the goal is not reached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened; ``state`` is the workflow state right after it."""

    phase: Phase
    step: str
    attempt: int
    node: str
    state: WorkflowState
    verdict: Verdict | None = None
    """Absent while only generated."""
    feedback: str = ""

    def to_json(self) -> dict[str, JsonValue]:
        """Return the event as plain data."""
        return {
            "phase": self.phase.value,
            "step": self.step,
            "attempt": self.attempt,
            "node": self.node,
            "state": dict(self.state),
            "verdict": None if self.verdict is None else self.verdict.value,
            "feedback": self.feedback,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptRecord:
    """One attempt: the artifact with its ruling, and the context it was made from."""

    entry: Entry
    context: Context

    def to_json(self) -> dict[str, JsonValue]:
        """Return the attempt as plain data."""
        node = self.entry.node
        status = self.entry.status
        return {
            "artifact": {
                "id": node.id,
                "step": node.step,
                "attempt": node.attempt,
                "parent": node.parent,
                "content": node.content,
                "status": None if status is None else status.value,
                "feedback": self.entry.feedback,
            },
            "context": self.context.to_json(),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvironmentState:
    """The opaque half of the system state: artifacts and contexts, one pair for each attempt."""

    attempts: tuple[AttemptRecord, ...] = ()

    def to_json(self) -> list[JsonValue]:
        """Return the attempts as plain data."""
        return [attempt.to_json() for attempt in self.attempts]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemState:
    """The pair of workflow state (decides what comes next) and environment state (does not)."""

    workflow: WorkflowState
    environment: EnvironmentState


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """A whole run; equal generators and guards give equal records."""

    status: RunStatus
    reason: str
    """Why it ended; empty on success."""
    events: tuple[Event, ...]
    final: SystemState

    @property
    def succeeded(self) -> bool:
        """Whether the goal was reached."""
        return self.status is RunStatus.SUCCEEDED

    @property
    def why(self) -> str:
        """Why it ended, without the words of the engine: for people who do not know its steps."""
        told = _STEP_AND_PART.sub("", self.reason, count=1)
        return told.removeprefix("stagnation, ")

    def to_json(self) -> dict[str, JsonValue]:
        """Return the record as plain data; it holds no clock and no counters of effort."""
        return {
            "status": self.status.value,
            "reason": self.reason,
            "events": [event.to_json() for event in self.events],
            "workflow_state": dict(self.final.workflow),
            "environment_state": self.final.environment.to_json(),
        }
