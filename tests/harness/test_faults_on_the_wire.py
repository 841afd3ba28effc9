"""Faults of real connections, of platform and model: each ends in a retry or in a recorded end."""

import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from email.utils import formatdate
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

import pytest

from agentic_solver.erc3.transport import LiveTransport
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import RetryCount, RunOptions, RunSummary
from agentic_solver.harness.replay import replay_run
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.harness.verify import verify_run
from agentic_solver.llm.chat import ChatModel
from agentic_solver.llm.claude import ClaudeModel
from agentic_solver.llm.model import Model
from agentic_solver.llm.recording import load_records
from agentic_solver.report.page import render_page
from agentic_solver.report.record import read_record
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import Suite, find_suite, load_suite
from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import opened

pytestmark = pytest.mark.enable_socket

TASK = "lead-of-project"
READS = ("/whoami", "/list", "/search", "/get")

Fault = Literal["drip", "half", "reset", "429", "429 until", "503"]
FAULTS: tuple[Fault, ...] = ("drip", "half", "reset", "429", "503")
PATIENCE = 3.0
"""Seconds for a whole answer; only answers that arrive bit by bit take them."""


@cache
def suite() -> Suite:
    return load_suite(find_suite("erc3-dev"))


@cache
def recorded_plan() -> str:
    records = load_records(builtin_recordings("erc3-dev"))
    return next(r.reply.text for r in records if r.key.endswith(f"/{TASK}/r1"))


@dataclass(slots=True)
class Outside:
    """A platform and the models of two providers on one port, with faults to come by path."""

    faults: dict[str, list[Fault]] = field(default_factory=dict)
    """End of a path -> the faults that its next requests meet."""
    asked: list[str] = field(default_factory=list)
    twin: Twin = field(default_factory=lambda: Twin(suite()))

    def fault(self, path: str) -> Fault | None:
        self.asked.append(path)
        waiting = next((one for end, one in self.faults.items() if path.endswith(end)), [])
        return waiting.pop(0) if waiting else None

    def answer(self, path: str, body: bytes) -> tuple[int, bytes]:
        if path not in ("/chat/completions", "/v1/messages"):
            reply = self.twin.handle(path, body)
            return reply.status, reply.body
        plan = recorded_plan()
        told: dict[str, object]
        if path == "/v1/messages":
            told = {"id": "m", "type": "message", "role": "assistant", "model": "m",
                    "content": [{"type": "text", "text": plan}], "stop_reason": "end_turn",
                    "usage": {"input_tokens": 9, "output_tokens": 9}}  # fmt: skip
        else:
            message = {"role": "assistant", "content": plan}
            told = {"id": "c", "object": "chat.completion", "created": 1, "model": "m",
                    "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                    "usage": {"prompt_tokens": 9, "completion_tokens": 9}}  # fmt: skip
        return 200, json.dumps(told).encode()


@contextmanager
def serving(outside: Outside) -> Iterator[str]:
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            fault = outside.fault(self.path)
            if fault == "reset":
                now = struct.pack("ii", 1, 0)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, now)
                self.close_connection = True
                self.connection.close()
                return
            status, content = outside.answer(self.path, body)
            if fault in ("429", "429 until", "503"):
                status, content = int(fault[:3]), b'{"error": {"message": "later"}}'
            if fault == "drip":
                content += b" " * 100_000  # still the same JSON, in half an hour
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            if fault == "429":
                self.send_header("retry-after", "7")
            if fault == "429 until":
                self.send_header("retry-after", formatdate(time.time() + 7, usegmt=True))
            self.end_headers()
            if fault == "drip":
                self.drip(content)
            elif fault == "half":
                self.wfile.write(content[: len(content) // 2])
                self.close_connection = True
            else:
                self.wfile.write(content)

        def drip(self, content: bytes) -> None:
            """Send a byte at a time, never silent for long, until nobody listens any more."""
            self.close_connection = True
            try:
                for byte in content:
                    if over.wait(0.02):
                        return
                    self.wfile.write(bytes([byte]))
            except OSError:
                return

        def log_message(self, *_args: object) -> None: ...

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, address: object) -> None:
            """A connection that was reset on purpose."""

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        over.set()
        server.shutdown()
        server.server_close()
        thread.join()


def claude(url: str, slept: Callable[[float], None]) -> Model:
    return ClaudeModel("m", api_key="key-local", base_url=url, timeout_s=PATIENCE, sleep=slept)


def chat(url: str, slept: Callable[[float], None]) -> Model:
    return ChatModel("m", base_url=url, timeout_s=PATIENCE, sleep=slept)


@pytest.fixture
def place(tmp_path: Path) -> Workspace:
    init_workspace(tmp_path / "place")
    return Workspace(tmp_path / "place")


def play(
    place: Workspace,
    outside: Outside,
    provider: Callable[[str, Callable[[float], None]], Model] = claude,
    waited: list[float] | None = None,
) -> tuple[RunSummary, list[float]]:
    """Play one task; return its totals and the pauses of the model's retries."""
    slept: list[float] = []
    waited = [] if waited is None else waited
    with serving(outside) as url, LiveTransport(url, answer_s=PATIENCE) as live:
        done = run_benchmark(
            RunOptions(benchmark="erc3-dev", tasks=(TASK,), proposer="anthropic"),
            benchmark=replace(opened(), transport=live, suite=None),
            workspace=place,
            model=provider(url, slept.append),
            sleep=waited.append,
        )
    assert not verify_run(Path(done.run_dir)).problems
    assert replay_run(Path(done.run_dir), place).tasks == 1
    return done, slept


WHY = {"drip": "no answer", "half": "no answer", "reset": "no answer", "429": "status 429",
       "429 until": "status 429", "503": "status 503"}  # fmt: skip


@pytest.mark.sampled(1)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_platform_that_stumbles_on_the_wire_is_asked_again(
    place: Workspace, fault: Fault
) -> None:
    done, _ = play(place, Outside({"/whoami": [fault, fault]}))
    assert done.passed == 1
    expected = RetryCount(side="platform", place="/whoami", reason=WHY[fault], times=2)
    assert done.retries == (expected,)
    page = render_page([read_record(Path(done.run_dir))], place.rules)
    assert "What was asked again, and why" in page


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["429", "429 until", "503"])
def test_a_platform_that_names_a_wait_is_waited_for(place: Workspace, fault: Fault) -> None:
    waited: list[float] = []
    done, _ = play(place, Outside({"/projects/search": [fault] * 2}), waited=waited)
    assert done.passed == 1
    # the run spreads pauses by up to a half
    least = 0.5 if fault == "503" else 6.0
    assert len(waited) == 2
    assert all(least <= one <= 1.5 * max(least, 7.0) for one in waited), waited


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["half", "503"])
def test_a_platform_that_stays_broken_on_the_wire_ends_a_task_safely(
    place: Workspace, fault: Fault
) -> None:
    broken: dict[str, list[Fault]] = {end: [fault] * 50 for end in READS}
    outside = Outside(broken)
    done, _ = play(place, outside)
    (result,) = done.results
    assert result.outcome == "error_internal"
    assert {(one.reason, one.times) for one in done.retries} == {(WHY[fault], 2)}
    assert len([path for path in outside.asked if path.endswith("/respond")]) == 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("fault", "provider"),
    [
        *((fault, claude) for fault in ("half", "reset", "429", "429 until", "503")),
        ("half", chat),
        ("429", chat),
    ],
)
def test_a_model_that_stumbles_on_the_wire_is_asked_again(
    place: Workspace, fault: Fault, provider: Callable[..., Model]
) -> None:
    paths: dict[str, list[Fault]] = {"/messages": [fault] * 3, "/chat/completions": [fault] * 3}
    done, slept = play(place, Outside(paths), provider)
    assert done.passed == 1
    assert done.retries == (RetryCount(side="model", place="", reason=WHY[fault], times=3),)
    # The provider's own wish counts where it is longer than the rule.
    asked_to = [7.0, 7.0, 8.0] if fault.startswith("429") else [2.0, 4.0, 8.0]
    assert slept == pytest.approx(asked_to, abs=1.0 if fault == "429 until" else 0)


@pytest.mark.slow
@pytest.mark.parametrize("provider", [claude, chat])
def test_a_model_that_answers_bit_by_bit_is_given_up_and_not_paid_again(
    place: Workspace, provider: Callable[..., Model]
) -> None:
    outside = Outside({"/messages": ["drip"] * 9, "/chat/completions": ["drip"] * 9})
    done, slept = play(place, outside, provider)
    (result,) = done.results
    assert result.outcome == "error_internal"
    assert "Timeout" in result.forced
    assert result.model_faults == 1
    assert not slept


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "provider"), [("half", claude), ("429", chat)])
def test_a_model_that_stays_broken_ends_a_task_safely_and_says_what_was_tried(
    place: Workspace, fault: Fault, provider: Callable[..., Model]
) -> None:
    outside = Outside({"/messages": [fault] * 99, "/chat/completions": [fault] * 99})
    done, slept = play(place, outside, provider)
    (result,) = done.results
    assert result.outcome == "error_internal"
    assert "after 4 requests" in result.forced
    assert len(slept) == 3
    assert done.retries == (RetryCount(side="model", place="", reason=WHY[fault], times=3),)


@pytest.mark.slow
def test_a_wall_clock_that_jumps_ends_no_answer(
    place: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([0.0, 4e9, -4e9] * 100_000)
    monkeypatch.setattr(time, "time", lambda: next(times))
    done, _ = play(place, Outside())
    assert done.passed == 1
    assert done.retries == ()
