"""Projects: registry records, status, and the team."""

from typing import Any

from agentic_solver.erc3.tools.facade import (
    Affected,
    Json,
    LinkKind,
    Operation,
    PlannedWrite,
    Postcondition,
    Reader,
    Rejected,
    ToolArguments,
    Writes,
    reads,
    writes,
)

TEAM = ("/projects/get", "/employees/get", "/projects/team/update")
STATUSES = ("idea", "exploring", "active", "paused", "archived")
ROLES = ("Lead", "Engineer", "Designer", "QA", "Ops", "Other")


class Seat(ToolArguments):
    employee: str
    time_slice: float
    role: str


class SeatChange(ToolArguments):
    employee: str
    time_slice: float | None = None
    role: str | None = None
    remove: bool = False


@reads("project", calls=("/projects/get",))
def get_project(reader: Reader, id: str) -> Any:
    """One project's full record with its team."""
    return reader.read("/projects/get", {"id": id})["project"]


@reads("projects", calls=("/projects/list",))
def list_projects(reader: Reader) -> Any:
    """All projects, brief rows."""
    return list(reader.pages("/projects/list", {}, "projects"))


def _record(reader: Reader, project: str) -> Json | None:
    return reader.read("/projects/get", {"id": project}).get("project")


@reads("seats", calls=("/projects/get", "/employees/get"))
def team_of_project(reader: Reader, project: str) -> Any:
    """The team of a project: each seat with role, time slice and the name of the person."""
    seats = (_record(reader, project) or {}).get("team") or []
    return [
        {"project": project, **seat, "employee_name": _name(reader, seat["employee"])}
        for seat in seats
    ]


def _name(reader: Reader, employee: str) -> str | None:
    found = reader.find("/employees/get", {"id": employee})
    return found["employee"]["name"] if found else None


@reads("seats", calls=("/projects/search", "/projects/get"))
def projects_of_employee(reader: Reader, employee: str) -> Any:
    """The projects of a person, archived ones too: each seat with role, time slice, project."""
    asked: Json = {"team": {"employee_id": employee}, "include_archived": True}
    briefs = list(reader.pages("/projects/search", asked, "projects"))
    return [
        {
            "project": brief["id"],
            **seat,
            "project_name": brief["name"],
            "project_status": brief["status"],
        }
        for brief in briefs
        for seat in (_record(reader, brief["id"]) or {}).get("team") or []
        if seat["employee"] == employee
    ]


def _targets(record: Json) -> Json:
    return {"project": record["id"], "customer": record["customer"]}


@writes(Operation.UPDATE_PROJECT_STATUS, calls=("/projects/get", "/projects/status/update"))
def set_project_status(reader: Reader, project: str, status: str) -> Writes:
    """Set the status of a project."""
    if status not in STATUSES:
        return Rejected(code="DOMAIN", reason=f"a project status is one of {', '.join(STATUSES)}")
    record = _record(reader, project)
    if record is None:
        return Rejected(code="UNKNOWN_TARGET", reason="no project has this id")
    changes: Json = {"status": status}
    return (
        PlannedWrite(
            operation=Operation.UPDATE_PROJECT_STATUS,
            route="/projects/status/update",
            body={"id": project, **changes, "changed_by": reader.caller},
            changes=changes,
            merge_key=f"project-status:{project}",
            targets=_targets(record),
            current={"status": record["status"]},
            affected=(Affected(kind=LinkKind.PROJECT, id=project),),
            postcondition=Postcondition(
                route="/projects/get", body={"id": project}, key="project", expected=changes
            ),
            no_op=record["status"] == status,
        ),
    )


@writes(Operation.UPDATE_PROJECT_TEAM, calls=TEAM)
def set_project_team(reader: Reader, project: str, team: tuple[Seat, ...]) -> Writes:
    """Replace the whole team of a project: give every seat that shall exist."""
    record = _record(reader, project)
    if record is None:
        return Rejected(code="UNKNOWN_TARGET", reason="no project has this id")
    seats = _in_stored_order(record["team"] or [], team)
    if len(set(seats)) < len(seats):
        return Rejected(code="DOMAIN", reason="the same seat comes twice")
    return _team_write(reader, record, [seat.model_dump() for seat in seats])


@writes(Operation.UPDATE_PROJECT_TEAM, calls=TEAM)
def change_team(reader: Reader, project: str, seats: tuple[SeatChange, ...]) -> Writes:
    """Add, change or take away the given seats of a project; all other seats stay.

    What is not given of an existing seat stays; a new one needs time_slice and role; remove true
    takes it away.
    """
    record = _record(reader, project)
    if record is None:
        return Rejected(code="UNKNOWN_TARGET", reason="no project has this id")
    team = list(record["team"] or [])
    if len({change.employee for change in seats}) < len(set(seats)):
        return Rejected(code="DOMAIN", reason="two rows change the seat of one person")
    for change in seats:
        places = [at for at, seat in enumerate(team) if seat["employee"] == change.employee]
        if len(places) > 1:
            return Rejected(
                code="DOMAIN",
                reason="the person has several seats there: give the whole team with "
                "set_project_team",
            )
        seat = _changed_seat(team[places[0]] if places else None, change)
        if isinstance(seat, Rejected):
            return seat
        at = places[0] if places else len(team)
        team[at : at + 1] = [] if seat is None else [seat]
    return _team_write(reader, record, team)


def _changed_seat(seat: Json | None, change: SeatChange) -> Json | Rejected | None:
    """Return the seat after the change, or None where it is taken away."""
    if change.remove:
        if seat is None:
            return Rejected(code="DOMAIN", reason="the person has no seat in this team")
        return None
    given = {"time_slice": change.time_slice, "role": change.role}
    new: Json = {
        **(seat or {"employee": change.employee}),
        **{name: value for name, value in given.items() if value is not None},
    }
    if not {"time_slice", "role"} <= set(new):
        return Rejected(code="DOMAIN", reason="a new seat needs a time slice and a role")
    return new


def _team_write(reader: Reader, record: Json, team: list[Json]) -> Writes:
    if any(seat["role"] not in ROLES for seat in team):
        return Rejected(code="DOMAIN", reason=f"a role is one of {', '.join(ROLES)}")
    if any(not 0 <= seat["time_slice"] <= 1 for seat in team):
        return Rejected(code="DOMAIN", reason="a time slice lies between 0 and 1")
    present = {seat["employee"] for seat in record["team"] or []}
    newcomers = dict.fromkeys(seat["employee"] for seat in team if seat["employee"] not in present)
    if any(_name(reader, employee) is None for employee in newcomers):
        return Rejected(code="UNKNOWN_TARGET", reason="no employee has this id")
    project = record["id"]
    changes: Json = {"team": team}
    touched = sorted(_difference(record["team"] or [], team))
    return (
        PlannedWrite(
            operation=Operation.UPDATE_PROJECT_TEAM,
            route="/projects/team/update",
            body={"id": project, **changes, "changed_by": reader.caller},
            changes=changes,
            merge_key=f"project-team:{project}",
            targets=_targets(record),
            current={"status": record["status"]},
            affected=(
                Affected(kind=LinkKind.PROJECT, id=project),
                *(Affected(kind=LinkKind.EMPLOYEE, id=employee) for employee in touched),
            ),
            postcondition=Postcondition(
                route="/projects/get", body={"id": project}, key="project", expected=changes
            ),
            no_op=not touched,
        ),
    )


def _in_stored_order(current: list[Json], seats: tuple[Seat, ...]) -> list[Seat]:
    """Keep the order of the stored team so that an unchanged seat stays where it was."""
    order = {seat["employee"]: index for index, seat in reversed(list(enumerate(current)))}
    return sorted(seats, key=lambda seat: order.get(seat.employee, len(current)))


def _difference(before: list[Json], after: list[Json]) -> set[str]:
    def keys(team: list[Json]) -> list[tuple[str, float, str]]:
        return [(seat["employee"], float(seat["time_slice"]), seat["role"]) for seat in team]

    old, new = keys(before), keys(after)
    return {seat[0] for seat in old if seat not in new} | {
        seat[0] for seat in new if seat not in old
    }
