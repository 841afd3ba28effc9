"""What API calls were for, read from the causes in the call records of a decision."""

import functools
from collections import Counter
from collections.abc import Iterable, Mapping

from pydantic import JsonValue
from pydantic_core import to_json

from agentic_solver.erc3.route import ROUTES
from agentic_solver.erc3.wire import Effect

__all__ = ["PURPOSES", "WRITE_ROUTES", "CallTally", "tally_calls"]

PURPOSES = {
    "identity": "who asks",
    "lookup": "names, skills and places of the request",
    "facts": "rows that the facts read",
    "policy": "rows that the rules read",
    "snapshot": "everything, before the plan ran",
    "wiki": "pages of a wiki that the workspace lacks",
    "plan": "reads that the plan itself asked for",
    "second look": "rows that were counted for a second look at an answer",
    "before write": "the record as it was before a change",
    "write": "changes",
    "after write": "reading a change back",
    "answer": "the response",
    "other": "what no decision tells of, such as the calls of a task without a plan",
}
"""Purposes in the order of a task, each in words."""

_BY_CAUSE = {
    "whoami": "identity",
    "lookup": "lookup",
    "facts": "facts",
    "fact": "facts",
    "refresh": "facts",
    "policy": "policy",
    "look": "second look",
    "snapshot": "snapshot",
    "wiki": "wiki",
    "postcondition": "after write",
}
WRITE_ROUTES = frozenset(path for path, route in ROUTES.items() if route.effect is Effect.WRITE)
"""Routes that change the company."""


class CallTally:
    """Counts the calls of one task over all its rounds."""

    def __init__(self) -> None:
        self.by_purpose: Counter[str] = Counter()
        self.failed = 0
        self.repeated = 0
        self.read: set[tuple[str, bytes]] = set()

    def sorted(self, sent: int, *, answered: bool) -> tuple[tuple[str, int], ...]:
        """Return (purpose, calls) in the order of :data:`PURPOSES`.

        Args:
            sent: all calls of the task.
            answered: a response was sent, which stands in no decision.
        """
        counts = self.by_purpose + Counter({"answer": int(answered)})
        counts["other"] = max(0, sent - counts.total())
        return tuple((name, counts[name]) for name in PURPOSES if counts[name])


def tally_calls(tally: CallTally, calls: Iterable[Mapping[str, JsonValue]]) -> None:
    """Add the call records of one decision; what a cache answered was no call."""
    counts, read = tally.by_purpose, tally.read
    for call in calls:
        if call["cached"]:
            continue
        route = str(call["route"])
        counts[_purpose(str(call["cause"]), route)] += 1
        if not call["ok"]:
            tally.failed += 1
        elif route in WRITE_ROUTES:
            read.clear()  # what was read before a change may be another thing after it
        else:
            # The file is canonical: equal requests have their fields in the same order.
            asked = (route, to_json(call["request"]))
            tally.repeated += asked in read
            read.add(asked)


@functools.lru_cache(maxsize=1024)
def _purpose(cause: str, route: str) -> str:
    if route == "/whoami":
        return "identity"
    word = cause.partition(":")[0]
    if word == "write" or route in WRITE_ROUTES:
        return "write" if route in WRITE_ROUTES else "before write"
    return _BY_CAUSE.get(word, "plan")
