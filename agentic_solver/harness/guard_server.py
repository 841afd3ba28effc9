"""The guard in front of a server: as a middleware of the twin, and as a reverse proxy."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import anyio.from_thread
import anyio.to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.propose.worker import ModelSettings
from agentic_solver.erc3.transport import LiveTransport, Transport, TransportReply, encode_body
from agentic_solver.errors import SettingsError, TransportError, UsageError
from agentic_solver.harness.asking import Readers
from agentic_solver.harness.company import CompanyShelf
from agentic_solver.harness.guarding import STOPS, Guard, GuardLog
from agentic_solver.harness.models import builtin_recordings, choose_proposer, open_reader
from agentic_solver.harness.options import RunOptions
from agentic_solver.settings import Settings
from agentic_solver.workspace import Workspace

__all__ = ["GuardMiddleware", "GuardOptions", "build_proxy", "open_guard"]

_READERS = ("anthropic", "openai", "recorded")
_NO_RECORDINGS = Path("no recordings")
_MEND = "record its reading, or start the guard with a model: set ANTHROPIC_API_KEY"


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardOptions:
    """What is asked of a guard."""

    benchmark: str = ""
    """The suite whose recorded readings count; empty where nobody knows it before."""
    reader: str = ""
    """``anthropic``, ``openai`` or ``recorded``; empty: live where a key is set."""
    reader_model: str = ""
    recordings: Path | None = None
    log: Path | None = None
    stops: int = STOPS


def open_guard(
    options: GuardOptions, transport: Transport, workspace: Workspace, settings: Settings
) -> Guard:
    """Return a guard of the platform that ``transport`` reaches.

    Raises:
        UsageError: an unknown reader, no such folder of recordings, or no evidence can be written.
        SettingsError: a live reader without its key or its name.
    """
    folder = options.recordings
    if folder is not None and not folder.is_dir():
        raise UsageError(f"there is no folder with recordings at {folder}")
    reader = _reader(options.reader, settings)
    if options.reader_model and reader == "recorded":
        raise UsageError(
            "--reader-model names a live model, and readings are recorded: set ANTHROPIC_API_KEY, "
            "or add --reader anthropic or openai"
        )
    if folder is None and reader == "recorded" and options.benchmark:
        folder = builtin_recordings(options.benchmark)
    asked = RunOptions(
        benchmark=options.benchmark,
        proposer=reader,
        model=options.reader_model or settings.model,
    )
    readers = Readers(
        folder or _NO_RECORDINGS,
        open_live=None if reader == "recorded" else partial(open_reader, asked, settings),
        settings=ModelSettings(model=asked.model, max_tokens=asked.max_tokens),
        mend=_MEND,
    )
    readers.check()
    return Guard(
        transport=transport,
        shelf=CompanyShelf(workspace),
        readers=readers,
        log=GuardLog(options.log),
        stops=options.stops,
    )


def _reader(asked: str, settings: Settings) -> str:
    """Return who reads requests: the one asked for, else the live model if a key is set."""
    if asked not in ("", *_READERS):
        raise UsageError(f"unknown reader {asked!r}: use {', '.join(_READERS[:-1])} or recorded")
    if asked == "anthropic" and not settings.has_anthropic_key:
        raise SettingsError(
            "the reader anthropic needs a key: set ANTHROPIC_API_KEY, or use --reader recorded"
        )
    return choose_proposer(asked, settings)


class GuardMiddleware:
    """Puts a guard between clients and an ASGI application; other middleware may sit beside it.

    What stands outside of it sees what the agent sends and gets, what stands inside what the
    platform does. Only POST requests are judged, and nothing else changes anything.
    """

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self._app = app
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        content = await Request(scope, receive).body()

        def forward(body: JsonObject) -> TransportReply:
            return anyio.from_thread.run(_ask, self._app, scope, encode_body(body))

        path = str(scope["path"])
        try:
            # In a thread: to judge takes queries, and now and then a call of a model.
            reply = await anyio.to_thread.run_sync(self._guard.handle, path, content, forward)
        except TransportError as error:
            reply = _no_answer(error)
        await _response(reply)(scope, receive, send)


async def _ask(app: ASGIApp, scope: Scope, content: bytes) -> TransportReply:
    """Send a body to the application inside, as if the client had; return its answer."""
    headers = [pair for pair in scope["headers"] if pair[0] != b"content-length"]
    headers.append((b"content-length", str(len(content)).encode()))
    # the path that was judged, not another spelling of it
    inner = {**scope, "headers": headers, "raw_path": scope["path"].encode()}
    status, parts = 0, list[bytes]()

    async def receive() -> Message:
        return {"type": "http.request", "body": content, "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
        elif message["type"] == "http.response.body":
            parts.append(message.get("body", b""))

    await app(inner, receive, send)
    return TransportReply(status=status, text=b"".join(parts).decode("utf-8", "replace"))


def _response(reply: TransportReply) -> Response:
    return Response(reply.text, status_code=reply.status, media_type="application/json")


def _no_answer(error: TransportError) -> TransportReply:
    text = encode_body({"status": 502, "error": str(error), "code": "guard_broken"}).decode()
    return TransportReply(status=502, text=text)


def build_proxy(upstream: str) -> tuple[Starlette, LiveTransport]:
    """Return an application that sends every POST on to a platform, and the way to it.

    Raises:
        UsageError: ``upstream`` is no address.
    """
    if not upstream.startswith(("http://", "https://")):
        raise UsageError(f"{upstream!r} is no address: give one like http://127.0.0.1:8080")
    transport = LiveTransport(upstream)

    async def answer(request: Request) -> Response:
        body: Any = await request.json()  # the guard sends objects alone
        try:
            post = partial(transport.post, request.scope["path"], body)
            return _response(await anyio.to_thread.run_sync(post))
        except TransportError as error:
            return _response(_no_answer(error))

    return Starlette(routes=[Route("/{path:path}", answer, methods=["POST"])]), transport
