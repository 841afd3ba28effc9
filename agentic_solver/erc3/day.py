"""Days as texts state them: in figures of any usual order, or with the name of a month (CLDR).

A year that stands first is followed by the month. Dots and dashes put the day first; slashes may
mean either order, unless one of them in the text shows which.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from types import MappingProxyType

from agentic_solver.erc3.words.calendar import MONTHS

__all__ = ["StatedDay", "days_in", "states_day", "without_days"]

_YEAR_FIRST = re.compile(
    r"(?<!\d)(?:(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?![\d])"
    r"|(?:(\d{4})\s?[年년]\s?)?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日号號일]?)"
)
_YEAR_LAST = re.compile(
    r"(?<![\d./-])(\d{1,2})([./-])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?![\d]|[./-]\d)"
)
_DIGITS = re.compile(r"\d+")
_TOKEN = re.compile(r"\w+")
_NUMBER = re.compile(r"(\d{1,2})\D{0,2}")
_YEAR = re.compile(r"(?:19|20)\d{2}")
_PARTING = re.compile(r"[^\w\s.,'’‘/()*-]")
_SHORT = 3
_OFTEN_WORDS = frozenset({"set", "out", "ago", "may", "mar"})
"""Short names of months that mean something else in another language."""
_KEPT = 512


def _by_name(table: Iterable[str], first: int) -> Mapping[str, frozenset[int]]:
    numbers: dict[str, set[int]] = {}
    for number, names in enumerate(table, first):
        for name in names.split():
            numbers.setdefault(name, set()).add(number)
    return MappingProxyType({name: frozenset(found) for name, found in numbers.items()})


_MONTHS = _by_name(MONTHS, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedDay:
    """A day in a text, with the place where it stands."""

    readings: frozenset[tuple[int, int]]
    """``(month, day)`` pairs that it may mean."""
    year: int | None
    start: int
    end: int
    plain: bool = True
    """Whether it can be nothing but a day: ``3/4`` may be three quarters."""
    open: bool = False
    """Whether the text does not show which of its figures is the month."""
    figures: tuple[int, int] = (0, 0)
    """Those of day and month as they stand, where they are open."""

    def is_on(self, day: date) -> bool:
        """Whether it may mean this day."""
        return (day.month, day.day) in self.readings and self.year in (None, day.year)


def states_day(text: str, day: date, *, customs: str = "") -> bool:
    """Whether a text states this day.

    ``5/6/2025`` states none, unless the text or ``customs``, the company's own words, show by
    another day with slashes which figure is the month.
    """
    return any(
        found.is_on(day) and (not found.open or _is_usual(found, day, customs))
        for found in days_in(text)
    )


def _is_usual(found: StatedDay, day: date, customs: str) -> bool:
    days_first, months_first = _orders(_matches(_YEAR_LAST, unicodedata.normalize("NFKC", customs)))
    if days_first == months_first:
        return False
    return (day.month, day.day) == (found.figures[::-1] if days_first else found.figures)


def without_days(text: str) -> str:
    """Return the NFKC form of a text with blanks in place of its days and their years."""
    plain = unicodedata.normalize("NFKC", text)
    for found in days_in(text):
        if found.plain:
            plain = plain[: found.start] + " " * (found.end - found.start) + plain[found.end :]
    return plain


@lru_cache(maxsize=_KEPT)
def days_in(text: str) -> tuple[StatedDay, ...]:
    """Return the days that a text states; the places are those of its NFKC form."""
    plain = unicodedata.normalize("NFKC", text)
    if _DIGITS.search(plain) is None:
        return ()
    found = [*_years_first(plain), *_years_last(plain)]
    taken = [(day.start, day.end) for day in found]
    found += (
        day
        for day in _worded(plain)
        if not any(day.start < end and start < day.end for start, end in taken)
    )
    return tuple(found)


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield what ``pattern.finditer`` does, for a pattern that matches from a first digit on."""
    end = 0
    for digits in _DIGITS.finditer(text):
        match = pattern.match(text, digits.start()) if digits.start() >= end else None
        if match is not None:
            yield match
            end = match.end()


def _years_first(text: str) -> Iterator[StatedDay]:
    for match in _matches(_YEAR_FIRST, text):
        year = match[1] or match[5]
        month, day = int(match[3] or match[6]), int(match[4] or match[7])
        if _is_day(month, day):
            yield StatedDay(
                readings=frozenset({(month, day)}),
                year=int(year) if year else None,
                start=match.start(),
                end=match.end(),
            )


def _years_last(text: str) -> Iterator[StatedDay]:
    matches = list(_matches(_YEAR_LAST, text))
    days_first, months_first = _orders(matches)
    for match in matches:
        first, second = int(match[1]), int(match[3])
        orders = {(second, first)}
        if match[2] == "/" and days_first == months_first:
            orders.add((first, second))
        elif match[2] == "/" and months_first:
            orders = {(first, second)}
        readings = frozenset(pair for pair in orders if _is_day(*pair))
        year = int(match[4]) if match[4] else None
        dotted = match[2] == "." and text[match.end() : match.end() + 1] == "."
        if readings and (year is not None or match[2] == "/" or dotted):
            yield StatedDay(
                readings=readings,
                year=year + 2000 if year is not None and year < 100 else year,
                start=match.start(),
                end=match.end(),
                plain=year is not None or (dotted and len(match[0]) > 4),
                open=len(readings) > 1,
                figures=(first, second),
            )


def _orders(matches: Iterable[re.Match[str]]) -> tuple[bool, bool]:
    """Return whether days with slashes put the day first, and whether some put the month first."""
    slashed = [(int(m[1]), int(m[3])) for m in matches if m[2] == "/" and m[4]]
    return (
        any(not _is_day(first, second) for first, second in slashed),
        any(not _is_day(second, first) for first, second in slashed),
    )


def _is_day(month: int, day: int) -> bool:
    try:
        date(2000, month, day)  # a leap year
    except ValueError:
        return False
    return True


def _worded(text: str) -> Iterator[StatedDay]:
    """Yield the days that stand beside the name of a month: ``8 October``, ``May the 5th``."""
    words = [word.casefold() for word in _TOKEN.findall(text)]
    numbers = [at for at, word in enumerate(words) if _NUMBER.fullmatch(word)]
    beside = {at + step for at in numbers for step in (-2, -1, 1, 2)}
    named = sorted(at for at in beside & set(range(len(words))) if _months_called(words[at]))
    tokens = list(_TOKEN.finditer(text)) if named else []
    for at in named:
        number = _beside(words, at)
        if number is None or not _runs_on(text, tokens[at], tokens[number]):
            continue
        day = int(_NUMBER.match(words[number])[1])  # type: ignore[index]
        around = range(max(0, min(at, number) - 2), min(len(words), max(at, number) + 3))
        years = [
            i
            for i in around
            if _YEAR.fullmatch(words[i]) and _runs_on(text, tokens[number], tokens[i])
        ]
        used = [at, number, *years[:1]]
        readings = frozenset((month, day) for month in _months_called(words[at]))
        readings = frozenset(pair for pair in readings if _is_day(*pair))
        if readings:
            yield StatedDay(
                readings=readings,
                year=int(words[years[0]]) if years else None,
                start=min(tokens[i].start() for i in used),
                end=max(tokens[i].end() for i in used),
                plain=words[at] not in _OFTEN_WORDS or bool(years),
            )


def _runs_on(text: str, one: re.Match[str], other: re.Match[str]) -> bool:
    """Whether no mark parts two words: *set at 4 % for 2026* is no day."""
    first, last = sorted((one.span(), other.span()))
    return _PARTING.search(text, first[1], last[0]) is None


def _beside(words: list[str], at: int) -> int | None:
    """Return where the number of the day stands: right before or after, or one short word off."""
    for place, between in ((at - 1, at), (at + 1, at), (at - 2, at - 1), (at + 2, at + 1)):
        near = between == at or (0 <= between < len(words) and len(words[between]) <= _SHORT)
        if near and 0 <= place < len(words) and _NUMBER.fullmatch(words[place]):
            return place
    return None


def _months_called(word: str) -> frozenset[int]:
    """Return the months (1 to 12) that a case-folded word names, in any case form.

    A name may be of several months: ``listopad`` is October in one language, November in another.
    """
    return _MONTHS.get(word, frozenset())
