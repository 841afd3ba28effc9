"""One task as a server of the Model Context Protocol: its company tools for any MCP client.

A tool is a route; the server says in its instructions what is asked and how to answer. Needs the
optional package ``mcp``.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server

from agentic_solver import __version__
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.platform import PlatformClient, sim_prefix
from agentic_solver.erc3.react import TOOLS
from agentic_solver.erc3.route import RESPOND, ROUTES, WHOAMI, Route
from agentic_solver.erc3.transport import Transport, TransportReply
from agentic_solver.erc3.wire import Effect
from agentic_solver.errors import TransportError

__all__ = [
    "McpTask",
    "build_server",
    "call_route",
    "company_tools",
    "no_tool",
    "open_task",
    "result",
    "serve_stdio",
    "tool_of",
]

_OWN = {
    WHOAMI.path: "Who asks, and today's date.",
    RESPOND.path: "The one answer of the task: message, outcome and links.",
}
_INSTRUCTIONS = """You work at the request desk of a company, on its API. The request:

{text}

Find out who asks with whoami. Read what you need, make the changes that are asked for and allowed,
then answer once with respond."""


@dataclass(frozen=True, slots=True, kw_only=True)
class McpTask:
    """A started task and the way to its platform."""

    transport: Transport
    prefix: str
    """Path of its company API."""
    task_id: str
    text: str


def open_task(transport: Transport, benchmark: str, spec: str) -> McpTask:
    """Start a task of a benchmark.

    Raises:
        ApiError: the platform has no such benchmark or task.
        TransportError: it does not answer.
    """
    platform = PlatformClient(transport)
    started = platform.start_new_task(benchmark, spec)
    detail = platform.task_detail(started.task_id)
    prefix = sim_prefix(benchmark, started.task_id)
    return McpTask(transport=transport, prefix=prefix, task_id=started.task_id, text=detail.text)


def _name(route: str) -> str:
    return route.strip("/").replace("/", "_").replace("-", "_")


def company_tools() -> Mapping[str, tuple[Route[Any, Any], str]]:
    """Return route and description of every company tool, by its name."""
    told = {**_OWN, **TOOLS}
    return {_name(path): (ROUTES[path], text) for path, text in told.items()}


def tool_of(name: str, route: Route[Any, Any], text: str) -> types.Tool:
    """Describe a company tool: its arguments are the body of the route."""
    return types.Tool(
        name=name,
        description=text,
        input_schema=route.request.model_json_schema(),
        annotations=types.ToolAnnotations(read_only_hint=route.effect is Effect.READ),
    )


async def call_route(
    transport: Transport, prefix: str, route: Route[Any, Any], body: JsonObject
) -> types.CallToolResult:
    """Call a route of a company; a refusal of the platform is a tool error with its envelope."""

    def post() -> TransportReply:
        return transport.post(prefix + route.path, body)

    try:
        reply = await anyio.to_thread.run_sync(post)
    except TransportError as error:
        return result(f"no answer came: {error}", 502)
    return result(reply.text, reply.status)


def no_tool(name: str, known: Iterable[str]) -> types.CallToolResult:
    """Say which tools there are."""
    return result(f"there is no tool {name}: use one of {', '.join(known)}", 404)


def result(text: str, status: int) -> types.CallToolResult:
    """Return an answer as a tool's: its text, its structure, and whether it is an error."""
    content = [types.TextContent(type="text", text=text)]
    is_error = status >= 400
    try:
        found = None if is_error else json.loads(text)
    except ValueError:
        found = None
    return types.CallToolResult(
        content=[*content], structured_content=found or None, is_error=is_error
    )


def build_server(task: McpTask) -> Server[Any]:
    """Return the server of a task."""
    known = company_tools()

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        tools = [tool_of(name, route, text) for name, (route, text) in known.items()]
        return types.ListToolsResult(tools=tools)

    async def call_tool(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in known:
            return no_tool(params.name, known)
        route, _text = known[params.name]
        return await call_route(task.transport, task.prefix, route, params.arguments or {})

    return Server(
        "agentic-solver",
        version=__version__,
        instructions=_INSTRUCTIONS.format(text=task.text),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def serve_stdio(task: McpTask) -> str:
    """Serve a task on stdin and stdout until the client leaves; return how it was graded."""

    async def run() -> None:
        server = build_server(task)
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    anyio.run(run)
    done = PlatformClient(task.transport).complete_task(task.task_id)
    graded = done.eval
    return f"{task.task_id}: {done.status}" if graded is None else f"score {graded.score:g}"
