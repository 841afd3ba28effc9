"""The scene of a task: the company as the task finds it, with the changes its template makes.

Queries answer from the records themselves; edits are kept and become the overlay of the task.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal
from typing import Any

from agentic_solver.contracts.model import JsonObject
from agentic_solver.twin.entity import Customer, Employee, Project, Seat, TimeEntry
from agentic_solver.twin.records import Records
from agentic_solver.twin.task import Fault, Overlay
from agentic_solver.twin.wikipages import WikiPages
from agentic_solver.twin.world import World

__all__ = ["Scene"]

_ENTRY_NUMBER = re.compile(r"te_(\d+)", re.ASCII)


class Scene:
    """One company before the request is made."""

    def __init__(self, world: World, wiki: WikiPages) -> None:
        self.today = world.today
        self.wiki = wiki.copy()
        self._employees = Records(world.employees)
        self._projects = Records(world.projects)
        self._customers = Records(world.customers)
        self._entries = Records(world.time_entries)
        self._changed: dict[str, dict[str, JsonObject]] = {
            "employees": {}, "projects": {}, "customers": {},
        }  # fmt: skip
        self._added: list[TimeEntry] = []
        self._pages: dict[str, str] = {}
        self._faults: list[Fault] = []
        self._page_limit: int | None = None
        self._today: str | None = None

    # what there is -----------------------------------------------------------------------

    @property
    def employees(self) -> Sequence[Employee]:
        """The registry, in its order."""
        return self._employees.rows

    @property
    def projects(self) -> Sequence[Project]:
        """The projects, in their order."""
        return self._projects.rows

    @property
    def customers(self) -> Sequence[Customer]:
        """The customers, in their order."""
        return self._customers.rows

    @property
    def entries(self) -> Sequence[TimeEntry]:
        """The time entries, in their order."""
        return self._entries.rows

    def employee(self, employee_id: str) -> Employee:
        return self._employees[employee_id]

    def project(self, project_id: str) -> Project:
        return self._projects[project_id]

    def customer(self, customer_id: str) -> Customer | None:
        """Return a customer; None for an in-house project's customer, which is no record."""
        return self._customers.get(customer_id)

    def lead(self, project: Project) -> Employee | None:
        """Return the one Lead of a project; None if there is none or there are several."""
        leads = [seat.employee for seat in project.team if seat.role == "Lead"]
        return self._employees[leads[0]] if len(leads) == 1 else None

    def members(self, project: Project) -> tuple[Employee, ...]:
        """Return the people of a team, each once, in the order of the seats."""
        return tuple(self._employees[i] for i in dict.fromkeys(s.employee for s in project.team))

    def seats(self, employee_id: str) -> Iterator[tuple[Project, Seat]]:
        """Yield the seats of a person in all projects."""
        for project in self._projects.each():
            for seat in project.team:
                if seat.employee == employee_id:
                    yield project, seat

    def load(self, employee_id: str, statuses: Collection[str] | None = None) -> Decimal:
        """Return the sum of a person's time slices over projects (of some statuses)."""
        return sum(
            (
                Decimal(str(seat.time_slice))
                for project, seat in self.seats(employee_id)
                if statuses is None or project.status in statuses
            ),
            Decimal(0),
        )

    def skill(self, employee: Employee, name: str) -> int:
        """Return the level of a skill; 0 where the person has none."""
        return next((one.level for one in employee.skills if one.name == name), 0)

    def will(self, employee: Employee, name: str) -> int:
        """Return the level of a wish; 0 where the person has none."""
        return next((one.level for one in employee.wills if one.name == name), 0)

    def hours(self, **fields: Any) -> Decimal:
        """Return the hours of the entries whose fields have these values."""
        return sum(
            (
                Decimal(str(entry.hours))
                for entry in self._entries.each()
                if all(getattr(entry, name) == value for name, value in fields.items())
            ),
            Decimal(0),
        )

    # what the template changes -----------------------------------------------------------

    def edit_employee(self, employee_id: str, **fields: Any) -> Employee:
        """Change fields of a person's record; return the record."""
        record = self._employees[employee_id]
        changed = Employee.model_validate(record.model_dump() | fields)
        self._employees.put(changed)
        self._note("employees", changed, fields)
        return changed

    def edit_project(self, project_id: str, **fields: Any) -> Project:
        """Change fields of a project; return it."""
        changed = Project.model_validate(self._projects[project_id].model_dump() | fields)
        self._projects.put(changed)
        self._note("projects", changed, fields)
        return changed

    def edit_customer(self, customer_id: str, **fields: Any) -> Customer:
        """Change fields of a customer; return it."""
        changed = Customer.model_validate(self._customers[customer_id].model_dump() | fields)
        self._customers.put(changed)
        self._note("customers", changed, fields)
        return changed

    def _note(self, part: str, record: Employee | Project | Customer, fields: Any) -> None:
        whole = record.to_json()
        self._changed[part].setdefault(record.id, {}).update({n: whole[n] for n in fields})

    def add_entry(self, **fields: Any) -> TimeEntry:
        """Add a time entry; its id continues the counter unless it is given."""
        entry = TimeEntry.model_validate({"id": self.next_entry_id(), **fields})
        self._entries.put(entry)
        self._added.append(entry)
        return entry

    def next_entry_id(self) -> str:
        """Return the id that the next time entry gets."""
        return f"te_{self._entries.highest(_ENTRY_NUMBER) + 1:03d}"

    def set_page(self, path: str, content: str) -> None:
        """Write a wiki page; empty content removes it."""
        self.wiki.put(path, content)
        self._pages[path] = content

    def set_today(self, today: str) -> None:
        self.today = self._today = today

    def set_page_limit(self, limit: int) -> None:
        self._page_limit = limit

    def disturb(self, fault: Fault) -> None:
        """Let the platform stumble."""
        self._faults.append(fault)

    def overlay(self) -> Overlay:
        """Return the changes as the overlay of a task."""
        return Overlay(
            today=self._today,
            page_limit=self._page_limit,
            employees=self._changed["employees"],
            projects=self._changed["projects"],
            customers=self._changed["customers"],
            time_entries=tuple(self._added),
            wiki=self._pages,
            faults=tuple(self._faults),
        )
