"""Write sets of hand-made plans: merged, refused as a whole, filled from cells."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import APICall, Outcome
from agentic_solver.testing import Desk, build_plan, case, fact, write_call

Open = Callable[..., Desk]
_DONE = case(message="Done.", writes=True)


def assert_accepted(decision: Decision, outcome: Outcome = Outcome.OK_ANSWER) -> None:
    assert decision.ok, decision.violations
    assert decision.response is not None
    assert decision.response.outcome is outcome, decision.proofs


@pytest.mark.requirement("S3-B2o")
def test_several_writes_of_one_record_become_one_call(larch: Open) -> None:
    text = "Set salary 500500 and site Brno for Dora Klein"
    desk = larch("li_02", text)
    plan = build_plan(
        text,
        task_id="task",
        benchmark="test",
        facts=(
            fact("who", "SELECT id FROM find_employee('Dora Klein')"),
            fact("a", "SELECT id AS employee, 500500 AS salary FROM who", "who"),
            fact("b", "SELECT id AS employee, 'Brno' AS location FROM who", "who"),
        ),
        calls=(write_call("w1", "set_salary", "a"), write_call("w2", "set_location", "b")),
        cases=(_DONE,),
        spans={"w1": "Set salary 500500", "w2": "site Brno"},
    )
    assert_accepted(desk.execute(plan))
    assert desk.writes == ("/employees/update",)
    names = [event.name for event in desk.universe.events]
    assert names == ["EmployeeSalaryUpdated", "EmployeeLocationUpdated"]
    assert desk.universe.employee("li_04").notes == "Raise approved: 505000 from June."


@pytest.mark.requirement("S3-B2o", "S3-8a")
def test_one_denied_write_keeps_the_others_back(larch: Open) -> None:
    text = "Pause the rail lathe and the clinic scale"
    desk = larch("li_03", text)
    plan = build_plan(
        text,
        task_id="task",
        benchmark="test",
        facts=(
            fact("rows", "SELECT id AS project, 'paused' AS status FROM projects "
                 "WHERE id IN ('pr_lathe', 'pr_scale')"),
        ),
        calls=(write_call("w1", "set_project_status", "rows"),),
        cases=(_DONE,),
        spans={"w1": text},
    )  # fmt: skip
    assert_accepted(desk.execute(plan), Outcome.DENIED_SECURITY)
    assert desk.writes == ()


@pytest.mark.requirement("S3-8k")
def test_a_write_class_without_any_rule_is_refused_before_anything_is_read(larch: Open) -> None:
    text = "Move Dora Klein to the Sales Desk"
    desk = larch("li_01", text)
    plan = build_plan(
        text,
        task_id="task",
        benchmark="test",
        facts=(
            fact("who", "SELECT id FROM find_employee('Dora Klein')"),
            fact("rows", "SELECT id AS employee, 'Sales Desk' AS department FROM who", "who"),
        ),
        calls=(write_call("w1", "set_department", "rows"),),
        cases=(_DONE,),
        spans={"w1": text},
    )
    assert_accepted(desk.execute(plan), Outcome.DENIED_SECURITY)
    assert set(desk.routes) == {"/whoami", "/employees/get"}


def test_arguments_may_name_cells_and_rows_of_facts(larch: Open) -> None:
    text = "Set salary 500500 for Dora Klein"
    desk = larch("li_02", text)
    args: JsonObject = {"employee": {"$fact": "who", "col": "id"}, "salary": 500500}
    plan = build_plan(
        text,
        task_id="task",
        benchmark="test",
        facts=(fact("who", "SELECT id FROM find_employee('Dora Klein')"),),
        calls=(APICall(id="w1", tool="set_salary", args=args),),
        cases=(_DONE,),
        spans={"w1": text},
    )
    assert_accepted(desk.execute(plan))
    assert desk.universe.employee("li_04").salary == 500500
