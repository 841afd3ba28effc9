"""The closed grammar of days in a reading: what a request says of a day, without its language.

``2025-03-31`` a day; ``--03-31`` the one nearest to today; ``today``, ``today-1``; ``last.5`` the
latest Friday before today, ``next.5``; ``week-1.5`` the fifth day of last week, ``week+0`` a week;
``month-1.31`` a day of last month, or its last one; ``A..B`` every day of a span, ``A,B`` each of
a list. A month (``2025-10``) or a year is a span.
"""

import calendar
import re
from datetime import date, timedelta

__all__ = ["days_meant"]

_SPAN_LIMIT = 3_700
"""In days: some ten years."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_MONTH = re.compile(r"(\d{4})-(\d\d)")
_YEAR = re.compile(r"\d{4}")
_YEARLESS = re.compile(r"--(\d\d)-(\d\d)")
_RELATIVE = re.compile(r"today(?:([+-]\d{1,4}))?")
_WEEKDAY = re.compile(r"week([+-]\d{1,3})?\.([1-7])")
_MONTHDAY = re.compile(r"month([+-]\d{1,3})?\.(?!0+$)(\d{1,2})")
_NAMED = re.compile(r"(last|next)\.([1-7])")
_WEEK = re.compile(r"week([+-]\d{1,3})?")
_WHOLE_MONTH = re.compile(r"month([+-]\d{1,3})?")


def days_meant(text: str, today: date) -> tuple[date, ...] | None:
    """Return every day that a text of the grammar means, in order; None for any other text."""
    found: dict[date, None] = {}
    for part in text.replace(" ", "").split(","):
        first, dots, last = part.partition("..")
        begin = _span(first, today)
        end = _span(last, today) if dots else begin
        if begin is None or end is None:
            return None
        days = (end[1] - begin[0]).days
        if not 0 <= days <= _SPAN_LIMIT:
            return None
        found |= dict.fromkeys(begin[0] + timedelta(number) for number in range(days + 1))
        if len(found) > _SPAN_LIMIT:
            return None
    return tuple(found)


def _span(text: str, today: date) -> tuple[date, date] | None:
    """Return the first and the last day of one term."""
    try:
        if _DAY.fullmatch(text):
            day = date.fromisoformat(text)
            return day, day
        if match := _YEARLESS.fullmatch(text):
            return _nearest(int(match[1]), int(match[2]), today)
        if match := _RELATIVE.fullmatch(text):
            day = today + timedelta(int(match[1] or 0))
            return day, day
        if match := _WEEKDAY.fullmatch(text):
            monday = today - timedelta(today.weekday()) + timedelta(7 * int(match[1] or 0))
            day = monday + timedelta(int(match[2]) - 1)
            return day, day
        if match := _NAMED.fullmatch(text):
            apart = (int(match[2]) - today.isoweekday()) % 7
            day = today + timedelta(apart - 7 if match[1] == "last" else apart or 7)
            return day, day
        if match := _WEEK.fullmatch(text):
            monday = today - timedelta(today.weekday()) + timedelta(7 * int(match[1] or 0))
            return monday, monday + timedelta(6)
        if match := _MONTHDAY.fullmatch(text):
            first, last = _month(_shifted(today, int(match[1] or 0)))
            day = min(first + timedelta(int(match[2]) - 1), last)
            return day, day
        if match := _WHOLE_MONTH.fullmatch(text):
            return _month(_shifted(today, int(match[1] or 0)))
        if match := _MONTH.fullmatch(text):
            return _month(date(int(match[1]), int(match[2]), 1))
        if _YEAR.fullmatch(text):
            return date(int(text), 1, 1), date(int(text), 12, 31)
    except (ValueError, OverflowError):
        return None
    return None


def _nearest(month: int, day: int, today: date) -> tuple[date, date]:
    years = [year for year in (today.year, today.year - 1, today.year + 1) if 1 <= year <= 9999]
    found = [date(year, month, day) for year in years if day <= calendar.monthrange(year, month)[1]]
    nearest = min(found, key=lambda one: abs((one - today).days))
    return nearest, nearest


def _shifted(today: date, months: int) -> date:
    year, month = divmod(today.year * 12 + today.month - 1 + months, 12)
    return date(year, month + 1, 1)


def _month(first: date) -> tuple[date, date]:
    return first, first.replace(day=calendar.monthrange(first.year, first.month)[1])
