"""Spans of a run: their tree, the GenAI names, and what must not be in them."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.report.record import read_record
from agentic_solver.report.tracing import start_trace
from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import play

pytest.importorskip("opentelemetry.sdk")

SECOND = 1_000_000_000
VIOLATION = {"code": "SQL_COLUMN_UNKNOWN", "message": "No such column.", "path": "/facts/0/query",
             "details": {"column": "x"}, "attempt_id": None}  # fmt: skip


def traced(run: Path) -> Sequence[Any]:
    """Return the spans of a finished run, whose clock stands at ten seconds."""
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    trace = start_trace(provider, manifest, run.name, now=lambda: 10 * SECOND)
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


def test_spans_are_a_tree_of_run_task_round_and_calls(run: Path) -> None:
    spans = traced(run)
    names = {span.context.span_id: span.name for span in spans}
    above = [(span.name, names.get(span.parent.span_id) if span.parent else None) for span in spans]
    task = [
        ("execute_tool /whoami", "round 1"),
        ("round 1", "invoke_agent agentic_solver"),
        ("invoke_agent agentic_solver", "invoke_workflow traced"),
    ]
    assert above == [*task, *task, ("invoke_workflow traced", None)]
    assert len({span.context.trace_id for span in spans}) == 1
    for span in spans:
        assert 9.5 * SECOND <= span.start_time <= span.end_time <= 10 * SECOND


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
    answered, silent = [span for span in traced(run) if span.name == "chat a-model"]
    assert dict(answered.attributes) == {
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
    assert [span.name for span in chats] == ["chat a-model", "chat a-model", "chat small"]
    assert [span.end_time - span.start_time for span in chats] == [0.1 * SECOND] * 3
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
    for secret in ("Ada Quell", "51000", "harbour crane", "No such column", "SELECT"):
        assert secret not in told


def test_broken_evidence_ends_the_spans_of_its_task_alone(run: Path) -> None:
    (run / "tasks" / "a-1" / "round-1" / "decision.json").write_text("{")
    names = [span.name for span in traced(run)]
    assert names.count("invoke_agent agentic_solver") == 2
    assert names.count("round 1") == 1


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
