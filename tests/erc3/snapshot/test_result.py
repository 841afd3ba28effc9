"""Database values as JSON, and the ceilings of a fact's rows."""

import datetime as dt
from decimal import Decimal

import pytest
from pydantic import JsonValue

from agentic_solver.contracts.plan import FactOutput
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.result import json_cell, keeps_order, make_output


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (None, None),
        (True, True),
        (7, 7),
        ("ü", "ü"),
        (2.0, 2),
        (2.5, 2.5),
        (Decimal("2.0"), 2),
        (Decimal("2.25"), 2.25),
        (dt.date(2025, 3, 1), "2025-03-01"),
        (dt.datetime(2025, 3, 1, 10, 30), "2025-03-01T10:30:00"),  # noqa: DTZ001 - as stored
        (dt.time(10, 30), "10:30:00"),
        (dt.timedelta(days=1, hours=2), "1 day, 2:00:00"),
        ([1.0, [None]], [1, [None]]),
        ((1, 2), [1, 2]),
        ({1: Decimal(3)}, {"1": 3}),
    ],
)
def test_a_value_has_one_json_form(value: object, cell: JsonValue) -> None:
    found = json_cell(value)
    assert found == cell
    assert type(found) is type(cell)


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), Decimal("NaN"), Decimal("-Infinity"), b"x", [b"x"], {1}]
)
def test_a_value_without_a_json_form_is_no_cell(value: object) -> None:
    with pytest.raises(ValueError, match="a result"):
        json_cell(value)


def test_such_a_value_fails_the_fact() -> None:
    found = make_output(["x"], [(float("nan"),)], ordered=False, chars=100)
    assert isinstance(found, Failure)
    assert found.code is ViolationCode.SQL_RUNTIME
    assert found.message == "A result is not a finite number."


def test_unordered_rows_are_sorted_by_kind_and_value() -> None:
    rows = [(None,), ("b",), (2,), ([1],), ("a",), (1.5,), (True,), ({"k": 1},)]
    found = make_output(["x"], rows, ordered=False, chars=1_000)
    assert isinstance(found, FactOutput)
    assert [row[0] for row in found.rows] == [True, 1.5, 2, "a", "b", [1], {"k": 1}, None]
    again = make_output(["x"], rows[::-1], ordered=False, chars=1_000)
    assert again == found


def test_ordered_rows_stay_and_have_another_digest() -> None:
    rows = [("b",), ("a",)]
    kept = make_output(["x"], rows, ordered=True, chars=100)
    sorted_rows = make_output(["x"], rows, ordered=False, chars=100)
    assert isinstance(kept, FactOutput)
    assert isinstance(sorted_rows, FactOutput)
    assert [row[0] for row in kept.rows] == ["b", "a"]
    assert kept.digest != sorted_rows.digest


@pytest.mark.parametrize(("chars", "fits"), [(29, False), (30, True)])
def test_the_ceiling_of_the_text_is_inclusive(chars: int, fits: bool) -> None:
    # {"columns":["x"],"rows":[[1]]}
    found = make_output(["x"], [(1,)], ordered=False, chars=chars)
    assert isinstance(found, FactOutput) is fits
    if isinstance(found, Failure):
        assert found.code is ViolationCode.FACT_TOO_LARGE
        assert found.details == {"chars": 30, "limit": 29}


def test_a_fact_has_a_ceiling_of_columns() -> None:
    found = make_output([f"c{i}" for i in range(1_000)], [], ordered=True, chars=100_000)
    assert isinstance(found, Failure)
    assert found.code is ViolationCode.FACT_TOO_LARGE


@pytest.mark.parametrize(
    ("sql", "keeps"),
    [
        ("SELECT id FROM employees ORDER BY id", True),
        ("(SELECT id FROM f1)", True),
        ("SELECT id FROM f1", True),
        ("SELECT id FROM employees", False),
        ("SELECT DISTINCT id FROM f1", False),
        ("SELECT max(id) FROM f1", False),
        ("SELECT f1.id FROM f1, me", False),
        ("SELECT id FROM (SELECT id FROM f1) AS q", False),
        ("SELECT 1 AS x", False),
        ("SELECT id FROM f1 UNION SELECT id FROM f1", False),
    ],
)
def test_rows_have_an_order_of_their_own_or_not(sql: str, keeps: bool) -> None:
    assert keeps_order(sql) is keeps
