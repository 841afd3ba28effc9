"""Constants of a plan that may decide a value: what its expressions hold beside the rows.

``CASE WHEN name = 'x' THEN 505000 ELSE salary END`` reads the snapshot, and yet the value may be
the model's own. So every literal counts, wherever it stands, except in the few places where it
can only choose, cut or format what comes from the rows (:data:`_CARRIED`, conditions, the offset
of a day). A function that is not known hides nothing: all of its literals count. Columns are
followed by their names through subqueries, CTEs, unions and earlier facts.
"""

import itertools
import operator
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, DecimalException
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from pydantic import JsonValue
from sqlglot import exp

from agentic_solver.erc3.numeral import stated_numbers
from agentic_solver.erc3.snapshot.parsing import find_all, parsed, sources_of
from agentic_solver.erc3.snapshot.query import CheckedQuery

__all__ = [
    "SPLITTING",
    "Constant",
    "Part",
    "Trace",
    "expressions_of",
    "folded",
    "is_made_of",
    "is_reckoned",
    "trace",
]


class Part(StrEnum):
    """What a constant does to a value."""

    VALUE = "value"
    """It is added to the value, or takes part in it in another known way."""
    CHOICE = "choice"
    """It is the value, where the rows choose it."""
    FACTOR = "factor"
    """The value is multiplied with it, or divided by it."""
    BOUND = "bound"
    """The value is cut off there."""
    PIECE = "piece"
    """It is a part of a text."""
    HIDDEN = "hidden"
    """It stands in a function of which nobody knows what it makes of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Constant:
    """A constant that takes part in a value."""

    value: JsonValue
    part: Part


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """What a column is made of."""

    constants: tuple[Constant, ...]
    divided: bool
    """Whether something is divided by what the rows say: a share."""


_ANY = "\0"
"""The name of all columns, which none has: of a star whose columns are named by their place."""
_Statements = tuple[tuple[str, bool], ...]
"""Queries, each with whether its rows are appended to a table: by their place, not by a name."""
_CARRIED: Mapping[type[exp.Expr], tuple[str, ...]] = MappingProxyType(
    {
        exp.ArgMax: ("this",), exp.ArgMin: ("this",), exp.ArrayAgg: ("this",),
        exp.Bracket: ("this",), exp.Cast: ("this",), exp.Ceil: ("this",), exp.DateAdd: ("this",),
        exp.DateDiff: ("this", "expression"), exp.DateFromParts: ("year",), exp.DateSub: ("this",),
        exp.DateTrunc: ("this",), exp.Distinct: ("expressions",), exp.Explode: ("this",),
        exp.Extract: ("expression",), exp.Filter: ("this",), exp.Floor: ("this",),
        exp.GroupConcat: ("this",), exp.If: ("true", "false"), exp.Left: ("this",),
        exp.Nullif: ("this",), exp.Order: ("this",), exp.RegexpExtract: ("this",),
        exp.RegexpExtractAll: ("this",), exp.RegexpReplace: ("this", "replacement"),
        exp.RegexpSplit: ("this",), exp.Replace: ("this", "replacement"), exp.Right: ("this",),
        exp.Round: ("this",), exp.Select: ("expressions",), exp.Split: ("this",),
        exp.SplitPart: ("this",), exp.StrToTime: ("this",), exp.Subquery: ("this",),
        exp.Substring: ("this",), exp.TimeToStr: ("this",), exp.TimestampTrunc: ("this",),
        exp.Trim: ("this",), exp.TryCast: ("this",), exp.Window: ("this",),
    }
)  # fmt: skip
"""Node → the parts of it that become the value; its other parts choose, cut or format."""
_GROUP = re.compile(r"\\[0-9]")
_CHOSEN = frozenset({"list_position", "array_position", "list_contains", "array_contains"})
"""Functions that say whether or where something stands in a list."""
SPLITTING = frozenset({"regexp_split_to_array", "string_split_regex", "str_split_regex"})
_FORMATS = frozenset({"printf", "format"})
_DIRECTIVE = re.compile(r"%-?[\d.]*[A-Za-z%]|\{[^}]*\}")
_TESTS = (
    exp.Predicate, exp.Connector, exp.Not, exp.RegexpLike, exp.RegexpILike, exp.StartsWith,
    exp.EndsWith, exp.Contains, exp.ArrayContains, exp.Count, exp.Interval,
)  # fmt: skip
"""Whatever stands in them, a truth, a count or a span of days comes out."""
_TEXTS = (exp.DPipe, exp.Concat, exp.ConcatWs)
_KEPT = (exp.Paren, exp.Cast, exp.Case, exp.If, exp.Coalesce, exp.Subquery, exp.Select)
_KNOWN: tuple[type[exp.Expr], ...] = (
    *_KEPT, *_CARRIED, exp.Add, exp.Sub, exp.Neg, exp.Abs, exp.Sum, exp.Min, exp.Max, exp.Avg,
)  # fmt: skip
_RECKONED: Mapping[type[exp.Expr], Callable[[Decimal, Decimal], Decimal]] = MappingProxyType(
    {exp.Add: operator.add, exp.Sub: operator.sub, exp.Mul: operator.mul, exp.Div: operator.truediv}
)
_PRODUCTS = (exp.Mul, exp.Div, exp.IntDiv)
_DAYS = frozenset({"today", "date"})
_MOST_DIGITS = 30
_HUNDRED = 100
_RECKONING = (exp.Add, exp.Sub, exp.Mul, exp.Div, exp.Greatest, exp.Least)


def trace(
    queries: Mapping[str, CheckedQuery],
    chain: frozenset[str],
    column: str,
    *,
    days: bool = False,
) -> Trace:
    """Return what ``column`` is made of in the facts of ``chain``.

    Args:
        days: whether it holds days. How far a day is moved is no constant of it; in a number that
            comes of days it would be one.
    """
    read = _statements_of(query for name, query in queries.items() if name in chain)
    return _traced(read, column.lower(), days)


@lru_cache(maxsize=1024)
def _traced(statements: _Statements, column: str, days: bool) -> Trace:
    constants: list[Constant] = []
    parts = {column: Part.CHOICE}
    counted = divided = False
    for name, node in _made_of(statements, column):
        part = parts.get(name, Part.VALUE)
        constants += _constants(node, part, days=days)
        counted = counted or node.find(exp.Count, exp.Sum, exp.CountIf) is not None
        by = (one.args.get("expression") for one in find_all(node, exp.Div, exp.IntDiv))
        divided = divided or any(folded(one) is None for one in by)
        for one, place in _places(node, part):
            parts.setdefault(one, place)
    if counted:  # so many rows are kept, so many are counted
        limits = [one for sql, _ in statements for one in find_all(parsed(sql), exp.Limit)]
        sizes = [folded(limit.expression) for limit in limits]
        constants += [Constant(value=size, part=Part.CHOICE) for size in sizes if size is not None]
    return Trace(constants=tuple(dict.fromkeys(constants)), divided=divided)


def _made_of(statements: _Statements, column: str) -> Iterator[tuple[str, exp.Expr]]:
    """Yield ``(name, expression)`` of what a column is made of: its own name first."""
    items = _named_expressions(statements)
    wanted = [column]
    for name in wanted:
        for alias, node in items:
            if name in (alias, _ANY) or alias == _ANY:
                yield name, node
                wanted += [one for one in dict.fromkeys(_names(node)) if one not in wanted]


def expressions_of(chain: Iterable[CheckedQuery], column: str) -> tuple[exp.Expr, ...]:
    """Return the expressions that a column is made of, through the names of a chain of queries."""
    return _expressions(_statements_of(chain), column.lower())


@lru_cache(maxsize=1024)
def _expressions(statements: _Statements, column: str) -> tuple[exp.Expr, ...]:
    return tuple(node for _name, node in _made_of(statements, column))


def is_made_of(chain: Iterable[CheckedQuery], column: str, stored: Collection[str]) -> bool:
    """Whether a column is made of cells of some stored columns, and counts nothing."""
    made = expressions_of(chain, column)
    named = {one.name.lower() for node in made for one in find_all(node, exp.Column)}
    counts = any(node.find(exp.Count, exp.CountIf) for node in made)
    return not named.isdisjoint(stored) and not counts


def is_reckoned(chain: Iterable[CheckedQuery], column: str) -> bool:
    """Whether a column is a cell of one row with something added, taken off or scaled by a part.

    What is so found stands in no row. Totals, days that are moved and other units of what is
    stored (a share in percent) are no such values.
    """
    for made in expressions_of(chain, column):
        for node in find_all(made, *_RECKONING):
            within = (node, *_above(node))
            if any(_is_day(one) or isinstance(one, exp.AggFunc | exp.Bracket) for one in within):
                continue
            if node.find(exp.Column) is None:
                continue
            scaled = isinstance(node, exp.Mul | exp.Div)
            parts = [folded(one) for one in node.iter_expressions()]
            is_pay = any(one.name.lower() == "salary" for one in find_all(node, exp.Column))
            if not scaled or is_pay or any(isinstance(one, float) for one in parts):
                return True
    return False


def _above(node: exp.Expr) -> Iterator[exp.Expr]:
    """Yield what a node stands in, up to the query."""
    while node.parent is not None and not isinstance(node.parent, exp.Select):
        node = node.parent
        yield node


def folded(node: exp.Expr | None) -> JsonValue:
    """Return the number or text that an expression of nothing but literals comes to, or None."""
    value = _folded(node)
    return _plain(value) if isinstance(value, Decimal) else value


def _plain(value: Decimal) -> JsonValue:
    small = value.is_finite() and abs(value.adjusted()) < _MOST_DIGITS
    return int(value) if small and value == value.to_integral_value() else float(value)


# places --------------------------------------------------------------------------------------


def _carried(node: exp.Expr) -> Iterator[exp.Expr]:
    """Yield the parts of a node that become the value or take part in it."""
    names = next((_CARRIED[kind] for kind in type(node).__mro__ if kind in _CARRIED), None)
    if isinstance(node, _TESTS) or (isinstance(node, exp.Anonymous) and _name(node) in _CHOSEN):
        return
    if isinstance(node, exp.Anonymous) and _name(node) in SPLITTING:
        yield node.expressions[0]
    elif isinstance(node, exp.Case):
        yield from node.args.get("ifs") or ()
        if node.args.get("default") is not None:
            yield node.args["default"]
    elif names is None:
        yield from node.iter_expressions()
    else:
        for name in names:
            part = node.args.get(name)
            yield from part if isinstance(part, list) else [part] if part is not None else []


def _name(node: exp.Expr) -> str:
    return node.name.lower() if isinstance(node, exp.Anonymous) else node.key


def _places(node: exp.Expr, part: Part) -> Iterator[tuple[str, Part]]:
    """Yield the columns of an expression with what their values do in it."""
    if isinstance(node, exp.Column | exp.Star):
        yield _ANY if node.is_star else node.name.lower(), part
        return
    own = Part.FACTOR if isinstance(node, _PRODUCTS) else Part.VALUE
    for inner in _carried(node):
        yield from _places(inner, part if isinstance(node, _KEPT) else own)


def _names(node: exp.Expr) -> Iterator[str]:
    """Yield the names that a value comes of: columns, and what a field is read from."""
    if not isinstance(node, exp.Column | exp.Star):
        for part in _carried(node):
            yield from _names(part)
    elif isinstance(node, exp.Star) or node.is_star:
        yield _ANY
    else:
        *before, name = (part.name.lower() for part in node.parts)
        if before and before[0] in _sources_beside(node):
            del before[0]
        yield from (name, *before)


def _sources_beside(column: exp.Column) -> frozenset[str]:
    """Return the names of the tables that stand beside a column in FROM."""
    select = column.parent_select
    if not isinstance(select, exp.Select):
        return frozenset()
    return frozenset(source.alias_or_name.lower() for source in sources_of(select))


def _constants(node: exp.Expr, part: Part, *, days: bool) -> Iterator[Constant]:
    """Yield the constants that may decide what ``node`` comes to."""
    value = folded(node)
    reckoned = isinstance(node.parent, exp.Add | exp.Sub | exp.DateDiff)
    if isinstance(value, str) and reckoned and not days:
        yield Constant(value=value, part=Part.HIDDEN)  # days are counted from it
    elif value is not None:
        yield Constant(value=value, part=part)
    elif isinstance(node, exp.If) and _is_spelled(node):
        return
    elif isinstance(node, _TEXTS):
        for piece in node.iter_expressions():
            yield from _constants(piece, Part.PIECE, days=days)
    elif isinstance(node, exp.Least | exp.Greatest):
        for bound in node.iter_expressions():
            yield from _constants(bound, Part.BOUND, days=days)
    elif isinstance(node, exp.Add | exp.Sub) and days and _is_day(node):
        # how far a day is moved shows by the day itself
        day = node.left if _is_day(node.left) else node.right
        yield from _constants(day, Part.VALUE, days=days)
    elif isinstance(node, exp.TimeToStr) or _name(node) in _FORMATS:
        parts = list(node.iter_expressions())
        pattern = parts[-1] if isinstance(node, exp.TimeToStr) else parts[0]
        text = _DIRECTIVE.sub(" ", str(folded(pattern) or pattern.sql()))
        yield Constant(value=text.strip(), part=Part.PIECE)
        for inner in parts:
            if inner is not pattern:
                yield from _constants(inner, Part.VALUE, days=days)
    elif isinstance(node, exp.RegexpReplace | exp.Replace):
        yield from _constants(node.this, part, days=days)
        put = folded(node.args.get("replacement"))
        yield Constant(value=_GROUP.sub("", str(put or "")), part=Part.PIECE)
    elif isinstance(node, _PRODUCTS):
        yield from _product_parts(node, days=days)
    else:
        kept = isinstance(node, _KEPT)
        if part is Part.FACTOR and isinstance(node, exp.Add | exp.Sub):
            kept = True  # the whole that a share is added to: ``1 + share``
        own = part if kept else Part.VALUE
        own = own if isinstance(node, _KNOWN) else Part.HIDDEN
        for inner in _carried(node):
            yield from _constants(inner, own, days=days)


def _product_parts(node: exp.Expr, *, days: bool) -> Iterator[Constant]:
    """Yield what a product is multiplied with and divided by in all, and what its parts hold.

    ``salary * 10 / 100`` has the factor 0.1. A number that is divided by columns is no factor.
    """
    sides, is_factor = [Decimal(1), Decimal(1)], False
    for operand, divides in _operands(node):
        value = _folded(operand)
        if isinstance(value, Decimal):
            times = _reckoned(exp.Mul(), sides[divides], value)
            sides[divides] = Decimal("Infinity") if times is None else times
        else:
            is_factor = is_factor or not divides
            yield from _constants(operand, Part.FACTOR, days=days)
    if sides[1] == _HUNDRED and sides[0] != 1:
        sides = [sides[0] / 100, Decimal(1)]
    part = Part.FACTOR if is_factor else Part.VALUE
    found = [one for one in sides if one != 1]
    yield from (Constant(value=_plain(one), part=part) for one in found or sides[:1])


def _operands(node: exp.Expr, *, divides: bool = False) -> Iterator[tuple[exp.Expr, bool]]:
    """Yield the operands of products in products, each with whether it divides."""
    if isinstance(node, exp.Paren | exp.Cast) and folded(node) is None:
        inner = node.this
        while isinstance(inner, exp.Paren | exp.Cast):
            inner = inner.this
        if isinstance(inner, _PRODUCTS):
            node = inner
    if isinstance(node, _PRODUCTS) and folded(node) is None:
        yield from _operands(node.left, divides=divides)
        yield from _operands(node.right, divides=divides != (not isinstance(node, exp.Mul)))
    else:
        yield node, divides


def _is_spelled(branch: exp.If) -> bool:
    """Whether a branch gives the number that the text it is chosen by spells: 'two' → 2."""
    value, test = str(folded(branch.args.get("true"))), branch.this
    words = folded(test.expression if isinstance(test, exp.EQ | exp.RegexpLike) else test)
    if not isinstance(words, str) or not value.isdecimal():
        return False
    spelled = stated_numbers(words)
    tens = {number for number in spelled if number < _HUNDRED} | {Decimal(0)}
    counts = {Decimal(0), *(tens | {Decimal(1)} if _HUNDRED in spelled else ())}
    sums = {ten + one for ten in tens for one in tens if ten % 10 == 0 or one == 0}
    return Decimal(value) in {count * 100 + rest for count in counts for rest in sums} | spelled


def _is_day(node: exp.Expr) -> bool:
    """Whether an expression is a day: a column of days, or one that is moved."""
    match node:
        case exp.Column():
            return node.name.lower() in _DAYS
        case exp.Cast():
            return node.to.is_type(exp.DataType.Type.DATE)
        case exp.Paren() | exp.TimestampTrunc() | exp.DateTrunc():
            return _is_day(node.this)
        case exp.Add() | exp.Sub():
            return _is_day(node.left) != _is_day(node.right)
        case _:
            return isinstance(node, exp.Date | exp.DateFromParts | exp.TsOrDsToDate)


def _folded(node: exp.Expr | None) -> Decimal | str | None:
    match node:
        case exp.Literal():
            return str(node.this) if node.is_string else Decimal(str(node.this))
        case exp.Paren() | exp.Neg() | exp.Cast():
            inner = _folded(node.this)
            if isinstance(node, exp.Cast) and node.to.is_type(exp.DataType.Type.DATE):
                return inner
            return -inner if isinstance(node, exp.Neg) and isinstance(inner, Decimal) else inner
        case exp.Chr():
            code = _folded(node.expressions[0]) if node.expressions else None
            return chr(int(code)) if isinstance(code, Decimal) and 0 <= code < 0x110000 else None
        case exp.DPipe() | exp.Concat():
            pieces = [_folded(piece) for piece in node.iter_expressions()]
            known = [str(piece) for piece in pieces if piece is not None]
            return "".join(known) if len(known) == len(pieces) else None
        case exp.Add() | exp.Sub() | exp.Mul() | exp.Div():
            return _reckoned(node, _folded(node.left), _folded(node.right))
        case _:
            return None


def _reckoned(
    node: exp.Expr, left: Decimal | str | None, right: Decimal | str | None
) -> Decimal | None:
    if not isinstance(left, Decimal) or not isinstance(right, Decimal):
        return None
    try:
        return _RECKONED[type(node)](left, right)
    except DecimalException:
        return None


# names: aliases, fields, places of a union ---------------------------------------------------


def _statements_of(queries: Iterable[CheckedQuery]) -> _Statements:
    return tuple((query.sql, query.appends) for query in queries)


def _named_expressions(statements: _Statements) -> list[tuple[str, exp.Expr]]:
    """Return ``(name, expression)`` of whatever the queries select or list."""
    return [
        (_ANY if appends else name, node)
        for sql, appends in statements
        for name, node in _items(sql)
    ]


@lru_cache(maxsize=1024)
def _items(sql: str) -> tuple[tuple[str, exp.Expr], ...]:
    """Return ``(name, expression)`` of whatever a statement selects or lists, nested parts too."""
    tree = parsed(sql)
    found: list[tuple[str, exp.Expr]] = []
    for select in find_all(tree, exp.Select):
        found += [
            (item.alias_or_name.lower(), item.unalias())
            for item in select.selects
            if not item.is_star
        ]
        for names in _outer_names(select):
            # nobody counts here how many columns a star stands for
            pairs = (
                itertools.product(names, select.selects)
                if _ANY in names or select.is_star
                else zip(names, select.selects, strict=False)
            )
            found += [(name.lower(), item.unalias()) for name, item in pairs]
    for star in find_all(tree, exp.Star):
        found += [(one.alias.lower(), one.unalias()) for one in star.args.get("replace") or ()]
    found += _fields(tree)
    for listed in find_all(tree, exp.Values):
        names = [name.lower() for name in listed.alias_column_names]
        for row in listed.expressions:
            found += zip(names, row.expressions, strict=False)
    for source in find_all(tree, exp.Unnest, exp.Explode, exp.GenerateSeries, exp.Table):
        if isinstance(source, exp.Table) and isinstance(source.this, exp.Identifier):
            found += [(name.lower(), exp.Star()) for name in source.alias_column_names]
            continue
        holder = source if isinstance(source, exp.Table | exp.Unnest) else source.parent
        found += [(c.lower(), source) for c in (holder.alias_column_names if holder else ())]
    return tuple(dict.fromkeys(found))


def _fields(tree: exp.Expr) -> Iterator[tuple[str, exp.Expr]]:
    """Yield the fields of structs: they are read as columns are."""
    for field in find_all(tree, exp.PropertyEQ):
        yield field.this.name.lower(), field.expression
    for kind in find_all(tree, exp.DataType):
        if isinstance(kind.parent, exp.Cast):
            fields = find_all(kind, exp.ColumnDef)
            yield from ((field.name.lower(), kind.parent.this) for field in fields)


def _outer_names(select: exp.Select) -> list[list[str]]:
    """Return the names that a branch of a union or an alias with columns gives by position."""
    top: exp.Expr = select
    while isinstance(top.parent, exp.SetOperation | exp.Paren | exp.Subquery) and (
        not isinstance(top.parent, exp.Subquery) or isinstance(top.parent.parent, exp.SetOperation)
    ):
        top = top.parent
    first = top
    while not isinstance(first, exp.Select):
        first = first.this
    names = [_ANY if item.is_star else item.alias_or_name for item in first.selects]
    found = [names] if first is not select else []
    given = top.parent.alias_column_names if top.parent is not None else []
    return [*found, given] if given else found
