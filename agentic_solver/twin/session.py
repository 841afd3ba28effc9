"""A session: one run through all tasks of the benchmark."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import ApiError
from agentic_solver.twin.entity import wire_number
from agentic_solver.twin.running import Task

__all__ = ["Session", "SessionRequest", "SessionStatus"]

SessionStatus = Literal["open", "done", "evaluated"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRequest:
    """What ``/sessions/start`` was told."""

    account_key: str
    benchmark: str
    workspace: str
    name: str
    architecture: str
    flags: tuple[str, ...]


class Session:
    """A session with its tasks, in the order of the suite."""

    def __init__(
        self, request: SessionRequest, tasks: Sequence[Task], *, session_id: str, created_at: str,
        description: str,
    ) -> None:  # fmt: skip
        self.request = request
        self.id = session_id
        self.tasks = tuple(tasks)
        self._created_at = created_at
        self._description = description
        self._submitted = False
        self._lock = threading.Lock()

    @property
    def status(self) -> SessionStatus:
        """``open`` until it is submitted; grading is immediate, so then ``evaluated``."""
        return "evaluated" if self._submitted else "open"

    @property
    def score(self) -> float:
        """The mean over all tasks; open ones count 0."""
        return sum(max(0.0, task.score) for task in self.tasks) / len(self.tasks)

    def submit(self, *, force: bool) -> JsonObject:
        """End the session.

        Raises:
            ApiError: 400, tasks are open and ``force`` is not set.
        """
        with self._lock:
            still_open = [task for task in self.tasks if task.status in ("new", "in_progress")]
            if still_open and not force:
                message = f"session {self.id} has {len(still_open)} open tasks"
                raise ApiError(400, message)
            for task in still_open:
                task.abandon()
            self._submitted = True
            return {"status": self.status}

    def _count(self, status: str) -> int:
        return sum(task.status == status for task in self.tasks)

    def view(self) -> JsonObject:
        """Return the session with its tasks."""
        return {
            "status": self.status,
            "benchmark": self.request.benchmark,
            "name": self.request.name,
            "architecture": self.request.architecture,
            "flags": list(self.request.flags),
            "new": self._count("new"),
            "running": self._count("in_progress"),
            "completed": self._count("completed"),
            "failed": self._count("failed"),
            "score": wire_number(self.score),
            "tasks": [task.info() for task in self.tasks],
        }

    def brief(self) -> JsonObject:
        """Return a row of a search."""
        return {
            "id": self.id,
            "benchmark_type": self.request.benchmark,
            "status": self.status,
            "created_at": self._created_at,
            "workspace": self.request.workspace,
            "benchmark_description": self._description,
            "total_tasks": len(self.tasks),
            "completed_tasks": self._count("completed"),
            "running_tasks": self._count("in_progress"),
            "new_tasks": self._count("new"),
            "failed_tasks": self._count("failed"),
            "score": wire_number(self.score),
        }
