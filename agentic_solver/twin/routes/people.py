"""``/employees/...``: the registry."""

from collections.abc import Callable, Sequence

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import ApiError
from agentic_solver.twin.body import Body
from agentic_solver.twin.entity import Employee, Level
from agentic_solver.twin.paging import check_limit, take_page
from agentic_solver.twin.universe import Universe

__all__ = ["get_employee", "list_employees", "search_employees", "update_employee"]


def list_employees(universe: Universe, body: Body) -> JsonObject:
    """Return a page of all employees, brief."""
    return _page(universe, body, lambda: universe.employees.rows)


def search_employees(universe: Universe, body: Body) -> JsonObject:
    """Return a page of the employees that pass all filters; location and department are exact."""
    query = body.text("query").lower()
    location, department = body.text("location"), body.text("department")
    body.text("manager")  # no field of the data backs it
    skills = [_LevelFilter(item) for item in body.objects("skills")]
    wills = [_LevelFilter(item) for item in body.objects("wills")]
    return _page(
        universe,
        body,
        lambda: [
            employee
            for employee in universe.employees.values()
            if (not location or employee.location == location)
            and (not department or employee.department == department)
            and all(wanted.passes(employee.skills) for wanted in skills)
            and all(wanted.passes(employee.wills) for wanted in wills)
            and (not query or _mentions(employee, query))
        ],
    )


def get_employee(universe: Universe, body: Body) -> JsonObject:
    """Return the full profile; 404 for an unknown id."""
    return {"employee": universe.employee(body.text("id")).wire()}


def update_employee(universe: Universe, body: Body) -> JsonObject:
    """Replace the whole profile: what is left out is emptied."""
    body.text("changed_by")
    before = universe.employee(body.text("employee"))
    after = before.model_copy(
        update={
            "notes": body.text("notes"),
            "salary": body.integer("salary"),
            "location": body.text("location"),
            "department": body.text("department"),
            "skills": _levels(body, "skills"),
            "wills": _levels(body, "wills"),
        }
    )
    universe.replace_employee(after)
    return {"employee": after.wire()}


class _LevelFilter:
    def __init__(self, body: Body) -> None:
        self._name = body.text("name")
        self._min = body.integer("min_level")
        self._max = body.integer("max_level")

    def passes(self, levels: Sequence[Level]) -> bool:
        """Whether one of ``levels`` has the name and lies between the bounds (0 = no upper)."""
        return any(
            level.name == self._name
            and level.level >= self._min
            and (self._max <= 0 or level.level <= self._max)
            for level in levels
        )


def _levels(body: Body, name: str) -> tuple[Level, ...]:
    found = [(item.text("name"), item.integer("level")) for item in body.objects(name)]
    if any(not skill for skill, _ in found):
        raise ApiError(400, f"{name}: a name is missing")
    # Not checked like a world file: the server stores names of any length.
    return tuple(Level.model_construct(name=skill, level=level) for skill, level in sorted(found))


def _mentions(employee: Employee, query: str) -> bool:
    return (
        query in employee.name.lower()
        or query in employee.id.lower()
        or query in employee.email.lower()
    )


def _page(universe: Universe, body: Body, find: Callable[[], Sequence[Employee]]) -> JsonObject:
    offset, limit = body.integer("offset"), body.integer("limit")
    check_limit(limit, universe.page_limit)
    page = take_page(find(), offset=offset, limit=limit)
    rows = [employee.brief() for employee in page.rows]
    return {"next_offset": page.next_offset, "employees": [*rows] or None}
