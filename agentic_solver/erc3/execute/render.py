"""Rendering: message text from fact rows. Values come from facts, never from the model."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from agentic_solver.contracts.plan import FactOutput, ResponseCase

__all__ = [
    "Placeholder",
    "cells_of",
    "facts_shown",
    "parse_placeholders",
    "placeholders_of",
    "plain",
    "render_message",
]

_DIGITS = 6
"""Digits behind the point that are shown: a binary fraction has a tail that nobody wrote."""
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_FORM = re.compile(r"^ *([a-z][a-z0-9_]{0,40})\.([A-Za-z_][A-Za-z0-9_]*) *(?:\|(.*))?$", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placeholder:
    """``{fact.column|separator}`` in a message template."""

    text: str
    fact: str
    column: str
    separator: str


def parse_placeholders(template: str) -> tuple[Placeholder, ...] | str:
    """Return the placeholders in order, or the text of the first one that is not well formed."""
    found: list[Placeholder] = []
    for match in _PLACEHOLDER.finditer(template):
        form = _FORM.match(match[1])
        if form is None:
            return match[0]
        separator = form[3].replace("\\n", "\n") if form[3] is not None else ", "
        found.append(Placeholder(text=match[0], fact=form[1], column=form[2], separator=separator))
    if "{" in _PLACEHOLDER.sub("", template) or "}" in _PLACEHOLDER.sub("", template):
        return "unbalanced braces"
    return tuple(found)


def placeholders_of(template: str) -> tuple[Placeholder, ...]:
    """Return the placeholders of a message that has passed the static checks."""
    found = parse_placeholders(template)
    return () if isinstance(found, str) else found


def facts_shown(case: ResponseCase) -> tuple[str, ...]:
    """Return the facts of the message and the links of a case."""
    named = (one.fact for one in placeholders_of(case.message))
    return (*named, *(link.fact for link in case.links))


def plain(value: JsonValue) -> str:
    """Return a value as message text: plain digits, ISO dates, Yes/No only where SQL says so."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float():
            return f"{value:.{_DIGITS}f}".rstrip("0").rstrip(".")
        case list():
            return ", ".join(plain(item) for item in value)
        case dict():
            return ", ".join(f"{key}: {plain(item)}" for key, item in value.items())
        case _:
            return str(value)


def measured(value: JsonValue) -> str:
    """Return an amount of hours or a share as text: with a decimal."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        whole, _, part = f"{float(value):.{_DIGITS}f}".partition(".")
        return f"{whole}.{part.rstrip('0') or '0'}"
    return plain(value)


def render_message(
    template: str,
    facts: Mapping[str, FactOutput],
    is_measured: Callable[[Placeholder], bool] = lambda _item: False,
) -> str | Placeholder:
    """Return the message, or the first placeholder that has no value.

    A value that is there several times is said once. ``is_measured`` tells the columns of which
    numbers are shown with a decimal: ``8.0`` hours.
    """
    said, *words = (text.replace("\\n", "\n") for text in _PLACEHOLDER.split(template)[::2])
    for item, text in zip(placeholders_of(template), words, strict=True):
        cells = cells_of(facts[item.fact], item.column)
        if not cells:
            return item
        said += (
            item.separator.join(dict.fromkeys(map(measured if is_measured(item) else plain, cells)))
            + text
        )
    return said


def cells_of(output: FactOutput, column: str) -> list[JsonValue]:
    """Return the cells of a column, top to bottom; none of one that is not there."""
    if column not in output.columns:
        return []
    index = output.columns.index(column)
    return [row[index] for row in output.rows]
