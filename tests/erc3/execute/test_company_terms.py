"""Words of the company for the values of a closed list."""

import pytest

from agentic_solver.contracts.rule import Rule, RuleKind
from agentic_solver.erc3.execute.asking import Asking
from agentic_solver.erc3.execute.company_terms import values_meant

TABLE = (
    "| on the shelf, shelved, dozed | paused | | turning, ordered | active | "
    "| ordered and stored, over | archived |"
)
PROSE = "We say **asleep** of what is paused. A project that is active is *afloat*, at work."


def rule(quote: str, kind: RuleKind = RuleKind.FIELD, field: str = "projects.status") -> Rule:
    return Rule(
        id="words", kind=kind, page="p.md", anchor="", quote=quote, statement=quote,
        families=("project_write",), field=field,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Rope 4 goes on the shelf until May.", {"paused"}),
        ("Rope 4 is shelved.", {"paused"}),
        ("Rope 4 is dozed.", {"paused"}),
        ("The wheel is turning again, rope 4 too.", {"active"}),
        ("Rope 4 is ordered and stored.", {"archived"}),
        ("Rope 4 is asleep.", {"paused"}),
        ("Rope 4 is afloat.", {"active"}),
        # in a row of another value too, short, quoted, not wanted, not there
        ("We ordered rope 4.", set()),
        ("Rope 4 is over.", set()),
        ('He said "on the shelf" of rope 4.', set()),
        ("Archive rope 4, not on the shelf.", set()),
        ("The shelf is full.", set()),
        ("Rope 4 is at work.", set()),
    ],
)
def test_a_word_of_the_company_means_the_value_of_its_row(text: str, values: set[str]) -> None:
    rules = (rule(TABLE), rule(PROSE))
    assert values_meant(rules, Asking(text), "projects.status") == values


@pytest.mark.parametrize(
    ("quote", "text", "column", "values"),
    [
        (
            "**wintering** – the state `paused`.",
            "Put hut 4 to winter.",
            "projects.status",
            {"paused"},
        ),
        (
            "**bloom, on** – the state `active`.",
            "Hut 4 is on bloom.",
            "projects.status",
            {"active"},
        ),
        ("**scrape** – to void an entry.", "Scrape my hours.", "time_entries.status", {"voided"}),
        ("- *scraping* - to void an entry.", "Scrape my hours.", "time_entries.status", {"voided"}),
        ("**scrape** – to void an entry.", "The bloom of 9 May.", "time_entries.status", set()),
        ("**scrape** – to void or approve it.", "Scrape my hours.", "time_entries.status", set()),
        ("**wintering** – a time of the year.", "Put hut 4 to winter.", "projects.status", set()),
    ],
)
def test_a_glossary_gives_words_though_it_names_no_field(
    quote: str, text: str, column: str, values: set[str]
) -> None:
    words = rule(quote, kind=RuleKind.DEFINITION).model_copy(update={"field": None})
    assert values_meant((words,), Asking(text), column) == values


def test_other_rules_give_no_words() -> None:
    asking = Asking("Rope 4 goes on the shelf.")
    for other in (rule(TABLE, kind=RuleKind.PROCESS), rule(TABLE, field="time_entries.status")):
        assert values_meant((other,), asking, "projects.status") == set()
