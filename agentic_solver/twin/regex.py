"""Regular expressions in the syntax of the server (RE2), run by Python's ``re``.

The pattern is read once and written anew: what both know differently (``\\d``, ``\\z``, flags in
the middle, POSIX and Unicode classes, literal braces) is translated, and what RE2 does not know
(lookaround, back references, possessive repeats) is refused with the server's words. Unicode
*scripts* such as ``\\p{Greek}`` are not supported, only general categories such as ``\\p{Lu}``.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NoReturn

from agentic_solver.twin.regexclass import (
    PERL_CLASSES,
    RegexError,
    read_class,
    read_escape,
    unicode_ranges,
)

__all__ = ["RegexError", "compile_go"]

_REPEAT = re.compile(r"\{(\d+)(,(\d*))?\}", re.ASCII)
_GROUP_NAME = re.compile(r"\(\?P?<(\w+)>", re.ASCII)
_FLAGS = re.compile(r"\(\?([imsU]*)(?:-([imsU]+))?([:)])", re.ASCII)
_ANCHORS = {"A": r"\A", "z": r"\Z", "b": r"(?a:\b)", "B": r"(?a:\B)"}
_MAX_REPEAT = 1000


@lru_cache(maxsize=256)
def compile_go(pattern: str) -> re.Pattern[str]:
    """Return ``pattern`` ready to search one line.

    Raises:
        RegexError: with the server's message, without its prefix.
    """
    try:
        return re.compile(_Translation(pattern).run())
    except (re.error, RecursionError, OverflowError) as error:
        raise RegexError("invalid or unsupported Perl syntax", pattern) from error


@dataclass(slots=True)
class _Group:
    """An open group: the flags in force and the flag scopes opened inside of it."""

    flags: frozenset[str]
    scopes: list[str] = field(default_factory=list)


class _Translation:
    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        self._out: list[str] = []
        self._groups = [_Group(frozenset())]
        self._repeatable = False
        """Whether a repetition may follow what was written last."""
        self._last_repeat = -1
        """Where the repetition started that ends here, or -1."""
        self._names: set[str] = set()

    def run(self) -> str:
        while self._at < len(self._pattern):
            self._step(self._pattern[self._at])
        if len(self._groups) > 1:
            raise RegexError("missing closing )", self._pattern)
        self._close_scopes(self._groups[0])
        return "".join(self._out)

    def _step(self, char: str) -> None:
        if char in "*+?" or (char == "{" and _REPEAT.match(self._pattern, self._at)):
            self._repeat(char)
            return
        self._last_repeat = -1
        match char:
            case "(":
                self._open()
            case ")":
                self._close()
            case "|":
                self._alternate()
            case "[":
                text, self._at = read_class(self._pattern, self._at)
                self._write(text, self._at)
            case "\\":
                self._escape()
            case "^" | "$" | ".":
                self._write(char, self._at + 1)
            case _:
                self._write(re.escape(char), self._at + 1)

    def _write(self, text: str, at: int) -> None:
        self._out.append(text)
        self._at = at
        self._repeatable = True

    def _repeat(self, char: str) -> None:
        start = self._at
        found = _REPEAT.match(self._pattern, start) if char == "{" else None
        end = found.end() if found else start + 1
        lazy = self._pattern[end : end + 1] == "?"
        end += lazy
        text = self._pattern[start:end]
        if self._last_repeat >= 0:
            whole = self._pattern[self._last_repeat : end]
            raise RegexError("invalid nested repetition operator", whole)
        if not self._repeatable:
            raise RegexError("missing argument to repetition operator", text)
        if found:
            low = int(found[1])
            high = int(found[3]) if found[3] else low
            if low > _MAX_REPEAT or high > _MAX_REPEAT or high < low:
                raise RegexError("invalid repeat count", found[0])
        if "U" in self._groups[-1].flags:
            text = text[:-1] if lazy else f"{text}?"
        self._out.append(text)
        self._at, self._last_repeat = end, start

    def _open(self) -> None:
        flags = self._groups[-1].flags
        if not self._pattern.startswith("(?", self._at):
            self._push("(", flags, self._at + 1)
            return
        named = _GROUP_NAME.match(self._pattern, self._at)
        if named:
            if named[1] in self._names:
                raise RegexError("duplicate capture group name", named[1])
            self._names.add(named[1])
            self._push("(", flags, named.end())
            return
        found = _FLAGS.match(self._pattern, self._at)
        if not found or (found[0] == "(?)"):
            self._refuse_group()
        flags = (flags | set(found[1])) - set(found[2] or "")
        if found[3] == ":":
            self._push(_scope(flags), flags, found.end())
            return
        group = self._groups[-1]
        group.flags = flags
        group.scopes.append(_scope(flags))
        self._out.append(group.scopes[-1])
        self._at, self._repeatable = found.end(), False

    def _refuse_group(self) -> NoReturn:
        rest = self._pattern[self._at :]
        if rest.startswith(("(?P<", "(?<")) and not rest.startswith(("(?<=", "(?<!")):
            raise RegexError("invalid named capture", rest.split(">", 1)[0])
        length = 4 if rest.startswith(("(?<=", "(?<!")) else 3
        if length > len(rest):
            raise RegexError("missing closing )", self._pattern)
        raise RegexError("invalid or unsupported Perl syntax", rest[:length])

    def _push(self, text: str, flags: frozenset[str], at: int) -> None:
        self._out.append(text)
        self._groups.append(_Group(flags))
        self._at, self._repeatable = at, False

    def _close(self) -> None:
        if len(self._groups) == 1:
            raise RegexError("unexpected )", self._pattern)
        self._close_scopes(self._groups.pop())
        self._write(")", self._at + 1)

    def _close_scopes(self, group: _Group) -> None:
        self._out.append(")" * len(group.scopes))

    def _alternate(self) -> None:
        group = self._groups[-1]
        self._close_scopes(group)
        self._out.append("|")
        self._out += group.scopes
        self._at, self._repeatable = self._at + 1, False

    def _escape(self) -> None:
        start = self._at + 1
        char = self._pattern[start : start + 1]
        if not char:
            raise RegexError("trailing backslash at end of expression", "")
        if char == "Q":
            quoted, _, _ = self._pattern[start + 1 :].partition(r"\E")
            end = min(start + 1 + len(quoted) + 2, len(self._pattern))
            # Each character stands alone, so that a repetition binds to the last one.
            self._write(re.escape(quoted), end)
            self._repeatable = bool(quoted) or self._repeatable
        elif char in _ANCHORS:
            self._write(_ANCHORS[char], start + 1)
        elif char in "dDsSwW":
            self._write(f"[{PERL_CLASSES[char]}]", start + 1)
        elif char in "pP":
            ranges, end = unicode_ranges(self._pattern, self._at)
            self._write(f"[{ranges}]", end)
        else:
            value, end = read_escape(self._pattern, self._at)
            self._write(re.escape(value), end)


def _scope(flags: frozenset[str]) -> str:
    """Return the opening of a group in which exactly ``flags`` hold."""
    on = "".join(flag for flag in "ims" if flag in flags)
    off = "".join(flag for flag in "ims" if flag not in flags)
    return f"(?{on}-{off}:" if off else f"(?{on}:"
