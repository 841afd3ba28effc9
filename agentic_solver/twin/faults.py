"""Faults: disturbances that a task switches on for some of its calls.

| kind | value | effect |
|---|---|---|
| ``status`` | 400..599, default 500 | the error envelope; the call is not carried out |
| ``timeout`` | seconds a server stays silent, default 60 | :class:`Hang`; not carried out |
| ``slow`` | seconds, default 1 | the true answer with ``delay_s`` |
| ``truncated`` | bytes that arrive, default half | carried out; the end of the body is cut off |
| ``malformed`` | the text sent instead, default broken JSON | carried out; the body is replaced |
| ``page_limit`` | the limit | carried out under another page limit |

For each call the first fault in the list that fits the route and is not used up takes effect,
and only that one. Another kind needs a function here, its name in ``FaultKind`` and a check of
its value in :mod:`agentic_solver.twin.task`.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from agentic_solver.errors import ApiError
from agentic_solver.twin.reply import Hang, TwinReply, error_reply
from agentic_solver.twin.task import Fault, FaultKind
from agentic_solver.twin.universe import Universe

__all__ = ["FaultQueue", "disturb"]

_SILENCE_S = 60.0
_DELAY_S = 1.0
_BROKEN = b'{"status": "ok", "next_offset": , }'

Call = Callable[[], TwinReply]


class FaultQueue:
    """The faults of one task, with how often each may still meet a call."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self._faults = tuple(faults)
        self._left = [fault.times for fault in faults]

    def take(self, route: str) -> Fault | None:
        """Return the fault that meets a call of ``route`` now, and count it."""
        for number, fault in enumerate(self._faults):
            left = self._left[number]
            if fault.route not in ("*", route) or left == 0:
                continue
            if left is not None:
                self._left[number] = left - 1
            return fault
        return None


def disturb(fault: Fault, route: str, universe: Universe, call: Call) -> TwinReply:
    """Return what becomes of a call under a fault.

    Raises:
        Hang: there is no answer.
    """
    return _EFFECTS[fault.kind](fault, route, universe, call)


def _status(fault: Fault, route: str, universe: Universe, call: Call) -> TwinReply:
    del route, universe, call
    status = int(fault.value) if fault.value is not None else 500
    return error_reply(ApiError(status, "injected fault"))


def _timeout(fault: Fault, route: str, universe: Universe, call: Call) -> TwinReply:
    del universe, call
    raise Hang(route, _seconds(fault, _SILENCE_S))


def _slow(fault: Fault, route: str, universe: Universe, call: Call) -> TwinReply:
    del route, universe
    return replace(call(), delay_s=_seconds(fault, _DELAY_S))


def _truncated(fault: Fault, route: str, universe: Universe, call: Call) -> TwinReply:
    del route, universe
    reply = call()
    kept = int(fault.value) if fault.value is not None else len(reply.body) // 2
    return replace(reply, body=reply.body[:kept])


def _malformed(fault: Fault, route: str, universe: Universe, call: Call) -> TwinReply:
    del route, universe
    body = str(fault.value).encode() if fault.value is not None else _BROKEN
    return replace(call(), body=body)


def _page_limit(fault: Fault, route: str, universe: Universe, call: Call) -> TwinReply:
    del route
    usual = universe.page_limit
    universe.page_limit = int(fault.value or 0)
    try:
        return call()
    finally:
        universe.page_limit = usual


def _seconds(fault: Fault, default: float) -> float:
    return float(fault.value) if fault.value is not None else default


_EFFECTS: dict[FaultKind, Callable[[Fault, str, Universe, Call], TwinReply]] = {
    "status": _status,
    "timeout": _timeout,
    "slow": _slow,
    "truncated": _truncated,
    "malformed": _malformed,
    "page_limit": _page_limit,
}
