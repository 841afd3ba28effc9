"""Where in a file a value stands: line and column of a path into JSON or YAML."""

import json
from collections.abc import Sequence

import yaml

__all__ = ["Place", "line_column", "locate_json", "locate_yaml"]

Place = tuple[int, int]
"""Line and column, both from 1."""

_DECODER = json.JSONDecoder()
_SPACE = " \t\r\n"


def line_column(text: str, offset: int) -> Place:
    """Return the place of a character of ``text``."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def locate_json(text: str, path: Sequence[int | str]) -> int:
    """Return the offset of the value at ``path``, or of the nearest one around it.

    Parts that do not exist are skipped, so that the path of a missing field leads to the object
    that lacks it. ``text`` must be JSON.
    """
    index = _skip(text, 0)
    for part in path:
        found = _member(text, index, part) if isinstance(part, str) else _item(text, index, part)
        index = index if found is None else found
    return index


def _skip(text: str, index: int) -> int:
    while text[index] in _SPACE:
        index += 1
    return index


def _member(text: str, index: int, name: str) -> int | None:
    if text[index] != "{":
        return None
    index = _skip(text, index + 1)
    while text[index] != "}":
        key, index = _DECODER.raw_decode(text, index)
        index = _skip(text, _skip(text, index) + 1)
        if key == name:
            return index
        index = _after(text, index)
    return None


def _item(text: str, index: int, position: int) -> int | None:
    if text[index] != "[":
        return None
    index = _skip(text, index + 1)
    while text[index] != "]":
        if position == 0:
            return index
        position -= 1
        index = _after(text, index)
    return None


def _after(text: str, index: int) -> int:
    """Return the start of what follows the value at ``index`` and its comma."""
    index = _skip(text, _DECODER.raw_decode(text, index)[1])
    return _skip(text, index + 1) if text[index] == "," else index


def locate_yaml(text: str, path: Sequence[int | str]) -> Place:
    """Return the place of the value at ``path``, or of the nearest one around it."""
    node = yaml.compose(text, Loader=yaml.SafeLoader)
    if node is None:
        return 1, 1
    for part in path:
        if isinstance(node, yaml.MappingNode):
            node = next((value for key, value in node.value if key.value == str(part)), node)
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            node = node.value[part] if part < len(node.value) else node
    return node.start_mark.line + 1, node.start_mark.column + 1
