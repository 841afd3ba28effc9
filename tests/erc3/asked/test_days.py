"""The closed grammar of days: every term, the ends of months and years, and nonsense."""

import calendar
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentic_solver.erc3.asked.days import days_meant

TODAY = date(2025, 5, 7)
"""A Wednesday."""
DAYS = st.dates(date(2, 1, 1), date(9997, 12, 31))
NEAR = st.dates(date(100, 1, 1), date(9900, 12, 31))


def one(text: str, today: date = TODAY) -> date:
    found = days_meant(text, today)
    assert found is not None, text
    (day,) = found
    return day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2025-03-31", "2025-03-31"),
        ("2024-02-29", "2024-02-29"),
        (" 2025-03-31 ", "2025-03-31"),
        ("today", "2025-05-07"),
        ("today-1", "2025-05-06"),
        ("today+30", "2025-06-06"),
        ("today-0", "2025-05-07"),
        ("last.5", "2025-05-02"),
        ("last.3", "2025-04-30"),
        ("last.2", "2025-05-06"),
        ("next.5", "2025-05-09"),
        ("next.3", "2025-05-14"),
        ("next.4", "2025-05-08"),
        ("week-1.5", "2025-05-02"),
        ("week+0.1", "2025-05-05"),
        ("week.7", "2025-05-11"),
        ("week+1.1", "2025-05-12"),
        ("month.8", "2025-05-08"),
        ("month+0.8", "2025-05-08"),
        ("month-1.31", "2025-04-30"),
        ("month-3.29", "2025-02-28"),
        ("month-5.1", "2024-12-01"),
        ("month+8.31", "2026-01-31"),
        ("--03-31", "2025-03-31"),
        ("--12-24", "2024-12-24"),
        ("--11-01", "2025-11-01"),
        ("--02-29", "2024-02-29"),
    ],
)
def test_each_term_means_its_day(text: str, day: str) -> None:
    assert str(one(text)) == day


@pytest.mark.parametrize(
    ("text", "first", "last", "number"),
    [
        ("week", "2025-05-05", "2025-05-11", 7),
        ("week-1", "2025-04-28", "2025-05-04", 7),
        ("month", "2025-05-01", "2025-05-31", 31),
        ("month-3", "2025-02-01", "2025-02-28", 28),
        ("2024-02", "2024-02-01", "2024-02-29", 29),
        ("2025", "2025-01-01", "2025-12-31", 365),
        ("2024", "2024-01-01", "2024-12-31", 366),
        ("2024-12-30..2025-01-02", "2024-12-30", "2025-01-02", 4),
        ("today-1..today", "2025-05-06", "2025-05-07", 2),
        ("2025-01..2025-03", "2025-01-01", "2025-03-31", 90),
        ("2025-05-07..2025-05-07", "2025-05-07", "2025-05-07", 1),
        ("last.1..last.5", "", "", 0),
    ],
)
def test_a_span_means_every_day_of_it(text: str, first: str, last: str, number: int) -> None:
    found = days_meant(text, TODAY)
    if not number:  # the Monday of this week comes after the Friday of the last one
        assert found is None
        return
    assert found is not None
    assert (str(found[0]), str(found[-1]), len(found)) == (first, last, number)
    assert all(after - before == timedelta(1) for before, after in pairwise(found))


def test_a_list_means_each_day_once_and_in_its_order() -> None:
    found = days_meant("today, 2025-05-05..2025-05-07, --05-01", TODAY)
    assert [str(day) for day in found or ()] == [
        "2025-05-07", "2025-05-05", "2025-05-06", "2025-05-01",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "", " ", ",", "..", "today,", ",today", "today..", "..today", "yesterday", "Friday",
        "31.03.2025", "03/31/2025", "2025-3-1", "2025-02-29", "2025-02-30", "2025-13-01",
        "2025-00-10", "2025-01-00", "0000-01-01", "0000", "2025-00", "2025-13", "--00-01",
        "--13-01", "--02-30", "--01-00", "-03-31", "today-", "today--1", "today1", "today-99999",
        "today-1.5", "last", "last.0", "last.8", "last.12", "next.-1", "week.0", "week.8",
        "week-1000", "week-1.5.5", "month.", "month.0", "month-1.00", "month.100", "month+1000",
        "2025-05-08..2025-05-07", "today..today-1", "2025-01-01..2025-01-02..2025-01-03",
        "1000..2025", "0001..9999", "2025-01-01T10:00", "2025-01-01 or so", "TODAY", "None",
        "9" * 5_000, "today-" + "9" * 5_000, "2025-01-01," * 2_000 + "x", "\u202e2025-01-01",
        "2025\u20130\u20131", "2025-01-01\u200b",
    ],
)  # fmt: skip
def test_what_is_no_term_means_no_day(text: str) -> None:
    assert days_meant(text, TODAY) is None


@pytest.mark.parametrize(
    "text", [",".join(["2016..2025"] * 500), ",".join(["2016..2025", "1900..1909"] * 300)]
)
def test_a_list_is_no_longer_than_a_span_may_be(text: str) -> None:
    found = days_meant(text, TODAY)
    assert found is None or len(found) <= 3_700


@given(DAYS)
def test_a_day_that_is_written_out_means_itself_whenever_it_is_read(day: date) -> None:
    assert one(day.isoformat(), TODAY) == day


@given(NEAR, st.integers(-9_999, 9_999))
def test_days_from_today_are_counted(today: date, number: int) -> None:
    assert one(f"today{number:+d}", today) == today + timedelta(number)


@given(NEAR, st.integers(1, 7))
def test_the_last_and_the_next_of_a_weekday_are_never_today_and_within_a_week(
    today: date, weekday: int
) -> None:
    before, after = one(f"last.{weekday}", today), one(f"next.{weekday}", today)
    assert before.isoweekday() == after.isoweekday() == weekday
    assert timedelta(1) <= today - before <= timedelta(7)
    assert timedelta(1) <= after - today <= timedelta(7)


@given(NEAR, st.integers(-999, 999), st.integers(1, 7))
def test_a_day_of_a_week_is_so_many_weeks_from_that_of_this_week(
    today: date, weeks: int, weekday: int
) -> None:
    day = one(f"week{weeks:+d}.{weekday}", today)
    assert day.isoweekday() == weekday
    monday = today - timedelta(today.isoweekday() - 1)
    assert timedelta(7 * weeks) <= day - monday < timedelta(7 * weeks + 7)
    whole = days_meant(f"week{weeks:+d}", today)
    assert whole is not None
    assert (len(whole), whole[weekday - 1]) == (7, day)


@given(NEAR, st.integers(-999, 999), st.integers(1, 99))
def test_a_day_of_a_month_is_that_day_or_the_last_one_of_the_month(
    today: date, months: int, number: int
) -> None:
    day = one(f"month{months:+d}.{number}", today)
    assert (day.year - today.year) * 12 + day.month - today.month == months
    assert day.day == min(number, calendar.monthrange(day.year, day.month)[1])
    whole = days_meant(f"month{months:+d}", today)
    assert whole is not None
    assert whole[day.day - 1] == day
    assert len(whole) == calendar.monthrange(day.year, day.month)[1]


@given(NEAR, st.integers(1, 12), st.integers(1, 31))
def test_a_day_without_a_year_is_the_nearest_one(today: date, month: int, number: int) -> None:
    found = days_meant(f"--{month:02d}-{number:02d}", today)
    if found is None:  # no such day, or a leap day that is far away
        assert number > 28
        return
    (day,) = found
    assert (day.month, day.day) == (month, number)
    for years in (-1, 1):
        try:
            other = day.replace(year=day.year + years)
        except ValueError:
            continue
        assert abs(other - today) >= abs(day - today)


@given(st.text(), DAYS)
def test_any_text_means_some_days_or_none_and_raises_nothing(text: str, today: date) -> None:
    found = days_meant(text, today)
    assert found is None or (found and len(set(found)) == len(found))


TERMS = st.sampled_from(
    ["today", "last.5", "next.1", "week", "week-999", "month+999", "month-999.31", "--02-29",
     "today-9999", "today+9999", "0001-01-01", "9999-12-31", "0001", "9999-12", "month.1"]
)  # fmt: skip


@given(st.sampled_from([date.min, date.max, date(1, 12, 31), date(9999, 1, 1)]), TERMS, TERMS)
def test_at_the_ends_of_the_calendar_there_is_a_day_or_none(
    today: date, first: str, second: str
) -> None:
    for text in (first, f"{first},{second}", f"{first}..{second}"):
        found = days_meant(text, today)
        assert found is None or all(date.min <= day <= date.max for day in found)
