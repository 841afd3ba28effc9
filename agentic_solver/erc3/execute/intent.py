"""Intent: a change is made only where the words of the request give evidence of it.

For every resolved write three questions are asked. Does the request speak of such a change at
all? Does it tell the new value? Does it name the record, or describe it? The caller's right to
make the change is no answer to any of them. What can be compared without a language (names,
figures, stored values, quoted texts) is compared; the rest is looked up in lists of words. A
request in words that no list knows is judged by names, figures and values alone.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from types import MappingProxyType

from pydantic import JsonValue

from agentic_solver.contracts.rule import Operation
from agentic_solver.erc3.execute.grounding import SCALE, foreign_marks
from agentic_solver.erc3.execute.meant import OPERATIONS
from agentic_solver.erc3.execute.seating import seated
from agentic_solver.erc3.execute.timesheet import logged, mended
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
from agentic_solver.erc3.execute.writeup import note_written, page_written
from agentic_solver.erc3.tools.facade import PlannedWrite
from agentic_solver.erc3.words.deed import PROJECT_STATES

__all__ = ["Wish", "reason_against"]

_TEXTS = ("content", "notes", "text")
"""Columns whose texts a plan may word."""
_NO_WORD = "no words of the request ask for a change of this kind"
_OTHER_WAY = "the request asks for the opposite"


def reason_against(write: PlannedWrite, wish: Wish) -> str:
    """Return why the request does not ask for ``write``; empty where it does."""
    value = _VALUES[write.operation](write, wish)
    if value.against or _brings_an_address(wish):
        return value.against or NO_VALUE
    asking = wish.asking
    facet = OPERATIONS[write.operation]
    spoken = value.named or facet in asking.facets
    if not spoken and not asking.facets:  # its words for the kind, if any, are in no list
        spoken = value.told or asking.holds_any(wish.terms(write.operation))
    if not spoken:
        return _NO_WORD
    return "" if wish.meant.covers(write) else NOT_MEANT


def _brings_an_address(wish: Wish) -> bool:
    """Whether a written text holds an address of the plan's own, or characters nobody sees."""
    return any(
        foreign_marks(constant.value, (wish.asking.text,))
        for column in _TEXTS
        for constant in wish.made(column).constants
        if isinstance(constant.value, str) and not wish.rules_say(constant.value)
    )


def _salary(write: PlannedWrite, wish: Wish) -> Value:
    new, old = number(write.changes.get("salary")), number(write.current.get("salary"))
    if new is None:
        return Value(against=NO_VALUE)
    if stated(wish, new):
        return Value(told=True)
    if old is not None and new - old in wish.units("employees.salary"):
        return Value(named=True, told=True)
    told = old is not None and (stated(wish, new - old) or _is_percentage(wish, old, new))
    if told and old and wish.asking.direction * (new - old) < 0:
        return Value(against=_OTHER_WAY)
    return Value(
        told=told,
        against="" if told or is_derived(wish, "salary", employee_of(write)) else NO_VALUE,
    )


def _is_percentage(wish: Wish, old: Decimal, new: Decimal) -> bool:
    """Whether a figure has changed by a percentage of the request, rounded to whole units."""
    return any(
        abs(abs(new - old) - abs(old) * share / 100) < 1 for share in wish.asking.percentages
    )


def _levels(field: str, kind: str) -> Callable[[PlannedWrite, Wish], Value]:
    def judge(write: PlannedWrite, wish: Wish) -> Value:
        before = _by_name(wish.record(str(write.targets.get("employee"))).get(field))
        after = _by_name(write.changes.get(field))
        changed = [name for name in after if after[name] != before.get(name)]
        meant = wish.meant.values(kind)
        named = all(name in meant or wish.asking.mentions(name) for name in changed)
        if not named and not wish.asking.speaks_of_all:
            return Value(against=NO_VALUE)
        steps = [(after[name], after[name] - before.get(name, Decimal(0))) for name in changed]
        told = all(_is_level_told(wish, field, level, step) for level, step in steps)
        if not told and (
            "level" in wish.constants or not is_derived(wish, "level", employee_of(write))
        ):
            return Value(against=NO_VALUE)
        way = wish.asking.direction
        if told and all(step * way < 0 and not stated(wish, level) for level, step in steps):
            return Value(against=_OTHER_WAY)
        return Value(named=named, told=named and told)

    return judge


def _is_level_told(wish: Wish, field: str, level: Decimal, step: Decimal) -> bool:
    """Whether the request states a level or the step to it; the scale may cut a step short."""
    figures = wish.asking.numbers
    if stated(wish, level, step) or step in wish.units(f"employee_{field}.level"):
        return True
    if level in SCALE and any(abs(step) < figure for figure in figures):
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


def _is_place(value: str, field: str, wish: Wish) -> bool:
    """Whether a value that the request speaks of is stored, or stands there as a name."""
    asking = wish.asking
    if value in wish.meant.values(field) or value in asking.quotations:
        return True
    if value in wish.stored(field):
        return asking.shares_words(value)
    named = value[:1].upper() == value[:1] and value in asking.text
    return named and asking.says(value)


def _place(field: str) -> Callable[[PlannedWrite, Wish], Value]:
    def judge(write: PlannedWrite, wish: Wish) -> Value:
        value = str(write.changes.get(field) or "")
        if _is_place(value, field, wish):
            # Places are named for much else, too: in what is asked about, above all.
            named = wish.asking.corrects or not wish.asking.ends_in_a_question
            return Value(named=named, told=True)
        # the same as that of somebody whom the request names
        others = wish.meant.named("employee") - {str(write.targets.get("employee"))}
        shared = any(wish.record(other).get(field) == value for other in sorted(others))
        return Value(told=shared, against="" if shared else NO_VALUE)

    return judge


def _project_status(write: PlannedWrite, wish: Wish) -> Value:
    value, asked = str(write.changes.get("status")), wish.asking.states(PROJECT_STATES)
    if value in wish.called("projects.status"):
        return Value(named=True, told=True)
    if asked and value not in asked:
        return Value(against=NO_VALUE)
    return Value(told=value in asked)


_VALUES: Mapping[Operation, Callable[[PlannedWrite, Wish], Value]] = MappingProxyType(
    {
        Operation.UPDATE_SALARY: _salary,
        Operation.UPDATE_NOTES: note_written,
        Operation.UPDATE_SKILLS: _levels("skills", "skill"),
        Operation.UPDATE_WILLS: _levels("wills", "will"),
        Operation.UPDATE_LOCATION: _place("location"),
        Operation.UPDATE_DEPARTMENT: _place("department"),
        Operation.UPDATE_PROJECT_STATUS: _project_status,
        Operation.UPDATE_PROJECT_TEAM: seated,
        Operation.LOG_TIME: logged,
        Operation.UPDATE_TIME: mended,
        Operation.UPDATE_WIKI: page_written,
    }
)
