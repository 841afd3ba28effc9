"""What a caller may see, as schemas beside the entity tables.

``masked`` shows NULL where the caller may not look; ``low`` and ``high`` show the smallest and
the largest value of the type instead. A query that gives the same rows over the full tables and
over all three does not depend on a hidden value, as far as three probes can tell.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

import sqlglot
from sqlglot import exp

from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS, VIEWS, ColumnType
from agentic_solver.erc3.snapshot.schema import BASE, COLUMN_TYPES, WORKLOADS
from agentic_solver.erc3.snapshot.session import Session, ViewName

__all__ = ["HIDDEN", "VISIBLE", "ColumnRule", "RowRule", "build_caller_views"]

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


def build_caller_views(session: Session, rules: Mapping[tuple[str, str], ColumnRule]) -> None:
    """Build ``masked``, ``low`` and ``high``; earlier ones and their facts are dropped.

    Args:
        session: the rows that the predicates read must have been acquired.
        rules: by table and column; a column without a rule is visible.
    """
    probes: dict[ViewName, Mapping[ColumnType, str] | None] = {
        "masked": None,
        "low": _LOW,
        "high": _HIGH,
    }
    for view, probe in probes.items():
        schema = f"{session.catalog}.view_{view}"
        statements = [
            f"CREATE VIEW {schema}.{table} AS {_masked(session.catalog, table, rules, probe)}"
            for table in ENTITY_COLUMNS
        ]
        statements.append(f"CREATE VIEW {schema}.workloads AS {WORKLOADS.format(schema=schema)}")
        session.build_view(view, statements)


def _masked(
    catalog: str,
    table: str,
    rules: Mapping[tuple[str, str], ColumnRule],
    probe: Mapping[ColumnType, str] | None,
) -> str:
    cells = []
    for column, kind in ENTITY_COLUMNS[table].items():
        name, sql_type = f'r."{column}"', COLUMN_TYPES[table][column]
        cell = "NULL" if probe is None else probe[kind]
        # The cast keeps the type of the column, so that a query binds the same in every view.
        hidden = f'CAST({cell} AS {sql_type}) AS "{column}"'
        match rules.get((table, column), VISIBLE):
            case "visible":
                cells.append(f"{name}")
            case "hidden":
                cells.append(hidden)
            case RowRule(sql=sql):
                seen = qualify(sql, f"{catalog}.{BASE}")
                cells.append(
                    f"CASE WHEN coalesce(({seen}), false) THEN {name} "
                    f'ELSE CAST({cell} AS {sql_type}) END AS "{column}"'
                )
    return f"SELECT {', '.join(cells)} FROM {catalog}.{BASE}.{table} r"


def qualify(predicate: str, schema: str) -> str:
    """Return a predicate with the entity tables in it qualified by ``catalog.schema``.

    Without it a predicate would look through the masks it decides about.
    """
    tree = sqlglot.parse_one(predicate, read="duckdb")
    catalog, _, name = schema.partition(".")
    for table in tree.find_all(exp.Table):
        if not table.db and (table.name.lower() in ENTITY_COLUMNS or table.name.lower() in VIEWS):
            table.set("db", exp.to_identifier(name))
            table.set("catalog", exp.to_identifier(catalog))
    return tree.sql(dialect="duckdb")
