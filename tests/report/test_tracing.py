"""Spans of a run: their tree, the GenAI names, and what must not be in them."""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.errors import SettingsError
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.report.record import read_record
from agentic_solver.report.tracing import start_trace
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import play

pytest.importorskip("opentelemetry.sdk")

SECOND = 1_000_000_000
VIOLATION = {"code": "SQL_COLUMN_UNKNOWN", "message": "No such column.", "path": "/facts/0/query",
             "details": {"column": "x"}, "attempt_id": None}  # fmt: skip


def traced(run: Path, *, content: bool = False) -> Sequence[Any]:
    """Return the spans of a finished run, whose clock stands at ten seconds."""
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    trace = start_trace(provider, manifest, run.name, content=content, now=lambda: 10 * SECOND)
    for task in read_record(run).tasks:
        trace.task(task.folder, task.result)
    trace.end()
    return kept.get_finished_spans()


@pytest.fixture
def run(make_run: Callable[..., Path], made: type) -> Path:
    return make_run(
        [made(task="a-1"), made(task="b-1", score=0.0, check="FAIL: no", violation=VIOLATION)],
        name="traced", proposer="anthropic", max_tokens=900,
    )  # fmt: skip


def test_a_task_is_a_trace_of_rounds_and_calls(run: Path) -> None:
    spans = traced(run)
    names = {span.context.span_id: span.name for span in spans}
    above = [(span.name, names.get(span.parent.span_id) if span.parent else None) for span in spans]
    task = [
        ("chat a-model", "round 1"),
        ("execute_tool /whoami", "round 1"),
        ("round 1", "invoke_agent agentic_solver"),
        ("execute_tool /employees/get", "invoke_agent agentic_solver"),
        ("invoke_agent agentic_solver", None),
    ]
    assert above == [*task, *task, ("invoke_workflow traced", None)]
    assert len({span.context.trace_id for span in spans}) == 3
    for roots in (spans[4], spans[9]):
        assert [link.context.span_id for link in roots.links] == [spans[-1].context.span_id]
    assert {span.attributes["session.id"] for span in spans} == {run.name}
    for span in spans:
        assert 9.5 * SECOND <= span.start_time <= span.end_time <= 10 * SECOND


def test_a_parent_begins_before_its_children_and_ends_after_them(run: Path) -> None:
    times = {"model": [[0.2, 0.1]], "platform": [["/whoami", 0.05, 0.01]]}
    (run / "tasks" / "a-1" / "times.json").write_text(json.dumps(times))
    spans = {span.context.span_id: span for span in traced(run)}
    inner = [span for span in spans.values() if span.parent]
    assert len(inner) == 8
    for span in inner:
        above = spans[span.parent.span_id]
        assert above.start_time <= span.start_time <= span.end_time <= above.end_time


def test_texts_are_in_spans_only_where_they_are_asked_for(run: Path) -> None:
    spans = traced(run, content=True)
    task = next(span for span in spans if span.name.startswith("invoke_agent"))
    (asked,) = json.loads(task.attributes["gen_ai.input.messages"])
    assert asked == {
        "role": "user", "parts": [{"type": "text", "content": "Who leads the harbour crane?"}]
    }  # fmt: skip
    (told,) = json.loads(task.attributes["gen_ai.output.messages"])
    assert told["parts"][0]["content"] == "It is Ada Quell."
    chat = next(span for span in spans if span.name == "chat a-model")
    (plan,) = json.loads(chat.attributes["gen_ai.output.messages"])
    assert (plan["parts"][0]["content"], plan["finish_reason"]) == ("plan 1 of a-1", "end_turn")
    call = next(span for span in spans if span.name == "execute_tool /employees/get")
    assert json.loads(call.attributes["gen_ai.tool.call.arguments"]) == {"id": "p1"}
    assert "Ada Quell" in call.attributes["gen_ai.tool.call.result"]


@pytest.mark.parametrize(
    ("value", "captures"),
    [("true", True), ("SPAN_ONLY", True), ("SPAN_AND_EVENT", True), ("false", False), ("", False),
     ("EVENT_ONLY", False), ("NO_CONTENT", False)],
)  # fmt: skip
def test_the_environment_says_whether_texts_are_captured(value: str, captures: bool) -> None:
    found = load_settings({"OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT": value})
    assert found.traces_content is captures


def test_an_unknown_mode_of_capture_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"is true, false, .* not 'maybe'"):
        load_settings({"OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT": "maybe"})


def test_tasks_carry_their_score_and_failed_rounds_their_code(run: Path) -> None:
    spans = traced(run)
    tasks = [span for span in spans if span.name.startswith("invoke_agent")]
    assert [span.attributes["gen_ai.conversation.id"] for span in tasks] == ["a-1", "b-1"]
    events = [event for span in tasks for event in span.events]
    assert {event.name for event in events} == {"gen_ai.evaluation.result"}
    assert [event.attributes["gen_ai.evaluation.score.value"] for event in events] == [1.0, 0.0]
    rounds = [span for span in spans if span.name == "round 1"]
    assert [span.attributes.get("error.type") for span in rounds] == [None, "SQL_COLUMN_UNKNOWN"]
    assert [span.status.is_ok for span in rounds] == [True, False]
    assert rounds[1].status.description == "SQL_COLUMN_UNKNOWN"


def test_model_calls_have_the_names_of_the_conventions(run: Path) -> None:
    line = {
        "key": "traced/a-1/r1",
        "reply": {
            "text": "secret plan", "stop_reason": "end_turn", "model": "m-2", "tries": 1,
            "usage": {"input_tokens": 5, "output_tokens": 7, "cache_read_tokens": 20,
                      "cache_creation_tokens": 1},
        },
    }  # fmt: skip
    times = {"model": [[0.05, 0.3], [None, None]], "platform": []}
    (run / "tasks" / "a-1" / "times.json").write_text(json.dumps(times))
    log = run / "tasks" / "a-1" / "model.jsonl"
    log.write_text(json.dumps(line) + "\n" + json.dumps({"key": "traced/a-1/r1"}) + "\n")
    answered, silent, _ = [span for span in traced(run) if span.name == "chat a-model"]
    assert dict(answered.attributes) == {
        "session.id": run.name,
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "anthropic",
        "gen_ai.request.model": "a-model",
        "gen_ai.request.max_tokens": 900,
        "gen_ai.output.type": "json",
        "gen_ai.response.model": "m-2",
        "gen_ai.response.finish_reasons": ("end_turn",),
        "gen_ai.usage.input_tokens": 26,
        "gen_ai.usage.output_tokens": 7,
        "gen_ai.usage.cache_read.input_tokens": 20,
        "gen_ai.usage.cache_creation.input_tokens": 1,
    }
    assert answered.end_time - answered.start_time == 0.3 * SECOND
    assert silent.attributes["error.type"] == "no_answer"
    assert silent.end_time == silent.start_time == answered.end_time


def test_a_reading_stands_in_the_round_that_asked_for_it(run: Path) -> None:
    manifest = json.loads((run / "manifest.json").read_text("utf-8"))
    text = json.dumps({**manifest, "reader_model": "small"})
    (run / "manifest.json").write_text(text)
    keys = ("r1", "r1/repair1", "reading")
    log = run / "tasks" / "a-1" / "model.jsonl"
    log.write_text("".join(json.dumps({"key": f"traced/a-1/{key}"}) + "\n" for key in keys))
    times = {"model": [[0.0, 0.1], [0.1, 0.1], [0.2, 0.1]], "platform": []}
    (run / "tasks" / "a-1" / "times.json").write_text(json.dumps(times))
    chats = [span for span in traced(run) if span.name.startswith("chat ")]
    assert [span.name for span in chats] == [
        "chat a-model",
        "chat a-model",
        "chat small",
        "chat a-model",
    ]
    assert [span.end_time - span.start_time for span in chats[:3]] == [0.1 * SECOND] * 3
    assert chats[2].attributes["gen_ai.request.max_tokens"] == 900


def test_calls_stand_where_they_were_measured_and_within_their_task(run: Path) -> None:
    path = run / "tasks" / "a-1" / "times.json"
    for time, expected in (
        ([0.1, 0.2], (9.6, 9.8)),
        ([-5.0, 0.2], (9.5, 9.7)),  # a clock that jumped
        ([0.1, 7.0], (9.6, 10.0)),
        ([9.0, -1.0], (10.0, 10.0)),
    ):
        path.write_text(json.dumps({"platform": [["/whoami", *time]], "model": []}))
        first = next(span for span in traced(run) if span.name == "execute_tool /whoami")
        assert (first.start_time / SECOND, first.end_time / SECOND) == pytest.approx(expected)


def test_no_text_and_no_value_of_a_company_is_in_a_span(run: Path) -> None:
    told = "".join(span.to_json() for span in traced(run))
    told = re.sub(r"T[\d:.]+Z", "", told)  # digits of a time may be those of a salary
    for secret in ("Ada Quell", "51000", "harbour crane", "No such column", "SELECT", "plan 1"):
        assert secret not in told


def test_broken_evidence_ends_the_spans_of_its_task_alone(run: Path) -> None:
    (run / "tasks" / "a-1" / "round-1" / "decision.json").write_text("{")
    names = [span.name for span in traced(run)]
    assert names.count("invoke_agent agentic_solver") == 2
    assert names.count("round 1") == 1
    broken, whole = [span for span in traced(run) if span.name.startswith("invoke_agent")]
    assert (broken.attributes["error.type"], whole.status.is_ok) == ("broken_evidence", True)


def test_a_traced_run_decides_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    init_workspace(tmp_path / "place")
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "console")
    told = []
    for more in ([], ["--trace"]):
        done = CliRunner().invoke(
            app,
            ["run", "erc3-dev", "--tasks", "lead-of-project", "--proposer", "recorded",
             "--workspace", str(tmp_path / "place"), *more],
        )  # fmt: skip
        assert done.exit_code == 0, done.output
        told.append((done.stdout, done.stderr))
    assert "invoke_workflow erc3-dev" in told[1][1]
    assert "invoke_workflow" not in told[0][1] + told[1][0]
    plain, watched = sorted((tmp_path / "place" / "runs").glob("*/tasks/*/round-1/decision.json"))
    assert plain.read_bytes() == watched.read_bytes()


def test_an_unknown_exporter_is_refused_before_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    init_workspace(tmp_path / "place")
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "zipkin")
    done = CliRunner().invoke(
        app, ["run", "erc3-dev", "--trace", "--workspace", str(tmp_path / "place")]
    )
    assert done.exit_code == 2
    assert "OTEL_TRACES_EXPORTER is otlp or console here, not 'zipkin'" in done.stderr
    assert not list((tmp_path / "place" / "runs").glob("*/manifest.json"))


def test_the_calls_of_a_plain_agent_stand_below_its_task(tmp_path: Path) -> None:
    init_workspace(tmp_path / "place")
    end = '{"respond": {"outcome": "denied_security", "message": "No."}}'
    read = '{"calls": [{"tool": "/wiki/list"}]}'
    summary = play(
        Workspace(tmp_path / "place"), ("lead-of-project",), model=ScriptedModel([read, end]),
        proposer="react",
    )  # fmt: skip
    spans = traced(Path(summary.run_dir))
    (task,) = [span for span in spans if span.name.startswith("invoke_agent")]
    below = [s for s in spans if s.parent and s.parent.span_id == task.context.span_id]
    assert [span.name for span in below] == [
        "chat scripted", "chat scripted", "execute_tool /whoami", "execute_tool /wiki/list",
        "execute_tool /respond",
    ]  # fmt: skip
    assert below[0].attributes["gen_ai.provider.name"] == "anthropic"
