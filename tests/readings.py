"""Readings of requests for tests, as a reader's reply gives them."""

import json
from collections.abc import Mapping

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.request_reading import AskedChange, RequestReading, Target

__all__ = [
    "ME",
    "asked",
    "change",
    "everyone",
    "named",
    "page",
    "picked",
    "read",
    "target",
    "where",
]

ME: JsonObject = {"kind": "me"}


def read(*changes: JsonObject, asks: tuple[str, ...] = ()) -> RequestReading:
    """Return the reading of a request that asks for some changes."""
    document = {"asks": asks, "changes": changes}
    return RequestReading.model_validate_json(json.dumps(document))


def change(
    act: str,
    *targets: JsonObject,
    value: JsonValue = None,
    more: JsonValue = None,
    **rest: JsonValue,
) -> JsonObject:
    """Return one change; ``if_`` is its condition, ``more`` gives further fields by their names."""
    made: JsonObject = {"act": act, "targets": list(targets), **_renamed(rest)}
    if value is not None:
        made["value"] = _value(value)
    if isinstance(more, dict):
        made["more"] = [{"field": name, "value": _value(given)} for name, given in more.items()]
    return made


def asked(act: str, *targets: JsonObject, **rest: JsonValue) -> AskedChange:
    """Return one change as the engine reads it."""
    return read(change(act, *targets, **rest)).changes[0]


def _value(given: JsonValue) -> JsonObject:
    return given if isinstance(given, dict) else {"value": given}


def where(field: str, value: JsonValue = None, test: str = "is", words: str = "") -> JsonObject:
    """Return a condition."""
    return {"field": field, "test": test, "value": value, "words": words}


def named(name: str, kind: str = "employee") -> JsonObject:
    """Return one record by its name."""
    return {"kind": kind, "words": name, "where": [where("name", name)]}


def page(path: str) -> JsonObject:
    """Return one page by its path."""
    return {"kind": "page", "words": path, "where": [where("path", path)]}


def everyone(*conditions: JsonObject, kind: str = "employee", **rest: JsonValue) -> JsonObject:
    """Return all records of a kind of which some conditions hold."""
    return {"kind": kind, "which": "all", "where": list(conditions), **_renamed(rest)}


def picked(kind: str, field: str, end: str, *conditions: JsonObject) -> JsonObject:
    """Return the record at one end of an order."""
    pick: JsonObject = {"field": field, "end": end}
    return {"kind": kind, "where": list(conditions), "pick": pick}


def target(document: JsonObject) -> Target:
    """Return a target as the engine reads it."""
    return Target.model_validate_json(json.dumps(document))


def _renamed(rest: Mapping[str, JsonValue]) -> JsonObject:
    return {name.rstrip("_"): given for name, given in rest.items()}
