"""Shapes: the types of the fields of a request or a reply, as the server's decoder sees them.

One table of them (:mod:`agentic_solver.twin.route`) is what a request is checked against and what
the OpenAPI document is written from.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.twin.body import Body

__all__ = [
    "FLAG",
    "INTEGER",
    "NUMBER",
    "OBJECT",
    "TEXT",
    "TEXTS",
    "Fields",
    "Shape",
    "check_fields",
    "choice",
    "many",
    "null_or",
    "one",
    "optional",
    "reply_schema",
    "request_schema",
    "sample",
]

Kind = Literal["text", "integer", "number", "flag", "texts", "object", "objects"]
Fields = Mapping[str, "Shape"]

_INT64 = 2**63


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The type of one field."""

    kind: Kind
    fields: Fields | None = None
    """The fields of an object or of the objects of a list; None for any."""
    choices: tuple[str, ...] = ()
    """The texts that are accepted; none given: all."""
    nullable: bool = False
    """Whether a reply may have null here; a request always may."""
    optional: bool = field(default=False)
    """Whether a reply may lack it; a request always may."""


TEXT = Shape(kind="text")
INTEGER = Shape(kind="integer")
NUMBER = Shape(kind="number")
FLAG = Shape(kind="flag")
TEXTS = Shape(kind="texts")
OBJECT = Shape(kind="object")


def choice(*texts: str) -> Shape:
    """Return the shape of a text that is one of ``texts``."""
    return Shape(kind="text", choices=texts)


def one(fields: Fields) -> Shape:
    """Return the shape of an object."""
    return Shape(kind="object", fields=MappingProxyType(dict(fields)))


def many(fields: Fields) -> Shape:
    """Return the shape of a list of objects."""
    return Shape(kind="objects", fields=MappingProxyType(dict(fields)))


def null_or(shape: Shape) -> Shape:
    """Return the shape of a part of a reply that may be null."""
    return replace(shape, nullable=True)


def optional(shape: Shape) -> Shape:
    """Return the shape of a part of a reply that may be missing."""
    return replace(shape, optional=True)


_READERS: Mapping[Kind, Callable[[Body, str], object]] = {
    "text": Body.text,
    "integer": Body.integer,
    "number": Body.number,
    "flag": Body.flag,
    "texts": Body.texts,
}


def check_fields(body: Body, fields: Fields) -> None:
    """Refuse a body with a value of a wrong type; unknown fields are ignored.

    Raises:
        ApiError: 400, for the first such field in the order of the body.
    """
    for name in body.names:
        shape = fields.get(name)
        if shape is None:
            continue
        if shape.kind == "object":
            inner = body.object(name)
            if inner is not None and shape.fields is not None:
                check_fields(inner, shape.fields)
        elif shape.kind == "objects":
            for item in body.objects(name):
                check_fields(item, shape.fields or {})
        else:
            _READERS[shape.kind](body, name)


def request_schema(fields: Fields) -> JsonObject:
    """Return the JSON Schema of a request: nothing is required, null is the zero value."""
    properties: JsonObject = {name: _accepted(shape) for name, shape in fields.items()}
    return {"type": ["object", "null"], "properties": properties}


def reply_schema(fields: Fields) -> JsonObject:
    """Return the JSON Schema of a reply: closed."""
    return {
        "type": "object",
        "properties": {name: _given(shape) for name, shape in fields.items()},
        "required": [name for name, shape in fields.items() if not shape.optional],
        "additionalProperties": False,
    }


def _accepted(shape: Shape) -> JsonObject:
    schema = _schema(shape, request_schema)
    if shape.choices:
        schema["enum"] = [*shape.choices, None]
    if shape.kind == "texts":
        schema["items"] = {"type": ["string", "null"]}
    return _or_null(schema)


def _given(shape: Shape) -> JsonObject:
    schema = _schema(shape, reply_schema)
    return _or_null(schema) if shape.nullable else schema


def _or_null(schema: JsonObject) -> JsonObject:
    kinds = schema["type"]
    return schema if isinstance(kinds, list) else {**schema, "type": [kinds, "null"]}


def _schema(shape: Shape, inner: Callable[[Fields], JsonObject]) -> JsonObject:
    match shape.kind:
        case "text":
            choices: JsonObject = {"enum": [*shape.choices]} if shape.choices else {}
            return {"type": "string", **choices}
        case "integer":
            return {
                "type": "integer", "format": "int64", "minimum": -_INT64, "maximum": _INT64 - 1,
            }  # fmt: skip
        case "number":
            return {"type": "number", "format": "double"}
        case "flag":
            return {"type": "boolean"}
        case "texts":
            return {"type": "array", "items": {"type": "string"}}
        case "object":
            return {"type": "object"} if shape.fields is None else inner(shape.fields)
        case "objects":
            return {"type": "array", "items": inner(shape.fields or {})}


def sample(fields: Fields) -> JsonObject:
    """Return an object of this shape: zero values, lists with one item."""
    return {name: _zero(shape) for name, shape in fields.items()}


def _zero(shape: Shape) -> JsonValue:
    match shape.kind:
        case "text":
            return shape.choices[0] if shape.choices else ""
        case "integer" | "number":
            return 0
        case "flag":
            return False
        case "texts":
            return [""]
        case "object":
            return sample(shape.fields or {})
        case "objects":
            return [sample(shape.fields or {})]
