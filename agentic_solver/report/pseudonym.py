"""Other names for the people of a run, the same everywhere in it."""

import json
import re
from collections.abc import Iterator
from typing import Any

from anyascii import anyascii

__all__ = ["LEFT_OUT", "Pseudonyms", "parsed"]

LEFT_OUT = "[left out]"

_PEOPLE_KEYS = (
    "current_user", "employee", "employee_id", "account_manager", "changed_by", "logged_by",
    "primary_contact_id",
)  # fmt: skip
"""Fields whose value is the id of a person, in requests and answers of the company API."""
_WORD = re.compile(r"\w+")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_NUMBER = re.compile(r"(?<![\w.])\d(?:[\d.,'’  ]*\d)?(?!\w)")
_DIGEST = re.compile(r"\b(?:[0-9a-f]{64}|[0-9a-f]{32})\b")
_FOUND_BY_NAME = re.compile(r"find_employee\(((?:[^()']|'(?:[^']|'')*')*)\)", re.IGNORECASE)
_LITERAL = re.compile(r"'((?:[^']|'')*)'")
_SHORTEST_NAME = 3
_SHORTEST_NOTE = 4
_SHORTEST_SALARY = 3


class Pseudonyms:
    """Learns people and protected values from all records first, then rewrites texts."""

    def __init__(self) -> None:
        self._people: set[str] = set()
        self._entries: set[str] = set()
        self._names: set[str] = set()
        self._salaries: set[str] = set()
        self._notes: set[str] = set()
        self._digests: dict[str, str] = {}
        self._new: dict[str, str] | None = None

    @property
    def people(self) -> int:
        """How many people are known by id."""
        return len(self._people)

    def learn(self, value: Any) -> None:
        """Take in a request or an answer of the company API, or a plan."""
        self._new = None
        for key, inner in _leaves(value):
            if isinstance(inner, bool) or inner is None:
                continue
            text = str(inner)
            if key in _PEOPLE_KEYS:
                self._people.add(text)
            elif key == "primary_contact_name":
                self._names.add(text)
            elif key == "salary":
                self._salaries.add(_digits(text))
            elif key == "notes":
                self._notes.add(text.strip())
            elif key == "query":
                for call in _FOUND_BY_NAME.findall(text):
                    self._names.update(_LITERAL.findall(call))
        for record in _records(value):
            entity = record.get("id")
            if isinstance(entity, str) and ("hours" in record or "work_category" in record):
                self._entries.add(entity)
            elif isinstance(entity, str) and "email" in record:
                self._people.add(entity)
                self._names.add(str(record.get("name", "")))

    def rewrite(self, text: str) -> str:
        """Return ``text`` without known people, addresses, salaries, notes and digests."""
        new = self._table()
        for note in self._long_notes:
            text = text.replace(note, LEFT_OUT)
        text = _EMAIL.sub("person@redacted.example", text)
        if self._pattern is not None:
            text = self._pattern.sub(lambda match: new[match[0]], text)
        text = _WORD.sub(lambda match: self._words.get(_folded(match[0]), match[0]), text)
        text = _NUMBER.sub(self._number, text)
        return _DIGEST.sub(lambda match: self._digest(match[0]), text)

    def _table(self) -> dict[str, str]:
        """Return the new ids; made once all records are known, in one order for all runs."""
        if self._new is None:
            people = {one: f"person-{n:03d}" for n, one in enumerate(sorted(self._people), 1)}
            entries = {one: f"entry-{n:03d}" for n, one in enumerate(sorted(self._entries), 1)}
            self._new = {**entries, **people}
            self._new.pop("", None)
            longest = sorted(self._new, key=lambda one: (-len(one), one))
            ids = "|".join(map(re.escape, longest))
            self._pattern = re.compile(rf"(?<!\w)(?:{ids})(?!\w)") if ids else None
            words = {_folded(word) for name in self._names for word in _WORD.findall(name)}
            known = sorted(word for word in words if len(word) >= _SHORTEST_NAME)
            self._words = {word: f"Name{n:03d}" for n, word in enumerate(known, 1)}
            long = [note for note in self._notes if len(note) >= _SHORTEST_NOTE]
            self._long_notes = sorted(long, key=lambda note: (-len(note), note))
        return self._new

    def _number(self, match: re.Match[str]) -> str:
        digits = _digits(match[0])
        known = len(digits) >= _SHORTEST_SALARY and digits in self._salaries
        return LEFT_OUT if known else match[0]

    def _digest(self, digest: str) -> str:
        # The digest of a short answer tells the answer: all its possible forms can be tried.
        return self._digests.setdefault(digest, f"digest-{len(self._digests) + 1:05d}")


def _folded(word: str) -> str:
    return str(anyascii(word)).lower()


def _digits(text: str) -> str:
    """Return the digits of a number; a whole number with decimals is the whole number."""
    return re.sub(r"\D", "", re.sub(r"[.,]0{1,2}$", "", text))


def _leaves(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner, key)
    else:
        yield key, value


def _records(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _records(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _records(inner)


def parsed(text: str) -> Any:
    """Return the JSON data in a text, or the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text
