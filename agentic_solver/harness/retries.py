"""What was asked again, and why: counted from the evidence of a task.

Of the platform every try is an exchange: a request that is there once more after a try of it
failed is a retry. A model's adapter retries on its own and leaves the reasons in the reply.
"""

import json
from collections import Counter
from collections.abc import Iterable

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.retry import RetryRule
from agentic_solver.harness.options import RetryCount

__all__ = ["TIME_IS_UP", "RetryTally", "add_up"]

TIME_IS_UP = "the task has used up its"
"""How the fault of a call begins that came too late to be made."""

_Key = tuple[str, str, str]
"""Side, place, reason."""
_KEPT = 64


class RetryTally:
    """Counts the retries of one task; give it each exchange in order."""

    def __init__(self) -> None:
        self._tries: dict[tuple[str, str], JsonObject] = {}
        """The latest exchanges, by request; a retry follows its try closely."""
        self._counts: Counter[_Key] = Counter()

    def add_exchange(self, record: JsonObject) -> None:
        """Take in a line of calls.jsonl."""
        place = str(record.get("path"))
        request = (place, repr(record.get("body")))
        before = self._tries.pop(request, None)
        # After the time of a task nothing is asked any more: that is no retry.
        late = str(record.get("fault", "")).startswith(TIME_IS_UP)
        why = "" if before is None or late else _why_failed(before)
        if why:
            self._counts["platform", place, why] += 1
        self._tries[request] = record
        if len(self._tries) > _KEPT:
            del self._tries[next(iter(self._tries))]

    def add_reply(self, exchange: JsonObject) -> None:
        """Take in a line of model.jsonl."""
        answer = exchange.get("reply") or exchange.get("fault")
        reasons = answer.get("retried") if isinstance(answer, dict) else None
        for reason in reasons if isinstance(reasons, list) else []:
            self._counts["model", "", str(reason)] += 1

    def counts(self) -> tuple[RetryCount, ...]:
        """Return what was counted, sorted."""
        return _counts(self._counts)


def add_up(parts: Iterable[tuple[RetryCount, ...]]) -> tuple[RetryCount, ...]:
    """Return the counts of several tasks as one table."""
    total: Counter[_Key] = Counter()
    for part in parts:
        for one in part:
            total[one.side, one.place, one.reason] += one.times
    return _counts(total)


def _counts(counter: Counter[_Key]) -> tuple[RetryCount, ...]:
    return tuple(
        RetryCount.model_validate({"side": side, "place": place, "reason": reason, "times": times})
        for (side, place, reason), times in sorted(counter.items())
    )


def _why_failed(record: JsonObject) -> str:
    if record.get("lost"):
        return "answer lost when the run was cut off"
    if "fault" in record:
        return "no answer"
    status = record.get("status")
    if status in RetryRule().statuses:
        return f"status {status}"
    try:
        json.loads(str(record.get("text", "")))
    except (ValueError, RecursionError):
        return "garbled answer"
    return ""
