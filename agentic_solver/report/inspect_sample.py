"""A finished task as a sample of an Inspect AI log: conversation, transcript, target and score.

The conversation is what planner or agent and its harness said to each other. The transcript has a
span a round with the calls of the model and of the company API, and what the validator decided.
Importing this module imports ``inspect_ai``, an optional extra.
"""

import datetime
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from inspect_ai.dataset import Sample
from inspect_ai.event import (
    Event,
    InfoEvent,
    ModelEvent,
    SampleInitEvent,
    ScoreEvent,
    SpanBeginEvent,
    SpanEndEvent,
    ToolEvent,
)
from inspect_ai.log import EvalError, EvalSample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageUser,
    GenerateConfig,
    ModelOutput,
    ModelUsage,
)
from inspect_ai.scorer import Score
from inspect_ai.tool import ToolCallError

from agentic_solver.contracts.canonical import short_id
from agentic_solver.contracts.model import JsonObject
from agentic_solver.harness.options import TaskResult
from agentic_solver.llm.model import Usage
from agentic_solver.report.citation import Citations
from agentic_solver.report.detail import task_detail
from agentic_solver.report.record import ReportedTask
from agentic_solver.report.timeline import RoundTime, TimedCall, TimedExchange, Timeline

__all__ = ["SCORER", "Labels", "make_sample", "model_usage"]

SCORER = "platform"
_EVIDENCE = ("context", "rounds", "rules", "ledger", "crash", "reason", "feedback")


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """What the samples of a log have in common."""

    key: str
    """Id of the log."""
    model: str
    begun_at: datetime.datetime
    """Of the run: how long after it a task began is not recorded."""
    targets: Mapping[str, str]

    def id(self, *parts: str | int) -> str:
        """Return the id of a part of the log, equal for equal runs."""
        return short_id([self.key, *parts])


def make_sample(task: ReportedTask, citations: Citations, labels: Labels) -> EvalSample:
    """Return the sample of a task.

    Raises:
        WorkspaceError: a file of the task is broken; names it.
    """
    detail = task_detail(task, citations)
    result, response = task.result, detail["response"] or {}
    answer = str(response.get("message", ""))
    time = Timeline.read(task.folder, result.wall_s)
    made = _Transcript(task=result.task, labels=labels)
    asked = [one for one in time.all_exchanges if not one.reads]
    messages = made.conversation(task.text, asked, answer)
    score = _score(result, detail["grade"])
    target = labels.targets.get(result.task, "")
    sample = Sample(id=result.task, input=task.text, target=target)
    return EvalSample(
        id=result.task,
        epoch=1,
        uuid=labels.id(result.task),
        input=task.text,
        target=target,
        messages=messages,
        output=made.output(labels.model, answer),
        scores=None if score is None else {SCORER: score},
        events=list(made.events(sample, time, score)),
        metadata={
            "family": task.family,
            "outcome": result.outcome,
            "links": response.get("links", []),
            "telemetry": result.to_json(),
            **{key: detail[key] for key in _EVIDENCE},
        },
        model_usage={labels.model: model_usage([result])},
        started_at=labels.begun_at.isoformat(timespec="milliseconds"),
        completed_at=made.at(result.wall_s).isoformat(timespec="milliseconds"),
        total_time=result.wall_s,
        working_time=result.wall_s,
        error=_error(detail["crash"]),
    )


def model_usage(results: Iterable[TaskResult]) -> ModelUsage:
    """Return the tokens of tasks; Inspect counts what came from the prompt cache apart."""
    found = list(results)
    cached = sum(result.cached_tokens for result in found)
    taken = sum(result.input_tokens for result in found)
    given = sum(result.output_tokens for result in found)
    return ModelUsage(
        input_tokens=max(0, taken - cached),
        output_tokens=given,
        total_tokens=taken + given,
        input_tokens_cache_read=cached,
    )


def _score(result: TaskResult, grade: JsonObject) -> Score | None:
    if result.score is None:
        return None
    logs = str(grade.get("logs", ""))
    return Score(value=result.score, answer=result.outcome, explanation=logs)


def _error(crash: JsonObject | None) -> EvalError | None:
    if not crash:
        return None
    text = json.dumps(crash, ensure_ascii=False)
    return EvalError(message=text, traceback="", traceback_ansi="")


@dataclass(slots=True, kw_only=True)
class _Transcript:
    """Makes messages and events of one task, each with an id of its own."""

    task: str
    labels: Labels
    _count: int = 0

    def at(self, seconds: float) -> datetime.datetime:
        """Return the time so long after the beginning of the task."""
        return self.labels.begun_at + datetime.timedelta(seconds=seconds)

    def conversation(
        self, text: str, asked: Sequence[TimedExchange], answer: str
    ) -> list[ChatMessage]:
        """Return what was said, once each, and the answer at the end."""
        said: list[tuple[str, str]] = []
        for one in asked:
            new = one.messages
            known = 0  # a planner is told the whole conversation again, an agent what is new in it
            while known < min(len(new), len(said)) and new[known] == said[known]:
                known += 1
            said += new[known:]
            if one.reply:
                said.append(("assistant", str(one.reply.get("text", ""))))
        said = said or [("user", text)]
        said.append(("assistant", answer))
        return self._messages(said)

    def events(self, sample: Sample, time: Timeline, score: Score | None) -> Iterator[Event]:
        """Yield the transcript."""
        yield SampleInitEvent(**self._event(0.0), sample=sample, state={})
        for one in time.rounds:
            yield from self._round(one)
        rest: list[Event] = [*map(self._exchange, time.exchanges), *map(self._call, time.calls)]
        yield from sorted(rest, key=lambda event: event.timestamp)
        if score is not None:
            event = self._event(time.end_s)
            yield ScoreEvent(**event, score=score, target=str(sample.target), scorer=SCORER)

    def _round(self, one: RoundTime) -> Iterator[Event]:
        span = self.labels.id(self.task, "round", one.number)
        yield SpanBeginEvent(**self._event(one.start_s, span), id=span, name=f"round {one.number}")
        made: list[Event] = [self._exchange(line, span) for line in one.exchanges]
        made += [self._call(call, span) for call in one.calls]
        yield from sorted(made, key=lambda event: event.timestamp)
        if one.decision:
            shown = {key: one.decision.get(key) for key in ("verdict", "stage", "violations")}
            yield InfoEvent(**self._event(one.end_s, span), source="validator", data=shown)
        yield SpanEndEvent(**self._event(one.end_s, span), id=span)

    def _exchange(self, one: TimedExchange, span: str | None = None) -> ModelEvent:
        name = str(one.reply.get("model") or self.labels.model)
        output = ModelOutput(model=name)
        if one.reply:
            output = self.output(name, str(one.reply.get("text", "")))
            output.usage = _usage(one.usage)
        output.time = one.end_s - one.start_s
        return ModelEvent(
            **self._event(one.start_s, span),
            model=name,
            role="reader" if one.reads else None,
            input=self._messages(one.messages),
            tools=[],
            tool_choice="none",
            config=GenerateConfig(),
            output=output,
            error=None if one.reply else str(one.line.get("error") or "no answer"),
            completed=self.at(one.end_s),
            working_time=one.end_s - one.start_s,
        )

    def _call(self, one: TimedCall, span: str | None = None) -> ToolEvent:
        event = self._event(one.start_s, span)
        return ToolEvent(
            **event,
            id=str(one.told.get("id") or event["uuid"]),
            function=one.route,
            arguments=one.arguments,
            result=str(one.line.get("text", "")),
            error=ToolCallError("unknown", f"status {one.status}") if one.failed else None,
            completed=self.at(one.end_s),
            working_time=one.end_s - one.start_s,
        )

    def output(self, model: str, text: str) -> ModelOutput:
        """Return what a model said."""
        made = ModelOutput.from_content(model, text)
        made.choices[0].message.id = self._message_id("assistant", text)
        return made

    def _messages(self, said: Iterable[tuple[str, str]]) -> list[ChatMessage]:
        return [
            ChatMessageAssistant(content=text, id=self._message_id(role, text))
            if role == "assistant"
            else ChatMessageUser(content=text, id=self._message_id(role, text))
            for role, text in said
        ]

    def _message_id(self, role: str, text: str) -> str:
        """Return the id of a message, the same in the conversation and in each event with it."""
        return self.labels.id(self.task, role, text)

    def _event(self, seconds: float, span: str | None = None) -> dict[str, Any]:
        self._count += 1
        return {
            "uuid": self.labels.id(self.task, "event", self._count),
            "span_id": span,
            "timestamp": self.at(seconds),
            "working_start": seconds,
        }


def _usage(usage: Usage) -> ModelUsage:
    return ModelUsage(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        total_tokens=usage.prompt_tokens + usage.output_tokens,
        input_tokens_cache_read=usage.cache_read_tokens,
        input_tokens_cache_write=usage.cache_creation_tokens,
    )
