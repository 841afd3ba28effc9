"""Words of the company in a request: the amounts, and the values of closed lists, they stand for.

A request may say *an encore* or *on the shelf* and no figure and no status. What such a word means
follows from the rules alone, and it counts only in the caller's own words: not where it is quoted
or not wanted.
"""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from agentic_solver.contracts.rule import Rule, RuleKind
from agentic_solver.erc3.execute.asking import Asking, words_of
from agentic_solver.erc3.policy.vocabulary import ENUMS

__all__ = ["amounts_meant", "terms_set_apart", "values_meant"]

_NAMING = (RuleKind.DEFINITION, RuleKind.FIELD, RuleKind.LIFECYCLE)
_SET_APART = re.compile(r"\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|[\"“„]([^\"“”]+)[\"“”]")
_PIECE = re.compile(r"\n|\|\s*\||(?<=[.;])\s|\s[-–•]\s")
"""What parts the rows and sentences of a quote; a policy keeps quotes on one line."""
_SHORTEST = 5
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
        if rule.kind in _NAMING and rule.field == column
        for value, term in _words_for(rule.quote, ENUMS[column])
        if asking.counts(term)
    )


def terms_set_apart(text: str) -> list[str]:
    """Return what stands between marks or quotation marks."""
    return ["".join(groups) for groups in _SET_APART.findall(text)]


def _words_for(quote: str, known: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield values with their words; a word alone is long, and in no row of another value."""
    found: dict[tuple[str, ...], set[str]] = {}
    for piece in _PIECE.split(quote):
        named = [value for value in known if value in words_of(piece)]
        if len(named) != 1:
            continue
        terms = _CELL.split(piece) if "|" in piece else terms_set_apart(piece)
        for words in (tuple(words_of(term)) for term in terms):
            if words and named[0] not in words:
                found.setdefault(words, set()).add(named[0])
    for words, values in found.items():
        others = {word for other, its in found.items() if its != values for word in other}
        alone = len(words) == 1 and (len(words[0]) < _SHORTEST or words[0] in others)
        if len(values) == 1 and not alone:
            yield next(iter(values)), " ".join(words)
