"""The circuit breaker: a model that is gone is not asked for the rest of a run.

Without it every remaining task would be answered with ``error_internal``, one after the other,
and a mistyped key would cost a whole session.
"""

import threading

from agentic_solver.errors import (
    ModelAccessError,
    ModelError,
    ModelUnavailableError,
    NoRecordingError,
)
from agentic_solver.llm.model import Model, ModelReply, ModelRequest

__all__ = ["CircuitBreaker", "Dispensable"]

_LIMIT = 3
"""Calls in a row without an answer, each with its own retries behind it."""


class CircuitBreaker:
    """Passes calls on until they are known to be in vain, then refuses them at once.

    It opens with the first call that no repetition can mend (key, permission, name of the
    model), and with the third in a row that got no answer. It does not close again. A request that
    is not recorded says nothing of the others, once one was: in which order workers come to such
    requests must not decide how a run ends.
    """

    def __init__(
        self, inner: Model, *, limit: int = _LIMIT, counts_unrecorded: bool = True
    ) -> None:
        """``counts_unrecorded``: whether requests without a recording can open it at all."""
        self._inner = inner
        self._counts_unrecorded = counts_unrecorded
        self._limit = limit
        self._lock = threading.Lock()
        self._unanswered = 0
        self._answered = False
        self._reason = ""
        self._kind: type[ModelError] = ModelUnavailableError

    @property
    def name(self) -> str:
        """The model's name."""
        return self._inner.name

    @property
    def reason(self) -> str:
        """Why it is open; empty while it is closed."""
        return self._reason

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the model's reply.

        Raises:
            ModelUnavailableError, ModelAccessError: no answer, or the breaker is open; then of
                the kind that opened it.
            ModelReplyError: as the model does; it did answer, so this counts as an answer.
        """
        if self._reason:
            raise self._kind(f"not asked again: {self._reason}")
        try:
            reply = self._inner.complete(request)
        except (ModelUnavailableError, ModelAccessError) as error:
            self._count(error)
            raise
        with self._lock:
            self._unanswered, self._answered = 0, True
        return reply

    def _count(self, error: ModelError) -> None:
        with self._lock:
            known = self._answered or not self._counts_unrecorded
            if isinstance(error, NoRecordingError) and known:
                return
            self._unanswered += 1
            hopeless = isinstance(error, ModelAccessError) or self._unanswered >= self._limit
            if hopeless and not self._reason:
                self._reason, self._kind = str(error), type(error)


class Dispensable:
    """A model without which a run goes on: that it cannot be reached is said call by call."""

    def __init__(self, inner: Model) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        """The model's name."""
        return self._inner.name

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the model's reply.

        Raises:
            ModelCallError: as the model does, and where no call can succeed.
        """
        try:
            return self._inner.complete(request)
        except ModelAccessError as error:
            fault = ModelUnavailableError(str(error))
            fault.retried = error.retried
            raise fault from error
