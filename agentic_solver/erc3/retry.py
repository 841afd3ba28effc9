"""The declared retry rule of API reads; writes are never retried."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from agentic_solver.erc3.fault import MALFORMED
from agentic_solver.errors import ApiError, ContractError, TransportError

__all__ = ["NO_RETRY", "RetryRule"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryRule:
    """How often and on what a read is asked again; waits are reproducible, the run spreads them."""

    attempts: int = 3
    """Calls in all, the first included; 1 means no retry."""
    backoff_s: float = 0.5
    """Wait before the second call; doubles each time, up to ``max_backoff_s``."""
    max_backoff_s: float = 8.0
    max_wait_s: float = 60.0
    """Longest wait where the platform asks for a longer one (``Retry-After``)."""
    statuses: frozenset[int] = frozenset({429, 500, 502, 503, 504})
    """Error statuses worth another try; faults of the transport and garbled answers always are."""

    def __post_init__(self) -> None:
        if self.attempts < 1 or self.backoff_s < 0:
            raise ContractError("a retry rule needs at least one attempt and no negative wait")

    def covers(self, error: BaseException) -> bool:
        """Whether ``error`` is worth another try."""
        if isinstance(error, ApiError):
            return error.status in self.statuses or error.code == MALFORMED
        return isinstance(error, TransportError)

    def wait_s(self, number: int, *errors: BaseException | None) -> float:
        """Return the seconds between try ``number`` (the first is 1) and the next one.

        Args:
            number: of the try.
            errors: what came of it; a wait that an answer asks for counts where it is longer.
        """
        backoff = min(self.backoff_s * 2.0 ** (number - 1), self.max_backoff_s)
        named = (one.retry_after_s or 0.0 for one in errors if isinstance(one, ApiError))
        return max(backoff, min(max(named, default=0.0), self.max_wait_s))

    def ask(self, once: Callable[[], T], sleep: Callable[[float], None]) -> T:
        """Return what one of the tries returns; the last error is raised as it is."""
        try:
            return once()
        except (ApiError, TransportError) as error:
            first = error
        # The loop of tries costs more than most answers do, and its library a tenth of a second,
        # so that only a failed call enters it.
        from tenacity import Retrying, retry_if_exception, stop_after_attempt  # noqa: PLC0415

        tries = itertools.count()

        def again() -> T:
            if next(tries) == 0:
                raise first
            return once()

        return Retrying(
            stop=stop_after_attempt(self.attempts),
            wait=lambda state: self.wait_s(
                state.attempt_number, state.outcome.exception() if state.outcome else None
            ),
            retry=retry_if_exception(self.covers),
            sleep=sleep,
            reraise=True,
        )(again)


NO_RETRY = RetryRule(attempts=1)
