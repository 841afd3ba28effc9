"""Limits: whether the amounts and days of a write lie within what a rule covers."""

from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import AccessPredicate, Limit, Measure

__all__ = ["TODAY", "is_in_force", "limit_words", "unmet_limits"]

TODAY = "today"
"""The name of the day on which is asked."""

_DAY = "date"
_ROW_KEYS = ("name", "employee")
"""Fields that say which record of a list is meant."""


class _Figure(NamedTuple):
    """A figure, or a day by its number."""

    number: Decimal
    is_day: bool = False


def unmet_limits(
    access: AccessPredicate, args: JsonObject, current: JsonObject, today: str
) -> tuple[Limit, ...]:
    """Return the limits of a rule that a write is not within; without any the rule covers it.

    Args:
        access: an allow or deny rule.
        args: what the write sets; of lists the records that change.
        current: what the target has before it, lists as a whole.
        today: the ISO day on which is asked.
    """
    allow = access.effect == "allow"
    return tuple(
        limit
        for limit in access.limits
        if not _is_met(limit, _figures(limit, args, current, today), allow=allow)
    )


def is_in_force(access: AccessPredicate, today: str) -> bool:
    """Whether a rule holds on a day; of a read nothing else can be limited."""
    return not any(limit.of == TODAY for limit in unmet_limits(access, {}, {}, today))


def _is_met(limit: Limit, figures: Iterable[_Figure | None], *, allow: bool) -> bool:
    """Whether all figures lie within, for an allow rule, or one does, for a deny rule.

    What is not given neither breaks an allow rule nor meets a deny rule; what cannot be known
    closes.
    """
    within = [_lies_within(limit, figure) for figure in figures]
    closed = [not allow if found is None else found for found in within]
    return all(closed) if allow else any(closed)


def _lies_within(limit: Limit, figure: _Figure | None) -> bool | None:
    """Whether a figure keeps to every bound; None where they cannot be compared."""
    ends = (limit.least, limit.above, limit.most, limit.below)
    least, above, most, below = (None if end is None else _parsed(end) for end in ends)
    known = [end for end in (least, above, most, below) if end is not None]
    if figure is None or any(end.is_day is not figure.is_day for end in known):
        return None
    return (
        (least is None or figure >= least)
        and (above is None or figure > above)
        and (most is None or figure <= most)
        and (below is None or figure < below)
    )


def _parsed(bound: str) -> _Figure:
    day = _day(bound) if "-" in bound[1:] else None
    return day or _Figure(Decimal(bound))


def _figures(
    limit: Limit, args: JsonObject, current: JsonObject, today: str
) -> Iterator[_Figure | None]:
    """Yield what a limit looks at; None for what cannot be known."""
    name, _, field = limit.of.partition(".")
    given, before = args.get(name), current.get(name)
    if name == TODAY:
        yield _day(today)
    elif name == _DAY:
        known = [day for day in (before, given) if day is not None]
        if not known:
            yield None
        for day in known:
            yield _days_ago(day, today) if limit.measure is Measure.AGE else _day(day)
    elif not field:
        yield from _measured(limit.measure, given, before)
    elif given is not None:
        for row in given if isinstance(given, list) else [given]:
            if isinstance(row, dict):
                yield from _measured(limit.measure, row.get(field), _before(row, before, field))
            else:
                yield None


def _measured(measure: Measure, asked: JsonValue, present: JsonValue) -> Iterator[_Figure | None]:
    new, old = _number(asked), _number(present)
    if measure is Measure.PRESENT:
        yield None if old is None else _Figure(old)
    elif asked is None:
        return
    elif measure is Measure.VALUE:
        yield None if new is None else _Figure(new)
    elif new is None or old is None:
        yield None
    elif measure is Measure.CHANGE:
        yield _Figure(new - old)
    else:
        yield _Figure((new - old) * 100 / old) if old and measure is Measure.PERCENT else None


def _before(row: JsonObject, rows: JsonValue, field: str) -> JsonValue:
    """Return a figure of the same record before the change: 0 where there was none."""
    if not isinstance(rows, list):
        return None
    key = next((name for name in _ROW_KEYS if name in row), "")
    same = [old for old in rows if isinstance(old, dict) and old.get(key) == row.get(key)]
    if len(same) > 1:
        return None
    return same[0].get(field) if same else 0


def _number(value: JsonValue) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    number = Decimal(str(value))
    return number if number.is_finite() else None


def _day(value: JsonValue) -> _Figure | None:
    try:
        day = date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return None if day is None else _Figure(Decimal(day.toordinal()), is_day=True)


def _days_ago(value: JsonValue, today: str) -> _Figure | None:
    day, now = _day(value), _day(today)
    return None if day is None or now is None else _Figure(now.number - day.number)


# In words --------------------------------------------------------------------------------

_SUBJECTS = {
    Measure.VALUE: "{}",
    Measure.PRESENT: "{} before the change",
    Measure.CHANGE: "change of {}",
    Measure.PERCENT: "change of {} in percent",
    Measure.AGE: "days since {}",
}
_OF_FIGURES = {"least": "at least", "above": "above", "most": "at most", "below": "below"}
_OF_DAYS = {"least": "not before", "above": "after", "most": "not after", "below": "before"}


def limit_words(limit: Limit) -> str:
    """Return a limit in words, with the figures of the rule."""
    bounds = {end: bound for end in _OF_FIGURES if (bound := getattr(limit, end)) is not None}
    words = _OF_DAYS if any("-" in bound[1:] for bound in bounds.values()) else _OF_FIGURES
    said = " and ".join(f"{words[end]} {bound}" for end, bound in bounds.items())
    subject = limit.of.replace(".", " ").replace("_", " ")
    return f"{_SUBJECTS[limit.measure].format(subject)} {said}"
