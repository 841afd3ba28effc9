"""Telemetry: where the time of a task goes. Never part of anything that is decided or hashed.

``times.json`` has begin (in seconds since the task began) and duration of each call: ``model`` for
each line of model.jsonl, ``platform`` for each line of calls.jsonl, with its path. Both are null
where an earlier process made the call; calls of the platform that were asked for at the same time
share theirs.
"""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.transport import Asked, Transport, TransportReply, post_all
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import ModelError, TransportError
from agentic_solver.harness.company import Company, CompanyShelf
from agentic_solver.harness.options import Reading
from agentic_solver.harness.recorded import HAND
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.llm.model import Model, ModelReply, ModelRequest, Usage

__all__ = [
    "TIMES",
    "CallTime",
    "Stopwatch",
    "TimedModel",
    "TimedShelf",
    "TimedTransport",
    "Times",
    "read_times",
]

TIMES = "times.json"
Clock = Callable[[], float]
CallTime = tuple[float, float]
"""Begin of a call and how long it took, in seconds."""


@dataclass(slots=True)
class Stopwatch:
    """Adds up seconds and counts of one task."""

    clock: Clock
    model_s: float = 0.0
    reading_s: float = 0.0
    """Waiting until the rules of a new wiki were read."""
    platform_s: float = 0.0
    model_calls: int = 0
    """Of planner and reader, as their faults, seconds and tokens."""
    model_faults: int = 0
    reader_calls: int = 0
    """Those of the reader, which are among the calls of the model; the fields below likewise."""
    reader_faults: int = 0
    reader_s: float = 0.0
    reader_usage: Usage = field(default_factory=Usage)
    api_calls: int = 0
    usage: Usage = field(default_factory=Usage)
    began: float = field(init=False)
    model_times: list[CallTime | None] = field(default_factory=list)
    platform_times: list[tuple[str, CallTime | None]] = field(default_factory=list)
    """Of the lines of calls.jsonl, in their order, with their paths."""
    _unrecorded: deque[CallTime] = field(default_factory=deque)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.began = self.clock()

    @property
    def outside_s(self) -> float:
        """Seconds that neither the engine nor the harness took."""
        return self.model_s + self.reading_s + self.platform_s

    def counts(self) -> dict[str, int]:
        """Return the fields of a task's result that count calls and tokens."""
        return {
            "model_calls": self.model_calls,
            "model_faults": self.model_faults,
            "reader_calls": self.reader_calls,
            "reader_faults": self.reader_faults,
            "input_tokens": self.usage.prompt_tokens,
            "cached_tokens": self.usage.cache_read_tokens,
            "output_tokens": self.usage.output_tokens,
            "api_calls": self.api_calls,
        }

    def add_model(
        self,
        started: float,
        usage: Usage,
        *,
        reads: bool = False,
        failed: bool = False,
        calls: int = 1,
    ) -> None:
        """Note a call of the model that ends now.

        Args:
            started: when it began.
            usage: tokens.
            reads: it was one of the reader.
            failed: without an answer.
            calls: as how many it counts; 0 for a file in the place of a model.
        """
        with self._lock:
            time = self._time(started)
            self.model_s += time[1]
            self.model_calls += calls
            self.model_faults += failed
            self.model_times.append(time)
            self.usage = self.usage + usage
            if reads:
                self.reader_s += time[1]
                self.reader_calls += calls
                self.reader_faults += failed
                self.reader_usage = self.reader_usage + usage

    def add_platform(self, started: float, calls: int = 1, *, waits_s: float = 0.0) -> None:
        """Note calls of the platform that end ``waits_s`` from now, and are recorded next."""
        with self._lock:
            begun, took = self._time(started)
            time = begun, round(took + waits_s, 6)
            self.platform_s += time[1]
            self.api_calls += calls
            self._unrecorded.extend([time] * calls)

    def count_platform(self) -> None:
        """Note a call that an earlier process made and recorded."""
        with self._lock:
            self.api_calls += 1

    def recorded(self, path: str) -> None:
        """Note that a line was added to calls.jsonl."""
        with self._lock:
            time = self._unrecorded.popleft() if self._unrecorded else None
            self.platform_times.append((path, time))

    def times(self) -> JsonObject:
        """Return what ``times.json`` holds."""
        unknown = (None, None)
        return {
            "model": [list(time or unknown) for time in self.model_times],
            "platform": [[path, *(time or unknown)] for path, time in self.platform_times],
        }

    def _time(self, started: float) -> CallTime:
        return round(started - self.began, 6), round(self.clock() - started, 6)


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
            self._watch.add_platform(started)

    def post_many(self, asked: Sequence[Asked]) -> list[TransportReply | TransportError]:
        started = self._watch.clock()
        try:
            return post_all(self._inner, asked)
        finally:
            self._watch.add_platform(started, len(asked))


class TimedModel:
    """Measures every model call and adds up its usage, failed calls included."""

    def __init__(self, inner: Model, watch: Stopwatch, *, reads: bool = False) -> None:
        """``reads``: it is the reader's."""
        self._inner = inner
        self._watch = watch
        self._reads = reads

    @property
    def name(self) -> str:
        return self._inner.name

    def complete(self, request: ModelRequest) -> ModelReply:
        started = self._watch.clock()
        usage, failed, calls = Usage(), False, 1
        try:
            reply = self._inner.complete(request)
            usage = reply.usage
            # What somebody wrote by hand is asked of no model.
            calls = int(reply.model != HAND)
            return reply
        except ModelError:
            failed = True
            raise
        finally:
            self._watch.add_model(started, usage, reads=self._reads, failed=failed, calls=calls)


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


@dataclass(slots=True, kw_only=True)
class Times:
    """What ``times.json`` says, to be taken call by call; nothing where it says nothing."""

    model: deque[CallTime | None] = field(default_factory=deque)
    platform: dict[str, deque[CallTime | None]] = field(default_factory=dict)
    """By path."""

    def next_model(self) -> CallTime | None:
        """Return the time of the next call of the model."""
        return self.model.popleft() if self.model else None

    def next_platform(self, path: str) -> CallTime | None:
        """Return the time of the next call of a path."""
        waiting = self.platform.get(path)
        return waiting.popleft() if waiting else None


def read_times(folder: TaskFolder) -> Times:
    """Return the times of the calls of a task; older runs have none.

    Raises:
        WorkspaceError: the file cannot be read.
    """
    found = Times()
    told = folder.read(TIMES) if folder.exists(TIMES) else None
    for name, lines in (told if isinstance(told, dict) else {}).items():
        for line in lines if isinstance(lines, list) else []:
            match line:
                case [float() | int() as at, float() | int() as length] if name == "model":
                    found.model.append((float(at), float(length)))
                case [str(path), float() | int() as at, float() | int() as length]:
                    found.platform.setdefault(path, deque()).append((float(at), float(length)))
                case [str(path), *_]:
                    found.platform.setdefault(path, deque()).append(None)
                case _:
                    found.model.append(None)
    return found
