"""Grounding: a constant may be written only where the request states it."""

import pytest
from pydantic import JsonValue

from agentic_solver.erc3.execute.grounding import (
    Sources,
    factor_is_stated,
    fold,
    literal_is_stated,
    plain_value,
)


def stated(value: JsonValue, text: str, argument: str = "hours") -> bool:
    sources = Sources(request=text)
    return literal_is_stated(value, sources, argument=argument)


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
        ("update her", "Dora moved to Brno, update hers"),
        ("o Brno", "Dora moved to Brno"),
        ("2025-06-05", "on 2025-05-06"),
        ("2025-13-45", "on 13.45.2025"),
    ],
)
def test_other_text_is_not_stated(value: str, text: str) -> None:
    assert not stated(value, text, "x")


@pytest.mark.parametrize(
    "text",
    [
        "on 31 March", "am 31. März 2025", "le 31 mars", "31 marca 2025", "31. března", "31 марта",
        "στις 31 Μαρτίου", "31. maaliskuuta", "2025 m. kovo 31 d.", "31 березня",
    ],
)  # fmt: skip
def test_a_day_may_be_spelled_in_the_language_of_the_request(text: str) -> None:
    assert stated("2025-03-31", text, "date")
    assert not stated("2025-05-31", text, "date")
    assert not stated("2025-03-30", text, "date")


@pytest.mark.parametrize("text", ["31 of them in a marina", "31 Μαρτίου 2024", "στις 31"])
def test_a_number_beside_another_word_is_no_day(text: str) -> None:
    assert not stated("2025-04-30", text, "date")
    assert not stated("2025-12-31", text, "date")


def test_null_and_booleans_are_free_and_lists_are_checked_item_by_item() -> None:
    assert stated(None, "x")
    assert stated(True, "x")
    assert stated([1, 2], "1 or 2")
    assert not stated([1, 3], "1 or 2")


def test_folding_ignores_case_width_and_white_space() -> None:
    assert fold("  ＡＢｃ\n ß ") == "abc ss"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.75, "45 minutes"), (1.5, "an hour and 30 minutes"), (2.5, "zwei Stunden 30 Minuten")],
)
def test_hours_may_be_stated_in_minutes(value: float, text: str) -> None:
    assert stated(value, text)
    assert not stated(value, text, argument="salary")


def test_a_rule_about_the_argument_converts_a_number_of_the_request() -> None:
    policy = "A time slice is a share of the week: 0.2 is one day.\nA raise is at most 7 percent."
    sources = Sources(request="three days a week", policy=policy)

    def converted(value: float, argument: str) -> bool:
        return literal_is_stated(value, sources, argument=argument)

    assert converted(0.6, "time_slice")
    assert not converted(0.4, "time_slice")
    assert not converted(21, "time_slice")
    assert not converted(0.6, "hours")


@pytest.mark.parametrize(
    ("factor", "is_stated"),
    [(1.1, True), (0.9, True), (0.1, True), (10, False), (1.2, False), (3, False), (0, False)],
)
def test_a_factor_is_stated_as_a_percentage_too(factor: float, is_stated: bool) -> None:
    assert factor_is_stated(factor, Sources(request="raise it by 10 percent")) is is_stated


def test_every_item_of_a_list_is_stated_or_none_is() -> None:
    assert stated([3, "Fast Lane"], "log 3 hours on the fast lane")
    assert not stated([3, 4], "log 3 hours")
    assert stated([], "log 3 hours")


@pytest.mark.parametrize("value", [True, False, "1.1", None, [1]])
def test_what_is_no_number_is_no_factor(value: JsonValue) -> None:
    assert not factor_is_stated(value, Sources(request="raise by 10 percent, 1, true"))


@pytest.mark.parametrize(
    ("value", "text", "found"),
    [
        (1.1, "raise it by 10 percent", True),
        (0.9, "cut it by 10 percent", True),
        (0.1, "10 percent of it", True),
        (10, "ten times as much", True),
        (0.25, "one of 4 parts", True),
        (1.1, "raise it by 11 percent", False),
        (0.2, "10 percent of it", False),
        (0, "10 percent of it", False),
        (3, "10 percent of it", False),
        (5, "one of 100 parts", False),
    ],
)
def test_a_factor_is_stated_as_such_or_as_a_share_or_a_change(
    value: float, text: str, found: bool
) -> None:
    assert factor_is_stated(value, Sources(request=text)) is found


@pytest.mark.parametrize(("text", "found"), [("ops", True), ("OPS", True), ("op", False)])
def test_a_rule_states_words_of_three_letters_and_more(text: str, found: bool) -> None:
    sources = Sources(request="log it", policy="Maintenance is booked under ops.")
    assert literal_is_stated(text, sources, argument="category") is found


@pytest.mark.parametrize(
    ("value", "text"),
    [(2, "2"), (2.0, "2"), ("2", "2"), (2.50, "2.5"), (True, "True"), (100, "100"), (None, "None")],
)
def test_equal_values_have_one_plain_text(value: JsonValue, text: str) -> None:
    assert plain_value(value) == text


def test_what_vouches_as_the_request_does_is_read_apart_from_it() -> None:
    sources = Sources(request="log the first watch of 8", also=("October is busy; a watch is 6 h",))
    assert literal_is_stated(6, sources, argument="hours")
    assert literal_is_stated("October is busy", sources, argument="notes")
    assert not literal_is_stated("2025-10-08", sources, argument="date")
    assert not literal_is_stated("8 October", sources, argument="notes")
