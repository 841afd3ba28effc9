"""The tables of a snapshot: SQLModel row classes, for DDL only, and the DDL itself.

Row classes are never instantiated: what enters a table is validated as an entity and inserted
column by column. Columns that only a detailed payload has are nullable: NULL = not fetched.
"""

import datetime as dt
from collections.abc import Mapping
from types import MappingProxyType

from sqlalchemy import Boolean, Date, Integer, MetaData, String, Table
from sqlalchemy.dialects import postgresql
from sqlmodel import Field, SQLModel

from agentic_solver.erc3.entity import (
    CustomerBrief,
    EmployeeBrief,
    EmployeeHours,
    ProjectBrief,
    ProjectHours,
    Seat,
    SkillLevel,
    TimeEntry,
)
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS

__all__ = [
    "BASE",
    "COLUMN_TYPES",
    "DETAIL_COLUMNS",
    "FOUND",
    "ROW_CLASSES",
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
VIEW_SCHEMAS = ("full", "masked", "low", "high")
"""Schemas of fact results; the last three also hold what a caller may see."""
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

_METADATA = MetaData()


class SnapshotRow(SQLModel):
    """Own metadata, so that importing this declares nothing elsewhere.

    mypy dislikes that pydantic and SQLModel type ``model_config`` differently; hence the
    ignored ``misc`` on the classes below.
    """

    metadata = _METADATA


class MeRow(SnapshotRow, table=True):
    """The caller; one row."""

    __tablename__ = "me"
    id: str = Field(primary_key=True, sa_type=String)
    is_public: bool = Field(sa_type=Boolean)
    location: str = Field(sa_type=String)
    department: str = Field(sa_type=String)
    today: dt.date | None = Field(default=None, sa_type=Date)
    wiki_sha1: str = Field(sa_type=String)


class EmployeeRow(SnapshotRow, EmployeeBrief, table=True):  # type: ignore[misc]
    """Employees; ``notes`` from the detailed payload."""

    __tablename__ = "employees"
    notes: str | None = Field(default=None, sa_type=String)


class EmployeeSkillRow(SnapshotRow, SkillLevel, table=True):  # type: ignore[misc]
    """Skills of the employees fetched in full."""

    __tablename__ = "employee_skills"
    employee: str = Field(primary_key=True, sa_type=String, foreign_key="employees.id")


class EmployeeWillRow(SnapshotRow, SkillLevel, table=True):  # type: ignore[misc]
    """Wills of the employees fetched in full."""

    __tablename__ = "employee_wills"
    employee: str = Field(primary_key=True, sa_type=String, foreign_key="employees.id")


class CustomerRow(SnapshotRow, CustomerBrief, table=True):  # type: ignore[misc]
    """Customers; the last four columns from the detailed payload."""

    __tablename__ = "customers"
    brief: str | None = Field(default=None, sa_type=String)
    primary_contact_name: str | None = Field(default=None, sa_type=String)
    primary_contact_email: str | None = Field(default=None, sa_type=String)
    account_manager: str | None = Field(default=None, sa_type=String, foreign_key="employees.id")


class ProjectRow(SnapshotRow, ProjectBrief, table=True):  # type: ignore[misc]
    """Projects; ``description`` from the detailed payload."""

    __tablename__ = "projects"
    description: str | None = Field(default=None, sa_type=String)


class ProjectTeamRow(SnapshotRow, Seat, table=True):  # type: ignore[misc]
    """Team seats of the projects fetched in full; an employee may have two."""

    __tablename__ = "project_team"
    project: str = Field(primary_key=True, sa_type=String, foreign_key="projects.id")
    employee: str = Field(primary_key=True, sa_type=String, foreign_key="employees.id")


class TimeEntryRow(SnapshotRow, TimeEntry, table=True):  # type: ignore[misc]
    """Time entries."""

    __tablename__ = "time_entries"


class WikiPageRow(SnapshotRow, table=True):
    """Whole pages."""

    __tablename__ = "wiki_pages"
    path: str = Field(primary_key=True, sa_type=String)
    content: str = Field(sa_type=String)


class WikiLineRow(SnapshotRow, table=True):
    """Lines of the pages, counted from 1."""

    __tablename__ = "wiki_lines"
    path: str = Field(primary_key=True, sa_type=String)
    line: int = Field(primary_key=True, sa_type=Integer)
    text: str = Field(sa_type=String)


class WikiSectionRow(SnapshotRow, table=True):
    """Headings with the lines below them."""

    __tablename__ = "wiki_sections"
    path: str = Field(primary_key=True, sa_type=String)
    anchor: str = Field(primary_key=True, sa_type=String)
    heading: str = Field(sa_type=String)
    level: int = Field(sa_type=Integer)
    content: str = Field(sa_type=String)


class EmployeeTimeRow(SnapshotRow, EmployeeHours, table=True):  # type: ignore[misc]
    """What the platform sums up by employee, between two dates."""

    __tablename__ = "time_summary_by_employee"
    employee: str = Field(primary_key=True, sa_type=String)
    date_from: dt.date = Field(primary_key=True, sa_type=Date)
    date_to: dt.date = Field(primary_key=True, sa_type=Date)


class ProjectTimeRow(SnapshotRow, ProjectHours, table=True):  # type: ignore[misc]
    """What the platform sums up by project, between two dates."""

    __tablename__ = "time_summary_by_project"
    project: str = Field(primary_key=True, sa_type=String)
    date_from: dt.date = Field(primary_key=True, sa_type=Date)
    date_to: dt.date = Field(primary_key=True, sa_type=Date)


class SnapshotMetaRow(SnapshotRow, table=True):
    """Where the snapshot comes from; one row."""

    __tablename__ = "snapshot_meta"
    base_url: str = Field(primary_key=True, sa_type=String)
    today: str = Field(sa_type=String)
    wiki_sha1: str = Field(sa_type=String)
    page_limit: int | None = Field(default=None, sa_type=Integer)
    acquisition: str = Field(sa_type=String)
    date_range: str = Field(default="", sa_type=String)


class CertificateRow(SnapshotRow, table=True):
    """What a table is complete for; ``region`` and ``calls`` are JSON text."""

    __tablename__ = "snapshot_certificates"
    number: int = Field(
        primary_key=True, sa_type=Integer, sa_column_kwargs={"autoincrement": False}
    )
    target: str = Field(sa_type=String)
    region: str = Field(sa_type=String)
    calls: str = Field(sa_type=String)


ROW_CLASSES: tuple[type[SQLModel], ...] = (
    MeRow,
    EmployeeRow,
    EmployeeSkillRow,
    EmployeeWillRow,
    CustomerRow,
    ProjectRow,
    ProjectTeamRow,
    TimeEntryRow,
    WikiPageRow,
    WikiLineRow,
    WikiSectionRow,
    EmployeeTimeRow,
    ProjectTimeRow,
    SnapshotMetaRow,
    CertificateRow,
)

# An id that the platform repeats must not end a task, so only what the snapshot itself keeps
# unique has a key in the database. Time entries are too many: keeping a key of a million rows
# costs twice as much as the rows do, so that the loaders see to it that none comes twice.
_KEYED = frozenset({"employees", "customers", "projects"})

_DIALECT = postgresql.dialect()  # type: ignore[no-untyped-call]


def sql_table(row: type[SQLModel]) -> Table:
    """Return the SQLAlchemy table of a row class."""
    return _METADATA.tables[str(row.__tablename__)]


def _types(table: Table) -> dict[str, str]:
    found = {str(c.name): c.type.compile(dialect=_DIALECT) for c in table.columns}
    # Columns of the closed vocabulary come first, in the order of SELECT *.
    order = [*ENTITY_COLUMNS.get(table.name, ()), *found]
    return {name: found[name] for name in dict.fromkeys(order)}


COLUMN_TYPES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {str(row.__tablename__): MappingProxyType(_types(sql_table(row))) for row in ROW_CLASSES}
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
