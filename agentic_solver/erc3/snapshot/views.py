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
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

import sqlglot
from sqlglot import exp

from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.caller_lookup import with_caller
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
    "build_masked_view",
    "build_probe_view",
    "hiding",
    "perturbed",
    "probe_cells",
    "show_instead",
]

VISIBLE: Final = "visible"
HIDDEN: Final = "hidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class RowRule:
    """The caller may see the column in the rows for which a predicate holds."""

    sql: str
    """DuckDB predicate over the row alias ``r`` and the entity tables under their plain names."""
    caller: str = ""
    """The caller's id, so that it need not be looked up row by row; empty: it is looked up."""


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
_DAYS_BACK = (1, 7, 30)
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
    build_masked_view(session, rules, tables)
    build_probe_view(session, rules, tables, "low")
    build_probe_view(session, rules, tables, "high")


def build_masked_view(
    session: Session,
    rules: Mapping[tuple[str, str], ColumnRule],
    tables: Collection[str],
) -> None:
    """Judge the rows, which all views read, and build ``masked``."""
    judged = [_judged(session.catalog, table, rules) for table in _tables_behind(tables)]
    statements = [*filter(None, judged), *_views(session, "masked", rules, tables, None)]
    session.build_view("masked", statements)


def build_probe_view(
    session: Session,
    rules: Mapping[tuple[str, str], ColumnRule],
    tables: Collection[str],
    view: Literal["low", "high"],
    cells: Mapping[ColumnType, str] = MappingProxyType({}),
) -> None:
    """Build ``low`` or ``high`` of what :func:`build_masked_view` was given.

    ``cells`` are shown in the place of the extremes of their types.
    """
    probe = {**(_LOW if view == "low" else _HIGH), **cells}
    session.build_view(view, _views(session, view, rules, tables, probe))


def show_instead(
    session: Session,
    rules: Mapping[tuple[str, str], ColumnRule],
    tables: Collection[str],
    cells: Mapping[ColumnType, str],
) -> None:
    """Show other hidden values in ``high``, those of :func:`probe_cells`; its facts stay.

    Only the views of tables with such values are made again.
    """
    changed = {table for table, _column in perturbed(rules.keys())}
    again = [table for table in _tables_behind(tables) if table in changed]
    for table in again:
        name = f"{session.catalog}.view_high.{table}"
        probe = {**_HIGH, **cells}
        session.replace_view("high", _create(name, session.catalog, table, rules, probe))


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
    literals: Iterable[str], columns: Iterable[tuple[str, str]], today: date | None = None
) -> tuple[Mapping[ColumnType, str], ...]:
    """Return what else hidden values may be, from the literals that they may be compared with.

    Args:
        literals: texts and numbers of the queries, as they stand there.
        columns: tables and columns of which rows are hidden.
        today: of the task: hidden days may lie in a window that ends there.
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
        days = [text for text in texts if _ISO_DATE.fullmatch(text)]
        if today is not None:
            days += [str(today - timedelta(days=back)) for back in _DAYS_BACK]
        found["date"] = [f"DATE '{text}'" for text in days]
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


def hiding(
    session: Session, rules: Mapping[tuple[str, str], RowRule]
) -> dict[tuple[str, str], RowRule]:
    """Return the rules that hide something of the rows that are there.

    A table of which none is left looks the same to the caller. The rows that the predicates read
    must have been acquired.
    """
    tests = list(dict.fromkeys((table, rule) for (table, _column), rule in rules.items()))
    parts = (
        f"SELECT {number} AS test, coalesce(bool_and(coalesce(({_asked(rule)}), false)), true) "
        f"AS seen FROM {table} r"
        for number, (table, rule) in enumerate(tests)
    )
    output = session.run(" UNION ALL ".join(parts)) if tests else None
    if not isinstance(output, FactOutput):
        return dict(rules)
    seen = {tests[place] for place, sees in output.rows if isinstance(place, int) and sees is True}
    return {key: rule for key, rule in rules.items() if (key[0], rule) not in seen}


def _asked(rule: RowRule) -> str:
    return with_caller(rule.sql, rule.caller)


def perturbed(columns: Collection[tuple[str, str]]) -> frozenset[tuple[str, str]]:
    """Return the columns in which ``low``, ``high`` and the probes show something else."""
    return frozenset(column for column in columns if column[1] not in _KEYS)


def _flags(table: str, rules: Mapping[tuple[str, str], ColumnRule]) -> dict[RowRule, str]:
    """Return the predicates about a table, each with the column that holds its result."""
    found = (rules.get((table, column)) for column in ENTITY_COLUMNS[table])
    predicates = dict.fromkeys(rule for rule in found if isinstance(rule, RowRule))
    return {rule: f'"is seen {number}"' for number, rule in enumerate(predicates)}


def _rows_of(catalog: str, table: str) -> str:
    # Beside the entity tables, where no caller's view looks for a name.
    return f'{catalog}.{BASE}."rows of {table}"'


def _judged(catalog: str, table: str, rules: Mapping[tuple[str, str], ColumnRule]) -> str:
    """Return the statement that judges the rows of a table; empty where no predicate does.

    Every view and every fact reads what is kept here: a predicate is asked once a row, however
    many columns it decides about, and whatever is shown in their place.
    """
    flags = "".join(
        f", coalesce(({_qualified(rule, catalog)}), false) AS {flag}"
        for rule, flag in _flags(table, rules).items()
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
            case RowRule() as rule:
                seen = f"r.{flags[rule]}"
                cells.append(f'CASE WHEN {seen} THEN {plain} ELSE {hidden} END AS "{column}"')
    source = _rows_of(catalog, table) if flags else f"{catalog}.{BASE}.{table}"
    return f"CREATE OR REPLACE VIEW {name} AS SELECT {', '.join(cells)} FROM {source} r"


_CATALOG = "the_catalog_of_the_task"


def _qualified(rule: RowRule, catalog: str) -> str:
    return with_caller(_with_schemas(rule.sql), rule.caller).replace(_CATALOG, catalog)


@lru_cache(maxsize=256)
def _with_schemas(predicate: str) -> str:
    """Return a predicate with the entity tables in it qualified by catalog and schema.

    Without it a predicate would look through the masks it decides about.
    """
    tree = sqlglot.parse_one(predicate, read="duckdb")
    for table in find_all(tree, exp.Table):
        if not table.db and (table.name.lower() in ENTITY_COLUMNS or table.name.lower() in VIEWS):
            table.set("db", exp.to_identifier(BASE))
            table.set("catalog", exp.to_identifier(_CATALOG))
    return tree.sql(dialect="duckdb")
