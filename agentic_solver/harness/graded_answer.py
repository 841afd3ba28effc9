"""Graded answers of recorded tasks: what the grader wanted, and what is known of the answer.

Either a wrong answer rests on a finder that found nothing (:func:`read_unplaced`), or an answer
can be tested against what the grader wanted of it (:func:`read_graded_answer`).
"""

import contextlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.experience.check_line import Wish, failed_lines, wishes_of
from agentic_solver.erc3.snapshot.relation import finder_calls
from agentic_solver.errors import ModelError
from agentic_solver.harness.answered import answering_reply, answering_round
from agentic_solver.harness.exchange import MODEL_LOG, read_replies
from agentic_solver.harness.recorded import read_log, read_shape
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.llm.model import ModelReply

__all__ = [
    "LINKS",
    "TEXT",
    "ExecutedFact",
    "GradedAnswer",
    "Unplaced",
    "looked_up",
    "read_graded_answer",
    "read_unplaced",
    "records",
]

LINKS, TEXT = ("link", "no link"), "text"
"""What a wish may be about if it can be tested on an answer."""
_EMPTY_HANDED = frozenset({Outcome.NONE_CLARIFICATION_NEEDED, Outcome.OK_NOT_FOUND})
_GRADE, _RESPONSE = "evaluation.json", "response.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutedFact:
    """A query of a plan and what it found."""

    id: str
    query: str
    rows: tuple[JsonObject, ...]
    """Column → value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unplaced:
    """What was looked for by one wording only, and not found."""

    facts: tuple[str, ...]
    """Ids of the facts that looked for it."""
    wish: Wish
    """The outcome that the grader wanted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedAnswer:
    """An answer of a plan, and what is known of it."""

    response: AgentResponse
    wishes: tuple[Wish, ...]
    """What the grader wanted of it; nothing where it is right."""
    calls: tuple[JsonObject, ...]
    caller: str
    reply: JsonObject
    readings: tuple[ModelReply | ModelError, ...] = ()
    """What the reader answered; nothing where it was not asked."""
    facts: tuple[ExecutedFact, ...] = ()
    """What the plan looked up, with the rows that it found."""

    @property
    def queries(self) -> dict[str, str]:
        """Fact id → query, as the plan has them."""
        facts = self.reply.get("facts")
        return {
            str(fact["id"]): str(fact["sql"])
            for fact in (facts if isinstance(facts, list) else [])
            if isinstance(fact, dict) and {"id", "sql"} <= fact.keys()
        }

    @property
    def links(self) -> frozenset[tuple[str, ...]]:
        return frozenset((link.kind.value, link.id) for link in self.response.links)


def read_unplaced(folder: TaskFolder) -> Unplaced | None:
    """Return what a task might have found by more wordings; None where nothing speaks for it.

    Raises:
        WorkspaceError: a file of the task cannot be read.
    """
    if not folder.rounds() or not _has(folder, _GRADE, _RESPONSE):
        return None
    outcome = _object(folder.read(_RESPONSE)).get("outcome")
    wish = next((one for one in wishes_of(_failed(folder)) if one.about == "outcome"), None)
    if wish is None or outcome not in _EMPTY_HANDED or _EMPTY_HANDED & {*wish.values}:
        return None
    found = tuple(_lone(_executed(folder)))
    return Unplaced(facts=found, wish=wish) if found else None


def read_graded_answer(folder: TaskFolder) -> GradedAnswer | None:
    """Return the answer of a task, if its own plan gave it and its grade can be tested."""
    if not _has(folder, _GRADE, _RESPONSE, "workflow.json", "context.json", MODEL_LOG):
        return None
    if _object(folder.read("workflow.json")).get("forced") is not False:
        return None
    lines = _failed(folder)
    wishes = wishes_of(lines)
    right = _object(folder.read(_GRADE)).get("score") == 1.0
    if right is bool(lines) or len(wishes) != len(set(lines)):
        return None
    response = read_shape(folder, _RESPONSE, AgentResponse)
    wishes = tuple(dict.fromkeys(one for wish in wishes for one in _single(wish, response)))
    if any(wish.about not in (*LINKS, TEXT) or not wish.values for wish in wishes):
        return None
    log = folder.path / MODEL_LOG
    reply = _json(answering_reply(folder))
    identity = _object(_object(folder.read("context.json")).get("identity"))
    if not isinstance(reply, dict):
        return None
    return GradedAnswer(
        response=response,
        wishes=wishes,
        calls=tuple(call for _, call in read_log(folder.path / "calls.jsonl")),
        caller=str(identity.get("current_user") or ""),
        reply=reply,
        readings=tuple(read_replies(log, "reader")),
        facts=tuple(_executed(folder)),
    )


def _single(wish: Wish, response: AgentResponse) -> Iterator[Wish]:
    """Yield one wish for each link where no links at all are wanted."""
    if wish != Wish("no link", ()):
        yield wish
        return
    yield from (Wish("no link", (link.kind.value, link.id)) for link in response.links)


def _has(folder: TaskFolder, *names: str) -> bool:
    return all(folder.exists(name) for name in names)


def _failed(folder: TaskFolder) -> tuple[str, ...]:
    return failed_lines(str(_object(folder.read(_GRADE)).get("logs", "")))


def _object(value: object) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _executed(folder: TaskFolder) -> Iterator[ExecutedFact]:
    """Yield the facts of the plan that gave the answer as they were executed."""
    decision = f"round-{answering_round(folder)}/decision.json"
    executed = _object(folder.read(decision)).get("executed") if folder.exists(decision) else None
    facts = _object(executed).get("facts")
    for fact in map(_object, facts if isinstance(facts, list) else []):
        output = _object(fact.get("output"))
        columns, rows = output.get("columns"), output.get("rows")
        if isinstance(columns, list) and isinstance(rows, list):
            yield ExecutedFact(
                id=str(fact.get("id", "")),
                query=str(fact.get("query", "")),
                rows=tuple(
                    dict(zip(map(str, columns), row, strict=False))
                    for row in rows
                    if isinstance(row, list)
                ),
            )


def _lone(facts: Iterable[ExecutedFact]) -> Iterator[str]:
    """Yield the ids of facts without a row whose finders know one wording each."""
    for fact in facts:
        lookups = list(finder_calls(fact.query))
        if not fact.rows and lookups and not any(one.others for one in lookups):
            yield fact.id


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
