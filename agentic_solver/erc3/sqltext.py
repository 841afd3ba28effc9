"""Texts as SQL: literals, lists of them, and what stands for itself in a pattern."""

import re
from collections.abc import Iterable

__all__ = ["escaped", "listed", "quoted"]


def listed(texts: Iterable[str]) -> str:
    """Return the members of an ``IN``; NULL, which meets nothing, where there are none."""
    return ", ".join(map(quoted, texts)) or "NULL"


def quoted(text: str) -> str:
    """Return a text as a literal."""
    return "'" + text.replace("'", "''") + "'"


def escaped(text: str) -> str:
    """Return a text as a part of a LIKE pattern with the escape character ``!``."""
    return re.sub(r"([!%_])", r"!\1", text)
