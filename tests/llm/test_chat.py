"""The chat completions adapter against an in-process server: what is sent, what comes back."""

import json
from typing import Any

import httpx2
import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import ModelAccessError, ModelReplyError, ModelUnavailableError
from agentic_solver.llm.chat import DEFAULT_BASE_URL, ChatModel
from agentic_solver.llm.model import (
    Message,
    ModelReply,
    ModelRequest,
    StopReason,
    SystemBlock,
    Usage,
)
from tests.llm.answering import Answering

SCHEMA: JsonObject = {"type": "object", "additionalProperties": False}
REQUEST = ModelRequest(
    model="some-model",
    system=(SystemBlock(text="rules", cacheable=True), SystemBlock(text="task")),
    messages=(Message(role="user", text="plan"),),
    output_schema=SCHEMA,
    max_tokens=900,
    effort="max",
    temperature=0.0,
)


def completion(reason: str = "stop", **message: Any) -> httpx2.Response:
    return httpx2.Response(
        200,
        json={
            "id": "c1", "object": "chat.completion", "created": 1, "model": "some-model-2026",
            "choices": [
                {"index": 0, "finish_reason": reason,
                 "message": {"role": "assistant", "content": '{"a":1}', **message}}
            ],
            "usage": {"prompt_tokens": 50, "completion_tokens": 7, "total_tokens": 57,
                      "prompt_tokens_details": {"cached_tokens": 40}},
        },
    )  # fmt: skip


def ask(
    server: Answering, request: ModelRequest = REQUEST, base_url: str = "http://gpu.test/v1"
) -> ModelReply:
    with httpx2.Client(transport=httpx2.MockTransport(server)) as http:
        model = ChatModel(
            "some-model",
            api_key="secret-key" if base_url == DEFAULT_BASE_URL else "",
            base_url=base_url,
            sleep=server.waits.append,
            http_client=http,
        )
        return model.complete(request)


def test_the_request_is_sent_with_schema_effort_and_temperature() -> None:
    server = Answering(completion())
    ask(server)
    assert str(server.requests[0].url) == "http://gpu.test/v1/chat/completions"
    assert json.loads(server.requests[0].content) == {
        "model": "some-model",
        "messages": [
            {"role": "system", "content": "rules"},
            {"role": "system", "content": "task"},
            {"role": "user", "content": "plan"},
        ],
        "max_tokens": 900,
        "reasoning_effort": "xhigh",
        "temperature": 0.0,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "reply", "schema": SCHEMA, "strict": True},
        },
    }


def test_openai_itself_is_told_the_limit_under_its_new_name() -> None:
    server = Answering(completion())
    ask(server, base_url=DEFAULT_BASE_URL)
    body = json.loads(server.requests[0].content)
    assert body["max_completion_tokens"] == 900
    assert "max_tokens" not in body
    assert server.requests[0].headers["authorization"] == "Bearer secret-key"


def test_usage_tells_cached_tokens_apart() -> None:
    reply = ask(Answering(completion()))
    assert reply == ModelReply(
        text='{"a":1}',
        model="some-model-2026",
        usage=Usage(input_tokens=10, output_tokens=7, cache_read_tokens=40),
    )


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (completion("length"), StopReason.MAX_TOKENS),
        (completion("content_filter"), StopReason.REFUSAL),
        (completion("stop", content=None, refusal="I will not."), StopReason.REFUSAL),
        (completion("tool_calls"), StopReason.OTHER),
    ],
)
def test_the_stop_reason_is_kept(answer: httpx2.Response, reason: StopReason) -> None:
    assert ask(Answering(answer)).stop_reason is reason


def test_overload_is_asked_again_and_every_request_counts() -> None:
    busy = httpx2.Response(429, json={"error": {"message": "slow down"}},
                           headers={"retry-after": "9"})  # fmt: skip
    server = Answering(busy, httpx2.ConnectError("reset"), completion())
    assert ask(server).tries == 3
    assert server.waits == [9.0, 4.0]


@pytest.mark.parametrize(
    ("status", "fault"), [(401, ModelAccessError), (404, ModelAccessError),
                          (400, ModelUnavailableError)]
)  # fmt: skip
def test_what_cannot_succeed_is_asked_once(status: int, fault: type[Exception]) -> None:
    server = Answering(httpx2.Response(status, json={"error": {"message": "told so"}}))
    with pytest.raises(fault, match="after 1 requests"):
        ask(server)


@pytest.mark.parametrize("body", [{"choices": []}, {"model": "m", "choices": []}, {"model": 3}])
def test_an_answer_that_is_no_completion_is_named(body: dict[str, Any]) -> None:
    with pytest.raises(ModelReplyError, match="no reply of a model"):
        ask(Answering(httpx2.Response(200, json=body)))


def test_without_a_key_openai_itself_is_not_asked() -> None:
    with pytest.raises(ModelAccessError, match="OPENAI_API_KEY"):
        ChatModel("some-model", base_url=DEFAULT_BASE_URL).complete(REQUEST)
