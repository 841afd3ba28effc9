"""Days as texts state them."""

from datetime import date

import pytest

from agentic_solver.erc3.day import states_day, without_days


@pytest.mark.parametrize(
    "text", ["2025-05-06", "2025/5/6", "06.05.2025", "6-5-25", "6 May 2025", "May 6", "5月6日"]
)
def test_a_day_is_read_in_its_usual_orders(text: str) -> None:
    assert states_day(f"on {text} please", date(2025, 5, 6))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2025-05-06", date(2025, 6, 5)),
        ("06.05.2025", date(2025, 6, 5)),
        ("on 6 May 2024", date(2025, 5, 6)),
        ("13 May, JC-6", date(2025, 5, 6)),
    ],
)
def test_no_other_day_is_stated(text: str, day: date) -> None:
    assert not states_day(text, day)


def test_slashes_have_one_order_where_the_text_shows_it() -> None:
    days_first = "from 5/6/2025 to 13/6/2025"
    assert states_day(days_first, date(2025, 6, 5))
    assert not states_day(days_first, date(2025, 5, 6))
    months_first = "from 5/6/2025 to 5/13/2025"
    assert states_day(months_first, date(2025, 5, 6))
    assert not states_day(months_first, date(2025, 6, 5))


def test_days_are_cut_out_with_their_years() -> None:
    assert without_days("3 h on 2025-05-06, 6 May 2025").split() == ["3", "h", "on", ","]
    assert without_days("Set 5 hours, 3/4 of it") == "Set 5 hours, 3/4 of it"


def test_a_day_whose_order_nothing_shows_is_none() -> None:
    may, june = date(2025, 5, 6), date(2025, 6, 5)
    assert not states_day("on 5/6/2025", june)
    assert not states_day("on 5/6/2025", may)
    assert states_day("on 5/5/2025", date(2025, 5, 5))
    for customs, meant, other in (("since 31/1/2020", june, may), ("since 1/31/2020", may, june)):
        assert states_day("on 5/6/2025", meant, customs=customs)
        assert not states_day("on 5/6/2025", other, customs=customs)
    assert not states_day("on 5/6/2025", june, customs="31/1/2020, 1/31/2020")
