"""The platform client: bodies as documented, answers typed, only reads asked again."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.fault import ApiPayloadError
from agentic_solver.erc3.platform import PlatformClient, sim_prefix
from agentic_solver.erc3.platform_wire import Evaluation
from agentic_solver.erc3.transport import TransportReply
from agentic_solver.errors import ApiError, PlatformError, SettingsError, UsageError

TASK: JsonObject = {
    "task_id": "tsk-1",
    "spec_id": "odd spec\t",
    "num": 0,
    "task_text": "Do it",
    "status": "new",
    "score": -1.0,
    "benchmark": "corp",
}
SESSION: JsonObject = {
    "status": "open",
    "benchmark": "corp",
    "name": "n",
    "architecture": "a",
    "flags": None,
    "new": 1,
    "running": 0,
    "completed": 0,
    "failed": 0,
    "score": 0,
    "tasks": [TASK],
}


class Wire:
    """Gives one answer to everything and keeps the requests."""

    def __init__(self, payload: Any, status: int = 200) -> None:
        self._reply = TransportReply(status=status, text=json.dumps(payload))
        self.sent: list[tuple[str, JsonObject]] = []

    def post(self, path: str, body: JsonObject) -> TransportReply:
        self.sent.append((path, body))
        return self._reply

    def client(self) -> PlatformClient:
        return PlatformClient(self, account_key="key-1", sleep=lambda _: None)


Call = Callable[[PlatformClient], object]
STARTED: JsonObject = {"task_id": "tsk-1", "session_id": None, "status": "in_progress"}


def log_call(client: PlatformClient, **more: Any) -> None:
    client.log_llm(
        "tsk-1",
        "text",
        model="maker/name",
        duration_sec=1.5,
        prompt_tokens=3,
        cached_prompt_tokens=2,
        completion_tokens=1,
        **more,
    )


READS: list[tuple[str, Any, JsonObject, Call]] = [
    ("/benchmarks/list", {"benchmarks": None}, {}, lambda c: c.list_benchmarks() == ()),
    ("/benchmarks/view", {"id": "corp"}, {"benchmark": "corp"}, lambda c: c.view_benchmark("corp")),
    (
        "/sessions/status",
        SESSION,
        {"session_id": "ssn-1"},
        lambda c: c.session_status("ssn-1").tasks[0].spec_id == "odd spec",
    ),
    (
        "/sessions/search",
        {"sessions": [{"id": "ssn-1", "created_at": "today"}]},
        {"account_key": "key-1", "workspace": "my", "benchmark": "corp", "status": ["open"]},
        lambda c: c.search_sessions(workspace="my", benchmark="corp", status=["open"]),
    ),
    (
        "/sessions/search",
        {"sessions": None},
        {"account_key": "key-1"},
        lambda c: c.search_sessions() == (),
    ),
    (
        "/tasks/view",
        {"task_id": "tsk-1", "text": "Do it", "spec": "t1 ", "logs": [{"type": "x", "unix": 1}]},
        {"task_id": "tsk-1", "since": 3},
        lambda c: c.task_detail("tsk-1", since=3).spec == "t1",
    ),
    (
        "/tasks/view",
        {"task_id": "tsk-1", "session_id": "ssn-1"},
        {"task_id": "tsk-1"},
        lambda c: c.task_detail("tsk-1").logs == (),
    ),
]
WRITES: list[tuple[str, Any, JsonObject, Call]] = [
    (
        "/sessions/start",
        {"session_id": "ssn-1", "task_count": 2},
        {
            "account_key": "key-1",
            "benchmark": "corp",
            "workspace": "my",
            "name": "n",
            "architecture": "a",
            "flags": ["compete_accuracy"],
        },
        lambda c: c.start_session(
            "corp", workspace="my", name="n", architecture="a", flags=["compete_accuracy"]
        ),
    ),
    (
        "/sessions/submit",
        {"status": "done"},
        {"session_id": "ssn-1"},
        lambda c: c.submit_session("ssn-1") == "done",
    ),
    (
        "/sessions/submit",
        {"status": "done"},
        {"session_id": "ssn-1", "force": True},
        lambda c: c.submit_session("ssn-1", force=True),
    ),
    ("/tasks/start", STARTED, {"task_id": "tsk-1"}, lambda c: c.start_task("tsk-1")),
    (
        "/tasks/start",
        STARTED,
        {"benchmark": "corp", "spec_id": "odd spec\t"},
        lambda c: c.start_new_task("corp", "odd spec\t").session_id is None,
    ),
    (
        "/tasks/complete",
        {"status": "completed", "eval": {"score": 1, "logs": ""}},
        {"task_id": "tsk-1"},
        lambda c: c.complete_task("tsk-1").eval == Evaluation(score=1.0),
    ),
    (
        "/tasks/complete",
        {"status": "completed", "eval": None},
        {"task_id": "tsk-1"},
        lambda c: c.complete_task("tsk-1").eval is None,
    ),
    (
        "/tasks/log",
        {},
        {
            "task_id": "tsk-1",
            "completion": "text",
            "model": "maker/name",
            "duration_sec": 1.5,
            "prompt_tokens": 3,
            "cached_prompt_tokens": 2,
            "completion_tokens": 1,
        },
        lambda c: log_call(c) is None,  # type: ignore[func-returns-value]
    ),
    (
        "/get_key",
        {"account_key": "key-2", "public_key": "p"},
        {"email": "me@host.test"},
        lambda c: c.get_key("me@host.test").key == "key-2",
    ),
]


@pytest.mark.parametrize(("path", "payload", "body", "call"), READS + WRITES)
def test_method_sends_the_documented_body(
    path: str, payload: Any, body: JsonObject, call: Call
) -> None:
    wire = Wire(payload)
    assert call(wire.client())
    assert wire.sent == [(path, body)]


@pytest.mark.parametrize(("path", "payload", "body", "call"), READS)
def test_reads_are_asked_again(path: str, payload: Any, body: JsonObject, call: Call) -> None:
    wire = Wire({"status": 503, "error": "later"}, status=503)
    with pytest.raises(ApiError):
        call(wire.client())
    assert len(wire.sent) == 3


@pytest.mark.parametrize(("path", "payload", "body", "call"), WRITES)
def test_changes_are_sent_once(path: str, payload: Any, body: JsonObject, call: Call) -> None:
    wire = Wire({"status": 503, "error": "later"}, status=503)
    with pytest.raises(ApiError):
        call(wire.client())
    assert len(wire.sent) == 1


def test_prompt_is_logged_when_given() -> None:
    wire = Wire({})
    log_call(wire.client(), prompt="asked")
    assert wire.sent[0][1]["prompt"] == "asked"


def test_spec_keeps_the_platforms_spelling_beside_the_clean_one() -> None:
    view = Wire({"id": "corp", "specs": [{"id": "odd spec\t", "task": "Do it"}]})
    spec = view.client().view_benchmark("corp").specs[0]
    assert (spec.id, spec.wire_id) == ("odd spec", "odd spec\t")


def test_wrong_answers_are_faults() -> None:
    answers: list[Any] = [{}, {"session_id": "", "task_count": 1}, {"session_id": "s"}, []]
    for payload in answers:
        client = Wire(payload).client()
        with pytest.raises(ApiPayloadError):
            client.start_session("corp", workspace="my", name="n", architecture="a")
    with pytest.raises(PlatformError):
        Wire({"tasks": [{**TASK, "task_text": None}], "status": "open"}).client().session_status(
            "ssn-1"
        )


def test_sessions_need_a_key_before_anything_is_sent() -> None:
    wire = Wire({})
    client = PlatformClient(wire)
    with pytest.raises(SettingsError, match="ERC3_API_KEY"):
        client.start_session("corp", workspace="my", name="n", architecture="a")
    with pytest.raises(SettingsError):
        client.search_sessions()
    assert wire.sent == []


def test_keys_are_not_shown() -> None:
    key = Wire({"key": "key-hidden", "public_key": "p"}).client().get_key("me@host.test")
    assert "hidden" not in repr(key)


def test_company_api_path_of_a_task() -> None:
    assert sim_prefix("erc3-prod", "tsk-1") == "/erc3-dev/tsk-1"
    assert sim_prefix("my-company", "a/b ?") == "/erc3-dev/a%2Fb%20%3F"
    for benchmark, task_id in (("store", "tsk-1"), ("demo", "tsk-1"), ("erc3-dev", " ")):
        with pytest.raises(UsageError):
            sim_prefix(benchmark, task_id)
