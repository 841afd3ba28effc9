"""Seats in the teams of projects: who comes, who goes, with which role and share of time."""

from collections.abc import Iterator
from decimal import Decimal

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.request_reading import How, Target, Value
from agentic_solver.erc3.asked.effect import Change, Key
from agentic_solver.erc3.asked.judged import AGREES, OPEN, Judged, Says, differs
from agentic_solver.erc3.asked.schema import GONE, columns_given
from agentic_solver.erc3.asked.target import meant
from agentic_solver.erc3.asked.value import becomes, choice_follows, number
from agentic_solver.erc3.asked.wanting import Judge, Wanting
from agentic_solver.erc3.sqltext import quoted

__all__ = ["seats_wanted"]

_DAYS_A_WEEK = 5
_HUNDRED = 100
_COLUMNS = columns_given("seat")


def seats_wanted(wanted: Wanting) -> dict[Key, Judge]:
    """Return what a change of a team wants of each seat."""
    asked = wanted.asked
    projects = [
        one for target in asked.targets if target.kind == "project" for one in wanted.ids(target)
    ]
    people = [one for target in _members(wanted) for one in _seated(target, projects, wanted)]
    if not projects or not people:
        wanted.sure = False
    found: dict[Key, Judge] = {}
    for project in projects:
        for person in people:
            others = [one for one in people if one != person]
            found[Key("projects", project, "team", person)] = _judge(
                wanted, project, projects, others
            )
    return found


def _members(wanted: Wanting) -> Iterator[Target]:
    yield from wanted.asked.people
    yield from (one for one in wanted.asked.targets if one.kind in ("employee", "me"))


def _seated(target: Target, projects: list[str], wanted: Wanting) -> tuple[str, ...]:
    """Return the people that are meant: of several of one name, those with a seat there."""
    before = wanted.sure, wanted.held
    found = wanted.ids(target)
    joins = wanted.asked.how == "add" and wanted.asked.field not in ("role", "share")
    if len(found) > 1 and target.which == "one" and not joins:
        here = [one for one in found if any(_seats(wanted, p, one) for p in projects)]
        if len(here) == 1:
            wanted.sure, wanted.held = before
            return tuple(here)
    return found


def _seats(wanted: Wanting, project: str, person: str) -> list[JsonObject]:
    team = wanted.grounds.records.team(project)
    return [
        dict(seat)
        for seat in (team if isinstance(team, list) else [])
        if isinstance(seat, dict) and seat.get("employee") == person
    ]


def _judge(wanted: Wanting, project: str, projects: list[str], others: list[str]) -> Judge:
    asked = wanted.asked

    def judge(change: Change) -> Judged:
        if asked.how == "swap":
            return _swapped(wanted, change, project, projects, others)
        if asked.field == "seat" and asked.how in GONE:
            return AGREES if change.new is None else differs("no seat")
        old, new = change.old, change.new
        if not isinstance(new, dict) or not (old is None or isinstance(old, dict)):
            return OPEN if isinstance(new, list) else differs(asked.field)
        told = _told(wanted)
        verdicts = [
            _role(wanted, told.get("role"), old, new),
            _share(wanted, told.get("share"), old, new, project),
        ]
        for one in verdicts:
            if one.says is Says.DIFFERS:
                return one
        return OPEN if any(one.says is Says.OPEN for one in verdicts) else AGREES

    return judge


def _told(wanted: Wanting) -> dict[str, tuple[How, Value | None]]:
    """Return what is said of role and share."""
    asked = wanted.asked
    told: dict[str, tuple[How, Value | None]] = {
        one.field: (one.how, one.value) for one in asked.more if one.field in ("role", "share")
    }
    if asked.field in ("role", "share"):
        told[asked.field] = (asked.how, asked.value)
    elif asked.value is not None and isinstance(asked.value.value, str):
        told.setdefault("role", ("set", asked.value))
    return told


def _role(
    wanted: Wanting,
    told: tuple[How, Value | None] | None,
    old: JsonObject | None,
    new: JsonObject,
) -> Judged:
    role = new.get("role")
    if told is None:
        if old is not None:
            return AGREES if old.get("role") == role else differs("the same role")
        return OPEN
    how, value = told
    if how == "same_as" and value is not None and value.of is not None:
        return _like(wanted, value.of, "role", role)
    return choice_follows("project_team.role", value, role, wanted.grounds)


def _share(
    wanted: Wanting,
    told: tuple[How, Value | None] | None,
    old: JsonObject | None,
    new: JsonObject,
    project: str,
) -> Judged:
    after = number(new.get("time_slice"))
    before = number(old.get("time_slice")) if old is not None else None
    if told is None:
        if old is not None:
            return AGREES if before == after else differs("the same share")
        return OPEN
    how, value = told
    if value is not None and value.of is not None:
        if how == "same_as":
            return _like(wanted, value.of, "time_slice", new.get("time_slice"))
        before = number(_stored(wanted, value.of, "time_slice"))  # half of what another one has
        if before is None:
            return OPEN
    given = number(value.value if value is not None else None)
    if given is None or after is None:
        return OPEN
    if how == "fill_to":
        return _filled(wanted, str(new.get("employee")), project, given, after)
    scaled = how in ("multiply", "percent_up", "percent_down")
    for amount in (given,) if scaled else _amounts(given, value):
        exact = becomes(how if how != "append" else "add", amount, before)
        if exact is not None and exact == after:
            return AGREES
    is_unit = value is not None and value.per is not None
    return OPEN if is_unit else differs(given)  # what a day is of a share the company may say


def _amounts(given: Decimal, value: Value | None) -> Iterator[Decimal]:
    """Yield what a share may mean as a part of one: percent, days of a week."""
    if given <= 1:
        yield given
    if given > 1 and value is not None and value.per != "week":
        yield given / _HUNDRED
    if given > 1 or (value is not None and value.per is not None):
        yield given / _DAYS_A_WEEK


def _filled(wanted: Wanting, person: str, project: str, total: Decimal, after: Decimal) -> Judged:
    """Judge a share by the sum that it makes; which projects count is the company's to say."""
    rows = wanted.grounds.records.rows(
        "SELECT p.status, sum(t.time_slice) AS share FROM project_team t "
        f"JOIN projects p ON p.id = t.project WHERE t.employee = {quoted(person)} "
        f"AND t.project <> {quoted(project)} GROUP BY p.status"
    )
    if rows is None:
        return OPEN
    by_status = {str(status): number(share) or Decimal(0) for status, share in rows}
    live = {name: share for name, share in by_status.items() if name != "archived"}
    sums = (sum(by_status.values()), sum(live.values()), by_status.get("active", Decimal(0)))
    whole, living, active = (other + after == total for other in sums)
    if whole or living:
        return AGREES
    return OPEN if active else differs(total)


def _like(wanted: Wanting, model: Target, column: str, new: JsonValue) -> Judged:
    stored = _stored(wanted, model, column)
    if stored is None:
        return OPEN
    return AGREES if stored == new else differs(model.words)


def _stored(wanted: Wanting, model: Target, column: str) -> JsonValue:
    """Return what another one has in the team; None where it cannot be told."""
    people = meant(model, wanted.grounds.records).ids
    projects = [
        one
        for target in wanted.asked.targets
        if target.kind == "project"
        for one in wanted.ids(target)
    ]
    stored = [
        seat.get(column)
        for project in projects
        for one in people
        for seat in _seats(wanted, project, one)
    ]
    return stored[0] if len(stored) == 1 else None


def _swapped(
    wanted: Wanting, change: Change, project: str, projects: list[str], others: list[str]
) -> Judged:
    """Two people change seats, roles or shares: each has afterwards what the other had."""
    if len(others) != 1:
        return OPEN
    other = others[0]
    homes = [one for one in projects if _seats(wanted, one, other)]
    field = wanted.asked.field
    mine = change.old if isinstance(change.old, dict) else None
    if len(projects) > 1:  # between teams: who sat here goes, the other one comes with that seat
        if mine is not None:
            return AGREES if change.new is None else differs("no seat")
        sat = _seats(wanted, project, other)
        if len(sat) != 1 or not isinstance(change.new, dict):
            return differs("the seat of the other") if change.new is not None else OPEN
        same = all(change.new.get(name) == sat[0].get(name) for name in _COLUMNS.values())
        return AGREES if same else differs("the seat of the other")
    sat = _seats(wanted, project, other) if homes else []
    if len(sat) != 1 or mine is None or not isinstance(change.new, dict):
        return OPEN
    swapped = {field, *(one.field for one in wanted.asked.more if one.how == "swap")}
    columns = [name for one, name in _COLUMNS.items() if one in swapped] or _COLUMNS.values()
    for name in _COLUMNS.values():
        want = sat[0].get(name) if name in columns else mine.get(name)
        if change.new.get(name) != want:
            return differs("what the other had")
    return AGREES
