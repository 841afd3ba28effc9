"""The twin behind HTTP: every POST goes to ``Twin.handle``, through the layers in front of it.

``GET /`` shows sessions, tasks and scores, ``GET /docs`` the routes, ``GET /openapi.json``
describes them.
"""

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
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from agentic_solver.errors import ApiError, UsageError
from agentic_solver.twin.openapi import describe_api
from agentic_solver.twin.page import page_policy, render_routes, render_state
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.reply import Hang, TwinReply, encode_reply, error_reply

__all__ = ["Handler", "Layer", "build_app", "layered", "listen", "serve", "serving"]

Handler = Callable[[str, bytes], TwinReply]
"""Answers a POST: path and body in, reply out; raises ``Hang`` where no answer is given."""
Layer = Callable[[Handler], Handler]
"""What stands between a client and the platform; it gets the handler that is behind it."""
_LOOK_S = 0.005


def layered(handler: Handler, layers: Sequence[Layer]) -> Handler:
    """Return ``handler`` behind ``layers``; the first of them is the one that clients meet."""
    for layer in reversed(layers):
        handler = layer(handler)
    return handler


def build_app(
    twin: Twin, layers: Sequence[Layer] = (), middleware: Sequence[Middleware] = ()
) -> Starlette:
    """Return the ASGI application of a platform behind ``layers``, and these behind ``middleware``.

    The first of either is the one that clients meet. Middleware may wait; layers may not.

    ``slow`` answers wait; under a ``timeout`` fault the connection stays open without an answer
    for as long as the fault says, and then gets a 504.
    """

    described = describe_api(twin.suite.name, twin.suite.description)
    document = encode_reply(described)
    routes = render_routes(described)
    handle = layered(twin.handle, layers)

    async def describe(request: Request) -> Response:
        del request
        return _response(document)

    async def show(request: Request) -> Response:
        del request
        # In a thread: of ten thousand tasks it takes as long as a thousand calls.
        return _page(await anyio.to_thread.run_sync(render_state, twin))

    async def explain(request: Request) -> Response:
        del request
        return _page(routes)

    async def answer(request: Request) -> Response:
        content = await request.body()
        try:
            # Not in a thread: a call takes less time than the hop.
            reply = handle(_path(request), content)
        except Hang as hang:
            await anyio.sleep(hang.after_s)
            reply = error_reply(ApiError(504, "no answer"))
        if reply.delay_s:
            await anyio.sleep(reply.delay_s)
        return _response(reply)

    return Starlette(
        routes=[
            Route("/", show, methods=["GET"]),
            Route("/docs", explain, methods=["GET"]),
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


def _page(html: str) -> Response:
    headers = {"Content-Security-Policy": page_policy(), "Cache-Control": "no-store"}
    return HTMLResponse(html, headers=headers)


def serve(
    twin: Twin,
    *,
    host: str,
    port: int,
    announce: Callable[[str], None],
    layers: Sequence[Layer] = (),
    middleware: Sequence[Middleware] = (),
) -> None:
    """Serve a platform until interrupted, as :func:`listen` does.

    Raises:
        UsageError: the address cannot be used.
    """
    app = build_app(twin, layers, middleware)
    listen(app, host=host, port=port, announce=announce)


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
    layers: Sequence[Layer] = (),
    middleware: Sequence[Middleware] = (),
) -> Iterator[str]:
    """Serve in a thread while the block runs; yields the address. Port 0 takes a free one.

    Raises:
        UsageError: the address cannot be used.
    """
    with _listening(host, port) as (listener, address):
        server = _server(build_app(twin, layers, middleware))
        thread = threading.Thread(
            target=server.run, kwargs={"sockets": [listener]}, name="twin", daemon=True
        )
        thread.start()
        try:
            while not server.started and thread.is_alive():
                thread.join(_LOOK_S)
            yield address
        finally:
            server.should_exit = True
            thread.join()


def _server(app: ASGIApp) -> uvicorn.Server:
    # Its own set-up of logging is one of the process: two servers at once would undo each other's.
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=1,
        lifespan="auto",
    )
    return uvicorn.Server(config)


@contextmanager
def _listening(host: str, port: int) -> Iterator[tuple[socket.socket, str]]:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only where the protocol is named: without it a reply takes 40 ms.
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen()
        except (OSError, OverflowError) as error:
            raise UsageError(
                f"cannot listen on {host} port {port}: {error}; name another --port, "
                "or 0 for a free one"
            ) from error
        shown = f"[{host}]" if ":" in host else host
        yield listener, f"http://{shown}:{listener.getsockname()[1]}"
