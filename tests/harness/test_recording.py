"""A served twin that records: what any client leaves is a run like every other."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import agentic_solver as a
from agentic_solver.analysis import load_run
from agentic_solver.cli.app import app
from agentic_solver.errors import UsageError, WorkspaceError
from agentic_solver.harness.bench import recorded_bench
from agentic_solver.harness.recording import recorded_on
from agentic_solver.harness.verify import run_state, verify_run
from agentic_solver.report.record import read_record
from agentic_solver.twin.app import layered
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import Suite, find_suite, load_suite

RIGHT, WRITES = "lead-of-project", "log-in-house-hours"
LINKS = [
    {"kind": "employee", "id": "kw_014"}, {"kind": "project", "id": "proj_tram_simulator"},
]  # fmt: skip
ENTRY = {
    "employee": "kw_017", "project": "proj_inhouse_crate_reuse", "date": "2025-10-10", "hours": 2,
    "work_category": "project_work", "notes": "", "billable": False, "status": "draft",
}  # fmt: skip


UNREPORTED = 0.9
"""The score of a right task whose agent reports no use of a model."""
WARNING = "WARN: no inference statistics found, penalty 0.1"


@pytest.fixture(scope="module")
def suite() -> Suite:
    return load_suite(find_suite("erc3-dev"))


class Client:
    """Speaks the wire to a handler, or to an address."""

    def __init__(self, send: Any) -> None:
        self._send = send

    def __call__(self, path: str, **body: Any) -> Any:
        return json.loads(self.raw(path, json.dumps(body).encode())[1])

    def raw(self, path: str, body: bytes) -> tuple[int, bytes]:
        status, content = self._send(path, body)
        return int(status), bytes(content)

    def start(self, spec: str, **said: str) -> str:
        return str(self("/tasks/start", benchmark="erc3-dev", spec_id=spec, **said)["task_id"])

    def answer(self, task: str, outcome: str = "ok_answer") -> None:
        self(f"/erc3/{task}/respond", message="Rok Novak", outcome=outcome, links=LINKS)

    def complete(self, task: str) -> float:
        return float(self("/tasks/complete", task_id=task)["eval"]["score"])


def over_http(address: str) -> Client:
    def send(path: str, body: bytes) -> tuple[int, bytes]:
        request = urllib.request.Request(address + path, body)
        try:
            with urllib.request.urlopen(request, timeout=10) as reply:
                return reply.status, reply.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()

    return Client(send)


def in_process(suite: Suite, record: Path, told: list[str] | None = None) -> Any:
    """Give a client and what ends the records, without a server."""
    tell = (told if told is not None else []).append
    opened = recorded_on(record, suite, {"seed": 0, "variation": []}, tell=tell)
    witness = opened.__enter__()
    handle = layered(Twin(suite).handle, [witness])

    def send(path: str, body: bytes) -> tuple[int, bytes]:
        reply = handle(path, body)
        return reply.status, reply.body

    return Client(send), lambda: opened.__exit__(None, None, None)


def lines(run: Path, task: str, log: str) -> list[dict[str, Any]]:
    path = run / "tasks" / task / log
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.enable_socket
def test_a_client_over_http_leaves_a_run(suite: Suite, tmp_path: Path) -> None:
    with a.twin("erc3-dev", record=tmp_path) as twin:
        post = over_http(twin.address)
        session = post(
            "/sessions/start", account_key="key-of-a-client", benchmark="erc3-dev",
            name="their agent", architecture="a loop",
        )["session_id"]  # fmt: skip
        tasks = post("/sessions/status", session_id=session)["tasks"]
        first = tasks[0]["task_id"]
        post("/tasks/start", task_id=first)
        post(f"/erc3/{first}/whoami")
        assert post.raw(f"/erc3/{first}/employees/get", b"no JSON")[0] == 400
        post.answer(first)
        post("/tasks/log", task_id=first, model="m-1", completion="c", prompt_tokens=70,
             cached_prompt_tokens=30, completion_tokens=5, duration_sec=1.5)  # fmt: skip
        assert post.complete(first) == 1.0
        post("/sessions/submit", session_id=session, force=True)
    run = tmp_path / "erc3-dev-001"
    assert [call["status"] for call in lines(run, RIGHT, "calls.jsonl")] == [200, 400, 200]
    assert lines(run, RIGHT, "calls.jsonl")[1]["body"] == {"unreadable": "no JSON"}
    record = load_run(run)
    assert (record.manifest.model, record.manifest.proposer) == ("their agent", "agent")
    assert a.load(run).task(RIGHT).score == 1.0
    done = record.tasks[0]
    assert (done.score, done.failed_calls, done.input_tokens, done.cached_tokens) == (1, 1, 70, 30)
    # The platform counts what was left open as 0, so the records do.
    assert len(record.tasks) == len(suite.tasks)
    assert record.tasks[1].checks == ("FAIL: session was submitted before the task was completed",)
    assert "key-of-a-client" not in "".join(
        path.read_text("utf-8") for path in run.rglob("*") if path.is_file()
    )
    assert verify_run(run).problems == ()


def test_single_tasks_of_several_agents_are_no_repeats_of_each_other(
    suite: Suite, tmp_path: Path
) -> None:
    post, end = in_process(suite, tmp_path)
    for name in ("one", "other", "", ""):
        task = post.start(RIGHT, name=name)
        post.answer(task)
        post.complete(task)
    end()
    runs = sorted(path.parent for path in tmp_path.glob("*/manifest.json"))
    assert [run_state(run).model for run in runs] == [
        "one", "other", "unnamed agent", "unnamed agent",
    ]  # fmt: skip
    assert not list(tmp_path.glob("*/group.json"))


def test_single_tasks_share_a_run_and_repeats_open_the_next(suite: Suite, tmp_path: Path) -> None:
    post, end = in_process(suite, tmp_path)
    for spec in (RIGHT, WRITES, RIGHT):
        task = post.start(spec, name="mine")
        post.answer(task)
        post.complete(task)
    # Totals stand there already: nothing has to end for a report.
    assert run_state(tmp_path / "erc3-dev-001").state == "being written"
    assert [task.result.task for task in read_record(tmp_path / "erc3-dev-001").tasks] == [
        RIGHT, WRITES,
    ]  # fmt: skip
    end()
    states = [run_state(tmp_path / f"erc3-dev-00{number}") for number in (1, 2)]
    assert [(one.state, one.finished, one.score) for one in states] == [
        ("complete", 2, 0.45), ("complete", 1, 0.9),
    ]  # fmt: skip
    done = CliRunner().invoke(app, ["analyze", str(tmp_path / "erc3-dev-epochs-001")])
    assert done.exit_code == 0, done.output
    assert "pass^k" in done.output
    with pytest.raises(UsageError, match="recorded by twin serve"):
        recorded_bench(tmp_path / "erc3-dev-001")


def test_changes_are_noted_before_and_after(suite: Suite, tmp_path: Path) -> None:
    post, end = in_process(suite, tmp_path)
    task = post.start(WRITES)
    assert "error" in post(f"/erc3/{task}/time/log", **{**ENTRY, "hours": "two"})
    post(f"/erc3/{task}/time/log", **ENTRY)
    post.complete(task)
    end()
    run = tmp_path / "erc3-dev-001"
    found = [(one["write_key"], one["state"]) for one in lines(run, WRITES, "ledger.jsonl")]
    assert found == [("1", "started"), ("2", "started"), ("2", "applied")]
    result = load_run(run).tasks[0]
    assert (result.outcome, result.forced) == ("no_answer", "the agent sent no answer")


def test_the_older_form_of_a_usage_report_counts(suite: Suite, tmp_path: Path) -> None:
    post, end = in_process(suite, tmp_path)
    task = post.start(RIGHT)
    usage = {"prompt_tokens": 9, "completion_tokens": 2,
             "prompt_tokens_details.cached_tokens": 4}  # fmt: skip
    post("/tasks/log", task_id=task, model="old", usage=usage)
    assert post("/tasks/log", task_id=task, model="")["status"] == 400  # refused, so not noted
    post.answer(task)
    post.complete(task)
    end()
    result = load_run(tmp_path / "erc3-dev-001").tasks[0]
    assert (result.model_calls, result.input_tokens, result.cached_tokens) == (1, 9, 4)


def test_what_comes_after_the_grade_changes_nothing(suite: Suite, tmp_path: Path) -> None:
    post, end = in_process(suite, tmp_path)
    task = post.start(RIGHT)
    post.answer(task)
    assert post.complete(task) == UNREPORTED
    assert post.raw(f"/erc3/{task}/respond", b"{}")[0] == 400
    assert post.complete(task) == UNREPORTED
    post("/tasks/log", task_id=task, model="late")
    end()
    found = verify_run(tmp_path / "erc3-dev-001")
    assert (found.problems, found.notes) == ((), ())
    assert load_run(tmp_path / "erc3-dev-001").tasks[0].model_calls == 0


def test_a_task_that_is_left_open_makes_the_run_partial(suite: Suite, tmp_path: Path) -> None:
    post, end = in_process(suite, tmp_path)
    done, left = post.start(RIGHT), post.start(WRITES)
    post.answer(done)
    post.complete(done)
    post(f"/erc3/{left}/whoami")
    end()
    run = tmp_path / "erc3-dev-001"
    assert (run_state(run).state, run_state(run).begun) == ("interrupted", 1)
    with pytest.raises(UsageError, match="--partial"):
        load_run(run)
    assert [task.task for task in load_run(run, partial=True).tasks] == [RIGHT]
    assert verify_run(run).notes == ("1 of the tasks had begun and not finished",)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="POSIX only")
def test_a_disk_that_fails_ends_the_records_and_not_the_platform(
    suite: Suite, tmp_path: Path
) -> None:
    told: list[str] = []
    post, end = in_process(suite, tmp_path, told)
    task = post.start(RIGHT)
    (tmp_path / "erc3-dev-001" / "tasks").rename(tmp_path / "gone")
    (tmp_path / "erc3-dev-001" / "tasks").write_text("in the way", "utf-8")
    post.answer(task)
    assert post.complete(task) == UNREPORTED
    end()
    assert [line.split(":")[0] for line in told] == ["evidence", "nothing more is recorded"]


def test_a_record_folder_that_cannot_be_is_refused(suite: Suite, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with (
        pytest.raises(WorkspaceError, match="name another folder"),
        recorded_on(tmp_path / "file" / "runs", suite, {}),
    ):
        pass


@pytest.mark.slow
@pytest.mark.enable_socket
def test_the_command_line_records_and_ends_in_order(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "agentic_solver", "twin", "serve", "--suite", "erc3-dev"]
    with subprocess.Popen(
        [*command, "--port", "0", "--record", str(tmp_path / "runs")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        post = over_http(process.stdout.readline().split()[-1])
        task = post.start(RIGHT)
        post.answer(task)
        post.complete(task)
        process.send_signal(signal.SIGTERM)
        said, _ = process.communicate(timeout=20)
    run = tmp_path / "runs" / "erc3-dev-001"
    assert said.splitlines() == [f"evidence: {run}", f"{RIGHT}: score 0.9, 1 calls {WARNING}"]
    assert verify_run(run).problems == ()
    for words in (["report", str(run), "--out", str(tmp_path / "page.html")],
                  ["runs", "export", str(run), "--format", "json", "--out", str(tmp_path / "j")],
                  ["runs", "redact", str(run), str(tmp_path / "shared")],
                  ["analyze", str(run)]):  # fmt: skip
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, done.output
    assert "Rok Novak" in (run / "tasks" / RIGHT / "response.json").read_text("utf-8")
    shared = tmp_path / "shared" / "tasks" / RIGHT / "response.json"
    assert "Rok Novak" not in shared.read_text("utf-8")


@pytest.mark.enable_socket
def test_a_port_in_use_is_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = CliRunner().invoke(app, ["twin", "serve", "--suite", "erc3-dev", "--port", port])
    assert done.exit_code == 2
    assert f"cannot listen on 127.0.0.1 port {port}" in done.output
    assert "name another --port" in done.output
