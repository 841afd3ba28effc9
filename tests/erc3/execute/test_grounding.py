"""Grounding: a constant may be written only where the request states it."""

import pytest
from pydantic import JsonValue

from agentic_solver.erc3.execute.grounding import Sources, fold, literal_is_stated


def stated(value: JsonValue, text: str, argument: str = "hours") -> bool:
    sources = Sources(request=text)
    return literal_is_stated(value, sources, argument=argument, free_text=frozenset({"notes"}))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "log 3 hours"),
        (3.0, "log 3 hours"),
        (2.5, "buche 2,5 Stunden"),
        (2.5, "log 2.5h"),
        (62000, "set it to 62,000 please"),
        (62000, "auf 62.000 Euro"),
        (62000, "62000"),
        (-3, "reduce by 3"),
        (3, "log three hours"),
        (0.5, "half an hour"),
        (2, "zwei Stunden"),
        (8, "otto ore"),
        (5, "cinco horas"),
        (4, "cztery godziny"),
        (3, "trois heures"),
        (3, "drie uur"),
    ],
)
def test_a_number_is_stated_in_figures_or_words(value: float, text: str) -> None:
    assert stated(value, text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "log 30 hours"),
        (3, "log some hours"),
        (8, "log a full day"),
        (25, "buche 2,50 Stunden"),
        (62001, "62,000"),
        (0.5, "log 5 hours"),
        (1000000, "give her a raise"),
    ],
)
def test_another_number_is_not_stated(value: float, text: str) -> None:
    assert not stated(value, text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("2025-03-31", "on 2025-03-31"),
        ("2025-03-31", "am 31.03.2025"),
        ("2025-03-31", "on 3/31/2025"),
        ("2025-03-31", "le 31-3-2025"),
        ("Fast Lane", "for the ﬁrst project FAST   lane"),
        ("voided", "cancel that entry"),
        ("Lead", "make her responsible"),
        ("paused", "stop the project"),
        ("", "no notes"),
    ],
)
def test_text_is_stated_folded_dates_in_any_order_and_choices_are_free(
    value: str, text: str
) -> None:
    assert stated(value, text, "x")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("2025-03-30", "on 31.03.2025"),
        ("2025-03-31", "yesterday"),
        ("Rome", "move her to Milan"),
        ("2025-13-45", "on 13.45.2025"),
    ],
)
def test_other_text_is_not_stated(value: str, text: str) -> None:
    assert not stated(value, text, "x")


def test_free_text_null_and_booleans_are_free_and_lists_are_checked_item_by_item() -> None:
    assert stated("anything at all", "x", "notes")
    assert stated(None, "x")
    assert stated(True, "x")
    assert stated([1, 2], "1 or 2")
    assert not stated([1, 3], "1 or 2")


def test_folding_ignores_case_width_and_white_space() -> None:
    assert fold("  ＡＢｃ\n ß ") == "abc ss"
