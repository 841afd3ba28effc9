"""Telemetry: where the time of a task goes. Never part of anything that is decided or hashed."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.transport import Asked, Transport, TransportReply, post_all
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import ModelError, TransportError
from agentic_solver.harness.company import Company, CompanyShelf
from agentic_solver.harness.reading import Reading
from agentic_solver.llm.model import Model, ModelReply, ModelRequest, Usage

__all__ = ["Stopwatch", "TimedModel", "TimedShelf", "TimedTransport"]

Clock = Callable[[], float]


@dataclass(slots=True)
class Stopwatch:
    """Adds up seconds and counts of one task."""

    clock: Clock
    model_s: float = 0.0
    reading_s: float = 0.0
    """Waiting until the rules of a new wiki were read."""
    platform_s: float = 0.0
    model_calls: int = 0
    model_faults: int = 0
    api_calls: int = 0
    usage: Usage = field(default_factory=Usage)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def outside_s(self) -> float:
        """Seconds that neither the engine nor the harness took."""
        return self.model_s + self.reading_s + self.platform_s

    def counts(self) -> dict[str, int]:
        """Return the fields of a task's result that count calls and tokens."""
        return {
            "model_calls": self.model_calls,
            "model_faults": self.model_faults,
            "input_tokens": self.usage.prompt_tokens,
            "cached_tokens": self.usage.cache_read_tokens,
            "output_tokens": self.usage.output_tokens,
            "api_calls": self.api_calls,
        }

    def add_model(self, seconds: float, usage: Usage) -> None:
        with self._lock:
            self.model_s += seconds
            self.model_calls += 1
            self.usage = self.usage + usage

    def add_platform(self, seconds: float, calls: int = 1) -> None:
        with self._lock:
            self.platform_s += seconds
            self.api_calls += calls


class TimedTransport:
    """Measures every request that goes out."""

    def __init__(self, inner: Transport, watch: Stopwatch) -> None:
        self._inner = inner
        self._watch = watch

    def post(self, path: str, body: JsonObject) -> TransportReply:
        started = self._watch.clock()
        try:
            return self._inner.post(path, body)
        finally:
            self._watch.add_platform(self._watch.clock() - started)

    def post_many(self, asked: Sequence[Asked]) -> list[TransportReply | TransportError]:
        started = self._watch.clock()
        try:
            return post_all(self._inner, asked)
        finally:
            self._watch.add_platform(self._watch.clock() - started, len(asked))


class TimedModel:
    """Measures every model call and adds up its usage, failed calls included."""

    def __init__(self, inner: Model, watch: Stopwatch) -> None:
        self._inner = inner
        self._watch = watch

    @property
    def name(self) -> str:
        return self._inner.name

    def complete(self, request: ModelRequest) -> ModelReply:
        started = self._watch.clock()
        usage = Usage()
        try:
            reply = self._inner.complete(request)
            usage = reply.usage
            return reply
        except ModelError:
            self._watch.model_faults += 1
            raise
        finally:
            self._watch.add_model(self._watch.clock() - started, usage)


class TimedShelf:
    """The shelf as one task sees it: notes its waiting, and the wikis that it had read."""

    def __init__(self, inner: CompanyShelf, watch: Stopwatch) -> None:
        self._inner = inner
        self._watch = watch
        self.readings: list[Reading] = []

    def company(self, sha1: str, fetch: Callable[[], WikiPages]) -> Company:
        started = self._watch.clock()
        found = self._inner.company(sha1, fetch, self.readings.append)
        if found.reading is not None:
            self._watch.reading_s += self._watch.clock() - started
        return found
