"""The evidence of one task that a foreign agent plays over the wire.

It has the form that the plain agent leaves (:mod:`agentic_solver.harness.react_run`): no plans and
no decisions, but calls, writes, logged uses of a model, the answer and the grade.
"""

import json
import threading
from collections.abc import Callable
from contextlib import suppress

from pydantic import ValidationError

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.execute.ledger import LedgerEntry
from agentic_solver.erc3.route import RESPOND
from agentic_solver.erc3.tape import without_secrets
from agentic_solver.harness.exchange import MODEL_LOG
from agentic_solver.harness.keeping import keep_entry
from agentic_solver.harness.limits import cost_of
from agentic_solver.harness.options import TaskResult
from agentic_solver.harness.past import CALLS, is_write
from agentic_solver.harness.retries import RetryTally
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.telemetry import TIMES, Stopwatch
from agentic_solver.llm.model import StopReason, Usage
from agentic_solver.settings import Prices
from agentic_solver.twin.reply import Hang, TwinReply

__all__ = ["NO_ANSWER", "ServedTask"]

NO_ANSWER = "no_answer"
"""The outcome of a task whose agent sent no answer."""
_OK = 200
_NESTED_CACHED = "prompt_tokens_details.cached_tokens"


class ServedTask:
    """A task under way: each call is on disk before its answer goes out."""

    def __init__(
        self,
        spec_id: str,
        folder: TaskFolder,
        *,
        clock: Callable[[], float],
        prices: Prices | None = None,
    ) -> None:
        self.spec_id = spec_id
        self._folder = folder
        self._prices = prices
        self._watch = Stopwatch(clock)
        self._outcome = NO_ANSWER
        self._score: float | None = None
        self._logs = ""
        self._retries = RetryTally()
        self._lines = 0
        self._uses = 0
        self._knows_caller = False
        self._lock = threading.Lock()
        self.is_graded = False
        """Whether the platform has said the score."""

    def asked(self, text: str, benchmark: str) -> None:
        """Note the request, once, before anything else."""
        given: JsonObject = {"text": text, "task_id": self.spec_id, "benchmark": benchmark}
        self._folder.write("task.json", given)

    def call(self, route: str, content: bytes, forward: Callable[[], TwinReply]) -> TwinReply:
        """Pass a call of the company API on, and note it and what came back.

        Raises:
            Hang: the platform keeps its answer back.
            WorkspaceError: it cannot be noted.
        """
        if self.is_graded:  # what comes after the grade is refused, and changes nothing
            return forward()
        with self._lock:
            return self._call(route, content, forward)

    def _call(self, route: str, content: bytes, forward: Callable[[], TwinReply]) -> TwinReply:
        watch, body = self._watch, _object(content)
        self._lines += 1
        record: JsonObject = {"path": route, "body": without_secrets(body)}
        changes = is_write(route) and route != RESPOND.path
        if changes:
            keep_entry(self._folder, self._entry("started"))
        started = watch.clock()
        try:
            reply = forward()
        except Hang as silence:
            watch.add_platform(started, waits_s=silence.after_s)
            self._keep(record | {"fault": str(silence)})
            raise
        watch.add_platform(started, waits_s=reply.delay_s)
        text = reply.body.decode("utf-8", "replace")
        self._keep(record | {"status": reply.status, "text": text})
        if reply.status == _OK:
            if changes:
                keep_entry(self._folder, self._entry("applied"))
            self._learn(route, body, text)
        return reply

    def _entry(self, state: str) -> LedgerEntry:
        return LedgerEntry(write_key=str(self._lines), state=state)  # type: ignore[arg-type]

    def _keep(self, record: JsonObject) -> None:
        self._watch.recorded(str(record["path"]))
        self._retries.add_exchange(record)
        self._folder.append(CALLS, record)

    def _learn(self, route: str, body: JsonObject, text: str) -> None:
        if route == RESPOND.path:
            self._outcome = str(body.get("outcome"))
            links, message = body.get("links") or [], body.get("message") or ""
            answer: JsonObject = {"outcome": self._outcome, "message": message, "links": links}
            self._folder.write("response.json", answer, sync=True)
        elif route == "/whoami" and not self._knows_caller:
            with suppress(ValidationError):  # a damaged answer is evidence in calls.jsonl
                identity = Identity.model_validate_json(text)
                self._knows_caller = True
                self._folder.write("context.json", {"identity": identity.to_json()})

    def used(self, report: JsonObject) -> None:
        """Note a use of a model as ``/tasks/log`` was told of it.

        Raises:
            WorkspaceError: it cannot be noted.
        """
        if self.is_graded:
            return
        with self._lock:
            self._uses += 1
            usage = _usage(report)
            seconds, prompt = report.get("duration_sec"), str(report.get("prompt") or "")
            length = float(seconds) if isinstance(seconds, int | float) else 0.0
            self._watch.add_model(self._watch.clock() - length, usage)
            line: JsonObject = {
                "request_id": "",
                "key": f"{self.spec_id}/s{self._uses}",
                "messages": [{"role": "user", "text": prompt}] if prompt else [],
                "reply": {
                    "text": str(report.get("completion") or ""),
                    "stop_reason": StopReason.END_TURN.value,
                    "model": str(report.get("model") or ""),
                    "tries": 1,
                    "usage": {
                        "input_tokens": usage.input_tokens,
                        "output_tokens": usage.output_tokens,
                        "cache_read_tokens": usage.cache_read_tokens,
                        "cache_creation_tokens": 0,
                    },
                },
            }
            self._folder.append(MODEL_LOG, line)

    def graded(self, score: float | None, logs: str) -> None:
        """Note what the platform says of the task; the first grade stands.

        Raises:
            WorkspaceError: it cannot be noted.
        """
        with self._lock:
            if self.is_graded:
                return
            self.is_graded = True
            self._score, self._logs = score, logs
            self._folder.write("evaluation.json", {"score": score, "logs": logs})

    def note(self, name: str, value: JsonObject) -> None:
        """Add a file of evidence, such as how the agent's process ended."""
        self._folder.write(name, value)

    def end(self, reason: str = "") -> tuple[TaskResult, JsonObject]:
        """Write the figures and return them with the sums of the task's files.

        Args:
            reason: why the agent did not come to its own end; empty if it did.

        Raises:
            WorkspaceError: they cannot be written.
        """
        watch, folder = self._watch, self._folder
        whole = watch.clock() - watch.began
        silent = "" if self._outcome != NO_ANSWER else "the agent sent no answer"
        result = TaskResult(
            task=self.spec_id,
            outcome=self._outcome,
            score=self._score,
            first_failed_check=next(iter(self._logs.splitlines()), ""),
            forced=reason or silent,
            unread="",
            rounds=0,
            **watch.counts(),
            overhead_ms=round(max(0.0, whole - watch.outside_s) * 1000, 3),
            wall_s=round(whole, 6),
            model_s=round(watch.model_s, 6),
            platform_s=round(watch.platform_s, 6),
            plan_cache="",
            second_look="",
            retries=self._retries.counts(),
            cost=round(cost_of(watch.usage, self._prices), 6) if self._prices else None,
        )
        folder.write("telemetry.json", result.to_json())
        folder.write(TIMES, watch.times())
        folder.sync_all()
        folder.close()
        return result, folder.seal


def _object(content: bytes) -> JsonObject:
    """Return a body as a record holds it; what is no JSON object stands there as text."""
    try:
        value = json.loads(content) if content.strip() else {}
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        return value
    return {"unreadable": content.decode("utf-8", "replace")}


def _usage(report: JsonObject) -> Usage:
    """Return the tokens of a report; the older SDK nests them under ``usage``."""
    nested = report.get("usage")
    told = nested if isinstance(nested, dict) else report
    cached = _count(told.get(_NESTED_CACHED if told is nested else "cached_prompt_tokens"))
    return Usage(
        input_tokens=max(0, _count(told.get("prompt_tokens")) - cached),
        output_tokens=_count(told.get("completion_tokens")),
        cache_read_tokens=cached,
    )


def _count(value: object) -> int:
    return max(0, value) if isinstance(value, int) and not isinstance(value, bool) else 0
