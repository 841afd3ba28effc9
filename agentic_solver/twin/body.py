"""Reading a request body the way the server's typed decoder does.

Omitted and null fields are zero values, unknown ones are ignored, a wrong type is a 400.
"""

import json
import math
from collections.abc import Iterable, Sequence
from typing import NoReturn

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import ApiError

__all__ = ["Body", "parse_body"]

_INT64 = 2**63


def parse_body(content: bytes) -> "Body":
    """Return the JSON object of a request; an empty body is an empty object.

    Raises:
        ApiError: 400, it is no JSON object.
    """
    if not content.strip():
        return Body({})
    try:
        value = json.loads(content.decode("utf-8", "replace"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise ApiError(400, f"invalid JSON: {error}") from error
    if value is None:
        return Body({})
    if not isinstance(value, dict):
        raise ApiError(400, f"json: cannot unmarshal {_kind(value)} into an object")
    return Body(value)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _kind(value: JsonValue) -> str:
    match value:
        case bool():
            return "bool"
        case int() | float():
            return f"number {value}"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"


class Body:
    """An object of a request; every getter raises ApiError 400 for a wrong type."""

    __slots__ = ("_fields",)

    def __init__(self, fields: JsonObject) -> None:
        self._fields = fields

    @property
    def names(self) -> Iterable[str]:
        """The names of the fields, in the order of the text."""
        return self._fields.keys()

    def text(self, name: str) -> str:
        """Return a text, or ""."""
        value = self._fields.get(name)
        if value is None:
            return ""
        return _text(name, value)

    def integer(self, name: str) -> int:
        """Return an integer, or 0."""
        value = self._fields.get(name)
        if value is None:
            return 0
        if isinstance(value, bool) or not isinstance(value, int) or not _fits(value):
            _wrong(name, value, "int")
        return value

    def number(self, name: str) -> float:
        """Return a number, or 0."""
        value = self._fields.get(name)
        if value is None:
            return 0.0
        if isinstance(value, bool) or not isinstance(value, int | float):
            _wrong(name, value, "float64")
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            _wrong(name, value, "float64")
        return number

    def flag(self, name: str) -> bool:
        """Return a truth value, or False."""
        value = self._fields.get(name)
        if value is None:
            return False
        if not isinstance(value, bool):
            _wrong(name, value, "bool")
        return value

    def texts(self, name: str) -> list[str]:
        """Return a list of texts, or an empty one."""
        return ["" if item is None else _text(name, item) for item in self._array(name)]

    def objects(self, name: str) -> list["Body"]:
        """Return a list of objects, or an empty one."""
        return [Body({} if item is None else _object(name, item)) for item in self._array(name)]

    def object(self, name: str) -> "Body | None":
        """Return an object, or None."""
        value = self._fields.get(name)
        return None if value is None else Body(_object(name, value))

    def _array(self, name: str) -> Sequence[JsonValue]:
        value = self._fields.get(name)
        if value is None:
            return ()
        if not isinstance(value, list):
            _wrong(name, value, "array")
        return value


def _fits(value: int) -> bool:
    return -_INT64 <= value < _INT64


def _text(name: str, value: JsonValue) -> str:
    if not isinstance(value, str):
        _wrong(name, value, "string")
    if value.isascii():
        return value
    # Half a surrogate pair becomes U+FFFD, as in the server's decoder.
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _object(name: str, value: JsonValue) -> JsonObject:
    if not isinstance(value, dict):
        _wrong(name, value, "object")
    return value


def _wrong(name: str, value: JsonValue, wanted: str) -> NoReturn:
    message = f"json: cannot unmarshal {_kind(value)} into field {name} of type {wanted}"
    raise ApiError(400, message)
