"""Looking up the words of a list: beginnings of words in ASCII, other scripts as written."""

import re
from collections.abc import Iterable, Mapping
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
    parts: dict[str, list[str]] = {"start": [], "whole": [], "inside": []}
    other: list[str] = []
    for word in words.split():
        if not word.isascii():
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
    return [*found, *parts["inside"]]
