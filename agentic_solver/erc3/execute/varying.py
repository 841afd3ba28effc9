"""Figures that vary: what an answer tells of the rows is another figure where the rows are others.

``100 * x / x`` reads the rows and says what the plan wants. No list of shapes ends that: so the
facts behind a reckoned figure are run again in other worlds (:mod:`..snapshot.worlds`), and a
figure that stays the same in all of them comes of no row. A branch, or a piece of a text, that
is reckoned is looked at on its own, so that nothing else that varies hides it. Whole stored cells
and pieces of stored texts need no proof; constants are looked for elsewhere (:mod:`.constants`).
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from pydantic import JsonValue
from sqlglot import exp

from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.day import without_days
from agentic_solver.erc3.execute.constants import expressions_of, folded
from agentic_solver.erc3.execute.grounding import plain_value
from agentic_solver.erc3.execute.lineage import ancestry
from agentic_solver.erc3.execute.render import cells_of
from agentic_solver.erc3.numeral import stated_numbers
from agentic_solver.erc3.snapshot.parsing import find_all, nodes, parsed
from agentic_solver.erc3.snapshot.query import CheckedQuery

__all__ = [
    "Chain",
    "Play",
    "Shown",
    "Worlds",
    "chain_of",
    "first_unvarying",
    "moves",
    "read_by",
]

Chain = Mapping[str, CheckedQuery]
"""A fact and those that it reads, in their order."""
Play = Callable[[Chain], FactOutput | None]
"""Runs a chain in some world and returns what its last fact gives; None where it fails."""

Worlds = Callable[[Collection[str]], Iterator[Play]]
"""Tables → players of facts over them: as they are, then with other rows or values."""


def chain_of(queries: Mapping[str, CheckedQuery], fact: str) -> Chain:
    """Return a fact after all earlier ones that its rows come from."""
    kept = ancestry(queries, fact)
    return {name: query for name, query in queries.items() if name in kept}


def read_by(chain: Chain) -> frozenset[str]:
    """Return the tables that a chain reads, those of finders and reads too."""
    found = (
        query.tables | query.views | query.facts | {lookup.table for lookup in query.lookups}
        for query in chain.values()
    )
    return frozenset[str]().union(*found)


def moves(chain: Chain, columns: Collection[str], worlds: Worlds, fact: str, sql: str) -> bool:
    """Whether another query for one of its facts puts something else into columns of a chain.

    Where it leaves them empty it has only ruled out what is there.
    """
    other = {**chain, fact: replace(chain[fact], sql=sql)}
    for play in worlds(read_by(chain)):
        here, there = play(chain), play(other)
        for column in columns:
            found = _column(there, column)
            if found != _column(here, column) and any(cell is not None for cell in found):
                return True
    return False


_HANDING_ON = (
    exp.Column, exp.Star, exp.Literal, exp.Null, exp.Boolean, exp.Identifier, exp.DataType,
    exp.Alias, exp.Paren, exp.Cast, exp.TryCast, exp.Case, exp.If, exp.Coalesce, exp.Nullif,
    exp.Select, exp.Subquery, exp.Round, exp.Min, exp.Max, exp.AnyValue, exp.First, exp.ArgMax,
    exp.ArgMin, exp.GroupConcat, exp.ArrayAgg, exp.Distinct, exp.Order, exp.Ordered, exp.Filter,
    exp.DPipe, exp.Concat, exp.ConcatWs, exp.Substring, exp.Left, exp.Right, exp.Split,
    exp.SplitPart, exp.RegexpExtract, exp.RegexpExtractAll, exp.RegexpReplace, exp.RegexpSplit,
    exp.Replace, exp.Trim, exp.Lower, exp.Upper, exp.TimeToStr, exp.Extract, exp.DateTrunc,
    exp.TimestampTrunc, exp.Bracket, exp.Format, exp.Neg,
)  # fmt: skip
"""Nodes that hand on what is stored, a piece of it, or a day of it; others reckon."""
_TEXTS = (exp.DPipe, exp.Concat, exp.ConcatWs, exp.Format)
_SPLIT = (exp.Case, exp.Coalesce, exp.Greatest, exp.Least, exp.Nullif, exp.If, *_TEXTS)
"""Nodes of which a part may be the value, or stand in the text."""
_LINEAR = (exp.Add, exp.Sub, exp.Mul, exp.Div)
_TRUTHS = (exp.Predicate, exp.Connector, exp.Not)
_FIGURE = re.compile(r"\d+(?:\.\d+)?")
_MOST = 32
"""Parts that are looked at on their own; no answer needs so many."""
_FREE = frozenset(map(Decimal, (0, 1)))

Told = frozenset[tuple[Decimal, ...]]
"""The figures of each cell, in their order; cells without any are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A chain whose value is a part of the value that is shown."""

    chain: Chain
    told: Told
    """What it tells of the rows as they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A column of a fact that an answer tells."""

    fact: str
    column: str
    chain: Chain
    """The fact and what it reads."""
    cells: Sequence[JsonValue]
    known: Collection[Decimal]
    """Figures that are stated."""

    @property
    def loose(self) -> frozenset[Decimal]:
        """Figures that have to come of the rows: none where nothing is reckoned."""
        loose = {figure for told in _told(self.cells) for figure in told} - _FREE - set(self.known)
        made = loose and any(map(_reckons, expressions_of(self.chain.values(), self.column)))
        return frozenset(loose if made else ())


def first_unvarying(shown: Iterable[Shown], worlds: Worlds) -> Shown | None:
    """Return the first column that tells a figure which no row decides and nobody has stated.

    Args:
        shown: what is told.
        worlds: plays a chain first in the world as it is, then in others.
    """
    asked = [(one, loose, list(_pieces(one.chain))) for one in shown if (loose := one.loose)]
    for one, _loose, pieces in asked:
        if len(pieces) > _MOST:
            return one
    if not asked:
        return None
    played = worlds(frozenset[str]().union(*(read_by(one.chain) for one, _, _ in asked)))
    as_it_is = next(played)
    suspects = [(one, _parts(one, loose, pieces, as_it_is)) for one, loose, pieces in asked]
    for play in played:
        suspects = [
            (one, left) for one, parts in suspects if (left := _unmoved(one.column, parts, play))
        ]
        if not suspects:
            return None
    return suspects[0][0]


def _parts(
    shown: Shown, loose: frozenset[Decimal], pieces: Iterable[Chain], as_it_is: Play
) -> list[_Part]:
    """Return the value and those of its pieces that tell one of its figures."""
    parts = [_Part(chain=shown.chain, told=_told(shown.cells))]
    for piece in pieces:
        told = _told(_column(as_it_is(piece), shown.column))
        if any(not loose.isdisjoint(figures) for figures in told):
            parts.append(_Part(chain=piece, told=told))
    return parts


def _unmoved(column: str, parts: Iterable[_Part], play: Play) -> list[_Part]:
    """Return the parts that tell no other figure in a world."""
    return [part for part in parts if _told(_column(play(part.chain), column)) <= part.told]


def _told(cells: Sequence[JsonValue]) -> Told:
    found = (
        tuple(map(_number, _FIGURE.findall(without_days(plain_value(cell)))))
        for cell in cells
        if cell is not None and not isinstance(cell, bool)
    )
    return frozenset(figures for figures in found if figures)


def _number(figure: str) -> Decimal:
    return Decimal(figure).normalize()


def _column(output: FactOutput | None, column: str) -> list[JsonValue]:
    return [] if output is None else cells_of(output, column)


@lru_cache(maxsize=4096)
def _reckons(node: exp.Expr) -> bool:
    """Whether an expression makes a figure that is not stored."""
    if isinstance(node, _TRUTHS) or folded(node) is not None:
        return False
    if isinstance(node, exp.Window):
        return True
    if isinstance(node, _LINEAR):
        # with a constant nothing cancels; whether it may stand there is asked elsewhere
        sides = [side for side in (node.left, node.right) if folded(side) is None]
        return len(sides) != 1 or _reckons(sides[0])
    if isinstance(node, exp.Anonymous) and _spells_numbers(node):
        return False
    if not isinstance(node, _HANDING_ON) and not _is_format(node):
        return True
    return any(map(_reckons, _inputs(node)))


def _is_format(node: exp.Expr) -> bool:
    return isinstance(node, exp.Anonymous) and node.name.lower() in ("printf", "format")


def _spells_numbers(node: exp.Anonymous) -> bool:
    """Whether a function gives the place of a word in a list of numbers: one, two, three."""
    if node.name.lower() not in ("list_position", "array_position") or not node.expressions:
        return False
    listed = node.expressions[0]
    words = [folded(item) for item in listed.expressions] if isinstance(listed, exp.Array) else []
    return bool(words) and all(
        isinstance(word, str) and place in stated_numbers(word)
        for place, word in enumerate(words, 1)
    )


def _inputs(node: exp.Expr) -> Iterator[exp.Expr]:
    """Yield the parts of a node that its value is made of."""
    match node:
        case exp.Select():
            yield from (item.unalias() for item in node.selects)
        case exp.If():
            yield from filter(None, (node.args.get("true"), node.args.get("false")))
        case exp.Case():
            yield from (branch.args["true"] for branch in node.args.get("ifs") or ())
            yield from filter(None, (node.args.get("default"),))
        case exp.Filter() | exp.Order() | exp.Bracket() | exp.Nullif():
            yield node.this
        case _:
            yield from node.iter_expressions()


def _pieces(chain: Chain) -> Iterator[Chain]:
    """Yield the chain once for each part of the value that is reckoned: that part alone."""
    for name, query in chain.items():
        for sql in _split(query.sql):
            yield {**chain, name: replace(query, sql=sql)}


@lru_cache(maxsize=256)
def _split(sql: str) -> tuple[str, ...]:
    tree = parsed(sql)
    found: dict[str, None] = {}
    for place, node in enumerate(nodes(tree)):
        splits = isinstance(node, _SPLIT) or _is_format(node)
        if splits and _is_shown(node) and not isinstance(node.parent, exp.Case):
            kept = [part for part in _inputs(node) if _reckons(part)]
        elif isinstance(node, exp.SetOperation):
            kept = [part for part in (node.this, node.expression) if _reckons_in(part)]
        elif isinstance(node, exp.Mul) and _is_shown(node):
            # a truth that is multiplied with chooses as a branch does
            sides = [side for side in (node.left, node.right) if folded(side) is None]
            kept = [side for side in sides if len(sides) > 1 and _reckons(side)]
        else:
            continue
        for part in kept:
            found[_alone(tree, place, part)] = None
    return tuple(found)


def _reckons_in(query: exp.Expr) -> bool:
    return any(
        _reckons(item.unalias()) for one in find_all(query, exp.Select) for item in one.selects
    )


def _is_shown(node: exp.Expr) -> bool:
    """Whether a node is in what a query selects, and not only in what it is decided by."""
    inner, parent = node, node.parent
    while parent is not None:
        if isinstance(parent, exp.Select):
            return inner.arg_key == "expressions"
        inner, parent = parent, parent.parent
    return False


def _alone(tree: exp.Expr, place: int, part: exp.Expr) -> str:
    """Return the query with a part in the place of the whole node."""
    copy = tree.copy()
    whole, alone = nodes(copy)[place], part.copy()
    if isinstance(whole, exp.SetOperation):
        names = [item.alias_or_name for item in whole.selects]
        if isinstance(alone, exp.Select) and len(alone.selects) == len(names):
            given = zip(alone.selects, names, strict=True)
            alone.set("expressions", [exp.alias_(i.unalias(), n) if n else i for i, n in given])
        for clause in ("with_", "order", "limit"):
            if whole.args.get(clause) is not None and alone.args.get(clause) is None:
                alone.set(clause, whole.args[clause].copy())
    elif isinstance(whole, _TEXTS) or _is_format(whole):
        alone = exp.cast(alone, "VARCHAR")
    else:
        alone = exp.paren(alone)
    if whole is copy:
        copy = alone
    else:
        whole.replace(alone)
    return copy.sql(dialect="duckdb")
