"""What the twin answers: one HTTP status with a body, or nothing at all."""

import json
from dataclasses import dataclass

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import ApiError, TransportError

__all__ = ["Hang", "TwinReply", "encode_reply", "error_reply"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TwinReply:
    """One answer of the platform."""

    status: int
    """The HTTP status."""
    body: bytes
    """UTF-8 JSON, unless a fault has damaged it."""
    delay_s: float = 0.0
    """How long a server waits before it sends this; callers in the process need not wait."""


class Hang(TransportError):  # noqa: N818 - the name of the event, as callers see it
    """The twin gives no answer to this call (fault ``timeout``).

    In the process it reaches the caller of ``Transport.post`` as the TransportError that a
    timeout is; a server keeps the connection open for ``after_s`` seconds instead.
    """

    def __init__(self, path: str, after_s: float) -> None:
        super().__init__(f"POST {path} got no answer: timed out")
        self.after_s = after_s


def encode_reply(payload: JsonObject, *, status: int = 200) -> TwinReply:
    """Return ``payload`` as compact JSON, keys in the order given."""
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    return TwinReply(status=status, body=text.encode("utf-8"))


def error_reply(error: ApiError) -> TwinReply:
    """Return the platform's error envelope."""
    envelope: JsonObject = {"status": error.status, "error": error.error, "code": error.code}
    return encode_reply(envelope, status=error.status)
