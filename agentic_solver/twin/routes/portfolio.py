"""``/projects/...``: projects, their teams and states."""

from typing import cast

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import ApiError
from agentic_solver.twin.body import Body
from agentic_solver.twin.entity import DEAL_PHASES, ROLES, Project, Seat, TeamRole
from agentic_solver.twin.paging import check_limit, take_page
from agentic_solver.twin.universe import Universe

__all__ = ["get_project", "list_projects", "search_projects", "update_status", "update_team"]


def list_projects(universe: Universe, body: Body) -> JsonObject:
    """Return a page of all projects, archived ones included, brief."""
    offset, limit = body.integer("offset"), body.integer("limit")
    check_limit(limit, universe.page_limit)
    page = take_page(universe.projects.rows, offset=offset, limit=limit)
    rows = [project.brief() for project in page.rows]
    return {"next_offset": page.next_offset, "projects": [*rows] or None}


def get_project(universe: Universe, body: Body) -> JsonObject:
    """Return a project; an unknown id is not an error here."""
    project = universe.projects.get(body.text("id"))
    if project is None:
        return {"project": None, "found": False}
    return {"project": project.wire(), "found": True}


def search_projects(universe: Universe, body: Body) -> JsonObject:
    """Return a page of the projects that pass all filters; archived ones only when asked for."""
    query, customer = body.text("query").lower(), body.text("customer_id")
    statuses, archived = body.texts("status"), body.flag("include_archived")
    team = body.object("team")
    seat = None if team is None else _SeatFilter(team)
    offset, limit = body.integer("offset"), body.integer("limit")
    check_limit(limit, universe.page_limit)
    found = [
        project
        for project in universe.projects.values()
        if (archived or project.status != "archived")
        and (not customer or project.customer == customer)
        and (not statuses or project.status in statuses)
        and (seat is None or seat.passes(project))
        and (query in project.name.lower() or query in project.description.lower())
    ]
    page = take_page(found, offset=offset, limit=limit)
    rows = [project.brief() for project in page.rows]
    return {"projects": [*rows] or None, "next_offset": page.next_offset}


class _SeatFilter:
    """All conditions must hold for the same seat; no condition, no filter."""

    def __init__(self, body: Body) -> None:
        self._employee, self._role = body.text("employee_id"), body.text("role")
        self._slice = body.number("min_time_slice")

    def passes(self, project: Project) -> bool:
        if not self._employee and not self._role and self._slice <= 0:
            return True
        return any(
            (not self._employee or seat.employee == self._employee)
            and (not self._role or seat.role == self._role)
            and seat.time_slice >= self._slice
            for seat in project.team
        )


def update_team(universe: Universe, body: Body) -> JsonObject:
    """Replace the whole team."""
    body.text("changed_by")
    project = universe.project(body.text("id"))
    team = tuple(_seat(universe, item) for item in body.objects("team"))
    universe.replace_project(project.model_copy(update={"team": team}))
    return {}


def _seat(universe: Universe, body: Body) -> Seat:
    employee = universe.employee(body.text("employee"))
    role, time_slice = body.text("role"), body.number("time_slice")
    if role not in ROLES:
        raise ApiError(400, f"invalid role: {role!r}")
    if time_slice < 0:
        raise ApiError(400, "time_slice must not be negative")
    return Seat(employee=employee.id, time_slice=time_slice, role=cast(TeamRole, role))


def update_status(universe: Universe, body: Body) -> JsonObject:
    """Set the status; any change of phase is allowed."""
    body.text("changed_by")
    project = universe.project(body.text("id"))
    status = body.text("status")
    if status not in DEAL_PHASES:
        raise ApiError(400, f"invalid status: {status!r}")
    universe.replace_project(project.model_copy(update={"status": status}))
    return {}
