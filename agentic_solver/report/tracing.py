"""A run as OpenTelemetry spans with the GenAI conventions: run, task, round, model and API call.

Spans are made of a task's evidence once the task has ended, so nothing that is decided can depend
on them. Begin and duration of each call were measured (times.json); a call that an earlier process
of the run made has none any more and is shown without length where it stands. Texts, arguments and
answers are confidential and left out.
"""

import contextlib
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agentic_solver import __version__
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.propose.reader import READER_TOKENS, is_reading
from agentic_solver.errors import AgenticSolverError, SettingsError, UsageError
from agentic_solver.harness.exchange import MODEL_LOG
from agentic_solver.harness.options import TaskResult
from agentic_solver.harness.recorded import PLANLESS, read_log, read_object
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.telemetry import CallTime, Times, read_times

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter
    from opentelemetry.trace import Span

__all__ = ["EXPORTERS", "RunTrace", "open_provider", "start_trace"]

EXPORTERS = ("otlp", "console")
_NAME = "agentic_solver"
_SECOND = 1_000_000_000
_RESPOND = "/respond"
_ROUND = re.compile(r"/r(\d+)(?:/repair\d+)?$")
"""The round in the key of a planner's call; the reader's belong to the round before them."""
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
        raise UsageError(
            "--trace needs OpenTelemetry: pip install 'agentic-solver[otel]'"
        ) from error
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
    """The spans of one run; tasks may end in any thread."""

    provider: "TracerProvider"
    manifest: JsonObject
    span: "Span"
    now: Callable[[], int]

    def task(self, folder: TaskFolder, result: TaskResult) -> None:
        """Add the spans of a task that has just ended; broken evidence is told in its span."""
        end = self.now()
        start = end - int(result.wall_s * _SECOND)
        span = self._span(f"invoke_agent {_NAME}", self.span, start, _task(result), kind="internal")
        _event(span, result, end)
        if result.forced:
            _fail(span, "forced", "")  # the reason may quote what a caller may not see
        with contextlib.suppress(AgenticSolverError):
            layout = _Layout(start, end, read_times(folder))
            asked = _asked(folder)
            for number in folder.rounds():
                self._round(span, folder, number, asked.get(number, []), layout)
            plain = self.manifest.get("proposer") in PLANLESS
            for _, line in read_log(folder.path / MODEL_LOG) if plain else ():
                self._chat(span, line, layout.take_model())
            for _, line in read_log(folder.path / "calls.jsonl"):
                if plain or line.get("path") == _RESPOND:
                    self._call(span, {**line, "route": line["path"]}, layout)
        span.end(end)

    def end(self) -> None:
        """End the span of the run and send what was not sent yet."""
        self.span.end(self.now())
        self.provider.shutdown()

    def _round(
        self,
        task: "Span",
        folder: TaskFolder,
        number: int,
        lines: list[JsonObject],
        layout: "_Layout",
    ) -> None:
        name = f"round-{number}/decision.json"
        decision = read_object(folder, name) if folder.exists(name) else {}
        attributes: _Attributes = {f"{_NAME}.round": number}
        for key in ("verdict", "stage"):
            attributes[f"{_NAME}.{key}"] = str(decision.get(key, ""))
        codes = [str(one.get("code", "")) for one in _objects(decision.get("violations"))]
        attributes[f"{_NAME}.violations"] = tuple(codes)
        since = layout.cursor
        times = [layout.take_model() for _ in lines]
        span = self._span(
            f"round {number}", task, times[0][0] if times else since, attributes, kind="internal"
        )
        if codes:
            _fail(span, codes[0], "")
        for line, at in zip(lines, times, strict=True):
            self._chat(span, line, at)
        for call in _objects(decision.get("calls")):
            if not call.get("cached"):
                self._call(span, call, layout)
        span.end(layout.cursor)

    def _chat(self, parent: "Span", line: JsonObject, at: tuple[int, int]) -> None:
        reply = line.get("reply")
        reply = reply if isinstance(reply, dict) else {}
        reads = is_reading(line.get("key"))
        asked = str(self.manifest.get("reader_model" if reads else "model", ""))
        most = _whole(self.manifest.get("max_tokens"))
        proposer = str(self.manifest.get("proposer", ""))
        provider = "anthropic" if proposer == "react" else proposer
        attributes: _Attributes = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": provider,
            "gen_ai.request.model": asked,
            "gen_ai.request.max_tokens": min(READER_TOKENS, most) if reads else most,
            "gen_ai.output.type": "json",
        }
        if reply:
            usage = reply.get("usage")
            tokens = usage if isinstance(usage, dict) else {}
            read, made = (_whole(tokens.get(f"cache_{key}_tokens")) for key in ("read", "creation"))
            attributes |= {
                "gen_ai.response.model": str(reply.get("model", "")),
                "gen_ai.response.finish_reasons": (str(reply.get("stop_reason", "")),),
                "gen_ai.usage.input_tokens": _whole(tokens.get("input_tokens")) + read + made,
                "gen_ai.usage.output_tokens": _whole(tokens.get("output_tokens")),
                "gen_ai.usage.cache_read.input_tokens": read,
                "gen_ai.usage.cache_creation.input_tokens": made,
            }
        start, end = at
        span = self._span(f"chat {asked}".rstrip(), parent, start, attributes, kind="client")
        if not reply:
            _fail(span, "no_answer", "")
        span.end(end)

    def _call(self, parent: "Span", call: JsonObject, layout: "_Layout") -> None:
        route, status = str(call.get("route", "")), _whole(call.get("status"))
        attributes: _Attributes = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": route,
            "gen_ai.tool.type": "function",
            "http.response.status_code": status,
        }
        for key, name in (("id", "gen_ai.tool.call.id"), ("cause", f"{_NAME}.cause")):
            if call.get(key):
                attributes[name] = str(call[key])
        start, end = layout.take_call(route)
        span = self._span(f"execute_tool {route}", parent, start, attributes, kind="client")
        if status >= 400 or call.get("ok") is False:
            _fail(span, str(status or "no_answer"), "")
        span.end(end)

    def _span(
        self, name: str, parent: "Span", start: int, attributes: _Attributes, *, kind: str
    ) -> "Span":
        from opentelemetry.trace import SpanKind, set_span_in_context  # noqa: PLC0415 - an extra

        return self.provider.get_tracer(_NAME, __version__).start_span(
            name,
            context=set_span_in_context(parent),
            kind=SpanKind.CLIENT if kind == "client" else SpanKind.INTERNAL,
            attributes=attributes,
            start_time=start,
        )


def start_trace(
    provider: "TracerProvider",
    manifest: JsonObject,
    run: str,
    now: Callable[[], int] = time.time_ns,
) -> RunTrace:
    """Begin the trace of a run.

    Args:
        provider: where the spans go.
        manifest: of the run.
        run: its name.
        now: the wall clock, in nanoseconds.
    """
    benchmark = str(manifest.get("benchmark", ""))
    span = provider.get_tracer(_NAME, __version__).start_span(
        f"invoke_workflow {benchmark}",
        attributes={
            "gen_ai.operation.name": "invoke_workflow",
            "gen_ai.workflow.name": benchmark,
            f"{_NAME}.run": run,
        },
        start_time=now(),
    )
    return RunTrace(provider=provider, manifest=manifest, span=span, now=now)


@dataclass(slots=True)
class _Layout:
    """Where the calls of a task stand in time."""

    start: int
    end: int
    times: Times
    cursor: int = 0
    """End of what was placed last."""

    def __post_init__(self) -> None:
        self.cursor = self.start

    def take_model(self) -> tuple[int, int]:
        """Return begin and end of the next call of the model."""
        return self._place(self.times.next_model())

    def take_call(self, path: str) -> tuple[int, int]:
        """Return begin and end of the next call of a path of the platform."""
        return self._place(self.times.next_platform(path))

    def _place(self, time: CallTime | None) -> tuple[int, int]:
        if time is None:
            return self.cursor, self.cursor
        # A clock may have jumped: nothing stands outside of its task.
        begin = min(max(self.start + int(time[0] * _SECOND), self.start), self.end)
        end = min(max(begin + int(time[1] * _SECOND), begin), self.end)
        self.cursor = max(self.cursor, end)
        return begin, end


def _asked(folder: TaskFolder) -> dict[int, list[JsonObject]]:
    """Return the model's exchanges by the round in which they were made, in their order."""
    found: dict[int, list[JsonObject]] = {}
    number = 1
    for _, line in read_log(folder.path / MODEL_LOG):
        planned = _ROUND.search(str(line.get("key", "")))
        if planned is not None:
            number = int(planned[1])
        if planned is not None or is_reading(line.get("key")):
            found.setdefault(number, []).append(line)
    return found


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


def _objects(value: object) -> Iterator[JsonObject]:
    for one in value if isinstance(value, list) else []:
        if isinstance(one, dict):
            yield one


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0
