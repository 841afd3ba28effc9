"""Numbers as texts state them."""

from decimal import Decimal

import pytest

from agentic_solver.erc3.numeral import numbers_of, stated_numbers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("3", {"3"}),
        ("2,5", {"2.5", "25"}),
        ("1.250", {"1.25", "1250"}),
        ("1,250.5", {"1250.5", "12505"}),
        ("2.500,50", {"2500.5", "250050"}),
        ("1,250,000", {"1250000"}),
        ("1.250.000,75", {"1250000.75", "125000075"}),
    ],
)
def test_the_last_separator_may_be_a_decimal_mark_and_a_repeated_one_is_none(
    text: str, numbers: set[str]
) -> None:
    assert numbers_of(f"pay {text} at once") == {Decimal(number) for number in numbers}


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
