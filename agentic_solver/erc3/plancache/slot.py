"""Typed slots: what may stand in the place of a name, a number, a date, an id, a path, a quote.

Strict on purpose. A word that joins, denies, compares, counts or points is never part of a name
here: it changes what is asked, so that it has to be a literal part of a template. What is refused
only costs a model call.
"""

import re
import unicodedata
from datetime import date
from typing import Literal

from pydantic import Field

from agentic_solver.contracts.model import Contract
from agentic_solver.erc3.words.slot import LINKING, MEANING

__all__ = ["Slot", "SlotKind", "fits", "is_edge", "kind_of_string"]

SlotKind = Literal["person", "name", "number", "date", "id", "path", "quote"]

_NUMBER = re.compile(r"\d{1,7}(?:[.,]\d{1,2})?")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_ID = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*[_-]\d[A-Za-z0-9]*")
_PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)*\.md")
_NAME = re.compile(r"[\w][\w .,&/+°'’·–-]*")
_QUOTES = '"„“”«»「」『』‹›'
_NO_QUOTE = f"{_QUOTES}{{}}%"
_BREAKS = re.compile(r", |\. (?=[A-ZÀ-ÞĀ-Ž])|['’]s\b|['’] ")
_WORDS = 8
_QUOTE_CHARS = 1_000


class Slot(Contract):
    """One place of a template that may be filled anew."""

    kind: SlotKind
    value: str = Field(min_length=1, max_length=2_000)
    """What stood there when the template was made."""


def kind_of_string(value: str) -> SlotKind | None:
    """Return the kind of an SQL string by its form alone; None for words."""
    if _DATE.fullmatch(value):
        return "date"
    if _PATH.fullmatch(value):
        return "path"
    return "id" if _ID.fullmatch(value) else None


def fits(slot: Slot, value: str) -> bool:
    """Whether ``value`` may take the place of the slot's value."""
    if value == slot.value:
        return True
    match slot.kind:
        case "number":
            marks = [mark for mark in ".," if mark in slot.value]
            others = [mark for mark in ".," if mark in value and mark not in marks]
            return bool(_NUMBER.fullmatch(value)) and not (marks and others)
        case "date":
            return bool(_DATE.fullmatch(value)) and _is_date(value)
        case "id":
            return bool(_ID.fullmatch(value))
        case "path":
            return bool(_PATH.fullmatch(value))
        case "quote":
            return _is_quotable(value)
        case "person":
            return _is_name(value) and all(_is_of_a_person(word) for word in value.split())
        case "name":
            return _is_name(value) and not any(_plain(word) in LINKING for word in value.split())


def _is_date(value: str) -> bool:
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def _is_quotable(value: str) -> bool:
    edges = value == value.strip() and bool(value)
    # Braces are placeholders in a message, and a per cent sign matches anything in SQL.
    return edges and len(value) <= _QUOTE_CHARS and not any(mark in value for mark in _NO_QUOTE)


def _is_name(value: str) -> bool:
    if not _NAME.fullmatch(value) or value[-1] in " ,'’&/+-–" or _BREAKS.search(value):
        return False
    if any(kind.fullmatch(value) for kind in (_NUMBER, _DATE, _PATH)):
        return False
    words = value.split()
    return len(words) <= _WORDS and not any(_changes(word) for word in words)


def _changes(word: str) -> bool:
    return _plain(word) in MEANING


def _is_of_a_person(word: str) -> bool:
    return not word[0].islower() or _plain(word) in LINKING


def _plain(word: str) -> str:
    return word.strip(".,'’").casefold()


def is_edge(text: str, place: int) -> bool:
    """Whether a value can begin or end at ``place``: no word, and no number, goes on there."""
    if place <= 0 or place >= len(text):
        return True
    left, right = text[place - 1], text[place]
    if left.isdigit() and right.isdigit():
        return False
    if left in ".," and right.isdigit() and place > 1 and text[place - 2].isdigit():
        return False
    if left.isdigit() and right in ".," and text[place + 1 : place + 2].isdigit():
        return False
    if left in "_-" or right in "_-":
        return False
    return not (left.isalnum() and right.isalnum() and _script(left) == _script(right))


def _script(char: str) -> str:
    """Return the writing system of a letter; figures go with Latin letters."""
    return "LATIN" if char.isdigit() else unicodedata.name(char, "?").split()[0]
