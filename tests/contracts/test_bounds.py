"""Every list and string that crosses a boundary has a maximum."""

import importlib
import inspect
import pkgutil
from typing import Any

import pytest
from pydantic import BaseModel

from agentic_solver import contracts
from agentic_solver.contracts.model import Contract


def _models() -> list[type[BaseModel]]:
    models = []
    for found in pkgutil.walk_packages(contracts.__path__, f"{contracts.__name__}."):
        module = importlib.import_module(found.name)
        models += [
            member
            for _, member in inspect.getmembers(module, inspect.isclass)
            if issubclass(member, BaseModel) and member.__module__ == module.__name__
        ]
    return models


def _unbounded(schema: Any, path: str) -> list[str]:
    """Return the places of ``schema`` at which a string or list has no maximum."""
    if not isinstance(schema, dict):
        return []
    found = []
    bounded_text = {"maxLength", "enum", "const", "format"} & set(schema)
    if schema.get("type") == "string" and not bounded_text and not _bounded(schema):
        found.append(path)
    if schema.get("type") == "array" and "maxItems" not in schema:
        found.append(path)
    for key, part in schema.items():
        if key in {"properties", "$defs"}:
            for name, child in part.items():
                found += _unbounded(child, f"{path}/{name}")
        elif key in {"items", "additionalProperties"}:
            found += _unbounded(part, f"{path}/*")
        elif key in {"anyOf", "oneOf", "allOf", "prefixItems"}:
            for child in part:
                found += _unbounded(child, path)
    return found


def _bounded(schema: dict[str, Any]) -> bool:
    pattern = schema.get("pattern", "")
    anchored = pattern.startswith("^") and pattern.endswith("$")
    return anchored and not {"*", "+"} & set(pattern)


@pytest.mark.requirement("S4-10a")
@pytest.mark.parametrize("model", _models(), ids=lambda model: model.__name__)
def test_every_list_and_string_is_bounded(model: type[BaseModel]) -> None:
    assert _unbounded(model.model_json_schema(), model.__name__) == []


@pytest.mark.requirement("S4-10a")
@pytest.mark.parametrize("model", _models(), ids=lambda model: model.__name__)
def test_every_model_is_strict_closed_and_frozen(model: type[BaseModel]) -> None:
    assert issubclass(model, Contract)
    config = model.model_config
    assert (config.get("strict"), config.get("extra"), config.get("frozen")) == (
        True,
        "forbid",
        True,
    )


class _Open(Contract):
    names: tuple[str, ...]


def test_walk_sees_what_is_unbounded() -> None:
    assert _unbounded(_Open.model_json_schema(), "Open") == ["Open/names", "Open/names/*"]
