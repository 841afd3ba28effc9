"""The live adapter against an in-process Messages API: what is sent, what comes back."""

import dataclasses
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import anthropic
import httpx2
import pytest

from agentic_solver.errors import (
    ModelAccessError,
    ModelError,
    ModelReplyError,
    ModelUnavailableError,
)
from agentic_solver.llm.claude import ClaudeModel
from agentic_solver.llm.model import (
    Message,
    ModelReply,
    ModelRequest,
    StopReason,
    SystemBlock,
    Usage,
)
from agentic_solver.llm.retry import ModelRetryRule
from tests.llm.answering import Answering

REQUEST = ModelRequest(
    model="claude-x",
    system=(SystemBlock(text="rules", cacheable=True), SystemBlock(text="task")),
    messages=(Message(role="user", text="plan"), Message(role="assistant", text="{")),
    output_schema={"type": "object", "additionalProperties": False},
    max_tokens=64_000,
    effort="high",
)

Answer = Callable[[httpx2.Request], httpx2.Response]


class Api(Answering):
    def body(self) -> Any:
        return json.loads(self.requests[-1].content)


def message(**changes: Any) -> httpx2.Response:
    payload: dict[str, Any] = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-x-2026",
        "content": [{"type": "text", "text": '{"a":1}'}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 5, "output_tokens": 7},
    }
    return httpx2.Response(200, json=payload | changes)


def refused(status: int, kind: str = "api_error", **headers: str) -> httpx2.Response:
    body = {"type": "error", "error": {"type": kind, "message": "told so"}}
    return httpx2.Response(
        status, json=body, headers={k.replace("_", "-"): v for k, v in headers.items()}
    )


@contextmanager
def model(api: Api, **options: Any) -> Iterator[ClaudeModel]:
    with httpx2.Client(transport=httpx2.MockTransport(api)) as http:
        yield ClaudeModel(
            "claude-x",
            api_key="secret-key",
            base_url="https://model.test/gateway",
            sleep=api.waits.append,
            http_client=http,
            **options,
        )


def complete(api: Api, request: ModelRequest = REQUEST, **options: Any) -> ModelReply:
    with model(api, **options) as claude:
        return claude.complete(request)


def test_request_is_sent_with_schema_effort_and_cache_marks() -> None:
    api = Api(message())
    complete(api, timeout_s=1800.0)
    assert api.body() == {
        "model": "claude-x",
        "max_tokens": 64_000,
        "system": [
            {"type": "text", "text": "rules", "cache_control": {"type": "ephemeral"}},
            {"type": "text", "text": "task"},
        ],
        "messages": [
            {"role": "user", "content": "plan"},
            {"role": "assistant", "content": "{"},
        ],
        "output_config": {
            "format": {
                "type": "json_schema",
                "schema": {"type": "object", "additionalProperties": False},
            },
            "effort": "high",
        },
    }
    assert str(api.requests[0].url) == "https://model.test/gateway/v1/messages"
    assert api.requests[0].extensions["timeout"]["read"] == 1800.0


def test_one_adapter_serves_many_requests() -> None:
    api = Api(message(), message())
    with model(api) as claude:
        assert claude.complete(REQUEST) == claude.complete(REQUEST)
        assert claude.name == "claude-x"
    assert len(api.requests) == 2


def test_bare_request_sends_nothing_optional() -> None:
    api = Api(message())
    complete(
        api, ModelRequest(model="m", messages=(Message(role="user", text="hi"),), max_tokens=9)
    )
    assert api.body() == {
        "model": "m",
        "max_tokens": 9,
        "messages": [{"role": "user", "content": "hi"}],
    }


def test_reply_has_text_of_all_blocks_and_the_providers_usage() -> None:
    content = [
        {"type": "thinking", "thinking": "hm", "signature": "s"},
        {"type": "text", "text": '{"a":'},
        {"type": "text", "text": "1}"},
    ]
    usage = {
        "input_tokens": 5,
        "output_tokens": 7,
        "cache_read_input_tokens": 11,
        "cache_creation_input_tokens": None,
        "service_tier": "standard",
    }
    assert complete(Api(message(content=content, usage=usage))) == ModelReply(
        text='{"a":1}',
        stop_reason=StopReason.END_TURN,
        model="claude-x-2026",
        usage=Usage(input_tokens=5, output_tokens=7, cache_read_tokens=11),
        tries=1,
    )


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ("max_tokens", StopReason.MAX_TOKENS),
        ("model_context_window_exceeded", StopReason.CONTEXT_WINDOW),
        ("refusal", StopReason.REFUSAL),
        ("stop_sequence", StopReason.END_TURN),
        ("tool_use", StopReason.OTHER),
        (None, StopReason.OTHER),
    ],
)
def test_unfinished_answers_are_replies_with_usage(sent: str | None, expected: StopReason) -> None:
    reply = complete(Api(message(stop_reason=sent, content=[])))
    assert reply.stop_reason is expected
    assert reply.text == ""
    assert reply.usage == Usage(input_tokens=5, output_tokens=7)


@pytest.mark.parametrize(
    "body", ["", "{oops", "[]", '{"model": "m"}', '{"model": "m", "content": [{"text": 1}]}']
)
def test_answer_that_is_no_message_is_a_reply_error(body: str) -> None:
    with pytest.raises(ModelReplyError, match="no reply of a model"):
        complete(Api(httpx2.Response(200, text=body)))


@pytest.mark.parametrize(
    "first",
    [
        refused(429, "rate_limit_error"),
        refused(500),
        refused(529, "overloaded_error"),
        httpx2.ConnectError("refused"),
    ],
)
def test_passing_failures_are_asked_again(first: httpx2.Response | Exception) -> None:
    api = Api(first, message())
    assert complete(api).tries == 2
    assert len(api.requests) == 2
    assert api.waits == [2.0]


def test_retries_end_and_are_not_stacked_with_the_sdks_own() -> None:
    api = Api(*[refused(529, "overloaded_error") for _ in range(9)])
    with pytest.raises(ModelUnavailableError, match="after 3 requests: OverloadedError"):
        complete(api, retry=ModelRetryRule(attempts=3))
    assert len(api.requests) == 3
    assert api.waits == [2.0, 4.0]


@pytest.mark.parametrize(
    ("header", "wait"), [("9", 9.0), ("0", 2.0), ("9999", 60.0), ("soon", 2.0)]
)
def test_providers_wish_to_wait_is_kept_within_bounds(header: str, wait: float) -> None:
    api = Api(refused(429, retry_after=header), message())
    complete(api)
    assert api.waits == [wait]


@pytest.mark.parametrize(
    ("failure", "name"),
    [
        (refused(400, "invalid_request_error"), "BadRequestError"),
        (refused(401, "authentication_error"), "AuthenticationError"),
        (refused(404, "not_found_error"), "NotFoundError"),
        (httpx2.ReadTimeout("slow"), "APITimeoutError"),
    ],
)
def test_lasting_failures_and_timeouts_are_asked_once(
    failure: httpx2.Response | Exception, name: str
) -> None:
    api = Api(failure)
    with pytest.raises(ModelError, match=f"after 1 requests: {name}"):
        complete(api)
    assert api.waits == []


def _sdk_errors(root: type[Exception]) -> Iterator[type[Exception]]:
    for kind in root.__subclasses__():
        yield kind
        yield from _sdk_errors(kind)


class Failing(ClaudeModel):
    """Its connection raises one given exception in place of sending anything."""

    def __init__(self, error: Exception) -> None:
        super().__init__("claude-x", api_key="k", sleep=lambda _: None)
        self._error = error

    def _ask(self, client: anthropic.Anthropic, request: ModelRequest) -> str:
        raise self._error


@pytest.mark.slow
def test_every_sdk_exception_is_mapped() -> None:
    exported = {
        kind
        for kind in vars(anthropic).values()
        if isinstance(kind, type) and issubclass(kind, Exception) and not issubclass(kind, Warning)
    }
    known: set[type[Exception]] = {
        anthropic.AnthropicError,
        *_sdk_errors(anthropic.AnthropicError),
    }
    assert {kind.__name__ for kind in exported - known} == set()
    for kind in sorted(known, key=lambda kind: kind.__name__):
        with pytest.raises(_mapped(kind)):
            Failing(_instance(kind)).complete(REQUEST)


def _instance(kind: type[Exception]) -> Exception:
    """Make an exception of the SDK without knowing each constructor."""
    error = kind.__new__(kind)
    Exception.__init__(error, "told so")
    vars(error)["request_id"] = None
    if isinstance(error, anthropic.APIStatusError):
        error.status_code = 400
        error.response = httpx2.Response(400)
    return error


def _mapped(kind: type[Exception]) -> type[ModelError]:
    hopeless = (
        anthropic.AuthenticationError,
        anthropic.PermissionDeniedError,
        anthropic.NotFoundError,
    )
    if issubclass(kind, anthropic.APIResponseValidationError):
        return ModelReplyError
    return ModelAccessError if issubclass(kind, hopeless) else ModelUnavailableError


def test_missing_key_is_a_clear_fault_before_anything_is_sent() -> None:
    claude = ClaudeModel("claude-x", api_key="")
    with pytest.raises(ModelAccessError, match="ANTHROPIC_API_KEY"):
        claude.complete(REQUEST)


def test_key_is_not_in_the_error_text() -> None:
    with pytest.raises(ModelAccessError) as caught:
        complete(Api(refused(401, "authentication_error")))
    assert "secret-key" not in str(caught.value)


def test_importing_the_adapter_does_not_load_the_sdk() -> None:
    code = (
        "import sys, agentic_solver.llm.claude as c;"
        "c.ClaudeModel('m', api_key='k');"
        "sys.exit('anthropic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_temperature_is_sent_and_named_only_where_it_is_set() -> None:
    api = Api(message(), message())
    complete(api)
    assert "temperature" not in api.body()
    warm = dataclasses.replace(REQUEST, temperature=0.2)
    complete(api, warm)
    assert api.body()["temperature"] == 0.2
    assert "temperature" not in REQUEST.to_json()
    assert warm.id != REQUEST.id
