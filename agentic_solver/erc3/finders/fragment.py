"""Fragments of names to search for: a name spelled a little otherwise keeps one of them whole.

The platform compares letters as they stand: no accent is dropped, no slip forgiven. Whoever bears
a name of which one letter differs (an accent, an umlaut, a slip) has still one of its two halves.
"""

import re
from collections.abc import Iterator

from agentic_solver.erc3.finders.transliteration import fold_name
from agentic_solver.erc3.finders.wording import stem
from agentic_solver.erc3.words.record import PARTICLES, STOP_WORDS, TITLES

__all__ = ["halves", "name_words", "root", "runs", "words_in"]

_WORD = re.compile(r"[^\W_](?:[\w'’.-]*\w)?", re.UNICODE)
_POSSESSIVE = re.compile(r"['’`]s\b")
_RUN = re.compile(r"[^\W_]+", re.UNICODE)
_LEAST = 2
_LEAST_ROOT = 4


def words_in(text: str) -> list[str]:
    """Return the words of a text as they stand."""
    return _WORD.findall(_POSSESSIVE.sub("", text))


def name_words(text: str) -> list[str]:
    """Return the words of a name as they stand, titles and particles left out."""
    plain = TITLES | STOP_WORDS | PARTICLES
    return [word for word in words_in(text) if word.casefold() not in plain]


def runs(text: str) -> list[str]:
    """Return the words of a name in runs of letters and digits: ``Rope-wear`` is two.

    A name may be written with a hyphen, an apostrophe or a blank where the stored one has another;
    either way both have the same runs of letters, and a search for a run finds both.
    """
    return [run for word in name_words(text) for run in _RUN.findall(word)]


def halves(word: str) -> Iterator[str]:
    """Yield both halves of a word, the later one first: endings tell more; none if too short."""
    middle = len(word) // 2
    if middle >= _LEAST:
        yield word[middle:]
        yield word[:middle]


def root(word: str) -> str:
    """Return the part of a word that its inflections share, letters as they stand."""
    plain = word.casefold()
    kept = stem(plain) if fold_name(plain) == plain else plain
    return word[: len(kept)] if plain.startswith(kept) and len(kept) >= _LEAST_ROOT else word
