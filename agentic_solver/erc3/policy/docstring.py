"""The docstring of a compiled rule: what it says, where that stands, and the words of the page.

Statement, ``page#anchor`` and quote, each wrapped for a reader::

    Wages are seen by the bursar's office alone.

    people/pay.md#who-sees-wages
    > The bursar's office, and nobody else, sees what
    > somebody earns.
"""

import textwrap
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote as percent_encoded
from urllib.parse import unquote

from agentic_solver.contracts.rule import Rule

__all__ = ["Told", "cited", "docstring_lines", "read_docstring"]

_WIDTH = 91
_QUOTED = "> "


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a docstring says of its rule."""

    statement: str
    page: str
    anchor: str
    quote: str


def cited(path: str) -> str:
    """Return a path as one word: white space, ``%`` and what cannot be printed as in a URL."""
    if path.isprintable() and " " not in path and "%" not in path:
        return path
    return "".join(
        sign if sign.isprintable() and sign not in " %" else percent_encoded(sign, safe="")
        for sign in path
    )


def docstring_lines(rule: Rule) -> list[str]:
    """Return the lines of the docstring of a rule whose white space is folded."""
    return [
        *_wrapped(rule.statement),
        "",
        f"{cited(rule.page)}#{cited(rule.anchor)}",
        *(_QUOTED + line for line in _wrapped(rule.quote)),
    ]


@lru_cache(maxsize=2048)
def _wrapped(text: str) -> tuple[str, ...]:
    """Wrap a text; a module is compiled to be measured, written and compared with its file."""
    return tuple(textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False))


def read_docstring(text: str) -> Told:
    """Return what a docstring says.

    Raises:
        ValueError: it does not cite a page.
    """
    statement, _, rest = text.partition("\n\n")
    lines = [line.strip() for line in rest.split("\n")]
    page, mark, anchor = lines[0].rpartition("#")
    if not mark:
        raise ValueError("a docstring cites no page: compile the rules again")
    quoted = (line.removeprefix(_QUOTED) for line in lines[1:] if line)
    return Told(
        statement=" ".join(line.strip() for line in statement.split("\n")),
        page=unquote(page),
        anchor=unquote(anchor),
        quote=" ".join(quoted),
    )
