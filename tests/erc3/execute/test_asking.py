"""What the words of a request are evidence of."""

from datetime import date
from decimal import Decimal

import pytest

from agentic_solver.erc3.execute.asking import Asking

PAGES = frozenset({"people/rules.md", "sales/rules.md", "index.md", "glossary"})


@pytest.mark.parametrize("text", ["and/or", "3/4 of it", "on 03/05/2025", "QA/Ops"])
def test_a_slash_is_no_path(text: str) -> None:
    assert "wiki" not in Asking(text, PAGES).facets


@pytest.mark.parametrize(
    "text", ["see people/pay.md", "in people/new", "INDEX.md?", "the Glossary."]
)
def test_a_path_is_a_page_its_folder_or_its_ending(text: str) -> None:
    assert "wiki" in Asking(text, PAGES).facets


@pytest.mark.parametrize("text", ["Dora’s pay – now", "5 €", "ok 👍", "5ª vez", "ʼtis"])
def test_marks_and_symbols_are_no_foreign_script(text: str) -> None:
    assert not Asking(text).is_foreign


@pytest.mark.parametrize("text", ["給与", "зарплата", "راتب", "μισθός"])
def test_letters_of_another_script_are(text: str) -> None:
    assert Asking(text).is_foreign


@pytest.mark.parametrize(
    "text",
    [
        "Without delay raise the salary of Dora",
        "Hi, no later than Friday raise the salary of Dora",
        "Ohne Umschweife das Gehalt erhöhen",
    ],
)
def test_a_negation_takes_back_what_it_governs_only(text: str) -> None:
    assert "salary" in Asking(text).facets


@pytest.mark.parametrize(
    "text", ["Do not raise the salary, archive the project", "Archive it, no salary change"]
)
def test_a_negated_clause_asks_for_nothing(text: str) -> None:
    assert "salary" not in Asking(text).facets


@pytest.mark.parametrize(
    "text", ["to 505000, not to 400000 as Finn asked", "to 505000 and not to 400000"]
)
def test_a_figure_that_is_not_wanted_is_none(text: str) -> None:
    assert Asking(text).numbers == {Decimal(505000)}


@pytest.mark.parametrize("name", ["", " ", "…"])
def test_a_record_without_a_name_is_named_by_no_request(name: str) -> None:
    asking = Asking("Raise the pay of Ann by 9.")
    assert not asking.says_all_words(name)
    assert not asking.says(name)
    assert not asking.mentions(name)
    assert not asking.shares_words(name)


def test_a_quotation_is_no_word_of_the_callers_unless_there_is_hardly_another() -> None:
    assert "salary" not in Asking('Write "the salary is fine" there').facets
    assert "salary" in Asking('"Salary" now').facets


def test_words_for_oneself_and_for_putting_right_are_told() -> None:
    assert Asking("Show my pay").speaks_of_caller
    assert not Asking("Show her pay").speaks_of_caller
    assert Asking("Correct her pay").corrects
    assert not Asking("Set her pay").corrects
    assert Asking("3h for Mole, please").facets >= {"time"}
    assert Asking("Vis det i dag").speaks_of_now


@pytest.mark.parametrize(
    ("text", "direction"),
    [("raise it", 1), ("cut it", -1), ("Dora (+5)", 1), ("-5 for Dora", -1), ("change it by 5", 0),
     ("raise it or cut it", 0), ("+5 and -3", 0)],
)  # fmt: skip
def test_words_and_signs_say_whether_up_or_down(text: str, direction: int) -> None:
    assert Asking(text).direction == direction


@pytest.mark.parametrize(
    ("text", "words", "is_named"),
    [
        ("it is idle", "", True),
        ("it is idle", "paus", True),
        ("put it on hold", "paus hold=", True),
        ("it holds", "paus hold=", False),
        ("it is pausing", "hold= stop paus", True),
        ("it is unpaused", "hold= stop paus", False),
        ("一時停止", "paus 停止", True),
    ],
)
def test_a_value_is_named_by_itself_or_by_a_word_for_it(
    text: str, words: str, is_named: bool
) -> None:
    assert Asking(text).states({"idle": words}) == ({"idle"} if is_named else frozenset())


def test_names_are_found_from_the_first_word_to_the_last() -> None:
    asking = Asking("Dora Klein leads what Finn Moor led")
    assert all(map(asking.says, ("Dora Klein", "Finn", "led")))
    assert not asking.says("Klein Moor")


def test_the_words_of_one_namesake_are_not_those_of_the_other() -> None:
    asking = Asking("Raise Anna Ruiz")
    assert asking.mentions("Anna Berg")
    assert not asking.mentions("Anna Berg", beside=["Anna Ruiz"])
    assert asking.mentions("Anna Berg", beside=["Anna Moor"])


def test_words_with_capitals_may_be_names_where_there_are_any() -> None:
    assert Asking("say Dora that eel is off").words_like_names() == ("Dora",)
    assert Asking("say dora").words_like_names() == ("say", "dora")
    assert Asking("Say Dora").words_like_names(beside=["Dora Klein"]) == ("Say",)
    both = Asking("Jan van den Berg yesterday, Ana")
    assert both.words_like_names() == ("Jan", "Berg", "Ana")
    assert both.words_like_names(in_a_row=True) == ("Jan", "Berg")


@pytest.mark.parametrize(
    ("text", "is_apart"),
    [("Write: the report is late", True), ("The report is late: no", False), ("report", False)],
)
def test_what_follows_a_colon_is_set_apart(text: str, is_apart: bool) -> None:
    assert Asking(text).sets_apart("report late") is is_apart


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("two encores", ["2"]),
        ("an encore", ["1"]),
        ("half an encore", ["0.5"]),
        ("half later encore", ["1"]),
        ("two big encores", ["1"]),
        ("3 encores and an encoring", ["1", "3"]),
        ("two encorementments", []),
        ("encore を 2 回", ["2"]),
        ("encore を 1.5 回", ["1.5"]),
        ("encore 2 times", ["1"]),
        ("nothing", []),
    ],
)
def test_a_number_before_a_term_counts_it(text: str, counts: list[str]) -> None:
    assert sorted(Asking(text).counts("encore")) == [Decimal(count) for count in counts]


def test_days_are_told_in_one_form_and_may_be_left_out() -> None:
    asking = Asking("On 5 March 2025, not 2024-11-30")
    assert asking.days == {"2025-03-05", "2024-11-30"}
    assert asking.states_day(date(2025, 3, 5))
    assert not asking.states_day(date(2025, 3, 6))
    assert asking.without_day("2024-11-30").days == {"2025-03-05"}


@pytest.mark.parametrize(
    ("text", "word", "holds"),
    [
        ("7", "7", False), ("77", "77", True), ("all salaries", "salary", True),
        ("planned", "plant", True), ("plan", "plans", True), ("planet", "pleats", False),
        ("transport", "translate", False),
        ("Kleinschmidts", "klein", False), ("Kleins", "klein", True), ("Ann", "ann", False),
    ],
)  # fmt: skip
def test_a_word_may_have_another_ending(text: str, word: str, holds: bool) -> None:
    assert Asking(text).holds_any([word]) is holds
