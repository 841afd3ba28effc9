"""A task as an MCP server, played by the SDK's own client."""

import sys
from typing import Any

import anyio
import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app as cli
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.mcp_server import build_server, open_task
from agentic_solver.settings import Settings

pytest.importorskip("mcp")
from mcp import Client, StdioServerParameters

pytestmark = pytest.mark.enable_socket


def in_client(server: Any, play: Any) -> None:
    async def run() -> None:
        async with Client(server) as client:
            await play(client)

    anyio.run(run)


def test_a_client_plays_a_task_in_the_process() -> None:
    opened = open_benchmark("erc3-dev", "twin", Settings(), seed=0)
    task = open_task(opened.transport, opened.id, "lead-of-project")

    async def play(client: Any) -> None:
        assert "Who is in charge of the Tram Cab Simulator?" in client.instructions
        tools = {one.name: one for one in (await client.list_tools()).tools}
        assert {"whoami", "employees_get", "time_summary_by_project", "respond"} <= set(tools)
        assert tools["projects_search"].annotations.read_only_hint is True
        assert tools["respond"].annotations.read_only_hint is False
        who = await client.call_tool("whoami", {})
        assert who.structured_content["current_user"] == "kw_017"
        wrong = await client.call_tool("employees_get", {"id": "nobody"})
        assert wrong.is_error
        assert "Not found" in wrong.content[0].text
        unknown = await client.call_tool("employees_dump", {})
        assert unknown.is_error

    in_client(build_server(task), play)


def test_a_client_plays_a_task_over_stdio() -> None:
    arguments = ["-m", "agentic_solver", "twin", "mcp", "--suite", "erc3-dev"]
    place = StdioServerParameters(
        command=sys.executable, args=[*arguments, "--task", "lead-of-project"]
    )

    async def play(client: Any) -> None:
        found = await client.call_tool("projects_search", {"query": "Tram Cab", "limit": 5})
        assert found.structured_content["projects"][0]["name"] == "Tram Cab Simulator"

    in_client(place, play)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--suite", "erc3-dev", "--task", "no-such-task"], 3),
        (["--suite", "no-such-suite", "--task", "x"], 2),
        (["--suite", "erc3-dev", "--task", "x", "--platform", "nowhere"], 2),
    ],
)
def test_bad_input_is_told_in_one_sentence(arguments: list[str], code: int) -> None:
    done = CliRunner().invoke(cli, ["twin", "mcp", *arguments])
    assert done.exit_code == code
    assert len(done.output.strip().splitlines()) == 1
