"""The transport seam: same bytes everywhere, every fault mapped, replays strict."""

import asyncio
import json
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx2
import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.paging import collect_rows
from agentic_solver.erc3.platform import PlatformClient, sim_prefix
from agentic_solver.erc3.tape import RecordingTransport, ReplayingTransport
from agentic_solver.erc3.transport import (
    DirectTransport,
    LiveTransport,
    Transport,
    TransportReply,
    encode_body,
)
from agentic_solver.errors import ApiError, PlatformError, ReplayError, TransportError

Handler = Callable[[str, bytes], tuple[int, bytes]]


def echo(path: str, body: bytes) -> tuple[int, bytes]:
    """Answer with path and body as they arrived; 404 for some."""
    return (404 if "missing" in path else 200), path.encode() + b" " + body


class AsgiTransport:
    """The ASGI form: one event loop per request, as the HTTP library's is async only."""

    def __init__(self, handler: Handler) -> None:
        self._app = _asgi(handler)

    def post(self, path: str, body: JsonObject) -> TransportReply:
        async def send() -> TransportReply:
            transport = httpx2.ASGITransport(app=self._app)
            async with httpx2.AsyncClient(transport=transport, base_url="http://asgi") as client:
                reply = await client.post(path, content=encode_body(body))
                return TransportReply(status=reply.status_code, text=reply.text)

        return asyncio.run(send())


def _asgi(handler: Handler) -> Any:
    async def app(
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        body = b""
        more = True
        while more:
            part = await receive()
            body += part.get("body", b"")
            more = part.get("more_body", False)
        status, content = handler(scope["path"], body)
        headers = [(b"content-type", b"application/json; charset=utf-8")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    return app


@contextmanager
def loopback(handler: Handler) -> Iterator[str]:
    """Serve ``handler`` on a loopback port; yields the base URL."""

    class Server(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            status, content = handler(self.path, body)
            self.send_response(status)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


BODIES: list[tuple[str, JsonObject]] = [
    ("/a/whoami", {}),
    ("/a/employees/search", {"query": "Žarko “O’Neill” 🚆", "limit": 5, "offset": 0}),
    ("/a/time/log", {"hours": 1.5, "billable": True, "notes": None, "team": [{"x": 0.1}]}),
    ("/a/missing", {"z": 1, "a": 'quote " and \\ and \n'}),
]


@pytest.mark.enable_socket
def test_direct_asgi_and_loopback_carry_the_same_bytes() -> None:
    direct = DirectTransport(echo)
    with loopback(echo) as url, LiveTransport(url) as live:
        for path, body in BODIES:
            expected = direct.post(path, body)
            assert expected.text == f"{path} {encode_body(body).decode()}"
            assert AsgiTransport(echo).post(path, body) == expected
            assert live.post(path, body) == expected


@pytest.mark.enable_socket
@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux gives up on time")
def test_the_kernel_gives_up_a_request_when_its_sender_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A write that is lost on the way must not arrive when nobody waits for it any more."""
    waits: list[int] = []
    real = socket.socket.setsockopt

    def noted(self: socket.socket, level: int, option: int, value: Any) -> None:
        if (level, option) == (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT):
            waits.append(value)
        real(self, level, option, value)

    monkeypatch.setattr(socket.socket, "setsockopt", noted)
    with loopback(echo) as url, LiveTransport(url, timeout_s=2.5) as live:
        live.post("/a", {})
    assert waits == [2500]


@pytest.mark.enable_socket
def test_live_connection_is_kept() -> None:
    with loopback(echo) as url:
        http = httpx2.HTTPTransport()
        opened: list[str] = []

        def trace(name: str, info: dict[str, Any]) -> None:
            if name == "connection.connect_tcp.complete":
                opened.append(name)

        class Traced(httpx2.BaseTransport):
            def handle_request(self, request: httpx2.Request) -> httpx2.Response:
                request.extensions["trace"] = trace
                return http.handle_request(request)

            def close(self) -> None:
                http.close()

        with LiveTransport(url, http=Traced()) as live:
            for _ in range(5):
                live.post("/a", {})
    assert len(opened) == 1


def test_live_request_is_compact_json_with_a_timeout() -> None:
    seen: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        seen.append(request)
        return httpx2.Response(200, text="{}")

    http = httpx2.MockTransport(answer)
    with LiveTransport("https://host.test/base/", http=http) as live:
        assert live.post("/x/y", {"b": 1, "a": "ü"}) == TransportReply(status=200, text="{}")
    with LiveTransport("https://host.test", timeout_s=2.5, http=http) as live:
        live.post("/z", {})
    assert str(seen[0].url) == "https://host.test/base/x/y"
    assert seen[0].content == '{"b":1,"a":"ü"}'.encode()
    assert seen[0].headers["content-type"] == "application/json"
    assert seen[0].extensions["timeout"]["read"] == 30.0
    assert seen[1].extensions["timeout"]["connect"] == 2.5


def http_exceptions() -> list[Exception]:
    """One instance of every exception class that the HTTP library exports."""
    result: list[Exception] = []
    for name in sorted(httpx2.__all__):
        kind = getattr(httpx2, name)
        if not (isinstance(kind, type) and issubclass(kind, Exception)):
            continue
        error = kind.__new__(kind)
        Exception.__init__(error, "told so")
        result.append(error)
    return result


@pytest.mark.requirement("S3-4.1e")
@pytest.mark.parametrize("error", http_exceptions(), ids=lambda error: type(error).__name__)
def test_every_http_exception_is_mapped(error: Exception) -> None:
    def fail(request: httpx2.Request) -> httpx2.Response:
        raise error

    with (
        LiveTransport("https://host.test", http=httpx2.MockTransport(fail)) as live,
        pytest.raises(TransportError, match=r"POST /x got no answer: \w+"),
    ):
        live.post("/x", {})


def test_the_list_of_http_exceptions_is_complete() -> None:
    names = {type(error).__name__ for error in http_exceptions()}
    assert {"ConnectError", "ReadTimeout", "InvalidURL", "CookieConflict", "DecodingError"} <= names
    assert len(names) >= 25


@pytest.mark.enable_socket
def test_refused_connection_and_bad_address_are_transport_errors() -> None:
    with loopback(echo) as url:
        pass
    for address in (url, "nonsense", "http://["):
        with LiveTransport(address) as live, pytest.raises(TransportError, match="POST /x"):
            live.post("/x", {})


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), "\ud800"])
def test_body_that_is_no_json_never_leaves(bad: Any) -> None:
    sent: list[str] = []

    def handler(path: str, body: bytes) -> tuple[int, bytes]:
        sent.append(path)
        return 200, b"{}"

    with pytest.raises(TransportError, match="cannot be sent"):
        DirectTransport(handler).post("/x", {"value": bad})
    assert sent == []


def test_answer_that_is_no_text_is_a_transport_error() -> None:
    with pytest.raises(TransportError, match="not UTF-8"):
        DirectTransport(lambda path, body: (200, b"\xff\xfe")).post("/x", {})


def record_of(transport: Transport, calls: list[tuple[str, JsonObject]]) -> list[JsonObject]:
    tape: list[JsonObject] = []
    recording = RecordingTransport(transport, tape.append)
    for path, body in calls:
        recording.post(path, body)
    return tape


def test_replay_gives_the_recorded_bytes_for_equal_requests() -> None:
    tape = record_of(DirectTransport(echo), BODIES)
    replay = ReplayingTransport(json.loads(json.dumps(tape)))
    for path, body in reversed(BODIES):
        turned = dict(reversed(body.items()))
        assert replay.post(path, turned) == DirectTransport(echo).post(path, body)
    assert replay.unused() == ()


def test_equal_requests_are_answered_in_recorded_order() -> None:
    answers = iter([b"1", b"2", b"3"])
    tape = record_of(DirectTransport(lambda path, body: (200, next(answers))), [("/x", {})] * 3)
    replay = ReplayingTransport(tape)
    assert [replay.post("/x", {}).text for _ in range(2)] == ["1", "2"]
    assert [record["text"] for record in replay.unused()] == ["3"]
    replay.post("/x", {})
    with pytest.raises(ReplayError, match=r"no further answer to POST /x \{\}"):
        replay.post("/x", {})


def test_unmatched_request_is_named() -> None:
    replay = ReplayingTransport(record_of(DirectTransport(echo), BODIES))
    with pytest.raises(ReplayError, match=r'no request POST /a/whoami \{"limit":5\}'):
        replay.post("/a/whoami", {"limit": 5})
    with pytest.raises(ReplayError, match="no request POST /b"):
        replay.post("/b", {})
    assert len(replay.unused()) == len(BODIES)


def test_faults_are_recorded_and_replayed() -> None:
    def fail(path: str, body: bytes) -> tuple[int, bytes]:
        raise TransportError("the line was cut")

    tape: list[JsonObject] = []
    with pytest.raises(TransportError):
        RecordingTransport(DirectTransport(fail), tape.append).post("/x", {"a": 1})
    assert tape == [{"path": "/x", "body": {"a": 1}, "fault": "the line was cut"}]
    with pytest.raises(TransportError, match="the line was cut"):
        ReplayingTransport(tape).post("/x", {"a": 1})


@pytest.mark.parametrize("record", [{}, {"path": "/x"}, {"path": 1, "body": {}}])
def test_broken_record_is_refused(record: JsonObject) -> None:
    with pytest.raises(ReplayError, match="needs a path and a body"):
        ReplayingTransport([record])
    with pytest.raises(ReplayError, match="no status or text"):
        ReplayingTransport([{"path": "/x", "body": {}}]).post("/x", {})


def test_account_keys_stay_out_of_records() -> None:
    tape: list[JsonObject] = []
    seen: list[bytes] = []

    def handler(path: str, body: bytes) -> tuple[int, bytes]:
        seen.append(body)
        return 200, b'{"key": "key-hidden"}' if path == "/get_key" else b"{}"

    recording = RecordingTransport(DirectTransport(handler), tape.append)
    recording.post("/get_key", {"email": "me@host.test"})
    recording.post("/sessions/start", {"account_key": "key-hidden", "name": "n"})
    assert b"key-hidden" in seen[1]
    assert "hidden" not in json.dumps(tape)
    replay = ReplayingTransport(tape)
    assert replay.post("/sessions/start", {"account_key": "another", "name": "n"}).text == "{}"
    assert replay.unused() == ()


def twin_handler() -> Handler:
    """A fresh local platform; equal ones answer equally."""
    twin = pytest.importorskip("agentic_solver.twin.platform")
    suite = pytest.importorskip("agentic_solver.twin.suite")
    path = min(suite.builtin_suites().values())
    platform = twin.Twin(suite.load_suite(path), seed=7)

    def handler(path: str, body: bytes) -> tuple[int, bytes]:
        reply = platform.handle(path, body)
        return reply.status, reply.body

    return handler


def play(transport: Transport) -> list[JsonObject]:
    """Run a small session on a platform; returns the record of every request."""
    tape: list[JsonObject] = []
    recording = RecordingTransport(transport, tape.append)
    platform = PlatformClient(recording, account_key="key-1")
    benchmark = platform.list_benchmarks()[0].id
    platform.view_benchmark(benchmark)
    session = platform.start_session(benchmark, workspace="my", name="n", architecture="a")
    task = platform.session_status(session.session_id).tasks[0]
    platform.start_task(task.task_id)
    client = Erc3Client(recording, sim_prefix(benchmark, task.task_id))
    client.whoami()
    client.load_wiki(client.list_wiki().paths[0])
    client.search_wiki("(?i)the")
    with suppress(PlatformError):
        collect_rows(
            lambda offset, limit: client.list_employees(offset=offset, limit=limit),
            client.page_limit,
        )
    for missing in (client.get_employee, client.get_customer, client.get_project, client.get_time):
        with suppress(ApiError):
            missing("no such id")
    client.respond("Nothing to say", Outcome.NONE_UNSUPPORTED)
    assert platform.complete_task(task.task_id).status
    platform.submit_session(session.session_id, force=True)
    return tape


@pytest.mark.slow
@pytest.mark.requirement("S3-4.1a")
@pytest.mark.enable_socket
def test_twin_gives_the_same_bytes_direct_over_asgi_over_http_and_replayed() -> None:
    direct = play(DirectTransport(twin_handler()))
    assert play(DirectTransport(twin_handler())) == direct
    assert play(AsgiTransport(twin_handler())) == direct
    with loopback(twin_handler()) as url, LiveTransport(url) as live:
        assert play(live) == direct
    replay = ReplayingTransport(direct)
    assert play(replay) == direct
    assert replay.unused() == ()
    assert {200, 404} <= {record["status"] for record in direct}
