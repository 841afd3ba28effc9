"""Peaks: facts of which others use only the rows with the highest level of a skill or will.

Such a fact needs no row below the first level at which it has one, so that levels are read from
the top. What is not understood is no peak, and is read whole.
"""

from collections.abc import Collection, Iterator, Mapping

from sqlglot import exp

from agentic_solver.erc3.execute.arguments import referenced_facts
from agentic_solver.erc3.execute.render import parse_placeholders
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.snapshot.parsing import parsed
from agentic_solver.erc3.snapshot.query import CheckedQuery

__all__ = ["Peak", "find_peaks"]

Peak = tuple[str, str]
"""The table of the levels, and the column of the fact that holds them."""

_LEVELS = ("employee_skills", "employee_wills")
_INNER = ("", "INNER", "CROSS")
_CLAUSES = ("group", "having", "limit", "offset", "qualify", "windows", "with_", "with")


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
        peak = None if fact in shown or query.derives is not None else _peak(query)
        if peak is None or peak[0] in hidden:
            continue
        readers = [one for one in compiled.queries.values() if fact in one.facts]
        if readers and all(_uses_highest(parsed(one.sql), fact, peak[1]) for one in readers):
            found[fact] = peak
    return found


def _shown(compiled: CompiledPlan) -> Iterator[str]:
    """Yield the facts of which the answer uses more than whether they have a row."""
    for case, condition in zip(
        compiled.plan.response_template.cases, compiled.conditions, strict=True
    ):
        placeholders = parse_placeholders(case.message)
        if not isinstance(placeholders, str):
            yield from (item.fact for item in placeholders)
        yield from (link.fact for link in case.links)
        yield from (test.fact for test in condition.tests if test.state not in ("none", "some"))
    for call in compiled.plan.execution_trace.calls:
        yield from referenced_facts(call.args)


def _peak(query: CheckedQuery) -> Peak | None:
    """Return the level that each row of a fact is about, one row of levels a row."""
    tree = parsed(query.sql)
    tables = [one for one in tree.find_all(exp.Table) if one.name.lower() in _LEVELS]
    if not _is_plain(tree) or len(tables) != 1 or not isinstance(tree, exp.Select):
        return None
    name = _source_name(tree, tables[0])
    if name is None:
        return None
    columns = [
        one.alias_or_name.lower()
        for one in tree.selects
        if isinstance(column := one.unalias(), exp.Column)
        and column.name.lower() == "level"
        and column.table.lower() == name
    ]
    return (tables[0].name.lower(), columns[0]) if columns else None


def _is_plain(tree: exp.Expr) -> bool:
    """Whether a query gives rows as they are: none counted, ranked or cut off."""
    return (
        isinstance(tree, exp.Select)
        and not any(tree.args.get(clause) for clause in _CLAUSES)
        and not any(one.find(exp.AggFunc, exp.Window) for one in tree.selects)
    )


def _source_name(select: exp.Select, table: exp.Table) -> str | None:
    """Return the name of a table that stands in FROM or is joined so that its rows are needed."""
    place = table.parent
    if isinstance(place, exp.From) and place.parent is select:
        return str(table.alias_or_name).lower()
    if not isinstance(place, exp.Join) or place.parent is not select or place.side:
        return None
    return str(table.alias_or_name).lower() if place.kind.upper() in _INNER else None


def _uses_highest(tree: exp.Expr, fact: str, column: str) -> bool:
    """Whether a query reads of a fact only rows whose column has its highest value."""
    for table in [one for one in tree.find_all(exp.Table) if one.name.lower() == fact.lower()]:
        select = table.find_ancestor(exp.Select)
        if select is None:
            return False
        if _is_highest(select, fact, column):
            continue
        name = _source_name(select, table)
        where = select.args.get("where")
        if name is None or where is None or _has_outer_join(select):
            return False
        parts = list(_conjuncts(where.this))
        if not any(_compares(part, name, fact, column) for part in parts):
            return False
    return True


def _has_outer_join(select: exp.Select) -> bool:
    return any(join.side.upper() in ("RIGHT", "FULL") for join in select.args.get("joins") or ())


def _conjuncts(node: exp.Expr) -> Iterator[exp.Expr]:
    match node:
        case exp.Paren():
            yield from _conjuncts(node.this)
        case exp.And():
            yield from _conjuncts(node.left)
            yield from _conjuncts(node.right)
        case _:
            yield node


def _compares(part: exp.Expr, name: str, fact: str, column: str) -> bool:
    """Whether a condition is ``column = (SELECT max(column) FROM fact)``."""
    if not isinstance(part, exp.EQ):
        return False
    for left, right in ((part.left, part.right), (part.right, part.left)):
        inner = right.unnest() if isinstance(right, exp.Subquery) else None
        if (
            isinstance(left, exp.Column)
            and left.name.lower() == column
            and left.table.lower() in ("", name)
            and isinstance(inner, exp.Select)
            and _is_highest(inner, fact, column)
        ):
            return True
    return False


def _is_highest(select: exp.Select, fact: str, column: str) -> bool:
    """Whether a query is ``SELECT max(column) FROM fact``, of all its rows."""
    if any(select.args.get(clause) for clause in (*_CLAUSES, "where", "joins")):
        return False
    tables = list(select.find_all(exp.Table))
    item = select.selects[0].unalias() if len(select.selects) == 1 else None
    return (
        len(tables) == 1
        and tables[0].name.lower() == fact.lower()
        and isinstance(item, exp.Max)
        and isinstance(item.this, exp.Column)
        and item.this.name.lower() == column
    )
