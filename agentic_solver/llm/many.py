"""A live model of any provider that pydantic-ai speaks to: ``google:NAME``, ``mistral:NAME`` ...

An optional extra, ``many``; a provider may need a package of its own beside it. Keys and addresses
are read by pydantic-ai from the variables that the provider names.
"""

import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from agentic_solver.errors import (
    ModelAccessError,
    ModelReplyError,
    ModelUnavailableError,
    SettingsError,
)
from agentic_solver.llm.background_loop import BackgroundLoop, LateError
from agentic_solver.llm.model import Effort, ModelReply, ModelRequest, StopReason, Usage
from agentic_solver.llm.retry import ModelRetryRule, RetriedCall

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model, ModelRequestParameters
    from pydantic_ai.settings import ModelSettings, ThinkingEffort

__all__ = ["ManyModel"]

_EFFORTS: "dict[Effort, ThinkingEffort]" = {
    "low": "low", "medium": "medium", "high": "high", "xhigh": "xhigh", "max": "max",
}  # fmt: skip
_STOP_REASONS = {
    "stop": StopReason.END_TURN,
    "length": StopReason.MAX_TOKENS,
    "content_filter": StopReason.REFUSAL,
}
_HOPELESS = frozenset({401, 403, 404})


class ManyModel:
    """A model behind pydantic-ai; its name is ``PROVIDER:NAME``."""

    def __init__(
        self,
        name: str,
        *,
        timeout_s: float = 600.0,
        retry: ModelRetryRule | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Find the provider; nothing is asked.

        Raises:
            SettingsError: pydantic-ai, the package of the provider or its key is missing, or there
                is no such provider.
        """
        if find_spec("pydantic_ai") is None:
            raise SettingsError(
                "the proposer pydantic-ai needs the package pydantic-ai-slim: pip install "
                "'pydantic-ai-slim>=2.68,<3'"
            )
        self._name = name
        self._timeout_s = timeout_s
        self._retry = ModelRetryRule() if retry is None else retry
        self._sleep = sleep
        self._loop = BackgroundLoop()
        self._model = _found(name)

    @property
    def name(self) -> str:
        """Provider and name."""
        return self._name

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the reply; see :class:`agentic_solver.llm.model.Model` for the errors."""
        from pydantic_ai.exceptions import (  # noqa: PLC0415  (half a second that others save)
            AgentRunError,
            ModelHTTPError,
            UserError,
        )

        call = RetriedCall(self._retry, covers=self._covers, sleep=self._sleep)
        try:
            answer = call(lambda: self._ask(request))
        except (AgentRunError, UserError, LateError) as error:
            status = error.status_code if isinstance(error, ModelHTTPError) else None
            hopeless = status in _HOPELESS or isinstance(error, UserError)
            kind = ModelAccessError if hopeless else ModelUnavailableError
            why = f"nothing within {self._timeout_s:g} s" if isinstance(error, LateError) else error
            fault = kind(f"{self._name} gave no answer after {call.tries} requests: {why}")
            fault.retried = tuple(call.retried)
            raise fault from error
        return _reply(self._name, answer, call)

    def _ask(self, request: ModelRequest) -> "ModelResponse":
        from pydantic_ai.direct import model_request  # noqa: PLC0415  (see complete)

        asked = model_request(
            self._model,
            _messages(request),
            model_settings=_settings(request, self._timeout_s),
            model_request_parameters=_parameters(request, self._model),
        )
        return self._loop.run(asked, self._timeout_s)

    def _covers(self, error: BaseException) -> bool:
        from pydantic_ai.exceptions import (  # noqa: PLC0415  (see complete)
            ModelConnectionError,
            ModelHTTPError,
            ModelTimeoutError,
        )

        if isinstance(error, ModelHTTPError):
            return self._retry.covers_status(error.status_code)
        return isinstance(error, ModelConnectionError) and not isinstance(error, ModelTimeoutError)


def _found(name: str) -> "Model":
    from pydantic_ai.exceptions import UserError  # noqa: PLC0415  (see ManyModel.complete)
    from pydantic_ai.models import infer_model  # noqa: PLC0415

    try:
        return infer_model(name)
    except (UserError, ImportError, ValueError) as error:
        why = " ".join(str(error).split())
        raise SettingsError(f"the model {name!r} cannot be asked: {why}") from error


def _messages(request: ModelRequest) -> "list[ModelMessage]":
    from pydantic_ai import messages  # noqa: PLC0415  (see ManyModel.complete)

    asked: list[ModelMessage] = []
    system = [messages.SystemPromptPart(content=block.text) for block in request.system]
    for number, one in enumerate(request.messages):
        if one.role == "assistant":
            asked.append(messages.ModelResponse(parts=[messages.TextPart(content=one.text)]))
        else:
            part = messages.UserPromptPart(content=one.text)
            asked.append(messages.ModelRequest(parts=[*([] if number else system), part]))
    return asked


def _settings(request: ModelRequest, timeout_s: float) -> "ModelSettings":
    # Retries are declared in ModelRetryRule, so that every request that is sent counts as a try.
    told: ModelSettings = {
        "max_tokens": request.max_tokens, "timeout": timeout_s, "max_retries": 0
    }  # fmt: skip
    if request.temperature is not None:
        told["temperature"] = request.temperature
    if request.effort is not None:
        told["thinking"] = _EFFORTS[request.effort]
    return told


def _parameters(request: ModelRequest, model: "Model") -> "ModelRequestParameters":
    """Say how the schema is told: by the provider's own grammar if it has one, else in words."""
    from pydantic_ai.models import ModelRequestParameters  # noqa: PLC0415
    from pydantic_ai.output import OutputObjectDefinition  # noqa: PLC0415

    schema: Any = request.output_schema
    if schema is None:
        return ModelRequestParameters()
    native = bool(model.profile.get("supports_json_schema_output", False))
    return ModelRequestParameters(
        output_mode="native" if native else "prompted",
        output_object=OutputObjectDefinition(json_schema=schema, name="reply", strict=True),
    )


def _reply(name: str, answer: "ModelResponse", call: RetriedCall) -> ModelReply:
    used = answer.usage
    cached, written = used.cache_read_tokens, used.cache_write_tokens
    stop = _STOP_REASONS.get(answer.finish_reason or "", StopReason.OTHER)
    text = answer.text or ""
    if not text and stop is StopReason.OTHER:
        raise ModelReplyError(f"{name}: the answer is no reply of a model: it holds no text")
    return ModelReply(
        text=text,
        stop_reason=stop,
        model=answer.model_name or name,
        # Here the prompt's tokens include the cached ones, unlike in Usage.
        usage=Usage(
            input_tokens=max(0, used.input_tokens - cached - written),
            output_tokens=used.output_tokens,
            cache_read_tokens=cached,
            cache_creation_tokens=written,
        ),
        tries=call.tries,
        retried=tuple(call.retried),
    )
