"""Words of the company in a request: the amounts, and the values of closed lists, they stand for.

A request may say *an encore* or *on the shelf* and no figure and no status. What such a word means
follows from the rules alone, and it counts only in the caller's own words: not where it is quoted
or not wanted.
"""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import lru_cache
from types import MappingProxyType

from agentic_solver.contracts.rule import Rule, RuleKind
from agentic_solver.erc3.execute.asking import Asking, words_of
from agentic_solver.erc3.policy.vocabulary import ENUMS
from agentic_solver.erc3.words.deed import PROJECT_STATES, TIME_STATES

__all__ = ["amounts_meant", "terms_set_apart", "values_meant"]

_NAMING = (RuleKind.DEFINITION, RuleKind.FIELD, RuleKind.LIFECYCLE)
_SET_APART = re.compile(r"\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|[\"“„]([^\"“”]+)[\"“”]")
_PIECE = re.compile(r"\n|\|\s*\||(?<=[.;])\s|\s[-–•]\s")
"""What parts the rows and sentences of a quote; a policy keeps quotes on one line."""
_SHORTEST = 5
_STATES = MappingProxyType({"projects.status": PROJECT_STATES, "time_entries.status": TIME_STATES})
_CELL = re.compile(r"\s*[|,;]\s*")


def amounts_meant(rules: Iterable[Rule], asking: Asking, column: str = "") -> frozenset[Decimal]:
    """Return the amounts that terms of the request stand for, in a column or in any."""
    return frozenset(
        count * Decimal(rule.unit.amount)
        for rule in rules
        if rule.unit is not None and column in (rule.field, "")
        for count in asking.counts(rule.unit.term)
    )


def values_meant(rules: Iterable[Rule], asking: Asking, column: str) -> frozenset[str]:
    """Return the values of a closed list that the request says by the company's words for them.

    A rule gives a word to a value in one row or sentence of its quote that names no other value:
    as the cells of a table, or set apart by marks or quotation marks.
    """
    return frozenset(
        value
        for rule in rules
        if rule.kind in _NAMING and rule.field in (column, None)
        for value, term in _words_for(rule.quote, column, is_about_it=rule.field is not None)
        if asking.counts(term)
    )


def terms_set_apart(text: str) -> list[str]:
    """Return what stands between marks or quotation marks."""
    return ["".join(groups) for groups in _SET_APART.findall(text)]


@lru_cache(maxsize=4096)
def _words_for(quote: str, column: str, *, is_about_it: bool) -> tuple[tuple[str, str], ...]:
    """Return values with their words; a word alone is long, and in no row of another value.

    A rule that does not say which field it is about counts where the value tells.
    """
    found: dict[tuple[str, ...], set[str]] = {}
    for piece in _pieces(quote):
        named = _values_in(piece, column)
        if len(named) != 1 or not (is_about_it or _is_only_of(column, named[0])):
            continue
        terms = _CELL.split(piece) if "|" in piece else _turned(terms_set_apart(piece))
        for words in (tuple(words_of(term)) for term in terms):
            if words and named[0] not in words:
                found.setdefault(words, set()).add(named[0])
    told: list[tuple[str, str]] = []
    for words, values in found.items():
        others = {word for other, its in found.items() if its != values for word in other}
        alone = len(words) == 1 and (len(words[0]) < _SHORTEST or words[0] in others)
        if len(values) == 1 and not alone:
            told.append((next(iter(values)), " ".join(words)))
    return tuple(told)


def _pieces(quote: str) -> Iterator[str]:
    """Yield rows and sentences; a term alone before a dash belongs to what explains it."""
    term = ""
    for piece in _PIECE.split(quote):
        whole = f"{term} {piece}".strip()
        term = whole if piece.strip() and not words_of(_SET_APART.sub(" ", piece)) else ""
        if not term:
            yield whole
    if term:
        yield term


def _values_in(piece: str, column: str) -> list[str]:
    """Return the values that a piece names: themselves, or else by words for setting them."""
    said = words_of(piece)
    named = [value for value in ENUMS[column] if value in said]
    return named or sorted(Asking(piece).states(_STATES[column]))


def _is_only_of(column: str, value: str) -> bool:
    """Whether a value says by itself which record it is a status of."""
    return not any(value in ENUMS[other] for other in _STATES if other != column)


def _turned(terms: Iterable[str]) -> Iterator[str]:
    """Yield terms; what a glossary files as *shelf, on the* is said the other way round."""
    for term in terms:
        last, _, first = term.partition(",")
        yield f"{first} {last}" if first else term
