"""Documents: JSON values that nobody can change after they were handed over."""

import json
from dataclasses import dataclass

from pydantic import JsonValue

from agentic_solver.contracts.canonical import canonical_json, content_id

__all__ = ["Document"]


@dataclass(frozen=True, slots=True)
class Document:
    """An immutable JSON value, held as canonical text; each reader gets a copy of its own."""

    text: str

    @classmethod
    def of(cls, value: object) -> "Document":
        """Return the document of ``value`` (JSON data or a contract model).

        Raises:
            ContractError: ``value`` is not JSON data.
        """
        return cls(canonical_json(value))

    @property
    def value(self) -> JsonValue:
        """A fresh copy of the value."""
        value: JsonValue = json.loads(self.text)
        return value

    @property
    def id(self) -> str:
        """Content id: 64 hexadecimal digits."""
        return content_id(self.value)
