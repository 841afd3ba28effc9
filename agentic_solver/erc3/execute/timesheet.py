"""Time entries: the hours, the day and the details that a request asks for."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Operation
from agentic_solver.erc3.execute.asking import Asking
from agentic_solver.erc3.execute.wish import (
    NO_VALUE,
    NOT_MEANT,
    Value,
    Wish,
    employee_of,
    is_derived,
    number,
    stated,
)
from agentic_solver.erc3.execute.writeup import text_told
from agentic_solver.erc3.tools.facade import PlannedWrite
from agentic_solver.erc3.words.deed import BILLING, TIME_STATES

__all__ = ["logged", "logged_too_often", "mended"]

_CLOSE = 3
"""Days around today that every language has words for."""
_LOG_DEFAULTS: JsonObject = {"billable": True, "work_category": None}


def logged(write: PlannedWrite, wish: Wish) -> Value:
    status = str(write.changes.get("status") or "")
    chosen = "status" in wish.constants and status != "draft"
    if chosen and status not in wish.asking.states(TIME_STATES):
        return Value(against=NO_VALUE)
    if not _is_day_told(write, wish) or not _are_details_told(write, _LOG_DEFAULTS, wish):
        return Value(against=NO_VALUE)
    notes = str(write.changes.get("notes") or "")
    if notes and "notes" in wish.constants and not wish.asking.is_foreign:
        against = text_told(notes, "", wish).against
        if against:
            return Value(against=against)
    hours = number(write.changes.get("hours"))
    if hours in wish.units("time_entries.hours"):
        return Value(named=True, told=True)
    told = hours is not None and (
        stated(wish, hours, hours * 60) or wish.says("hours", float(hours))
    )
    derived = told or is_derived(wish, "hours", employee_of(write), figures=True)
    return Value(told=told, against="" if derived else NO_VALUE)


def logged_too_often(writes: Sequence[PlannedWrite], asking: Asking) -> bool:
    """Whether entries that the request tells once are made several times.

    That is the same hours of somebody on a project more than once a day, or on several days where
    the request tells one.
    """
    days: dict[tuple[str, str, Decimal], list[str]] = {}
    for write in writes:
        entry, hours = write.changes, number(write.changes.get("hours"))
        if write.operation is Operation.LOG_TIME and hours is not None:
            one = (str(entry["employee"]), str(entry["project"]), hours)
            days.setdefault(one, []).append(str(entry["date"]))
    return not asking.speaks_of_each and any(
        _is_too_often(hours, found, asking) for (_who, _what, hours), found in days.items()
    )


def _is_too_often(hours: Decimal, days: Sequence[str], asking: Asking) -> bool:
    count, once_a_day = len(days), len(set(days)) == len(days)
    if count <= max(1, asking.times(hours)) or (count != hours and count in asking.numbers):
        return False
    return asking.tells_one_day or not once_a_day


def _is_day_told(write: PlannedWrite, wish: Wish) -> bool:
    """Whether the request states the day of an entry, or may mean it by a word such as *today*.

    A stored day may go on to the next entry, where one is put right.
    """
    asking = wish.asking
    try:
        day = date.fromisoformat(str(write.changes.get("date")))
    except ValueError:
        return False
    made = wish.made("date")
    kept = made.columns == {"date"} and not made.mixed and not made.constants
    if asking.states_day(day) or (asking.corrects and kept):
        return True
    apart = abs((wish.today - day).days)
    if asking.days and not (apart <= _CLOSE and asking.speaks_of_now):
        first, last = (date.fromisoformat(found) for found in (min(asking.days), max(asking.days)))
        return first <= day <= last and first != last
    figures = asking.numbers | {Decimal(1)}
    counted = apart in figures or (apart % _WEEK == 0 and apart // _WEEK in figures)
    return apart <= _CLOSE or counted or (apart <= _FORTNIGHT and asking.names_weekday(day))


def _are_details_told(write: PlannedWrite, usual: Mapping[str, JsonValue], wish: Wish) -> bool:
    """Whether whatever departs from what is usual is asked for, or a rule speaks of it."""
    billable, category = write.changes.get("billable"), write.changes.get("work_category")
    if billable is not None and billable != usual.get("billable"):
        words = BILLING.split()
        spoken = any(word in " ".join(wish.asking.plain_words) for word in words)
        if not spoken and not wish.rules_say("billable"):
            return False
    if category is None or category == usual.get("work_category"):
        return True
    given = "work_category" in wish.constants
    return not given or wish.asking.mentions(str(category)) or wish.rules_say(str(category))


def mended(write: PlannedWrite, wish: Wish) -> Value:
    asking, changes = wish.asking, write.changes
    status = changes.get("status")
    if status is not None and status != write.current.get("status"):
        asked = {*asking.states(TIME_STATES), *wish.called("time_entries.status")}
        if asking.corrects or asking.removes:
            asked.add("voided")
        if status not in asked:
            return Value(against=NO_VALUE)
    hours, old = number(changes.get("hours")), number(write.current.get("hours"))
    if hours is not None and hours != old:
        ways = (hours, hours * 60, hours - (old or 0), (hours - (old or 0)) * 60)
        if not stated(wish, *ways) and not is_derived(wish, "hours", employee_of(write)):
            return Value(against=NO_VALUE)
    day = str(write.current.get("date"))
    moved = changes.get("date") not in (None, day)
    if moved and not _is_day_told(write, replace(wish, asking=asking.without_day(day))):
        return Value(against=NO_VALUE)
    if not _are_details_told(write, write.current, wish):
        return Value(against=NO_VALUE)
    if asking.days and not min(asking.days) <= day <= max(asking.days):
        return Value(against=NOT_MEANT)
    # "Void te_17": an entry that is named and a word for its new status say the kind of change
    told = status in asking.states(TIME_STATES) and asking.says(str(write.body.get("id")))
    called = status in wish.called("time_entries.status")
    named = status is not None and (told or called or asking.says(str(status)))
    return Value(named=named, told=named)


_WEEK, _FORTNIGHT = 7, 14
