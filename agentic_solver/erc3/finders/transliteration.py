"""Folding of names: one spelling for what people write in many ways.

``fold_name`` gives lower-case ASCII words without punctuation. Letters that languages write out
differently (``ä`` as ``a`` or ``ae``, ``đ`` as ``d`` or ``dj``, Cyrillic in the Serbian or the
Russian manner) give several ``spellings``; two names agree when their spellings meet.
"""

import re
import unicodedata
from functools import lru_cache

from anyascii import anyascii

__all__ = ["fold_name", "joined", "spellings"]

_APOSTROPHES = re.compile(r"['’‘`´ʼ′]")
_NOT_WORD = re.compile(r"[^a-z0-9]+")
_WRITTEN_OUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae", "œ": "oe", "đ": "dj"}
)
_SERBIAN = str.maketrans(
    dict(zip("абвгдежзијклмнопрстћуфхцчш", "abvgdezzijklmnoprstcufhccs", strict=True))
    | {"ђ": "dj", "љ": "lj", "њ": "nj", "џ": "dz"}
)
_DIGRAPHS = re.compile(r"(?<=[a-z])(?:ae|oe|ue|aa|dj|th|ph|sh|zh|kh|ts|oy|ou)")
_SHORT = {
    "ae": "a",
    "oe": "o",
    "ue": "u",
    "aa": "a",
    "dj": "d",
    "th": "t",
    "ph": "f",
    "sh": "s",
    "zh": "z",
    "kh": "h",
    "ts": "c",
    "oy": "u",
    "ou": "u",
}


def _words(text: str) -> str:
    plain = _APOSTROPHES.sub("", text)
    return _NOT_WORD.sub(" ", (plain if plain.isascii() else anyascii(plain)).casefold()).strip()


@lru_cache(maxsize=16_384)
def fold_name(text: str) -> str:
    """Return the words of ``text`` in lower-case ASCII, separated by single spaces."""
    return _words(unicodedata.normalize("NFKC", text).casefold())


@lru_cache(maxsize=16_384)
def spellings(text: str) -> frozenset[str]:
    """Return the folded spellings of ``text``; two texts that share one are the same name."""
    folded = {fold_name(text)}
    if not text.isascii():
        plain = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text).casefold())
        folded |= {_words(plain.translate(table)) for table in (_WRITTEN_OUT, _SERBIAN)}
    short = {_DIGRAPHS.sub(lambda match: _SHORT[match.group()], one) for one in folded}
    return frozenset(one for one in folded | short if one)


def joined(text: str) -> str:
    """Return the folded text without spaces: ``Rhine-Mach`` and ``RhineMach`` agree."""
    return fold_name(text).replace(" ", "")
