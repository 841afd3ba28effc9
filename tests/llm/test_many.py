"""The adapter for many providers against local servers that speak the providers' own wires."""

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from typing import Any

import pytest

from agentic_solver.errors import (
    ModelAccessError,
    ModelReplyError,
    ModelUnavailableError,
    SettingsError,
)
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.models import open_models
from agentic_solver.harness.options import RunOptions
from agentic_solver.llm.many import ManyModel
from agentic_solver.llm.model import (
    Message,
    ModelReply,
    ModelRequest,
    StopReason,
    SystemBlock,
    Usage,
)
from agentic_solver.settings import load_settings

pytest.importorskip("pydantic_ai")
pytestmark = [pytest.mark.enable_socket, pytest.mark.filterwarnings("default")]

REQUEST = ModelRequest(
    model="given-by-name",
    system=(SystemBlock(text="rules", cacheable=True), SystemBlock(text="task")),
    messages=(
        Message(role="user", text="plan"),
        Message(role="assistant", text="{}"),
        Message(role="user", text="again"),
    ),
    output_schema={
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": False,
    },
    max_tokens=900,
    temperature=0.5,
)
Answer = tuple[int, dict[str, Any]]


@dataclass
class Provider:
    """A server that gives one answer after the other and remembers what it was asked."""

    address: str
    answers: list[Answer] = field(default_factory=list)
    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    silent: threading.Event = field(default_factory=threading.Event)
    waits: list[float] = field(default_factory=list)


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            found.asked.append((self.path, body))
            if not found.answers:
                found.silent.wait(10)
                return
            status, told = found.answers.pop(0)
            data = json.dumps(told).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    found = Provider(address=f"http://127.0.0.1:{server.server_address[1]}")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for name in ("OPENAI", "ANTHROPIC", "GOOGLE", "GROQ"):
        monkeypatch.setenv(f"{name}_API_KEY", "secret-key-of-a-provider")
    monkeypatch.setenv("OPENAI_BASE_URL", f"{found.address}/v1")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", found.address)
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", found.address)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    yield found
    found.silent.set()
    server.shutdown()
    server.server_close()


def ask(provider: Provider, name: str = "openai-chat:some-model", **options: Any) -> ModelReply:
    model = ManyModel(name, sleep=provider.waits.append, **options)
    assert model.name == name
    return model.complete(REQUEST)


def chat(reason: str = "stop", content: str | None = '{"a":1}') -> Answer:
    return 200, {
        "id": "c1", "object": "chat.completion", "created": 1, "model": "some-model-2026",
        "choices": [{"index": 0, "finish_reason": reason,
                     "message": {"role": "assistant", "content": content}}],
        "usage": {"prompt_tokens": 50, "completion_tokens": 7, "total_tokens": 57,
                  "prompt_tokens_details": {"cached_tokens": 40}},
    }  # fmt: skip


def test_the_wire_of_chat_completions(provider: Provider) -> None:
    provider.answers = [chat()]
    assert ask(provider) == ModelReply(
        text='{"a":1}',
        model="some-model-2026",
        usage=Usage(input_tokens=10, output_tokens=7, cache_read_tokens=40),
    )
    path, body = provider.asked[0]
    assert path == "/v1/chat/completions"
    assert [(one["role"], one["content"]) for one in body["messages"]] == [
        ("system", "rules"), ("system", "task"), ("user", "plan"), ("assistant", "{}"),
        ("user", "again"),
    ]  # fmt: skip
    assert body["temperature"] == 0.5
    assert 900 in (body.get("max_tokens"), body.get("max_completion_tokens"))
    assert body["response_format"]["json_schema"]["schema"] == REQUEST.output_schema


def test_the_wire_of_messages(provider: Provider) -> None:
    provider.answers = [(200, {
        "id": "m1", "type": "message", "role": "assistant", "model": "claude-some",
        "content": [{"type": "text", "text": '{"a":1}'}], "stop_reason": "max_tokens",
        "stop_sequence": None, "usage": {"input_tokens": 10, "output_tokens": 7},
    })]  # fmt: skip
    reply = ask(provider, "anthropic:claude-some")
    assert (reply.text, reply.stop_reason) == ('{"a":1}', StopReason.MAX_TOKENS)
    assert reply.usage == Usage(input_tokens=10, output_tokens=7)
    path, body = provider.asked[0]
    assert path.startswith("/v1/messages")
    assert [one["role"] for one in body["messages"]] == ["user", "assistant", "user"]
    assert "rules" in json.dumps(body["system"])
    assert body["max_tokens"] == 900


@pytest.mark.skipif(find_spec("google") is None or find_spec("google.genai") is None,
                    reason="google-genai is not installed")  # fmt: skip
def test_the_wire_of_gemini(provider: Provider) -> None:
    provider.answers = [(200, {
        "candidates": [{"content": {"role": "model", "parts": [{"text": '{"a":1}'}]},
                        "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 50, "candidatesTokenCount": 7,
                          "cachedContentTokenCount": 40, "totalTokenCount": 57},
        "modelVersion": "gemini-some",
    })]  # fmt: skip
    reply = ask(provider, "google:gemini-some")
    assert reply == ModelReply(
        text='{"a":1}',
        model="gemini-some",
        usage=Usage(input_tokens=10, output_tokens=7, cache_read_tokens=40),
    )
    path, body = provider.asked[0]
    assert path.endswith("gemini-some:generateContent")
    assert [one["role"] for one in body["contents"]] == ["user", "model", "user"]
    assert "rules" in json.dumps(body["systemInstruction"])


@pytest.mark.parametrize(
    ("reason", "stop"),
    [("length", StopReason.MAX_TOKENS), ("content_filter", StopReason.REFUSAL)],
)
def test_the_stop_reason_is_kept(provider: Provider, reason: str, stop: StopReason) -> None:
    provider.answers = [chat(reason)]
    assert ask(provider).stop_reason is stop


def test_overload_is_asked_again_and_every_request_counts(provider: Provider) -> None:
    busy: Answer = (429, {"error": {"message": "slow down"}})
    provider.answers = [busy, (500, {"error": {"message": "x"}}), chat()]
    reply = ask(provider)
    assert (reply.tries, reply.retried) == (3, ("status 429", "status 500"))
    assert provider.waits == [2.0, 4.0]
    assert len(provider.asked) == 3


def test_a_refused_key_is_hopeless_and_is_not_told(provider: Provider) -> None:
    told = "no such key secret-key-of-a-provider"
    provider.answers = [(401, {"error": {"message": told}})]
    settings = load_settings({"GROQ_API_KEY": "secret-key-of-a-provider"})
    options = RunOptions(benchmark="erc3-dev", proposer="pydantic-ai", model="openai-chat:m")
    opened = open_benchmark("erc3-dev", "twin", settings, seed=0)
    planner = open_models(options, opened, settings).planner
    with pytest.raises(ModelAccessError, match="status_code: 401") as caught:
        planner.complete(REQUEST)
    assert "secret-key" not in str(caught.value)
    assert len(provider.asked) == 1


def test_silence_ends_at_its_time_and_is_not_asked_again(provider: Provider) -> None:
    with pytest.raises(ModelUnavailableError, match="gave no answer after 1 requests"):
        ask(provider, timeout_s=0.5)
    assert provider.waits == []


def test_an_answer_that_is_none_is_a_fault(provider: Provider) -> None:
    provider.answers = [(200, {"nonsense": True})]
    with pytest.raises((ModelUnavailableError, ModelReplyError), match="openai-chat:some-model"):
        ask(provider)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nowhere:model", "cannot be asked: .*nowhere"),
        ("model-without-provider", "cannot be asked"),
        ("groq:model", "cannot be asked: .*groq"),
    ],
)
def test_a_provider_that_cannot_be_asked_is_named(provider: Provider, name: str, why: str) -> None:
    if name.startswith("groq") and find_spec("groq") is not None:
        pytest.skip("groq is installed")
    with pytest.raises(SettingsError, match=why):
        ManyModel(name)


def test_the_name_of_the_model_is_needed() -> None:
    settings = load_settings({})
    opened = open_benchmark("erc3-dev", "twin", settings, seed=0)
    options = RunOptions(benchmark="erc3-dev", proposer="pydantic-ai", model=settings.model)
    with pytest.raises(SettingsError, match="needs --model PROVIDER:NAME"):
        open_models(options, opened, settings)
