"""A new request on a template: bound in exactly one way, or refused."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentic_solver.contracts.plan import InputTask
from agentic_solver.erc3.folding import fold_space
from agentic_solver.erc3.plancache.binding import Refused, bind, rebind
from agentic_solver.erc3.plancache.template import Template
from agentic_solver.erc3.propose.reply import decode

Making = Callable[..., Template]
LEADS = ("Who leads Brass gate?", "SELECT id FROM find_project('Brass gate', 'door of brass')")


def test_other_values_of_the_same_kinds_bind_and_the_plan_is_written_anew(template: Making) -> None:
    made = template(
        "Log 3,5 h for Ada Fenn on Brass gate today.",
        "SELECT id FROM find_project('Brass gate', 'door of brass')",
        "SELECT e.id AS employee, 3.5 AS hours FROM find_employee('Ada Fenn') e",
        writes=[{"tool": "log_time", "rows": "b", "span": "Log 3,5 h for Ada Fenn"}],
    )
    text = "Log 0,25 h for Mo O’Dell-van der Berg on Cup's tin lid today."
    assert bind(made, text) is None  # an apostrophe and s: whose tin lid?
    text = "Log  0,25 h for Mo O’Dell-van der Berg on Tin lid today."
    values = bind(made, text)
    assert values == ("0,25", "Mo O’Dell-van der Berg", "Tin lid")
    assert isinstance(values, tuple)
    plan = rebind(made, values)
    assert plan.facts[0].sql == "SELECT id FROM find_project('Tin lid')"
    assert "0.25 AS hours FROM find_employee('Mo O’Dell-van der Berg')" in plan.facts[1].sql
    assert plan.writes[0].span == "Log 0,25 h for Mo O’Dell-van der Berg"
    assert decode(plan, InputTask(text=text)).facts[0].query == plan.facts[0].sql


def test_the_same_request_gives_the_same_plan_with_all_its_wordings(template: Making) -> None:
    made = template(*LEADS)
    values = bind(made, LEADS[0])
    assert values == ("Brass gate",)
    assert isinstance(values, tuple)
    assert rebind(made, values) == made.reply


@pytest.mark.parametrize(
    "text",
    [
        "Who leads Tin lid and Brass gate?",
        "Who leads no project?",
        "Who leads my project?",
        "Who leads the lead of Tin lid?",
        "Who leads Tin lid, Copper lid?",
        "Who leads Ada's lid?",
        "Who leads Tin lid today?",
        "Who leads Tin lid? And why?",
        "Who leads the most lids?",
        "Who leads all lids?",
        "Wer leitet Tin lid?",
        "who leads Tin lid?",
        "Who does not lead Tin lid?",
        "Who leads Tin lid",
        "Who leads ?",
        "Who leads 7?",
        "So: Who leads Tin lid?",
        "Who leads what Ada Fenn paused last?",
        "Who leads one two three four five six seven eight nine?",
    ],
)
def test_words_that_change_the_meaning_never_fill_a_slot(template: Making, text: str) -> None:
    assert bind(template(*LEADS), text) is None


def test_a_request_that_can_be_read_in_two_ways_is_refused(template: Making) -> None:
    made = template(
        "Compare Ada Fenn to Bo Lund",
        "SELECT id FROM find_project('Ada Fenn')",
        "SELECT id FROM find_project('Bo Lund')",
    )
    assert bind(made, "Compare Tin lid to Red cup") == ("Tin lid", "Red cup")
    # "to" stands between names, but never in one
    assert bind(made, "Compare Tin lid to Copper to Red cup") is None
    halves = template(
        "Move Ada Fenn – Bo Lund now",
        "SELECT id FROM find_project('Ada Fenn')",
        "SELECT id FROM find_project('Bo Lund')",
    )
    assert isinstance(bind(halves, "Move Tin – lid – cup now"), Refused)


@pytest.mark.parametrize("text", ["Compare Tin lid to Tin lid", "Compare Tin lid to Red lid"])
def test_two_names_that_share_a_word_are_refused(template: Making, text: str) -> None:
    made = template(
        "Compare Ada Fenn to Bo Lund",
        "SELECT id FROM find_project('Ada Fenn')",
        "SELECT id FROM find_project('Bo Lund')",
    )
    assert isinstance(bind(made, text), Refused)


def test_a_name_that_stands_twice_is_bound_once(template: Making) -> None:
    made = template(
        "Ada Fenn is ill. Who stands in for Ada Fenn?", "SELECT id FROM find_employee('Ada Fenn')"
    )
    assert bind(made, "Bo Lund is ill. Who stands in for Bo Lund?") == ("Bo Lund",)
    assert bind(made, "Bo Lund is ill. Who stands in for Ada Fenn?") is None


def test_values_reach_sql_and_messages_as_text_only(template: Making) -> None:
    made = template('Add the note "two long coats" for me', "SELECT 'two long coats' AS notes")
    values = bind(made, "Add the note \"it's 'so' -- or; so\" for me")
    assert isinstance(values, tuple)
    assert rebind(made, values).facts[0].sql == "SELECT 'it''s ''so'' -- or; so' AS notes"
    assert bind(made, 'Add the note "{a.x} rows" for me') is None
    assert bind(made, 'Add the note "50 % of" for me') is None


@pytest.mark.parametrize(
    ("text", "value"),
    [("Log 4 hours", "4"), ("Log 0.5 hours", "0.5"), ("Log 1.234 hours", None),
     ("Log 1,5 hours", "1,5"), ("Log -4 hours", None), ("Log 2 3 hours", None)],
)  # fmt: skip
def test_numbers_are_bound_as_whole_numbers(template: Making, text: str, value: str | None) -> None:
    made = template("Log 8 hours", "SELECT 8 AS hours FROM me")
    assert bind(made, text) == (None if value is None else (value,))


WORDS = st.text(max_size=30)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(WORDS)
def test_whatever_is_bound_gives_back_the_request_and_a_whole_plan(
    template: Making, name: str
) -> None:
    made = template(*LEADS)
    text = f"Who leads {name}?"
    values = bind(made, text)
    if isinstance(values, tuple):
        (value,) = values
        assert f"Who leads {value}?" == fold_space(text)
        sql = rebind(made, values).facts[0].sql
        quoted = value.replace("'", "''")
        assert sql.startswith(f"SELECT id FROM find_project('{quoted}'")
