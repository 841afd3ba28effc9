"""Looking up the words of a list: beginnings of words in ASCII, other scripts as written."""

import re
from functools import cache

from agentic_solver.erc3.folding import in_ascii

__all__ = ["holds_word"]


def holds_word(text: str, words: str) -> bool:
    """Whether a text holds a word of a list (see :mod:`agentic_solver.erc3.words.order`)."""
    latin, other = _compiled(words)
    folded = text.casefold()
    return bool(latin.search(in_ascii(text))) or any(word in folded for word in other)


@cache
def _compiled(words: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """Return a pattern for the ASCII entries of a list, and the other entries."""
    latin = "|".join(_pattern(word) for word in words.split() if word.isascii())
    return re.compile(latin), tuple(one.casefold() for one in words.split() if not one.isascii())


def _pattern(word: str) -> str:
    if word.startswith("*"):
        return re.escape(word[1:])
    end = "(?![a-z0-9])" if word.endswith("=") else ""
    return f"(?<![a-z0-9]){re.escape(word.removesuffix('='))}{end}"
