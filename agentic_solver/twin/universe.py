"""The universe of one started task: its own company, events and answers.

Records are frozen and shared with the world; a change replaces the record here only. A universe
is used by one thread at a time (the platform holds a lock per task).
"""

import re
from typing import TypeVar

from agentic_solver.errors import ApiError
from agentic_solver.twin.entity import Customer, Employee, Project, TimeEntry
from agentic_solver.twin.event import (
    AgentResponse,
    Event,
    employee_events,
    project_events,
    time_events,
)
from agentic_solver.twin.overlay import apply_overlay
from agentic_solver.twin.records import Records
from agentic_solver.twin.suite import Suite
from agentic_solver.twin.task import Caller, TaskSpec

__all__ = ["NOT_FOUND", "Universe"]

NOT_FOUND = "Not found"
_ENTRY_NUMBER = re.compile(r"te_(\d+)", re.ASCII)


class Universe:
    """The state behind the company API of one task."""

    def __init__(self, suite: Suite, task: TaskSpec) -> None:
        world, overlay = suite.worlds[task.world], task.overlay
        self.caller: Caller | None = task.caller
        self.today: str = overlay.today or world.today
        self.page_limit: int = (
            suite.page_limit if overlay.page_limit is None else overlay.page_limit
        )
        self._employees = apply_overlay("employees", world.employees, overlay.employees)
        self._projects = apply_overlay("projects", world.projects, overlay.projects)
        self._customers = apply_overlay("customers", world.customers, overlay.customers)
        self._time_entries = Records(world.time_entries)
        for entry in overlay.time_entries:
            self._time_entries.put(entry)
        self.wiki = suite.wikis[world.wiki].copy()
        for path, content in overlay.wiki.items():
            self.wiki.put(path, content)
        self.time_totals: tuple[int | float, ...] = ()
        """What the search of all time entries adds up to; empty until it is asked for."""
        self._events: list[Event] = []
        self._responses: list[AgentResponse] = []

    @property
    def employees(self) -> Records[Employee]:
        """The registry by id, in its order."""
        return self._employees

    @property
    def projects(self) -> Records[Project]:
        """The projects by id, in their order."""
        return self._projects

    @property
    def customers(self) -> Records[Customer]:
        """The customers by id, in their order."""
        return self._customers

    @property
    def time_entries(self) -> Records[TimeEntry]:
        """The time entries by id, in their order."""
        return self._time_entries

    @property
    def events(self) -> tuple[Event, ...]:
        """The changes so far."""
        return tuple(self._events)

    @property
    def responses(self) -> tuple[AgentResponse, ...]:
        """The answers so far; one is expected."""
        return tuple(self._responses)

    def employee(self, employee_id: str) -> Employee:
        """Return an employee.

        Raises:
            ApiError: 404, there is none.
        """
        return _found(self._employees.get(employee_id))

    def project(self, project_id: str) -> Project:
        """Return a project; raises ApiError 404 where there is none."""
        return _found(self._projects.get(project_id))

    def customer(self, customer_id: str) -> Customer:
        """Return a customer; raises ApiError 404 where there is none."""
        return _found(self._customers.get(customer_id))

    def time_entry(self, entry_id: str) -> TimeEntry:
        """Return a time entry; raises ApiError 404 where there is none."""
        return _found(self._time_entries.get(entry_id))

    def replace_employee(self, after: Employee) -> None:
        """Put a changed record in its place."""
        self._events += employee_events(self._employees[after.id], after)
        self._employees.put(after)

    def replace_project(self, after: Project) -> None:
        """Put a changed record in its place."""
        self._events += project_events(self._projects[after.id], after)
        self._projects.put(after)

    def replace_time_entry(self, after: TimeEntry) -> None:
        """Put a changed record in its place."""
        self._events += time_events(self._time_entries[after.id], after)
        self._time_entries.put(after)
        self.time_totals = ()

    def next_entry_id(self) -> str:
        """Return the id of the next time entry: the highest number and one."""
        return f"te_{self._time_entries.highest(_ENTRY_NUMBER) + 1:03d}"

    def add_time_entry(self, entry: TimeEntry) -> None:
        """Store a new record."""
        self._time_entries.put(entry)
        self.time_totals = ()
        self._events.append(Event(name="TimeEntryLogged", entity=entry.wire()))

    def write_page(self, path: str, content: str) -> None:
        """Write a page of the wiki; empty content removes it.

        Raises:
            ApiError: 404, the page to remove does not exist.
        """
        before = self.wiki.get(path)
        if before is None and not content:
            raise ApiError(404, NOT_FOUND)
        if before == content:
            return
        self.wiki.put(path, content)
        self._events.append(
            Event(name="WikiArticleUpdated", entity={"path": path, "content": content})
        )

    def add_response(self, response: AgentResponse) -> None:
        """Store an answer."""
        self._responses.append(response)


T = TypeVar("T")


def _found(record: T | None) -> T:
    if record is None:
        raise ApiError(404, NOT_FOUND)
    return record
