"""The base of every model that crosses a boundary: strict, closed, frozen."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue

__all__ = ["Contract", "Digest", "Identifier", "JsonObject", "LongText", "ShortText"]

Identifier = Annotated[str, Field(min_length=1, max_length=200)]
"""An id or a name used as a key: 1 to 200 characters."""

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{8,64}$")]
"""A hexadecimal content id, possibly shortened."""

ShortText = Annotated[str, Field(max_length=4_000)]
LongText = Annotated[str, Field(max_length=200_000)]

JsonObject = dict[str, JsonValue]


class Contract(BaseModel):
    """Strict types, no unknown fields, immutable."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)

    def to_json(self) -> dict[str, Any]:
        """Return the model as plain JSON data, nulls included."""
        return self.model_dump(mode="json")
