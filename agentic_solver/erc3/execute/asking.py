"""What the words of a request give evidence of: kinds of change, values, figures, people.

The reading is mechanical and knows no grammar. It looks words up in lists of many languages, and
compares names and figures, which need no language. Quoted words and clauses that begin with a
negation say what somebody wrote or what is not wanted: they are no evidence for a kind of change.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property

from anyascii import anyascii

from agentic_solver.erc3.execute import deed_words
from agentic_solver.erc3.numeral import numbers_of, stated_numbers

__all__ = ["Asking", "words_of"]

_QUOTED = re.compile(
    r"\"[^\"]*\"|“[^”“]*[”“]|„[^“”]*[“”]|«[^»]*»|「[^」]*」|『[^』]*』|`[^`]*`|(?<!\w)'[^'\n]+'(?!\w)"
)
_CLAUSE = re.compile(
    r"[,;:!?.](?=\s|$)|[。、，；：！？]|\n|\s[-–—]\s|\s(?:but|aber|mais|pero|ma|mas|ale)\s"
)
_POLITE = frozenset(
    """please kindly bitte svp por favor per favore prosze prosim ludzu snalla venligst
    and also then und et y e i og och en so""".split()  # noqa: SIM905 - as the tables of words
)
_PATH = re.compile(r"[\w-]+(?:/[\w<>.-]+)+|[\w-]+\.md\b")
_ID = re.compile(r"\b[A-Za-z]\w*(?:_|(?<=[A-Za-z])-)\d+\b")
_ASKS = ("?", "？", "؟", ";")  # the last one is Greek
_TOO_FEW = 2
_SCRIPT = re.compile(r"[^\x00-\u024f\u1e00-\u1eff]")
_LONG_NAME = 4
_ENDING = 3
_COMMON = frozenset(
    """with from that this into over then than para pour dans avec nach eine einer einem einen beim
    della delle dello degli voor naar sobre como para till fran""".split()  # noqa: SIM905 - a table
)
"""Words of names that are in every request."""


@dataclass(frozen=True)
class Asking:
    """The request, ready to be looked up."""

    text: str

    # words -------------------------------------------------------------------------------

    @cached_property
    def _plain(self) -> str:
        return _ascii(self.text)

    @cached_property
    def _own(self) -> tuple[str, str]:
        """The caller's own words, without quotations and negated clauses: as they are, in ASCII."""
        bare = _QUOTED.sub(" … ", _normal(self.text))
        kept = " , ".join(part for part in _CLAUSE.split(bare) if not _is_negated(part))
        if len(re.findall(r"\w+", kept)) < _TOO_FEW:
            kept = _normal(self.text)
        return kept.casefold(), _ascii(kept)

    @cached_property
    def facets(self) -> frozenset[str]:
        """What the request speaks of, by the keys of ``FACETS``."""
        found = {name for name in deed_words.FACETS if self._names(deed_words.FACETS[name])}
        if re.search(r"[€$£¥]|\bCHF\b", self.text):
            found.add("salary")
        if _PATH.search(self.text):
            found.add("wiki")
        return frozenset(found)

    def _names(self, words: str) -> bool:
        written, plain = self._own
        latin, other = _compiled(words)
        return bool(latin.search(plain)) or any(word in written for word in other)

    @cached_property
    def speaks_of_all(self) -> bool:
        """Whether more is meant than what is named."""
        return self._names(deed_words.ALL_OF_THEM)

    @cached_property
    def describes_somebody(self) -> bool:
        """Whether somebody is meant by what is known of them."""
        return self._names(deed_words.SUPERLATIVES)

    @cached_property
    def speaks_of_caller(self) -> bool:
        """Whether the caller speaks of the own record."""
        return self._names(deed_words.MYSELF)

    @property
    def ends_in_a_question(self) -> bool:
        """Whether the last thing that is said is a question."""
        return self.text.rstrip(" \t\n\"'»”“)").endswith(_ASKS)

    @property
    def corrects(self) -> bool:
        """Whether something is to be put right."""
        return self._names(deed_words.CORRECTING)

    @property
    def removes(self) -> bool:
        """Whether something is to go."""
        return self._names(deed_words.REMOVING)

    @property
    def direction(self) -> int:
        """1 where only words of raising occur, -1 where only words of cutting do, else 0."""
        raising, cutting = self._names(deed_words.RAISING), self._names(deed_words.CUTTING)
        signs = {text[0] for text in re.findall(r"(?<![\w)])[+\-−]\s?\d", self.text)}
        return int(raising or "+" in signs) - int(cutting or bool(signs - {"+"}))

    @cached_property
    def is_foreign(self) -> bool:
        """Whether it is written in a script that leaves out words which others need."""
        return bool(_SCRIPT.search(self.text))

    # values ------------------------------------------------------------------------------

    def states(self, known: Mapping[str, str]) -> frozenset[str]:
        """Return the values of a closed list that the request names, by value or by its words."""
        return frozenset(
            value for value, words in known.items() if self.says(value) or self._names(words)
        )

    def says(self, text: str) -> bool:
        """Whether the request holds a text as whole words, whatever its accents and case."""
        wanted = words_of(text)
        return bool(wanted) and f" {' '.join(wanted)} " in f" {' '.join(self._tokens)} "

    def holds_any(self, words: Iterable[str]) -> bool:
        """Whether one of the words, folded as by ``words_of``, occurs, perhaps with an ending."""
        return any(_is_like(word, other) for word in words for other in self._tokens)

    def says_all_words(self, name: str) -> bool:
        """Whether every word of a name occurs, in any order."""
        wanted = words_of(name)
        return bool(wanted) and set(wanted) <= set(self._tokens)

    @cached_property
    def _tokens(self) -> tuple[str, ...]:
        return tuple(words_of(self.text))

    def mentions(self, name: str) -> bool:
        """Whether a word of ``name`` occurs, perhaps with another ending."""
        if self.says(name):
            return True
        return any(_is_like(word, other) for word in words_of(name) for other in self._tokens)

    def shares_words(self, text: str) -> bool:
        """Whether at least half of the longer words of ``text`` occur in the request."""
        words = {word for word in words_of(text) if len(word) >= _LONG_NAME} or set(words_of(text))
        shared = [word for word in words if any(_is_like(word, other) for other in self._tokens)]
        return bool(words) and 2 * len(shared) >= len(words)

    def sets_apart(self, text: str) -> bool:
        """Whether words of ``text`` follow a colon."""
        _before, colon, rest = _normal(self.text).partition(": ")
        return bool(colon) and Asking(rest).shares_words(text)

    @cached_property
    def quotations(self) -> tuple[str, ...]:
        """The texts that stand in quotation marks; paths are no texts."""
        found = (text[1:-1].strip() for text in _QUOTED.findall(_normal(self.text)))
        return tuple(text for text in found if text and not _PATH.fullmatch(text))

    @cached_property
    def numbers(self) -> frozenset[Decimal]:
        """Every number, in figures or in words; articles and the figures of ids are none."""
        return numbers_of(_ID.sub(" ", self.text))

    def counts(self, term: str) -> frozenset[Decimal]:
        """Return how many of something called ``term`` the caller asks for; empty: of none.

        A number right before the term counts it (``two encores``, ``half an encore``); where a
        script has none there, one after a single word may (``encore を 2 回``). Without a number
        it is one.
        """
        wanted, tokens = words_of(term), self._own_tokens
        found: set[Decimal] = set()
        for start in range(len(tokens) - len(wanted) + 1):
            end = start + len(wanted)
            if not all(map(_is_form_of, (words for _raw, words in tokens[start:end]), wanted)):
                continue
            before = _number_before(tokens[:start])
            after = tokens[end : end + 2]
            if not before and len(after) == 2 and _SCRIPT.search(after[0][0]):
                before = numbers_of(after[1][0])
            found |= before or {Decimal(1)}
        return frozenset(found)

    @cached_property
    def _own_tokens(self) -> tuple[tuple[str, str], ...]:
        """The caller's own words: as they are, and in small ASCII letters."""
        raw = re.findall(r"\d+(?:[.,]\d+)+|\w+", _spaced(self._own[0]))
        return tuple((word, "".join(words_of(word))) for word in raw)

    @cached_property
    def days(self) -> frozenset[str]:
        """The dates that stand there in ISO form."""
        return frozenset(re.findall(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)", self.text))


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _ascii(text: str) -> str:
    """Return text in small ASCII letters; scripts without blanks are left out."""
    return anyascii(_normal(text)).casefold()


def words_of(text: str) -> list[str]:
    """Return the words of a text in small ASCII letters."""
    # a name beside a script without blanks is a word of its own
    return re.findall(r"[0-9a-z]+", _ascii(_spaced(text)))


def _spaced(text: str) -> str:
    return re.sub(r"([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+)", r" \1 ", text)


def _number_before(tokens: Sequence[tuple[str, str]]) -> frozenset[Decimal]:
    """Return the number that the last of some words is; before an article only a part of one."""
    earlier, last = ("", "", *(raw for raw, _ascii in tokens))[-2:]
    if numbers_of(last) or not stated_numbers(last):
        return numbers_of(last)
    return frozenset(number for number in numbers_of(earlier) if number < 1)


def _is_form_of(word: str, term: str) -> bool:
    """Whether a word is a term, perhaps with another ending."""
    if word == term or len(term) < _LONG_NAME:
        return word == term
    stem = term[:-1] if term[-1] in "aeiouy" else term
    return word.startswith(stem) and len(word) - len(term) <= _ENDING


def _is_like(word: str, other: str) -> bool:
    if word in _COMMON:
        return False
    if word == other:
        return len(word) >= _LONG_NAME or (word.isdigit() and len(word) > 1)
    length = min(len(word), len(other))
    if length < _LONG_NAME:
        return False
    kept = max(_LONG_NAME, length - 2)
    return word[:kept] == other[:kept] and abs(len(word) - len(other)) <= _LONG_NAME


def _is_negated(clause: str) -> bool:
    words = [word for word in re.findall(r"[a-z'-]+", _ascii(clause)) if word not in _POLITE]
    negations = deed_words.NEGATIONS.split()
    if words[:2] == ["do", "not"]:
        return True
    return len(words) > 1 and words[0] in negations


@cache
def _compiled(words: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """Return a pattern for the ASCII entries of a list, and the other entries."""
    parts: dict[str, list[str]] = {"start": [], "whole": [], "inside": [], "pattern": []}
    other: list[str] = []
    for word in words.split():
        if word.startswith("~"):
            parts["pattern"].append(word[1:])
        elif not word.isascii():
            other.append(word.casefold())
        elif word.startswith("*"):
            parts["inside"].append(re.escape(word[1:]))
        elif word.endswith("="):
            parts["whole"].append(re.escape(word[:-1]))
        else:
            parts["start"].append(re.escape(word))
    return re.compile("|".join(_alternatives(parts))), tuple(other)


def _alternatives(parts: Mapping[str, Iterable[str]]) -> list[str]:
    start, whole = "|".join(parts["start"]), "|".join(parts["whole"])
    found = [f"(?<![a-z0-9])(?:{start})"] if start else []
    found += [f"(?<![a-z0-9])(?:{whole})(?![a-z0-9])"] if whole else []
    return [*found, *parts["inside"], *parts["pattern"]]
