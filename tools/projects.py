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
    Tool,
    ToolArguments,
    Writes,
    read_tool,
    write_tool,
)

STATUSES = ("idea", "exploring", "active", "paused", "archived")
ROLES = ("Lead", "Engineer", "Designer", "QA", "Ops", "Other")


class GetProject(ToolArguments):
    id: str


class NoArguments(ToolArguments):
    pass


class SetProjectStatus(ToolArguments):
    project: str
    status: str


class Seat(ToolArguments):
    employee: str
    time_slice: float
    role: str


class SetProjectTeam(ToolArguments):
    project: str
    team: tuple[Seat, ...]


class SeatChange(ToolArguments):
    employee: str
    time_slice: float | None = None
    role: str | None = None
    remove: bool = False


class ChangeTeam(ToolArguments):
    project: str
    seats: tuple[SeatChange, ...]


def get_project(reader: Reader, args: GetProject) -> Any:
    return reader.read("/projects/get", {"id": args.id})["project"]


def list_projects(reader: Reader, args: NoArguments) -> Any:
    return list(reader.pages("/projects/list", {}, "projects"))


def _record(reader: Reader, project: str) -> Json | None:
    return reader.read("/projects/get", {"id": project}).get("project")


def _targets(record: Json) -> Json:
    return {"project": record["id"], "customer": record["customer"]}


def set_project_status(reader: Reader, args: SetProjectStatus) -> Writes:
    if args.status not in STATUSES:
        return Rejected(code="DOMAIN", reason=f"a project status is one of {', '.join(STATUSES)}")
    record = _record(reader, args.project)
    if record is None:
        return Rejected(code="UNKNOWN_TARGET", reason="no project has this id")
    changes: Json = {"status": args.status}
    return (
        PlannedWrite(
            operation=Operation.UPDATE_PROJECT_STATUS,
            route="/projects/status/update",
            body={"id": args.project, **changes, "changed_by": reader.caller},
            changes=changes,
            merge_key=f"project-status:{args.project}",
            targets=_targets(record),
            current={"status": record["status"]},
            affected=(Affected(kind=LinkKind.PROJECT, id=args.project),),
            postcondition=Postcondition(
                route="/projects/get", body={"id": args.project}, key="project", expected=changes
            ),
            no_op=record["status"] == args.status,
        ),
    )


def set_project_team(reader: Reader, args: SetProjectTeam) -> Writes:
    record = _record(reader, args.project)
    if record is None:
        return Rejected(code="UNKNOWN_TARGET", reason="no project has this id")
    team = _in_stored_order(record["team"] or [], args.team)
    return _team_write(reader, record, [seat.model_dump() for seat in team])


def change_team(reader: Reader, args: ChangeTeam) -> Writes:
    record = _record(reader, args.project)
    if record is None:
        return Rejected(code="UNKNOWN_TARGET", reason="no project has this id")
    team = list(record["team"] or [])
    for change in args.seats:
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


TOOLS: tuple[Tool, ...] = (
    read_tool(
        "get_project",
        "One project's full record with its team.",
        GetProject,
        "project",
        get_project,
    ),
    read_tool("list_projects", "All projects, brief rows.", NoArguments, "projects", list_projects),
    write_tool(
        "set_project_status",
        "Set the status of a project: idea, exploring, active, paused or archived.",
        Operation.UPDATE_PROJECT_STATUS,
        SetProjectStatus,
        set_project_status,
    ),
    write_tool(
        "set_project_team",
        "Replace the whole team of a project: give every seat that shall exist afterwards.",
        Operation.UPDATE_PROJECT_TEAM,
        SetProjectTeam,
        set_project_team,
    ),
    write_tool(
        "change_team",
        "Add, change or take away the given seats of a project; all other seats stay. What is not "
        "given of an existing seat stays; a new one needs time_slice and role; remove true takes "
        "it away.",
        Operation.UPDATE_PROJECT_TEAM,
        ChangeTeam,
        change_team,
    ),
)
