"""All tasks of a served suite over the Model Context Protocol, beside the platform's own wire.

One address serves every task and any number of clients: a client starts a task, names it in each
call of a company tool, and completes it. No state is kept between calls, as newer clients expect.
Calls go to the platform by HTTP, so that a guard, a recorder and planned faults meet them like any
other. Needs the optional package ``mcp``.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

import anyio.to_thread
import mcp_types as types
from mcp.server import Server
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Receive, Scope, Send

from agentic_solver import __version__
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.platform import PlatformClient, sim_prefix
from agentic_solver.erc3.transport import LiveTransport, Transport, TransportReply
from agentic_solver.errors import ApiError, PlatformError, TransportError
from agentic_solver.harness.mcp_server import (
    call_route,
    company_tools,
    no_tool,
    result,
    tool_of,
)

__all__ = ["PATH", "Desk", "build_desk"]

PATH = "/mcp"
_TASK_ID = "task_id"
_INSTRUCTIONS = """You work at the request desk of a company, on its API. Each task is one request,
in a company of its own.

Start a task with start_task and keep its task_id: every other tool wants it. Find out who asks with
whoami. Read what you need, make the changes that are asked for and allowed, then answer once with
respond. Some benchmarks want to know what the model used: tell it with log_model_use. End the task
with complete_task, which tells the score."""
_Own = Callable[[PlatformClient, str, JsonObject], JsonObject]
_TEXT: JsonObject = {"type": "string", "minLength": 1}
_NAME: JsonObject = {
    "type": "string",
    "description": "Your name in the records, the same for all your tasks. May be left out.",
}
_COUNT: JsonObject = {"type": "integer", "minimum": 0}


def _tasks(platform: PlatformClient, benchmark: str, _body: JsonObject) -> JsonObject:
    specs = platform.view_benchmark(benchmark).specs
    return {"tasks": [spec.id for spec in specs]}


def _start(platform: PlatformClient, benchmark: str, body: JsonObject) -> JsonObject:
    started = platform.start_new_task(
        benchmark, str(body["task"]), name=str(body.get("agent") or "")
    )
    return {_TASK_ID: started.task_id, "request": platform.task_detail(started.task_id).text}


def _log(platform: PlatformClient, _benchmark: str, body: JsonObject) -> JsonObject:
    platform.log_llm(
        str(body[_TASK_ID]),
        str(body.get("completion", "")),
        model=str(body["model"]),
        duration_sec=0.0,
        prompt_tokens=int(str(body["prompt_tokens"])),
        cached_prompt_tokens=0,
        completion_tokens=int(str(body["completion_tokens"])),
    )
    return {}


def _complete(platform: PlatformClient, _benchmark: str, body: JsonObject) -> JsonObject:
    done = platform.complete_task(str(body[_TASK_ID]))
    graded = done.eval
    if graded is None:
        return {"status": done.status}
    return {"status": done.status, "score": graded.score, "logs": graded.logs}


_DESK: Mapping[str, tuple[_Own, str, JsonObject]] = {
    "list_tasks": (_tasks, "Ids of the tasks that can be started.", {}),
    "start_task": (
        _start, "Start a task; returns its task_id and the request.",
        {"task": _TEXT, "agent": _NAME},
    ),
    "log_model_use": (
        _log,
        "Tell what one call of your language model used; model is a slug such as maker/name.",
        {_TASK_ID: _TEXT, "model": _TEXT, "prompt_tokens": _COUNT, "completion_tokens": _COUNT},
    ),
    "complete_task": (
        _complete, "End a task; returns its score where one is told.", {_TASK_ID: _TEXT}
    ),
}  # fmt: skip
"""What is done beside the company: how, its description, its arguments; names may be left out."""


def build_desk(transport: Transport, benchmark: str) -> Server[Any]:
    """Return the server of all tasks of a benchmark; the transport reaches its platform."""
    platform, known = PlatformClient(transport), company_tools()

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        own = [_own_tool(name, text, takes) for name, (_do, text, takes) in _DESK.items()]
        company = [_with_task(tool_of(name, route, text)) for name, (route, text) in known.items()]
        return types.ListToolsResult(tools=[*own, *company])

    async def call_tool(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        body: JsonObject = dict(params.arguments or {})
        if params.name in _DESK:
            do, _text, takes = _DESK[params.name]
            wanted = _required(takes)
            lacking = [name for name in wanted if not _is_given(takes[name], body.get(name))]
            if lacking:
                return result(f"{params.name} needs {', '.join(lacking)}", 400)
            return await _told(lambda: do(platform, benchmark, body))
        if params.name not in known:
            return no_tool(params.name, [*_DESK, *known])
        task_id = body.pop(_TASK_ID, "")
        if not isinstance(task_id, str) or not task_id.strip():
            return result(f"{params.name} needs the task_id that start_task returned", 400)
        route, _text = known[params.name]
        return await call_route(transport, sim_prefix(benchmark, task_id), route, body)

    return Server(
        "agentic-solver",
        version=__version__,
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


class Desk:
    """The desk of a platform that this process is about to serve: it calls its own address."""

    def __init__(self, benchmark: str, *, host: str) -> None:
        """Build the server; ``host`` is where the platform will listen.

        On this machine it refuses requests that a web page sends under another name.
        """
        self._transport: LiveTransport | None = None
        self._app = build_desk(self, benchmark).streamable_http_app(
            streamable_http_path=PATH, stateless_http=True, json_response=True, host=host
        )

    def middleware(self) -> Middleware:
        """Return what gives :data:`PATH` to the desk, and all else to the platform behind it."""
        return Middleware(_Beside, desk=self._app)

    def open(self, address: str) -> str:
        """Name the address of the platform, asked without a proxy; return that of the desk."""
        self._transport = LiveTransport(address, trust_env=False)
        return f"{address}{PATH}"

    def post(self, path: str, body: JsonObject) -> TransportReply:
        """POST to the platform, as :class:`agentic_solver.erc3.transport.Transport` says."""
        if self._transport is None:
            raise TransportError("the platform does not listen yet")
        return self._transport.post(path, body)

    def close(self) -> None:
        """Close the connections."""
        if self._transport is not None:
            self._transport.close()


class _Beside:
    """Two applications at one address."""

    def __init__(self, app: ASGIApp, desk: ASGIApp) -> None:
        self._app = app
        self._desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # The platform needs no lifespan, the desk does.
        is_desk = scope["type"] == "lifespan" or scope["path"] == PATH
        await (self._desk if is_desk else self._app)(scope, receive, send)


async def _told(do: Callable[[], JsonObject]) -> types.CallToolResult:
    try:
        found = await anyio.to_thread.run_sync(do)
    except ApiError as error:
        return result(str(error), error.status)
    except PlatformError as error:
        return result(str(error), 502)
    return result(json.dumps(found, ensure_ascii=False), 200)


def _required(takes: JsonObject) -> list[str]:
    return [name for name, kind in takes.items() if kind is not _NAME]


def _is_given(kind: object, value: object) -> bool:
    if kind is _COUNT:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return isinstance(value, str) and bool(value.strip())


def _own_tool(name: str, text: str, takes: JsonObject) -> types.Tool:
    schema: JsonObject = {
        "type": "object",
        "properties": takes,
        "required": [*_required(takes)],
        "additionalProperties": False,
    }
    hint = types.ToolAnnotations(read_only_hint=not takes)
    return types.Tool(name=name, description=text, input_schema=schema, annotations=hint)


def _with_task(tool: types.Tool) -> types.Tool:
    """Return a company tool that wants to be told of which task."""
    schema = dict(tool.input_schema)
    schema["properties"] = {_TASK_ID: {"type": "string"}, **schema.get("properties", {})}
    schema["required"] = [_TASK_ID, *schema.get("required", [])]
    return tool.model_copy(update={"input_schema": schema})
