"""The closed vocabulary of plan SQL: tables, views and finders with their columns."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

from agentic_solver.erc3.snapshot.query import EntityKind

__all__ = [
    "ENTITY_COLUMNS",
    "FINDERS",
    "FINDER_COLUMNS",
    "FINDER_PREFIX",
    "FREE_TEXT",
    "VIEWS",
    "ColumnType",
    "View",
]

ColumnType = Literal["text", "int", "decimal", "date", "bool"]
View = Mapping[str, tuple[tuple[str, str], ...]]
"""View column -> entity columns it is computed from."""

_ENTITY: dict[str, dict[str, ColumnType]] = {
    "me": {
        "id": "text",
        "is_public": "bool",
        "location": "text",
        "department": "text",
        "today": "date",
        "wiki_sha1": "text",
    },
    "employees": {
        "id": "text",
        "name": "text",
        "email": "text",
        "salary": "int",
        "location": "text",
        "department": "text",
        "notes": "text",
    },
    "employee_skills": {"employee": "text", "name": "text", "level": "int"},
    "employee_wills": {"employee": "text", "name": "text", "level": "int"},
    "customers": {
        "id": "text",
        "name": "text",
        "location": "text",
        "deal_phase": "text",
        "high_level_status": "text",
        "brief": "text",
        "primary_contact_name": "text",
        "primary_contact_email": "text",
        "account_manager": "text",
    },
    "projects": {
        "id": "text",
        "name": "text",
        "customer": "text",
        "status": "text",
        "description": "text",
    },
    "project_team": {
        "project": "text",
        "employee": "text",
        "time_slice": "decimal",
        "role": "text",
    },
    "time_entries": {
        "id": "text",
        "employee": "text",
        "customer": "text",
        "project": "text",
        "date": "date",
        "hours": "decimal",
        "work_category": "text",
        "notes": "text",
        "billable": "bool",
        "status": "text",
    },
    "wiki_pages": {"path": "text", "content": "text"},
    "wiki_lines": {"path": "text", "line": "int", "text": "text"},
    "wiki_sections": {
        "path": "text",
        "anchor": "text",
        "heading": "text",
        "level": "int",
        "content": "text",
    },
}

ENTITY_COLUMNS: Mapping[str, Mapping[str, ColumnType]] = MappingProxyType(
    {table: MappingProxyType(columns) for table, columns in _ENTITY.items()}
)
"""Entity table -> column -> kind of value, in the order of ``SELECT *``."""

FREE_TEXT = frozenset({"notes", "brief", "description"})
"""Columns that stay as they came: a write may have to send them back unchanged."""

_TEAM = ("project_team", "employee"), ("project_team", "project")
VIEWS: Mapping[str, View] = MappingProxyType(
    {
        "workloads": MappingProxyType(
            {
                "employee": (("employees", "id"), *_TEAM),
                "projects": _TEAM,
                "time_slices": (*_TEAM, ("project_team", "time_slice")),
            }
        )
    }
)
"""View -> its columns, with what they are computed from."""

FINDERS: Mapping[str, EntityKind] = MappingProxyType(
    {f"find_{kind}": kind for kind in get_args(EntityKind)}
)
"""Table functions of plan SQL -> the kind of entity they look for."""

FINDER_COLUMNS = ("id", "name", "score")
FINDER_PREFIX = "found_"
"""Start of the names of the tables that replace finder calls; reserved."""
