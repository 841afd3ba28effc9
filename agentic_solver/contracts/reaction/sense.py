"""What a round may rest on: evidence items (senses) and endpoint snapshots."""

from collections.abc import Callable
from typing import Annotated

from pydantic import AfterValidator, Field, JsonValue, model_validator

from agentic_solver.contracts.canonical import canonical_json, content_id, normalize, short_id
from agentic_solver.contracts.model import Contract, Identifier
from agentic_solver.errors import ContractError

__all__ = [
    "BoundedJson",
    "EndpointSnapshot",
    "SenseDelta",
    "SenseId",
    "capture_snapshot",
    "json_bytes",
    "sense_id",
]

MAX_JSON_BYTES = 100_000_000

SenseId = Identifier


def json_bytes(value: JsonValue) -> int:
    """Return the size of ``value`` in bytes of canonical JSON."""
    return len(canonical_json(value).encode("utf-8"))


def _bounded(value: JsonValue) -> JsonValue:
    try:
        size = json_bytes(value)
    except ContractError as error:
        raise ValueError(str(error)) from error
    if size > MAX_JSON_BYTES:
        raise ValueError(f"{size} bytes of JSON, at most {MAX_JSON_BYTES} are allowed")
    return value


BoundedJson = Annotated[JsonValue, AfterValidator(_bounded)]
"""Any JSON value that can be hashed, of at most ``MAX_JSON_BYTES`` bytes."""


class SenseDelta(Contract):
    """One evidence item; the id is stable: equal evidence has equal ids in all rounds."""

    sense_id: SenseId
    source: Identifier
    payload: BoundedJson


def sense_id(source: str, payload: JsonValue) -> str:
    """Return the id of an evidence item: a hash of its source and of its payload's hash."""
    return short_id({"source": source, "payload": content_id(payload)}, 32)


class EndpointSnapshot(Contract):
    """The latest blob of one endpoint; may be any JSON value, opaque text included."""

    endpoint_key: Identifier
    blob: BoundedJson
    truncated: bool
    blob_bytes: int = Field(ge=0, le=MAX_JSON_BYTES)

    @model_validator(mode="after")
    def _size_is_true(self) -> "EndpointSnapshot":
        if self.blob_bytes != json_bytes(self.blob):
            raise ValueError("blob_bytes is not the size of the blob in canonical JSON")
        return self


def capture_snapshot(endpoint_key: str, blob: JsonValue, max_bytes: int) -> EndpointSnapshot:
    """Return a snapshot of at most ``max_bytes``; a blob that is too large is cut and flagged.

    A list keeps its longest leading part that fits, text likewise; any other value becomes
    the longest leading part of its canonical JSON text. Equal blobs are cut equally.

    Raises:
        ContractError: ``max_bytes`` is below 2, or the blob is not JSON data.
    """
    if max_bytes < 2:
        raise ContractError("a snapshot needs at least 2 bytes")
    whole: JsonValue = normalize(blob)
    size = json_bytes(whole)
    if size <= max_bytes:
        return EndpointSnapshot(
            endpoint_key=endpoint_key, blob=whole, truncated=False, blob_bytes=size
        )
    kept = _cut(whole, max_bytes)
    return EndpointSnapshot(
        endpoint_key=endpoint_key, blob=kept, truncated=True, blob_bytes=json_bytes(kept)
    )


def _cut(value: JsonValue, max_bytes: int) -> JsonValue:
    if isinstance(value, list):
        items = value
        return items[: _longest(len(items), lambda n: json_bytes(items[:n]) <= max_bytes)]
    text = value if isinstance(value, str) else canonical_json(value)
    return text[: _longest(len(text), lambda n: json_bytes(text[:n]) <= max_bytes)]


def _longest(length: int, fits: Callable[[int], bool]) -> int:
    """Return the largest number up to ``length`` that fits; 0 is taken to fit."""
    low, high = 0, length
    while low < high:
        middle = (low + high + 1) // 2
        if fits(middle):
            low = middle
        else:
            high = middle - 1
    return low
