"""One task of the platform: its universe, its log, its evaluation.

All methods may be called by several threads; a lock per task lets tasks run side by side.
"""

import json
import threading
from typing import Literal

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import ApiError
from agentic_solver.twin.body import parse_body
from agentic_solver.twin.calllog import CallEntry, CallLog
from agentic_solver.twin.entity import wire_number
from agentic_solver.twin.faults import Call, FaultQueue, disturb
from agentic_solver.twin.grader import Attempt, Grade, grade
from agentic_solver.twin.identifier import step_time
from agentic_solver.twin.reply import Hang, TwinReply, encode_reply, error_reply
from agentic_solver.twin.route import COMPANY
from agentic_solver.twin.routes.table import HANDLERS, Handler
from agentic_solver.twin.shape import check_fields
from agentic_solver.twin.suite import Suite
from agentic_solver.twin.task import TaskSpec
from agentic_solver.twin.universe import NOT_FOUND, Universe

__all__ = ["Task", "TaskStatus"]

TaskStatus = Literal["new", "in_progress", "completed", "failed"]

_NO_SCORE = -1.0
_NO_ANSWER = 0


class Task:
    """A task from its creation to its grade.

    A platform keeps all its tasks, ten thousand of them in a long run: one that was not started
    has next to nothing, and one that has ended keeps only what ``/tasks/view`` shows.
    """

    __slots__ = (
        "_calls", "_error", "_faults", "_grade", "_lock", "_number", "_status", "_suite", "_text",
        "_universe", "_usage", "id", "session_id", "spec",
    )  # fmt: skip

    def __init__(
        self, suite: Suite, spec: TaskSpec, *, task_id: str, text: str, number: int,
        session_id: str | None,
    ) -> None:  # fmt: skip
        self.spec = spec
        self.id = task_id
        self.session_id = session_id
        self._suite = suite
        self._text = text
        self._number = number
        self._lock = threading.RLock()
        self._status: TaskStatus = "new"
        self._universe: Universe | None = None
        self._faults: FaultQueue | None = None
        self._calls: CallLog | None = None
        self._usage: tuple[str, ...] = ()
        """Reports as JSON."""
        self._grade: Grade | None = None
        self._error = ""

    @property
    def status(self) -> TaskStatus:
        """Where the task is in its life."""
        return self._status

    @property
    def score(self) -> float:
        """The score; -1 before completion."""
        return _NO_SCORE if self._grade is None else self._grade.score

    @property
    def universe(self) -> Universe:
        """The universe of a running task.

        Raises:
            ApiError: 400, the task was not started, or has ended.
        """
        universe = self._universe
        if universe is None:
            state = "not started" if self._status == "new" else f"{self._status}: no universe left"
            raise ApiError(400, f"task {self.id} is {state}")
        return universe

    @property
    def calls(self) -> tuple[CallEntry, ...]:
        """The company calls so far."""
        with self._lock:
            return () if self._calls is None else self._calls.entries

    @property
    def call_count(self) -> int:
        """How many company calls there were so far."""
        return 0 if self._calls is None else self._calls.count

    @property
    def text(self) -> str:
        """The request."""
        return self._text

    @property
    def reason(self) -> str:
        """The first line of the grade: what failed first, or is warned of; empty while nothing."""
        return self._grade.lines[0] if self._grade is not None and self._grade.lines else ""

    @property
    def usage(self) -> tuple[JsonObject, ...]:
        """What ``/tasks/log`` was told."""
        with self._lock:
            return tuple(json.loads(usage) for usage in self._usage)

    def start(self) -> JsonObject:
        """Start the task; starting a running one again changes nothing."""
        with self._lock:
            if self._status in ("completed", "failed"):
                raise ApiError(400, f"task {self.id} is {self._status}")
            if self._universe is None:
                self._universe = Universe(self._suite, self.spec)
                self._faults = FaultQueue(self.spec.overlay.faults)
                self._calls = CallLog()
                self._status = "in_progress"
            return {"task_id": self.id, "session_id": self.session_id, "status": self._status}

    def call(self, route: str, content: bytes) -> TwinReply:
        """Answer a call of the company API.

        Raises:
            Hang: a fault keeps the answer back.
        """
        with self._lock:
            if self._status != "in_progress":
                raise ApiError(400, f"task {self.id} is not running: status {self._status}")
            handler = HANDLERS.get(route)
            if handler is None:
                raise ApiError(404, NOT_FOUND)
            assert self._calls is not None
            try:
                reply = self._answer(route, handler, content)
            except Hang:
                self._calls.append(route, content, _NO_ANSWER)
                raise
            self._calls.append(route, content, reply.status)
            return reply

    def _answer(self, route: str, handler: Handler, content: bytes) -> TwinReply:
        universe = self.universe

        def carry_out(body: bytes) -> TwinReply:
            try:
                fields = parse_body(body)
                check_fields(fields, COMPANY[route].takes)
                return encode_reply(handler(universe, fields))
            except ApiError as error:
                return error_reply(error)

        fault = None if self._faults is None else self._faults.take(route)
        if fault is None:
            return carry_out(content)
        call = Call(route=route, content=content, universe=universe, carry_out=carry_out)
        return disturb(fault, call)

    def log_usage(self, usage: JsonObject) -> None:
        """Take a report of a use of a model."""
        with self._lock:
            self._usage += (json.dumps(usage),)

    def complete(self) -> Grade:
        """Grade the task; completing it again gives the same grade."""
        with self._lock:
            if self._grade is None:
                self._grade = self._judge(self.universe)
                self._end("completed")
            return self._grade

    def abandon(self) -> None:
        """End a task that is still open as failed."""
        with self._lock:
            if self._status in ("new", "in_progress"):
                self._end("failed")
                self._error = "session was submitted before the task was completed"
                self._grade = Grade(score=0.0, lines=(f"FAIL: {self._error}",))

    def _end(self, status: TaskStatus) -> None:
        self._status = status
        self._universe = self._faults = None
        if self._calls is not None:
            self._calls.pack()

    def _judge(self, universe: Universe) -> Grade:
        attempt = Attempt(
            responses=universe.responses, events=universe.events, has_usage=bool(self._usage)
        )
        return grade(self.spec.expect, attempt, require_usage=self._suite.require_usage)

    def info(self) -> JsonObject:
        """Return the task as a session lists it."""
        info: JsonObject = {
            "task_id": self.id,
            "spec_id": self.spec.id,
            "num": self._number,
            "task_text": self._text,
            "status": self._status,
            "score": wire_number(self.score),
            "benchmark": self._suite.name,
        }
        if self._error:
            info["error_message"] = self._error
        return info

    def view(self, since: int) -> JsonObject:
        """Return the task with its log from entry ``since`` on."""
        with self._lock:
            calls = self.calls
            first = max(0, since)
            logs = [_log_entry(number, call) for number, call in enumerate(calls[first:], first)]
            return {
                "task_id": self.id,
                "text": self._text,
                "session_id": self.session_id,
                "spec": self.spec.id,
                "status": self._status,
                "benchmark": self._suite.name,
                "score": wire_number(self.score),
                "error_message": self._error,
                "logs": [*logs],
            }


def _log_entry(number: int, call: CallEntry) -> JsonObject:
    moment = step_time(number)
    return {
        "type": "call",
        "text": f"{call.route}: {call.status or 'no answer'}",
        "time": moment.isoformat(),
        "unix": int(moment.timestamp()),
        "body": call.body,
    }
