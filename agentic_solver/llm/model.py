"""The model seam: one request, one reply; every language model enters here.

``Model`` has a live form (:mod:`agentic_solver.llm.claude`), a recording one, a replaying
one and a scripted one. A request is plain data with a content id over everything that the
provider sees, so equal prompts have equal ids and a changed prompt has another.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, Literal, Protocol

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.model import JsonObject

__all__ = [
    "Effort",
    "Message",
    "Model",
    "ModelReply",
    "ModelRequest",
    "StopReason",
    "SystemBlock",
    "Usage",
]

Effort = Literal["low", "medium", "high", "xhigh", "max"]
"""How hard the model is asked to think."""


class StopReason(StrEnum):
    """Why the model stopped; closed, foreign values become ``OTHER``."""

    END_TURN = "end_turn"
    MAX_TOKENS = "max_tokens"
    CONTEXT_WINDOW = "model_context_window_exceeded"
    REFUSAL = "refusal"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemBlock:
    """One part of the system prompt."""

    text: str
    cacheable: bool = False
    """Whether the provider may cache the prompt up to the end of this block."""
    name: str = field(default="", compare=False)
    """What the block is called here; no provider sees it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn of the conversation."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, kw_only=True)
class ModelRequest:
    """Everything that is asked of a model in one call."""

    model: str
    """The provider's name of the model."""
    messages: tuple[Message, ...]
    max_tokens: int
    system: tuple[SystemBlock, ...] = ()
    output_schema: JsonObject | None = None
    """JSON schema that the reply text has to follow; None for free text."""
    effort: Effort | None = None
    temperature: float | None = None
    """None leaves it to the provider; some models take no other value."""
    key: str = ""
    """What the call is for, such as ``erc3-dev/name_a_project/r1``; not part of the content id."""
    about: JsonObject = field(default_factory=dict, compare=False)
    """What the messages are made of, as data, for whoever answers without a provider; not part of
    the content id."""

    def to_json(self) -> dict[str, Any]:
        """Return what the provider sees as plain JSON data; ``key`` and ``about`` are left out."""
        asked: dict[str, Any] = {
            "model": self.model,
            "system": [{"text": b.text, "cacheable": b.cacheable} for b in self.system],
            "messages": [{"role": m.role, "text": m.text} for m in self.messages],
            "output_schema": self.output_schema,
            "max_tokens": self.max_tokens,
            "effort": self.effort,
        }
        # Not named when it is not set: the provider is not told of it either.
        return asked if self.temperature is None else {**asked, "temperature": self.temperature}

    @cached_property
    def id(self) -> str:
        """The content id: 64 hexadecimal digits, equal for equal prompts."""
        return content_id(self.to_json())


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of one or more calls, in the provider's own counts.

    ``input_tokens`` counts what was neither read from nor written to the prompt cache.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_creation_tokens: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cache_read_tokens=self.cache_read_tokens + other.cache_read_tokens,
            cache_creation_tokens=self.cache_creation_tokens + other.cache_creation_tokens,
        )

    @property
    def prompt_tokens(self) -> int:
        """All tokens of the prompt, cached ones included."""
        return self.input_tokens + self.cache_read_tokens + self.cache_creation_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReply:
    """What came back, verbatim; a refusal or a cut-off text is a reply, not a fault."""

    text: str
    stop_reason: StopReason = StopReason.END_TURN
    model: str = ""
    """The model that answered, as the provider names it."""
    usage: Usage = Usage()
    tries: int = 1
    """Requests that were sent until this reply came."""
    retried: tuple[str, ...] = ()
    """Why each further request was sent, such as ``status 429``."""

    @property
    def is_refusal(self) -> bool:
        """Whether the model declined to answer."""
        return self.stop_reason is StopReason.REFUSAL

    @property
    def is_truncated(self) -> bool:
        """Whether the text was cut off by a token limit."""
        return self.stop_reason in {StopReason.MAX_TOKENS, StopReason.CONTEXT_WINDOW}


class Model(Protocol):
    """A language model."""

    @property
    def name(self) -> str:
        """Name for manifests and reports, such as ``claude-opus-5-5`` or ``replay``."""
        ...

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the reply to ``request``.

        Raises:
            ModelUnavailableError: no answer came (network, overload, no recording).
            ModelAccessError: no answer can come (key, permission, name of the model).
            ModelReplyError: an answer came that is not a reply at all.
        """
        ...
