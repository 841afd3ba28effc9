"""Foldings of text: which differences of writing do not count, from the fewest to the most.

| function | what no longer counts | used for |
|---|---|---|
| `clean_text` | composed or not, blanks around | keys and labels of records, paths of pages |
| `fold_space` | and how much white space | quotes of a page, requests of kept plans |
| `execute.grounding.fold` | and case, and width (NFKC) | words of a request |
| `contracts.span.fold_text` | the same, and the result is NFKC again | spans of a request |
| `without_accents` | case and accents, in all scripts | words of languages in our own lists |
| `in_ascii` | case, accents and script | words of a request beside names of records |
| `fold_label` | and punctuation; `&` is a word | names and values that rules state |
| `finders.transliteration.fold_name` | and apostrophes, `&` | names of records |
| `lower_line` | case, white space, curled apostrophes | guidance, which is English |

The names of records have more `spellings` beside their folding (`finders/transliteration.py`).
"""

import re
import unicodedata
from functools import lru_cache

from anyascii import anyascii

__all__ = ["clean_text", "fold_label", "fold_space", "in_ascii", "lower_line", "without_accents"]


def clean_text(text: str) -> str:
    """Return a key or label in its normal form: NFC, no blanks around."""
    return unicodedata.normalize("NFC", text).strip()


def fold_space(text: str) -> str:
    """Return text in NFC with every run of white space as one space, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def without_accents(text: str) -> str:
    """Return text in small letters without their accents; any script stays as it is."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(mark for mark in decomposed if not unicodedata.combining(mark))


def in_ascii(text: str) -> str:
    """Return text in small ASCII letters, whatever its script; punctuation stays."""
    return anyascii(unicodedata.normalize("NFKC", text)).casefold()


@lru_cache(maxsize=4096)
def fold_label(text: str) -> str:
    """Return the words of text in small ASCII letters, with single spaces; ``&`` is ``and``."""
    return " ".join(re.findall(r"[0-9a-z]+", in_ascii(text).replace("&", " and ")))


def lower_line(text: str) -> str:
    """Return text in small letters on one line, its apostrophes straight."""
    return " ".join(text.lower().replace("\u2019", "'").split())
