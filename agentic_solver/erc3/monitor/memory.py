"""What an agent was shown in its session, and what was withheld from it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pydantic import JsonValue

from agentic_solver.contracts.rule import Proof
from agentic_solver.erc3.execute.grounding import fold, holds_words, plain_value
from agentic_solver.erc3.numeral import numbers_of

__all__ = ["Memory"]

_PIECE = re.compile(r"[\n;]+|[.!?](?=\s|$)")
_SHORTEST = 4
"""Letters of a text that says something; below that of a figure, too."""
_SMALL = 100
"""Figures below it are everywhere."""


@dataclass(slots=True)
class Memory:
    """Values by what they look like in an answer."""

    shown: dict[str, None] = field(default_factory=dict)
    """Cells as they were shown, in their order."""
    columns: set[tuple[str, str]] = field(default_factory=set)
    """Columns of which some value was shown."""
    closed: set[tuple[str, str]] = field(default_factory=set)
    """Columns of which some value was withheld."""
    guarded: dict[str, None] = field(default_factory=dict)
    """Cells that were shown, of columns that are closed to somebody."""
    _withheld: dict[str, Proof] = field(default_factory=dict)

    def show(self, column: tuple[str, str], value: JsonValue, *, is_guarded: bool) -> None:
        """Note a value that the agent is shown."""
        self.columns.add(column)
        for text in _texts(value):
            self.shown.setdefault(text)
            if is_guarded:
                self.guarded.setdefault(text)

    def withhold(self, column: tuple[str, str], value: JsonValue, proof: Proof) -> None:
        """Note a value that the agent is not shown."""
        self.closed.add(column)
        for text in _texts(value):
            self._withheld.setdefault(text, proof)

    def told(self, message: str, stated: Iterable[str]) -> Proof | None:
        """Return why a text may not be told: it holds something that was withheld.

        What was shown elsewhere, and what the ``stated`` texts hold, may be told.
        """
        known = (*stated, "\n".join(self.shown))
        found = _first(message, self._withheld, known)
        return None if found is None else self._withheld[found]

    def tells_guarded(self, text: str, stated: Iterable[str]) -> bool:
        """Whether a text holds a value of a column that is closed to somebody."""
        return _first(text, self.guarded, tuple(stated)) is not None


def _first(message: str, values: Iterable[str], stated: tuple[str, ...]) -> str | None:
    figures, said = numbers_of(message), fold(message)
    for text in values:
        is_in = _figure(text) in figures if _figure(text) else False
        is_in = is_in or (fold(text) in said and holds_words(message, text))
        if is_in and not any(holds_words(one, text) for one in stated):
            return text
    return None


def _figure(text: str) -> object:
    numbers = numbers_of(text) if text.replace(".", "", 1).isdigit() else ()
    return next(iter(numbers), None)


def _texts(value: JsonValue) -> Iterator[str]:
    """Yield the pieces of a value by which it would be known again."""
    match value:
        case bool() | None:
            return
        case int() | float():
            if value >= _SMALL:
                yield plain_value(value)
        case str():
            for piece in _PIECE.split(value):
                if len(piece.strip()) >= _SHORTEST:
                    yield piece.strip()
        case list():
            for item in value:
                yield from _texts(item)
        case dict():
            for item in value.values():
                yield from _texts(item)
