"""The workers: the one model call of a round, and the answer from the tool result without one."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from pydantic import Field, ValidationError, field_validator

from agentic_solver.contracts.model import JsonObject
from agentic_solver.core.reply import describe
from agentic_solver.core.schema import ToolRequest, WorkerInput, WorkerOutput
from agentic_solver.erc3.propose.feedback import feedback_text, repair_text
from agentic_solver.erc3.propose.look import before_look, look_exchanges, may_look
from agentic_solver.erc3.propose.prompt import Prompt
from agentic_solver.erc3.propose.reply import LookReply, PlanReply, json_part, reply_schema
from agentic_solver.erc3.propose.request import ExecutionReport, SolveRequest
from agentic_solver.errors import ModelCallError, ModelReplyError
from agentic_solver.llm.model import (
    Effort,
    Message,
    Model,
    ModelReply,
    ModelRequest,
    StopReason,
    SystemBlock,
)

__all__ = ["ModelSettings", "PlanWorker", "PlanWorkerOutput", "WorkerAnswer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """How the model is asked."""

    model: str
    max_tokens: int = 16_000
    effort: Effort | None = None
    temperature: float | None = None


class PlanToolRequest(ToolRequest):
    """A request to execute a plan; the reply inside is checked here, so that a repair sees it."""

    @field_validator("arguments")
    @classmethod
    def _well_formed(cls, arguments: JsonObject) -> JsonObject:
        try:
            if "look" in arguments:
                LookReply.model_validate_json(json.dumps({"look": arguments["look"]}))
            else:
                PlanReply.model_validate_json(json.dumps(arguments.get("reply")))
        except ValidationError as error:
            raise ValueError(describe(error)) from error
        return arguments


class PlanWorkerOutput(WorkerOutput[ExecutionReport]):
    """The core's worker output with a checked plan."""

    tool_request: PlanToolRequest | None = Field(default=None)


def _argument(request: SolveRequest, document: object) -> dict[str, object]:
    """Return what a reply asks the tool for: a plan, or rows where it may ask for them."""
    if not isinstance(document, dict) or not may_look(request.context):
        return {"reply": document}
    look = document.get("look")
    if look:
        return {"look": look}
    return {"reply": {name: value for name, value in document.items() if name != "look"}}


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerAnswer:
    """One model exchange, for the record: a reply, or the fault that came instead."""

    request: ModelRequest
    reply: ModelReply | ModelCallError


@dataclass(slots=True)
class PlanWorker:
    """Writes the plan with the model; answers from the tool result by itself.

    ``tool`` is the only tool this worker may ask for: that is its whole capability.
    """

    name: str
    tool: str
    model: Model
    settings: ModelSettings
    prompt: Prompt
    key: str
    """What the call is for: benchmark, task and round; names recordings."""
    on_exchange: Callable[[WorkerAnswer], None]
    recalled: PlanReply | None = None
    """The kept plan for this request; played in a round of its own, without the model."""
    _last_reply: str = field(default="", init=False)
    _calls: int = field(default=0, init=False)

    @property
    def input_schema(self) -> type[WorkerInput[SolveRequest, ExecutionReport]]:
        return WorkerInput[SolveRequest, ExecutionReport]

    @property
    def output_schema(self) -> type[PlanWorkerOutput]:
        return PlanWorkerOutput

    def __call__(self, input_json: str) -> str:
        given = self.input_schema.model_validate_json(input_json)
        if given.tool_result is not None:
            return PlanWorkerOutput(result=given.tool_result).model_dump_json()
        if given.task.context.recalled and self.recalled is not None:
            return self._asking_for(given.task, self.recalled.to_json())
        error = given.feedback.message if given.feedback is not None else ""
        reply = self._ask(given.task, error)
        try:
            document = json.loads(json_part(reply.text))
        except (ValueError, RecursionError):
            self._give_up(reply)
            return reply.text or "(empty reply)"
        return self._asking_for(given.task, document)

    def _asking_for(self, request: SolveRequest, document: object) -> str:
        arguments = {"request": request.to_json(), **_argument(request, document)}
        return json.dumps({"tool_request": {"name": self.tool, "arguments": arguments}})

    def _give_up(self, reply: ModelReply) -> None:
        """Asking once more would end the same way, at the same price."""
        if reply.stop_reason is StopReason.MAX_TOKENS:
            raise ModelReplyError(
                f"the reply was cut off at {self.settings.max_tokens} tokens before the plan ended"
            )
        if reply.stop_reason is StopReason.REFUSAL:
            raise ModelReplyError("the model refused to answer this request")

    def _ask(self, request: SolveRequest, error: str) -> ModelReply:
        messages = [Message(role="user", text=self._user_text(request))]
        for sent, told in look_exchanges(request.context):
            messages += [Message(role="assistant", text=sent), Message(role="user", text=told)]
        if error:
            messages += [
                Message(role="assistant", text=self._last_reply or "(empty reply)"),
                Message(role="user", text=repair_text(error)),
            ]
        self._calls += 1
        asked = ModelRequest(
            model=self.settings.model,
            messages=tuple(messages),
            max_tokens=self.settings.max_tokens,
            system=tuple(
                SystemBlock(text=block.text, cacheable=block.cacheable, name=block.name)
                for block in self.prompt.blocks
            ),
            output_schema=reply_schema(looks=may_look(request.context)),
            effort=self.settings.effort,
            temperature=self.settings.temperature,
            key=f"{self.key}/r{len(request.context.history) + 1}"
            + (f"/repair{self._calls - 1}" if error else ""),
            about=self._about(request, error),
        )
        try:
            reply = self.model.complete(asked)
        except ModelCallError as fault:
            self.on_exchange(WorkerAnswer(request=asked, reply=fault))
            raise
        self._last_reply = reply.text
        self.on_exchange(WorkerAnswer(request=asked, reply=reply))
        return reply

    def _about(self, request: SolveRequest, error: str) -> JsonObject:
        """Return what is asked as data, for a proposer that is no language model."""
        return {
            "task": request.task.task_id,
            "suite": request.task.benchmark,
            "text": request.task.text,
            "caller": self.prompt.caller,
            "round": len(request.context.history) + 1,
            "feedback": [item.to_json() for item in request.context.history],
            "error": error,
        }

    def _user_text(self, request: SolveRequest) -> str:
        told = before_look(request.context)
        if not told.history:
            return self.prompt.user
        return f"{self.prompt.user}\n\n{feedback_text(told)}"
