"""A run as OpenTelemetry spans with the GenAI conventions: task, round, model and API call.

Spans are made of a task's evidence once the task has ended, so nothing that is decided can depend
on them. Texts, arguments and answers are confidential: they are left out unless they are asked for.
"""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agentic_solver import __version__
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.wording import how_to_install
from agentic_solver.erc3.propose.reader import READER_TOKENS
from agentic_solver.errors import AgenticSolverError, SettingsError, UsageError
from agentic_solver.harness.options import TaskResult
from agentic_solver.harness.recorded import read_object
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.report.timeline import RoundTime, TimedCall, TimedExchange, Timeline

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter
    from opentelemetry.trace import Span

__all__ = ["EXPORTERS", "RunTrace", "open_provider", "start_trace"]

EXPORTERS = ("otlp", "console")
_NAME = "agentic_solver"
_SECOND = 1_000_000_000
_INPUT, _OUTPUT = "gen_ai.input.messages", "gen_ai.output.messages"
_Attributes = dict[str, str | int | float | bool | tuple[str, ...]]


def open_provider(exporter: str) -> "TracerProvider":
    """Return a provider that sends spans where ``OTEL_TRACES_EXPORTER`` says.

    Address, headers, resource and service name come from the other ``OTEL_`` variables, which
    the SDK reads itself.

    Raises:
        SettingsError: an exporter that is not known.
        UsageError: the extra ``otel`` is not installed.
    """
    if exporter not in EXPORTERS:
        raise SettingsError(
            f"OTEL_TRACES_EXPORTER is {' or '.join(EXPORTERS)} here, not {exporter!r}"
        )
    try:  # an extra, and slow to import
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415
            OTLPSpanExporter,
        )
        from opentelemetry.sdk.resources import SERVICE_NAME, Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import (  # noqa: PLC0415
            BatchSpanProcessor,
            ConsoleSpanExporter,
        )
    except ImportError as error:
        raise UsageError(f"--trace needs the extra otel: {how_to_install('otel')}") from error
    sink: SpanExporter
    if exporter == "console":
        sink = ConsoleSpanExporter(
            out=sys.stderr, formatter=lambda span: span.to_json(indent=None) + "\n"
        )
    else:
        sink = OTLPSpanExporter()
    resource = Resource.create()
    if str(resource.attributes.get(SERVICE_NAME, "")).startswith("unknown_service"):
        resource = resource.merge(Resource({SERVICE_NAME: _NAME}))
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(sink))
    return provider


@dataclass(slots=True, kw_only=True)
class RunTrace:
    """The spans of one run: a trace a task, and one of the run alone, to which they link.

    Tasks may end in any thread.
    """

    provider: "TracerProvider"
    manifest: JsonObject
    run: str
    """Its name: ``session.id`` of every span."""
    span: "Span"
    now: Callable[[], int]
    content: bool = False
    """Whether spans carry texts, arguments and answers."""

    def task(self, folder: TaskFolder, result: TaskResult) -> None:
        """Add the trace of a task that has just ended; broken evidence is told in its span."""
        end = self.now()
        spans = _TaskSpans(self, start=end - int(result.wall_s * _SECOND), end=end)
        try:
            time = Timeline.read(folder, result.wall_s)
            said = spans.task_content(folder) if self.content else {}
        except AgenticSolverError as error:
            root = spans.begin(f"invoke_agent {_NAME}", None, 0.0, _task(result))
            _fail(root, "broken_evidence", str(error))
        else:
            root = spans.begin(f"invoke_agent {_NAME}", None, 0.0, {**_task(result), **said})
            for one in time.rounds:
                spans.round(root, one)
            for exchange in time.exchanges:
                spans.chat(root, exchange)
            for call in time.calls:
                spans.call(root, call)
        _event(root, result, end)
        if result.forced:
            _fail(root, "forced", "")  # the reason may quote what a caller may not see
        root.end(end)

    def end(self) -> None:
        """End the span of the run and send what was not sent yet."""
        self.span.end(self.now())
        self.provider.shutdown()


@dataclass(frozen=True, slots=True)
class _TaskSpans:
    """Makes the spans of one task; a parent is begun before its children and ended after them."""

    trace: RunTrace
    start: int
    end: int

    def begin(
        self, name: str, parent: "Span | None", at_s: float, attributes: _Attributes,
        *, client: bool = False,
    ) -> "Span":  # fmt: skip
        from opentelemetry.context import Context  # noqa: PLC0415 - an extra
        from opentelemetry.trace import Link, SpanKind, set_span_in_context  # noqa: PLC0415

        run = self.trace.span.get_span_context()
        return self.trace.provider.get_tracer(_NAME, __version__).start_span(
            name,
            # Without a parent the span begins a trace of its own, whatever is current.
            context=Context() if parent is None else set_span_in_context(parent),
            links=[Link(run)] if parent is None else [],
            kind=SpanKind.CLIENT if client else SpanKind.INTERNAL,
            attributes={"session.id": self.trace.run, **attributes},
            start_time=self.at(at_s),
        )

    def at(self, seconds: float) -> int:
        """Return the time so long after the beginning of the task, in nanoseconds."""
        return min(self.start + int(seconds * _SECOND), self.end)

    def round(self, task: "Span", one: RoundTime) -> None:
        attributes: _Attributes = {f"{_NAME}.round": one.number}
        for key in ("verdict", "stage"):
            attributes[f"{_NAME}.{key}"] = str(one.decision.get(key, ""))
        attributes[f"{_NAME}.violations"] = one.codes
        span = self.begin(f"round {one.number}", task, one.start_s, attributes)
        if not one.accepted:
            _fail(span, one.codes[0] if one.codes else "not_accepted", ", ".join(one.codes))
        for exchange in one.exchanges:
            self.chat(span, exchange)
        for call in one.calls:
            self.call(span, call)
        span.end(self.at(one.end_s))

    def chat(self, parent: "Span", one: TimedExchange) -> None:
        manifest = self.trace.manifest
        asked = str(manifest.get("reader_model" if one.reads else "model", ""))
        most = _whole(manifest.get("max_tokens"))
        proposer = str(manifest.get("proposer", ""))
        attributes: _Attributes = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": "anthropic" if proposer == "react" else proposer,
            "gen_ai.request.model": asked,
            "gen_ai.request.max_tokens": min(READER_TOKENS, most) if one.reads else most,
            "gen_ai.output.type": "json",
        }
        if one.reply:
            attributes |= _replied(one)
        if self.trace.content:
            attributes |= _said(one)
        name = f"chat {asked}".rstrip()
        span = self.begin(name, parent, one.start_s, attributes, client=True)
        if not one.reply:
            _fail(span, "no_answer", "")
        span.end(self.at(one.end_s))

    def call(self, parent: "Span", one: TimedCall) -> None:
        attributes: _Attributes = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": one.route,
            "gen_ai.tool.type": "function",
            "http.response.status_code": one.status,
        }
        for key, name in (("id", "gen_ai.tool.call.id"), ("cause", f"{_NAME}.cause")):
            if one.told.get(key):
                attributes[name] = str(one.told[key])
        if self.trace.content:
            attributes["gen_ai.tool.call.arguments"] = _json(one.arguments)
            attributes["gen_ai.tool.call.result"] = str(one.line.get("text", ""))
        name = f"execute_tool {one.route}"
        span = self.begin(name, parent, one.start_s, attributes, client=True)
        if one.failed:
            _fail(span, str(one.status or "no_answer"), "")
        span.end(self.at(one.end_s))

    def task_content(self, folder: TaskFolder) -> _Attributes:
        """Return request and answer of a task.

        Raises:
            WorkspaceError: a file is broken.
        """
        asked, told = (
            read_object(folder, name) if folder.exists(name) else {}
            for name in ("task.json", "response.json")
        )
        return {
            _INPUT: _json([_message("user", str(asked.get("text", "")))]),
            _OUTPUT: _json([_message("assistant", str(told.get("message", "")))]),
        }


def start_trace(
    provider: "TracerProvider",
    manifest: JsonObject,
    run: str,
    *,
    content: bool = False,
    now: Callable[[], int] = time.time_ns,
) -> RunTrace:
    """Begin the trace of a run.

    Args:
        provider: where the spans go.
        manifest: of the run.
        run: its name.
        content: whether spans carry texts, arguments and answers.
        now: the wall clock, in nanoseconds.
    """
    benchmark = str(manifest.get("benchmark", ""))
    span = provider.get_tracer(_NAME, __version__).start_span(
        f"invoke_workflow {benchmark}",
        attributes={
            "gen_ai.operation.name": "invoke_workflow",
            "gen_ai.workflow.name": benchmark,
            "session.id": run,
            f"{_NAME}.run": run,
        },
        start_time=now(),
    )
    return RunTrace(
        provider=provider, manifest=manifest, run=run, span=span, now=now, content=content
    )


def _replied(one: TimedExchange) -> _Attributes:
    usage = one.usage
    return {
        "gen_ai.response.model": str(one.reply.get("model", "")),
        "gen_ai.response.finish_reasons": (str(one.reply.get("stop_reason", "")),),
        "gen_ai.usage.input_tokens": usage.prompt_tokens,
        "gen_ai.usage.output_tokens": usage.output_tokens,
        "gen_ai.usage.cache_read.input_tokens": usage.cache_read_tokens,
        "gen_ai.usage.cache_creation.input_tokens": usage.cache_creation_tokens,
    }


def _said(one: TimedExchange) -> _Attributes:
    found: _Attributes = {_INPUT: _json([_message(role, text) for role, text in one.messages])}
    if one.reply:
        said = _message("assistant", str(one.reply.get("text", "")))
        reason = str(one.reply.get("stop_reason", ""))
        found[_OUTPUT] = _json([{**said, "finish_reason": reason}])
    return found


def _message(role: str, text: str) -> JsonObject:
    return {"role": role, "parts": [{"type": "text", "content": text}]}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _task(result: TaskResult) -> _Attributes:
    return {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": _NAME,
        "gen_ai.agent.version": __version__,
        "gen_ai.conversation.id": result.task,
        "gen_ai.usage.input_tokens": result.input_tokens,
        "gen_ai.usage.output_tokens": result.output_tokens,
        f"{_NAME}.outcome": result.outcome,
        f"{_NAME}.rounds": result.rounds,
    }


def _event(span: "Span", result: TaskResult, at: int) -> None:
    if result.score is None:
        return
    attributes: dict[str, Any] = {
        "gen_ai.evaluation.name": "platform",
        "gen_ai.evaluation.score.value": result.score,
    }
    span.add_event("gen_ai.evaluation.result", attributes, timestamp=at)


def _fail(span: "Span", kind: str, text: str) -> None:
    from opentelemetry.trace import Status, StatusCode  # noqa: PLC0415 - an extra

    span.set_attribute("error.type", kind)
    span.set_status(Status(StatusCode.ERROR, text))


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0
