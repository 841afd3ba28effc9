"""The live model: Anthropic's Messages API through its SDK.

One request, one answer, no streaming. Retries are declared here and only here: the SDK's own
are off, so every request that is sent counts as a try. A refusal and a cut-off text come
back as replies with their usage; only answers that are no replies at all are faults.
"""

import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agentic_solver.errors import ModelAccessError, ModelReplyError, ModelUnavailableError
from agentic_solver.llm.model import ModelReply, ModelRequest, StopReason, Usage
from agentic_solver.llm.retry import ModelRetryRule, RetriedCall

if TYPE_CHECKING:
    import anthropic
    import httpx2

__all__ = ["DEFAULT_BASE_URL", "ClaudeModel"]

DEFAULT_BASE_URL = "https://api.anthropic.com"


class ClaudeModel:
    """A Claude model; the SDK is loaded at the first request."""

    def __init__(
        self,
        name: str,
        *,
        api_key: str,
        base_url: str = DEFAULT_BASE_URL,
        timeout_s: float = 600.0,
        retry: ModelRetryRule | None = None,
        sleep: Callable[[float], None] = time.sleep,
        http_client: "httpx2.Client | None" = None,
    ) -> None:
        self._name = name
        self._api_key = api_key
        self._base_url = base_url
        self._timeout_s = timeout_s
        self._retry = ModelRetryRule() if retry is None else retry
        self._sleep = sleep
        self._http_client = http_client
        self._lock = threading.Lock()
        self._client: anthropic.Anthropic | None = None

    @property
    def name(self) -> str:
        """The model's name."""
        return self._name

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the reply; see :class:`agentic_solver.llm.model.Model` for the errors."""
        # Loading the SDK takes more than two seconds, which no other command should pay.
        import anthropic  # noqa: PLC0415

        client = self._connect()
        arguments = _arguments(request)
        call = RetriedCall(self._retry, covers=self._covers, sleep=self._sleep)

        def ask() -> str:
            raw = client.messages.with_raw_response.create(**arguments, timeout=self._timeout_s)
            return raw.http_response.text

        try:
            text = call(ask)
        except anthropic.APIResponseValidationError as error:
            raise ModelReplyError(f"{self._name}: the answer is not a message: {error}") from error
        except anthropic.AnthropicError as error:
            hopeless = (
                anthropic.AuthenticationError,
                anthropic.PermissionDeniedError,
                anthropic.NotFoundError,
            )
            kind = ModelAccessError if isinstance(error, hopeless) else ModelUnavailableError
            fault = kind(
                f"{self._name} gave no answer after {call.tries} requests: "
                f"{type(error).__name__}: {error.__cause__ or error}"
            )
            fault.retried = tuple(call.retried)
            raise fault from error
        return replace(_reply(self._name, text, call.tries), retried=tuple(call.retried))

    def _connect(self) -> "anthropic.Anthropic":
        if not self._api_key:
            raise ModelAccessError(
                f"{self._name} needs an API key: set ANTHROPIC_API_KEY, "
                "or use recorded plans, which need none"
            )
        # See complete; the other one brings the HTTP library.
        import anthropic  # noqa: PLC0415

        from agentic_solver.http_deadline import within  # noqa: PLC0415

        with self._lock:
            if self._client is None:
                http = self._http_client
                if http is None:
                    http = anthropic.DefaultHttpxClient(event_hooks=within(self._timeout_s))
                    weakref.finalize(self, http.close)
                self._client = anthropic.Anthropic(
                    api_key=self._api_key,
                    base_url=self._base_url,
                    timeout=self._timeout_s,
                    max_retries=0,
                    http_client=http,
                )
            return self._client

    def _covers(self, error: BaseException) -> bool:
        import anthropic  # noqa: PLC0415  (see complete)

        if isinstance(error, anthropic.APIStatusError):
            return self._retry.covers_status(error.status_code)
        return isinstance(error, anthropic.APIConnectionError) and not isinstance(
            error, anthropic.APITimeoutError
        )


def _arguments(request: ModelRequest) -> dict[str, Any]:
    arguments: dict[str, Any] = {
        "model": request.model,
        "max_tokens": request.max_tokens,
        "messages": [{"role": m.role, "content": m.text} for m in request.messages],
    }
    system: list[dict[str, Any]] = []
    for block in request.system:
        part: dict[str, Any] = {"type": "text", "text": block.text}
        if block.cacheable:
            part["cache_control"] = {"type": "ephemeral"}
        system.append(part)
    if system:
        arguments["system"] = system
    if request.temperature is not None:
        # The SDK has no argument for it any more, as the newest models take none.
        arguments["extra_body"] = {"temperature": request.temperature}
    output: dict[str, Any] = {}
    if request.output_schema is not None:
        output["format"] = {"type": "json_schema", "schema": request.output_schema}
    if request.effort is not None:
        output["effort"] = request.effort
    if output:
        arguments["output_config"] = output
    return arguments


class _Answered(BaseModel):
    """The parts of the provider's answer that are used; the rest is ignored."""

    model_config = ConfigDict(extra="ignore", strict=True)


class _Block(_Answered):
    type: str
    text: str = ""


class _Tokens(_Answered):
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None


class _Answer(_Answered):
    model: str
    content: list[_Block]
    stop_reason: str | None = None
    usage: _Tokens = Field(default_factory=_Tokens)


_STOP_REASONS = {reason.value: reason for reason in StopReason} | {
    "stop_sequence": StopReason.END_TURN
}


def _reply(name: str, text: str, tries: int) -> ModelReply:
    try:
        answer = _Answer.model_validate_json(text)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, problem["loc"])) or "body"
        raise ModelReplyError(
            f"{name}: the answer is not a message: {place}: {problem['msg']}"
        ) from error
    return ModelReply(
        text="".join(block.text for block in answer.content if block.type == "text"),
        stop_reason=_STOP_REASONS.get(answer.stop_reason or "", StopReason.OTHER),
        model=answer.model,
        usage=Usage(
            input_tokens=answer.usage.input_tokens or 0,
            output_tokens=answer.usage.output_tokens or 0,
            cache_read_tokens=answer.usage.cache_read_input_tokens or 0,
            cache_creation_tokens=answer.usage.cache_creation_input_tokens or 0,
        ),
        tries=tries,
    )
