"""A platform that is gone: after some tasks in a row that it gave no answer to, a run ends.

Such a task is not over. It is taken up at the end of the run, and by a resume.
"""

import threading

__all__ = ["Outage"]

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
