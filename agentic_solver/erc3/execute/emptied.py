"""What emptied a fact: the fact without one of its conditions or joins, in turn.

Only the outermost SELECT is taken apart. What is counted are the rows that its sources give, so
that grouping and cutting change nothing; without a condition on groups, the groups. A part
without which the query cannot be said is left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from sqlglot import exp

from agentic_solver.erc3.snapshot.need import sql_columns
from agentic_solver.erc3.snapshot.parsing import find_all, operands, parsed
from agentic_solver.erc3.snapshot.query import CheckedQuery
from agentic_solver.erc3.sqltext import quoted

__all__ = ["Without", "without_parts"]

_MOST = 8
"""Parts that are played; few queries have more."""
_SHOWN = 160
"""Letters of a part that are shown."""
_CUTS = ("order", "limit", "offset")
_SHAPE = ("group", "having", "qualify", "distinct", "windows", *_CUTS)
"""Clauses that make no row out of none: they go where rows are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Without:
    """A query that lacks one part of another."""

    part: str
    """The condition or join that it lacks, as the plan has it."""
    query: CheckedQuery


def without_parts(query: CheckedQuery) -> tuple[Without, ...]:
    """Return the query without each of its conditions and joins; the rows of each are to count.

    None of a query that is no plain SELECT, or that has but one source and no condition.
    """
    found: list[Without] = []
    for part, sql in _lacking(query.sql)[:_MOST]:
        named = part
        for lookup in query.lookups:
            named = named.replace(lookup.table, f"find_{lookup.kind}({quoted(lookup.text)})")
        shown = named if len(named) <= _SHOWN else f"{named[: _SHOWN - 1]}…"
        columns = query.columns & sql_columns(sql)
        tables = frozenset(table for table, _ in columns)
        less = replace(query, sql=sql, columns=columns, tables=tables, filters=())
        found.append(Without(part=shown, query=less))
    return tuple(found)


@lru_cache(maxsize=256)
def _lacking(sql: str) -> tuple[tuple[str, str], ...]:
    """Return each part as text, with the query that lacks it."""
    tree = parsed(sql)
    if not isinstance(tree, exp.Select):
        return ()
    where = tree.args.get("where")
    conditions = list(operands(where.this, exp.And)) if where is not None else []
    made = [(one, _rendered(tree, conditions, place)) for place, one in enumerate(conditions)]
    found = [(_text(one), text) for one, text in made]
    for place, join in enumerate(tree.args.get("joins") or ()):
        if join.args.get("side"):
            continue  # an outer join takes no row away
        lacking = _without_join(tree, place)
        found += [(_text(one), _counting(lacking, conditions)) for one in (join,) if lacking]
        found += list(_without_matches(tree, place, conditions))
    return (*found, *_without_having(tree))


def _without_having(tree: exp.Select) -> Iterator[tuple[str, str]]:
    """Yield the query without each condition on its groups."""
    having = tree.args.get("having")
    parts = list(operands(having.this, exp.And)) if having is not None else []
    for place, part in enumerate(parts):
        copy = tree.copy()
        for clause in ("having", *_CUTS):
            copy.set(clause, None)
        kept = [one.copy() for at, one in enumerate(parts) if at != place]
        if kept:
            copy.set("having", exp.Having(this=exp.and_(*kept)))
        yield _text(part), copy.sql(dialect="duckdb")


def _rendered(tree: exp.Select, conditions: list[exp.Expr], place: int) -> str:
    return _counting(tree, [one for at, one in enumerate(conditions) if at != place])


def _counting(tree: exp.Select, conditions: list[exp.Expr]) -> str:
    """Return the sources of a SELECT under these conditions, one row each."""
    copy = tree.copy()
    for clause in (*_SHAPE, "where"):
        copy.set(clause, None)
    copy.set("expressions", [exp.alias_(exp.Literal.number(1), "one")])
    known = _aliases(copy)
    kept = [one.copy() for one in conditions if _tables(one) <= known]
    if kept:
        copy.set("where", exp.Where(this=exp.and_(*kept)))
    return copy.sql(dialect="duckdb")


def _without_join(tree: exp.Select, place: int) -> exp.Select | None:
    """Return the query without a join; None where a later join matches on its columns."""
    copy = tree.copy()
    joins = copy.args["joins"]
    joins.pop(place)
    known = _aliases(copy)
    if any(not _tables(one.args.get("on")) <= known for one in joins):
        return None
    return copy


def _without_matches(
    tree: exp.Select, place: int, conditions: list[exp.Expr]
) -> Iterator[tuple[str, str]]:
    """Yield a join without each of several conditions of its own: the first is what it joins by."""
    matched = tree.args["joins"][place].args.get("on")
    parts = list(operands(matched, exp.And)) if matched is not None else []
    for at, part in enumerate(parts):
        if at == 0 or len(_tables(part)) > 1:
            continue
        copy = tree.copy()
        kept = [one.copy() for number, one in enumerate(parts) if number != at]
        copy.args["joins"][place].set("on", exp.and_(*kept))
        yield _text(part), _counting(copy, conditions)


def _aliases(tree: exp.Select) -> frozenset[str]:
    """Return the names by which the outermost sources of a query are spoken of."""
    places = [tree.args.get("from_"), *(tree.args.get("joins") or ())]
    named = {one.this.alias_or_name.lower() for one in places if one is not None}
    return frozenset(named)


def _tables(node: exp.Expr | None) -> frozenset[str]:
    """Return the sources that a condition names, without those of its subqueries."""
    if node is None:
        return frozenset()
    inner = {
        source.alias_or_name.lower()
        for select in find_all(node, exp.Select)
        for source in find_all(select, exp.Table, exp.Subquery)
    }
    named = {one.table.lower() for one in find_all(node, exp.Column) if one.table}
    return frozenset(named - inner)


def _text(node: exp.Expr) -> str:
    return node.sql(dialect="duckdb")
