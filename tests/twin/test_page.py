"""What the twin shows in a browser, and says on the terminal."""

import json
import re
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest

from agentic_solver.twin.app import layered, serving
from agentic_solver.twin.narration import narrate
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import load_suite

HOSTILE = "<img src=x onerror=alert(1)>"
Post = Callable[..., Any]


@pytest.fixture
def twin(make_suite: Any, task: Any) -> Twin:
    return Twin(load_suite(make_suite(tasks=[task, {**task, "id": "second"}])))


@pytest.fixture
def told(twin: Twin) -> tuple[Post, list[str]]:
    lines: list[str] = []
    handle = layered(twin.handle, [narrate(twin, lines.append)])

    def post(path: str, **body: Any) -> Any:
        reply = handle(path, json.dumps(body).encode())
        assert reply.status == 200, reply.body
        return json.loads(reply.body)

    return post, lines


def get(url: str) -> tuple[str, Any]:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.read().decode(), answer.headers


def play(post: Post, task_id: str, outcome: str) -> None:
    post("/tasks/start", task_id=task_id)
    post(f"/erc3/{task_id}/whoami")
    post(f"/erc3/{task_id}/respond", message="m", outcome=outcome)
    post("/tasks/complete", task_id=task_id)


@pytest.mark.enable_socket
def test_the_page_shows_tasks_states_and_scores(twin: Twin, told: tuple[Post, list[str]]) -> None:
    post, _ = told
    with serving(twin) as address:
        assert "No client has started" in get(f"{address}/")[0]
        session = post("/sessions/start", benchmark="thornlight", name=HOSTILE)["session_id"]
        rows = post("/sessions/status", session_id=session)["tasks"]
        play(post, rows[0]["task_id"], "denied_security")
        post("/tasks/start", task_id=rows[1]["task_id"])
        page, headers = get(f"{address}/")
    assert HOSTILE not in page
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
    assert "0 right of 1 ended, 1 running, 2 in all" in page
    states = re.findall(r'<td class="state">(.*?)</td>', page)
    assert states == ["done", "running"]
    assert "FAIL: expected outcome" in page
    assert "default-src 'none'" in headers["content-security-policy"]
    assert not re.search(r"(?:src|href)=\"?https?:", page)


@pytest.mark.enable_socket
def test_the_routes_are_explained(twin: Twin) -> None:
    with serving(twin) as address:
        page, _ = get(f"{address}/docs")
        document = json.loads(get(f"{address}/openapi.json")[0])
    for path in document["paths"]:
        assert f"<code>{path}</code>" in page


def test_the_end_of_tasks_and_sessions_is_told(told: tuple[Post, list[str]]) -> None:
    post, lines = told
    session = post("/sessions/start", benchmark="thornlight", name="mine")["session_id"]
    rows = post("/sessions/status", session_id=session)["tasks"]
    play(post, rows[0]["task_id"], "denied_security")
    assert lines.pop().startswith(f"{rows[0]['spec_id']}: score 0, 2 calls FAIL: expected outcome")
    post("/sessions/submit", session_id=session, force=True)
    assert lines == [f"session {session} (mine): score 0.000, 0 of 2 tasks right"]


@pytest.mark.enable_socket
def test_two_servers_at_once_do_not_share_an_address(
    twin: Twin, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(twin) as first, serving(twin) as second:
        assert first != second
        assert "thornlight" in get(f"{first}/")[0]
        assert "thornlight" in get(f"{second}/")[0]
    assert capfd.readouterr().err == ""
