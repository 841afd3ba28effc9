"""A wrong answer of a recorded task, and what is known of it: wishes, plan, records read."""

import contextlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.experience.check_line import Wish, wishes_of
from agentic_solver.harness.exchange import MODEL_LOG, read_replies
from agentic_solver.harness.run_folder import TaskFolder
from agentic_solver.llm.model import ModelReply

__all__ = ["LINKS", "TEXT", "WrongAnswer", "looked_up", "read_wrong_answer", "records"]

LINKS, TEXT = ("link", "no link"), "text"
"""What a wish may be about if it can be tested on an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongAnswer:
    """A wrong answer and what is known of it."""

    response: AgentResponse
    wishes: tuple[Wish, ...]
    calls: tuple[JsonObject, ...]
    caller: str
    reply: JsonObject

    @property
    def links(self) -> frozenset[tuple[str, ...]]:
        return frozenset((link.kind.value, link.id) for link in self.response.links)


def read_wrong_answer(folder: TaskFolder) -> WrongAnswer | None:
    """Return the wrong answer of a task, if its own plan gave it and its checks can be tested."""
    names = ("evaluation.json", "response.json", "workflow.json", "context.json", MODEL_LOG)
    if not all(folder.exists(name) for name in names):
        return None
    workflow, evaluation = folder.read("workflow.json"), folder.read("evaluation.json")
    if not isinstance(workflow, dict) or workflow.get("forced") is not False:
        return None
    logs = str(evaluation.get("logs", "")) if isinstance(evaluation, dict) else ""
    lines = tuple(line for line in logs.splitlines() if line.startswith("FAIL"))
    wishes = wishes_of(lines)
    if not lines or len(wishes) != len(set(lines)):
        return None
    if any(wish.about not in (*LINKS, TEXT) or not wish.values for wish in wishes):
        return None
    replies = [one for one in read_replies(folder.path / MODEL_LOG) if isinstance(one, ModelReply)]
    reply = _json(replies[-1].text) if replies else None
    context: Any = folder.read("context.json")
    if not isinstance(reply, dict):
        return None
    return WrongAnswer(
        response=AgentResponse.model_validate_json(folder.text("response.json")),
        wishes=wishes,
        calls=tuple(folder.lines("calls.jsonl")),
        caller=str(context["identity"].get("current_user") or ""),
        reply=reply,
    )


def _json(text: str) -> Any:
    with contextlib.suppress(ValueError):
        return json.loads(text)
    return None


def looked_up(calls: Sequence[JsonObject]) -> set[str]:
    """Return the ids of records that were read one by one: what a question is about."""
    bodies = [call.get("body") for call in calls if str(call.get("path")).endswith("/get")]
    return {str(body.get("id")) for body in bodies if isinstance(body, dict)}


def records(calls: Sequence[JsonObject]) -> Iterator[JsonObject]:
    waiting = [_json(str(call.get("text"))) for call in calls]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
