"""Tasks on a Dask cluster of one machine: same bytes, and a worker that dies loses nothing."""

import json
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from agentic_solver.erc3.platform_wire import TaskInfo
from agentic_solver.errors import UsageError
from agentic_solver.harness.cluster_worker import play_there
from agentic_solver.harness.experience import FixedExperience
from agentic_solver.harness.folder_lock import FolderLock
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import RunOptions
from agentic_solver.harness.playing import Job
from agentic_solver.harness.recorded import read_log
from agentic_solver.harness.station import Site
from agentic_solver.harness.verify import verify_run
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import find_suite, load_suite
from agentic_solver.workspace import Workspace, init_workspace

pytest.importorskip("distributed")
pytestmark = pytest.mark.enable_socket

TASKS = "lead-of-project,log-in-house-hours,update-own-wish-in-german,salary-for-hr"
WRITING = "log-in-house-hours"
PATIENCE_S = 180.0


@pytest.fixture
def place(tmp_path: Path) -> Path:
    init_workspace(tmp_path / "place")
    return tmp_path / "place"


@contextmanager
def _process(*command: str) -> Iterator["subprocess.Popen[bytes]"]:
    started = subprocess.Popen(
        [sys.executable, "-m", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield started
    finally:
        started.kill()
        started.wait()


def _scheduling(file: Path) -> AbstractContextManager["subprocess.Popen[bytes]"]:
    return _process(
        "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
        "--no-dashboard", "--scheduler-file", str(file),
    )  # fmt: skip


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """The address of a scheduler without workers."""
    file = tmp_path / "scheduler.json"
    with _scheduling(file):
        _await(lambda: file.is_file() and file.read_text(encoding="utf-8").rstrip().endswith("}"))
        yield str(json.loads(file.read_text(encoding="utf-8"))["address"])


def _worker(scheduler: str) -> AbstractContextManager["subprocess.Popen[bytes]"]:
    return _process(
        "distributed.cli.dask_worker", scheduler, "--host", "127.0.0.1", "--no-nanny",
        "--no-dashboard", "--nthreads", "1",
    )  # fmt: skip


def _await(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


def _command(place: Path, *options: str) -> list[str]:
    return [
        sys.executable, "-m", "agentic_solver", "run", "erc3-dev", "--proposer", "recorded",
        "--workspace", str(place), "--json", *options,
    ]  # fmt: skip


def _run(place: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        _command(place, *options), capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )


def _evidence(run: Path) -> dict[str, bytes]:
    files = (path for path in (run / "tasks").rglob("*") if path.is_file())
    return {
        str(path.relative_to(run)): path.read_bytes()
        for path in files
        if path.name not in ("telemetry.json", "times.json")
    }


@pytest.mark.slow
def test_a_cluster_leaves_the_bytes_that_one_process_leaves(place: Path, scheduler: str) -> None:
    alone = json.loads(_run(place, "--tasks", TASKS).stdout)
    with _worker(scheduler), _worker(scheduler):
        done = _run(
            place, "--tasks", TASKS, "--backend", "dask", "--scheduler", scheduler, "--workers", "2"
        )
    assert done.returncode == 0, done.stderr
    together = json.loads(done.stdout)
    runs = [Path(summary["run_dir"]) for summary in (alone, together)]
    assert together["passed"] == 4
    assert _evidence(runs[0]) == _evidence(runs[1])
    assert verify_run(runs[1]).problems == ()
    assert not (runs[1] / "locks").exists()


class _Platform:
    """A twin behind HTTP that is slow to answer writes, and counts what arrives."""

    def __init__(self) -> None:
        self.twin = Twin(load_suite(find_suite("erc3-dev"), seed=0), seed=0)
        self.written: Counter[tuple[str, bytes]] = Counter()
        self.writing = threading.Event()

    def handle(self, path: str, body: bytes) -> tuple[int, bytes]:
        is_write = path.endswith(("/log", "/update", "/respond"))
        if is_write and not path.startswith("/tasks/"):
            self.written[path, body] += 1
        reply = self.twin.handle(path, body)
        if is_write and not path.startswith("/tasks/"):
            self.writing.set()
            time.sleep(1.0)
        return reply.status, reply.body


@contextmanager
def _served(platform: _Platform) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status, answer = platform.handle(self.path, body)
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_args: object) -> None: ...

        def handle_one_request(self) -> None:
            try:
                super().handle_one_request()
            except OSError:  # the worker was killed
                self.close_connection = True

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def _undrawn(place: Path) -> Path:
    """Return the recordings of the task under the name that it has on a platform of its own."""
    folder = place / "recordings"
    folder.mkdir()
    for path in builtin_recordings("erc3-dev").glob("*.json"):
        text = path.read_text(encoding="utf-8")
        if f"erc3-dev@0/{WRITING}/" in text:
            (folder / path.name).write_text(text.replace("erc3-dev@0/", "erc3-dev/"), "utf-8")
    return folder


@pytest.mark.slow
def test_what_a_worker_had_begun_goes_on_on_another_one(place: Path, scheduler: str) -> None:
    """It is killed while its write is on the way; the write has arrived and is not repeated."""
    alone = json.loads(_run(place, "--tasks", WRITING).stdout)
    platform = _Platform()
    with _served(platform) as address, _worker(scheduler) as first:
        run = subprocess.Popen(
            _command(place, "--tasks", WRITING, "--backend", "dask", "--scheduler", scheduler,
                     "--platform", address, "--recordings", str(_undrawn(place))),
            text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        try:
            assert platform.writing.wait(PATIENCE_S)
            first.kill()
            with _worker(scheduler):
                out, err = run.communicate(timeout=PATIENCE_S)
        finally:
            run.kill()
    assert run.returncode == 0, err
    summary = json.loads(out)
    place_of_run = Path(summary["run_dir"])
    assert summary["passed"] == 1
    assert set(platform.written.values()) == {1}
    events = [str(event["event"]) for _, event in read_log(place_of_run / "events.jsonl")]
    assert events == ["task_started", "task_continued", "task_finished"]
    before, after = (
        json.loads((path / "tasks" / WRITING / "response.json").read_text(encoding="utf-8"))
        for path in (Path(alone["run_dir"]), place_of_run)
    )
    assert before == after
    assert len(read_log(place_of_run / "tasks" / WRITING / "model.jsonl")) == 2
    assert verify_run(place_of_run).problems == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--scheduler", "tcp://127.0.0.1:9"), "no Dask scheduler answers at 'tcp://127.0.0.1:9'"),
        (("--scheduler", "nowhere"), "no Dask scheduler answers at 'nowhere'"),
        (("--plan-cache", "on"), "kept plans lie in one file"),
    ],
)
def test_what_cannot_be_is_said_before_anything_begins(
    place: Path, options: tuple[str, ...], said: str
) -> None:
    done = _run(place, "--backend", "dask", *options)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not list((place / "runs").glob("erc3-dev*"))


@pytest.mark.slow
def test_a_scheduler_without_workers_is_said(place: Path, scheduler: str) -> None:
    done = _run(place, "--backend", "dask", "--scheduler", scheduler)
    assert done.returncode == 2
    assert "has no workers" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.slow
def test_a_scheduler_that_dies_is_one_sentence_and_the_run_goes_on_without_it(
    place: Path, tmp_path: Path
) -> None:
    file = tmp_path / "dying.json"
    platform = _Platform()
    with _served(platform) as served, _scheduling(file) as scheduler:
        _await(file.is_file)
        address = str(json.loads(file.read_text(encoding="utf-8"))["address"])
        played = ("--platform", served, "--recordings", str(_undrawn(place)))
        with _worker(address):
            run = subprocess.Popen(
                _command(place, "--tasks", WRITING, "--backend", "dask", "--scheduler", address,
                         *played),
                text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
            try:
                assert platform.writing.wait(PATIENCE_S)
                scheduler.kill()
                _, err = run.communicate(timeout=PATIENCE_S)
            finally:
                run.kill()
            assert run.returncode == 2
            said = err.splitlines()[-1]
            assert said.startswith("agentic-solver: the Dask scheduler is gone; the run goes on")
            assert "Traceback" not in err
            # The worker may play the task still: whoever resumes waits for it.
            (folder,) = place.glob("runs/erc3-dev-*")
            done = _run(place, "--resume", str(folder), "--backend", "local")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["passed"] == 1
    assert set(platform.written.values()) == {1}
    assert verify_run(folder).problems == ()


def test_a_worker_plays_only_for_the_process_that_leads_the_run(tmp_path: Path) -> None:
    """A task that waits in a scheduler outlives its leader; some shared folders lock nothing."""
    site = Site(
        options=RunOptions(benchmark="erc3-dev"), workspace=Workspace(tmp_path),
        run=tmp_path / "run", durable=True, prices=None,
    )  # fmt: skip
    task = TaskInfo(spec_id="a", task_id="t", num=1, task_text="a", status="new", benchmark="b")
    job = Job(task=task, session="s", told=FixedExperience())
    with pytest.raises(UsageError, match="workers need it under the same path"):
        play_there(site, "me", job)
    site.run.mkdir()
    lock = FolderLock.take(site.run)
    for leader in ("process 7 on another\n", lock.owner):
        if leader == lock.owner:
            lock.release()
        with pytest.raises(UsageError, match="is locked by the process that leads the run"):
            play_there(site, leader, job)
