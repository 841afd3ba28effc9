"""Numbers as texts state them."""

from decimal import Decimal

import pytest

from agentic_solver.erc3.numeral import digits_of, numbers_of, percentages, shares, stated_numbers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("3", {"3"}),
        ("2,5", {"2.5"}),
        ("1.250", {"1.25", "1250"}),
        ("1.250 and 3,5", {"1250", "3.5"}),
        ("1.250 and 3.5", {"1.25", "3.5"}),
        ("1,250.5", {"1250.5"}),
        ("2.500,50", {"2500.5"}),
        ("1,250,000", {"1250000"}),
        ("1.250.000,75", {"1250000.75"}),
        ("61 500", {"61500"}),
        ("61'500", {"61500"}),
        ("5½", {"5.5"}),
        ("٣٫٥", {"3.5"}),
        ("10k", {"10000"}),
    ],
)
def test_a_separator_is_read_in_one_way_where_the_text_shows_which(
    text: str, numbers: set[str]
) -> None:
    assert numbers_of(f"pay {text} at once") == {Decimal(number) for number in numbers}


def test_several_texts_state_what_they_would_state_in_one() -> None:
    request, rules = "raise it by 1.500", "A raise is 250,50 at most.\nHalf of it is paid at once."
    numbers = {Decimal(one) for one in ("1", "1500", "250.5", "0.5")}
    assert stated_numbers(request, rules) == numbers
    assert stated_numbers(f"{request}\n{rules}") == numbers
    assert percentages("by 10", "never over 20 percent") == {Decimal(20)}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("A watch is six hours.", "6"),
        ("Zwölf Stunden", "12"),
        ("Half of it", "0.5"),
        ("quinze heures", "15"),
        ("двадцать, 20", "20"),
    ],
)
def test_words_state_numbers_too(text: str, number: str) -> None:
    assert numbers_of(text) == {Decimal(number)}


def test_an_article_is_a_one_only_where_that_is_asked_for() -> None:
    assert stated_numbers("a watch") == {Decimal(1)}
    assert numbers_of("a watch") == set()


def test_a_word_that_means_something_else_in_another_language_is_no_number() -> None:
    assert stated_numbers("Send them to the fire station") == set()


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("3 hours on 2025-05-06", {"3"}),
        ("10 percent from 1 June 2025", {"0.1"}),
        ("for li_04 and JC-4410", set()),
    ],
)
def test_figures_of_days_and_ids_are_none_and_a_percentage_is_a_share(
    text: str, numbers: set[str]
) -> None:
    assert numbers_of(text) == {Decimal(number) for number in numbers}


@pytest.mark.parametrize(
    "text", ["10 percent of 7", "um 10 Prozent, 7", "10 % und 7", "7 y 10 por ciento", "%10, 7"]
)
def test_percentages_are_told_from_other_figures(text: str) -> None:
    assert percentages(text) == {Decimal(10)}


def test_every_figure_may_be_a_percentage_where_none_is_marked() -> None:
    assert percentages("raise by 10") == {Decimal(10)}


def test_digits_are_read_wherever_they_stand() -> None:
    assert digits_of("JC-4410 of 2025-05-06, ٣٤") == {Decimal(n) for n in (4410, 2025, 5, 6, 34)}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("by less than *a tenth* of the pay", ["10"]),
        ("two thirds, or a quarter", ["66.67", "25"]),
        ("um höchstens ein Zehntel", ["10"]),
        ("moins d'un cinquième", ["20"]),
        ("10 of 12", []),
        ("three halves", []),
    ],
)
def test_parts_of_a_whole_are_read_in_words(text: str, parts: list[str]) -> None:
    assert shares(text) == {Decimal(part).quantize(Decimal("0.01")) for part in parts}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("it was four and a half hours", "4.5"),
        ("4 hours and a half", "4.5"),
        ("viereinhalb Stunden", "4.5"),
        ("sept heures et demie", "7.5"),
        ("tres horas y media", "3.5"),
    ],
)
def test_a_half_belongs_to_the_number_before_it(text: str, number: str) -> None:
    assert Decimal(number) in numbers_of(text)
    assert Decimal("1.5") not in numbers_of("half a day, a half")


@pytest.mark.parametrize(
    "text",
    ["The limit is set at **4 %** for 2026.", "set at 4 % for 2026", "out 4 % ago", "mar 4% 2026"],
)
def test_a_percentage_is_no_day_beside_a_word_that_may_be_a_month(text: str) -> None:
    assert Decimal(4) in percentages(text)


@pytest.mark.parametrize("text", ["on **5 May** 2025", "**May 5**, 2025", "le 1er mai 2025"])
def test_a_day_in_bold_is_no_number(text: str) -> None:
    assert stated_numbers(text) == frozenset()
