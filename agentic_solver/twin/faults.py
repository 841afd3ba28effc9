"""Faults: disturbances that a task switches on for some of its calls.

| kind | value | effect |
|---|---|---|
| ``status`` | 400..599, default 500, or see below | the error envelope; not carried out |
| ``timeout`` | seconds a server stays silent, default 60 | :class:`Hang`; not carried out |
| ``slow`` | seconds, default 1 | the true answer with ``delay_s`` |
| ``truncated`` | bytes that arrive, default half | carried out; the end of the body is cut off |
| ``malformed`` | the text sent instead, default broken JSON | carried out; the body is replaced |
| ``page_limit`` | the limit | carried out under another page limit |
| ``duplicate_rows`` | none | a page repeats the last row of the page before |
| ``missing_rows`` | none | a page lacks its first row, although its offsets go on |
| ``injection`` | the text | carried out; the text stands in every free-text field of the reply |

``route`` is one company route or ``*``; ``after`` calls of it pass first (each one counts, also
one that another fault meets), then the fault meets ``times`` calls, or all. For each call the
first fault in the list that is due takes effect, and only that one.

**Status.** ``{"status": 503, "error": "text"}`` as the value gives the envelope that text.

**Rows.** The two kinds fit listing routes only; under ``*`` no other call meets or counts for
them. ``duplicate_rows`` shows the listing as if a record had been put in before the page since
the page before was read: the page starts one row early, keeps its size, and its ``next_offset``
goes on. A listing that is disturbed to its end has one row twice and lacks none; where the fault
ends before the listing does, the row that the shift pushed out is lost. A first page has no page
before: it is met, and stays as it is. ``missing_rows`` lets totals and offsets stand.

**Injection.** The text is appended on a line of its own (it is the value where the field is
empty) to ``notes`` (employees, time entries), ``description`` (projects), ``brief`` (customers),
``content`` (wiki pages and search results) and ``error`` (the envelope), at any depth of the
reply. No other field changes, and no record: the company and the digest of its wiki stay true. A
client that sends a record back whole sends the text with it, and that is a change then.

Another kind needs a function here, and its name and a check of its value in
:mod:`agentic_solver.twin.fault`.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from agentic_solver.errors import ApiError
from agentic_solver.twin.fault import Fault, FaultKind
from agentic_solver.twin.reply import Hang, TwinReply, encode_reply, error_reply
from agentic_solver.twin.route import PAGED_ROUTES
from agentic_solver.twin.universe import Universe

__all__ = ["Call", "FaultQueue", "disturb"]

_SILENCE_S = 60.0
_DELAY_S = 1.0
_BROKEN = b'{"status": "ok", "next_offset": , }'
_FREE_TEXT = frozenset({"notes", "description", "brief", "content", "error"})
_ROW_KINDS = frozenset({"duplicate_rows", "missing_rows"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call that a fault may disturb."""

    route: str
    content: bytes
    universe: Universe
    carry_out: Callable[[bytes], TwinReply]
    """Answers a body of the request as the undisturbed platform does."""

    def answer(self) -> TwinReply:
        """Return the undisturbed answer."""
        return self.carry_out(self.content)


class FaultQueue:
    """The faults of one task, with how often each may still meet a call."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self._faults = tuple(faults)
        self._waits = [fault.after for fault in faults]
        self._left = [fault.times for fault in faults]

    def take(self, route: str) -> Fault | None:
        """Return the fault that meets a call of ``route`` now, and count the call."""
        met: int | None = None
        for number, fault in enumerate(self._faults):
            if not _fits(fault, route):
                continue
            if self._waits[number]:
                self._waits[number] -= 1
            elif met is None and self._left[number] != 0:
                met = number
        if met is None:
            return None
        left = self._left[met]
        if left is not None:
            self._left[met] = left - 1
        return self._faults[met]


def _fits(fault: Fault, route: str) -> bool:
    if fault.route == "*":
        return fault.kind not in _ROW_KINDS or route in PAGED_ROUTES
    return fault.route == route


def disturb(fault: Fault, call: Call) -> TwinReply:
    """Return what becomes of a call under a fault.

    Raises:
        Hang: there is no answer.
    """
    return _EFFECTS[fault.kind](fault, call)


def _status(fault: Fault, call: Call) -> TwinReply:
    del call
    match fault.value:
        case {"status": int(status), "error": str(text)}:
            return error_reply(ApiError(status, text))
        case int(status):
            return error_reply(ApiError(status, "injected fault"))
        case _:
            return error_reply(ApiError(500, "injected fault"))


def _timeout(fault: Fault, call: Call) -> TwinReply:
    raise Hang(call.route, _number(fault, _SILENCE_S))


def _slow(fault: Fault, call: Call) -> TwinReply:
    return replace(call.answer(), delay_s=_number(fault, _DELAY_S))


def _truncated(fault: Fault, call: Call) -> TwinReply:
    reply = call.answer()
    return replace(reply, body=reply.body[: int(_number(fault, len(reply.body) // 2))])


def _malformed(fault: Fault, call: Call) -> TwinReply:
    body = fault.value.encode() if isinstance(fault.value, str) else _BROKEN
    return replace(call.answer(), body=body)


def _page_limit(fault: Fault, call: Call) -> TwinReply:
    usual = call.universe.page_limit
    call.universe.page_limit = int(_number(fault, 0))
    try:
        return call.answer()
    finally:
        call.universe.page_limit = usual


def _duplicate_rows(fault: Fault, call: Call) -> TwinReply:
    del fault
    body = _read(call.content)
    offset = body.get("offset") if isinstance(body, dict) else None
    if not isinstance(body, dict) or type(offset) is not int or offset <= 0:
        return call.answer()
    reply = call.carry_out(json.dumps({**body, "offset": offset - 1}).encode())
    payload = _read(reply.body)
    if not isinstance(payload, dict) or reply.status != 200:
        return reply
    following = payload["next_offset"]
    if isinstance(following, int) and following >= 0:
        payload["next_offset"] = following + 1
    return encode_reply(payload)


def _missing_rows(fault: Fault, call: Call) -> TwinReply:
    del fault
    reply = call.answer()
    payload = _read(reply.body)
    if not isinstance(payload, dict) or reply.status != 200:
        return reply
    key = PAGED_ROUTES[call.route]
    rows = payload[key]
    if isinstance(rows, list):
        payload[key] = rows[1:] or None
    return encode_reply(payload)


def _injection(fault: Fault, call: Call) -> TwinReply:
    reply = call.answer()
    payload = _inject(str(fault.value), _read(reply.body))
    if not isinstance(payload, dict):
        return reply
    return replace(encode_reply(payload), status=reply.status)


def _inject(text: str, value: JsonValue) -> JsonValue:
    """Return ``value`` with ``text`` in its free-text fields."""
    match value:
        case list():
            return [_inject(text, item) for item in value]
        case dict():
            return {
                name: _append(text, inner)
                if name in _FREE_TEXT and isinstance(inner, str)
                else _inject(text, inner)
                for name, inner in value.items()
            }
        case _:
            return value


def _append(text: str, before: str) -> str:
    if not before:
        return text
    return before + text if before.endswith("\n") else f"{before}\n{text}"


def _read(content: bytes) -> JsonValue:
    """Return a body as JSON, or None where it is none."""
    try:
        value: JsonValue = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return value


def _number(fault: Fault, default: float) -> float:
    return fault.value if isinstance(fault.value, int | float) else default


_EFFECTS: dict[FaultKind, Callable[[Fault, Call], TwinReply]] = {
    "status": _status,
    "timeout": _timeout,
    "slow": _slow,
    "truncated": _truncated,
    "malformed": _malformed,
    "page_limit": _page_limit,
    "duplicate_rows": _duplicate_rows,
    "missing_rows": _missing_rows,
    "injection": _injection,
}
