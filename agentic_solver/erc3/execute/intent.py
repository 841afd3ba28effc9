"""Intent: a change is made only where the words of the request give evidence of it.

For every resolved write three questions are asked. Does the request speak of such a change at
all? Does it tell the new value? Does it name the record, or describe it? The caller's right to
make the change is no answer to any of them. What can be compared without a language (names,
figures, stored values, quoted texts) is compared; the rest is looked up in lists of words. A
request in words that no list knows is judged by names, figures and values alone.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Operation
from agentic_solver.erc3.execute.asking import Asking
from agentic_solver.erc3.execute.deed_words import PROJECT_STATES, TIME_STATES
from agentic_solver.erc3.execute.meant import Meant
from agentic_solver.erc3.snapshot.search import TOP_LEVEL
from agentic_solver.erc3.tools.facade import PlannedWrite

__all__ = ["Wish", "reason_against"]

_FACETS = MappingProxyType(
    {
        Operation.UPDATE_SALARY: "salary",
        Operation.UPDATE_NOTES: "notes",
        Operation.UPDATE_SKILLS: "skills",
        Operation.UPDATE_WILLS: "wills",
        Operation.UPDATE_LOCATION: "location",
        Operation.UPDATE_DEPARTMENT: "department",
        Operation.UPDATE_PROJECT_STATUS: "project status",
        Operation.UPDATE_PROJECT_TEAM: "team",
        Operation.LOG_TIME: "time",
        Operation.UPDATE_TIME: "time",
        Operation.UPDATE_WIKI: "wiki",
    }
)
_SCALE = (1, TOP_LEVEL)
_NO_WORD = "no words of the request ask for a change of this kind"
_NO_VALUE = "the request does not state this new value"
_OTHER_WAY = "the request asks for the opposite"
_NOT_MEANT = "the request neither names nor describes this record"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What the writes of one call are compared with."""

    asking: Asking
    meant: Meant
    loose_figures: bool
    """Whether a constant that neither request nor rules state takes part in the new figure."""
    units: Callable[[str], frozenset[Decimal]]
    """Column → the amounts that the request gives by terms of the company, signs included."""
    called: Callable[[str], frozenset[str]]
    """Column → the values that the request gives by the company's words for them."""
    terms: Callable[[Operation], frozenset[str]]
    """Operation → the words that only the rules about it use: terms of the company."""
    constants: frozenset[str]
    """Arguments that hold constants of the plan."""
    record: Callable[[str], JsonObject]
    """Id of an employee → the record as it is now."""
    page: Callable[[str], str | None]
    """Path → the page as it is now; None where there is none."""


def reason_against(write: PlannedWrite, wish: Wish) -> str:
    """Return why the request does not ask for ``write``; empty where it does."""
    value = _VALUES[write.operation](write, wish)
    if value.against:
        return value.against
    asking = wish.asking
    facet = _FACETS[write.operation]
    spoken = value.named or facet in asking.facets
    if not spoken and not asking.facets:  # its words for the kind, if any, are in no list
        spoken = value.told or asking.holds_any(wish.terms(write.operation))
    if not spoken:
        return _NO_WORD
    return "" if wish.meant.covers(write) else _NOT_MEANT


@dataclass(frozen=True, slots=True, kw_only=True)
class _Value:
    """What the request says of a new value."""

    against: str = ""
    """Why it cannot be meant."""
    told: bool = False
    """It is there, as a figure or as text."""
    named: bool = False
    """It is there by a name that can mean nothing else: no word for the change is needed."""


def _stated(wish: Wish, *values: Decimal) -> bool:
    return any(abs(value) in wish.asking.numbers for value in values)


def _number(value: JsonValue) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return Decimal(str(value)).normalize()


def _salary(write: PlannedWrite, wish: Wish) -> _Value:
    new, old = _number(write.changes.get("salary")), _number(write.current.get("salary"))
    if new is None:
        return _Value(against=_NO_VALUE)
    if _stated(wish, new):
        return _Value(told=True)
    if old is not None and new - old in wish.units("employees.salary"):
        return _Value(named=True, told=True)
    ways = [new - old, round((new - old) * 100 / old, 1).normalize()] if old else []
    told = _stated(wish, *ways)
    if told and old and wish.asking.direction * (new - old) < 0:
        return _Value(against=_OTHER_WAY)
    return _Value(told=told, against="" if told or not wish.loose_figures else _NO_VALUE)


def _notes(write: PlannedWrite, wish: Wish) -> _Value:
    new, old = str(write.changes.get("notes") or ""), str(write.current.get("notes") or "")
    return _text(new, old, wish)


def _text(new: str, old: str, wish: Wish) -> _Value:
    """Text that is written down is given by the request, or clears what is there."""
    asking = wish.asking
    if not new.strip():
        return _Value(against="" if asking.removes else _NO_VALUE)
    added = _added(new, old)
    for quote in asking.quotations:
        if quote.casefold() in added.casefold():
            added = re.sub(re.escape(quote), " ", added, flags=re.IGNORECASE)
            fits = " " not in quote or _adds_little(added, asking)
            return _Value(told=True, against="" if fits else _NO_VALUE)
    told = asking.shares_words(added)
    # words of the request that are not set apart as a text may well mean another change
    return _Value(told=told and asking.sets_apart(added), against="" if told else _NO_VALUE)


def _added(new: str, old: str) -> str:
    """Return what a text has that the old one had not: in its lines, or beside all of it."""
    if old.strip() and old in new:
        return new.replace(old, " ", 1)
    lines = set(old.splitlines())
    return "\n".join(line for line in new.splitlines() if line not in lines)


def _adds_little(rest: str, asking: Asking) -> bool:
    """Whether what stands beside a quoted text is in words of the request, or in hardly any."""
    return not re.search(r"\w{4}", rest) or asking.shares_words(rest)


def _levels(field: str, kind: str) -> Callable[[PlannedWrite, Wish], _Value]:
    def judge(write: PlannedWrite, wish: Wish) -> _Value:
        before = _by_name(wish.record(str(write.targets.get("employee"))).get(field))
        after = _by_name(write.changes.get(field))
        changed = [name for name in after if after[name] != before.get(name)]
        meant = wish.meant.values(kind)
        named = all(name in meant or wish.asking.mentions(name) for name in changed)
        if not named and not wish.asking.speaks_of_all:
            return _Value(against=_NO_VALUE)
        steps = [(after[name], after[name] - before.get(name, Decimal(0))) for name in changed]
        told = all(_is_level_told(wish, field, level, step) for level, step in steps)
        if not told and (wish.loose_figures or "level" in wish.constants):
            return _Value(against=_NO_VALUE)
        way = wish.asking.direction
        if told and all(step * way < 0 and not _stated(wish, level) for level, step in steps):
            return _Value(against=_OTHER_WAY)
        return _Value(named=named, told=named and told)

    return judge


def _is_level_told(wish: Wish, field: str, level: Decimal, step: Decimal) -> bool:
    """Whether the request states a level or the step to it; the scale may cut a step short."""
    figures = wish.asking.numbers
    if _stated(wish, level, step) or step in wish.units(f"employee_{field}.level"):
        return True
    if level in _SCALE and any(abs(step) < figure for figure in figures):
        return True
    # many languages say one step without a number
    return abs(step) == 1 and (figures <= {1} or wish.asking.direction == step)


def _by_name(levels: JsonValue) -> dict[str, Decimal]:
    rows = levels if isinstance(levels, list) else []
    return {
        str(row["name"]): Decimal(str(row["level"]))
        for row in rows
        if isinstance(row, dict) and "name" in row and "level" in row
    }


def _place(field: str) -> Callable[[PlannedWrite, Wish], _Value]:
    def judge(write: PlannedWrite, wish: Wish) -> _Value:
        value = str(write.changes.get(field) or "")
        if value in wish.meant.values(field) or wish.asking.shares_words(value):
            # Places are named for much else, too: in what is asked about, above all.
            named = wish.asking.corrects or not wish.asking.ends_in_a_question
            return _Value(named=named, told=True)
        # the same as that of somebody whom the request names
        others = wish.meant.named("employee") - {str(write.targets.get("employee"))}
        shared = any(wish.record(other).get(field) == value for other in sorted(others))
        return _Value(told=shared, against="" if shared else _NO_VALUE)

    return judge


def _project_status(write: PlannedWrite, wish: Wish) -> _Value:
    value, asked = str(write.changes.get("status")), wish.asking.states(PROJECT_STATES)
    if value in wish.called("projects.status"):
        return _Value(named=True, told=True)
    if asked and value not in asked:
        return _Value(against=_NO_VALUE)
    return _Value(told=value in asked)


def _team(write: PlannedWrite, wish: Wish) -> _Value:
    numbers = [_number(seat.get("time_slice")) for seat in _seats(write.changes.get("team"))]
    roles = {str(seat.get("role")) for seat in _seats(write.changes.get("team"))}
    told = _stated(wish, *(number for number in numbers if number is not None))
    told = told or any(wish.asking.says(role) for role in roles)
    # project and people together can hardly be named for anything else
    return _Value(told=told or wish.meant.names_seats(write))


def _seats(team: JsonValue) -> list[JsonObject]:
    return [seat for seat in team if isinstance(seat, dict)] if isinstance(team, list) else []


def _logged(write: PlannedWrite, wish: Wish) -> _Value:
    status = str(write.changes.get("status") or "")
    chosen = "status" in wish.constants and status != "draft"
    if chosen and status not in wish.asking.states(TIME_STATES):
        return _Value(against=_NO_VALUE)
    hours = _number(write.changes.get("hours"))
    if hours in wish.units("time_entries.hours"):
        return _Value(named=True, told=True)
    told = hours is not None and _stated(wish, hours, hours * 60)
    return _Value(told=told, against="" if told or not wish.loose_figures else _NO_VALUE)


def _entry(write: PlannedWrite, wish: Wish) -> _Value:
    asking, changes = wish.asking, write.changes
    status = changes.get("status")
    if status is not None and status != write.current.get("status"):
        asked = {*asking.states(TIME_STATES), *wish.called("time_entries.status")}
        if asking.corrects or asking.removes:
            asked.add("voided")
        if status not in asked:
            return _Value(against=_NO_VALUE)
    hours, old = _number(changes.get("hours")), _number(write.current.get("hours"))
    if hours is not None and hours != old:
        ways = (hours, hours * 60, hours - (old or 0), (hours - (old or 0)) * 60)
        if not _stated(wish, *ways) and wish.loose_figures:
            return _Value(against=_NO_VALUE)
    day = str(write.current.get("date"))
    if asking.days and not min(asking.days) <= day <= max(asking.days):
        return _Value(against=_NOT_MEANT)
    named = status is not None and asking.says(str(status))
    return _Value(named=named, told=named)


def _page(write: PlannedWrite, wish: Wish) -> _Value:
    path, new = str(write.changes.get("file")), str(write.changes.get("content") or "")
    old = wish.page(path)
    told = wish.asking.says(path)
    if not new:
        moved = wish.meant.moves_page
        return _Value(told=told, against="" if moved or wish.asking.removes else _NO_VALUE)
    # the text that the request quotes goes into a page that is there, and into what is worded
    # (a single quoted word, such as a status that is to be explained, is no text of its own)
    quotes = any(" " in quote for quote in wish.asking.quotations)
    worded = old is not None or ("content" in wish.constants and quotes)
    if wish.meant.moves_page or not wish.asking.quotations or not worded:
        return _Value(told=told)
    if _drops_lines(new, old or "") and new.strip() not in wish.asking.quotations:
        return _Value(against="" if wish.asking.removes else _NO_VALUE)
    found = _text(new, old or "", wish)
    return _Value(told=told or found.told, against=found.against)


def _drops_lines(new: str, old: str) -> bool:
    """Whether more lines go than come."""
    before, after = set(old.splitlines()), set(new.splitlines())
    return len(before - after) > len(after - before)


_VALUES: Mapping[Operation, Callable[[PlannedWrite, Wish], _Value]] = MappingProxyType(
    {
        Operation.UPDATE_SALARY: _salary,
        Operation.UPDATE_NOTES: _notes,
        Operation.UPDATE_SKILLS: _levels("skills", "skill"),
        Operation.UPDATE_WILLS: _levels("wills", "will"),
        Operation.UPDATE_LOCATION: _place("location"),
        Operation.UPDATE_DEPARTMENT: _place("department"),
        Operation.UPDATE_PROJECT_STATUS: _project_status,
        Operation.UPDATE_PROJECT_TEAM: _team,
        Operation.LOG_TIME: _logged,
        Operation.UPDATE_TIME: _entry,
        Operation.UPDATE_WIKI: _page,
    }
)
