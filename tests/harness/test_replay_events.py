"""Replay: what events.jsonl and manifest.json say is checked, and what was cut off is told."""

import json
from pathlib import Path

import pytest

from agentic_solver.errors import ReplayError, WorkspaceError
from agentic_solver.harness.replay import replay_run
from agentic_solver.workspace import Workspace
from tests.harness.conftest import TASKS

READING, WRITING = TASKS


def event(kind: str, task: str) -> str:
    return json.dumps({"event": kind, "task": task})


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("junk", "not JSON"),
        ("", "not JSON"),
        ("\udcff", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("5", "not a JSON object"),
        ('{"task":"lead-of-project"}', "unknown event None"),
        (event("task_paused", READING), "unknown event 'task_paused'"),
        (event("task_started", "nowhere"), "task 'nowhere' is not in manifest.json"),
        ('{"event":"task_started","task":["x"]}', "is not in manifest.json"),
        (event("task_finished", READING), "lead-of-project finishes before it starts"),
    ],
)
def test_a_broken_event_is_named_with_its_line(
    run_dir: Path, place: Workspace, line: str, problem: str
) -> None:
    log = run_dir / "events.jsonl"
    log.write_bytes(line.encode(errors="surrogateescape") + b"\n" + log.read_bytes())
    with pytest.raises(WorkspaceError) as caught:
        replay_run(run_dir, place)
    assert str(caught.value).startswith(f"{log}, line 1: ")
    assert problem in str(caught.value)


@pytest.mark.parametrize("kind", ["task_started", "task_finished"])
def test_an_event_is_told_once(run_dir: Path, place: Workspace, kind: str) -> None:
    log = run_dir / "events.jsonl"
    log.write_text(log.read_text("utf-8") + event(kind, READING) + "\n", encoding="utf-8")
    with pytest.raises(WorkspaceError, match=f"line 5: a second {kind} of {READING}"):
        replay_run(run_dir, place)


def kill(run_dir: Path, *, events: int, torn: str = "") -> None:
    """Leave the run as a kill would: the first events, perhaps half a line, no summary."""
    log = run_dir / "events.jsonl"
    lines = log.read_text("utf-8").splitlines(keepends=True)
    log.write_text("".join(lines[:events]) + torn, encoding="utf-8")
    (run_dir / "summary.json").unlink()


KILLED = "the run was killed: it has no summary.json whose totals could be checked"


@pytest.mark.parametrize("torn", ["", '{"event":"task_fin'])
def test_a_task_that_was_cut_off_is_counted_and_not_replayed(
    run_dir: Path, place: Workspace, torn: str
) -> None:
    kill(run_dir, events=3, torn=torn)
    (run_dir / "tasks" / WRITING / "workflow.json").unlink()
    report = replay_run(run_dir, place)
    assert report.tasks == 1
    assert report.notes == ("1 task was cut off and not replayed", KILLED)


def test_a_killed_run_is_replayed_and_that_is_said(run_dir: Path, place: Workspace) -> None:
    kill(run_dir, events=4)
    report = replay_run(run_dir, place)
    assert (report.tasks, report.notes) == (2, (KILLED,))


def test_a_task_that_was_never_begun_is_counted(run_dir: Path, place: Workspace) -> None:
    kill(run_dir, events=2)
    with pytest.raises(ReplayError, match=f"tasks/{WRITING} is there, but no line"):
        replay_run(run_dir, place)
    (run_dir / "tasks" / WRITING).rename(run_dir / WRITING)
    assert replay_run(run_dir, place).notes == ("1 task was never begun", KILLED)


def test_a_finished_task_cannot_be_declared_cut_off(run_dir: Path, place: Workspace) -> None:
    log = run_dir / "events.jsonl"
    log.write_text("".join(log.read_text("utf-8").splitlines(keepends=True)[:3]), encoding="utf-8")
    with pytest.raises(ReplayError, match=f"complete run, but .* no end of task {WRITING}"):
        replay_run(run_dir, place)


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("format", "run/9", "format: Input should be 'run/1' or 'run/2'"),
        ("rounds", "two", "rounds: Input should be a valid integer"),
        ("effort", "huge", "effort: "),
        ("tasks", "all", "tasks: "),
        ("policy", ["x"], "policy: "),
    ],
)
def test_a_broken_manifest_is_named_with_its_field(
    run_dir: Path, place: Workspace, field: str, value: object, problem: str
) -> None:
    path = run_dir / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), field: value}))
    with pytest.raises(WorkspaceError) as caught:
        replay_run(run_dir, place)
    assert str(caught.value).startswith(f"{path}: {problem}")


def test_fields_that_an_older_engine_did_not_write_are_not_needed(
    run_dir: Path, place: Workspace
) -> None:
    path = run_dir / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    needed = {
        name: manifest[name] for name in ("benchmark", "model", "recorded_as", "rounds", "tasks")
    }
    path.write_text(json.dumps(needed), encoding="utf-8")
    summary = json.loads((run_dir / "summary.json").read_text("utf-8"))
    for name in ("stopped", "model_faults"):
        del summary[name]
    (run_dir / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
    assert replay_run(run_dir, place).tasks == len(TASKS)
