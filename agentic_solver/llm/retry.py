"""When a provider is asked again: one declared rule, the same for every adapter."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt

from agentic_solver.retry_after import retry_after_s

__all__ = ["ModelRetryRule", "RetriedCall"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRetryRule:
    """How often and on what a model is asked again.

    Retried: the statuses below, any 5xx, and connections that failed. Not retried: timeouts,
    because the request may have been carried out and billed.
    """

    attempts: int = 4
    """Requests in all, the first included."""
    backoff_s: float = 2.0
    """Wait before the second request; doubles each time."""
    max_wait_s: float = 60.0
    """Longest wait, also when the provider asks for a longer one."""
    statuses: frozenset[int] = frozenset({408, 409, 429})

    def covers_status(self, status: int) -> bool:
        """Whether an error answer with this status is worth another request."""
        return status in self.statuses or status >= 500

    def wait_s(self, tries: int, named_s: float | None) -> float:
        """Return the wait after request number ``tries``, in seconds."""
        backoff = self.backoff_s * 2.0 ** (tries - 1)
        wait: float = min(max(backoff, named_s or 0.0), self.max_wait_s)
        return wait


@dataclass(slots=True)
class RetriedCall:
    """One call of a provider under a rule; counts the requests that it took."""

    rule: ModelRetryRule
    covers: Callable[[BaseException], bool] = field(kw_only=True)
    """Whether a fault is worth another request."""
    sleep: Callable[[float], None] = field(kw_only=True)
    tries: int = field(default=0, init=False)
    retried: list[str] = field(default_factory=list, init=False)
    """Why each further request was sent."""

    def __call__(self, ask: Callable[[], T]) -> T:
        """Return what ``ask`` returns; its last fault is raised when the rule gives up."""
        retrying = Retrying(
            stop=stop_after_attempt(self.rule.attempts),
            wait=lambda state: self.rule.wait_s(state.attempt_number, _retry_after_s(state)),
            retry=retry_if_exception(self.covers),
            sleep=self.sleep,
            before_sleep=self._note,
            reraise=True,
        )

        def once() -> T:
            self.tries += 1
            return ask()

        return retrying(once)

    def _note(self, state: RetryCallState) -> None:
        error = state.outcome.exception() if state.outcome is not None else None
        status = getattr(error, "status_code", None)
        self.retried.append("no answer" if status is None else f"status {status}")


def _retry_after_s(state: RetryCallState) -> float | None:
    """Return the wait that the provider asked for in seconds, if it named one."""
    error = state.outcome.exception() if state.outcome is not None else None
    response = getattr(error, "response", None)
    return None if response is None else retry_after_s(response.headers)
