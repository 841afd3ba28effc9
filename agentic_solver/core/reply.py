"""The trust boundary: the only code that looks at what an agent said."""

from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel, ValidationError

__all__ = ["MAX_REPLY_CHARS", "SchemaFault", "describe", "read_reply"]

MAX_REPLY_CHARS = 2_000_000
"""Longer replies are refused unread."""

_MAX_LINES = 20
_MAX_MESSAGE_CHARS = 2_000

SchemaT = TypeVar("SchemaT", bound=BaseModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaFault:
    """Why a reply is not valid, in words that may be shown to the agent."""

    message: str


def read_reply(reply: object, schema: type[SchemaT]) -> SchemaT | SchemaFault:
    """Return the reply as a ``schema`` instance, or what is wrong with it.

    Strict types and no unknown fields, whatever the schema itself is configured to allow.
    """
    if not isinstance(reply, str):
        return SchemaFault(message=f"the reply is not text but {type(reply).__name__}")
    if len(reply) > MAX_REPLY_CHARS:
        return SchemaFault(
            message=f"the reply has {len(reply)} characters; {MAX_REPLY_CHARS} are allowed"
        )
    try:
        return schema.model_validate_json(reply, strict=True, extra="forbid")
    except ValidationError as error:
        return SchemaFault(message=describe(error))


def describe(error: ValueError) -> str:
    """Return what a validation found: one line a fault, place first, no values quoted."""
    if not isinstance(error, ValidationError):
        return str(error)[:_MAX_MESSAGE_CHARS]
    faults = error.errors(include_url=False, include_context=False, include_input=False)
    lines = [
        f"{'.'.join(str(part) for part in fault['loc']) or 'whole'}: {fault['msg']}"
        for fault in faults[:_MAX_LINES]
    ]
    return "\n".join(lines)[:_MAX_MESSAGE_CHARS]
