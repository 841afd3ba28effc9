"""The relations a plan query can name: entity tables, views, facts, finders and series."""

from collections.abc import Iterator, Mapping

from sqlglot import exp
from sqlglot.errors import SqlglotError

from agentic_solver.contracts.canonical import short_id
from agentic_solver.contracts.violations import ViolationCode as Code
from agentic_solver.erc3.snapshot.columns import (
    ENTITY_COLUMNS,
    FINDER_COLUMNS,
    FINDER_PREFIX,
    FINDERS,
    VIEWS,
)
from agentic_solver.erc3.snapshot.parsing import DUCKDB, parse_tokens
from agentic_solver.erc3.snapshot.query import EntityLookup
from agentic_solver.erc3.snapshot.source import Refusal, Relation

__all__ = [
    "fact_relation",
    "finder_call",
    "finder_calls",
    "renamed",
    "series_relation",
    "table_relation",
]

_MAX_FINDER_TEXT = 300
_MAX_WORDINGS = 8


def fact_relation(name: str, columns: tuple[str, ...] | None, literal: frozenset[str]) -> Relation:
    """Return an earlier fact; ``columns`` is None while nobody knows them.

    ``literal`` names the columns that hold constants only; a fact of which every column is
    constant is no source.
    """
    shown = sorted(literal) if columns is None else columns
    names = tuple(column.lower() for column in shown)
    constant = tuple(name in literal for name in names)
    return Relation(
        columns=names,
        literal=constant,
        closed=columns is not None,
        sourced=columns is None or not all(constant),
        kind="fact",
        name=name,
    )


def _known() -> dict[str, Relation]:
    known: dict[str, Relation] = {}
    for table, columns in ENTITY_COLUMNS.items():
        known[table] = Relation(
            columns=tuple(columns),
            literal=(False,) * len(columns),
            sourced=True,
            origins={column: ((table, column),) for column in columns},
            kind="entity",
            name=table,
        )
    for view, origins in VIEWS.items():
        known[view] = Relation(
            columns=tuple(origins),
            literal=(False,) * len(origins),
            sourced=True,
            origins=origins,
            kind="view",
            name=view,
        )
    return known


_KNOWN = _known()


def table_relation(name: str, facts: Mapping[str, Relation]) -> Relation | None:
    """Return the entity table, view or fact of that name (lower case), or None."""
    return _KNOWN.get(name) or facts.get(name)


def finder_call(function: exp.Expr) -> tuple[EntityLookup, Relation]:
    """Return what ``find_<kind>('text', 'other wording', ...)`` asks for and the relation it gives.

    Raises:
        Refusal: for any other table function and for arguments that are not text literals.
    """
    name = function.name.lower() if isinstance(function, exp.Anonymous) else function.key
    kind = FINDERS.get(name)
    if kind is None:
        raise Refusal(
            Code.SQL_FUNCTION_FORBIDDEN, "This table function is not allowed.", function=name
        )
    wordings = tuple(_wording(argument, name) for argument in function.expressions)
    if not 1 <= len(wordings) <= _MAX_WORDINGS:
        raise Refusal(
            Code.SQL_FUNCTION_FORBIDDEN,
            "A finder takes the phrase of the request and at most seven other wordings.",
            function=name,
        )
    text, *others = wordings
    lookup = EntityLookup(
        kind=kind,
        text=text,
        others=tuple(dict.fromkeys(other for other in others if other != text)),
        table=FINDER_PREFIX + short_id([kind, *wordings]),
    )
    columns = FINDER_COLUMNS
    relation = Relation(
        columns=columns, literal=(False,) * len(columns), sourced=True, kind="finder", name=name
    )
    return lookup, relation


def finder_calls(sql: str) -> Iterator[EntityLookup]:
    """Yield what the finders of a query look for; nothing of a query that cannot be read."""
    try:
        (tree,) = parse_tokens(DUCKDB.tokenize(sql), sql)
        calls = list(tree.find_all(exp.Anonymous)) if tree is not None else []
        yield from (finder_call(one)[0] for one in calls if one.name.lower() in FINDERS)
    except (SqlglotError, Refusal, RecursionError, ValueError):
        return


def _wording(argument: exp.Expr, finder: str) -> str:
    if not (isinstance(argument, exp.Literal) and argument.is_string):
        raise Refusal(
            Code.SQL_FUNCTION_FORBIDDEN, "A finder takes text literals only.", function=finder
        )
    text = argument.name.strip()
    if not text or len(text) > _MAX_FINDER_TEXT:
        raise Refusal(
            Code.SQL_FUNCTION_FORBIDDEN,
            "A finder needs short texts that are not empty.",
            function=finder,
        )
    return text


def series_relation(node: exp.Expr, *, sourced: bool, column: str = "unnest") -> Relation:
    """Return the rows of ``unnest`` or of a number or date series, under its alias."""
    names = tuple(name.lower() for name in node.alias_column_names)
    columns = names or tuple(dict.fromkeys((node.alias.lower() or column, column)))
    return Relation(
        columns=columns,
        literal=(not sourced,) * len(columns),
        closed=bool(names),
        sourced=sourced,
        kind="series",
    )


def renamed(relation: Relation, node: exp.Expr) -> Relation:
    """Apply the column list of an alias: ``AS t(a, b)``."""
    columns = tuple(name.lower() for name in node.alias_column_names)
    if not columns:
        return relation
    if relation.kind in {"entity", "view"} or len(columns) > len(relation.columns):
        raise Refusal(Code.SQL_CLAUSE_FORBIDDEN, "This table cannot be given other column names.")
    names = columns + relation.columns[len(columns) :]
    return Relation(
        columns=names,
        literal=relation.literal,
        closed="" not in names and len(set(names)) == len(names),
        sourced=relation.sourced,
        origins={
            new: relation.origins[old]
            for new, old in zip(names, relation.columns, strict=True)
            if old in relation.origins
        },
        kind=relation.kind,
        name=relation.name,
    )
