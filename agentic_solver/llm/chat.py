"""The live model behind the chat completions API of OpenAI, which local servers speak as well.

An optional extra (``pip install 'agentic-solver[openai]'``). The same rules as for
:mod:`agentic_solver.llm.claude`: one request, one answer, retries declared here only, a refusal
and a cut-off text are replies.
"""

import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agentic_solver.errors import (
    ModelAccessError,
    ModelReplyError,
    ModelUnavailableError,
    SettingsError,
)
from agentic_solver.llm.model import Effort, ModelReply, ModelRequest, StopReason, Usage
from agentic_solver.llm.retry import ModelRetryRule, RetriedCall

if TYPE_CHECKING:
    import httpx2
    import openai

__all__ = ["DEFAULT_BASE_URL", "ChatModel"]

DEFAULT_BASE_URL = "https://api.openai.com/v1"

_EFFORTS: dict[Effort, str] = {
    "low": "low", "medium": "medium", "high": "high", "xhigh": "xhigh", "max": "xhigh",
}  # fmt: skip
_STOP_REASONS = {
    "stop": StopReason.END_TURN,
    "length": StopReason.MAX_TOKENS,
    "content_filter": StopReason.REFUSAL,
}


class ChatModel:
    """A model behind chat completions; the SDK is loaded at the first request."""

    def __init__(
        self,
        name: str,
        *,
        api_key: str = "",
        base_url: str = DEFAULT_BASE_URL,
        timeout_s: float = 600.0,
        retry: ModelRetryRule | None = None,
        sleep: Callable[[float], None] = time.sleep,
        http_client: "httpx2.Client | None" = None,
    ) -> None:
        """A server of your own (another ``base_url``) may need no key."""
        self._name = name
        self._api_key = api_key
        self._base_url = base_url
        self._timeout_s = timeout_s
        self._retry = ModelRetryRule() if retry is None else retry
        self._sleep = sleep
        self._http_client = http_client
        self._lock = threading.Lock()
        self._client: openai.OpenAI | None = None

    @property
    def name(self) -> str:
        """The model's name."""
        return self._name

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the reply; see :class:`agentic_solver.llm.model.Model` for the errors.

        Raises:
            SettingsError: the extra is not installed.
        """
        client = self._connect()
        # An optional package; _connect has said so if it is missing.
        import openai  # noqa: PLC0415

        arguments = _arguments(request, is_openai=self._base_url == DEFAULT_BASE_URL)
        call = RetriedCall(self._retry, covers=self._covers, sleep=self._sleep)

        def ask() -> str:
            raw = client.chat.completions.with_raw_response.create(
                **arguments, timeout=self._timeout_s
            )
            return raw.http_response.text

        try:
            text = call(ask)
        except openai.OpenAIError as error:
            hopeless = (
                openai.AuthenticationError,
                openai.PermissionDeniedError,
                openai.NotFoundError,
            )
            kind = ModelAccessError if isinstance(error, hopeless) else ModelUnavailableError
            fault = kind(
                f"{self._name} gave no answer after {call.tries} requests: "
                f"{type(error).__name__}: {error.__cause__ or error}"
            )
            fault.retried = tuple(call.retried)
            raise fault from error
        return replace(_reply(self._name, text, call.tries), retried=tuple(call.retried))

    def _connect(self) -> "openai.OpenAI":
        try:
            # An optional package, and slow to load.
            import openai  # noqa: PLC0415
        except ImportError as error:
            raise SettingsError(
                "the proposer openai needs the package openai: pip install 'agentic-solver[openai]'"
            ) from error
        if not self._api_key and self._base_url == DEFAULT_BASE_URL:
            raise ModelAccessError(
                f"{self._name} needs an API key: set OPENAI_API_KEY, or OPENAI_BASE_URL for a "
                "server of your own"
            )
        from agentic_solver.http_deadline import within  # noqa: PLC0415 - brings the HTTP library

        with self._lock:
            if self._client is None:
                http = self._http_client
                if http is None:
                    http = openai.DefaultHttpxClient(event_hooks=within(self._timeout_s))
                    weakref.finalize(self, http.close)
                self._client = openai.OpenAI(
                    api_key=self._api_key or "none",
                    base_url=self._base_url,
                    timeout=self._timeout_s,
                    max_retries=0,
                    http_client=http,
                )
            return self._client

    def _covers(self, error: BaseException) -> bool:
        import openai  # noqa: PLC0415  (see complete)

        if isinstance(error, openai.APIStatusError):
            return self._retry.covers_status(error.status_code)
        return isinstance(error, openai.APIConnectionError) and not isinstance(
            error, openai.APITimeoutError
        )


def _arguments(request: ModelRequest, *, is_openai: bool) -> dict[str, Any]:
    messages = [{"role": "system", "content": block.text} for block in request.system]
    messages += [{"role": message.role, "content": message.text} for message in request.messages]
    # OpenAI's newer models refuse max_tokens; most other servers know nothing else.
    limit = "max_completion_tokens" if is_openai else "max_tokens"
    arguments: dict[str, Any] = {
        "model": request.model,
        "messages": messages,
        limit: request.max_tokens,
    }
    if request.output_schema is not None:
        arguments["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "reply", "schema": request.output_schema, "strict": True},
        }
    if request.effort is not None:
        arguments["reasoning_effort"] = _EFFORTS[request.effort]
    if request.temperature is not None:
        arguments["temperature"] = request.temperature
    return arguments


class _Answered(BaseModel):
    """The parts of the provider's answer that are used; the rest is ignored."""

    model_config = ConfigDict(extra="ignore", strict=True)


class _Message(_Answered):
    content: str | None = None
    refusal: str | None = None


class _Choice(_Answered):
    message: _Message
    finish_reason: str | None = None


class _PromptDetails(_Answered):
    cached_tokens: int | None = None


class _Tokens(_Answered):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _PromptDetails | None = None


class _Answer(_Answered):
    model: str
    choices: list[_Choice] = Field(min_length=1)
    usage: _Tokens | None = None


def _reply(name: str, text: str, tries: int) -> ModelReply:
    try:
        answer = _Answer.model_validate_json(text)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, problem["loc"])) or "body"
        raise ModelReplyError(
            f"{name}: the answer is not a chat completion: {place}: {problem['msg']}"
        ) from error
    choice = answer.choices[0]
    stop = _STOP_REASONS.get(choice.finish_reason or "", StopReason.OTHER)
    return ModelReply(
        text=choice.message.content or "",
        stop_reason=StopReason.REFUSAL if choice.message.refusal else stop,
        model=answer.model,
        usage=_usage(answer.usage or _Tokens()),
        tries=tries,
    )


def _usage(tokens: _Tokens) -> Usage:
    details = tokens.prompt_tokens_details
    cached = (details.cached_tokens if details is not None else None) or 0
    # Here the prompt's tokens include the cached ones, unlike in Usage.
    return Usage(
        input_tokens=max(0, (tokens.prompt_tokens or 0) - cached),
        output_tokens=tokens.completion_tokens or 0,
        cache_read_tokens=cached,
    )
