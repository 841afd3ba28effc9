"""What the words of a request give evidence of: kinds of change, values, figures, people.

The reading is mechanical and knows no grammar. It looks words up in lists of many languages, and
compares names and figures, which need no language. Quoted words and clauses that begin with a
negation say what somebody wrote or what is not wanted: they are no evidence for a kind of change.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import cache, cached_property
from itertools import pairwise

from agentic_solver.erc3.day import days_in, states_day, weekdays_called, without_days
from agentic_solver.erc3.folding import in_ascii
from agentic_solver.erc3.numeral import numbers_of, percentages, stated_numbers
from agentic_solver.erc3.snapshot.transliteration import spellings
from agentic_solver.erc3.words import deed

__all__ = ["Asking", "words_of"]

_QUOTED = re.compile(
    r"\"[^\"]*\"|“[^”“]*[”“]|„[^“”]*[“”]|«[^»]*»|「[^」]*」|『[^』]*』|`[^`]*`|(?<!\w)'[^'\n]+'(?!\w)"
)
_CLAUSE = re.compile(
    r"[,;:!?.](?=\s|$)|[。、，；：！？]|\n|\s[-–—]\s|\s(?:but|aber|mais|pero|ma|mas|ale)\s"
)
_ENDING_OF_PAGES = ".md"
_ASKS = ("?", "？", "؟", ";")  # the last one is Greek
_TOO_FEW = 2
_SHORT_NAME, _LONG_NAME = 3, 4
_ENDING = 3
_NEAR, _BESIDE = 4, 3
"""In words: how far somebody stands from the thing, and how far behind it a name belongs to it."""


_CAPITAL = r"[^\W\d_a-zß-öø-ÿ][\w'’-]+"
_IN_A_ROW = re.compile(rf"\b{_CAPITAL}(?:,?\s+(?:[a-z]{{1,4}}\s+){{0,2}}{_CAPITAL})+")
"""Words with capitals one after the other, short ones (*van den*) between them left aside."""
_UNCOUNTED = " ".join(word for word in deed.ALL_OF_THEM.split() if not numbers_of(word.strip("=")))
_NEGATIONS = frozenset(deed.NEGATIONS.split())
_OFTEN_NUMBERED = {"no", "non", "ne", "nem"}
_NOT_THIS_NUMBER = re.compile(
    rf"\b(?:{'|'.join(sorted(_NEGATIONS - _OFTEN_NUMBERED))})\s+(?:\w{{1,3}}\s+)?\d[\d.,]*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Asking:
    """The request, ready to be looked up."""

    text: str
    pages: frozenset[str] = frozenset()
    """The paths of the pages that there are."""
    customs: str = ""
    """The company's own words: they show how it writes days."""

    # words -------------------------------------------------------------------------------

    @cached_property
    def _plain(self) -> str:
        return in_ascii(self.text)

    @cached_property
    def _own(self) -> tuple[str, str]:
        """The caller's own words, without quotations and negated clauses: as they are, in ASCII."""
        bare = _QUOTED.sub(" … ", _normal(self.text))
        kept = _wanted(bare)
        if len(re.findall(r"\w+", kept)) < _TOO_FEW:
            kept = _normal(self.text)
        return kept.casefold(), in_ascii(kept)

    @cached_property
    def facets(self) -> frozenset[str]:
        """What the request speaks of, by the keys of ``FACETS``."""
        found = {name for name in deed.FACETS if self._names(deed.FACETS[name])}
        if re.search(r"[€$£¥]|\bCHF\b", self.text):
            found.add("salary")
        if any(map(self._is_path, _normal(self.text).split())):
            found.add("wiki")
        return frozenset(found)

    def _is_path(self, word: str) -> bool:
        """Whether a word is the path of a page, or begins with a folder of pages."""
        path = word.strip("\"'`.,;:!?()[]«»“”„").casefold()
        folders = {page.rpartition("/")[0].casefold() for page in self.pages} - {""}
        return (
            path.endswith(_ENDING_OF_PAGES)
            or any(path == page.casefold() for page in self.pages)
            or any(path.startswith(f"{folder}/") for folder in folders)
        )

    def _names(self, words: str) -> bool:
        written, plain = self._own
        latin, other = _compiled(words)
        return bool(latin.search(plain)) or any(word in written for word in other)

    @cached_property
    def speaks_of_all(self) -> bool:
        """Whether more is meant than what is named."""
        return self._names(deed.ALL_OF_THEM)

    @cached_property
    def speaks_of_each(self) -> bool:
        """Whether more is meant than what is named, by a word that counts nothing else."""
        return self._names(_UNCOUNTED)

    @cached_property
    def describes_somebody(self) -> bool:
        """Whether somebody is meant by what is known of them; *last Friday* is nobody."""
        if not self._names(deed.SUPERLATIVES):
            return False
        words = [*self.text.split(), ""]
        kept = [word for word, after in pairwise(words) if not weekdays_called(after)]
        return Asking(" ".join(kept))._names(deed.SUPERLATIVES)

    @property
    def extreme(self) -> int:
        """1 where only words for the highest occur, -1 where only those for the lowest do."""
        return int(self._names(deed.HIGHEST)) - int(self._names(deed.LOWEST))

    @cached_property
    def speaks_of_caller(self) -> bool:
        """Whether the caller speaks of the own record."""
        return self._names(deed.MYSELF)

    def speaks_of_own(self, facet: str, *, values: Iterable[str], others: Iterable[str]) -> bool:
        """Whether the caller speaks of the own record where others are named as well.

        A word for what is theirs stands with a word for the thing (*my pay*), or they speak of
        themselves beside it (*raise me*) and of nobody else there. Where no word for the thing
        is known, that they speak of themselves at all is enough.

        Args:
            facet: a key of ``FACETS``: the thing.
            values: names of such things that the request holds.
            others: names of the others.
        """
        if self.is_foreign or not self.speaks_of_caller:
            return self.speaks_of_caller
        tokens = re.findall(r"[a-z0-9]+(?:'[a-z]+)?|[,;:.!?]", self._own[1])
        known = {word for value in values for word in words_of(value)}
        people = {word for name in others for word in words_of(name) if len(word) >= _SHORT_NAME}
        things = _places(tokens, deed.FACETS[facet])
        things += [place for place, word in enumerate(tokens) if word in known]
        named = [at for at, word in enumerate(tokens) if word.partition("'")[0] in people]
        named += [at for at, word in enumerate(tokens) if not word[0].isalnum()]  # another clause
        own, selves = _places(tokens, deed.OWN), _places(tokens, deed.MYSELF)
        if not things or (facet == "time" and set(selves) - set(own)):
            return True
        for at in selves:
            for thing in things:
                first, last = sorted((at, thing))
                if at in own:
                    stands = thing - at in (-1, 1, 2, 3)
                    alone = not any(first < other < last for other in named)
                else:
                    stands = last - first <= _NEAR
                    beside = tokens[last + 1 : last + 1 + _BESIDE]
                    alone = not any(first < other < last for other in named) and people.isdisjoint(
                        word.partition("'")[0] for word in beside
                    )
                if stands and alone:
                    return True
        return False

    @property
    def ends_in_a_question(self) -> bool:
        """Whether the last thing that is said is a question."""
        return self.text.rstrip(" \t\n\"'»”“)").endswith(_ASKS)

    @property
    def corrects(self) -> bool:
        """Whether something is to be put right."""
        return self._names(deed.CORRECTING)

    @property
    def removes(self) -> bool:
        """Whether something is to go."""
        return self._names(deed.REMOVING)

    @property
    def adds(self) -> bool:
        """Whether a text goes beside what is there, and nothing of that is to go."""
        goes = self.removes or self.corrects or self._names(deed.REPLACING)
        # what follows a colon is the text itself
        return not goes and Asking(self.text.partition(": ")[0])._names(deed.ADDING)

    @property
    def speaks_of_now(self) -> bool:
        """Whether today or yesterday is spoken of."""
        return self._names(deed.NOW)

    @property
    def direction(self) -> int:
        """1 where only words of raising occur, -1 where only words of cutting do, else 0."""
        raising, cutting = self._names(deed.RAISING), self._names(deed.CUTTING)
        signs = {text[0] for text in re.findall(r"(?<![\w)])[+\-−]\s?\d", self.text)}
        return int(raising or "+" in signs) - int(cutting or bool(signs - {"+"}))

    @cached_property
    def is_foreign(self) -> bool:
        """Whether it is written in a script that leaves out words which others need."""
        return _is_foreign(self.text)

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

    def mentions(self, name: str, *, beside: Iterable[str] = ()) -> bool:
        """Whether a word of ``name`` occurs, perhaps with another ending.

        The words of the names that it is ``beside`` are theirs, where these stand there whole.
        """
        if self.says(name):
            return True
        whole = (words_of(other) for other in beside if self.says_all_words(other))
        taken = {word for words in whole for word in words}
        return any(
            _is_like(word, other)
            for word in words_of(name)
            for other in self._tokens
            if other not in taken
        )

    def words_like_names(
        self, *, beside: Iterable[str] = (), in_a_row: bool = False
    ) -> tuple[str, ...]:
        """Return the words that may be names of people, as they stand: those with a capital.

        All of them in a text without capitals; days and the names that they stand ``beside``
        are none. Those ``in_a_row`` may be whole names.
        """
        plain = without_days(self.text)
        if in_a_row:
            plain = " ".join(match[0] for match in _IN_A_ROW.finditer(plain))
        words = dict.fromkeys(re.findall(r"[^\W\d_]{3,}", plain))
        for word in [one for one in words if not one.isascii() and one[0] != one[0].casefold()]:
            # a name is known by its letters in the company's own script
            words.update(dict.fromkeys(one.title() for one in sorted(spellings(word))))
        capitals = [word for word in words if word[0] != word[0].casefold()]
        taken = {word for name in beside for word in words_of(name)}
        return tuple(w for w in capitals or words if taken.isdisjoint(words_of(w)))

    def calls(self, name: str, *, by: Iterable[str]) -> bool:
        """Whether somebody's whole name is there, or one word of it that stands like a name."""
        if self.says_all_words(name):
            return True
        capitals = {"".join(words_of(word)) for word in by if word[0] != word[0].casefold()}
        return not capitals.isdisjoint(words_of(name))

    def holds_word_of(self, name: str) -> bool:
        """Whether a word of a name, of three letters and more, occurs as it is."""
        short = {word for word in words_of(name) if len(word) >= _SHORT_NAME}
        return not short.isdisjoint({*self._tokens} - deed.COMMON)

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
        return tuple(text for text in found if text and not self._is_path(text))

    @cached_property
    def numbers(self) -> frozenset[Decimal]:
        """Every number that is not taken back, in figures or in words; articles are none."""
        return numbers_of(self._wanted)

    @cached_property
    def percentages(self) -> frozenset[Decimal]:
        """The numbers of percentages."""
        return percentages(self._wanted)

    @cached_property
    def _wanted(self) -> str:
        """The text without what a negation takes back, quotations included."""
        return _NOT_THIS_NUMBER.sub(" ", _wanted(_normal(self.text)))

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
            if not before and len(after) == 2 and _is_foreign(after[0][0]):
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
        """The dates that stand there with their year, in ISO form."""
        return frozenset(
            f"{day.year:04}-{month:02}-{number:02}"
            for day in days_in(self.text)
            if day.year is not None
            for month, number in day.readings
        )

    @cached_property
    def tells_one_day(self) -> bool:
        """Whether one day is told, as a date, by its weekday or as the one of today: no other."""
        written, plain = self._own
        latin, other = _compiled(deed.NOW)
        told = {match[0] for match in latin.finditer(plain)} | {w for w in other if w in written}
        dates = {(found.year, found.readings) for found in days_in(self.text)}
        return len(told) + len(dates) + len(weekdays_called(self.text)) == 1

    def times(self, number: Decimal) -> int:
        """Return how often a number is there."""
        return sum(number in numbers_of(word) for word in self._wanted.split())

    def states_day(self, day: date) -> bool:
        """Whether a day is written there."""
        return states_day(self.text, day, customs=self.customs)

    def without_day(self, day: str) -> "Asking":
        """Return the request without a date, given in ISO form."""
        return replace(self, text=self.text.replace(day, " … "))

    @property
    def plain_words(self) -> tuple[str, ...]:
        """Its words in small ASCII letters, and as they are where the script is another one."""
        return (*self._tokens, self.text)

    def names_weekday(self, day: date) -> bool:
        """Whether the name of its day of the week is there."""
        return day.weekday() in weekdays_called(self.text)


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def words_of(text: str) -> list[str]:
    """Return the words of a text in small ASCII letters."""
    # a name beside a script without blanks is a word of its own
    return re.findall(r"[0-9a-z]+", in_ascii(_spaced(text)))


def _spaced(text: str) -> str:
    return re.sub(r"([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+)", r" \1 ", text)


def _number_before(tokens: Sequence[tuple[str, str]]) -> frozenset[Decimal]:
    """Return the number that the last of some words is; before an article only a part of one."""
    earlier, last = ("", "", *(raw for raw, _ascii in tokens))[-2:]
    if numbers_of(last) or not stated_numbers(last):
        return numbers_of(last)
    return frozenset(number for number in numbers_of(earlier) if number < 1)


def _places(tokens: Sequence[str], words: str) -> list[int]:
    """Return where words of a list stand."""
    latin, _other = _compiled(words)
    return [place for place, word in enumerate(tokens) if latin.search(word)]


def _is_form_of(word: str, term: str) -> bool:
    """Whether a word is a term, perhaps with another ending."""
    if word == term or len(term) < _LONG_NAME:
        return word == term
    stem, other = _stem(term), _stem(word)
    if word.startswith(stem):
        return len(word) - len(term) <= _ENDING
    return len(other) > _LONG_NAME and term.startswith(other) and len(term) - len(other) <= _ENDING


def _stem(word: str) -> str:
    return word[:-1] if word[-1:] in ("a", "e", "i", "o", "u", "y") else word


def _is_like(word: str, other: str) -> bool:
    if word in deed.COMMON:
        return False
    if word == other:
        return len(word) >= _LONG_NAME or (word.isdigit() and len(word) > 1)
    length = min(len(word), len(other))
    if length < _LONG_NAME:
        return False
    kept = max(_LONG_NAME, length - 2)
    return word[:kept] == other[:kept] and abs(len(word) - len(other)) <= _LONG_NAME


def _wanted(text: str) -> str:
    """Return a text without the clauses and words that a negation takes back."""
    return " , ".join(part for part in map(_kept, _CLAUSE.split(text)) if part.strip())


def _kept(clause: str) -> str:
    """Return what a clause asks for: all of it, what stands after the negated word, or nothing.

    ``without delay raise it`` asks for a raise, and so does ``no later than Friday raise it``.
    """
    words = [word for word in re.findall(r"[a-z'-]+", in_ascii(clause)) if word not in deed.POLITE]
    if words[:2] == ["do", "not"]:
        return ""
    if len(words) < _TOO_FEW or words[0] not in _NEGATIONS or not deed.THAN.isdisjoint(words[1:4]):
        return clause
    return re.sub(r"^\W*\w+\s+\w+", "", clause) if words[0] in deed.GOVERNING else ""


def _is_foreign(text: str) -> bool:
    """Whether letters of another script than the Latin one occur; marks and symbols are none."""
    return any(
        unicodedata.category(char) in ("Lo", "Lu", "Ll")
        and not unicodedata.name(char, "").startswith("LATIN")
        for char in _normal(text)
    )


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
