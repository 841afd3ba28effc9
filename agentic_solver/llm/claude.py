"""The live model: Anthropic's Messages API through its SDK."""

from types import ModuleType
from typing import TYPE_CHECKING, Any

from pydantic import Field

from agentic_solver.errors import ModelAccessError
from agentic_solver.llm.model import ModelReply, ModelRequest, StopReason, Usage
from agentic_solver.llm.provider import Answered, ProviderModel

if TYPE_CHECKING:
    import anthropic
    import httpx2

__all__ = ["DEFAULT_BASE_URL", "ClaudeModel"]

DEFAULT_BASE_URL = "https://api.anthropic.com"
_STOP_REASONS = {reason.value: reason for reason in StopReason} | {
    "stop_sequence": StopReason.END_TURN
}


class ClaudeModel(ProviderModel["anthropic.Anthropic"]):
    """A Claude model."""

    default_base_url = DEFAULT_BASE_URL
    fault = "AnthropicError"

    def check_access(self) -> None:
        """Raise :class:`ModelAccessError` when there is no key."""
        if not self._api_key:
            raise ModelAccessError(
                f"{self._name} needs an API key: set ANTHROPIC_API_KEY, "
                "or use recorded plans, which need none"
            )

    def _sdk(self) -> ModuleType:
        # Loading the SDK takes more than two seconds, which no other command should pay.
        import anthropic  # noqa: PLC0415

        return anthropic

    def _open(self, sdk: ModuleType, http: "httpx2.Client") -> "anthropic.Anthropic":
        client: anthropic.Anthropic = sdk.Anthropic(
            api_key=self._api_key,
            base_url=self._base_url,
            timeout=self._timeout_s,
            max_retries=0,
            http_client=http,
        )
        return client

    def _ask(self, client: "anthropic.Anthropic", request: ModelRequest) -> str:
        raw = client.messages.with_raw_response.create(
            **_arguments(request), timeout=self._timeout_s
        )
        return raw.http_response.text

    def _read(self, text: str) -> ModelReply:
        answer = self._parsed(_Answer, text)
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


class _Block(Answered):
    type: str
    text: str = ""


class _Tokens(Answered):
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None


class _Answer(Answered):
    model: str
    content: list[_Block]
    stop_reason: str | None = None
    usage: _Tokens = Field(default_factory=_Tokens)
