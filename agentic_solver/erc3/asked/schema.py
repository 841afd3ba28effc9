"""The company's schema as a reading speaks of it: one table of what holds which field.

A reading names kinds of records and fields; the company has tables and columns. :data:`FIELDS`
says of each kind and field where its value is held: in a column of the kind's own table, or in a
tie to other records. All else is derived from it: what a condition tests (:mod:`.target`), what a
change writes and which further fields are understood with it (:mod:`.wanted`, :mod:`.seat`),
which columns hold what a request asks about, and which it names.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from agentic_solver.contracts.request_reading import Act, FieldName, How
from agentic_solver.contracts.rule import Operation
from agentic_solver.erc3.snapshot.query import EntityKind

__all__ = [
    "ACTS",
    "COLUMNS",
    "FIELDS",
    "GONE",
    "KINDS",
    "OPERATIONS",
    "Deed",
    "Form",
    "Held",
    "Kept",
    "Tie",
    "columns_given",
    "columns_named",
    "details_of",
]

Form = Literal[
    "amount", "day", "truth", "choice", "text", "word", "name", "place", "path", "role", "level"
]
"""How a value is compared. ``choice``: as it is stored; ``word``: that, and only one of a closed
list; ``name``: by what the finder of that name finds; ``place``: by the words of a customer's
address; ``role`` and ``level``: beside the tie that they belong to."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Where records of one kind are kept."""

    tables: tuple[str, ...]
    key: str = "id"
    finder: EntityKind | None = None

    @property
    def table(self) -> str:
        """The first of its tables, most often the only one."""
        return self.tables[0]


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie to records of another kind, which a condition names."""

    kind: EntityKind
    via: str
    """Query with ``{ids}``, those that are named, for what ``column`` is among."""
    column: str = "id"
    beside: str = ""
    """The column of the query that a role or a level told beside it narrows."""
    count: str = ""
    """Query for how many there are; empty where nobody counts them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """How records of one kind hold one field."""

    column: str = ""
    """The column of their own table that it is; empty where it is none."""
    form: Form = "choice"
    tie: Tie | None = None
    tested: bool = True
    """Whether a condition can be tested on it."""
    given: bool = False
    """Whether it is understood as a part of a change of such a record."""
    shown: tuple[str, ...] = ()
    """The columns of the kind's tables that answer who asks about the field."""

    @property
    def is_ordered(self) -> bool:
        """Whether records can be picked by it."""
        return bool(self.column) and self.tested and self.form not in ("word", "name")


@dataclass(frozen=True, slots=True)
class Deed:
    """What an act does: the operation, on which kind of record, in which field of it."""

    operation: Operation
    kind: str
    field: FieldName = "other"
    """``other``: the fields that are given with it."""


KINDS: Mapping[str, Kept] = MappingProxyType(
    {
        "employee": Kept(("employees",), finder="employee"),
        "project": Kept(("projects",), finder="project"),
        "customer": Kept(("customers",), finder="customer"),
        "entry": Kept(("time_entries",)),
        "page": Kept(("wiki_pages",), key="path"),
        "seat": Kept(("project_team",), key="employee"),
        "label": Kept(("employee_skills", "employee_wills"), key="name"),
    }
)
"""Kind of record → where it is kept; a seat is one in a team, a label a skill or a will."""

ACTS: Mapping[Act, Deed] = MappingProxyType(
    {
        "set_salary": Deed(Operation.UPDATE_SALARY, "employee", "salary"),
        "set_notes": Deed(Operation.UPDATE_NOTES, "employee", "notes"),
        "set_skill": Deed(Operation.UPDATE_SKILLS, "label"),
        "set_will": Deed(Operation.UPDATE_WILLS, "label"),
        "set_location": Deed(Operation.UPDATE_LOCATION, "employee", "location"),
        "set_department": Deed(Operation.UPDATE_DEPARTMENT, "employee", "department"),
        "set_status": Deed(Operation.UPDATE_PROJECT_STATUS, "project", "status"),
        "change_team": Deed(Operation.UPDATE_PROJECT_TEAM, "seat"),
        "log_time": Deed(Operation.LOG_TIME, "entry"),
        "change_entry": Deed(Operation.UPDATE_TIME, "entry"),
        "write_page": Deed(Operation.UPDATE_WIKI, "page"),
        "rename_page": Deed(Operation.UPDATE_WIKI, "page"),
        "delete_page": Deed(Operation.UPDATE_WIKI, "page"),
    }
)
"""What is in no kind has no tool."""

_LED = "SELECT l.project FROM project_team l WHERE l.role = 'Lead' AND l.employee IN ({ids})"
_OWNED = "SELECT c.id FROM customers c WHERE c.account_manager IN ({ids})"
_SEAT = ("project", "employee", "time_slice", "role")
_LABEL = ("name", "level")
_HOURS = ("hours", "date", "employee", "project", "status")


def _labelled(kind: EntityKind) -> Held:
    via = f"SELECT s.employee FROM employee_{kind}s s WHERE s.name IN ({{ids}})"
    return Held(tie=Tie(kind, via, beside="s.level"))


def _own(kind: EntityKind, column: str, *shown: str) -> Held:
    """Return a field that is a key of other records in a column of its own."""
    return Held(tie=Tie(kind, "{ids}", column=column), shown=shown)


FIELDS: Mapping[tuple[str, FieldName], Held] = MappingProxyType(
    {
        ("employee", "salary"): Held(column="salary", form="amount", shown=("salary",)),
        ("employee", "notes"): Held(column="notes", form="text", shown=("notes",)),
        ("employee", "location"): Held(column="location", form="name", shown=("location",)),
        ("employee", "department"): Held(column="department", form="name", shown=("department",)),
        ("employee", "role"): Held(form="role"),
        ("employee", "level"): Held(form="level"),
        ("employee", "skill"): _labelled("skill"),
        ("employee", "will"): _labelled("will"),
        ("employee", "project"): Held(
            tie=Tie(
                "project",
                "SELECT t.employee FROM project_team t WHERE t.project IN ({ids})",
                beside="t.role",
            )
        ),
        ("employee", "lead"): Held(
            tie=Tie(
                "employee", f"SELECT t.employee FROM project_team t WHERE t.project IN ({_LED})"
            )
        ),
        ("employee", "customer"): Held(
            tie=Tie("customer", "SELECT c.account_manager FROM customers c WHERE c.id IN ({ids})")
        ),
        ("project", "status"): Held(column="status", form="word", shown=("status",)),
        ("project", "customer"): _own("customer", "customer", "customer"),
        ("project", "lead"): Held(tie=Tie("employee", _LED)),
        ("project", "owner"): Held(tie=Tie("employee", _LED)),
        ("project", "member"): Held(
            tie=Tie(
                "employee",
                "SELECT t.project FROM project_team t WHERE t.employee IN ({ids})",
                count="SELECT count(*) FROM project_team t WHERE t.project = r.id",
            )
        ),
        ("project", "manager"): Held(tie=Tie("employee", _OWNED, column="customer")),
        ("project", "location"): Held(form="place"),
        ("entry", "hours"): Held(column="hours", form="amount", given=True, shown=_HOURS),
        ("entry", "date"): Held(column="date", form="day", given=True, shown=_HOURS),
        ("entry", "status"): Held(column="status", form="word", given=True, shown=("status",)),
        ("entry", "billable"): Held(
            column="billable", form="truth", given=True, shown=("billable",)
        ),
        ("entry", "category"): Held(column="work_category", given=True, shown=("work_category",)),
        ("entry", "notes"): Held(column="notes", form="text", given=True, shown=("notes",)),
        ("entry", "text"): Held(column="notes", form="text", given=True, tested=False),
        ("entry", "owner"): _own("employee", "employee"),
        ("entry", "member"): _own("employee", "employee"),
        ("entry", "project"): Held(
            tie=Tie("project", "{ids}", column="project"), column="project", given=True
        ),
        ("entry", "customer"): _own("customer", "customer"),
        ("customer", "location"): Held(form="place", shown=("location",)),
        ("customer", "manager"): Held(tie=Tie("employee", _OWNED), shown=("account_manager",)),
        ("customer", "owner"): Held(tie=Tie("employee", _OWNED)),
        ("customer", "status"): Held(tested=False, shown=("high_level_status", "deal_phase")),
        ("customer", "customer"): Held(tested=False, shown=("id", "name")),
        ("customer", "contact"): Held(
            tested=False, shown=("primary_contact_name", "primary_contact_email")
        ),
        ("employee", "contact"): Held(tested=False, shown=("email",)),
        ("page", "content"): Held(column="content", form="text", given=True),
        ("page", "text"): Held(column="content", form="text", given=True),
        ("page", "path"): Held(form="path", given=True),
        ("page", "name"): Held(tested=False, given=True),
        ("seat", "role"): Held(column="role", given=True, shown=_SEAT),
        ("seat", "share"): Held(column="time_slice", given=True, shown=_SEAT),
        ("seat", "load"): Held(column="time_slice", shown=_SEAT),
        ("seat", "seat"): Held(given=True, shown=_SEAT),
        ("seat", "member"): Held(given=True, shown=_SEAT),
        ("seat", "project"): Held(given=True),
        ("seat", "lead"): Held(shown=_SEAT),
        ("label", "skill"): Held(given=True, shown=_LABEL),
        ("label", "will"): Held(given=True, shown=_LABEL),
        ("label", "level"): Held(column="level", shown=_LABEL),
        ("label", "name"): Held(given=True),
        ("label", "text"): Held(given=True),
    }
)
"""Kind of record, field → how it is held."""

OPERATIONS: Mapping[Act, Operation] = MappingProxyType(
    {act: deed.operation for act, deed in ACTS.items()}
)


def _columns() -> Mapping[FieldName, tuple[tuple[str, str], ...]]:
    found: dict[FieldName, tuple[tuple[str, str], ...]] = {}
    for (kind, field), held in FIELDS.items():
        shown = tuple((table, one) for table in KINDS[kind].tables for one in held.shown)
        if shown:
            found[field] = (*found.get(field, ()), *shown)
    return MappingProxyType(found)


COLUMNS = _columns()
"""Field that is asked about → the columns that hold it; what is in no list may be held anywhere."""


GONE: tuple[How, ...] = ("remove", "subtract", "empty", "remove_text")
"""Ways in which an item of a list goes."""


def columns_given(kind: str) -> dict[FieldName, str]:
    """Return the fields that a change of such a record sets, each with its column."""
    return {
        field: held.column
        for (one, field), held in FIELDS.items()
        if one == kind and held.given and held.column
    }


def details_of(act: Act) -> frozenset[FieldName]:
    """Return the further fields that are understood with an act."""
    kind = ACTS[act].kind if act in ACTS else ""
    return frozenset(field for (one, field), held in FIELDS.items() if one == kind and held.given)


def columns_named(fields: Iterable[FieldName]) -> frozenset[str]:
    """Return the columns that fields name; ``text`` may be any text and names none."""
    named: set[str] = set()
    for field in fields:
        held = {one.column for (_kind, name), one in FIELDS.items() if name == field} - {""}
        named |= held if held and field != "text" else {field}
    return frozenset(named)
