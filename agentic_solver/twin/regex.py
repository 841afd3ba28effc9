"""Regular expressions of the server: RE2, with the words in which Go refuses a pattern."""

import re
from functools import lru_cache
from types import MappingProxyType

import re2

__all__ = ["Pattern", "RegexError", "compile_go"]


class RegexError(ValueError):
    """A pattern that the server refuses; the text is the server's."""

    def __init__(self, message: str, part: str) -> None:
        super().__init__(f"{message}: `{part}`")


class Pattern:
    """A compiled pattern."""

    def __init__(self, compiled: re.Pattern[str]) -> None:
        self._compiled = compiled

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first match in ``text``, or None."""
        return self._compiled.search(_in_utf8(text))


_IN_GO = MappingProxyType(
    {
        "bad repetition operator": "invalid nested repetition operator",
        "invalid named capture group": "invalid named capture",
        "invalid perl operator": "invalid or unsupported Perl syntax",
        "invalid repetition size": "invalid repeat count",
        "missing )": "missing closing )",
        "missing ]": "missing closing ]",
        "no argument for repetition operator": "missing argument to repetition operator",
        "trailing \\": "trailing backslash at end of expression",
    }
)
"""The messages of RE2 in C++ (``re2/regexp.cc``) that Go (``regexp/syntax``) words otherwise."""


def _options() -> re2.Options:
    options = re2.Options()
    options.log_errors = False
    return options


@lru_cache(maxsize=256)
def compile_go(pattern: str) -> Pattern:
    """Return ``pattern`` ready to search one line.

    Raises:
        RegexError: with the server's message, without its prefix.
    """
    try:
        return Pattern(re2.compile(_in_utf8(pattern), options=_options()))
    except re2.error as error:
        message, _, part = error.args[0].decode().partition(": ")
        raise RegexError(_IN_GO.get(message, message), part) from error


def _in_utf8(text: str) -> str:
    """Return a text as the server reads it: half of a surrogate pair is U+FFFD."""
    return re.sub(r"[\ud800-\udfff]", "\ufffd", text)
