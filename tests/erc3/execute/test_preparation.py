"""Preparing writes: what a plan makes up is not written, and a page may move."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.testing import Desk, build_plan, case, fact, write_call

Open = Callable[..., Desk]


@pytest.mark.parametrize(
    ("tool", "record", "sql"),
    [
        ("set_location", "location",
         "SELECT e.id AS employee, 'Turin' AS location FROM find_employee('Berit Holm') f "
         "JOIN employees e ON e.id = f.id WHERE e.location <> 'Oslo'"),
        ("set_salary", "salary",
         "SELECT e.id AS employee, 571293 AS salary FROM find_employee('Berit Holm') f "
         "JOIN employees e ON e.id = f.id WHERE e.salary > 1"),
    ],
)  # fmt: skip
def test_a_constant_that_some_row_holds_too_is_still_one_of_the_plan(
    tool: str, record: str, sql: str, larch: Open
) -> None:
    text = f"Change the {record} of Berit Holm"
    people: JsonObject = {"employees": {"li_01": {"salary": 571293}}}
    desk = larch("li_02", text, overlay=people)
    plan = build_plan(
        text,
        facts=(fact("f", sql),),
        calls=(write_call("w1", tool, "f"),),
        spans={"w1": text},
        cases=(case(message="Done.", writes=True),),
    )
    codes = [violation.code for violation in desk.execute(plan).violations]
    assert codes == [ViolationCode.WRITE_NOT_GROUNDED]
    assert desk.writes == ()
