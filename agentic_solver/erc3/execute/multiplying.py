"""Rows that a plan makes up: a series, a list, a union of constants beside the rows of a company.

``sum(CAST(NOT is_public AS INT)) FROM me, range(42)`` is 42 or 0 as the row of the caller says,
and so it varies with the rows; but how many are counted is the plan's own word. So a figure that
is tallied up where such rows take part has to be stated. A list in which each row of a table
meets one entry at most, by a key, counts nothing twice and is left alone.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from sqlglot import exp

from agentic_solver.erc3.execute.constants import SPLITTING, expressions_of, folded
from agentic_solver.erc3.snapshot.functions import AGGREGATE_FUNCTIONS
from agentic_solver.erc3.snapshot.parsing import find_all, operands, parsed, sources_of
from agentic_solver.erc3.snapshot.query import CheckedQuery

__all__ = ["tallies_made_rows"]

_PICKS = (
    exp.Min, exp.Max, exp.AnyValue, exp.First, exp.Last, exp.ArgMax, exp.ArgMin, exp.Mode,
)  # fmt: skip
"""Aggregates that say the same of rows that are there twice."""
_TALLIES = (exp.AggFunc, exp.Window, exp.Anonymous)
_OTHERS = AGGREGATE_FUNCTIONS - {"arbitrary", "bool_and", "bool_or", "max_by", "min_by"}
"""Those of which the parser knows no class."""
_ROWS = (exp.Values, exp.Unnest, exp.Explode, exp.Table, exp.Union)
_LISTS = (exp.Array, exp.GenerateSeries, exp.Map, exp.ToMap, exp.Anonymous)
_JOINTS = (exp.DPipe, exp.Concat, exp.ConcatWs)
_SPLITS = SPLITTING | {"generate_subscripts", "string_to_array"}
_ONE_ROW = "me"


def tallies_made_rows(chain: Mapping[str, CheckedQuery], column: str) -> bool:
    """Whether rows that the plan makes up take part in a figure that is tallied up."""
    made = [
        _handled(node, query.derives or name)
        for name, query in chain.items()
        for node in _made_rows(query.sql)
        if not isinstance(node, exp.Unnest | exp.Explode) or _lists_constants(node, chain)
    ]
    added = (parsed(query.sql) for query in chain.values() if query.appends)
    appends = not all(_has_size(leaf) for tree in added for leaf in _leaves(tree))
    if not made and not appends:
        return False
    if not any(map(_tallies, expressions_of(chain.values(), column))):
        return False
    return appends or not all(_is_keyed(one, made, chain) for one in made)


def _tallies(node: exp.Expr) -> bool:
    return any(
        one.name.lower() in _OTHERS
        if isinstance(one, exp.Anonymous)
        else not isinstance(one, _PICKS)
        for one in find_all(node, *_TALLIES)
    )


@lru_cache(maxsize=256)
def _made_rows(sql: str) -> tuple[exp.Expr, ...]:
    """Return what makes several rows in a query, not to be asked only whether it holds a value."""
    return tuple(
        node
        for node in find_all(parsed(sql), *_ROWS)
        if _makes_rows(node) and node.find_ancestor(exp.In, exp.Exists) is None
    )


def _makes_rows(node: exp.Expr) -> bool:
    match node:
        case exp.Table():
            return not isinstance(node.this, exp.Identifier)
        case exp.Values():
            return len(node.expressions) > 1
        case exp.Union():
            return sum(not _has_size(leaf) for leaf in _leaves(node)) > 1
        case _:
            return True


def _leaves(node: exp.Expr) -> Iterator[exp.Expr]:
    node = node.unnest()
    if isinstance(node, exp.Union):
        yield from _leaves(node.this)
        yield from _leaves(node.expression)
    else:
        yield node


def _has_size(leaf: exp.Expr) -> bool:
    """Whether the rows of a table, of which there may be any number, decide how many there are."""
    return any(table.name.lower() != _ONE_ROW for table in find_all(leaf, exp.Table))


def _lists_constants(node: exp.Expr, chain: Mapping[str, CheckedQuery]) -> bool:
    """Whether how long an unnested list is does not come of one stored text alone."""
    columns = find_all(node, exp.Column)
    if not columns:
        return True
    made = [node, *(one for c in columns for one in expressions_of(chain.values(), c.name))]
    return any(_is_made_list(part) for one in made for part in find_all(one, *_LISTS, *_JOINTS))


def _is_made_list(node: exp.Expr) -> bool:
    if isinstance(node, exp.Anonymous):
        return node.name.lower() not in _SPLITS
    if isinstance(node, _JOINTS):
        pieces = [str(folded(one) or "") for one in node.iter_expressions()]
        replaces = node.find_ancestor(exp.RegexpReplace, exp.Replace) is not None
        return any(pieces) and not replaces
    return not isinstance(node.parent, exp.Bracket)


# lists that are looked up by a key ---------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made:
    """Rows that are made up, under the name that others read them by."""

    handle: str
    keys: frozenset[str]
    """Columns in which no value stands twice."""


def _handled(node: exp.Expr, fact: str) -> _Made:
    names = [name.lower() for name in node.alias_column_names]
    rows: list[list[exp.Expr]] = []
    if isinstance(node, exp.Values):
        rows = [list(row.expressions) for row in node.expressions]
        names = names or [f"col{place}" for place in range(len(rows[0]))]
    elif isinstance(node, exp.Union):
        leaves = list(_leaves(node))
        rows = [list(leaf.selects) for leaf in leaves if isinstance(leaf, exp.Select)]
        rows = rows if len(rows) == len(leaves) else []
        names = [item.alias_or_name.lower() for item in rows[0]] if rows else []
    holder: exp.Expr | None = node
    while holder is not None and holder.alias.lower() in ("", "_values"):
        holder = holder.parent
        if isinstance(holder, exp.CTE | exp.Subquery):
            names = [name.lower() for name in holder.alias_column_names] or names
        elif isinstance(holder, exp.Select) and not all(one.is_star for one in holder.selects):
            return _Made(handle="", keys=frozenset())
    keys = (
        name
        for name, *cells in zip(names, *rows, strict=False)
        if _are_distinct([cell.unalias() for cell in cells])
    )
    return _Made(handle=holder.alias.lower() if holder else fact, keys=frozenset(keys))


def _are_distinct(cells: list[exp.Expr]) -> bool:
    values = [folded(cell) for cell in cells]
    return None not in values and len({str(value) for value in values}) == len(values) > 0


def _is_keyed(made: _Made, others: list[_Made], chain: Mapping[str, CheckedQuery]) -> bool:
    """Whether whatever reads a list meets one of its rows at most."""
    handles = frozenset(one.handle for one in others)
    readers = [
        _is_looked_up(select, source, made.keys, handles)
        for query in chain.values()
        for select in find_all(parsed(query.sql), exp.Select)
        for source in sources_of(select)
        if made.handle
        and (source.name if isinstance(source, exp.Table) else source.alias).lower() == made.handle
    ]
    return bool(readers) and all(readers)


def _is_looked_up(
    select: exp.Select, source: exp.Expr, keys: frozenset[str], handles: frozenset[str]
) -> bool:
    """Whether a key of a list has to equal what a row of another table holds."""
    alias = source.alias_or_name.lower()
    joins = select.args.get("joins") or ()
    tests = [join.args["on"] for join in joins if join.args.get("on") and not join.side]
    if isinstance(source.parent, exp.Join) and source.parent.side == "LEFT":
        tests += filter(None, [source.parent.args.get("on")])
    if any(join.side in ("RIGHT", "FULL") for join in joins):
        return False
    where = select.args.get("where")
    tests += [where.this] if where is not None else []
    others = {
        one.alias_or_name.lower()
        for one in sources_of(select)
        if isinstance(one, exp.Table) and one.name.lower() not in handles
    }
    pairs = [
        (here, there)
        for test in tests
        for part in operands(test, exp.And)
        if isinstance(part, exp.EQ)
        for here, there in ((part.left, part.right), (part.right, part.left))
    ]
    return any(
        isinstance(here, exp.Column)
        and here.table.lower() == alias
        and here.name.lower() in keys
        and (columns := find_all(there, exp.Column))
        and all(column.table.lower() in others for column in columns)
        for here, there in pairs
    )
