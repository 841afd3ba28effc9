"""Recording and replaying forms of the transport.

A record is one try as plain JSON: ``{"path", "body", "status", "text"}`` for an answer,
``{"path", "body", "fault"}`` for a transport fault, with ``"lost": true`` where a run was resumed
and nobody knows whether the request had arrived. The text is verbatim. Account keys stay
out of records: the request that fetches one is not recorded, a body that carries one is
recorded with a placeholder, and replays match regardless of the key.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.transport import Asked, Transport, TransportReply, post_all
from agentic_solver.errors import LostAnswerError, ReplayError, TransportError

__all__ = ["RecordingTransport", "ReplayingTransport", "without_secrets"]


_UNRECORDED = frozenset({"/get_key"})
_SECRET_FIELDS = frozenset({"account_key"})
_PLACEHOLDER = "(secret)"


class RecordingTransport:
    """Passes every request on and hands one record of it to ``sink``, faults included."""

    def __init__(self, inner: Transport, sink: Callable[[JsonObject], None]) -> None:
        self._inner = inner
        self._sink = sink
        self._lock = threading.Lock()

    def post(self, path: str, body: JsonObject) -> TransportReply:
        """Forward the request; the record is written before the answer is returned."""
        if path in _UNRECORDED:
            return self._inner.post(path, body)
        shown = without_secrets(body)
        try:
            reply = self._inner.post(path, body)
        except TransportError as error:
            lost: JsonObject = {"lost": True} if isinstance(error, LostAnswerError) else {}
            self._write({"path": path, "body": shown, "fault": str(error), **lost})
            raise
        self._write({"path": path, "body": shown, "status": reply.status, "text": reply.text})
        return reply

    def post_many(self, asked: Sequence[Asked]) -> list[TransportReply | TransportError]:
        """Forward independent requests; their records follow the order of ``asked``."""
        replies = post_all(self._inner, asked)
        for (path, body), reply in zip(asked, replies, strict=True):
            shown = without_secrets(body)
            if isinstance(reply, TransportError):
                self._write({"path": path, "body": shown, "fault": str(reply)})
            else:
                self._write(
                    {"path": path, "body": shown, "status": reply.status, "text": reply.text}
                )
        return replies

    def _write(self, record: JsonObject) -> None:
        with self._lock:
            self._sink(record)


class ReplayingTransport:
    """Answers from records, strictly in order for each equal request; never reaches out."""

    def __init__(self, records: Iterable[JsonObject]) -> None:
        self._lock = threading.Lock()
        self._queues: dict[tuple[str, str], deque[tuple[int, JsonObject]]] = {}
        for number, record in enumerate(records):
            key = _key(record)
            self._queues.setdefault(key, deque()).append((number, record))

    def post(self, path: str, body: JsonObject) -> TransportReply:
        """Return the next recorded answer to this very request.

        Raises:
            TransportError: a fault was recorded at this place.
            ReplayError: no (further) answer to this request was recorded.
        """
        text = canonical_json(without_secrets(body))
        with self._lock:
            queue = self._queues.get((path, text))
            if queue is None:
                raise ReplayError(f"the recording has no request POST {path} {text}")
            if not queue:
                raise ReplayError(f"the recording has no further answer to POST {path} {text}")
            _, record = queue.popleft()
        fault = record.get("fault")
        if fault is not None:
            raise (LostAnswerError if record.get("lost") else TransportError)(str(fault))
        status, answer = record.get("status"), record.get("text")
        if not isinstance(status, int) or not isinstance(answer, str):
            raise ReplayError(f"the record of POST {path} {text} has no status or text")
        return TransportReply(status=status, text=answer)

    def unused(self) -> tuple[JsonObject, ...]:
        """Return the records that were not asked for, in the order of the recording."""
        with self._lock:
            left = [item for queue in self._queues.values() for item in queue]
        return tuple(record for _, record in sorted(left, key=lambda item: item[0]))


def _key(record: JsonObject) -> tuple[str, str]:
    path, body = record.get("path"), record.get("body")
    if not isinstance(path, str) or not isinstance(body, dict):
        raise ReplayError(f"a record needs a path and a body: {canonical_json(record)[:200]}")
    return path, canonical_json(body)


def without_secrets(body: JsonObject) -> JsonObject:
    """Return a body as a record shows it: a mark in the place of an account key."""
    return {k: _PLACEHOLDER if k in _SECRET_FIELDS else v for k, v in body.items()}
