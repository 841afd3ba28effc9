"""The plain agent: a loop of model replies and API calls, which writes directly.

It is the baseline that a planner with a validator is compared with: the same model, client and
platform, and nothing between them. It is told the whole wiki, who asks, and the routes of the
company API; each reply is one JSON object with calls or with the response. A reply that is neither
is told so once; the second in a row, or too many replies, end the task without a response.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Self

from pydantic import Field, JsonValue, model_validator

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import Contract, JsonObject
from agentic_solver.core.reply import SchemaFault, describe, read_reply
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.propose.reply import json_part
from agentic_solver.erc3.propose.worker import ModelSettings, WorkerAnswer
from agentic_solver.erc3.route import ROUTES, Route
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.erc3.wire import Effect
from agentic_solver.errors import ApiError, ModelCallError, PlatformError, TransportError
from agentic_solver.llm.model import (
    Message,
    Model,
    ModelReply,
    ModelRequest,
    StopReason,
    SystemBlock,
)

__all__ = ["TOOLS", "GaveUp", "ReactAgent", "ToolCall", "Turn", "agent_digest"]

_MOST_CALLS = 50
TOOLS = {
    "/employees/list": "All employees, brief records.",
    "/employees/search": "Employees whom all filters fit, brief records; texts match as they "
    "stand anywhere in the field.",
    "/employees/get": "One employee in full, with skills, wills and notes.",
    "/employees/update": "Replaces what can be changed of an employee.",
    "/wiki/list": "Digest and paths of the wiki.",
    "/wiki/load": "One wiki page.",
    "/wiki/search": "The first lines that match a regular expression (RE2, case-sensitive).",
    "/wiki/update": "Writes a wiki page; empty content deletes it.",
    "/customers/list": "All customers, brief records.",
    "/customers/get": "One customer in full, with contact and account manager.",
    "/customers/search": "Customers whom all filters fit; of a list any value.",
    "/projects/list": "All projects, brief records.",
    "/projects/get": "One project in full, with its team.",
    "/projects/search": "Projects that all filters fit; the filters of team fit one member. "
    "Archived ones only with include_archived.",
    "/projects/team/update": "Replaces the whole team of a project.",
    "/projects/status/update": "Sets the status of a project.",
    "/time/log": "A new time entry. status is draft, submitted, approved, invoiced or voided; "
    "work_category is customer_project, internal without a customer, or what the wiki names.",
    "/time/update": "Replaces what can be changed of a time entry; status voided takes it back.",
    "/time/get": "One time entry.",
    "/time/search": "Time entries that all filters fit, with totals; both days are included.",
    "/time/summary/by-project": "Hours per project between two days, both included.",
    "/time/summary/by-employee": "Hours per employee between two days, both included.",
}
"""What each route is for. Who asks is told at the start, the response is a reply of its own."""
_UNKNOWN = "no answer came: it may have taken effect or not, so look before it is sent again"
_UNSENT = "not sent: the call before it got no answer"


class ToolCall(Contract):
    """One call that the model asks for."""

    tool: str = Field(max_length=200)
    """Path of a route."""
    arguments: JsonObject = Field(default_factory=dict)


class Turn(Contract):
    """One reply of the model: calls, or the response."""

    thought: str = ""
    calls: tuple[ToolCall, ...] = Field(default=(), max_length=_MOST_CALLS)
    respond: AgentResponse | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if bool(self.calls) is (self.respond is not None):
            raise ValueError("a reply has either calls or respond")
        return self


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The task ends without a response of the model."""

    reason: str


@dataclass(slots=True, kw_only=True)
class ReactAgent:
    """Plays one task; make a new one for each."""

    model: Model
    settings: ModelSettings
    client: Erc3Client
    key: str
    """What the keys of its model calls begin with."""
    on_exchange: Callable[[WorkerAnswer], None]
    on_write: Callable[[str, bool], None]
    """Is told the key of each write before it is sent (False) and once it is applied (True)."""
    steps: int
    """Replies of the model at most."""
    _messages: list[Message] = field(default_factory=list, init=False)
    _system: tuple[SystemBlock, ...] = field(default=(), init=False)

    def play(self, text: str, caller: JsonObject, wiki: WikiPages) -> AgentResponse | GaveUp:
        """Return the response to the request ``text``, or why there is none.

        Args:
            text: of the request.
            caller: what ``whoami`` says.
            wiki: the pages of the company.

        Raises:
            ModelAccessError: no call of the model can succeed.
        """
        self._system = (
            SystemBlock(text=_instructions(self.steps), cacheable=True),
            SystemBlock(text=_pages(wiki), cacheable=True),
        )
        self._messages = [Message(role="user", text=_request(text, caller))]
        was_bad = False
        for step in range(1, self.steps + 1):
            try:
                reply = self._ask(step)
            except ModelCallError as fault:
                return GaveUp(f"no usable answer of the model: {fault}")
            turn = _read_turn(reply)
            if isinstance(turn, GaveUp):
                return turn
            if isinstance(turn, SchemaFault):
                if was_bad:
                    return GaveUp(f"two replies in a row have another form: {turn.message}")
                self._answer(reply, _repair(turn))
            elif turn.respond is not None:
                return turn.respond
            else:
                results = self._carry_out(step, turn.calls)
                if isinstance(results, GaveUp):
                    return results
                self._answer(reply, _plain_json({"results": results}))
            was_bad = isinstance(turn, SchemaFault)
        return GaveUp(f"no response within {self.steps} replies")

    def _ask(self, step: int) -> ModelReply:
        asked = ModelRequest(
            model=self.settings.model,
            system=self._system,
            messages=tuple(self._messages),
            max_tokens=self.settings.max_tokens,
            effort=self.settings.effort,
            temperature=self.settings.temperature,
            key=f"{self.key}/s{step}",
        )
        try:
            reply = self.model.complete(asked)
        except ModelCallError as fault:
            self.on_exchange(WorkerAnswer(request=asked, reply=fault))
            raise
        self.on_exchange(WorkerAnswer(request=asked, reply=reply))
        return reply

    def _answer(self, reply: ModelReply, text: str) -> None:
        said = Message(role="assistant", text=reply.text if reply.text.strip() else "(empty reply)")
        self._messages += [said, Message(role="user", text=text)]

    def _carry_out(self, step: int, calls: tuple[ToolCall, ...]) -> list[JsonValue] | GaveUp:
        """Carry out calls in their order; where a write got no answer, the rest is not sent."""
        results: list[JsonValue] = []
        silent = False
        for number, call in enumerate(calls, start=1):
            found: JsonObject | GaveUp = {"error": _UNSENT}
            if not silent:
                found = self._call(f"{step}.{number}", call)
            if isinstance(found, GaveUp):
                return found
            silent = silent or found.get("error") == _UNKNOWN
            results.append({"tool": call.tool, **found})
        return results

    def _call(self, place: str, call: ToolCall) -> JsonObject | GaveUp:
        if call.tool not in TOOLS:
            return {"error": f"there is no such tool: use one of {', '.join(TOOLS)}"}
        route = ROUTES[call.tool]
        try:
            asked = json.dumps(call.arguments, allow_nan=False)
            request = route.request.model_validate_json(asked)
        except ValueError as error:  # a ValidationError is one, too
            return {"error": f"not sent, the arguments do not fit: {describe(error)}"}
        if route.effect is Effect.WRITE:
            return self._write(place, route, request)
        try:
            return {"result": self.client.send(route, request, cause=place).payload}
        except ApiError as error:
            return {"error": error.error, "status": error.status}
        except TransportError as error:
            return GaveUp(f"{call.tool}: {error}")  # asked again by rule, and still silent
        except PlatformError as error:
            return {"error": str(error)}

    def _write(self, place: str, route: Route[Any, Any], request: Any) -> JsonObject:
        self.on_write(place, False)
        try:
            payload = self.client.send(route, request, cause=place).payload
        except ApiError as error:
            return {"error": error.error, "status": error.status}
        except PlatformError:
            return {"error": _UNKNOWN}
        self.on_write(place, True)
        return {"result": payload}


def _read_turn(reply: ModelReply) -> Turn | SchemaFault | GaveUp:
    if reply.stop_reason is StopReason.REFUSAL:
        return GaveUp("the model refused to answer")
    if reply.is_truncated:
        return SchemaFault(message="the reply was cut off: be brief")
    return read_reply(json_part(reply.text), Turn)


def _repair(fault: SchemaFault) -> str:
    return (
        f"This reply was not carried out, it is not of the agreed form: {fault.message}\n"
        'Reply again with one JSON object that has either "calls" or "respond".'
    )


@cache
def _text() -> str:
    return files("agentic_solver.erc3").joinpath("react.md").read_text("utf-8").strip()


@cache
def agent_digest() -> str:
    """Return the digest of the agent's instructions, for manifests."""
    return content_id([_text(), TOOLS])[:16]


@cache
def _instructions(steps: int) -> str:
    text = _text()
    listed = "\n".join(_described(ROUTES[path], what) for path, what in TOOLS.items())
    known = {"{tools}": listed, "{steps}": str(steps), "{most}": str(_MOST_CALLS)}
    for mark, words in known.items():
        text = text.replace(mark, words)
    return text


def _described(route: Route[Any, Any], what: str) -> str:
    """Return a route as one line: path, arguments with types, and what it is for."""
    schema = route.request.model_json_schema()
    return f"- {route.path}({_fields(schema, schema)}) — {what}"


def _fields(node: dict[str, Any], schema: dict[str, Any]) -> str:
    required = set(node.get("required", ()))
    return ", ".join(
        f"{name}{'' if name in required else '?'}: {_type(part, schema)}"
        for name, part in node.get("properties", {}).items()
    )


def _type(node: dict[str, Any], schema: dict[str, Any]) -> str:
    if "$ref" in node:
        return _type(schema["$defs"][node["$ref"].rsplit("/", 1)[-1]], schema)
    if "anyOf" in node:
        return _type(next(one for one in node["anyOf"] if one.get("type") != "null"), schema)
    if "enum" in node:
        return "|".join(str(value) for value in node["enum"] if value)
    if node.get("type") == "array":
        return f"[{_type(node.get('items', {}), schema)}]"
    if "properties" in node:
        return f"{{{_fields(node, schema)}}}"
    return str(node.get("type", "value"))


def _pages(wiki: WikiPages) -> str:
    pages = "\n\n".join(f"## {path}\n{text.strip()}" for path, text in wiki.pages.items())
    return f"# The wiki of the company, page by page\n\n{pages or '(empty)'}"


def _request(text: str, caller: JsonObject) -> str:
    return f"Who asks, and today's date:\n{_plain_json(caller)}\n\nThe request:\n{text}"


def _plain_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
