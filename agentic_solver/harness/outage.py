"""A platform that is gone: after some tasks in a row that it gave no answer to, a run ends.

Such a task is not over. It is taken up at the end of the run, and by a resume.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.route import RESPOND
from agentic_solver.erc3.transport import Asked, Transport, TransportReply, post_all
from agentic_solver.errors import TransportError

__all__ = ["HeldBack", "Outage"]

_LIMIT = 3
"""Tasks in a row; several workers fail together, so one alone says nothing."""


class Outage:
    """Counts tasks that met a silent platform; workers share it, and it stays open."""

    def __init__(self, limit: int = _LIMIT) -> None:
        self._limit = limit
        self._failed = 0
        self._reason = ""
        self._lock = threading.Lock()

    @property
    def reason(self) -> str:
        """Why the platform counts as gone; empty while it does not."""
        return self._reason

    def answered(self) -> None:
        """Note that a task was started."""
        with self._lock:
            self._failed = 0

    def silent(self, error: Exception) -> None:
        """Note that a task could not be started or completed for want of an answer."""
        with self._lock:
            self._failed += 1
            if self._failed >= self._limit and not self._reason:
                self._reason = f"the platform is out of reach: {error}"


@dataclass(frozen=True, slots=True)
class HeldBack:
    """Sends no response that silence of the platform has decided: the task is tried again.

    A platform that comes back just then would take it for the answer.
    """

    inner: Transport
    silence: Callable[[JsonObject], str]
    """Says of a response why it has to wait; empty if it goes out."""

    def post(self, path: str, body: JsonObject) -> TransportReply:
        silence = self.silence(body) if path.endswith(RESPOND.path) else ""
        if silence:
            raise TransportError(silence)
        return self.inner.post(path, body)

    def post_many(self, asked: Sequence[Asked]) -> list[TransportReply | TransportError]:
        return post_all(self.inner, asked)
