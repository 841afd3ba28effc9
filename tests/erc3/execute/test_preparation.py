"""Preparing writes: what a plan makes up is not written."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.testing import Desk, build_plan, case, fact, write_call

Open = Callable[..., Desk]


ALL = "JOIN employees e ON e.id = f.id, (SELECT count(DISTINCT {0}) AS n FROM employees) x "
ALL += "WHERE x.n > 0"
ROW = "SELECT e.id AS employee, {} FROM find_employee('Berit Holm') f "


@pytest.mark.parametrize(
    ("tool", "field", "value", "code"),
    [
        ("set_location", "location", "'Turin'", ViolationCode.WRITE_NOT_GROUNDED),
        ("set_salary", "salary", "571293", ViolationCode.WRITE_NOT_GROUNDED),
        ("set_location", "location", "e.location || ' Turin'", ViolationCode.WRITE_NOT_GROUNDED),
        ("set_location", "location", "e.location || 5", ViolationCode.WRITE_NOT_GROUNDED),
        # marks and noughts are no words of the plan
        ("set_location", "location", "e.location || '-0'", ViolationCode.WRITE_NOT_ASKED),
    ],
)
def test_a_constant_that_some_row_holds_too_is_still_one_of_the_plan(
    tool: str, field: str, value: str, code: ViolationCode, larch: Open
) -> None:
    text = f"Change the {field} of Berit Holm"
    desk = larch("li_02", text)
    plan = build_plan(
        text,
        facts=(fact("f", ROW.format(f"{value} AS {field}") + ALL.format(field)),),
        calls=(write_call("w1", tool, "f"),),
        spans={"w1": text},
        cases=(case(message="Done.", writes=True),),
    )
    assert [violation.code for violation in desk.execute(plan).violations] == [code]
    assert desk.writes == ()
