"""Words of sentences for people."""

from collections.abc import Collection
from difflib import get_close_matches

__all__ = ["counted", "how_to_install", "instead", "rejected_attempts"]

_NAMED = 8
"""Names that a sentence lists at most."""


def counted(count: int, thing: str) -> str:
    """Return a count with its noun: ``1 task``, ``2 tasks``, ``1,024 tasks``."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def rejected_attempts(count: int) -> str:
    """Say that all attempts were rejected: ``1 attempt was rejected``."""
    return f"{counted(count, 'attempt')} {'was' if count == 1 else 'were'} rejected"


def instead(word: str, known: Collection[str], thing: str) -> str:
    """Return the end of a sentence about a word that is unknown: what may have been meant.

    That is the nearest name if one is near, else how many there are, and the first of them.
    """
    near = get_close_matches(word, known, n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    more = len(known) - _NAMED
    listed = ", ".join(list(known)[:_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f"it has {counted(len(known), thing)}: {listed}"


def how_to_install(extra: str) -> str:
    """Return how an optional extra is installed; the package itself is in no index."""
    return (
        f"in a checkout .venv/bin/pip install -e '.[{extra}]', elsewhere pip install "
        f"'agentic_solver-VERSION-py3-none-any.whl[{extra}]' with the path of the wheel"
    )
