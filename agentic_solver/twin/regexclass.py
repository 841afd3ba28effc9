"""Character classes and escapes of RE2, written for Python's ``re``."""

import re
import sys
import unicodedata
from functools import lru_cache

__all__ = ["PERL_CLASSES", "RegexError", "read_class", "read_escape", "unicode_ranges"]


class RegexError(ValueError):
    """A pattern that the server refuses; the text is the server's."""

    def __init__(self, message: str, part: str) -> None:
        super().__init__(f"{message}: `{part}`")


PERL_CLASSES = {
    "d": r"0-9",
    "D": r"\x00-/:-\U0010ffff",
    "s": r"\t\n\f\r ",
    "S": r"\x00-\x08\x0b\x0e-\x1f!-\U0010ffff",
    "w": r"0-9A-Za-z_",
    "W": r"\x00-/:-@\[-\^`\{-\U0010ffff",
}
"""What stands inside the brackets for ``\\d`` and its like: ASCII only."""

_POSIX = {
    "alnum": r"0-9A-Za-z",
    "alpha": r"A-Za-z",
    "ascii": r"\x00-\x7f",
    "blank": r"\t ",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": r"0-9",
    "graph": r"!-\~",
    "lower": r"a-z",
    "print": r" -\~",
    "punct": r"!-/:-@\[-`\{-\~",
    "space": r"\t\n\v\f\r ",
    "upper": r"A-Z",
    "word": r"0-9A-Za-z_",
    "xdigit": r"0-9A-Fa-f",
}
_POSIX_NAME = re.compile(r"\[:(\^?)(\w+):\]", re.ASCII)
_UNICODE = re.compile(r"\\([pP])(?:\{(\^?)(\w+)\}|(\w))", re.ASCII)
_OCTAL = re.compile(r"0[0-7]{0,2}|[1-7][0-7]{1,2}", re.ASCII)
_HEX = re.compile(r"x(?:\{([0-9A-Fa-f]{1,8})\}|([0-9A-Fa-f]{2}))", re.ASCII)
_CONTROLS = {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def read_escape(pattern: str, at: int) -> tuple[str, int]:
    """Return the character that the escape at ``at`` stands for, and where it ends.

    Raises:
        RegexError: there is no such escape.
    """
    rest = pattern[at + 1 : at + 12]
    char = rest[:1]
    if not char:
        raise RegexError("trailing backslash at end of expression", "")
    if char in _CONTROLS:
        return _CONTROLS[char], at + 2
    found = _OCTAL.match(rest)
    if found:
        return chr(int(found[0], 8)), at + 1 + found.end()
    found = _HEX.match(rest)
    if found:
        code = int(found[1] or found[2], 16)
        if code <= sys.maxunicode:
            return chr(code), at + 1 + found.end()
    if char.isascii() and not char.isalnum():
        return char, at + 2
    raise RegexError("invalid escape sequence", f"\\{char}")


def read_class(pattern: str, start: int) -> tuple[str, int]:
    """Return the class that opens at ``start`` for Python, and where it ends.

    Raises:
        RegexError: it is not closed or holds something wrong.
    """
    at = start + 1
    negated = pattern.startswith("^", at)
    at += negated
    parts: list[str] = []
    first = True
    while first or not pattern.startswith("]", at):
        first = False
        if at >= len(pattern):
            raise RegexError("missing closing ]", pattern[start:])
        text, at = _read_item(pattern, at, start)
        parts.append(text)
    return f"[{'^' if negated else ''}{''.join(parts)}]", at + 1


def _read_item(pattern: str, at: int, start: int) -> tuple[str, int]:
    posix = _POSIX_NAME.match(pattern, at)
    if posix:
        if posix[2] not in _POSIX:
            raise RegexError("invalid character class range", posix[0])
        ranges = _POSIX[posix[2]]
        return (_complement(ranges) if posix[1] else ranges), posix.end()
    if pattern[at] == "\\":
        kind = pattern[at + 1 : at + 2]
        if kind and kind in PERL_CLASSES:
            return PERL_CLASSES[kind], at + 2
        if kind and kind in "pP":
            return unicode_ranges(pattern, at)
    low, end = _read_char(pattern, at, start)
    if pattern.startswith("-", end) and not pattern.startswith("-]", end):
        high, after = _read_char(pattern, end + 1, start)
        if high < low:
            raise RegexError("invalid character class range", pattern[at:after])
        return f"{_char(low)}-{_char(high)}", after
    return _char(low), end


def _read_char(pattern: str, at: int, start: int) -> tuple[str, int]:
    if at >= len(pattern):
        raise RegexError("missing closing ]", pattern[start:])
    if pattern[at] == "\\":
        return read_escape(pattern, at)
    return pattern[at], at + 1


def _char(char: str) -> str:
    """Return a character as it is safe inside brackets."""
    code = ord(char)
    return char if char.isalnum() else f"\\U{code:08x}"


def unicode_ranges(pattern: str, at: int) -> tuple[str, int]:
    r"""Return what stands inside the brackets for ``\pL`` or ``\P{Lu}``, and where it ends.

    Raises:
        RegexError: there is no such category.
    """
    found = _UNICODE.match(pattern, at)
    if not found:
        raise RegexError("invalid character class range", pattern[at : at + 2])
    name = found[3] or found[4]
    negated = (found[1] == "P") != bool(found[2])
    ranges = _category(name, negated=negated)
    if not ranges:
        raise RegexError("invalid character class range", found[0])
    return ranges, found.end()


@lru_cache(maxsize=64)
def _category(name: str, *, negated: bool) -> str:
    inside = [
        unicodedata.category(chr(code)).startswith(name) for code in range(sys.maxunicode + 1)
    ]
    return _runs(inside, wanted=not negated) if any(inside) else ""


@lru_cache(maxsize=64)
def _complement(ranges: str) -> str:
    known = re.compile(f"[{ranges}]")
    inside = [bool(known.match(chr(code))) for code in range(128)]
    return f"{_runs(inside, wanted=False)}\\U00000080-\\U0010ffff"


def _runs(inside: list[bool], *, wanted: bool) -> str:
    runs: list[str] = []
    start: int | None = None
    for code, value in enumerate([*inside, not wanted]):
        if value == wanted and start is None:
            start = code
        elif value != wanted and start is not None:
            runs.append(f"\\U{start:08x}-\\U{code - 1:08x}")
            start = None
    return "".join(runs)
