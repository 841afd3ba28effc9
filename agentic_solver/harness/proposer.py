"""Proposers of one's own: any function that makes a plan of a request, as a model."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Plan
from agentic_solver.core.reply import describe
from agentic_solver.erc3.propose.prompt import PromptBlock
from agentic_solver.erc3.propose.reply import PlanReply, encode
from agentic_solver.erc3.propose.request import RoundFeedback
from agentic_solver.errors import OwnFunctionError
from agentic_solver.harness.own_function import OwnFunction
from agentic_solver.llm.model import Effort, Message, ModelReply, ModelRequest

__all__ = ["PlanRequest", "Proposed", "Proposer", "ProposerModel"]

Proposed = Plan | PlanReply | ModelReply | Mapping[str, Any] | str
"""A plan in any of its forms (docs/plans.md), its text, or a reply with its tokens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRequest:
    """What a proposer is asked: as data, and ready to be sent to a language model."""

    text: str
    """The request, as the caller words it."""
    caller: str
    """One sentence that says who asks, by class and never by name, and what day it is."""
    task: str
    """Id of the task."""
    suite: str
    round: int
    """From 1 on; each further one follows a plan that was refused."""
    blocks: tuple[PromptBlock, ...]
    """The system prompt in parts: ``contract``, ``company`` and so on, in their order."""
    feedback: tuple[RoundFeedback, ...]
    """What was wrong with the plans of the earlier rounds, the last one last."""
    error: str
    """Why the latest answer in this round is no plan; empty the first time."""
    messages: tuple[Message, ...]
    """The conversation for a language model: request, feedback and error in words."""
    schema: JsonObject
    """JSON schema of the reply."""
    model: str
    """The name in ``--model``, else that of the proposer."""
    max_tokens: int
    effort: Effort | None = None
    temperature: float | None = None

    @property
    def system(self) -> str:
        """The system prompt in one text."""
        return "\n\n".join(block.text for block in self.blocks)


Proposer = Callable[[PlanRequest], Proposed | Awaitable[Proposed]]
"""Makes a plan of a request; may be a coroutine function. Several threads may call it at a time."""


def plan_request(request: ModelRequest) -> PlanRequest:
    """Return what a call of a model asks, as data."""
    about: Any = request.about
    return PlanRequest(
        text=about["text"],
        caller=about["caller"],
        task=about["task"],
        suite=about["suite"],
        round=about["round"],
        blocks=tuple(
            PromptBlock(name=block.name, text=block.text, cacheable=block.cacheable)
            for block in request.system
        ),
        feedback=tuple(
            RoundFeedback.model_validate_json(json.dumps(item)) for item in about["feedback"]
        ),
        error=about["error"],
        messages=request.messages,
        schema=request.output_schema or {},
        model=request.model,
        max_tokens=request.max_tokens,
        effort=request.effort,
        temperature=request.temperature,
    )


class ProposerModel:
    """A proposer behind the Model seam: its name is that of the model."""

    def __init__(self, propose: Proposer, *, name: str, timeout_s: float) -> None:
        self._propose = OwnFunction(propose, named=f"the proposer {name}", timeout_s=timeout_s)
        self._name = name

    @property
    def name(self) -> str:
        """The proposer's name."""
        return self._name

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return what the proposer made of the request.

        Raises:
            ModelUnavailableError: it did not return in time.
            OwnFunctionError: it raised, or returned what is no plan.
            ModelError: as the proposer raises it.
        """
        return self._reply(self._propose(plan_request(request)))

    def _reply(self, given: object) -> ModelReply:
        if isinstance(given, ModelReply):
            return given
        try:
            return ModelReply(text=_text(given), model=self._name)
        except ValidationError as error:
            why = describe(error)
        except (TypeError, ValueError, RecursionError) as error:
            why = str(error)
        raise OwnFunctionError(f"the proposer {self._name} returned no plan: {why}")


def _text(given: object) -> str:
    """Return a plan as the text of a reply.

    Raises:
        TypeError, ValueError, RecursionError: it is none, or says what no reply can.
    """
    match given:
        case str():
            return given
        case Plan():
            return encode(given).model_dump_json()
        case PlanReply():
            return given.model_dump_json()
        case {"plan": Mapping() as plan}:  # as a run keeps it
            return _text(plan)
        case {"response_template": _}:
            return _text(Plan.model_validate_json(json.dumps(given)))
        case Mapping():
            return json.dumps(dict(given), ensure_ascii=False)
        case _:
            kind = type(given).__name__
            raise TypeError(f"{kind} is neither a plan (a dict or a Plan) nor a text")
