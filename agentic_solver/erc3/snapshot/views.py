"""What a caller may see, as schemas beside the entity tables.

``masked`` shows NULL where the caller may not look; ``low`` and ``high`` show the smallest and
the largest value of the type instead, in rows that are still about the same records; further
probes show the very values that the queries compare with. The rows of ``masked`` are what a
caller gets: no hidden value is in them, whatever the query is. The others tell whether another
hidden value could have made a difference.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

import sqlglot
from sqlglot import exp

from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS, VIEWS, ColumnType
from agentic_solver.erc3.snapshot.parsing import find_all
from agentic_solver.erc3.snapshot.schema import BASE, COLUMN_TYPES, WORKLOADS
from agentic_solver.erc3.snapshot.session import Session, ViewName

__all__ = [
    "HIDDEN",
    "VISIBLE",
    "ColumnRule",
    "RowRule",
    "build_caller_views",
    "build_probe_view",
    "probe_cells",
    "sees_every_row",
]

VISIBLE: Final = "visible"
HIDDEN: Final = "hidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class RowRule:
    """The caller may see the column in the rows for which a predicate holds."""

    sql: str
    """DuckDB predicate over the row alias ``r`` and the entity tables under their plain names."""


ColumnRule = RowRule | Literal["visible", "hidden"]

# Texts sort by code point, so the empty one is the smallest; the largest is no plausible word.
_LOW: Mapping[ColumnType, str] = MappingProxyType(
    {
        "text": "''",
        "int": "-2000000000",
        "decimal": "-99999",
        "date": "DATE '0001-01-01'",
        "bool": "false",
    }
)
_HIGH: Mapping[ColumnType, str] = MappingProxyType(
    {
        "text": "chr(1114109)",
        "int": "2000000000",
        "decimal": "99999",
        "date": "DATE '9999-12-31'",
        "bool": "true",
    }
)

_KEYS = frozenset({"id", "employee", "project", "customer", "path"})
"""Columns that say which record a row is about. The probes keep them: a query that looks for
somebody's rows must meet them, to be seen to depend on what they hold."""
_MOST_PROBES = 6
_LONGEST = 200
_LARGEST_INT = 2_000_000_000
_LARGEST_DECIMAL = 99_999
_ISO_DATE = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])")


def build_caller_views(
    session: Session,
    rules: Mapping[tuple[str, str], ColumnRule],
    tables: Collection[str] = (*ENTITY_COLUMNS, *VIEWS),
) -> None:
    """Build ``masked``, ``low`` and ``high``; earlier ones and their facts are dropped.

    Args:
        session: the rows that the predicates read must have been acquired.
        rules: by table and column; a column without a rule is visible.
        tables: the tables and views that will be read; the others are not there.
    """
    judged = [_judged(session.catalog, table, rules) for table in _tables_behind(tables)]
    statements = [*filter(None, judged), *_views(session, "masked", rules, tables, None)]
    session.build_view("masked", statements)
    session.build_view("low", _views(session, "low", rules, tables, _LOW))
    session.build_view("high", _views(session, "high", rules, tables, _HIGH))


def build_probe_view(
    session: Session,
    rules: Mapping[tuple[str, str], ColumnRule],
    tables: Collection[str],
    cells: Mapping[ColumnType, str],
) -> None:
    """Build ``high`` once more with other hidden values: ``cells`` of :func:`probe_cells`."""
    session.build_view("high", _views(session, "high", rules, tables, {**_HIGH, **cells}))


def _tables_behind(tables: Collection[str]) -> tuple[str, ...]:
    read = set(tables)
    for name in read & VIEWS.keys():
        read |= {table for origins in VIEWS[name].values() for table, _ in origins}
    return tuple(table for table in ENTITY_COLUMNS if table in read)


def _views(
    session: Session,
    view: ViewName,
    rules: Mapping[tuple[str, str], ColumnRule],
    tables: Collection[str],
    probe: Mapping[ColumnType, str] | None,
) -> list[str]:
    """Return the statements for what one view sees."""
    schema = f"{session.catalog}.view_{view}"
    statements = [
        _create(f"{schema}.{table}", session.catalog, table, rules, probe)
        for table in _tables_behind(tables)
    ]
    if "workloads" in tables:
        workloads = WORKLOADS.format(schema=schema)
        statements.append(f"CREATE VIEW {schema}.workloads AS {workloads}")
    return statements


def probe_cells(
    literals: Iterable[str], columns: Iterable[tuple[str, str]]
) -> tuple[Mapping[ColumnType, str], ...]:
    """Return what else hidden values may be, from the literals that they may be compared with.

    Args:
        literals: texts and numbers of the queries, as they stand there.
        columns: tables and columns of which rows are hidden.
    """
    kinds = {ENTITY_COLUMNS[table][column] for table, column in columns}
    texts = tuple(dict.fromkeys(literals))
    found: dict[ColumnType, list[str]] = {}
    if "text" in kinds:
        words = dict.fromkeys(text.replace("%", "") for text in texts if len(text) <= _LONGEST)
        found["text"] = ["'" + word.replace("'", "''") + "'" for word in words if word]
    if kinds & {"int", "decimal"}:
        numbers = [value for value in map(_number, texts) if value is not None]
        near = dict.fromkeys(value + step for step in (0, 1, -1) for value in numbers)
        found["int"] = [str(value) for value in near if value == int(value)]
        found["decimal"] = [str(value) for value in near if abs(value) < _LARGEST_DECIMAL]
    if "date" in kinds:
        found["date"] = [f"DATE '{text}'" for text in texts if _ISO_DATE.fullmatch(text)]
    length = min(_MOST_PROBES, max((len(cells) for cells in found.values()), default=0))
    return tuple(
        {kind: cells[place % len(cells)] for kind, cells in found.items() if cells}
        for place in range(length)
    )


def _number(text: str) -> Decimal | None:
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    return value if value.is_finite() and abs(value) <= _LARGEST_INT else None


def sees_every_row(session: Session, rules: Mapping[tuple[str, str], RowRule]) -> bool:
    """Whether the rules hide nothing of the rows that are there.

    The masked tables would then be the full ones, and whatever is asked of them has the same
    answer. The rows that the predicates read must have been acquired.
    """
    tests = dict.fromkeys(
        f"(SELECT coalesce(bool_and(coalesce(({rule.sql}), false)), true) FROM {table} r)"
        for (table, _column), rule in rules.items()
    )
    output = session.run(f"SELECT {' AND '.join(tests) or 'true'} AS seen")
    return isinstance(output, FactOutput) and output.rows[0][0] is True


def _flags(table: str, rules: Mapping[tuple[str, str], ColumnRule]) -> dict[str, str]:
    """Return the predicates about a table, each with the column that holds its result."""
    found = (rules.get((table, column)) for column in ENTITY_COLUMNS[table])
    predicates = dict.fromkeys(rule.sql for rule in found if isinstance(rule, RowRule))
    return {sql: f'"is seen {number}"' for number, sql in enumerate(predicates)}


def _rows_of(catalog: str, table: str) -> str:
    # Beside the entity tables, where no caller's view looks for a name.
    return f'{catalog}.{BASE}."rows of {table}"'


def _judged(catalog: str, table: str, rules: Mapping[tuple[str, str], ColumnRule]) -> str:
    """Return the statement that judges the rows of a table; empty where no predicate does.

    Every view and every fact reads what is kept here: a predicate is asked once a row, however
    many columns it decides about, and whatever is shown in their place.
    """
    flags = "".join(
        f", coalesce(({_qualified(sql).replace(_CATALOG, catalog)}), false) AS {flag}"
        for sql, flag in _flags(table, rules).items()
    )
    if not flags:
        return ""
    rows = f"SELECT r.*{flags} FROM {catalog}.{BASE}.{table} r"
    return f"CREATE OR REPLACE TABLE {_rows_of(catalog, table)} AS {rows}"


def _create(
    name: str,
    catalog: str,
    table: str,
    rules: Mapping[tuple[str, str], ColumnRule],
    probe: Mapping[ColumnType, str] | None,
) -> str:
    """Return the statement for one masked table."""
    cells: list[str] = []
    flags = _flags(table, rules)
    for column, kind in ENTITY_COLUMNS[table].items():
        plain, sql_type = f'r."{column}"', COLUMN_TYPES[table][column]
        cell = "NULL" if probe is None else probe[kind]
        # The cast keeps the type of the column, so that a query binds the same in every view.
        hidden = f"CAST({cell} AS {sql_type})"
        keeps = probe is not None and column in _KEYS
        match VISIBLE if keeps else rules.get((table, column), VISIBLE):
            case "visible":
                cells.append(plain)
            case "hidden":
                cells.append(f'{hidden} AS "{column}"')
            case RowRule(sql=sql):
                seen = f"r.{flags[sql]}"
                cells.append(f'CASE WHEN {seen} THEN {plain} ELSE {hidden} END AS "{column}"')
    source = _rows_of(catalog, table) if flags else f"{catalog}.{BASE}.{table}"
    return f"CREATE VIEW {name} AS SELECT {', '.join(cells)} FROM {source} r"


_CATALOG = "the_catalog_of_the_task"


@lru_cache(maxsize=256)
def _qualified(predicate: str) -> str:
    """Return a predicate with the entity tables in it qualified by catalog and schema.

    Without it a predicate would look through the masks it decides about.
    """
    tree = sqlglot.parse_one(predicate, read="duckdb")
    for table in find_all(tree, exp.Table):
        if not table.db and (table.name.lower() in ENTITY_COLUMNS or table.name.lower() in VIEWS):
            table.set("db", exp.to_identifier(BASE))
            table.set("catalog", exp.to_identifier(_CATALOG))
    return tree.sql(dialect="duckdb")
