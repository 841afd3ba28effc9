"""Words of a description in comparable form: pieces, stems, and how alike two words are."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from agentic_solver.erc3.finders.transliteration import fold_name
from agentic_solver.erc3.words.record import (
    ABBREVIATIONS,
    GENERIC_WORDS,
    PHRASES,
    PLACE_WORDS,
    STOP_WORDS,
    SYNONYMS,
)

__all__ = ["Word", "likeness", "stem", "words_of"]

_CAMEL = re.compile(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])|(?<=[A-ZÀ-Þ])(?=[A-ZÀ-Þ][a-zß-ÿ]{2})")
_POSSESSIVE = re.compile(r"['’`](s\b)?")
_PIECE = re.compile(r"[^\W_]+(?:[&][^\W_]+)?", re.UNICODE)
_SUFFIXES = (
    *("isations", "izations", "isation", "ization", "ational", "ations", "ation", "ments"),
    *("ised", "ized", "ising", "izing", "ise", "ize", "ment", "ings", "ing", "ials", "ial"),
    *("als", "al", "ers", "er", "ors", "or", "ies", "es", "ed", "ion", "s", "y", "e"),
)
_ENDINGS = {
    letter: tuple(suffix for suffix in _SUFFIXES if suffix.endswith(letter))
    for letter in sorted({suffix[-1] for suffix in _SUFFIXES})
}
"""Last letter -> the suffixes that end in it, in their order."""
_PHRASE_HEADS = frozenset(phrase.split()[0] for phrase in PHRASES)
_PHRASE = re.compile(
    r"\b(?:" + "|".join(re.escape(p) for p in sorted(PHRASES, key=len, reverse=True)) + r")\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One word of a text."""

    text: str
    """Folded, abbreviations and place names in their standard form."""
    stem: str
    proper: bool
    """Written with a capital letter or a digit: the text may name something by it."""
    generic: bool


@lru_cache(maxsize=8_192)
def stem(word: str) -> str:
    """Return a light stem: endings stripped while at least four letters stay."""
    for _ in range(3):
        for suffix in _ENDINGS.get(word[-1:], ()):
            kept = len(word) - len(suffix)
            if word.endswith(suffix) and kept >= 4 and not word.endswith("ss"):
                word = word[: -len(suffix)]
                break
        else:
            return word
    return word


@lru_cache(maxsize=8_192)
def words_of(text: str) -> tuple[Word, ...]:
    """Return the words of ``text`` without stop words; compounds in capitals are split.

    ``AlderBoat Grp`` gives alder, boat, group; ``R&D`` gives rnd; ``IT`` in capitals stays.
    """
    plain = unicodedata.normalize("NFKC", text).replace("R&D", "rnd").replace("r&d", "rnd")
    pieces = [part for raw in _PIECE.findall(_POSSESSIVE.sub("", plain)) for part in _parts(raw)]
    capitals = {word for word, capital in pieces if capital}
    words = [word for word, _ in pieces]
    if not _PHRASE_HEADS.isdisjoint(words):
        line = _PHRASE.sub(lambda match: PHRASES[match.group()], " ".join(words))
        words = line.split()
    return tuple(_word(word, word in capitals) for word in words if word not in STOP_WORDS)


@lru_cache(maxsize=8_192)
def _parts(raw: str) -> tuple[tuple[str, bool], ...]:
    """Return the folded words of one piece, each with whether the piece may be a name."""
    if raw in {"IT", "US", "UK"}:
        return (("infotech" if raw == "IT" else raw.lower(), True),)
    capital = raw[0].isupper() or any(char.isdigit() for char in raw)
    if raw.isascii() and raw.isalnum() and raw == raw.lower():
        return ((raw, capital),)
    return tuple(
        (word, capital) for part in _CAMEL.sub(" ", raw).split() for word in fold_name(part).split()
    )


@lru_cache(maxsize=8_192)
def _word(piece: str, proper: bool) -> Word:
    word = PLACE_WORDS.get(piece) or ABBREVIATIONS.get(piece) or piece
    return Word(
        text=word,
        stem=stem(SYNONYMS.get(word, word)),
        proper=proper,
        generic=word in GENERIC_WORDS,
    )


@lru_cache(maxsize=65_536)
def likeness(one: str, other: str) -> float:
    """Return how alike two stems are, 0 to 1: equal, one inside the other, or a slip apart."""
    if one == other:
        return 1.0
    short, long = sorted((one, other), key=len)
    if len(short) >= 4:
        if long.startswith(short) and len(short) >= 0.45 * len(long):
            return 0.85
        if long.endswith(short) and len(long) - len(short) <= 4:
            return 0.75
    if len(short) < 5 or one[0] != other[0]:
        return 0.0
    allowed = 1 if len(short) < 8 else 2
    distance = OSA.distance(one, other, score_cutoff=allowed)
    return 0.0 if distance > allowed else 0.85 - 0.1 * (distance - 1)
