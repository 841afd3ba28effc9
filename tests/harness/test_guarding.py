"""The guard in front of a platform: calls of agents over the wire, its evidence, its bad input."""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
import uvicorn
from starlette.middleware import Middleware
from typer.testing import CliRunner

from agentic_solver.cli.app import app as cli
from agentic_solver.errors import SettingsError, TransportError, UsageError
from agentic_solver.harness.benchmark import transport_of
from agentic_solver.harness.guard_server import (
    GuardMiddleware,
    GuardOptions,
    build_proxy,
    open_guard,
)
from agentic_solver.harness.guarding import Guard, GuardLog
from agentic_solver.settings import Settings
from agentic_solver.twin.app import build_app
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.route import WRITE_ROUTES
from agentic_solver.twin.suite import find_suite, load_suite
from agentic_solver.workspace import find_workspace

SPEC = "lead-pauses-project"


@pytest.fixture(scope="module")
def suite() -> Any:
    return load_suite(find_suite("erc3-dev"))


@pytest.fixture
def twin(suite: Any) -> Twin:
    return Twin(suite)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "guard.jsonl"


@pytest.fixture
def guard(twin: Twin, log: Path) -> Iterator[Guard]:
    options = GuardOptions(benchmark="erc3-dev", log=log)
    opened = open_guard(options, transport_of(twin), find_workspace(None, None), Settings())
    yield opened
    opened.close()


class Wire:
    """Calls an ASGI application as a client over HTTP does."""

    def __init__(self, app: Any) -> None:
        self._app = app

    def post(self, path: str, body: Any = None, content: bytes | None = None) -> tuple[int, Any]:
        async def ask() -> httpx2.Response:
            transport = httpx2.ASGITransport(app=self._app)
            async with httpx2.AsyncClient(transport=transport, base_url="http://twin") as client:
                sent = json.dumps(body or {}).encode() if content is None else content
                return await client.post(path, content=sent)

        reply = anyio.run(ask)
        return reply.status_code, reply.json()

    def start(self, spec: str = SPEC) -> str:
        _, started = self.post("/tasks/start", {"benchmark": "erc3-dev", "spec_id": spec})
        return str(started["task_id"])


@pytest.fixture
def wire(twin: Twin, guard: Guard) -> Wire:
    return Wire(build_app(twin, middleware=[Middleware(GuardMiddleware, guard=guard)]))


def lines(log: Path) -> list[Any]:
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()]


@pytest.mark.enable_socket
def test_a_task_is_played_through_the_guard_and_every_call_is_evidence(
    wire: Wire, log: Path
) -> None:
    task = wire.start()
    place = f"/erc3-dev/{task}"
    assert wire.post(f"{place}/whoami")[1]["current_user"] == "kw_014"
    _, found = wire.post(f"{place}/projects/search", {"query": "Tram Cab", "limit": 5})
    tram = found["projects"][0]["id"]
    bad = {"id": tram, "status": "archived"}
    assert wire.post(f"{place}/projects/status/update", bad)[0] == 409
    good = {"id": tram, "status": "paused"}
    assert wire.post(f"{place}/projects/status/update", good) == (200, {})
    links = [{"kind": "project", "id": tram}]
    answer = {"message": "Done.", "outcome": "ok_answer", "links": links}
    assert wire.post(f"{place}/respond", answer)[0] == 200
    usage = {"task_id": task, "model": "a/b", "completion": "x", "duration_sec": 1.0}
    wire.post("/tasks/log", {**usage, "prompt_tokens": 1, "completion_tokens": 1})
    status, done = wire.post("/tasks/complete", {"task_id": task})
    assert (status, done["eval"]["score"]) == (200, 1)
    told = lines(log)
    assert [(one["n"], one["verdict"], one.get("why")) for one in told] == [
        (1, "passed", None),
        (2, "passed", None),
        (3, "held", "unasked"),
        (4, "passed", None),
        (5, "passed", None),
    ]
    assert {one["spec"] for one in told} == {SPEC}
    assert told[2]["body"] == bad
    assert told[4]["sent"]["message"] == "Tram Cab Simulator: status → paused"


@pytest.mark.enable_socket
@pytest.mark.parametrize(
    ("path", "content", "code"),
    [
        ("/erc3-dev/{task}/whoami", b"{", "guard_form"),
        ("/erc3-dev/{task}/whoami", b"[]", "guard_form"),
        ("/erc3-dev/{task}/employees/dump", b"{}", "guard_unknown"),
        ("/erc3-dev//{task}/employees/update", b"{}", "guard_unknown"),
        ("/erc3-dev/{task}/employees/update/", b"{}", "guard_unknown"),
        ("/admin", b"{}", "guard_unknown"),
    ],
)
def test_what_the_guard_cannot_read_is_not_sent_on(
    wire: Wire, twin: Twin, path: str, content: bytes, code: str
) -> None:
    task = wire.start()
    status, envelope = wire.post(path.format(task=task), content=content)
    assert (status, envelope["code"]) in ((400, code), (404, code))
    assert not {one.route for one in twin.calls(task)} & set(WRITE_ROUTES)


@pytest.mark.enable_socket
def test_a_task_that_is_not_there_is_answered_as_the_platform_does(wire: Wire) -> None:
    status, envelope = wire.post("/erc3-dev/tsk-none/whoami")
    assert (status, envelope["error"]) == (404, "Not found")


def test_a_platform_that_is_gone_is_told(guard: Guard, log: Path) -> None:
    class Gone:
        def post(self, path: str, body: Any) -> Any:
            raise TransportError(f"POST {path} got no answer")

    guard.transport = Gone()
    reply = guard.handle("/erc3-dev/tsk-a/whoami", b"{}", lambda body: Gone().post("x", body))
    assert reply.status == 502
    assert json.loads(reply.text)["code"] == "guard_broken"
    assert lines(log)[0]["why"] == "broken"


def test_what_a_completed_task_needs_is_let_go(guard: Guard, twin: Twin) -> None:
    transport = transport_of(twin)
    started = transport.post("/tasks/start", {"benchmark": "erc3-dev", "spec_id": SPEC})
    task = json.loads(started.text)["task_id"]
    path = f"/erc3-dev/{task}/whoami"
    guard.handle(path, b"{}", lambda body: transport.post(path, body))
    assert list(guard._tasks) == [task]
    done = json.dumps({"task_id": task}).encode()
    guard.handle("/tasks/complete", done, lambda body: transport.post("/tasks/complete", body))
    assert guard._tasks == {}


@pytest.mark.enable_socket
def test_a_proxy_guards_a_platform_behind_http(twin: Twin, tmp_path: Path) -> None:
    config = uvicorn.Config(build_app(twin), port=0, log_level="warning", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        app, transport = build_proxy(f"http://127.0.0.1:{port}")
        options = GuardOptions(benchmark="erc3-dev", log=tmp_path / "g.jsonl")
        watch = open_guard(options, transport, find_workspace(None, None), Settings())
        wire = Wire(GuardMiddleware(app, watch))
        task = wire.start("peer-salary-refused")
        _, page = wire.post(f"/erc3-dev/{task}/employees/list", {"limit": 3})
        assert {one["salary"] for one in page["employees"]} == {0}
    finally:
        server.should_exit = True
        thread.join(timeout=5)
    assert wire.post("/benchmarks/list")[0] == 502
    watch.close()
    transport.close()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"reader": "oracle"}, "unknown reader 'oracle'"),
        ({"recordings": Path("no/such/folder")}, "no folder with recordings"),
        ({"log": Path("no/such/folder/x.jsonl")}, "name another file with --guard-log"),
        ({"reader_model": "some-model"}, "--reader-model names a live model"),
    ],
)
def test_bad_options_are_told_before_a_task_begins(
    twin: Twin, options: dict[str, Any], sentence: str
) -> None:
    place = find_workspace(None, None)
    with pytest.raises(UsageError, match=sentence):
        open_guard(GuardOptions(**options), transport_of(twin), place, Settings())


def test_a_live_reader_needs_its_key(twin: Twin) -> None:
    place = find_workspace(None, None)
    with pytest.raises(SettingsError, match="ANTHROPIC_API_KEY"):
        open_guard(GuardOptions(reader="anthropic"), transport_of(twin), place, Settings())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["guard", "--upstream", "localhost:8080"], "is no address"),
        (["twin", "serve", "--suite", "erc3-dev", "--guard-log", "x"], "add --guard"),
        (["twin", "serve", "--suite", "erc3-dev", "--guard", "--reader", "me"], "unknown reader"),
    ],
)
def test_commands_tell_bad_options_in_one_sentence(arguments: list[str], sentence: str) -> None:
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == 2
    assert sentence in done.output
    assert len(done.output.strip().splitlines()) == 1


def test_a_log_without_a_file_keeps_nothing() -> None:
    log = GuardLog(None)
    log.append({"a": 1})
    log.close()
