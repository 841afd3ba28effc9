"""The tables of a snapshot: their columns with SQL types, and the statements that make them.

What enters a table is validated as an entity and inserted column by column. Columns that only a
detailed payload has are nullable: NULL = not fetched.
"""

from collections.abc import Mapping
from types import MappingProxyType

from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS, ColumnType

__all__ = [
    "BASE",
    "COLUMN_TYPES",
    "DETAIL_COLUMNS",
    "FOUND",
    "SCHEMAS",
    "SHARED",
    "VIEW_SCHEMAS",
    "WORKLOADS",
    "template_ddl",
]

BASE = "base"
"""Schema of the entity tables."""
SHARED = "shared"
"""Schema of bind tables, the same for every view."""
FOUND = "found"
"""Schema of finder results, the same for every view and every plan of the task."""
VIEW_SCHEMAS = ("full", "masked", "low", "high", "other")
"""Schemas of fact results; all but the first also hold tables: what a caller may see, and what an
answer is tried on."""
SCHEMAS = (BASE, SHARED, FOUND, *(f"view_{name}" for name in VIEW_SCHEMAS))

DETAIL_COLUMNS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "employees": frozenset({"notes"}),
        "employee_skills": frozenset({"employee", "name", "level"}),
        "employee_wills": frozenset({"employee", "name", "level"}),
        "customers": frozenset(
            {"brief", "primary_contact_name", "primary_contact_email", "account_manager"}
        ),
        "projects": frozenset({"description"}),
        "project_team": frozenset({"project", "employee", "time_slice", "role"}),
    }
)
"""Columns that only the payload of one entity has, never a list."""

_SQL_TYPES: Mapping[ColumnType, str] = MappingProxyType(
    {
        "text": "VARCHAR",
        "int": "INTEGER",
        "decimal": "NUMERIC(9, 4)",
        "date": "DATE",
        "bool": "BOOLEAN",
    }
)
_WIDER: Mapping[str, Mapping[str, str]] = MappingProxyType({"employees": {"salary": "BIGINT"}})
"""Columns whose numbers may be larger than those of their kind."""
_SUMS = {
    "total_hours": "NUMERIC(12, 4)",
    "billable_hours": "NUMERIC(12, 4)",
    "non_billable_hours": "NUMERIC(12, 4)",
}
_DATES = {"date_from": "DATE", "date_to": "DATE"}
_BEHIND: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "time_summary_by_employee": {"employee": "VARCHAR", **_SUMS, **_DATES},
        "time_summary_by_project": {
            "customer": "VARCHAR",
            "project": "VARCHAR",
            **_SUMS,
            "distinct_employees": "INTEGER",
            **_DATES,
        },
        "snapshot_meta": {
            "base_url": "VARCHAR",
            "today": "VARCHAR",
            "wiki_sha1": "VARCHAR",
            "page_limit": "INTEGER",
            "acquisition": "VARCHAR",
            "date_range": "VARCHAR",
        },
        "snapshot_certificates": {
            "number": "INTEGER",
            "target": "VARCHAR",
            "region": "VARCHAR",
            "calls": "VARCHAR",
        },
    }
)
"""Tables that plan SQL cannot name: hours that the platform sums up between two dates, where the
snapshot comes from (one row), and what a table is complete for (``region`` and ``calls`` are JSON
text)."""

# An id that the platform repeats must not end a task, so only what the snapshot itself keeps
# unique has a key in the database. Time entries are too many: keeping a key of a million rows
# costs twice as much as the rows do, so that the loaders see to it that none comes twice.
_KEYED = frozenset({"employees", "customers", "projects"})


def _types(table: str, columns: Mapping[str, ColumnType]) -> dict[str, str]:
    wider = _WIDER.get(table, {})
    return {name: wider.get(name, _SQL_TYPES[kind]) for name, kind in columns.items()}


COLUMN_TYPES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        **{name: MappingProxyType(_types(name, kinds)) for name, kinds in ENTITY_COLUMNS.items()},
        **_BEHIND,
    }
)
"""Table -> column -> SQL type, in the order of ``SELECT *``."""

WORKLOADS = """
SELECT e.id AS employee,
       CAST(count(DISTINCT t.project) AS INTEGER) AS projects,
       CAST(coalesce(sum(t.time_slice), 0) AS DECIMAL(18,4)) AS time_slices
FROM {schema}.employees e LEFT JOIN {schema}.project_team t ON t.employee = e.id
GROUP BY e.id
"""
"""Body of the view ``workloads`` over the tables of one schema."""


def _create_table(name: str) -> str:
    columns = [f'"{column}" {kind}' for column, kind in COLUMN_TYPES[name].items()]
    if name in _KEYED:
        columns.append("PRIMARY KEY (id)")
    return f"CREATE TABLE {BASE}.{name} ({', '.join(columns)})"


def template_ddl() -> tuple[str, ...]:
    """Return the statements that make an empty snapshot in the current database."""
    return (
        *(f"CREATE SCHEMA {name}" for name in SCHEMAS),
        *(_create_table(name) for name in COLUMN_TYPES),
        f"CREATE VIEW {BASE}.workloads AS {WORKLOADS.format(schema=BASE)}",
        f"CREATE INDEX skill_index ON {BASE}.employee_skills (name, level)",
        f"CREATE INDEX will_index ON {BASE}.employee_wills (name, level)",
    )
