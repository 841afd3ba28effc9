"""The acts of a reading and the kinds of change that they are."""

from collections.abc import Mapping
from types import MappingProxyType

from agentic_solver.contracts.request_reading import Act
from agentic_solver.contracts.rule import Operation

__all__ = ["OPERATIONS"]

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
