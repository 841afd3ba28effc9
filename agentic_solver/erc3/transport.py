"""The transport seam: one POST with a JSON body; every platform enters here.

``Transport`` has a live form (HTTP), a direct form (a function in this process), a
recording form and a replaying form (:mod:`agentic_solver.erc3.tape`). All of them send
the same bytes for the same body.
"""

import json
import socket
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable
from urllib.request import getproxies

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import TransportError
from agentic_solver.settings import hide

if TYPE_CHECKING:
    import httpx2

__all__ = [
    "Asked",
    "BatchTransport",
    "ConcurrentTransport",
    "DirectTransport",
    "HidingTransport",
    "LiveTransport",
    "Transport",
    "TransportReply",
    "encode_body",
    "post_all",
]

_PROXIED = frozenset({"http", "https", "all"})
"""Whose requests the usual variables send to a proxy."""
Asked = tuple[str, JsonObject]
"""Path and body of a request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TransportReply:
    """An HTTP answer, whatever its status; the body is undecoded JSON text or anything else."""

    status: int
    text: str
    retry_after_s: float | None = None
    """The wait that it asks for; it is waited for and not recorded."""


class Transport(Protocol):
    """Carries one request to a platform."""

    def post(self, path: str, body: JsonObject) -> TransportReply:
        """POST ``body`` as JSON to ``path`` (which starts with a slash).

        Raises:
            TransportError: no usable answer came (refused, reset, timed out, not text).
        """
        ...


@runtime_checkable
class BatchTransport(Transport, Protocol):
    """Carries several independent requests at a time."""

    def post_many(self, asked: Sequence[Asked]) -> list[TransportReply | TransportError]:
        """POST all of them; return what came of each, in the order of ``asked``."""
        ...


def post_all(transport: Transport, asked: Sequence[Asked]) -> list[TransportReply | TransportError]:
    """POST independent requests, at the same time where the transport can; answers in order."""
    if isinstance(transport, BatchTransport):
        return transport.post_many(asked)
    return [_post_one(transport, path, body) for path, body in asked]


def _post_one(transport: Transport, path: str, body: JsonObject) -> TransportReply | TransportError:
    try:
        return transport.post(path, body)
    except TransportError as error:
        return error


class ConcurrentTransport:
    """Has up to ``limit`` requests of one batch under way; single requests pass as they are."""

    def __init__(self, inner: Transport, limit: int) -> None:
        self._inner = inner
        self._limit = limit

    def post(self, path: str, body: JsonObject) -> TransportReply:
        return self._inner.post(path, body)

    def post_many(self, asked: Sequence[Asked]) -> list[TransportReply | TransportError]:
        if min(self._limit, len(asked)) < 2:
            return [_post_one(self._inner, path, body) for path, body in asked]
        with ThreadPoolExecutor(min(self._limit, len(asked))) as pool:
            return list(pool.map(lambda one: _post_one(self._inner, *one), asked))


class HidingTransport:
    """Replaces a key in the answers of a platform that repeats it, before they are recorded."""

    def __init__(self, inner: Transport, key: str) -> None:
        self._inner = inner
        self._key = key

    def post(self, path: str, body: JsonObject) -> TransportReply:
        reply = self._inner.post(path, body)
        return replace(reply, text=hide(reply.text, self._key))


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def encode_body(body: JsonObject) -> bytes:
    """Return ``body`` as compact UTF-8 JSON in the order of its keys.

    Raises:
        TransportError: ``body`` holds NaN, an infinity or a lone surrogate.
    """
    try:
        return _ENCODER.encode(body).encode("utf-8")
    except ValueError as error:
        raise TransportError(f"the request body cannot be sent as JSON: {error}") from error


class LiveTransport:
    """HTTP to a real platform over one kept-alive connection pool; safe to share by threads."""

    def __init__(
        self,
        base_url: str,
        *,
        timeout_s: float = 30.0,
        answer_s: float = 120.0,
        trust_env: bool = True,
        http: "httpx2.BaseTransport | None" = None,
    ) -> None:
        """Prepare the pool; no connection is made yet.

        ``timeout_s`` is how long the platform may be silent, ``answer_s`` how long a whole answer
        may take that arrives bit by bit.
        ``trust_env`` lets the HTTP library honour the usual proxy and certificate variables;
        ``http`` replaces the network (tests, other stacks).
        """
        # A tenth of a second that the twin in this process does not need.
        import httpx2  # noqa: PLC0415

        from agentic_solver.http_deadline import within  # noqa: PLC0415
        from agentic_solver.retry_after import retry_after_s  # noqa: PLC0415

        self._faults = (
            httpx2.HTTPError,
            httpx2.InvalidURL,
            httpx2.StreamError,
            httpx2.CookieConflict,
        )
        """The roots of every exception of the HTTP library."""
        self._wait_named = retry_after_s
        self._base_url = base_url.rstrip("/")
        if http is None and not (trust_env and _PROXIED & getproxies().keys()):
            http = httpx2.HTTPTransport(trust_env=trust_env, socket_options=_given_up_at(timeout_s))
        self._client = httpx2.Client(
            timeout=timeout_s, transport=http, trust_env=trust_env, event_hooks=within(answer_s)
        )

    def post(self, path: str, body: JsonObject) -> TransportReply:
        """POST over HTTP; redirects are not followed."""
        content = encode_body(body)
        try:
            reply = self._client.post(
                self._base_url + path,
                content=content,
                headers={"content-type": "application/json"},
            )
            return TransportReply(
                status=reply.status_code,
                text=_decode(path, reply.content),
                retry_after_s=None if reply.is_success else self._wait_named(reply.headers),
            )
        except self._faults as error:
            cause = type(error).__name__
            raise TransportError(f"POST {path} got no answer: {cause}: {error}") from error

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class DirectTransport:
    """Calls a platform that lives in this process: no sockets, same bytes."""

    def __init__(self, handler: Callable[[str, bytes], tuple[int, bytes]]) -> None:
        self._handler = handler

    def post(self, path: str, body: JsonObject) -> TransportReply:
        """Hand the encoded body to the function and decode what it returns."""
        status, content = self._handler(path, encode_body(body))
        return TransportReply(status=status, text=_decode(path, content))


def _given_up_at(timeout_s: float) -> list[tuple[int, int, int]]:
    """Return options of a socket: the kernel gives up a request when its sender does.

    Else it goes on repeating one that was lost on the way, and a write would arrive that nobody
    waits for any more. A proxy in between decides that for itself.
    """
    option = getattr(socket, "TCP_USER_TIMEOUT", None)  # Linux has it
    return [] if option is None else [(socket.IPPROTO_TCP, option, round(timeout_s * 1000))]


def _decode(path: str, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise TransportError(f"POST {path}: the answer is not UTF-8 text: {error}") from error
