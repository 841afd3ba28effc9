"""Limits of a run: tasks, tokens, money and time. Once one is reached, no further task begins.

Tasks that are under way come to their end, so that none is spoiled: tokens, money and time may
be exceeded by what those still need. A task has its own deadline, which fails its calls.
"""

import concurrent.futures
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.route import RESPOND
from agentic_solver.erc3.transport import Asked, Transport, TransportReply, post_all
from agentic_solver.errors import ModelUnavailableError, TransportError
from agentic_solver.harness.crew import WORKER
from agentic_solver.harness.options import TaskResult
from agentic_solver.harness.retries import TIME_IS_UP
from agentic_solver.llm.background_loop import LateError, in_time
from agentic_solver.llm.model import Model, ModelReply, ModelRequest, Usage
from agentic_solver.settings import Prices

__all__ = ["Deadline", "Limits", "PunctualModel", "PunctualTransport", "Tally", "cost_of"]

_MILLION = 1_000_000


def cost_of(usage: Usage, prices: Prices) -> float:
    """Return what tokens cost, in the unit of the prices."""
    cost = (
        usage.input_tokens * prices.input
        + usage.output_tokens * prices.output
        + usage.cache_read_tokens * prices.cache_read
        + usage.cache_creation_tokens * prices.cache_write
    )
    return cost / _MILLION


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a run may take; None leaves a side open. A resumed run counts from where it stood."""

    tasks: int | None = None
    """Tasks that this process plays."""
    tokens: int | None = None
    """Tokens of prompts and replies together."""
    cost: float | None = None
    time_s: float | None = None
    """Of this process."""


class Tally:
    """What a run has taken so far; workers share it."""

    def __init__(self, limits: Limits, *, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._since = clock()
        self._begun = 0
        self._tokens = 0
        self._cost = 0.0
        self._lock = threading.Lock()

    def begin(self) -> bool:
        """Count a task that is about to begin; False if no further one may."""
        with self._lock:
            if self._reached():
                return False
            self._begun += 1
            return True

    def add(self, result: TaskResult) -> None:
        """Count what a task has taken."""
        with self._lock:
            self._tokens += result.input_tokens + result.output_tokens
            self._cost += result.cost or 0.0

    @property
    def reached(self) -> str:
        """Which limit is reached, in words; empty while none is."""
        with self._lock:
            return self._reached()

    def _reached(self) -> str:
        limits = self._limits
        for limit, taken, name in (
            (limits.tasks, self._begun, "task"),
            (limits.tokens, self._tokens, "token"),
            (limits.cost, self._cost, "of money"),
            (limits.time_s, self._clock() - self._since, "second"),
        ):
            if limit is not None and taken >= limit:
                plural = "" if limit == 1 or name == "of money" else "s"
                return f"the limit of {limit:g} {name}{plural} is reached"
        return ""


class Deadline:
    """The time of one task: asked before each of its calls."""

    def __init__(self, seconds: float | None, clock: Callable[[], float]) -> None:
        self._until = None if seconds is None else clock() + seconds
        self._clock = clock
        self.text = f"{TIME_IS_UP} {seconds:g} s" if seconds is not None else ""

    @property
    def has_passed(self) -> bool:
        return self._until is not None and self._clock() >= self._until

    @property
    def left_s(self) -> float | None:
        """Seconds that are left; None where the task has no end."""
        return None if self._until is None else max(0.0, self._until - self._clock())

    def pausing(self, sleep: Callable[[float], None]) -> Callable[[float], None]:
        """Return a ``sleep`` that ends with the time of the task."""
        until = self._until
        if until is None:
            return sleep
        return lambda seconds: sleep(max(0.0, min(seconds, until - self._clock())))


@dataclass(frozen=True, slots=True)
class PunctualTransport:
    """Fails calls after the deadline; the response goes out all the same.

    The failure is recorded like any other, so that a replay meets it at the same place.
    """

    inner: Transport
    deadline: Deadline

    def post(self, path: str, body: JsonObject) -> TransportReply:
        if self.deadline.has_passed and not path.endswith(RESPOND.path):
            raise TransportError(self.deadline.text)
        return self.inner.post(path, body)

    def post_many(self, asked: Sequence[Asked]) -> list[TransportReply | TransportError]:
        """Fail all of a batch of reads after the deadline."""
        if self.deadline.has_passed:
            return [TransportError(self.deadline.text) for _ in asked]
        return post_all(self.inner, asked)


@dataclass(frozen=True, slots=True)
class PunctualModel:
    """Fails calls after the deadline, and leaves those behind that are not over by then."""

    inner: Model
    deadline: Deadline

    @property
    def name(self) -> str:
        return self.inner.name

    def complete(self, request: ModelRequest) -> ModelReply:
        if self.deadline.has_passed:
            raise ModelUnavailableError(self.deadline.text)
        left_s = self.deadline.left_s
        if left_s is None:
            return self.inner.complete(request)
        made: concurrent.futures.Future[ModelReply] = concurrent.futures.Future()

        def call() -> None:
            try:
                made.set_result(self.inner.complete(request))
            except BaseException as error:  # noqa: BLE001  (carried over to the caller)
                made.set_exception(error)

        threading.Thread(target=call, name=f"{WORKER}model", daemon=True).start()
        try:
            return in_time(made, left_s)
        except LateError:
            raise ModelUnavailableError(self.deadline.text) from None
