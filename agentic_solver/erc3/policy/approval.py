"""Values that have to stand in a text of the record: as an amount, and as an approved one.

One sentence of the text has to hold the value and, where the rule says who approves, the approver
and the words of approving, and nothing that by the page makes it none. All of these words are the
rule's, which has them from the company's page; what is known here is only how texts are built:
where a sentence ends, what a year and a number of something look like, and that pay moves within
a factor. Whatever cannot be told apart closes.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Approval
from agentic_solver.erc3.day import without_days
from agentic_solver.erc3.folding import fold_label
from agentic_solver.erc3.numeral import amounts, figures_of

__all__ = ["akin", "approval_words", "is_stated"]

_PAY = "salary"
_FACTOR = 2
"""Less than a part of the present pay is no new pay: a year, a step, a number of something."""
_END = re.compile(r"[!?…;\n\r\v\f\u2028\u2029•|。！？；؟۔।]+|\.+(?=[\s)\]\"'»”’]|$)")
_QUESTIONS = "?？؟"
_ABBREVIATED = re.compile(r"(?<!\w)[^\W\d_]{1,2}$")
"""What a full stop may follow within a sentence: *No.*, *Nr.*, *A. Wróbel*, *p. a.*"""
_WORD = re.compile(r"\w+|&")
_YEAR = re.compile(r"(?<![\d.,'’])(?:19|20)\d\d(?![.,'’]?\d)")
_NUMBERED = re.compile(r"(?:[#§№]|(?<!\w)n[°o]\.?)\s*\d+(?:[/.-]\d+)*|\d+/[\d/]+", re.IGNORECASE)
"""The number of something: *#29*, *§ 4*, *No. 29*, *29/2025*."""
_SPACED_DAY = re.compile(r"(?<!\d)\d{1,2}\.\s\d{1,2}\.(?:\s?(?:19|20)\d\d(?!\d))?")
"""*3. 10. 2025*, whose full stops end nothing."""
_NEXT = re.compile(r"\s*(?:[^\W\d_]{1,3}\.\s*)?(\d+(?:[.,'’/-]?\d+)*)")
"""A number right behind words, with at most an abbreviation between: *resolution 29*, *Nr. 29*."""
_STEM = 4
"""Letters that two forms of one word begin with at least."""
_TOLD = 3


def is_stated(
    name: str, field: str, approval: Approval | None, args: JsonObject, current: JsonObject
) -> bool:
    """Whether a field of the record states the value of an argument, as approved if it has to be.

    Args:
        name: the argument that is set.
        field: a text of the record.
        approval: what makes a sentence an approval; None: any sentence will do.
        args: what the write sets.
        current: the present values of the record.
    """
    value, text = args.get(name), current.get(field)
    if value is None or isinstance(value, bool) or not isinstance(text, str):
        return False
    present = _number(current.get(name)) if name == _PAY else None
    sentences = _sentences(text)
    if approval is not None:
        sentences = tuple(one for one in sentences if one.approves(approval))
    number = _number(value)
    if number is None:
        words = _words(str(value))
        return bool(words) and any(_places(words, one.words) for one in sentences)
    if present is not None and number * _FACTOR < present:
        return False
    if approval is None:
        return any(number in amounts(_money(one, ())) for one in sentences)
    return any(_is_the_amount(number, one, approval, present) for one in sentences)


def approval_words(approval: Approval) -> str:
    """Return what makes a sentence an approval, in a few words."""
    words = f"in one sentence with {_any(approval.by)}"
    return words + (f" and {_any(approval.act)}" if approval.act else "")


def _any(words: Sequence[str]) -> str:
    more = len(words) - _TOLD
    return " or ".join((*map(repr, words[:_TOLD]), *([f"{more} more"] if more > 0 else [])))


def akin(word: str, other: str) -> bool:
    """Whether two folded words have one stem, as far as their beginnings show it."""
    if word == other:
        return True
    same = next(
        (place for place, (a, b) in enumerate(zip(word, other, strict=False)) if a != b),
        min(len(word), len(other)),
    )
    whole = same == min(len(word), len(other))
    return same >= _STEM + (not whole) and 2 * same >= max(len(word), len(other))


# Sentences -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Word:
    """A word as it is compared, and where it stands."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    words: tuple[_Word, ...]
    is_question: bool

    def approves(self, approval: Approval) -> bool:
        """Whether it has the words of an approval, and none that make it another thing."""
        if self.is_question or not self._has(approval.by):
            return False
        if approval.act and not self._has(approval.act):
            return False
        return not any(_is_like(_words(phrase), self.words) for phrase in approval.never)

    def _has(self, phrases: Sequence[str]) -> bool:
        return any(_places(_words(phrase), self.words) for phrase in phrases)


@lru_cache(maxsize=256)
def _sentences(text: str) -> tuple[_Sentence, ...]:
    """Return the sentences of a text without its days and the numbers of things."""
    plain = without_days(text)
    for pattern in (_SPACED_DAY, _NUMBERED):
        plain = _without(plain, pattern.finditer(plain))
    return tuple(_Sentence(part, _words(part), mark) for part, mark in _split(plain))


def _split(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the sentences of a text, and whether they ask."""
    start = 0
    for end in _END.finditer(text):
        if end[0] == "." and _ABBREVIATED.search(text, start, end.start()):
            continue
        yield text[start : end.start()], any(mark in end[0] for mark in _QUESTIONS)
        start = end.end()
    yield text[start:], False


@lru_cache(maxsize=1024)
def _words(text: str) -> tuple[_Word, ...]:
    found = ((fold_label(m[0]), m) for m in _WORD.finditer(unicodedata.normalize("NFKC", text)))
    return tuple(_Word(word, m.start(), m.end()) for word, m in found if word)


def _places(phrase: Sequence[_Word], words: Sequence[_Word]) -> list[_Word]:
    """Return the last word of each place at which a phrase stands, word by word."""
    wanted, size = [word.text for word in phrase], len(phrase)
    if not size:
        return []
    return [
        words[place + size - 1]
        for place in range(len(words) - size + 1)
        if [word.text for word in words[place : place + size]] == wanted
    ]


def _is_like(phrase: Sequence[_Word], words: Sequence[_Word]) -> bool:
    """Whether a phrase stands among words, in whatever forms of its words."""
    size = len(phrase)
    return bool(size) and any(
        all(akin(a.text, b.text) for a, b in zip(phrase, words[place:], strict=False))
        for place in range(len(words) - size + 1)
    )


# Amounts ---------------------------------------------------------------------------------


def _is_the_amount(
    value: Decimal, sentence: _Sentence, approval: Approval, present: Decimal | None
) -> bool:
    """Whether a value is the one amount of a sentence.

    Beside it may stand what is too small to be one, and the present amount, where it is above
    that: *from 54800 to 58500*. Of two others nobody can tell which was approved.
    """
    text = _money(sentence, approval.by)
    least = Decimal(0) if present is None else present / _FACTOR
    figures = figures_of(text) or tuple(frozenset({number}) for number in amounts(text))
    kept = [
        readings
        for figure in figures
        if (readings := frozenset(number for number in figure if number >= least))
    ]
    others = [readings for readings in kept if value not in readings]
    if len(others) == len(kept):
        return False
    return not others or (
        present is not None and value > present and all(present in one for one in others)
    )


def _money(sentence: _Sentence, by: Sequence[str]) -> str:
    """Return a sentence with blanks for what may be a year or the number of something."""
    text = sentence.text
    text = _without(text, (m for m in _YEAR.finditer(text) if not _is_priced(text, *m.span())))
    behind = (
        match
        for phrase in by
        for word in _places(_words(phrase), sentence.words)
        if (match := _NEXT.match(text, word.end)) and not _is_priced(text, *match.span(1))
    )
    return _without(text, behind)


def _without(text: str, matches: Iterator[re.Match[str]]) -> str:
    for match in list(matches):
        start, end = match.span()
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _is_priced(text: str, start: int, end: int) -> bool:
    """Whether the sign of a currency stands with a number."""
    beside = (text[:start].rstrip()[-1:], text[end:].lstrip()[:1])
    return any(unicodedata.category(mark) == "Sc" for mark in beside if mark)


def _number(value: JsonValue) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    number = Decimal(str(value))
    return number if number.is_finite() else None
