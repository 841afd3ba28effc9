"""What the words of a request are evidence of."""

from decimal import Decimal

import pytest

from agentic_solver.erc3.execute.asking import Asking

PAGES = frozenset({"people/rules.md", "index.md"})


@pytest.mark.parametrize("text", ["and/or", "3/4 of it", "on 03/05/2025", "QA/Ops"])
def test_a_slash_is_no_path(text: str) -> None:
    assert "wiki" not in Asking(text, PAGES).facets


@pytest.mark.parametrize("text", ["see people/pay.md", "in people/new", "INDEX.md?"])
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
