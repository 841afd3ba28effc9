"""What a task did: the changes that really changed something, and the answers."""

from collections.abc import Sequence
from dataclasses import dataclass

from agentic_solver.contracts.model import JsonObject
from agentic_solver.twin.entity import Employee, Level, Project, Seat, TimeEntry
from agentic_solver.twin.expectation import EventName

__all__ = [
    "AgentResponse",
    "Event",
    "Link",
    "employee_events",
    "project_events",
    "time_events",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One change; ``entity`` holds all fields of the changed entity after it."""

    name: EventName
    entity: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A reference of an answer to an entity."""

    kind: str
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentResponse:
    """One call of ``/respond``."""

    message: str
    outcome: str
    links: tuple[Link, ...]


def employee_events(before: Employee, after: Employee) -> list[Event]:
    """Return one event for each part of the record that differs; order in lists means nothing."""
    changed: dict[EventName, bool] = {
        "EmployeeSalaryUpdated": before.salary != after.salary,
        "EmployeeNoteUpdated": before.notes != after.notes,
        "EmployeeLocationUpdated": before.location != after.location,
        "EmployeeDepartmentUpdated": before.department != after.department,
        "EmployeeSkillsUpdated": _levels(before.skills) != _levels(after.skills),
        "EmployeeWillsUpdated": _levels(before.wills) != _levels(after.wills),
    }
    return [Event(name=name, entity=after.wire()) for name, yes in changed.items() if yes]


def project_events(before: Project, after: Project) -> list[Event]:
    """Return one event for each part of the record that differs; order in teams means nothing."""
    changed: dict[EventName, bool] = {
        "ProjectStatusChanged": before.status != after.status,
        "ProjectTeamUpdated": _seats(before.team) != _seats(after.team),
    }
    return [Event(name=name, entity=after.wire()) for name, yes in changed.items() if yes]


def time_events(before: TimeEntry, after: TimeEntry) -> list[Event]:
    """Return a status event, an event for any other field, or both."""
    same_status = after.model_copy(update={"status": before.status})
    changed: dict[EventName, bool] = {
        "TimeEntryStatusChanged": before.status != after.status,
        "TimeEntryUpdated": before != same_status,
    }
    return [Event(name=name, entity=after.wire()) for name, yes in changed.items() if yes]


def _levels(levels: Sequence[Level]) -> list[tuple[str, int]]:
    return sorted((level.name, level.level) for level in levels)


def _seats(team: Sequence[Seat]) -> list[tuple[str, float, str]]:
    return sorted((seat.employee, seat.time_slice, seat.role) for seat in team)
