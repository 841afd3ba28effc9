"""The calls of one task in time: which round made them, when, and what was said.

``times.json`` has begin and duration of each call; a call of which it says nothing (an earlier
process made it, or an older engine) stands without length after the one before it. Nothing stands
outside of its task, and a round spans all its calls.
"""

import dataclasses
import re
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Self

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.propose.reader import is_reading
from agentic_solver.harness.exchange import MODEL_LOG
from agentic_solver.harness.recorded import read_log, read_object
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.telemetry import CallTime, read_times
from agentic_solver.llm.model import Usage

__all__ = ["RoundTime", "TimedCall", "TimedExchange", "Timeline", "objects"]

_ROUND = re.compile(r"/r(\d+)(?:/repair\d+)?$")
"""The round in the key of a planner's call; the reader's belong to the round before them."""
_Asked = tuple[JsonObject, CallTime | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedExchange:
    """One call of the model: a line of model.jsonl."""

    start_s: float
    """Since the task began."""
    end_s: float
    measured: bool
    """Whether the two were: see the module."""
    line: JsonObject

    @property
    def reads(self) -> bool:
        """Whether the reader asked."""
        return is_reading(self.line.get("key"))

    @property
    def reply(self) -> JsonObject:
        """The reply; empty if there was none."""
        found = self.line.get("reply")
        return found if isinstance(found, dict) else {}

    @property
    def usage(self) -> Usage:
        """The tokens that it took; zeros without a reply."""
        told = self.reply.get("usage")
        counts = told if isinstance(told, dict) else {}
        fields = (one.name for one in dataclasses.fields(Usage))
        found = {name: value for name in fields if isinstance(value := counts.get(name), int)}
        return Usage(**found)

    @property
    def messages(self) -> list[tuple[str, str]]:
        """Role and text of what was asked; system blocks are recorded by digest only."""
        return [
            (str(one.get("role", "user")), str(one.get("text", "")))
            for one in objects(self.line.get("messages"))
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedCall:
    """One call of the company API: a line of calls.jsonl, and what its decision says of it."""

    start_s: float
    end_s: float
    measured: bool
    line: JsonObject
    told: JsonObject
    """Empty for a call that no decision tells of: the response, and all calls of a plain agent."""

    @property
    def route(self) -> str:
        """The path of the call."""
        return str(self.line.get("path") or self.told.get("route") or "")

    @property
    def arguments(self) -> JsonObject:
        """What was sent."""
        found = self.line.get("body", self.told.get("request"))
        return found if isinstance(found, dict) else {}

    @property
    def status(self) -> int:
        """The HTTP status; 0 without an answer."""
        found = self.line.get("status", self.told.get("status"))
        return found if isinstance(found, int) else 0

    @property
    def failed(self) -> bool:
        """Whether there was no answer, or one that refuses."""
        return not 0 < self.status < 400 or self.told.get("ok") is False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTime:
    """One round with its calls."""

    number: int
    start_s: float
    end_s: float
    decision: JsonObject
    """Empty if a crash left none."""
    exchanges: tuple[TimedExchange, ...]
    calls: tuple[TimedCall, ...]

    @property
    def accepted(self) -> bool:
        """Whether its plan passed."""
        return self.decision.get("ok") is True and not self.codes

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of its violations."""
        found = objects(self.decision.get("violations"))
        return tuple(str(one.get("code", "")) for one in found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """All calls of a task."""

    rounds: tuple[RoundTime, ...]
    exchanges: tuple[TimedExchange, ...]
    """Of no round: those of a plain agent."""
    calls: tuple[TimedCall, ...]
    """Of no round, the submitted response among them."""

    @property
    def all_exchanges(self) -> list[TimedExchange]:
        """Those of the rounds, then the others."""
        return [*(one for part in self.rounds for one in part.exchanges), *self.exchanges]

    @property
    def end_s(self) -> float:
        """When the last call ended."""
        ends = [one.end_s for one in self.rounds]
        ends += [one.end_s for one in self.exchanges]
        return max([*ends, *(one.end_s for one in self.calls)], default=0.0)

    @classmethod
    def read(cls, folder: TaskFolder, wall_s: float) -> Self:
        """Return the calls of a task that took ``wall_s`` seconds.

        Raises:
            WorkspaceError: a file is broken; names it.
        """
        clock = _Clock(wall_s)
        times = read_times(folder)
        lines = [(line, times.next_model()) for _, line in read_log(folder.path / MODEL_LOG)]
        asked, plain = _by_round(lines)
        sent: dict[str, deque[JsonObject]] = {}
        for _, line in read_log(folder.path / "calls.jsonl"):
            sent.setdefault(str(line.get("path")), deque()).append(line)

        def exchange(asked: _Asked) -> TimedExchange:
            line, time = asked
            start, end = clock.place(time)
            return TimedExchange(start_s=start, end_s=end, measured=time is not None, line=line)

        def call(path: str, told: JsonObject) -> TimedCall:
            waiting = sent.get(path)
            time = times.next_platform(path)
            start, end = clock.place(time)
            return TimedCall(
                start_s=start,
                end_s=end,
                measured=time is not None,
                line=waiting.popleft() if waiting else {},
                told=told,
            )

        rounds = tuple(
            _round(folder, number, exchange, call, asked.pop(number, []), clock)
            for number in folder.rounds()
        )
        unplanned = [one for some in asked.values() for one in some]  # no plan came of them
        exchanges = tuple(map(exchange, (*plain, *unplanned)))
        rest = [path for path, waiting in sent.items() for _ in waiting]
        calls = sorted((call(path, {}) for path in rest), key=lambda one: one.start_s)
        return cls(rounds=rounds, exchanges=exchanges, calls=tuple(calls))


def _round(
    folder: TaskFolder,
    number: int,
    exchange: Callable[[_Asked], TimedExchange],
    call: Callable[[str, JsonObject], TimedCall],
    asked: Iterable[_Asked],
    clock: "_Clock",
) -> RoundTime:
    name = f"round-{number}/decision.json"
    decision = read_object(folder, name) if folder.exists(name) else {}
    since = clock.now
    exchanges = tuple(map(exchange, asked))
    calls = tuple(
        call(str(one.get("route", "")), one)
        for one in objects(decision.get("calls"))
        if not one.get("cached")
    )
    made: list[TimedExchange | TimedCall] = [*exchanges, *calls]
    return RoundTime(
        number=number,
        start_s=min((one.start_s for one in made), default=since),
        end_s=max((one.end_s for one in made), default=since),
        decision=decision,
        exchanges=exchanges,
        calls=calls,
    )


@dataclass(slots=True)
class _Clock:
    wall_s: float
    now: float = field(default=0.0)
    """End of what was placed last."""

    def place(self, time: CallTime | None) -> tuple[float, float]:
        if time is None:
            return self.now, self.now
        # A clock may have jumped: nothing stands outside of its task.
        start = min(max(time[0], 0.0), self.wall_s)
        end = min(max(start + time[1], start), self.wall_s)
        self.now = max(self.now, end)
        return start, end


def objects(value: object) -> list[JsonObject]:
    """Return the JSON objects of a list; none of anything else."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _by_round(lines: Iterable[_Asked]) -> tuple[dict[int, list[_Asked]], list[_Asked]]:
    """Return exchanges by the round in which they were made, and those of no round."""
    found: dict[int, list[_Asked]] = {}
    plain: list[_Asked] = []
    number = 1
    for line, time in lines:
        planned = _ROUND.search(str(line.get("key", "")))
        if planned is not None:
            number = int(planned[1])
        if planned is not None or is_reading(line.get("key")):
            found.setdefault(number, []).append((line, time))
        else:
            plain.append((line, time))
    return found, plain
