"""Numbers as texts state them: in figures with either separator, or in words.

The words are those of many languages, without those that mean something else in another one
(Danish *to*, *fire*). A word that is missing here only costs: a number is then not stated, and
what rests on it is refused. The figures of days and of ids are no numbers, and those of a
percentage are a share.
"""

import re
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from anyascii import anyascii

from agentic_solver.erc3.day import without_days
from agentic_solver.erc3.words.number import (
    ARTICLES,
    NUMBERS,
    PERCENT,
    PERCENT_BEFORE,
    SHARES,
)
from agentic_solver.erc3.words.spelled import ENGLISH, SPELLED

__all__ = [
    "amounts",
    "digits_of",
    "figures_of",
    "numbers_of",
    "percentages",
    "shares",
    "spelled_numbers",
    "stated_numbers",
]

_NUMBER = re.compile(r"\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*", re.UNICODE)
_FRACTION = re.compile(r"(\d*)\s?([¼-¾⅐-⅞])")
_SHARE = re.compile(r"(?<![\d/.])([1-7])[/⁄]([2-8])(?![\d/])")
_ID = re.compile(r"\b[A-Za-z]\w*(?:_|(?<=[A-Za-z])-)\d+\b")
_WORD = re.compile(r"\w+")
_THOUSAND = re.compile(r"\s?[kK]\b")
_REACH = 12
"""Letters after a number in which the word for percent begins and is known."""
_READING = threading.Lock()
_KEPT = 512
"""Texts whose numbers are kept: a request and the rules are asked many times."""

_PART = re.compile(r"\d+(?:[.,]\d+)*|\w+|[.;!?\n]")
_ENDS = frozenset(".;!?\n")
_HALF = Decimal("0.5")
_JOINED = ("einhalb", "undeenhalf", "enhalf", "einhalbe")
"""A half at the end of a number that is written as one word."""
_BEFORE_HALF = 4
"""Words before a half in which the whole stands: *four hours and a half*."""
_BY_WORD = {
    **{word: Decimal(number) for number, words in NUMBERS.items() for word in words.split()},
    **{
        " ".join(phrase.split()): Decimal(number)
        for number, phrases in SPELLED.items()
        for phrase in phrases.split(",")
        if phrase.strip()
    },
}
"""Numbers by their words, several with a blank between them."""
_LONGEST: dict[str, int] = {}
"""Words of the longest phrase that begins with a word."""
for _phrase in _BY_WORD:
    _first = _phrase.partition(" ")[0]
    _LONGEST[_first] = max(_LONGEST.get(_first, 1), _phrase.count(" ") + 1)
_ENGLISH = {
    word: Decimal(number) for number, word in enumerate(ENGLISH.replace(",", " ").split(), 2)
}
"""Without *one*, which is mostly a pronoun, and *half*."""


_SHARES = {word: Decimal(100) / n for n, words in SHARES.items() for word in words.split()}
_CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Figure:
    """A number in digits."""

    text: str
    mark: str
    """The mark of fractions that it shows, or ''."""
    in_thousands: bool
    is_percentage: bool

    def readings(self, mark: str) -> Iterator[Decimal]:
        """Yield what it may be where ``mark`` is the mark of fractions; '' is unknown."""
        for value in _readings(self.text, mark):
            yield value * 1000 if self.in_thousands else value


@lru_cache(maxsize=_KEPT)
def stated_numbers(*texts: str) -> frozenset[Decimal]:
    """Return every number that texts state; an article (``a``, ``ein``, ``une``) is a one.

    A separator before three digits may mark thousands or the fraction (``1.500`` is 1500 and
    1.5): both count, unless the texts show which of them they use. A percentage is a share.
    """
    words, figures, mark = _read_all(texts)
    return words | frozenset(
        value / 100 if figure.is_percentage else value
        for figure in figures
        for value in figure.readings(mark)
    )


@lru_cache(maxsize=_KEPT)
def numbers_of(text: str) -> frozenset[Decimal]:
    """Return the numbers that a text states; an article is none."""
    return stated_numbers(" ".join(w for w in text.split() if w.casefold() not in ARTICLES))


def spelled_numbers(text: str) -> dict[str, Decimal]:
    """Return the numbers from two to twenty that an English text spells, by their words."""
    words = dict.fromkeys(_WORD.findall(text.casefold()))
    return {word: _ENGLISH[word] for word in words if word in _ENGLISH}


def amounts(*texts: str) -> frozenset[Decimal]:
    """Return the numbers of texts that are no percentages."""
    words, figures, mark = _read_all(texts)
    return words | frozenset(
        value for figure in figures if not figure.is_percentage for value in figure.readings(mark)
    )


def figures_of(text: str) -> tuple[frozenset[Decimal], ...]:
    """Return what each number in digits may be, in the order of the text; no percentages."""
    _, figures, mark = _read_all((text,))
    return tuple(frozenset(figure.readings(mark)) for figure in figures if not figure.is_percentage)


def percentages(*texts: str) -> frozenset[Decimal]:
    """Return the numbers of percentages; those of all figures where none is marked as one."""
    words, figures, mark = _read_all(texts)
    marked = [figure for figure in figures if figure.is_percentage]
    found = frozenset(value for figure in marked or figures for value in figure.readings(mark))
    return found if marked else found | words


def shares(text: str) -> frozenset[Decimal]:
    """Return the parts of a whole that a text names in words, in percent to two places: a tenth.

    Several parts are told by the number before them: two thirds.
    """
    words = [word for word in _WORD.findall(text.casefold()) if word not in ARTICLES]
    found = {
        (_SHARES[word] * _BY_WORD.get(before, Decimal(1))).quantize(_CENT)
        for before, word in zip(["", *words], words, strict=False)
        if word in _SHARES
    }
    return frozenset(share for share in found if share < 100)


@lru_cache(maxsize=_KEPT)
def digits_of(text: str) -> frozenset[Decimal]:
    """Return the groups of digits of a text, whatever they belong to: a date, an id, a figure."""
    return frozenset(map(Decimal, re.findall(r"\d+", unicodedata.normalize("NFKC", text))))


def _read_all(texts: Iterable[str]) -> tuple[frozenset[Decimal], list[_Figure], str]:
    """Return the numbers in words, those in digits, and the mark of fractions or ''.

    Each text is read by itself, so that the rules of a company are read once for all requests.
    """
    words, figures, marks = set[Decimal](), list[_Figure](), set[str]()
    for text in texts:
        in_words, in_digits = _read(text)
        words |= in_words
        figures += in_digits
        marks |= {figure.mark for figure in in_digits if figure.mark}
    return frozenset(words), figures, marks.pop() if len(marks) == 1 else ""


def _read(text: str) -> tuple[frozenset[Decimal], tuple[_Figure, ...]]:
    """Return the numbers in words, and those in digits.

    One thread reads at a time: tasks that begin together would all read the same rules.
    """
    with _READING:
        return _kept(text)


@lru_cache(maxsize=_KEPT)
def _kept(text: str) -> tuple[frozenset[Decimal], tuple[_Figure, ...]]:
    plain = without_days(_FRACTION.sub(_spelled, text)).replace("\u066b", ".")
    plain = _ID.sub(" ", plain.replace("\u066c", ""))
    words = set(_in_words(_WORD.findall(plain.casefold())))
    words |= {Decimal(m[1]) / Decimal(m[2]) for m in _SHARE.finditer(plain) if m[1] < m[2]}
    words |= set(_with_halves(plain))
    return frozenset(words), tuple(_figures(plain))


def _in_words(words: list[str]) -> Iterator[Decimal]:
    """Yield the numbers of words in their order: of *twenty-one* neither twenty nor one.

    Of *two hundred and five* the sum is one, too.
    """
    at, whole, end = 0, Decimal(0), 0
    while at < len(words):
        step = 1
        for length in range(_LONGEST.get(words[at], 0), 0, -1):
            value = _BY_WORD.get(" ".join(words[at : at + length]))
            if value is not None:
                yield value
                step = length
                adds = at - end <= 1 and 1 <= value < _room(whole)
                whole, end = (whole + value if adds else value), at + length
                if adds:
                    yield whole
                break
        at += step


def _room(number: Decimal) -> Decimal:
    """Return below what a number lies that is added to another one by standing behind it."""
    return next(
        (size for size in (Decimal(1000), Decimal(100)) if number and not number % size), _CENT
    )


def _with_halves(text: str) -> Iterator[Decimal]:
    """Yield what is said with a half behind it: four and a half, 4 hours and a half."""
    parts = _PART.findall(text.casefold())
    for place, part in enumerate(parts):
        joined = next((half for half in _JOINED if part.endswith(half)), "")
        if joined and part.removesuffix(joined) in _BY_WORD:
            yield _BY_WORD[part.removesuffix(joined)] + _HALF
        if _BY_WORD.get(part) != _HALF:
            continue
        for before in reversed(parts[max(0, place - _BEFORE_HALF) : place]):
            if before in _ENDS:
                break
            if before not in ARTICLES and _is_count(before):
                yield (_BY_WORD.get(before) or Decimal(before)) + _HALF
                break


def _is_count(word: str) -> bool:
    number = _BY_WORD.get(word) or (Decimal(word) if word.isdecimal() else None)
    return number is not None and number >= 1


def _spelled(match: re.Match[str]) -> str:
    """Return a vulgar fraction, with the whole before it, as a decimal one."""
    return f" {float(match[1] or 0) + unicodedata.numeric(match[2]):g} "


def _figures(text: str) -> Iterator[_Figure]:
    for match in _NUMBER.finditer(text):
        after = anyascii(text[match.end() : match.end() + _REACH]).casefold()
        before = anyascii(text[max(0, match.start() - _REACH) : match.start()]).casefold()
        yield _Figure(
            text=match[0],
            mark=_mark_of(match[0]),
            in_thousands=_THOUSAND.match(text, match.end()) is not None,
            is_percentage=bool(PERCENT.match(after) or PERCENT_BEFORE.search(before)),
        )


def _mark_of(number: str) -> str:
    """Return the mark of fractions that a number shows, or ''."""
    marks: list[str] = re.findall(r"[.,]", number)
    last = re.split(r"[.,]", number)[-1]
    if len(set(marks)) > 1 or (len(marks) == 1 and (len(last) != 3 or number[0] == "0")):
        return marks[-1]
    return ("," if marks[0] == "." else ".") if len(marks) > 1 else ""


@lru_cache(maxsize=8 * _KEPT)
def _readings(text: str, mark: str) -> tuple[Decimal, ...]:
    """Return what a number may be, as it stands."""
    number = re.sub(r"[ '’]", "", text)
    whole = Decimal(re.sub(r"[.,]", "", number))
    last = re.fullmatch(r"(.*)([.,])(\d+)", number)
    if last is None or last[2] in last[1]:
        return (whole,)
    fraction = Decimal(f"{re.sub(r'[.,]', '', last[1])}.{last[3]}")
    if len(last[3]) != 3 or re.search(r"[.,]", last[1]) or number[0] == "0":
        return (fraction,)
    if not mark:
        return fraction, whole
    return (fraction if last[2] == mark else whole,)
