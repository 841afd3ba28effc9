"""Replay: evidence that is missing, surplus or changed is a difference, file by file."""

import contextlib
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.transport import Transport, TransportReply
from agentic_solver.errors import (
    ModelAccessError,
    ReplayError,
    TransportError,
    WorkspaceError,
)
from agentic_solver.harness.replay import replay_run
from agentic_solver.llm.model import ModelReply, ModelRequest
from agentic_solver.workspace import Workspace, init_workspace
from tests.harness.conftest import TASKS
from tests.playing import play

READING, WRITING = TASKS


@contextlib.contextmanager
def without(path: Path) -> Iterator[None]:
    content = path.read_bytes()
    path.unlink()
    yield
    path.write_bytes(content)


@pytest.mark.slow
@pytest.mark.requirement("S3-C4a")
def test_every_deleted_file_of_a_task_is_noticed(run_dir: Path, place: Workspace) -> None:
    folder = run_dir / "tasks" / WRITING
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    assert {str(path.relative_to(folder)) for path in files} == {
        "task.json", "context.json", "model.jsonl", "round-1/plan.json", "round-1/decision.json",
        "calls.jsonl", "ledger.jsonl", "workflow.json", "response.json", "evaluation.json",
        "telemetry.json", "times.json", "reading.json",
    }  # fmt: skip
    for path in files:
        name = str(path.relative_to(folder))
        if name == "times.json":  # says nothing that could be replayed; runs verify notices it
            continue
        with without(path), pytest.raises(ReplayError, match=rf"task {WRITING}[,:] .*{name}"):
            replay_run(run_dir, place)
    assert replay_run(run_dir, place).tasks == len(TASKS)


@pytest.mark.requirement("S3-C4a")
def test_a_deleted_folder_of_a_finished_task_is_noticed(run_dir: Path, place: Workspace) -> None:
    shutil.rmtree(run_dir / "tasks" / READING)
    with pytest.raises(ReplayError, match=rf"task {READING}: its folder is missing.*line \d+"):
        replay_run(run_dir, place)


@pytest.mark.parametrize("name", ["notes.txt", "round-2/plan.json", "crash.json", "ledger.jsonl"])
def test_a_surplus_file_is_noticed(run_dir: Path, place: Workspace, name: str) -> None:
    path = run_dir / "tasks" / READING / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("{}\n", encoding="utf-8")
    with pytest.raises(ReplayError, match=rf"{READING}, {re.escape(name)}: the run has this file"):
        replay_run(run_dir, place)


def test_a_surplus_folder_is_noticed(run_dir: Path, place: Workspace) -> None:
    (run_dir / "tasks" / "another").mkdir()
    with pytest.raises(ReplayError, match="tasks/another is there"):
        replay_run(run_dir, place)


@pytest.mark.parametrize("name", ["calls.jsonl", "model.jsonl", "ledger.jsonl"])
def test_an_exchange_that_the_replay_does_not_use_is_noticed(
    run_dir: Path, place: Workspace, name: str
) -> None:
    log = run_dir / "tasks" / WRITING / name
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    log.write_text("".join([*lines, lines[-1]]), encoding="utf-8")
    where = rf"{WRITING}, {name}, line {len(lines) + 1}, column 1: .* replayed nothing"
    with pytest.raises(ReplayError, match=where):
        replay_run(run_dir, place)


@pytest.mark.parametrize("name", ["calls.jsonl", "model.jsonl", "ledger.jsonl"])
def test_a_torn_log_of_a_finished_task_is_noticed(
    run_dir: Path, place: Workspace, name: str
) -> None:
    log = run_dir / "tasks" / WRITING / name
    log.write_bytes(log.read_bytes()[:-9])
    with pytest.raises(ReplayError, match=f"task {WRITING}"):
        replay_run(run_dir, place)


@pytest.mark.parametrize("line", ["5", "nonsense", '{"path":"/whoami"}', '{"reply":[]}'])
@pytest.mark.parametrize("name", ["calls.jsonl", "model.jsonl"])
def test_a_junk_line_is_one_sentence(run_dir: Path, place: Workspace, name: str, line: str) -> None:
    log = run_dir / "tasks" / READING / name
    log.write_text(line + "\n" + log.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises((ReplayError, WorkspaceError), match=READING):
        replay_run(run_dir, place)


def test_a_context_that_is_no_json_is_a_difference(run_dir: Path, place: Workspace) -> None:
    path = run_dir / "tasks" / READING / "context.json"
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(ReplayError, match=rf"{READING}, context\.json, line \d+"):
        replay_run(run_dir, place)


def test_other_line_ends_are_noticed(run_dir: Path, place: Workspace) -> None:
    path = run_dir / "tasks" / READING / "workflow.json"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    with pytest.raises(ReplayError, match=r"workflow\.json, line 1, column 2"):
        replay_run(run_dir, place)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("task.json", READING, "another"), ("task.json", "erc3-dev", "erc3-prod")],
)
def test_a_task_that_calls_itself_otherwise_is_noticed(
    run_dir: Path, place: Workspace, name: str, old: str, new: str
) -> None:
    path = run_dir / "tasks" / READING / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ReplayError, match=rf"{READING}, task\.json, line \d+"):
        replay_run(run_dir, place)


def test_another_prompt_is_a_difference_that_can_be_left_out(
    run_dir: Path, place: Workspace
) -> None:
    log = run_dir / "tasks" / READING / "model.jsonl"
    exchange = json.loads(log.read_text(encoding="utf-8"))
    changed = {**exchange, "request_id": "0" * 64}
    log.write_text(
        json.dumps(changed, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8"
    )
    with pytest.raises(ReplayError, match=r"today's prompt is another.*--any-prompt"):
        replay_run(run_dir, place)
    assert replay_run(run_dir, place, any_prompt=True).tasks == len(TASKS)
    changed["reply"]["text"] = changed["reply"]["text"].replace("ok_answer", "ok_not_found")
    log.write_text(json.dumps(changed) + "\n", encoding="utf-8")
    with pytest.raises(ReplayError, match=READING):
        replay_run(run_dir, place, any_prompt=True)


class Failing:
    """A transport that fails on one path."""

    def __init__(self, inner: Transport, path: str) -> None:
        self._inner = inner
        self._path = path

    def post(self, path: str, body: JsonObject) -> TransportReply:
        if path.endswith(self._path):
            raise TransportError("connection reset")
        return self._inner.post(path, body)


@pytest.fixture
def fresh(tmp_path: Path) -> Workspace:
    init_workspace(tmp_path / "fresh")
    return Workspace(tmp_path / "fresh")


def test_a_crash_is_replayed(fresh: Workspace) -> None:
    summary = play(fresh, TASKS, around=lambda inner: Failing(inner, "/respond"))
    crashes = [json.loads(p.read_text()) for p in Path(summary.run_dir).glob("tasks/*/crash.json")]
    assert [crash["kind"] for crash in crashes] == ["TransportError"] * len(TASKS)
    assert replay_run(Path(summary.run_dir), fresh).tasks == len(TASKS)
    crash = Path(summary.run_dir) / "tasks" / READING / "crash.json"
    with without(crash), pytest.raises(ReplayError, match=rf"{READING}, crash\.json"):
        replay_run(Path(summary.run_dir), fresh)


def test_tasks_of_a_platform_that_fell_silent_are_left_for_a_resume(fresh: Workspace) -> None:
    summary = play(fresh, TASKS, around=lambda inner: Failing(inner, "/tasks/start"))
    report = replay_run(Path(summary.run_dir), fresh)
    assert report.tasks == 0
    assert report.notes == ("2 tasks were cut off and not replayed",)


class Refusing(Failing):
    """A platform that does not give out its tasks, and says so."""

    def post(self, path: str, body: JsonObject) -> TransportReply:
        if path.endswith(self._path):
            return TransportReply(status=403, text='{"detail": "the session is over"}')
        return self._inner.post(path, body)


def test_a_task_that_the_platform_never_gave_out_is_told(fresh: Workspace) -> None:
    summary = play(fresh, TASKS, around=lambda inner: Refusing(inner, "/tasks/start"))
    report = replay_run(Path(summary.run_dir), fresh)
    assert report.tasks == 0
    assert report.notes == (
        "2 tasks were not given out by the platform, so there is nothing to replay",
    )
    folder = Path(summary.run_dir) / "tasks" / READING
    (folder / "response.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ReplayError, match=rf"task {READING}: task\.json is missing"):
        replay_run(Path(summary.run_dir), fresh)


class Locked:
    """A model whose key is wrong."""

    name = "locked"

    def complete(self, request: ModelRequest) -> ModelReply:
        raise ModelAccessError("the key is refused (401)")


def test_a_run_that_stopped_for_its_model_replays(fresh: Workspace) -> None:
    summary = play(fresh, TASKS, model=Locked())
    assert summary.stopped
    report = replay_run(Path(summary.run_dir), fresh)
    assert report.tasks == 0
    assert report.notes == ("1 task was cut off and not replayed", "1 task was never begun")


def test_of_a_log_that_was_cut_the_log_itself_is_named(run_dir: Path, place: Workspace) -> None:
    log = run_dir / "tasks" / READING / "calls.jsonl"
    whole = log.read_bytes()
    log.write_bytes(b"".join(whole.splitlines(keepends=True)[:3]))
    changed = rf"task {READING}: tasks/{READING}/calls.jsonl has changed since the task finished; "
    with pytest.raises(ReplayError, match=changed):
        replay_run(run_dir, place)
    log.write_bytes(whole)
