"""The index of things to find: looks at those that may reach a score, and at no others.

It changes no score. Full names are found by dictionaries of their written forms. For paraphrases
each word of the text is compared with the words of the company once, and a bound of every score
follows from that; only what the bound lets pass is scored word by word. numpy is imported where it
computes: it takes a tenth of a second, and many plans look for nobody.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from agentic_solver.erc3.finders.transliteration import fold_name, joined, spellings
from agentic_solver.erc3.finders.wording import likeness, words_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Entry", "TextIndex", "Vocabulary"]

_MIN_WORDS, _MIN_CHARS = 2, 8
"""A name shorter than this may stand in a text by chance."""
_AFFIX = 4
_SLIP_CHARS, _SLIPS = 5, 2
_LAST = "\U0010ffff"

Floats: TypeAlias = "npt.NDArray[np.float64]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing to find: its names, and its texts with their weight."""

    id: str
    names: tuple[str, ...]
    """Full names; the first is the main one."""
    fields: tuple[tuple[float, str], ...]
    """Weight (0 to 1) and text, names included."""


class Vocabulary:
    """All words of a company; tells which of them are like a given one."""

    def __init__(self, words: Iterable[str]) -> None:
        self._sorted = sorted(words)
        self._reversed = sorted(word[::-1] for word in self._sorted)
        self._known = frozenset(self._sorted)
        self._by_first: dict[str, list[str]] = {}
        for word in self._sorted:
            if len(word) >= _SLIP_CHARS:
                self._by_first.setdefault(word[0], []).append(word)
        self._alike: dict[str, Mapping[str, float]] = {}

    def alike(self, word: str) -> Mapping[str, float]:
        """Return the words whose :func:`likeness` to ``word`` is above 0, with it."""
        if word not in self._alike:
            found = {other: likeness(word, other) for other in sorted(set(self._near(word)))}
            self._alike[word] = {other: value for other, value in found.items() if value > 0}
        return self._alike[word]

    def _near(self, word: str) -> Iterator[str]:
        """Yield at least the words that share a start or an end, or are some slips apart."""
        if word in self._known:
            yield word
        if len(word) >= _AFFIX:
            yield from _starting(self._sorted, word)
            yield from (other[::-1] for other in _starting(self._reversed, word[::-1]))
        for size in range(_AFFIX, len(word)):
            yield from (part for part in (word[:size], word[-size:]) if part in self._known)
        if len(word) >= _SLIP_CHARS:
            bucket = self._by_first.get(word[0], [])
            for other, _, _ in extract(
                word, bucket, scorer=OSA.distance, processor=None, score_cutoff=_SLIPS, limit=None
            ):
                yield other


def _starting(words: list[str], start: str) -> list[str]:
    return words[bisect_left(words, start) : bisect_left(words, start + _LAST)]


class _Forms:
    """Written forms of names -> the numbers of the entries that have them."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, list[int]] = {}

    def add(self, form: Hashable, number: int) -> None:
        self._numbers.setdefault(form, []).append(number)

    def find(self, forms: Iterable[Hashable]) -> set[int]:
        return {number for form in forms for number in self._numbers.get(form, ())}


class TextIndex:
    """Entries prepared for many searches."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.size = len(entries)
        self._ids, self._spellings, self._flat = _Forms(), _Forms(), _Forms()
        self._stems, self._standing = _Forms(), _Forms()
        self._lengths = tuple(max(len(joined(name)) for name in e.names) for e in entries)
        self._longest = max(self._lengths, default=0)
        stems: list[Mapping[str, float]] = []
        names: list[tuple[str, ...]] = []
        postings: dict[str, list[int]] = {}
        tokens = cache(_tokens)  # many projects of one customer, many things at one place
        for number, entry in enumerate(entries):
            self._add_names(number, entry)
            names.append(_name_stems(entry))
            mine = _weights(entry, tokens)
            stems.append(mine)
            for token in mine:
                postings.setdefault(token, []).append(number)
        self.stems = tuple(stems)
        """Words of each entry with their best weight."""
        self.names = tuple(names)
        """Words of each main name."""
        self._named: dict[str, list[int]] = {}
        for number, name in enumerate(self.names):
            for token in name:
                self._named.setdefault(token, []).append(number)
        self.rarity = {
            token: math.log(1 + self.size / len(found)) for token, found in postings.items()
        }
        """How rare a word is."""
        self.rarest = math.log(1 + max(self.size, 2))
        self.vocabulary = Vocabulary(postings)
        self._postings = postings
        self._weighed: dict[str, tuple[npt.NDArray[np.int64], Floats]] = {}

    def _add_names(self, number: int, entry: Entry) -> None:
        self._ids.add(("plain", entry.id.casefold()), number)
        self._ids.add(("folded", fold_name(entry.id)), number)
        for name in entry.names:
            flat, words = joined(name), words_of(name)
            self._flat.add(flat, number)
            for one in spellings(name):
                self._spellings.add(one, number)
            named = sorted(word.stem for word in words if not word.generic)
            if len(named) > 1:
                self._stems.add(("named", *named), number)
            if words:
                self._stems.add(("all", *(word.stem for word in words)), number)
            if len(fold_name(name).split()) >= _MIN_WORDS and len(flat) >= _MIN_CHARS:
                self._standing.add(flat, number)

    def named(self, stem: str) -> Sequence[int]:
        """Return the entries whose main name has a word."""
        return self._named.get(stem, ())

    def with_name(self, text: str) -> set[int]:
        """Return the entries whose id or name the text is, or whose id is a word of it."""
        parts = {part.strip(".,;:()'\"").casefold() for part in text.split()}
        plain = {("plain", part) for part in (*parts, text.strip().casefold())}
        return (
            self._ids.find((*plain, ("folded", fold_name(text))))
            | self._spellings.find(spellings(text))
            | self._flat.find((joined(text),))
        )

    def with_words(self, text: str) -> set[int]:
        """Return the entries a name of which has the very words of the text, in any order."""
        words = words_of(text)
        named = sorted(word.stem for word in words if not word.generic)
        return self._stems.find((("named", *named), ("all", *(word.stem for word in words))))

    def standing_in(self, text: str) -> set[int]:
        """Return the entries a full name of which stands in the text; the longest names win."""
        tokens = fold_name(text).split()
        runs: set[str] = set()
        for start in range(len(tokens)):
            run = ""
            for token in tokens[start:]:
                run += token
                if len(run) > self._longest:
                    break
                runs.add(run)
        found = self._standing.find(runs)
        longest = max((self._lengths[number] for number in found), default=0)
        return {number for number in found if self._lengths[number] == longest}

    def bounds(self, stem: str, text: str, pairs: Iterable[str]) -> Floats:
        """Return for each entry at least the weight with which it has a word.

        Args:
            stem: of the word.
            text: of the word.
            pairs: the word written together with a neighbour.
        """
        import numpy as np  # noqa: PLC0415

        found = np.zeros(self.size)
        for word in dict.fromkeys((stem, text)):
            self._raise_bounds(found, self.vocabulary.alike(word))
        self._raise_bounds(found, {pair: 1.0 for pair in pairs if pair in self._postings})
        return found

    def _raise_bounds(self, found: Floats, alike: Mapping[str, float]) -> None:
        if not alike:
            return
        import numpy as np  # noqa: PLC0415

        known = [(*self._having(token), value) for token, value in alike.items()]
        numbers = np.concatenate([place for place, _, _ in known])
        weights = np.concatenate([weight * value for _, weight, value in known])
        np.maximum.at(found, numbers, weights)

    def _having(self, token: str) -> "tuple[npt.NDArray[np.int64], Floats]":
        """Return the entries that have a word, and their weights; made when first asked for."""
        import numpy as np  # noqa: PLC0415

        if token not in self._weighed:
            numbers = self._postings[token]
            weights = [self.stems[number][token] for number in numbers]
            self._weighed[token] = np.array(numbers, dtype=np.int64), np.array(weights)
        return self._weighed[token]


def _name_stems(entry: Entry) -> tuple[str, ...]:
    words = words_of(entry.names[0])
    return tuple(dict.fromkeys(word.stem for word in words if not word.generic))


def _weights(entry: Entry, tokens: Callable[[str], list[str]]) -> dict[str, float]:
    mine: dict[str, float] = {}
    for weight, text in entry.fields:
        for token in tokens(text):
            if weight > mine.get(token, 0.0):
                mine[token] = weight
    return mine


def _tokens(text: str) -> list[str]:
    """Return the stems of a text, pairs of neighbours joined and whole compounds included."""
    words = words_of(text)
    found = [word.stem for word in words]
    found += [word.text for word in words if word.text != word.stem]
    found += [a.text + b.text for a, b in pairwise(words)]
    return found
