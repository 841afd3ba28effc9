"""Plain totals: figures that are sums of stored cells over rows that nothing but the rows decides.

Such a figure is another one where the rows are others, so that it need not be played in other
worlds (:mod:`.varying`). The shape of the sum alone does not say so: a row that is repeated by a
list or a series, that a limit has picked, or that is chosen by its own figure sums up to whatever
a plan wants. So the whole chain of queries behind the figure is looked at, against a closed list;
what is not on it is played as before.
"""

from functools import lru_cache

from sqlglot import exp

from agentic_solver.erc3.execute.lineage import Facts, Queries, ancestry, origins
from agentic_solver.erc3.snapshot.cell import output_totals
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS, VIEWS
from agentic_solver.erc3.snapshot.parsing import nodes, parsed

__all__ = ["sums_up"]

_NODES = (
    exp.Select, exp.From, exp.Join, exp.Where, exp.Group, exp.Order, exp.Ordered, exp.Table,
    exp.TableAlias, exp.Identifier, exp.Column, exp.Alias, exp.Star, exp.Literal, exp.Null,
    exp.Boolean, exp.Paren, exp.Cast, exp.DataType, exp.Case, exp.If, exp.Coalesce, exp.Filter,
    exp.Sum, exp.Avg, exp.Median, exp.Min, exp.Max, exp.Round, exp.DPipe, exp.Subquery, exp.In,
    exp.Exists, exp.And, exp.Or, exp.Not, exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE,
    exp.Between, exp.Is, exp.Like, exp.ILike, exp.Lower, exp.Upper, exp.Trim, exp.DateTrunc,
    exp.TimestampTrunc, exp.CurrentDate, exp.Interval, exp.Var, exp.Add, exp.Sub,
)  # fmt: skip
"""All that a plain query is made of: no limit, union, window, list, series or other function."""
_CONDITIONS = (exp.Where, exp.Join, exp.If)
_ORDERS = (exp.EQ, exp.GT, exp.GTE, exp.LT, exp.LTE)
_FIGURES = frozenset(
    column
    for table in ENTITY_COLUMNS.values()
    for column, kind in table.items()
    if kind in ("int", "decimal")
)
_TELLING = frozenset(column for table in ENTITY_COLUMNS.values() for column in table) - _FIGURES
"""Columns that hold no figure: a row may be chosen by them."""


def sums_up(queries: Queries, facts: Facts, fact: str, column: str) -> bool:
    """Whether a column of a fact tells nothing but stored values of records, or plain sums."""
    chain = [queries[name] for name in ancestry(queries, fact)]
    if any(query.derives for query in chain) or not all(_is_plain(query.sql) for query in chain):
        return False
    found = origins(queries, facts, fact, column, output_totals)
    return bool(found) and all(
        table in ENTITY_COLUMNS or table in VIEWS for table, _column in found or ()
    )


@lru_cache(maxsize=1024)
def _is_plain(sql: str) -> bool:
    """Whether a query takes rows as they are, each once for each match, by what is no figure."""
    tree = parsed(sql)
    everything = nodes(tree)
    return (
        isinstance(tree, exp.Select)
        and all(type(node) in _NODES for node in everything)
        and all(map(_is_plain_part, everything))
    )


def _is_plain_part(node: exp.Expr) -> bool:
    match node:
        case exp.Select():
            return not node.args.get("distinct") and not node.args.get("kind")
        case exp.Group():
            return all(isinstance(one, exp.Column) for one in node.expressions) and not any(
                node.args.get(part) for part in ("grouping_sets", "cube", "rollup", "totals", "all")
            )
        case exp.Star():
            return not any(node.args.values())
        case exp.Table():
            return isinstance(node.this, exp.Identifier)
        case exp.TableAlias():
            return not node.args.get("columns")
        case exp.Subquery():
            return not isinstance(node.parent, exp.From | exp.Join)
        case exp.Join():
            return not node.args.get("using") and not node.args.get("method")
        case exp.Alias():
            return _is_plainly_named(node)
        case exp.Column():
            return not _chooses(node) or node.name.lower() in _TELLING or _is_at_the_end(node)
        case _:
            return True


def _is_plainly_named(alias: exp.Alias) -> bool:
    """Whether a name that rows may be chosen by is that of such a column."""
    named = alias.this.name.lower() if isinstance(alias.this, exp.Column) else ""
    return alias.alias.lower() not in _TELLING or named in _TELLING


def _chooses(column: exp.Column) -> bool:
    """Whether a column stands in what decides which rows there are."""
    inner: exp.Expr = column
    while (parent := inner.parent) is not None:
        if isinstance(parent, _CONDITIONS) and not (
            isinstance(parent, exp.If) and inner.arg_key != "this"
        ):
            return True
        inner = parent
    return False


def _is_at_the_end(column: exp.Column) -> bool:
    """Whether a figure is only compared with the highest or the lowest of its own column."""
    select = column.parent_select
    ends = isinstance(column.parent, exp.Min | exp.Max) and isinstance(select, exp.Select)
    if ends and select is not None:
        inner = select.parent
        given = {name for name, value in select.args.items() if value}
        holds_one = len(select.selects) == 1 and given <= {"expressions", "from_"}
        other = inner.parent if isinstance(inner, exp.Subquery) else None
        return holds_one and other is not None and _names_itself(other, column.name)
    return _names_itself(column.parent, column.name)


def _names_itself(comparison: exp.Expr | None, name: str) -> bool:
    """Whether a column is compared with an end of the same column of a table."""
    if not isinstance(comparison, _ORDERS):
        return False
    sides = (comparison.left, comparison.right)
    ends = [side for side in sides if isinstance(side, exp.Subquery)]
    columns = [side for side in sides if isinstance(side, exp.Column)]
    if len(ends) != 1 or len(columns) != 1 or not isinstance(ends[0].this, exp.Select):
        return False
    selected = [item.unalias() for item in ends[0].this.selects]
    return (
        len(selected) == 1
        and isinstance(selected[0], exp.Min | exp.Max)
        and isinstance(selected[0].this, exp.Column)
        and {selected[0].this.name.lower(), columns[0].name.lower()} == {name.lower()}
    )
