"""The names under which queries of a plan give expressions: aliases, fields, places of a union."""

import itertools
from collections.abc import Iterable, Iterator
from functools import lru_cache

from sqlglot import exp

from agentic_solver.erc3.snapshot.parsing import find_all, parsed
from agentic_solver.erc3.snapshot.query import CheckedQuery

__all__ = ["ANY", "Statements", "named_expressions", "statements_of"]

ANY = "\0"
"""The name of all columns, which none has: of a star whose columns are named by their place."""
Statements = tuple[tuple[str, bool], ...]
"""Queries, each with whether its rows are appended to a table: by their place, not by a name."""


def statements_of(queries: Iterable[CheckedQuery]) -> Statements:
    """Return what names are looked up in: the texts of queries."""
    return tuple((query.sql, query.appends) for query in queries)


def named_expressions(statements: Statements) -> list[tuple[str, exp.Expr]]:
    """Return ``(name, expression)`` of whatever the queries select or list."""
    return [
        (ANY if appends else name, node)
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
                if ANY in names or select.is_star
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
    names = [ANY if item.is_star else item.alias_or_name for item in first.selects]
    found = [names] if first is not select else []
    given = top.parent.alias_column_names if top.parent is not None else []
    return [*found, given] if given else found
