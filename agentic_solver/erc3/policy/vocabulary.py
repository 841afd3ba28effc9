"""The symbols a rule may name: tables, columns, enum values, task families, protected data."""

from collections.abc import Mapping
from types import MappingProxyType

from agentic_solver.contracts.plan import LinkKind, Outcome
from agentic_solver.contracts.rule import Operation

__all__ = [
    "ABOUT",
    "ENUMS",
    "FAMILIES",
    "FAMILY_CHANGES",
    "FIGURES",
    "FREE_TABLES",
    "PAGE_CHANGES",
    "PRESENT",
    "PROTECTED",
    "REFUSAL_FAMILIES",
    "SINGLING",
    "TABLES",
    "TELLING_VALUES",
    "UNIT_FIELDS",
    "VISITOR_FAMILIES",
    "WIKI_TABLES",
    "WRITE_ARGUMENTS",
    "is_column",
    "is_protected",
    "is_resource",
]

TABLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "me": ("id", "is_public", "location", "department", "today", "wiki_sha1"),
        "employees": ("id", "name", "email", "salary", "location", "department", "notes"),
        "employee_skills": ("employee", "name", "level"),
        "employee_wills": ("employee", "name", "level"),
        "customers": (
            "id",
            "name",
            "location",
            "deal_phase",
            "high_level_status",
            "brief",
            "primary_contact_name",
            "primary_contact_email",
            "account_manager",
        ),
        "projects": ("id", "name", "customer", "status", "description"),
        "project_team": ("project", "employee", "time_slice", "role"),
        "time_entries": (
            "id",
            "employee",
            "customer",
            "project",
            "date",
            "hours",
            "work_category",
            "notes",
            "billable",
            "status",
        ),
        "wiki_pages": ("path", "content"),
        "wiki_lines": ("path", "line", "text"),
        "wiki_sections": ("path", "anchor", "heading", "level", "content"),
        "workloads": ("employee", "projects", "time_slices"),
    }
)
"""Tables of the snapshot and their columns, as plan SQL sees them."""

WIKI_TABLES = ("wiki_pages", "wiki_lines", "wiki_sections")

PROTECTED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"employees": ("salary", "notes"), "time_entries": TABLES["time_entries"]}
)
"""Columns nobody reads without an allow rule, except the row that is about the caller."""

SINGLING = frozenset({"id", "employee", "name", "email", "notes"})
"""Columns of protected tables that single out a person or a record, or hold prose."""

FREE_TABLES = ("me",)
"""Tables every caller reads, the public one included, whatever the rules say."""

UNIT_FIELDS = (
    "employees.salary", "time_entries.hours", "employee_skills.level", "employee_wills.level",
)  # fmt: skip
"""Fields whose change a request may ask for by a term of the company: figures."""

_COMMON_WORDS = ("idea", "active")
"""Enum values that are also everyday words."""

_PHASES = ("idea", "exploring", "active", "paused", "archived")

ENUMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "customers.deal_phase": _PHASES,
        "projects.status": _PHASES,
        "project_team.role": ("Lead", "Engineer", "Designer", "QA", "Ops", "Other"),
        "time_entries.status": ("draft", "submitted", "approved", "invoiced", "voided"),
        "response.outcome": tuple(Outcome),
        "response.link": tuple(LinkKind),
    }
)
"""Closed value lists by field; the last two belong to the response."""

PAGE_CHANGES = ("create", "edit", "rename", "remove")
"""What a write does to a page: the argument ``change`` of ``update_wiki``, added by the engine."""

TELLING_VALUES: tuple[str, ...] = tuple(
    value
    for field in ("response.outcome", "projects.status", "time_entries.status")
    for value in ENUMS[field]
    if value not in _COMMON_WORDS
)
"""Enum values that a statement does not use by chance: they have to stand in its quote."""

WRITE_ARGUMENTS: Mapping[Operation, tuple[str, ...]] = MappingProxyType(
    {
        Operation.READ: (),
        Operation.LOG_TIME: (
            "employee",
            "customer",
            "project",
            "date",
            "hours",
            "work_category",
            "notes",
            "billable",
            "status",
        ),
        Operation.UPDATE_TIME: (
            "id",
            "date",
            "hours",
            "work_category",
            "notes",
            "billable",
            "status",
        ),
        Operation.UPDATE_SALARY: ("employee", "salary"),
        Operation.UPDATE_NOTES: ("employee", "notes"),
        Operation.UPDATE_SKILLS: ("employee", "skills"),
        Operation.UPDATE_WILLS: ("employee", "wills"),
        Operation.UPDATE_LOCATION: ("employee", "location"),
        Operation.UPDATE_DEPARTMENT: ("employee", "department"),
        Operation.UPDATE_PROJECT_STATUS: ("id", "status"),
        Operation.UPDATE_PROJECT_TEAM: ("id", "team"),
        Operation.UPDATE_WIKI: ("file", "content", "change"),
    }
)
"""Argument names of each operation, for ``values`` restrictions."""

FAMILIES: Mapping[str, str] = MappingProxyType(
    {
        "public_question": "a visitor asks for company basics, offices, date",
        "denied_read": "somebody asks for data the caller may not see",
        "denied_write": "somebody asks for a change the caller may not make",
        "lookup": "one fact about an employee, customer or project",
        "listing": "which entities meet conditions",
        "aggregate": "counts, sums, comparisons, most and least, workload",
        "skills": "skills and wills: search, gaps, changes",
        "time": "log, correct and report time",
        "employee_write": "change salary, notes, location, department",
        "project_write": "change status or team of a project",
        "wiki": "read, write, rename or delete wiki pages",
        "response": "outcome, links, format; unclear or unsupported requests",
    }
)
"""Task families and what they ask; a rule names those that need it."""

FAMILY_CHANGES: Mapping[str, tuple[Operation, ...]] = MappingProxyType(
    {
        "employee_write": (
            Operation.UPDATE_SALARY, Operation.UPDATE_NOTES,
            Operation.UPDATE_LOCATION, Operation.UPDATE_DEPARTMENT,
        ),
        "project_write": (Operation.UPDATE_PROJECT_STATUS, Operation.UPDATE_PROJECT_TEAM),
        "denied_write": (),
    }
)  # fmt: skip
"""Families that ask for changes and nothing else: for which."""

REFUSAL_FAMILIES = ("denied_read", "denied_write")
"""Families that end in a refusal."""

VISITOR_FAMILIES = ("public_question", "response", *REFUSAL_FAMILIES)
"""Families that a visitor's request can have."""


_OF_A_PERSON = {name: f"employees.{name}" for name in ("notes", "salary", "location", "department")}

PRESENT: Mapping[Operation, Mapping[str, str]] = MappingProxyType(
    {
        Operation.LOG_TIME: {"status": "projects.status"},
        Operation.UPDATE_TIME: {
            name: f"time_entries.{name}"
            for name in ("date", "hours", "work_category", "notes", "billable", "status")
        },
        Operation.UPDATE_PROJECT_STATUS: {"status": "projects.status"},
        Operation.UPDATE_PROJECT_TEAM: {"status": "projects.status"},
        Operation.UPDATE_SALARY: _OF_A_PERSON,
        Operation.UPDATE_NOTES: _OF_A_PERSON,
        Operation.UPDATE_SKILLS: _OF_A_PERSON,
        Operation.UPDATE_WILLS: _OF_A_PERSON,
        Operation.UPDATE_LOCATION: _OF_A_PERSON,
        Operation.UPDATE_DEPARTMENT: _OF_A_PERSON,
    }
)
"""What is known of a record before a write, by operation: the name in a rule, and its column. A
new time entry was nothing before: its project is looked at."""

ABOUT: Mapping[str, str] = MappingProxyType(
    {
        "employee.location": "employees.location",
        "employee.department": "employees.department",
        "project.status": "projects.status",
        "customer.name": "customers.name",
        "customer.location": "customers.location",
        "customer.deal_phase": "customers.deal_phase",
        "customer.high_level_status": "customers.high_level_status",
    }
)
"""What ``current`` may ask of the person, project or customer that a row or a write is about,
whatever table it is in: the name in a rule, and its column."""

FIGURES: Mapping[Operation, tuple[str, ...]] = MappingProxyType(
    {
        Operation.LOG_TIME: ("hours", "date"),
        Operation.UPDATE_TIME: ("hours", "date"),
        Operation.UPDATE_SALARY: ("salary",),
        Operation.UPDATE_SKILLS: ("skills.level",),
        Operation.UPDATE_WILLS: ("wills.level",),
        Operation.UPDATE_PROJECT_TEAM: ("team.time_slice",),
    }
)
"""Amounts and days that a write sets, by operation, as a limit names them."""


def is_column(name: str) -> bool:
    """Whether ``table.column`` is known."""
    table, _, column = name.partition(".")
    return column in TABLES.get(table, ())


def is_resource(name: str) -> bool:
    """Whether a read rule may name it: ``*``, ``table.*``, ``table.column``, ``wiki:prefix``."""
    if name == "*" or name.startswith("wiki:"):
        return True
    table, _, column = name.partition(".")
    return is_column(name) or (table in TABLES and column == "*")


def is_protected(table: str, column: str) -> bool:
    """Whether a column is closed without an allow rule."""
    return column in PROTECTED.get(table, ())
