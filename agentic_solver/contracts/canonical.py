"""Canonical JSON and content ids: the one way in which anything is hashed.

Sorted keys, no spaces, UTF-8, text in NFC, integral floats written as integers,
NaN and infinities refused. No clock, no randomness, no host data.
"""

import hashlib
import json
import math
import unicodedata
from collections.abc import Mapping, Sequence, Set
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Any

from pydantic import BaseModel

from agentic_solver.errors import ContractError

__all__ = ["canonical_json", "content_id", "normalize", "short_id"]


def normalize(value: Any) -> Any:
    """Return ``value`` as plain JSON data in canonical form.

    Models are dumped in JSON mode, decimals and floats with an integral value become
    integers, other decimals become floats, dates become ISO text.

    Raises:
        ContractError: for NaN, infinities, sets (their order means nothing), keys that
            are not text, keys that fall together in NFC, broken text, and unknown types.
    """
    # Nearly everything is plain JSON already: the exact types first, the rest by pattern.
    kind = type(value)
    if kind is str:
        return value if value.isascii() else _text(value)
    if kind is int or kind is bool or value is None:
        return value
    if kind is dict:
        return _mapping(value)
    if kind is list or kind is tuple:
        return [normalize(item) for item in value]
    return _normalize_other(value)


def _normalize_other(value: Any) -> Any:
    match value:
        case Enum():
            return normalize(value.value)
        case int():
            return value
        case str():
            return _text(value)
        case float() | Decimal():
            return _number(value)
        case date():
            return value.isoformat()
        case BaseModel():
            return normalize(value.model_dump(mode="json"))
        case Mapping():
            return _mapping(value)
        case Set():
            raise ContractError("a set has no order and cannot be hashed: sort it into a list")
        case bytes() | bytearray():
            raise ContractError("bytes cannot be hashed as JSON: decode or digest them first")
        case Sequence():
            return [normalize(item) for item in value]
        case _:
            raise ContractError(f"{type(value).__name__} is not JSON data")


def _text(value: str) -> str:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ContractError("half a surrogate pair is not text") from error
    return unicodedata.normalize("NFC", value)


def _number(value: float | Decimal) -> int | float:
    number = float(value)
    if not math.isfinite(number):
        raise ContractError("NaN and infinities are not JSON data")
    if value == int(value):
        return int(value)
    return number


def _mapping(value: Mapping[Any, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, item in value.items():
        name = key if type(key) is str and key.isascii() else _key(key)
        if name in result:
            raise ContractError(f"two keys fall together in NFC: {name!r}")
        result[name] = normalize(item)
    return result


def _key(key: Any) -> str:
    if isinstance(key, Enum):
        key = key.value
    if not isinstance(key, str):
        raise ContractError(f"a JSON object key must be text, not {type(key).__name__}")
    return _text(key)


def canonical_json(value: Any) -> str:
    """Return the canonical JSON text of ``value``; equal data gives equal text."""
    return json.dumps(
        normalize(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def content_id(value: Any) -> str:
    """Return the SHA-256 of the canonical JSON of ``value``: 64 hexadecimal digits."""
    return hashlib.sha256(canonical_json(value).encode("utf-8")).hexdigest()


def short_id(value: Any, length: int = 16) -> str:
    """Return the first ``length`` hexadecimal digits of :func:`content_id`."""
    return content_id(value)[:length]
