"""Tables of a wiki that explain identifiers: skills with their labels, sites, cost centres."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.wiki import WikiPages

__all__ = ["CodeTable", "code_tables"]

_CODE = re.compile(r"`[^`|]{2,40}`|[A-Za-z]+(?:[-_]?\d+|[-_][A-Za-z0-9]+)+")
"""A cell with nothing but an identifier: in code marks, or joined by ``_``, ``-`` or digits."""
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]{1,39}")
"""A cell with one word, an identifier where the head of the column says so."""
_HEAD = re.compile(r"\b(codes?|ids?|identifiers?|keys?)\b", re.IGNORECASE)
_OUTCOMES = frozenset(outcome.value for outcome in Outcome)
"""The contract explains these; what a wiki says of them are rules."""
_RULER = re.compile(r"\|[\s:|-]+\|?")


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeTable:
    """One table with an identifier in the first cell of every row."""

    page: str
    rows: tuple[tuple[str, ...], ...]
    """Code without marks, then the other cells."""


@lru_cache(maxsize=8)  # one revision serves all tasks of a company
def code_tables(wiki: WikiPages) -> tuple[CodeTable, ...]:
    """Return the tables of two columns and two rows at least, in order of page and place."""
    found = []
    for page, text in wiki.pages.items():
        for head, rows in _tables(text):
            if len(rows) < 2 or not _are_codes([row[0] for row in rows], head):
                continue
            coded = tuple((row[0].strip("`"), *row[1:]) for row in rows)
            if not {row[0] for row in coded} <= _OUTCOMES:
                found.append(CodeTable(page=page, rows=coded))
    return tuple(found)


def _are_codes(cells: Sequence[str], head: str) -> bool:
    shape = _WORD if _HEAD.search(head) else _CODE
    return all(_CODE.fullmatch(cell) or shape.fullmatch(cell) for cell in cells)


def _tables(text: str) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield the first cell of the head, and the rows below it, of each Markdown table.

    Tables of one column are left out.
    """
    head, rows = "", list[list[str]]()
    in_body = False
    for line in [*text.splitlines(), ""]:
        stripped = line.strip()
        cells = [cell.strip() for cell in stripped.strip("|").split("|")]
        if not stripped.startswith("|"):
            if rows:
                yield head, rows
            head, rows, in_body = "", [], False
        elif _RULER.fullmatch(stripped):
            in_body = True
        elif not in_body:
            head = cells[0]
        elif len(cells) >= 2:
            rows.append(cells)
