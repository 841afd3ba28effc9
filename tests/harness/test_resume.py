"""A run that was cut off goes on: nothing is repeated, and what differs is refused."""

import json
import os
import shutil
import signal
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.platform import PlatformClient
from agentic_solver.erc3.transport import DirectTransport, Transport, TransportReply
from agentic_solver.errors import ModelAccessError, TransportError, UsageError, WorkspaceError
from agentic_solver.harness.benchmark import Benchmark, open_benchmark
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import RunOptions, RunSummary
from agentic_solver.harness.recorded import read_log
from agentic_solver.harness.replay import replay_run
from agentic_solver.harness.resume import recorded_options
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.harness.verify import verify_run
from agentic_solver.llm.model import ModelReply, ModelRequest
from agentic_solver.llm.recording import ModelRecord, load_records
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.settings import load_settings
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import Suite, find_suite, load_suite
from agentic_solver.workspace import Workspace, init_workspace

READING, LOGGING, CHANGING = "lead-of-project", "log-in-house-hours", "update-own-wish-in-german"
TASKS = (READING, LOGGING, CHANGING)


@cache
def _records() -> tuple[ModelRecord, ...]:
    return load_records(builtin_recordings("erc3-dev"))


@cache
def _suite() -> Suite:
    return load_suite(find_suite("erc3-dev"), seed=0)


class Killed(BaseException):
    """The end of a process, as far as one process can show it."""


class CountingModel:
    """Recorded replies; counts what was asked."""

    name = "replay"

    def __init__(self) -> None:
        self._inner = ReplayingModel(_records(), match="task")
        self.asked: Counter[str] = Counter()

    def complete(self, request: ModelRequest) -> ModelReply:
        self.asked[request.key] += 1
        return self._inner.complete(request)


class Cut:
    """A transport that ends the process at a request: before it is sent, or after the answer."""

    def __init__(self, inner: Transport, path: str, *, sent: bool) -> None:
        self._inner, self._path, self._sent = inner, path, sent

    def post(self, path: str, body: JsonObject) -> TransportReply:
        if path.endswith(self._path) and not self._sent:
            raise Killed
        reply = self._inner.post(path, body)
        if path.endswith(self._path):
            raise Killed
        return reply


class Stage:
    """A platform that outlives the runs, a workspace, and a model that counts."""

    def __init__(self, place: Path) -> None:
        init_workspace(place)
        self.workspace = Workspace(place)
        self.model = CountingModel()
        self.twin = Twin(_suite(), seed=0)

        def handle(path: str, body: bytes) -> tuple[int, bytes]:
            reply = self.twin.handle(path, body)
            return reply.status, reply.body

        self.transport: Transport = DirectTransport(handle)

    def benchmark(self, transport: Transport | None = None) -> Benchmark:
        opened = open_benchmark("erc3-dev", "http://127.0.0.1:9", load_settings({}), seed=0)
        return replace(opened, transport=transport or self.transport, recorded_as="erc3-dev@0")

    def play(
        self,
        transport: Transport | None = None,
        *,
        resume: Path | None = None,
        benchmark: Benchmark | None = None,
        **options: Any,
    ) -> RunSummary:
        asked = RunOptions(benchmark="erc3-dev", tasks=TASKS, platform="http://127.0.0.1:9")
        return run_benchmark(
            replace(asked, **options),
            benchmark=benchmark or self.benchmark(transport),
            workspace=self.workspace,
            model=self.model,
            sleep=lambda _seconds: None,
            resume=resume,
        )

    def cut(self, path: str, *, sent: bool, **options: Any) -> Path:
        """Play until a request and return the folder that is left."""
        with pytest.raises(Killed):
            self.play(Cut(self.transport, path, sent=sent), **options)
        (run,) = self.workspace.runs.glob("*/manifest.json")
        return run.parent

    def calls(self, run: Path, ending: str) -> list[str]:
        """Return what reached the platform on routes that end so, in all tasks of a run."""
        platform = PlatformClient(self.transport, account_key="key-local")
        ids = [str(e["id"]) for _, e in read_log(run / "events.jsonl") if "id" in e]
        found = []
        for task in dict.fromkeys(ids):
            texts = [str(entry.text) for entry in platform.task_detail(task).logs]
            found += [text for text in texts if text.split(":")[0].endswith(ending)]
        return found


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path / "place")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("sent", [False, True])
@pytest.mark.parametrize("path", ["/time/log", "/employees/update", "/respond", "/tasks/complete"])
def test_a_write_whose_answer_was_lost_is_looked_for_and_sent_once(
    stage: Stage, path: str, sent: bool
) -> None:
    run = stage.cut(path, sent=sent)
    summary = stage.play(resume=run)
    assert [(one.task, one.score) for one in summary.results] == [(task, 1.0) for task in TASKS]
    assert stage.calls(run, "/time/log") == ["/time/log: 200"]
    assert stage.calls(run, "/employees/update") == ["/employees/update: 200"]
    assert stage.calls(run, "/respond") == ["/respond: 200"] * len(TASKS)
    assert set(stage.model.asked.values()) == {1}
    assert replay_run(run, stage.workspace).tasks == len(TASKS)


WORDING = "write-wiki-explanation"
"""Its plan words a page, which is proofread."""


@pytest.mark.slow
@pytest.mark.requirement("S3-C4a", "S3-7.3a")
@pytest.mark.parametrize("sent", [False, True])
@pytest.mark.parametrize("path", ["/wiki/update", "/respond"])
def test_a_text_that_was_proofread_is_proofread_once_and_written_once(
    stage: Stage, path: str, sent: bool
) -> None:
    run = stage.cut(path, sent=sent, tasks=(WORDING,))
    log = run / "tasks" / WORDING / "model.jsonl"
    before = [str(line["key"]) for _, line in read_log(log)]
    assert [key.split("/")[-1] for key in before] == ["r1", "reading", "proof"]
    summary = stage.play(resume=run, tasks=(WORDING,))
    (result,) = summary.results
    assert (result.score, result.reader_calls, result.reader_faults) == (1.0, 2, 0)
    assert stage.calls(run, "/wiki/update") == ["/wiki/update: 200"]
    assert set(stage.model.asked.values()) == {1}
    assert [str(line["key"]) for _, line in read_log(log)] == before
    assert replay_run(run, stage.workspace).tasks == 1


class Locked:
    """A model whose key is wrong."""

    name = "replay"

    def complete(self, request: ModelRequest) -> ModelReply:
        raise ModelAccessError("the key is refused (401)")


def test_no_task_is_answered_with_a_wrong_key_and_the_right_one_goes_on(stage: Stage) -> None:
    good, stage.model = stage.model, Locked()  # type: ignore[assignment]
    summary = stage.play(workers=2)
    run = Path(summary.run_dir)
    assert (summary.results, summary.stopped) == ((), "the key is refused (401)")
    assert stage.calls(run, "/respond") == []
    stage.model = good
    again = stage.play(resume=run)
    assert again.stopped == ""
    assert [(one.task, one.score, one.forced) for one in again.results] == [
        (task, 1.0, "") for task in TASKS
    ]
    assert stage.calls(run, "/respond") == ["/respond: 200"] * len(TASKS)
    assert replay_run(run, stage.workspace).tasks == len(TASKS)


def test_a_write_that_may_have_arrived_and_cannot_be_looked_for_is_not_sent_again(
    stage: Stage,
) -> None:
    run = stage.cut("/time/log", sent=False)

    class Blind:
        def post(self, path: str, body: JsonObject) -> TransportReply:
            if path.endswith("/time/search"):
                return TransportReply(status=500, text="{}")
            return stage.transport.post(path, body)

    summary = stage.play(Blind(), resume=run)
    (logged,) = (one for one in summary.results if one.task == LOGGING)
    assert logged.outcome == "error_internal"
    assert stage.calls(run, "/time/log") == []
    assert replay_run(run, stage.workspace).tasks == len(TASKS)


@pytest.mark.slow
def test_a_run_that_is_killed_twice_in_one_task_still_writes_once(stage: Stage) -> None:
    run = stage.cut("/time/log", sent=False)
    with pytest.raises(Killed):
        stage.play(Cut(stage.transport, "/time/log", sent=True), resume=run)
    summary = stage.play(resume=run)
    assert summary.passed == len(TASKS)
    assert stage.calls(run, "/time/log") == ["/time/log: 200"]
    ledger = [line["state"] for _, line in read_log(run / "tasks" / LOGGING / "ledger.jsonl")]
    assert ledger == ["started", "started", "applied"]
    assert replay_run(run, stage.workspace).tasks == len(TASKS)


def test_the_twin_of_this_process_begins_a_task_anew_with_the_replies_it_had(
    stage: Stage,
) -> None:
    def opened(cut: bool) -> Benchmark:
        found = open_benchmark("erc3-dev", "twin", load_settings({}), seed=0)
        inner = found.transport
        return replace(found, transport=Cut(inner, "/time/log", sent=True)) if cut else found

    with pytest.raises(Killed):
        stage.play(benchmark=opened(cut=True), platform="twin")
    (manifest,) = stage.workspace.runs.glob("*/manifest.json")
    run = manifest.parent
    summary = stage.play(benchmark=opened(cut=False), platform="twin", resume=run)
    assert summary.passed == len(TASKS)
    assert set(stage.model.asked.values()) == {1}
    assert (run / "attempts" / f"{LOGGING}-1" / "model.jsonl").is_file()
    assert replay_run(run, stage.workspace).tasks == len(TASKS)


def test_a_session_that_the_platform_has_forgotten_is_begun_anew(stage: Stage) -> None:
    run = stage.cut("/time/log", sent=True)
    stage.twin = Twin(_suite(), seed=0)
    summary = stage.play(resume=run)
    assert summary.passed == len(TASKS)
    assert set(stage.model.asked.values()) == {1}
    assert replay_run(run, stage.workspace).tasks == len(TASKS)


def test_a_finished_run_asks_nobody_and_gives_its_totals_again(stage: Stage) -> None:
    first = stage.play()
    asked = stage.model.asked.copy()

    class Silent:
        def post(self, path: str, body: JsonObject) -> TransportReply:
            raise AssertionError(path)

    again = stage.play(Silent(), resume=Path(first.run_dir))
    assert again == first
    assert stage.model.asked == asked


def test_records_of_a_finished_task_that_a_power_loss_took_are_made_again(stage: Stage) -> None:
    first = stage.play()
    run = Path(first.run_dir)
    before = (run / "tasks" / LOGGING / "round-1" / "decision.json").read_bytes()
    (run / "tasks" / LOGGING / "round-1" / "decision.json").write_bytes(b"")
    again = stage.play(resume=run)
    assert again.stopped == ""
    assert (run / "tasks" / LOGGING / "round-1" / "decision.json").read_bytes() == before
    assert again.passed == len(TASKS)
    assert stage.calls(run, "/time/log") == ["/time/log: 200"]
    assert set(stage.model.asked.values()) == {1}
    assert replay_run(run, stage.workspace).tasks == len(TASKS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rounds": 3}, "rounds was 2 and is 3"),
        ({"dry_run": True}, "dry-run was false and is true"),
        ({"tasks": TASKS[:2]}, "tasks was"),
    ],
)
def test_other_options_are_refused_and_named(
    stage: Stage, options: dict[str, Any], said: str
) -> None:
    run = stage.cut("/respond", sent=False)
    before = (run / "events.jsonl").read_bytes()
    with pytest.raises(UsageError, match=said):
        stage.play(resume=run, **options)
    assert (run / "events.jsonl").read_bytes() == before


def test_another_workspace_engine_or_suite_is_refused_and_named(stage: Stage) -> None:
    run = stage.cut("/respond", sent=False)
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    policy = sorted(manifest["policy"])[0]
    changed = {**manifest, "engine": "0.0.1", "suite": "00", "tools": "00"}
    changed["policy"] = {**manifest["policy"], policy: "00", "wiki_00000000.py": "00"}
    (run / "manifest.json").write_text(json.dumps(changed), encoding="utf-8")
    with pytest.raises(UsageError) as refused:
        stage.play(resume=run)
    said = str(refused.value)
    for part in (
        "the version of the engine changed",
        "the suite changed",
        "the tools of the workspace changed",
        f"policy/{policy} changed",
        "policy/wiki_00000000.py is missing",
    ):
        assert part in said


@pytest.mark.slow
def test_workers_may_be_others(stage: Stage) -> None:
    run = stage.cut("/respond", sent=False)
    assert recorded_options(run).workers == 1
    assert stage.play(resume=run, workers=3).passed == len(TASKS)


def test_two_processes_cannot_write_one_folder(stage: Stage) -> None:
    run = stage.cut("/respond", sent=False)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        from agentic_solver.harness.folder_lock import FolderLock

        FolderLock.take(run)
        os.write(writing, b"locked")
        signal.pause()
        os._exit(0)
    try:
        assert os.read(reading, 6) == b"locked"
        with pytest.raises(WorkspaceError, match=f"is being written by process {child}"):
            stage.play(resume=run)
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
    # Nobody has to judge whether the lock is stale: it went with the process.
    assert stage.play(resume=run).passed == len(TASKS)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("writes_left", [1, 5, 12, 30, 55])
def test_a_disk_that_fills_up_ends_the_run_and_a_resume_completes_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, writes_left: int
) -> None:
    real, left = os.write, [writes_left]

    def full(file: int, data: bytes) -> int:
        left[0] -= 1
        if left[0] > 0:
            return real(file, data)
        if left[0] == 0:  # a part of it still fits
            return real(file, bytes(data)[: len(data) // 2]) or 1
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        with pytest.raises(WorkspaceError, match="No space left on device"):
            stage.play()
    runs = list(stage.workspace.runs.glob("*/manifest.json"))
    summary = stage.play(resume=runs[0].parent if runs else None)
    run = Path(summary.run_dir)
    assert summary.passed == len(TASKS)
    assert len(stage.calls(run, "/time/log")) == 1
    assert len(stage.calls(run, "/respond")) == len(TASKS)
    assert replay_run(run, stage.workspace).tasks == len(TASKS)


def test_a_run_of_an_older_engine_is_refused(run_dir: Path) -> None:
    manifest = json.loads((run_dir / "manifest.json").read_text(encoding="utf-8"))
    del manifest["options"]
    (run_dir / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(UsageError, match="whose runs cannot be resumed"):
        recorded_options(run_dir)


def test_a_platform_that_is_gone_ends_the_run_and_a_resume_plays_what_it_did_not_give_out(
    stage: Stage,
) -> None:
    class Gone:
        def post(self, path: str, body: JsonObject) -> TransportReply:
            if path.startswith("/tasks/"):
                raise TransportError("connection refused")
            return stage.transport.post(path, body)

    more = (*TASKS, "role-by-surname", "lead-in-italian")
    first = stage.play(Gone(), tasks=more)
    assert first.platform_gone
    assert first.stopped == "the platform is out of reach: connection refused"
    assert first.tasks == 0
    run = Path(first.run_dir)
    assert replay_run(run, stage.workspace).tasks == 0
    rest = stage.play(resume=run, tasks=more)
    assert (rest.tasks, rest.passed, rest.stopped) == (len(more), len(more), "")
    assert replay_run(run, stage.workspace).tasks == len(more)


@pytest.mark.parametrize("path", ["/whoami", "/projects/get", "/respond"])
def test_a_task_that_was_given_to_another_machine_goes_no_further(stage: Stage, path: str) -> None:
    """A file server gives the lock of a machine away that was cut off; it may come back."""
    run = stage.cut("/whoami", sent=False)
    sent: list[str] = []

    class CutOff:
        def post(self, place: str, body: JsonObject) -> TransportReply:
            reply = stage.transport.post(place, body)
            if sent or place.endswith(path):
                (lock,) = (run / "locks").glob(f"task-{READING}*")
                lock.write_text("process 7 on another\n", encoding="utf-8")
                sent.append(place)
            return reply

    with pytest.raises(WorkspaceError, match="was taken over by process 7 on another"):
        stage.play(CutOff(), resume=run, tasks=TASKS)
    assert len(sent) <= 1
    assert stage.model.asked.total() <= 1


class Silent:
    """A platform that falls silent at a request, until another one, or so many, got no answer."""

    def __init__(self, inner: Transport, path: str, *, sent: bool, until: str = "never") -> None:
        self._inner, self._path, self._sent, self._until = inner, path, sent, until
        self._silent = self._is_back = False
        self._asked = 0

    def post(self, path: str, body: JsonObject) -> TransportReply:
        meets = path.endswith(self._path) and not self._is_back
        if meets and self._sent and not self._silent:
            self._inner.post(path, body)
        self._silent = (self._silent or meets) and not self._is_back
        if not self._silent:
            return self._inner.post(path, body)
        self._asked += 1
        self._is_back = path.endswith(self._until) or str(self._asked) == self._until
        raise TransportError("unplugged")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/whoami", False),
        ("/projects/get", False),
        ("/time/log", False),
        ("/time/log", True),
        ("/time/search", False),
        ("/respond", False),
        ("/respond", True),
        ("/tasks/complete", False),
        ("/tasks/complete", True),
    ],
)
def test_a_task_whose_platform_falls_silent_goes_on_from_its_last_answer(
    stage: Stage, path: str, sent: bool
) -> None:
    first = stage.play(Silent(stage.transport, path, sent=sent), tasks=(LOGGING,))
    assert first.platform_gone
    assert first.stopped == "the platform is out of reach: unplugged"
    assert first.tasks == 0
    run = Path(first.run_dir)
    rest = stage.play(resume=run, tasks=(LOGGING,))
    assert (rest.tasks, rest.stopped) == (1, "")
    assert set(stage.model.asked.values()) == {1}
    assert len(stage.calls(run, "/time/log")) == 1
    assert len(stage.calls(run, "/respond")) == 1
    assert rest.passed == 1
    assert replay_run(run, stage.workspace).tasks == 1
    assert not verify_run(run).problems


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("path", "sent", "until"),
    [
        ("/time/log", True, "4"),
        ("/time/log", True, "1"),
        ("/time/log", False, "1"),
        ("/time/log", False, "2"),
        ("/whoami", False, "3"),
        ("/respond", False, "/respond"),
        ("/respond", True, "/respond"),
        ("/tasks/complete", False, "/tasks/complete"),
        ("/tasks/start", False, "/tasks/start"),
    ],
)
def test_a_platform_that_comes_back_during_the_run_costs_no_task(
    stage: Stage, path: str, sent: bool, until: str
) -> None:
    done = stage.play(Silent(stage.transport, path, sent=sent, until=until), tasks=TASKS)
    run = Path(done.run_dir)
    assert (done.passed, done.stopped) == (len(TASKS), "")
    assert len(stage.calls(run, "/time/log")) == 1
    assert len(stage.calls(run, "/respond")) == len(TASKS)
    assert set(stage.model.asked.values()) == {1}
    assert replay_run(run, stage.workspace).tasks == len(TASKS)
    assert not verify_run(run).problems


def test_a_folder_that_is_removed_while_the_run_goes_on_ends_it(stage: Stage) -> None:
    class Removing:
        def post(self, path: str, body: JsonObject) -> TransportReply:
            if path.endswith("/respond"):
                shutil.rmtree(stage.workspace.runs)
            return stage.transport.post(path, body)

    with pytest.raises(WorkspaceError, match="it was removed while the run went on"):
        stage.play(Removing())


@pytest.mark.slow
def test_the_time_of_a_process_that_was_killed_counts(stage: Stage) -> None:
    run = stage.cut("/respond", sent=True)
    (run / "summary.json").unlink(missing_ok=True)
    for name, second in (("manifest.json", 100), ("session.jsonl", 101), ("events.jsonl", 141)):
        os.utime(run / name, (second, second))
    assert stage.play(resume=run).wall_s >= 40.0


@pytest.mark.sampled(1)
@pytest.mark.parametrize("sent", [True, False])
@pytest.mark.parametrize("later", ["/respond", "/tasks/complete"])
def test_a_write_after_one_without_an_answer_is_made_once(
    stage: Stage, sent: bool, later: str
) -> None:
    task = "hours-for-those-on-my-team"
    unheard = Silent(stage.transport, "/time/log", sent=sent, until="1")
    done = stage.play(Silent(unheard, later, sent=False, until=later), tasks=(task,))
    run = Path(done.run_dir)
    if not sent:  # it was taken up for the write; silent once more, it waits for a resume
        done = stage.play(resume=run, tasks=(task,))
    assert (done.passed, done.stopped) == (1, "")
    assert len(stage.calls(run, "/time/log")) == 2
    assert len(stage.calls(run, "/respond")) == 1
    assert replay_run(run, stage.workspace).tasks == 1
    assert not verify_run(run).problems
