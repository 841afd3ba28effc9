"""The question back of a reading, and what its closed lists stand for."""

from typing import get_args

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.request_reading import Act, FieldName
from agentic_solver.erc3.asked.question import question_of
from agentic_solver.erc3.asked.schema import COLUMNS, OPERATIONS
from agentic_solver.erc3.policy.vocabulary import is_column
from tests.readings import change, everyone, named, read

DORA = named("Dora Klein")


@pytest.mark.parametrize(
    ("asked", "question"),
    [
        (change("set_salary", DORA, field="salary", value=500000),
         "Dora Klein: salary → 500000?"),
        (change("set_salary", DORA, field="salary", how="add", value=10),
         "Dora Klein: salary + 10?"),
        (change("set_salary", DORA, field="salary", how="percent_down", value=5),
         "Dora Klein: salary − % 5?"),
        (change("set_salary", DORA, field="salary"), "Dora Klein: salary → …?"),
        (change("set_salary", field="salary", verb="raise the pay"), "raise the pay: salary → …?"),
        (change("change_team", named("rail lathe", "project"), people=[DORA], field="role",
                value="QA", more={"share": 0.5}),
         "rail lathe, Dora Klein: role → QA, share → 0.5?"),
        (change("log_time", DORA, field="hours", value=3, more={"billable": False}),
         "Dora Klein: hours → 3, billable → false?"),
        (change("set_salary", {**everyone(except_=[DORA]), "words": "all"}, field="salary",
                value={"words": "a little more"}), "all (− Dora Klein): salary → a little more?"),
    ],
)  # fmt: skip
def test_a_change_is_asked_back_in_the_words_of_the_request(
    asked: JsonObject, question: str
) -> None:
    asked_values = question_of(read(asked))
    assert asked_values.replace(".0", "") == question


def test_nothing_is_asked_back_of_what_is_not_asked_for() -> None:
    for standing in ("negated", "quoted", "other"):
        assert question_of(read(change("set_salary", DORA, standing=standing))) == ""
    assert question_of(read()) == ""


def test_a_question_is_short() -> None:
    many = [change("set_salary", named("A" * 5_000), value="B" * 5_000)] * 60
    question = question_of(read(*many))
    assert len(question) < 3_000
    assert question.endswith(" …?")


def test_every_kind_of_change_that_is_listed_has_a_tool() -> None:
    assert set(OPERATIONS) | {"other"} == set(get_args(Act))


def test_the_columns_of_a_field_are_columns_of_the_company() -> None:
    assert set(COLUMNS) <= set(get_args(FieldName))
    assert "other" not in COLUMNS
    assert all(is_column(f"{t}.{c}") for columns in COLUMNS.values() for t, c in columns)
