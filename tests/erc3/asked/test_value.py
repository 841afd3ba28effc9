"""What a field becomes: numbers, choices, names and days, worked out from what is stored."""

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.request_reading import How, Value
from agentic_solver.contracts.rule import Operation, Rule, Unit
from agentic_solver.erc3.asked.judged import AGREES, OPEN, Says, differs
from agentic_solver.erc3.asked.value import (
    becomes,
    choice_follows,
    day_follows,
    hours_said,
    name_follows,
    number,
    number_follows,
    of_target,
    salary_factor,
)
from tests.erc3.asked.conftest import Open, told
from tests.readings import change, everyone, named, target, where

PAY, TIME = Operation.UPDATE_SALARY, Operation.LOG_TIME
SALARY = 483304
"""Of Dora Klein."""


def value(given_value: JsonValue, **rest: JsonValue) -> Value:
    return Value.model_validate_json(json.dumps({"value": given_value, **rest}))


@pytest.mark.parametrize(
    ("given_value", "found"),
    [
        (5, "5"), (5.5, "5.5"), ("5", "5"), (" 5.50 ", "5.50"), ("-3", "-3"), (0, "0"),
        (0.1, "0.1"), ("1e3", "1000"), (Decimal("7"), "7"),
        (True, None), (False, None), (None, None), ("", None), ("five", None), ("5 h", None),
        ("1,5", None), ("NaN", None), ("Infinity", None), (float("inf"), None),
        (float("nan"), None), ([5], None), ({"value": 5}, None), ("1e9999", None),
        ("1e999999999", None), ("-1e-999999999", None), (10**4_000, None), ("9" * 5_000, None),
    ],
)  # fmt: skip
def test_a_number_is_one_that_can_be_reckoned_with(given_value: object, found: str | None) -> None:
    assert number(given_value) == (None if found is None else Decimal(found))


def test_a_number_of_more_digits_than_python_writes_is_none() -> None:
    assert number(10**4_500) is None


AMOUNTS = st.decimals(-(10**6), 10**6, places=2)


@given(AMOUNTS, AMOUNTS)
def test_what_is_added_and_taken_away_again_leaves_what_was_there(
    old: Decimal, amount: Decimal
) -> None:
    more = becomes("add", amount, old)
    assert more is not None
    assert becomes("subtract", amount, more) == old
    assert becomes("set", amount, old) == amount
    assert becomes("multiply", Decimal(1), old) == becomes("percent_up", Decimal(0), old) == old
    assert becomes("percent_up", amount, old) == becomes("percent_down", -amount, old)
    assert becomes("multiply", 1 + amount / 100, old) == becomes("percent_up", amount, old)


@pytest.mark.parametrize(
    "how", ["same_as", "fill_to", "swap", "remove", "prepend", "remove_text", "empty", "other"]
)
def test_what_is_no_reckoning_gives_no_number(how: How) -> None:
    assert becomes(how, Decimal(1), Decimal(1)) is None


@pytest.mark.parametrize(
    ("how", "given_value", "new", "says"),
    [
        ("set", 500000, 500000, Says.AGREES),
        ("set", "500000", 500000, Says.AGREES),
        ("set", 500000, 500001, Says.DIFFERS),
        ("set", 500000.0, 500000, Says.AGREES),
        ("set", 500000, "500000", Says.AGREES),
        ("set", 500000.4, 500000, Says.DIFFERS),
        ("add", 10000, SALARY + 10000, Says.AGREES),
        ("add", 10000, SALARY - 10000, Says.DIFFERS),
        ("add", 10000, 10000, Says.DIFFERS),
        ("subtract", 10000, SALARY - 10000, Says.AGREES),
        ("subtract", 10000, SALARY + 10000, Says.DIFFERS),
        ("percent_up", 10, 531634.4, Says.AGREES),
        ("percent_up", 10, 531634, Says.AGREES),
        ("percent_up", 10, 531635, Says.AGREES),
        ("percent_up", 10, 531633, Says.DIFFERS),
        ("percent_up", 10, 531636, Says.DIFFERS),
        ("percent_up", 10, 531634.5, Says.DIFFERS),
        ("percent_up", 10, 536634, Says.DIFFERS),
        # in what steps it is rounded the company says
        ("percent_up", 10, 531640, Says.OPEN),
        ("percent_up", 10, 531600, Says.OPEN),
        ("percent_up", 10, 531650, Says.OPEN),
        ("percent_up", 10, 531500, Says.OPEN),
        ("percent_up", 10, 530000, Says.OPEN),
        ("percent_up", 10, 531400, Says.DIFFERS),
        ("percent_up", 10, 560000, Says.DIFFERS),
        ("percent_up", 10, 600000, Says.DIFFERS),
        ("set", 531634, 531600, Says.DIFFERS),
        ("add", 48330, 531600, Says.DIFFERS),
        ("percent_down", 10, 434973.6, Says.AGREES),
        ("percent_down", 10, 434974, Says.AGREES),
        ("percent_down", 10, 531634.4, Says.DIFFERS),
        ("multiply", 2, 2 * SALARY, Says.AGREES),
        ("multiply", 2, SALARY + 2, Says.DIFFERS),
        ("same_as", 5, 5, Says.OPEN),
        ("other", 5, 5, Says.OPEN),
        ("set", None, 5, Says.OPEN),
        ("set", "much", 5, Says.OPEN),
        ("set", True, 1, Says.OPEN),
        ("set", 5, None, Says.OPEN),
        ("set", 5, "much", Says.OPEN),
    ],
)
def test_a_number_is_what_is_asked_for_of_what_is_stored(
    how: How, given_value: JsonValue, new: JsonValue, says: Says, office: Open
) -> None:
    judged = number_follows(how, value(given_value), SALARY, new)
    assert judged.says is says


def test_without_a_value_a_number_is_open(office: Open) -> None:
    assert number_follows("set", None, 1, 1) is OPEN


@pytest.mark.parametrize(
    ("per", "factor"),
    [(None, 1), ("year", 1), ("month", 12), ("week", 52), ("day", None), ("hour", None),
     ("other", None), ("fortnight", None)],
)  # fmt: skip
def test_money_is_for_a_year(per: str | None, factor: int | None) -> None:
    assert salary_factor(value(1, per=per)) == factor


@pytest.mark.parametrize(
    ("asked", "new", "says"),
    [
        (change("set_salary", value={"value": 40000, "per": "month"}), 480000, Says.AGREES),
        (change("set_salary", value={"value": 40000, "per": "month"}), 40000, Says.DIFFERS),
        (change("set_salary", value={"value": 100, "per": "month"}, how="add"), SALARY + 1200,
         Says.AGREES),
        (change("set_salary", value={"value": 100, "per": "month"}, how="add"), SALARY + 100,
         Says.DIFFERS),
        (change("set_salary", value={"value": 10, "per": "month"}, how="percent_up"), 531634,
         Says.AGREES),
        (change("set_salary", value={"value": 2, "per": "month"}, how="multiply"), 2 * SALARY,
         Says.AGREES),
        (change("set_salary", value={"value": 40, "per": "hour"}), 83200, Says.OPEN),
        (change("set_salary", value={"of": named("Finn Olsen")}, how="same_as"), 601526,
         Says.AGREES),
        (change("set_salary", value={"of": named("Finn Olsen")}, how="same_as"), 601527,
         Says.DIFFERS),
        (change("set_salary", value={"of": named("Novak")}, how="same_as"), 592415, Says.OPEN),
        (change("set_salary", value={"of": named("Nobody Atall")}, how="same_as"), 1, Says.OPEN),
    ],
)  # fmt: skip
def test_a_salary_is_that_of_a_year_or_that_of_somebody_else(
    asked: JsonObject, new: int, says: Says, office: Open
) -> None:
    room = office("li_02")
    asked = {**asked, "targets": [named("Dora Klein")], "field": "salary"}
    assert room.says(asked, room.writes("set_salary", {"employee": "li_04", "salary": new})) is says


ENCORE = Unit(term="encore", amount="40")
PAID = told("One encore adds 40 to a salary.", field="employees.salary", unit=ENCORE)


@pytest.mark.parametrize(
    ("words", "given_value", "new", "says"),
    [
        ("an encore", None, SALARY + 40, Says.AGREES),
        ("two encores", 2, SALARY + 80, Says.AGREES),
        ("two encores", 2, SALARY + 40, Says.DIFFERS),
        ("an encore", None, SALARY + 41, Says.DIFFERS),
        ("an encore", "encore", SALARY + 40, Says.AGREES),
        ("a bonus", None, SALARY + 40, Says.OPEN),
        ("encored", None, SALARY + 40, Says.OPEN),
    ],
)
def test_a_term_of_the_company_stands_for_its_amount(
    words: str, given_value: JsonValue, new: int, says: Says, office: Open
) -> None:
    room = office("li_02", rules=(PAID,))
    given_words: JsonObject = {"words": words, "value": given_value}
    asked = change("set_salary", named("Dora Klein"), field="salary", how="add", value=given_words)
    assert room.says(asked, room.writes("set_salary", {"employee": "li_04", "salary": new})) is says


def test_a_term_of_another_field_stands_for_nothing(office: Open) -> None:
    rule = told("One encore is 40 hours.", field="time_entries.hours", unit=ENCORE)
    grounds = office(rules=(rule,)).grounds
    assert grounds.unit(value(None, words="an encore"), "employees.salary") is None
    assert grounds.unit(value(2, words="encores"), "time_entries.hours") == 80


HIBERNATE = told("To hibernate a project is to have it paused.", Operation.UPDATE_PROJECT_STATUS)


@pytest.mark.parametrize(
    ("words", "given_value", "new", "says"),
    [
        ("", "paused", "paused", Says.AGREES),
        ("", "Paused", "paused", Says.AGREES),
        ("", "paused", "archived", Says.DIFFERS),
        ("", "dormant", "paused", Says.OPEN),
        ("", None, "paused", Says.OPEN),
        ("hibernate", None, "paused", Says.OPEN),
        ("hibernate", None, "archived", Says.OPEN),
        ("hibernate", "archived", "paused", Says.OPEN),
        ("hibernate", "archived", "active", Says.DIFFERS),
        ("hibernate", "paused", "archived", Says.DIFFERS),
        ("wake", "active", "paused", Says.DIFFERS),
        ("", 3, "paused", Says.OPEN),
    ],
)
def test_a_choice_is_told_by_its_name_or_by_the_companys_word(
    words: str, given_value: JsonValue, new: str, says: Says, office: Open
) -> None:
    grounds = office(rules=(HIBERNATE,)).grounds
    judged = choice_follows("projects.status", value(given_value, words=words), new, grounds)
    assert judged.says is says


@pytest.mark.parametrize(
    ("given_value", "new", "says"),
    [
        (True, True, Says.AGREES), (False, False, Says.AGREES), (True, False, Says.DIFFERS),
        (False, True, Says.DIFFERS), (None, True, Says.DIFFERS), ("true", True, Says.DIFFERS),
        (1, True, Says.DIFFERS), (0, False, Says.DIFFERS),
    ],
)  # fmt: skip
def test_yes_and_no_are_no_numbers(
    given_value: JsonValue, new: bool, says: Says, office: Open
) -> None:
    judged = choice_follows("time_entries.billable", value(given_value), new, office().grounds)
    assert judged.says is says


def test_without_a_value_a_choice_a_name_and_a_day_are_open(office: Open) -> None:
    grounds = office().grounds
    assert choice_follows("projects.status", None, "paused", grounds) is OPEN
    assert name_follows("location", None, "Brno", grounds) is OPEN
    assert name_follows("location", value(None, words="Brno"), "Brno", grounds) is OPEN
    assert day_follows(None, "2025-05-07", grounds) is OPEN


@pytest.mark.parametrize(
    ("said", "new", "says"),
    [
        ("Brno", "Brno", Says.AGREES),
        ("brno", "Brno", Says.AGREES),
        ("Brno", "Turin", Says.DIFFERS),
        ("Oslo", "Oslo", Says.AGREES),
        ("Oslo", "oslo", Says.AGREES),
        ("Oslo", "Turin", Says.OPEN),
        ("Oslo", "Oslo; all rights", Says.OPEN),
    ],
)
def test_a_site_is_what_the_company_calls_it(said: str, new: str, says: Says, office: Open) -> None:
    judged = name_follows("location", value(said, words=said), new, office().grounds)
    assert judged.says is says


@pytest.mark.parametrize(
    ("said", "new", "says"),
    [
        ("2025-05-06", "2025-05-06", Says.AGREES),
        ("today-1", "2025-05-06", Says.AGREES),
        ("today-1", "2025-05-05", Says.DIFFERS),
        ("2025-05-05..2025-05-06", "2025-05-06", Says.OPEN),
        ("yesterday", "2025-05-06", Says.OPEN),
        ("", "2025-05-06", Says.OPEN),
        (20250506, "2025-05-06", Says.OPEN),
        (None, "2025-05-06", Says.OPEN),
    ],
)
def test_a_day_is_one_of_the_grammar(said: JsonValue, new: str, says: Says, office: Open) -> None:
    assert day_follows(value(said), new, office().grounds).says is says


@pytest.mark.parametrize(
    ("given_value", "hours"),
    [(3, 3), ("1.5", "1.5"), (24, 24), (90, "1.5"), (45, "0.75"), (None, None), ("two", None)],
)
def test_more_hours_than_a_day_has_are_minutes(given_value: JsonValue, hours: object) -> None:
    assert hours_said(value(given_value)) == (None if hours is None else Decimal(str(hours)))


def test_a_value_is_taken_from_the_records_that_are_meant(office: Open) -> None:
    grounds = office().grounds
    assert of_target(target(named("Finn Olsen")), grounds) == ("li_06",)
    assert of_target(target(named("Novak")), grounds) == ()
    assert of_target(target(everyone(where("name", "Novak"))), grounds) == ("li_05", "li_09")
    assert of_target(target(everyone(where("other", "best"), where("role", "QA"))), grounds) == ()
    assert of_target(None, grounds) == ()


def test_what_differs_says_what_was_asked_for() -> None:
    assert (differs(5).says, differs(5).wanted, differs().wanted) == (Says.DIFFERS, "5", "")
    assert AGREES.agrees
    assert not OPEN.agrees
    assert not differs().agrees


RULES: tuple[Rule, ...] = (told("Entries are draft and internal at first."), HIBERNATE)


@pytest.mark.parametrize(
    ("words", "tied", "is_tied"),
    [
        ("hibernate", "paused", True), ("Hibernate!", "Paused", True), ("hibern", "paused", False),
        ("hibernate", "draft", False), ("", "paused", False), ("internal", "draft", True),
    ],
)  # fmt: skip
def test_words_and_a_value_are_tied_by_one_rule_that_says_both(
    words: str, tied: str, is_tied: bool, office: Open
) -> None:
    assert office(rules=RULES).grounds.ties(words, tied) is is_tied


def test_a_default_is_what_a_rule_names_with_the_first_status(office: Open) -> None:
    grounds = office(rules=RULES).grounds
    assert grounds.gives_by_default("internal")
    assert not grounds.gives_by_default("customer_project")
    assert not office().grounds.gives_by_default("internal")
    right = told("Of entries in draft the Lead may write the internal ones.", TIME)
    assert not office(rules=(right,)).grounds.gives_by_default("internal")
    assert grounds.names("internal")
    assert not grounds.names("customer_project")
