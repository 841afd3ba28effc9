"""The live model behind the chat completions API of OpenAI, which local servers speak as well.

An optional extra (``pip install -e '.[openai]'`` in a checkout).
"""

from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pydantic import Field

from agentic_solver.contracts.wording import how_to_install
from agentic_solver.errors import ModelAccessError, SettingsError
from agentic_solver.llm.model import Effort, ModelReply, ModelRequest, StopReason, Usage
from agentic_solver.llm.provider import Answered, ProviderModel

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


class ChatModel(ProviderModel["openai.OpenAI"]):
    """A model behind chat completions. A server of your own may need no key."""

    default_base_url = DEFAULT_BASE_URL
    fault = "OpenAIError"

    def check_access(self) -> None:
        """Say what is missing for any request: a key, or the package.

        Raises:
            ModelAccessError: there is no key, and the server is OpenAI's.
            SettingsError: the package is not installed.
        """
        if not self._api_key and self._base_url == DEFAULT_BASE_URL:
            raise ModelAccessError(
                f"{self._name} needs an API key: set OPENAI_API_KEY, or OPENAI_BASE_URL for a "
                "server of your own"
            )
        if find_spec("openai") is None:
            raise SettingsError(
                f"the proposer openai needs the extra openai: {how_to_install('openai')}"
            )

    def _sdk(self) -> ModuleType:
        # An optional package, and slow to load.
        import openai  # noqa: PLC0415

        return openai

    def _open(self, sdk: ModuleType, http: "httpx2.Client") -> "openai.OpenAI":
        client: openai.OpenAI = sdk.OpenAI(
            api_key=self._api_key or "none",
            base_url=self._base_url,
            timeout=self._timeout_s,
            max_retries=0,
            http_client=http,
        )
        return client

    def _ask(self, client: "openai.OpenAI", request: ModelRequest) -> str:
        arguments = _arguments(request, is_openai=self._base_url == DEFAULT_BASE_URL)
        raw = client.chat.completions.with_raw_response.create(**arguments, timeout=self._timeout_s)
        return raw.http_response.text

    def _read(self, text: str) -> ModelReply:
        answer = self._parsed(_Answer, text)
        choice = answer.choices[0]
        stop = _STOP_REASONS.get(choice.finish_reason or "", StopReason.OTHER)
        return ModelReply(
            text=choice.message.content or "",
            stop_reason=StopReason.REFUSAL if choice.message.refusal else stop,
            model=answer.model,
            usage=_usage(answer.usage or _Tokens()),
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


class _Message(Answered):
    content: str | None = None
    refusal: str | None = None


class _Choice(Answered):
    message: _Message
    finish_reason: str | None = None


class _PromptDetails(Answered):
    cached_tokens: int | None = None


class _Tokens(Answered):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _PromptDetails | None = None


class _Answer(Answered):
    model: str
    choices: list[_Choice] = Field(min_length=1)
    usage: _Tokens | None = None


def _usage(tokens: _Tokens) -> Usage:
    details = tokens.prompt_tokens_details
    cached = (details.cached_tokens if details is not None else None) or 0
    # Here the prompt's tokens include the cached ones, unlike in Usage.
    return Usage(
        input_tokens=max(0, (tokens.prompt_tokens or 0) - cached),
        output_tokens=tokens.completion_tokens or 0,
        cache_read_tokens=cached,
    )
