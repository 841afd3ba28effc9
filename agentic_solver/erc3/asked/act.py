"""What the closed lists of a reading stand for: kinds of change, and columns."""

from collections.abc import Mapping
from types import MappingProxyType

from agentic_solver.contracts.request_reading import Act, FieldName
from agentic_solver.contracts.rule import Operation

__all__ = ["COLUMNS", "OPERATIONS"]

OPERATIONS: Mapping[Act, Operation] = MappingProxyType(
    {
        "set_salary": Operation.UPDATE_SALARY,
        "set_notes": Operation.UPDATE_NOTES,
        "set_skill": Operation.UPDATE_SKILLS,
        "set_will": Operation.UPDATE_WILLS,
        "set_location": Operation.UPDATE_LOCATION,
        "set_department": Operation.UPDATE_DEPARTMENT,
        "set_status": Operation.UPDATE_PROJECT_STATUS,
        "change_team": Operation.UPDATE_PROJECT_TEAM,
        "log_time": Operation.LOG_TIME,
        "change_entry": Operation.UPDATE_TIME,
        "write_page": Operation.UPDATE_WIKI,
        "rename_page": Operation.UPDATE_WIKI,
        "delete_page": Operation.UPDATE_WIKI,
    }
)
"""What is in no kind has no tool."""

_SEAT = tuple(("project_team", one) for one in ("project", "employee", "time_slice", "role"))
_LEVEL = tuple(
    (f"employee_{one}", name) for one in ("skills", "wills") for name in ("name", "level")
)
_HOURS = tuple(("time_entries", one) for one in ("hours", "date", "employee", "project", "status"))

COLUMNS: Mapping[FieldName, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "salary": (("employees", "salary"),),
        "notes": (("employees", "notes"), ("time_entries", "notes")),
        "level": _LEVEL,
        "skill": _LEVEL,
        "will": _LEVEL,
        "location": (("employees", "location"), ("customers", "location")),
        "department": (("employees", "department"),),
        "status": (
            ("projects", "status"),
            ("time_entries", "status"),
            ("customers", "high_level_status"),
            ("customers", "deal_phase"),
        ),
        "lead": _SEAT,
        "role": _SEAT,
        "member": _SEAT,
        "seat": _SEAT,
        "share": _SEAT,
        "load": _SEAT,
        "hours": _HOURS,
        "date": _HOURS,
        "billable": (("time_entries", "billable"),),
        "category": (("time_entries", "work_category"),),
        "contact": (
            ("customers", "primary_contact_name"),
            ("customers", "primary_contact_email"),
            ("employees", "email"),
        ),
        "manager": (("customers", "account_manager"),),
        "customer": (("projects", "customer"), ("customers", "id"), ("customers", "name")),
    }
)
"""Field that is asked about → the columns that hold it; what is in no list may be held anywhere."""
