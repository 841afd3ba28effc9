"""Peaks: facts that need only the rows with the highest level of a skill or will.

Either others use of a fact only the rows with its highest level, or a fact itself compares the
level with the highest one, or ranks the rows of its WITH by level and takes the first. Levels are
then read from the top until there is one. What is not understood is no peak, and is read whole.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from agentic_solver.erc3.execute.arguments import referenced_facts
from agentic_solver.erc3.execute.render import facts_shown
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.snapshot.parsing import find_all, operands, parsed

__all__ = ["CLAUSES", "LEVELS", "Peak", "find_peaks", "source_name"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Peak:
    """Levels of which the highest are enough."""

    table: str
    """The table of the levels."""
    highest: str
    """SELECT of the highest level among the rows that are there: where the reading may end."""
    column: str = ""
    """The column of the fact that holds the levels, where other facts pick the highest."""
    ranks: frozenset[str] = frozenset()
    """Columns of the fact that are 1 only in rows with the highest level."""


LEVELS = frozenset({"employee_skills", "employee_wills"})
_INNER = ("", "INNER", "CROSS")
_RANKS = (exp.Rank, exp.DenseRank, exp.RowNumber)
CLAUSES = ("having", "limit", "offset", "qualify", "windows", "with_", "with")


def find_peaks(
    compiled: CompiledPlan, conditional: Collection[tuple[str, str]]
) -> Mapping[str, Peak]:
    """Return the facts of a plan whose highest levels are enough.

    Levels that may be hidden from the caller are none: they are compared with others, and all
    of them have to be there.
    """
    hidden = {table for table, _ in conditional}
    shown = set(_shown(compiled))
    found: dict[str, Peak] = {}
    for fact, query in compiled.queries.items():
        if LEVELS.isdisjoint(query.tables) or query.derives is not None:
            continue
        tree = parsed(query.sql)
        peak = _inner_peak(tree) or _with_peak(tree)
        if peak is None and fact not in shown:
            peak = _peak(tree, fact)
            readers = [parsed(one.sql) for one in compiled.queries.values() if fact in one.facts]
            if peak is None or not readers:
                continue
            if not all(_uses_highest(one, fact, peak) for one in readers):
                continue
        if peak is not None and peak.table not in hidden:
            found[fact] = peak
    return found


def _shown(compiled: CompiledPlan) -> Iterator[str]:
    """Yield the facts of which the answer uses more than whether they have a row."""
    for case, condition in zip(
        compiled.plan.response_template.cases, compiled.conditions, strict=True
    ):
        yield from facts_shown(case)
        yield from (test.fact for test in condition.tests if test.state not in ("none", "some"))
    for call in compiled.plan.execution_trace.calls:
        yield from referenced_facts(call.args)


def _peak(tree: exp.Expr, fact: str) -> Peak | None:
    """Return the level that each row of a fact is about: one row of levels, or their maximum."""
    tables = [one for one in find_all(tree, exp.Table) if one.name.lower() in LEVELS]
    if not isinstance(tree, exp.Select) or len(tables) != 1:
        return None
    name = source_name(tree, tables[0])
    if name is None:
        return None
    grouped = tree.args.get("group") is not None
    ranks = [one for one in tree.selects if _ranks(one.unalias(), tree, name, highest=grouped)]
    if not _is_plain(tree, name, [one for one in tree.selects if one not in ranks]):
        return None
    columns = [
        one.alias_or_name.lower()
        for one in tree.selects
        if _is_level(one.unalias(), tree, name, highest=grouped)
    ]
    if not columns:
        return None
    return Peak(
        table=tables[0].name.lower(),
        highest=f'SELECT max("{columns[0]}") FROM "{fact}"',
        column=columns[0],
        ranks=frozenset(one.alias_or_name.lower() for one in ranks),
    )


def _ranks(node: exp.Expr, select: exp.Select, name: str, *, highest: bool) -> bool:
    """Whether an expression is 1 only in rows with the highest level of all rows of a query."""
    if not isinstance(node, exp.Window) or type(node.this) not in _RANKS:
        return False
    order = node.args.get("order")
    if order is None or node.args.get("partition_by") or node.args.get("spec"):
        return False
    first = order.expressions[0]
    return bool(first.args.get("desc")) and _is_level(first.this, select, name, highest=highest)


def _with_peak(tree: exp.Expr) -> Peak | None:
    """Return the level of the rows of a WITH, of which the query uses only the highest."""
    clause = tree.args.get("with_")
    if not isinstance(tree, exp.Select) or clause is None or clause.args.get("recursive"):
        return None
    if len(clause.expressions) != 1 or clause.expressions[0].args["alias"].args.get("columns"):
        return None
    (rows,) = clause.expressions
    fact, body = rows.alias, rows.this
    if any(one.name.lower() == fact.lower() for one in find_all(body, exp.Table)):
        return None
    peak = _peak(body, fact)
    rest = tree.copy()
    rest.set("with_", None)
    tables = find_all(rest, exp.Table)
    if peak is None or any(one.name.lower() in LEVELS for one in tables):
        return None
    if not _uses_highest(rest, fact, peak):
        return None
    return replace(peak, highest=f"{clause.sql('duckdb')} {peak.highest}")


def _inner_peak(tree: exp.Expr) -> Peak | None:
    """Return the level that a query compares with the highest one, read nowhere else."""
    tables = [one for one in find_all(tree, exp.Table) if one.name.lower() in LEVELS]
    if len(tables) != 2 or tables[0].name.lower() != tables[1].name.lower():
        return None
    for outer, inner in (tables, tables[::-1]):
        select, highest = outer.find_ancestor(exp.Select), inner.find_ancestor(exp.Select)
        if select is None or highest is None or not _is_maximum(highest, inner):
            continue
        name = source_name(select, outer)
        where = select.args.get("where")
        if name is None or where is None or _has_outer_join(select):
            continue
        for left, right in _equal_sides(operands(where.this, exp.And)):
            if right is highest and _is_level(left, select, name, highest=False):
                return Peak(table=outer.name.lower(), highest=highest.sql("duckdb"))
    return None


def _is_maximum(select: exp.Select, table: exp.Table) -> bool:
    """Whether a query gives the highest level of the rows that its conditions leave."""
    name = source_name(select, table)
    return (
        name is not None
        and not any(select.args.get(clause) for clause in (*CLAUSES, "group"))
        and not _has_outer_join(select)
        and len(select.selects) == 1
        and _is_level(select.selects[0].unalias(), select, name, highest=True)
    )


def _is_level(node: exp.Expr, select: exp.Select, name: str, *, highest: bool) -> bool:
    """Whether an expression is the level of a source, or the highest of a group of its rows."""
    column = node.this if highest and type(node) is exp.Max else node
    owners = (name,) if select.args.get("joins") else (name, "")
    return (
        isinstance(column, exp.Column)
        and (column is node) is not highest
        and column.name.lower() == "level"
        and column.table.lower() in owners
    )


def _is_plain(tree: exp.Select, name: str, columns: Sequence[exp.Expr]) -> bool:
    """Whether a query gives rows as they are, or groups of them with their highest level.

    Nothing is counted or cut off, and none of the columns is ranked.
    """
    if any(tree.args.get(clause) for clause in CLAUSES):
        return False
    if any(one.find(exp.Window) for one in columns):
        return False
    totals = [node for one in columns for node in find_all(one, exp.AggFunc)]
    if tree.args.get("group") is None:
        return not totals
    return all(_is_level(one, tree, name, highest=True) for one in totals)


def source_name(select: exp.Select, table: exp.Table) -> str | None:
    """Return the name of a table that stands in FROM or is joined so that its rows are needed."""
    place = table.parent
    if isinstance(place, exp.From) and place.parent is select:
        return str(table.alias_or_name).lower()
    if not isinstance(place, exp.Join) or place.parent is not select or place.side:
        return None
    return str(table.alias_or_name).lower() if place.kind.upper() in _INNER else None


def _uses_highest(tree: exp.Expr, fact: str, peak: Peak) -> bool:
    """Whether a query reads of a fact only rows with its highest level."""
    for table in [one for one in find_all(tree, exp.Table) if one.name.lower() == fact.lower()]:
        select = table.find_ancestor(exp.Select)
        if select is None:
            return False
        if _is_highest(select, fact, peak.column):
            continue
        name = source_name(select, table)
        where = select.args.get("where")
        if name is None or where is None or _has_outer_join(select):
            return False
        parts = list(operands(where.this, exp.And))
        if not any(_picks_highest(part, name, fact, peak) for part in parts):
            return False
    return True


def _has_outer_join(select: exp.Select) -> bool:
    return any(join.side.upper() in ("RIGHT", "FULL") for join in select.args.get("joins") or ())


def _picks_highest(part: exp.Expr, name: str, fact: str, peak: Peak) -> bool:
    """Whether a condition is ``column = (SELECT max(column) FROM fact)``, or ``rank = 1``."""
    for left, right in _equal_sides([part]):
        if not isinstance(left, exp.Column) or left.table.lower() not in ("", name):
            continue
        if left.name.lower() in peak.ranks and right == exp.Literal.number(1):
            return True
        is_level = left.name.lower() == peak.column
        if is_level and isinstance(right, exp.Select) and _is_highest(right, fact, peak.column):
            return True
    return False


def _equal_sides(parts: Iterable[exp.Expr]) -> Iterator[tuple[exp.Expr, exp.Expr]]:
    """Yield both sides of each equation, without brackets, in both orders."""
    for part in parts:
        if isinstance(part, exp.EQ):
            left, right = part.left.unnest(), part.right.unnest()
            yield left, right
            yield right, left


def _is_highest(select: exp.Select, fact: str, column: str) -> bool:
    """Whether a query is ``SELECT max(column) FROM fact``, of all its rows."""
    if any(select.args.get(clause) for clause in (*CLAUSES, "group", "where", "joins")):
        return False
    tables = find_all(select, exp.Table)
    item = select.selects[0].unalias() if len(select.selects) == 1 else None
    return (
        len(tables) == 1
        and tables[0].name.lower() == fact.lower()
        and isinstance(item, exp.Max)
        and isinstance(item.this, exp.Column)
        and item.this.name.lower() == column
    )
