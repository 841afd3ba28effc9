"""The literals of a plan's SQL: strings, numbers, and the phrases of finders."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

__all__ = ["Literal", "literals_of", "quoted", "rewrite"]

_TOKEN = re.compile(
    r"""(?P<string>'(?:[^']|'')*')
      | (?P<name>"(?:[^"]|"")*"|[^\W\d]\w*)
      | (?P<number>\d+(?:\.\d+)?(?![\w.]))
      | (?P<space>\s+|--[^\n]*|/\*.*?\*/)
      | (?P<odd>\$|\d[\w.]*|')
      | (?P<mark>.)""",
    re.VERBOSE | re.DOTALL,
)
_FINDERS = frozenset(
    {
        "find_employee",
        "find_customer",
        "find_project",
        "find_skill",
        "find_will",
        "find_location",
        "find_department",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Literal:
    """One literal of a query."""

    kind: str
    """``string`` or ``number``; ``phrase`` and ``wording`` are the first and the further
    arguments of a finder."""
    value: str
    """Without quotes."""
    start: int
    end: int
    call: int = -1
    """Which finder call of the query it belongs to."""
    finder: str = ""


def literals_of(sql: str) -> tuple[Literal, ...] | None:
    """Return the literals of a query in order; None if it is written in an unusual way.

    Dollar quotes, prefixed strings and unclosed quotes are unusual: a literal that is not seen
    would not be bound.
    """
    found: list[Literal] = []
    call, inside, first, before, finder = -1, False, False, "", ""
    for match in _TOKEN.finditer(sql):
        kind, text = str(match.lastgroup), match[0]
        if kind == "odd" or (kind == "string" and sql[: match.start()][-1:].isalpha()):
            return None
        if kind == "space":
            continue
        if kind == "string":
            what = "string"
            if inside:
                what = "phrase" if first else "wording"
                first = False
            value = text[1:-1].replace("''", "'")
            found.append(
                Literal(
                    kind=what, value=value, start=match.start(), end=match.end(),
                    call=call if inside else -1, finder=finder if inside else "",
                )
            )  # fmt: skip
        elif kind == "number":
            found.append(Literal(kind="number", value=text, start=match.start(), end=match.end()))
        if text == "(" and before in _FINDERS:
            call, inside, first, finder = call + 1, True, True, before
        elif kind == "mark" and text == ")":
            inside = False
        before = text.casefold() if kind == "name" else ""
    return tuple(found)


def rewrite(sql: str, change: Callable[[Literal], str | None]) -> str:
    """Return a query with literals replaced; ``change`` gives the new text, None leaves it.

    An empty text takes the comma before the literal with it: that is how a wording goes.
    """
    parts: list[str] = []
    last = 0
    for literal in literals_of(sql) or ():
        new = change(literal)
        if new is None:
            continue
        kept = sql[last : literal.start]
        parts.append(re.sub(r",\s*$", "", kept) if new == "" else kept)
        parts.append(new)
        last = literal.end
    return "".join((*parts, sql[last:]))


def quoted(text: str) -> str:
    """Return a text as an SQL string."""
    return "'" + text.replace("'", "''") + "'"


def words_of(text: str) -> Iterator[str]:
    """Yield the words of a text that mean something by themselves, casefolded."""
    for word in re.findall(r"\w+", text.casefold()):
        if len(word) > 2 or word.isdigit():
            yield word
