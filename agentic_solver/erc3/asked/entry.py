"""New time entries: those that are asked for, one by one, and nothing beside them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.request_reading import AskedChange, Detail, Target, Value
from agentic_solver.erc3.asked.days import days_meant
from agentic_solver.erc3.asked.grounds import Grounds
from agentic_solver.erc3.asked.judged import AGREES, HELD, OPEN, Judged, Says, differs
from agentic_solver.erc3.asked.target import led_by_caller, meant
from agentic_solver.erc3.asked.text import is_said, text_follows
from agentic_solver.erc3.asked.value import (
    choice_follows,
    hours_said,
    is_rounded,
    number,
    of_target,
)
from agentic_solver.erc3.sqltext import listed, quoted
from agentic_solver.erc3.tools.facade import PlannedWrite

_COPIED = ("status", "work_category", "billable", "notes")

__all__ = ["AskedEntry", "detail_follows", "entries_asked", "entry_follows", "is_whole"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedEntry:
    """One time entry that is asked for."""

    asked: AskedChange
    people: tuple[str, ...]
    """Whose it is; several where it cannot be told which of them."""
    projects: tuple[str, ...]
    day: date | None
    """None where the day cannot be told."""
    words: str


def entries_asked(asked: AskedChange, grounds: Grounds) -> tuple[list[AskedEntry], bool]:
    """Return the entries that a change asks for, and whether that is certain."""
    sure = not asked.condition
    projects = [_projects(one, grounds) for one in asked.more if one.field == "project"]
    projects = projects or [_from_targets(asked, grounds)]
    people: list[tuple[str, ...]] = []
    for target in asked.targets or (Target(kind="me"),):
        found = meant(target, grounds.records)
        sure = sure and (found.sure or len(found.ids) > 1)
        people += [(one,) for one in found.ids] if found.sure else [found.ids]
    if len(people) == len(projects) == 1:
        who, what = _seated(people[0], projects[0], grounds)
        people, projects = [who], [what]
    elif len(projects) == 1:
        people = [_seated(who, projects[0], grounds)[0] for who in people]
    days = _days(asked, grounds)
    entries = [
        AskedEntry(
            asked=asked,
            people=who,
            projects=what,
            day=day,
            words=asked.value.words if asked.value is not None else asked.verb,
        )
        for who in people
        for what in projects
        for day in days
    ]
    return entries, sure


def _seated(
    people: tuple[str, ...], projects: tuple[str, ...], grounds: Grounds
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the people and the projects that names may mean: those who sit there come first."""
    if len(people) == len(projects) == 1 or not people or not projects:
        return people, projects
    rows = grounds.records.rows(
        "SELECT DISTINCT t.employee, t.project FROM project_team t "
        f"WHERE t.employee IN ({listed(people)}) AND t.project IN ({listed(projects)}) "
        "ORDER BY 1, 2"
    )
    if rows and len(rows) > 1:
        led = led_by_caller(tuple(str(row[1]) for row in rows), grounds.records)
        rows = [row for row in rows if row[1] in led]
    if not rows or len(rows) != 1:
        return people, projects
    return (str(rows[0][0]),), (str(rows[0][1]),)


def is_whole(asked: AskedChange, grounds: Grounds) -> bool:
    """Whether a request tells all that a time entry needs: whose, on what, when, how long."""
    entries, sure = entries_asked(asked, grounds)
    values = [one.value for one in asked.more if one.field == "hours"]
    values += [asked.value] if asked.value is not None else []
    told = len(values) == 1 and (
        values[0].of is not None
        or hours_said(values[0]) is not None
        or grounds.unit(values[0], "time_entries.hours") is not None
    )
    one_each = all(
        len(one.people) == 1 and len(one.projects) == 1 and one.day is not None for one in entries
    )
    return sure and told and bool(entries) and one_each


def _projects(detail: Detail, grounds: Grounds) -> tuple[str, ...]:
    value = detail.value
    if value.of is not None:
        return meant(value.of, grounds.records).ids
    text = value.value if isinstance(value.value, str) else value.words
    return tuple(grounds.records.find("project", value.words or text, (text,))) if text else ()


def _from_targets(asked: AskedChange, grounds: Grounds) -> tuple[str, ...]:
    """Return the project that stands as a condition of whose hours they are."""
    for target in asked.targets:
        for one in target.where:
            if one.field == "project" and isinstance(one.value, str):
                return tuple(grounds.records.find("project", one.words or one.value, (one.value,)))
            if one.field == "project" and isinstance(one.value, Target):
                return meant(one.value, grounds.records).ids
    return ()


def _days(asked: AskedChange, grounds: Grounds) -> Sequence[date | None]:
    """Return the days; today where none is told."""
    told = [one.value for one in asked.more if one.field == "date"]
    if not told:
        return (grounds.records.today,)
    found: list[date | None] = []
    for value in told:
        days = (
            days_meant(value.value, grounds.records.today) if isinstance(value.value, str) else None
        )
        found += days if days else [None]
    return found


def entry_follows(
    wanted: AskedEntry,
    write: PlannedWrite,
    grounds: Grounds,
    replaced: Sequence[JsonObject] = (),
) -> Judged:
    """Judge one new entry against one that is asked for.

    ``replaced`` are entries that it comes in the place of: what is not told may be as in them.
    """
    found = AGREES
    for judged in _judgements(wanted, write, grounds, replaced):
        if judged.says is Says.DIFFERS:
            return judged
        if judged.says is Says.OPEN and not found.held:
            found = judged
    return found


def _judgements(
    wanted: AskedEntry, write: PlannedWrite, grounds: Grounds, replaced: Sequence[JsonObject]
) -> Iterator[Judged]:
    entry = write.changes
    yield _one_of(wanted.people, entry.get("employee"), "whose hours")
    yield _one_of(wanted.projects, entry.get("project"), "the project")
    if wanted.day is None:
        yield OPEN
    else:
        yield AGREES if entry.get("date") == str(wanted.day) else differs(wanted.day)
    yield _hours(wanted, write, grounds)
    told = {one.field: one for one in wanted.asked.more}
    copied = [*_copied(wanted.asked, grounds), *replaced]
    yield _status(told.get("status"), write, grounds, [one.get("status") for one in copied])
    category = told.get("category")
    like = {name: [one.get(name) for one in copied] for name in _COPIED}
    if category is not None or entry.get("work_category") not in like["work_category"]:
        yield _category(category, write, grounds)
    yield _billing(told.get("billable"), write, grounds, like["billable"])
    notes = told.get("notes") or told.get("text")
    if notes is not None or entry.get("notes") not in like["notes"]:
        yield _notes(notes, write, grounds)


def _copied(asked: AskedChange, grounds: Grounds) -> list[dict[str, JsonValue]]:
    """Return the details of the entries that a new one is to be a copy of."""
    models = [one.value.of for one in asked.more] + [asked.value.of if asked.value else None]
    ids = [
        one
        for model in models
        if model is not None and model.kind == "entry"
        for one in of_target(model, grounds)
    ]
    if not ids:
        return []
    rows = grounds.records.rows(
        f"SELECT {', '.join('t.' + name for name in _COPIED)} FROM time_entries t "
        f"WHERE t.id IN ({listed(ids)}) ORDER BY t.id"
    )
    return [dict(zip(_COPIED, row, strict=True)) for row in rows or ()]


def _one_of(ids: tuple[str, ...], given: object, what: str) -> Judged:
    if given in ids:
        return AGREES if len(ids) == 1 else HELD
    return differs(what) if ids else OPEN


def _hours(wanted: AskedEntry, write: PlannedWrite, grounds: Grounds) -> Judged:
    asked, after = wanted.asked, number(write.changes.get("hours"))
    value = asked.value
    if asked.field != "hours":
        value = next((one.value for one in asked.more if one.field == "hours"), value)
    if value is None or after is None:
        return OPEN
    unit = grounds.unit(value, "time_entries.hours")
    if unit is not None:
        return AGREES if unit == after else differs(value.words)
    if value.of is not None:
        return _as_stored(value, write, grounds)
    given = hours_said(value)
    if given is None:
        return OPEN
    if asked.how == "fill_to":
        return _filled(given, write, grounds)
    if given == after:
        return AGREES
    return OPEN if is_rounded(given, after) else differs(given)


def _as_stored(value: Value, write: PlannedWrite, grounds: Grounds) -> Judged:
    ids = of_target(value.of, grounds)
    if not ids:
        return OPEN
    rows = grounds.records.rows(
        f"SELECT sum(t.hours) AS hours FROM time_entries t WHERE t.id IN ({listed(ids)})"
    )
    stored = number(rows[0][0]) if rows else None
    if stored is None:
        return OPEN
    return AGREES if stored == number(write.changes.get("hours")) else differs(value.words)


def _filled(total: object, write: PlannedWrite, grounds: Grounds) -> Judged:
    """The hours of the day, those that are there and the new ones, come to a total."""
    entry = write.changes
    rows = grounds.records.rows(
        "SELECT coalesce(sum(t.hours), 0) AS hours FROM time_entries t WHERE "
        f"t.employee = {quoted(str(entry.get('employee')))} "
        f"AND t.date = DATE '{entry.get('date')}' AND t.status <> 'voided'"
    )
    there = number(rows[0][0]) if rows else None
    after = number(entry.get("hours"))
    if there is None or after is None:
        return OPEN
    return AGREES if there + after == total else differs(total)


def _choice(
    told: Detail | None,
    column: str,
    write: PlannedWrite,
    grounds: Grounds,
    usual: tuple[object, ...],
) -> Judged:
    given = write.changes.get(column)
    if told is None:
        return AGREES if given in usual else differs(usual[0] if usual else "")
    if told.value.of is not None or told.how == "same_as":
        return AGREES if given in usual else OPEN
    return choice_follows(f"time_entries.{column}", told.value, given, grounds)


def _category(told: Detail | None, write: PlannedWrite, grounds: Grounds) -> Judged:
    """Judge the category: only the company can say what it calls what is told."""
    given = str(write.changes.get("work_category"))
    usual = "customer_project" if write.changes.get("customer") else "internal"
    ruled = (given,) if grounds.gives_by_default(given) else ()
    judged = _choice(told, "work_category", write, grounds, (usual, *ruled))
    is_open = judged.says is Says.DIFFERS and grounds.names(given)
    return OPEN if is_open else judged


def detail_follows(column: str, write: PlannedWrite, replaced: str, grounds: Grounds) -> Judged:
    """Judge what nobody asked about an entry that is logged anew in the place of another one.

    Args:
        replaced: id of the other one; a note may name it.
    """
    match column:
        case "status":
            return _status(None, write, grounds, ())
        case "work_category":
            return _category(None, write, grounds)
        case "billable":
            return OPEN if grounds.names("billable") else differs()
        case "notes":
            text = str(write.changes.get("notes") or "")
            figures = {one for one in text.split() if any(c.isdigit() for c in one)}
            return OPEN if figures == {replaced} else _notes(None, write, grounds)
        case _:
            return differs()


def _status(
    told: Detail | None, write: PlannedWrite, grounds: Grounds, like: Sequence[object]
) -> Judged:
    """Judge the status: hours begin as a draft, unless the company's pages say another one."""
    judged = _choice(told, "status", write, grounds, ("draft", *like))
    named = grounds.names(str(write.changes.get("status")))
    return OPEN if told is None and not judged.agrees and named else judged


def _billing(
    told: Detail | None, write: PlannedWrite, grounds: Grounds, like: Sequence[object]
) -> Judged:
    """Hours for a customer are billable where nothing is said; all else is the company's to say."""
    usual = (True,) if write.changes.get("customer") else (True, False)
    judged = _choice(told, "billable", write, grounds, (*usual, *like))
    return OPEN if told is None and not judged.agrees else judged


def _notes(told: Detail | None, write: PlannedWrite, grounds: Grounds) -> Judged:
    notes = str(write.changes.get("notes") or "")
    if told is None:
        if not notes.strip():
            return AGREES
        return OPEN if grounds.prescribes(notes) else differs("no notes")
    if told.value.of is not None:
        return OPEN
    judged = text_follows("set", told.value, "", notes)
    if judged is not OPEN or told.value.exact:
        return judged
    if is_said(told.value.words, notes):
        return AGREES
    # another wording than the request's is shown before it is written
    return differs("notes") if grounds.against_text(write) else OPEN
