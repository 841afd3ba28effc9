"""Whole numbers in words are those of num2words."""

from decimal import Decimal
from pathlib import Path

import pytest

from agentic_solver.erc3.numeral import stated_numbers
from agentic_solver.erc3.words import spelled
from tests.script import load_script

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "number_words.py"


def test_the_module_is_what_the_script_writes() -> None:
    script = load_script(SCRIPT)
    assert script.source() == Path(spelled.__file__).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("log twenty-one hours", 21),
        ("zweiundvierzig Stunden", 42),
        ("vingt et un jours", 21),
        ("quarante-deux", 42),
        ("dwadzieścia jeden godzin", 21),
        ("huszonegy óra", 21),
        ("yetmişbeş saat", 75),
        ("sixty-two thousand", 62_000),
        ("zweiundsechzigtausend Euro", 62_000),
        ("п'ятдесят годин", 50),
    ],
)
def test_a_number_of_several_words_is_one_number(text: str, number: int) -> None:
    assert stated_numbers(text) == {Decimal(number)}


def test_words_of_other_languages_are_no_numbers() -> None:
    """Turkish ten, Danish two and four, Hungarian six."""
    assert stated_numbers("come on, hand me the hat, to whom the fire is known") == frozenset()
