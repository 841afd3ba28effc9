"""The twin behind HTTP: every POST goes to ``Twin.handle``; ``GET /openapi.json`` describes it."""

import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import anyio
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from agentic_solver.errors import ApiError, UsageError
from agentic_solver.twin.openapi import describe_api
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.reply import Hang, TwinReply, encode_reply, error_reply

__all__ = ["build_app", "listen", "serve", "serving"]


def build_app(twin: Twin, middleware: Sequence[Middleware] = ()) -> Starlette:
    """Return the ASGI application of a platform; the first ``middleware`` is the outermost.

    ``slow`` answers wait; under a ``timeout`` fault the connection stays open without an answer
    for as long as the fault says, and then gets a 504.
    """

    document = encode_reply(describe_api(twin.suite.name, twin.suite.description))

    async def describe(request: Request) -> Response:
        del request
        return _response(document)

    async def answer(request: Request) -> Response:
        content = await request.body()
        try:
            # Not in a thread: a call takes less time than the hop.
            reply = twin.handle(_path(request), content)
        except Hang as hang:
            await anyio.sleep(hang.after_s)
            reply = error_reply(ApiError(504, "no answer"))
        if reply.delay_s:
            await anyio.sleep(reply.delay_s)
        return _response(reply)

    return Starlette(
        routes=[
            Route("/openapi.json", describe, methods=["GET"]),
            Route("/{path:path}", answer, methods=["POST"]),
        ],
        exception_handlers={HTTPException: _refuse},
        middleware=list(middleware),
    )


async def _refuse(request: Request, error: Exception) -> Response:
    """Answer what is no POST in the platform's envelope."""
    del request
    assert isinstance(error, HTTPException)
    response = _response(error_reply(ApiError(error.status_code, error.detail)))
    response.headers.update(error.headers or {})
    return response


def _path(request: Request) -> str:
    """Return the path as it was sent: to build a URL of it costs as much as the answer."""
    raw = request.scope.get("raw_path")
    if raw is None:  # optional in ASGI
        return request.url.path
    return bytes(raw).partition(b"?")[0].decode("latin-1")


def _response(reply: TwinReply) -> Response:
    return Response(reply.body, status_code=reply.status, media_type="application/json")


def serve(
    twin: Twin,
    *,
    host: str,
    port: int,
    announce: Callable[[str], None],
    middleware: Sequence[Middleware] = (),
) -> None:
    """Serve a platform until interrupted, as :func:`listen` does.

    Raises:
        UsageError: the address cannot be used.
    """
    listen(build_app(twin, middleware), host=host, port=port, announce=announce)


def listen(app: ASGIApp, *, host: str, port: int, announce: Callable[[str], None]) -> None:
    """Serve until interrupted; port 0 takes a free one; ``announce`` is told the address.

    Raises:
        UsageError: the address cannot be used.
    """
    with _listening(host, port) as (listener, address):
        announce(address)
        _server(app).run(sockets=[listener])


@contextmanager
def serving(
    twin: Twin,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    middleware: Sequence[Middleware] = (),
) -> Iterator[str]:
    """Serve in a thread while the block runs; yields the address. Port 0 takes a free one.

    Raises:
        UsageError: the address cannot be used.
    """
    with _listening(host, port) as (listener, address):
        server = _server(build_app(twin, middleware))
        thread = threading.Thread(
            target=server.run, kwargs={"sockets": [listener]}, name="twin", daemon=True
        )
        thread.start()
        try:
            yield address  # the socket listens already: who is early waits
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def _listening(host: str, port: int) -> Iterator[tuple[socket.socket, str]]:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only where the protocol is named: without it a reply takes 40 ms.
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except (OSError, OverflowError) as error:
            raise UsageError(f"cannot listen on {host} port {port}: {error}") from error
        listener.listen()
        shown = f"[{host}]" if ":" in host else host
        yield listener, f"http://{shown}:{listener.getsockname()[1]}"


def _server(app: ASGIApp) -> uvicorn.Server:
    return uvicorn.Server(
        uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1, lifespan="off")
    )
