"""All tasks of a served twin over MCP streamable HTTP, played by the SDK's own client."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest

pytest.importorskip("mcp")
from mcp import Client

pytestmark = pytest.mark.enable_socket
SERVE = [sys.executable, "-m", "agentic_solver", "twin", "serve", "--suite", "erc3-dev"]


@contextmanager
def served(*options: str) -> Iterator[tuple[str, Any]]:
    """Serve erc3-dev; yields the address and its process, of which stdout can be read."""
    command = [*SERVE, "--port", "0", "--mcp", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[-1]
            assert process.stdout.readline() == f"MCP at {address}/mcp\n"
            yield address, process
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=20)


def in_client(address: str, play: Any, mode: str = "auto") -> None:
    async def run() -> None:
        async with Client(f"{address}/mcp", mode=mode) as client:
            await play(client)

    anyio.run(run)


async def lead_of_project(client: Any, *, told: bool = False) -> Any:
    """Start a task, read, answer, and return what completing it told."""
    started = (await client.call_tool("start_task", {"task": "lead-of-project"})).structured_content
    assert started["request"] == "Who is in charge of the Tram Cab Simulator?"
    task = {"task_id": started["task_id"]}
    who = await client.call_tool("whoami", task)
    assert who.structured_content["current_user"] == "kw_017"
    found = await client.call_tool("projects_search", {**task, "query": "Tram Cab", "limit": 5})
    project = found.structured_content["projects"][0]["id"]
    got = await client.call_tool("projects_get", {**task, "id": project})
    lead = next(
        one["employee"]
        for one in got.structured_content["project"]["team"]
        if one["role"] == "Lead"
    )
    links = [{"kind": "employee", "id": lead}, {"kind": "project", "id": project}]
    answer = {"message": f"{lead} leads it.", "outcome": "ok_answer", "links": links}
    assert not (await client.call_tool("respond", {**task, **answer})).is_error
    if told:
        used = {"model": "maker/name", "prompt_tokens": 900, "completion_tokens": 40}
        assert not (await client.call_tool("log_model_use", {**task, **used})).is_error
    return (await client.call_tool("complete_task", task)).structured_content


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_starts_a_task_reads_answers_and_is_graded(mode: str) -> None:
    async def play(client: Any) -> None:
        assert "start_task" in client.instructions
        tools = {one.name: one for one in (await client.list_tools()).tools}
        assert {"list_tasks", "start_task", "complete_task", "whoami", "respond"} <= set(tools)
        assert tools["whoami"].input_schema["required"] == ["task_id"]
        listed = (await client.call_tool("list_tasks", {})).structured_content
        assert len(listed["tasks"]) == 153
        done = await lead_of_project(client)
        # A right answer; that nobody has told of tokens is what the platform takes a tenth for.
        assert done["score"] == 0.9
        assert done["logs"] == "WARN: no inference statistics found, penalty 0.1"
        assert (await lead_of_project(client, told=True))["score"] == 1.0

    with served() as (address, process):
        in_client(address, play, mode)
        assert re.match(r"lead-of-project: score 0.9, \d+ calls", process.stdout.readline())


def test_tasks_of_two_clients_do_not_meet_and_wrong_calls_are_told() -> None:
    async def play(client: Any) -> None:
        one, other = [
            (await client.call_tool("start_task", {"task": "lead-of-project"})).structured_content
            for _ in range(2)
        ]
        assert one["task_id"] != other["task_id"]
        for tool, arguments, said in (
            ("whoami", {}, "needs the task_id"),
            ("whoami", {"task_id": "task-of-nobody"}, "404"),
            ("start_task", {"task": "no-such-task"}, "no-such-task"),
            ("complete_task", {}, "needs task_id"),
            (
                "log_model_use",
                {"task_id": "x", "model": "a/b", "prompt_tokens": -1},
                "needs prompt_tokens, completion_tokens",
            ),
            ("employees_dump", {}, "there is no tool employees_dump"),
        ):
            wrong = await client.call_tool(tool, arguments)
            assert wrong.is_error, tool
            assert said in wrong.content[0].text

    with served() as (address, _process):
        in_client(address, play)
        # The platform itself answers beside it, and a page of another name gets nothing.
        assert httpx2.post(f"{address}/benchmarks/list", json={}).status_code == 200
        headers = {"Host": "evil.example", "Accept": "application/json, text/event-stream"}
        assert httpx2.post(f"{address}/mcp", json={}, headers=headers).status_code == 421


def test_a_guard_judges_what_an_mcp_client_calls(tmp_path: Path) -> None:
    log = tmp_path / "guard.jsonl"

    async def play(client: Any) -> None:
        await lead_of_project(client)

    with served("--guard", "--guard-log", str(log)) as (address, _process):
        in_client(address, play)
    judged = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert {"/whoami", "/projects/search", "/projects/get", "/respond"} <= {
        one.get("route") for one in judged
    }


def test_the_client_of_the_documentation_plays_a_task(repo_root: Path, tmp_path: Path) -> None:
    page = (repo_root / "docs" / "agents.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    program = tmp_path / "my_client.py"
    program.write_text(next(one for one in blocks if "from mcp import Client" in one), "utf-8")
    with served() as (address, _process):
        done = subprocess.run(
            [sys.executable, str(program), f"{address}/mcp"],
            check=True, timeout=60, capture_output=True, text=True,
        )  # fmt: skip
    tools, request, who, graded = done.stdout.splitlines()
    assert "projects_search" in tools
    assert request == "Who is in charge of the Tram Cab Simulator?"
    assert "kw_017" in who
    assert "'score': 0" in graded
