"""Replay: the numbers of a run agree with each other, or the run is refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.errors import ReplayError, WorkspaceError
from agentic_solver.harness.log_line import log_line
from agentic_solver.harness.recorded import read_log
from agentic_solver.harness.replay import replay_run
from agentic_solver.workspace import Workspace
from tests.harness.conftest import TASKS

READING, WRITING = TASKS
NUMBERS = (
    "score", "model_calls", "input_tokens", "cached_tokens", "output_tokens", "api_calls",
    "reader_calls", "reader_faults",
)  # fmt: skip


def edit(path: Path, change: Callable[[Any], None]) -> None:
    data = json.loads(path.read_text("utf-8"))
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("field", ["tasks", "passed", *NUMBERS])
def test_a_changed_total_is_noticed(run_dir: Path, place: Workspace, field: str) -> None:
    edit(run_dir / "summary.json", lambda data: data.update({field: data[field] + 1}))
    with pytest.raises(ReplayError, match=rf"summary\.json: {field} is .*, the tasks add up to"):
        replay_run(run_dir, place)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("field", [*NUMBERS, "wall_s"])
def test_a_changed_row_of_the_summary_is_noticed(
    run_dir: Path, place: Workspace, field: str
) -> None:
    edit(
        run_dir / "summary.json",
        lambda data: data["results"][1].update({field: data["results"][1][field] + 1}),
    )
    with pytest.raises(ReplayError, match=rf"summary\.json, task {WRITING}: {field} is"):
        replay_run(run_dir, place)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("field", "source"),
    [
        ("score", "evaluation.json"),
        ("model_calls", "model.jsonl"),
        ("model_faults", "model.jsonl"),
        ("reader_calls", "model.jsonl"),
        ("reader_faults", "model.jsonl"),
        ("input_tokens", "model.jsonl"),
        ("cached_tokens", "model.jsonl"),
        ("output_tokens", "model.jsonl"),
        ("api_calls", "calls.jsonl"),
        ("rounds", "the replay"),
    ],
)
def test_changed_telemetry_is_noticed_even_with_a_changed_summary(
    run_dir: Path, place: Workspace, field: str, source: str
) -> None:
    def more(data: Any) -> None:
        data[field] += 1

    edit(run_dir / "tasks" / READING / "telemetry.json", more)
    edit(run_dir / "summary.json", lambda data: more(data["results"][0]))
    with pytest.raises(ReplayError, match=rf"{READING}, telemetry\.json: {field} .*{source} says"):
        replay_run(run_dir, place)


def test_a_changed_outcome_is_noticed(run_dir: Path, place: Workspace) -> None:
    telemetry = run_dir / "tasks" / READING / "telemetry.json"
    edit(telemetry, lambda data: data.update(outcome="ok_not_found"))
    with pytest.raises(ReplayError, match="outcome is 'ok_not_found', the replay says 'ok_answer'"):
        replay_run(run_dir, place)


def test_a_response_that_is_called_forced_and_was_not_is_noticed(
    run_dir: Path, place: Workspace
) -> None:
    telemetry = run_dir / "tasks" / READING / "telemetry.json"
    edit(telemetry, lambda data: data.update(forced="no plan"))
    with pytest.raises(ReplayError, match="forced is 'no plan', but the response is not forced"):
        replay_run(run_dir, place)


def test_changed_token_usage_is_noticed(run_dir: Path, place: Workspace) -> None:
    log = run_dir / "tasks" / READING / "model.jsonl"
    text = log.read_text("utf-8")
    log.write_text(text.replace('"output_tokens":', '"output_tokens":1'), encoding="utf-8")
    log.write_bytes(b"".join(log_line(line) for _, line in read_log(log)))
    with pytest.raises(ReplayError, match=r"output_tokens is \d+, model\.jsonl says 1\d+"):
        replay_run(run_dir, place)


def test_a_changed_score_is_noticed(run_dir: Path, place: Workspace) -> None:
    edit(run_dir / "tasks" / READING / "evaluation.json", lambda data: data.update(score=0))
    with pytest.raises(ReplayError, match=r"score is 1, evaluation\.json says 0"):
        replay_run(run_dir, place)


def test_a_changed_check_is_noticed(run_dir: Path, place: Workspace) -> None:
    edit(run_dir / "tasks" / READING / "evaluation.json", lambda data: data.update(logs="bad\nx"))
    with pytest.raises(ReplayError, match=r"first_failed_check is '', evaluation\.json says 'bad'"):
        replay_run(run_dir, place)


def test_an_evaluation_without_a_verdict_is_broken(run_dir: Path, place: Workspace) -> None:
    edit(run_dir / "tasks" / READING / "evaluation.json", lambda data: data.pop("logs"))
    with pytest.raises(WorkspaceError, match="neither score and logs nor a fault"):
        replay_run(run_dir, place)


def test_a_task_that_the_summary_leaves_out_is_noticed(run_dir: Path, place: Workspace) -> None:
    edit(run_dir / "summary.json", lambda data: data["results"].pop())
    with pytest.raises(ReplayError, match="does not list the finished tasks"):
        replay_run(run_dir, place)


def test_an_interrupted_run_may_leave_out_what_ended_too_late(
    run_dir: Path, place: Workspace
) -> None:
    totals = json.loads((run_dir / "tasks" / READING / "telemetry.json").read_text("utf-8"))

    def interrupt(data: Any) -> None:
        data["interrupted"] = True
        data["results"].pop()
        data.update({name: totals[name] for name in NUMBERS}, tasks=1, passed=1)
        data.update(overhead_ms_p50=totals["overhead_ms"], overhead_ms_p95=totals["overhead_ms"])
        data.update(api_calls_mean=totals["api_calls"], reader_calls_mean=totals["reader_calls"])

    edit(run_dir / "summary.json", interrupt)
    assert replay_run(run_dir, place).tasks == 2
    edit(run_dir / "summary.json", lambda data: data.update(tasks=2))
    with pytest.raises(ReplayError, match="tasks is 2, the tasks add up to 1"):
        replay_run(run_dir, place)


def test_a_broken_summary_is_named_with_its_field(run_dir: Path, place: Workspace) -> None:
    edit(run_dir / "summary.json", lambda data: data.update(passed="all"))
    with pytest.raises(WorkspaceError, match=r"summary\.json: passed: Input should be"):
        replay_run(run_dir, place)
