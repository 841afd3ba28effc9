"""The twin behind a real server, driven by plain curl."""

import json
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import anyio
import httpx2
import pytest

from agentic_solver.errors import UsageError
from agentic_solver.twin.app import build_app, serve
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import load_suite

pytestmark = [
    pytest.mark.enable_socket,
    pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed"),
]

COMMAND = [sys.executable, "-c", "from agentic_solver.cli.twin import app; app()", "serve"]


def curl(url: str, body: str = "{}", *options: str) -> tuple[int, str]:
    """POST with curl; returns the HTTP status and the body."""
    command = ["curl", "-sS", "--noproxy", "*", "-w", "\n%{http_code}", "--data-binary", body]
    header = ["-H", "Content-Type: application/json"]
    done = subprocess.run(
        [*command, *header, *options, url], capture_output=True, text=True, check=True, timeout=20
    )
    text, _, status = done.stdout.rpartition("\n")
    return int(status), text


@pytest.fixture
def server(make_suite: Any, task: Any) -> Iterator[str]:
    """Serve the tiny company, calm and disturbed; yields the address."""
    slow = {"route": "/wiki/list", "kind": "slow", "value": 0.4, "times": 1}
    silent = {"route": "/whoami", "kind": "timeout", "value": 0.8, "times": 1}
    disturbed = {**task, "id": "disturbed", "overlay": {"faults": [slow, silent]}}
    folder = make_suite(tasks=[task, disturbed])
    command = [*COMMAND, "--suite", str(folder), "--port", "0", "--seed", "4"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("thornlight: 2 tasks at http://127.0.0.1:")
        try:
            yield line.split()[-1]
        finally:
            process.terminate()


def start_at(server: str, spec: str) -> str:
    body = json.dumps({"benchmark": "thornlight", "spec_id": spec})
    status, text = curl(f"{server}/tasks/start", body)
    assert status == 200
    return f"{server}/erc3-dev/{json.loads(text)['task_id']}"


def test_wire_over_curl(server: str, answer: Any) -> None:
    status, text = curl(f"{server}/sessions/start", '{"benchmark":"thornlight","flags":[]}')
    session = json.loads(text)["session_id"]
    assert status == 200
    body = json.dumps({"session_id": session})
    task_id = json.loads(curl(f"{server}/sessions/status", body)[1])["tasks"][0]["task_id"]
    task = json.dumps({"task_id": task_id})
    company = f"{server}/erc3-dev/{task_id}"
    assert curl(f"{company}/whoami")[0] == 400
    assert curl(f"{server}/tasks/start", task)[0] == 200

    status, text = curl(f"{company}/whoami", "")
    assert status == 200
    assert text.startswith('{"current_user":"tl_003","is_public":false,"location":"South Yard"')
    assert curl(f"{company}/employees/list", '{"limit":6}') == (
        400, '{"status":400,"error":"page limit exceeded: 6 > 5","code":""}',
    )  # fmt: skip
    assert curl(f"{company}/employees/list", '{"limit":5,"offset":7}') == (
        200, '{"next_offset":-1,"employees":null}',
    )  # fmt: skip
    assert curl(f"{company}/employees/list", '{"limit":5,"offset":8}')[0] == 500
    assert curl(f"{company}/employees/get", '{"id":"x"}') == (
        404, '{"status":404,"error":"Not found","code":""}',
    )  # fmt: skip
    assert curl(f"{company}/projects/get", '{"id":"x"}') == (
        200, '{"project":null,"found":false}',
    )  # fmt: skip
    assert curl(f"{company}/projects/search", '{"tool":"/projects/search"}')[1] == (
        '{"projects":null,"next_offset":0}'
    )
    assert curl(f"{company}/time/get", '{"id":"te_008"}')[1] == (
        '{"entry":{"employee":"tl_004","customer":"cust_fjord","project":"proj_lamp",'
        '"date":"2025-06-03","hours":8,"work_category":"customer_project","notes":"",'
        '"billable":false,"status":"approved"}}'
    )
    assert "Sørland" in curl(f"{company}/employees/search", '{"query":"sør","limit":1}')[1]
    assert curl(f"{company}/wiki/search", '{"query_regex":"(?=a)"}')[0] == 400
    assert curl(f"{company}/employees/list", '{"limit":"5"}')[0] == 400
    assert curl(f"{company}/employees/list", "limit=5")[0] == 400
    assert curl(f"{company}/respond", json.dumps(answer)) == (200, "{}")
    status, text = curl(f"{server}/tasks/complete", task)
    assert json.loads(text)["eval"]["score"] == 0.9
    assert curl(f"{server}/sessions/submit", body)[0] == 400
    forced = json.dumps({"session_id": session, "force": True})
    assert curl(f"{server}/sessions/submit", forced) == (200, '{"status":"evaluated"}')
    assert curl(f"{server}/nothing")[0] == 404
    assert curl(f"{company}/whoami", "{}", "-G")[0] == 405


@pytest.mark.slow
def test_slow_answers_wait_and_silent_ones_do_not_come(server: str) -> None:
    company = start_at(server, "disturbed")
    begin = time.perf_counter()
    assert curl(f"{company}/wiki/list")[0] == 200
    assert time.perf_counter() - begin > 0.4
    assert curl(f"{company}/wiki/list")[0] == 200
    with pytest.raises(subprocess.CalledProcessError) as caught:
        curl(f"{company}/whoami", "{}", "--max-time", "0.3")
    assert caught.value.returncode == 28  # curl's code for a timeout
    assert curl(f"{company}/whoami")[0] == 200


@pytest.mark.slow
def test_a_silent_call_does_not_hold_up_others(server: str) -> None:
    company = start_at(server, "disturbed")
    with subprocess.Popen(
        ["curl", "-s", "--noproxy", "*", "-w", "%{http_code}", "-d", "{}", f"{company}/whoami"],
        stdout=subprocess.PIPE,
        text=True,
    ) as silent:
        assert curl(f"{start_at(server, 'who-leads')}/whoami")[0] == 200
        assert silent.communicate(timeout=10)[0].endswith("504")


def test_application_without_a_server(start: Any) -> None:
    slow = {"route": "/wiki/list", "kind": "slow", "value": 0.01}
    silent = {"route": "/whoami", "kind": "timeout", "value": 0.01}
    play = start(overlay={"faults": [slow, silent]})
    company = f"http://twin/erc3/{play.task_id}"

    async def statuses() -> list[int]:
        transport = httpx2.ASGITransport(app=build_app(play.twin))
        async with httpx2.AsyncClient(transport=transport) as client:
            replies = [
                await client.post(f"{company}/wiki/list", content=b"{}"),
                await client.post(f"{company}/whoami", content=b""),
                await client.post(f"{company}/time/get", content=b"["),
                await client.get(f"{company}/wiki/list"),
            ]
        assert replies[0].json() == play.ok("/wiki/list")
        assert replies[1].json()["error"] == "no answer"
        assert replies[0].headers["content-type"] == "application/json"
        return [reply.status_code for reply in replies]

    assert anyio.run(statuses) == [200, 504, 400, 405]


@pytest.mark.parametrize("raw", [True, False])
def test_the_path_is_read_as_it_was_sent(play: Any, raw: bool) -> None:
    replies: list[Any] = []

    async def call(path: str) -> None:
        scope = {
            "type": "http", "http_version": "1.1", "method": "POST", "headers": [],
            "path": path, "query_string": b"x=1", "server": ("twin", 80), "scheme": "http",
            **({"raw_path": f"{path}?x=1".encode()} if raw else {}),
        }  # fmt: skip

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            replies.append(message)

        await build_app(play.twin)(scope, receive, send)

    anyio.run(call, f"/erc3/{play.task_id}/wiki/list")
    anyio.run(call, f"/erc3/%{ord('t'):x}{play.task_id[1:]}/wiki/list")
    anyio.run(call, "/erc3/%2574sk/wiki/list")
    statuses = [reply["status"] for reply in replies if "status" in reply]
    assert statuses == [200, 200, 404]


def test_the_port_may_be_taken(make_suite: Any) -> None:
    twin = Twin(load_suite(make_suite()))
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(UsageError, match=f"cannot listen on 127.0.0.1 port {port}"):
            serve(twin, host="127.0.0.1", port=port, announce=lambda _: None)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_address_is_announced_before_serving(make_suite: Any, host: str) -> None:
    class Stop(Exception):  # noqa: N818 - ends serving in this test
        pass

    heard: list[str] = []

    def announce(address: str) -> None:
        heard.append(address)
        raise Stop

    with pytest.raises(Stop):
        serve(Twin(load_suite(make_suite())), host=host, port=0, announce=announce)
    shown = {"::1": "[::1]"}.get(host, host)
    assert heard[0].startswith(f"http://{shown}:")
