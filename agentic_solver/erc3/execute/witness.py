"""Witnesses: facts that only ask who has some level above those of a list.

Of such a fact one row a person is enough, so that most people are found by searches for levels,
and only the profiles of the others are read. What is not understood is read whole.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from sqlglot import exp

from agentic_solver.erc3.execute.peak import CLAUSES, LEVELS, source_name
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.snapshot.columns import FINDER_COLUMNS, FINDER_PREFIX
from agentic_solver.erc3.snapshot.occurrence import table_occurrences
from agentic_solver.erc3.snapshot.parsing import find_all, operands, parsed, sources_of
from agentic_solver.erc3.snapshot.query import CheckedQuery
from agentic_solver.erc3.snapshot.schema import DETAIL_COLUMNS

__all__ = ["Witness", "find_witnesses"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """A comparison of levels with those of an earlier fact, name by name."""

    table: str
    """The table of the levels."""
    bars: str
    """SELECT of name and bar: a row is a witness if its level is at least the bar of its name,
    and its person is not the one of the column ``person``."""

    @property
    def people(self) -> str:
        """SELECT of the people who have no witness yet."""
        return (
            f"SELECT id FROM employees WHERE id NOT IN (SELECT w.employee FROM {self.table} w "
            f"JOIN ({self.bars}) b ON b.name = w.name AND w.level >= b.bar "
            "AND w.employee <> b.person) ORDER BY id"
        )


def find_witnesses(
    compiled: CompiledPlan, conditional: Collection[tuple[str, str]]
) -> Mapping[str, Witness]:
    """Return the facts of a plan of which one level a person is enough.

    Levels that may be hidden from the caller are none: all of them have to be there.
    """
    hidden = {table for table, _ in conditional}
    found: dict[str, Witness] = {}
    for fact, query in compiled.queries.items():
        witness = None if query.derives is not None else _witness(query, compiled)
        if witness is not None and witness.table not in hidden:
            found[fact] = witness
    return found


def _witness(query: CheckedQuery, compiled: CompiledPlan) -> Witness | None:
    if LEVELS.isdisjoint(query.tables):
        return None
    tree = parsed(query.sql)
    tables = [one for one in find_all(tree, exp.Table) if one.name.lower() in LEVELS]
    if len(tables) != 1 or not _is_plain(query) or not _is_clear(tree, compiled):
        return None
    select = tables[0].find_ancestor(exp.Select)
    name = None if select is None else source_name(select, tables[0])
    if select is None or name is None or not _asks_whether(select):
        return None
    pairs = list(_comparisons(select, name))
    used = [one.name.lower() for one in find_all(tree, exp.Column) if one.table.lower() == name]
    if sorted(one for one in used if one != "employee") != ["level", "name"]:
        return None
    return _compared(select, tables[0], pairs)


def _is_plain(query: CheckedQuery) -> bool:
    """Whether a query reads nothing but levels and brief records, of any people."""
    details = {("employees", name) for name in DETAIL_COLUMNS["employees"]}
    limits = {
        provider.table
        for one in table_occurrences(query.sql)
        for bound in one.bounds
        if one.table == "employees" or bound.column == "employee"
        for provider in bound.providers
    }
    small = query.tables <= {"employees", "me", *LEVELS} and not details & query.columns
    return small and not query.filters and limits <= {"employees", *LEVELS}


def _is_clear(tree: exp.Expr, compiled: CompiledPlan) -> bool:
    """Whether each column says what it belongs to: by its source, or as that of the only one."""
    if tree.find(exp.Star) is not None:
        return False
    for column in find_all(tree, exp.Column):
        select = column.find_ancestor(exp.Select)
        sources = [] if select is None else sources_of(select)
        source = sources[0] if len(sources) == 1 else None
        if not column.table and not (
            isinstance(source, exp.Table) and column.name.lower() in _columns(source, compiled)
        ):
            return False
    return True


def _columns(source: exp.Table, compiled: CompiledPlan) -> frozenset[str]:
    if source.name.lower().startswith(FINDER_PREFIX):
        return frozenset(FINDER_COLUMNS)
    query = compiled.queries.get(source.name)
    return frozenset(one.lower() for one in (query.outputs or ())) if query else frozenset()


def _compared(
    select: exp.Select, table: exp.Table, pairs: list[tuple[str, exp.Column, bool]]
) -> Witness | None:
    """Return the witness if both columns are compared with one fact that has no other part."""
    others = {other.table.lower() for _, other, _ in pairs}
    compared = sorted(column for column, _, _ in pairs)
    if len(others) != 1 or compared not in (["level", "name"], ["employee", "level", "name"]):
        return None
    (alias,) = others
    sources = [one for one in find_all(select, exp.Table) if one.alias_or_name.lower() == alias]
    columns = [one for one in find_all(select, exp.Column) if one.table.lower() == alias]
    if len(sources) != 1 or source_name(select, sources[0]) is None or len(columns) != len(pairs):
        return None
    if sources[0].name.lower() in ("employees", "me"):
        return None
    known = {column: (other.name, more) for column, other, more in pairs}
    (name, _), (level, more) = known["name"], known["level"]
    bar = f'floor("{level}") + 1' if more else f'ceil("{level}")'
    person = f'"{known["employee"][0]}"' if "employee" in known else "''"
    bars = (
        f'SELECT "{name}" AS name, CAST({bar} AS BIGINT) AS bar, {person} AS person '
        f'FROM "{sources[0].name}"'
    )
    return Witness(table=table.name.lower(), bars=bars)


def _asks_whether(select: exp.Select) -> bool:
    """Whether it is the same to a query how many rows of a source stand behind one of its own."""
    if any(select.args.get(clause) for clause in CLAUSES):
        return False
    if any(one.find(exp.AggFunc, exp.Window) for one in select.selects):
        return False
    if any(join.side for join in select.args.get("joins") or ()):
        return False
    place = select.parent
    if isinstance(place, exp.Subquery):
        place = place.parent
    inside = isinstance(place, exp.Exists | exp.In)
    return inside or bool(select.args.get("distinct") or select.args.get("group"))


def _comparisons(select: exp.Select, name: str) -> Iterator[tuple[str, exp.Column, bool]]:
    """Yield the column of the levels, the other one, and whether it has to be more than that.

    An equal name, a higher level, or another person; only what belongs to another source.
    """
    pairs = list(_column_pairs(select))
    tables = find_all(select, exp.Table)
    employees = {one.alias_or_name.lower() for one in tables if one.name.lower() == "employees"}
    people = {(name, "employee")} | {
        (right.table.lower(), "id")
        for kind, left, right in pairs
        if kind is exp.EQ and _is(left, name, "employee") and right.name.lower() == "id"
        if right.table.lower() in employees
    }
    for kind, own, other in pairs:
        if other.table.lower() == name or (other.table.lower(), other.name.lower()) in people:
            continue
        if kind is exp.EQ and _is(own, name, "name"):
            yield "name", other, False
        elif kind in (exp.GT, exp.GTE) and _is(own, name, "level"):
            yield "level", other, kind is exp.GT
        elif kind is exp.NEQ and (own.table.lower(), own.name.lower()) in people:
            yield "employee", other, False


def _column_pairs(
    select: exp.Select,
) -> Iterator[tuple[type[exp.Expr], exp.Column, exp.Column]]:
    """Yield the comparisons of two columns that have to hold, from either side."""
    where = select.args.get("where")
    joins = select.args.get("joins") or ()
    conditions = [join.args["on"] for join in joins if join.args.get("on")]
    for condition in [*conditions, *([where.this] if where is not None else [])]:
        for part in operands(condition, exp.And):
            left, right = part.args.get("this"), part.args.get("expression")
            if isinstance(left, exp.Column) and isinstance(right, exp.Column):
                yield type(part), left, right
                yield _FLIPPED.get(type(part), type(part)), right, left


def _is(column: exp.Column, table: str, name: str) -> bool:
    return column.table.lower() == table and column.name.lower() == name


_FLIPPED: Mapping[type[exp.Expr], type[exp.Expr]] = {
    exp.LT: exp.GT,
    exp.LTE: exp.GTE,
    exp.GT: exp.LT,
    exp.GTE: exp.LTE,
}
