"""Write sets of hand-made plans: merged, refused as a whole, filled from cells."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import APICall, FactQuery, Outcome
from agentic_solver.contracts.rule import Rule
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call
from tests.readings import change, named, read

Open = Callable[..., Desk]
_DORA = fact("who", "SELECT id FROM find_employee('Dora Klein')")


def play(
    desk: Desk,
    facts: tuple[FactQuery, ...],
    calls: tuple[APICall, ...],
    *asked: JsonObject,
    **spans: str,
) -> Decision:
    """Execute a plan whose one answer carries out all of its writes.

    ``asked`` are the changes that the request asks for; without any it asks for these writes.
    """
    text = desk.task.text
    cases = (case(message="Done.", writes=True),)
    plan = build_plan(text, facts=facts, calls=calls, cases=cases, spans=spans or {"w1": text})
    options = {"reading": lambda: read(*asked)} if asked else {}
    return desk.execute(plan, **options)


@pytest.mark.requirement("S3-B2o")
def test_several_writes_of_one_record_become_one_call(larch: Open) -> None:
    desk = larch("li_02", "Set salary 500500 and site Brno for Dora Klein")
    facts = (
        _DORA,
        fact("a", "SELECT id AS employee, 500500 AS salary FROM who", "who"),
        fact("b", "SELECT id AS employee, 'Brno' AS location FROM who", "who"),
    )
    calls = (write_call("w1", "set_salary", "a"), write_call("w2", "set_location", "b"))
    assert_accepted(play(desk, facts, calls, w1="Set salary 500500", w2="site Brno"))
    assert desk.writes == ("/employees/update",)
    names = [event.name for event in desk.universe.events]
    assert names == ["EmployeeSalaryUpdated", "EmployeeLocationUpdated"]
    assert desk.universe.employee("li_04").notes == "Raise approved: 505000 from June."


@pytest.mark.requirement("S3-B2o", "S3-8a")
def test_one_denied_write_keeps_the_others_back(larch: Open) -> None:
    desk = larch("li_03", "Pause the rail lathe and the clinic scale")
    both = "SELECT id AS project, 'paused' AS status FROM projects "
    rows = fact("rows", both + "WHERE id IN ('pr_lathe', 'pr_scale')")
    decision = play(desk, (rows,), (write_call("w1", "set_project_status", "rows"),))
    assert_accepted(decision, Outcome.DENIED_SECURITY)
    assert desk.writes == ()


@pytest.mark.requirement("S3-8k")
def test_a_write_class_without_any_rule_is_refused_before_anything_is_read(larch: Open) -> None:
    desk = larch("li_01", "Move Dora Klein to the Sales Desk")
    rows = fact("rows", "SELECT id AS employee, 'Sales Desk' AS department FROM who", "who")
    decision = play(desk, (_DORA, rows), (write_call("w1", "set_department", "rows"),))
    assert_accepted(decision, Outcome.DENIED_SECURITY)
    assert set(desk.routes) == {"/whoami"}


def test_arguments_may_name_cells_and_rows_of_facts(larch: Open) -> None:
    desk = larch("li_02", "Set salary 500500 for Dora Klein")
    args: JsonObject = {"employee": {"$fact": "who", "col": "id"}, "salary": 500500}
    assert_accepted(play(desk, (_DORA,), (APICall(id="w1", tool="set_salary", args=args),)))
    assert desk.universe.employee("li_04").salary == 500500


def test_the_same_write_twice_is_refused_before_anything_is_changed(larch: Open) -> None:
    desk = larch("li_04", "Log 3 hours for me on the rail lathe")
    found = fact("p", "SELECT id FROM find_project('rail lathe') LIMIT 1")
    doubled = (
        "SELECT me.id AS employee, p.id AS project, me.today AS date, 3 AS hours "
        "FROM me, p, (SELECT id FROM projects LIMIT 2) AS joined"
    )
    decision = play(
        desk, (found, fact("rows", doubled, "p")), (write_call("w1", "log_time", "rows"),)
    )
    (violation,) = decision.violations
    assert (violation.code, violation.path) == ("WRITE_DUPLICATE", "/execution_trace/calls/0/args")
    assert decision.verdict == "retry"
    assert desk.writes == ()


def test_two_values_for_one_field_of_a_record_are_refused(larch: Open) -> None:
    desk = larch("li_02", "Set salary 500500, no, 600600 for Dora Klein")
    facts = (
        _DORA,
        fact("a", "SELECT id AS employee, 500500 AS salary FROM who", "who"),
        fact("b", "SELECT id AS employee, 600600 AS salary FROM who", "who"),
    )
    calls = (write_call("w1", "set_salary", "a"), write_call("w2", "set_salary", "b"))
    decision = play(desk, facts, calls, w1="Set salary 500500", w2="600600")
    (violation,) = decision.violations
    assert (violation.code, violation.path) == ("WRITE_CONFLICT", "/execution_trace/calls/1/args")
    assert desk.writes == ()


def test_two_rows_of_one_call_that_set_one_field_differently_are_refused(larch: Open) -> None:
    desk = larch("li_02", "Set salary 500500, no, 600600 for Dora Klein")
    both = "SELECT who.id AS employee, v.pay AS salary FROM who, (VALUES (500500), (600600)) v(pay)"
    calls = (write_call("w1", "set_salary", "rows"),)
    (violation,) = play(desk, (_DORA, fact("rows", both, "who")), calls).violations
    assert (violation.code, violation.path) == ("WRITE_CONFLICT", "/execution_trace/calls/0/args")
    assert desk.writes == ()


def test_a_change_without_rows_is_told_of_the_calls(larch: Open) -> None:
    desk = larch("li_02", "Set salary 500500 for Nobody Atall")
    rows = "SELECT id AS employee, 500500 AS salary FROM find_employee('Nobody Atall')"
    calls = (write_call("w1", "set_salary", "rows"),)
    (violation,) = play(desk, (fact("rows", rows),), calls).violations
    assert (violation.code, violation.path) == ("OK_WITHOUT_WRITE", "/execution_trace/calls")


def test_a_record_that_is_so_already_is_not_changed_and_need_not_be_asked_for(larch: Open) -> None:
    desk = larch("li_03", "Pause the rail lathe")
    rows = "SELECT id AS project, 'paused' AS status FROM projects "
    rows += "WHERE name LIKE '%Lathe' OR name LIKE '%Press'"  # the press is paused
    decision = play(desk, (fact("rows", rows),), (write_call("w1", "set_project_status", "rows"),))
    assert_accepted(decision)
    assert [(item.payload["id"], item.call_id) for item in decision.writes] == [
        ("pr_lathe", "w1#0")
    ]


DORA = named("Dora Klein")
PAID = change("set_salary", DORA, field="salary", value=500500)


def test_a_write_beside_what_is_asked_for_is_refused_with_it(larch: Open) -> None:
    """One call mends what is asked for; the other one hides an invented value beside it."""
    desk = larch("li_02", "Set salary 500500 for Dora Klein, site Brno")
    facts = (
        _DORA,
        fact("a", "SELECT id AS employee, 500500 AS salary FROM who", "who"),
        fact("b", "SELECT id AS employee, 'Turin' AS location FROM find_employee('Finn Olsen')"),
    )
    calls = (write_call("w1", "set_salary", "a"), write_call("w2", "set_location", "b"))
    asked = (PAID, change("set_location", DORA, field="location", value="Brno"))
    decision = play(desk, facts, calls, *asked, w1="Set salary 500500", w2="site Brno")
    told = {(one.details.get("record"), one.details["field"]) for one in decision.violations}
    assert told == {("li_06", "location"), ("li_04", "location")}
    assert desk.writes == ()


@pytest.mark.parametrize(("pay", "is_asked"), [(500500, True), (600600, False)])
def test_a_constant_in_a_cell_is_a_value_like_any_other(
    pay: int, is_asked: bool, larch: Open
) -> None:
    desk = larch("li_02", "Set salary 500500 for Dora Klein")
    facts = (_DORA, fact("pay", f"SELECT {pay} AS n"))
    cells: JsonObject = {
        "employee": {"$fact": "who", "col": "id"}, "salary": {"$fact": "pay", "col": "n"},
    }  # fmt: skip
    decision = play(desk, facts, (APICall(id="w1", tool="set_salary", args=cells),), PAID)
    assert [one.code for one in decision.violations] == ([] if is_asked else ["WRITE_NOT_ASKED"])
    assert bool(desk.writes) is is_asked


@pytest.mark.parametrize(("task_id", "is_same"), [("", False), ("t_1", True)])
def test_a_task_without_an_id_is_told_apart_by_its_text(
    task_id: str, is_same: bool, larch: Open
) -> None:
    """A write key says whether an earlier try has made a write: no other task's counts."""

    def key(text: str) -> str:
        desk = larch("li_02", text)
        rows = fact("rows", "SELECT id AS employee, 500500 AS salary FROM who", "who")
        plan = build_plan(
            text, facts=(_DORA, rows), calls=(write_call("w1", "set_salary", "rows"),),
            cases=(case(message="Done.", writes=True),), spans={"w1": text}, task_id=task_id,
        )  # fmt: skip
        decision = desk.executor.execute_and_validate(plan.request, plan, desk.bench)
        assert_accepted(decision)
        return decision.writes[0].write_key

    first = key("Set salary 500500 for Dora Klein")
    assert (key("Dora Klein gets salary 500500") == first) is is_same
    assert key("Set salary 500500 for Dora Klein") == first


def test_a_factor_that_nobody_stated_is_refused(larch: Open) -> None:
    sql = "SELECT e.id AS employee, CAST(e.salary * {} AS INT) AS salary FROM employees e "
    sql += "WHERE e.id IN (SELECT id FROM who)"
    for factor, verdict in (("1.02", "accept"), ("1.03", "retry")):
        desk = larch("li_02", "Raise the salary of Dora Klein by 2 percent")
        calls = (write_call("w1", "set_salary", "a"),)
        more = change("set_salary", DORA, field="salary", how="percent_up", value=2)
        decision = play(desk, (_DORA, fact("a", sql.format(factor), "who")), calls, more)
        assert decision.verdict == verdict, decision.violations
        assert len(desk.writes) == (verdict == "accept")


def with_state(rule: Rule, state: str) -> Rule:
    """Return a rule that holds in a state of its record only."""
    assert rule.access is not None
    access = rule.access.model_copy(update={"current": {"status": (state,)}})
    return rule.model_copy(update={"access": access})


@pytest.mark.parametrize(
    ("state", "outcome"), [("active", Outcome.OK_ANSWER), ("paused", Outcome.DENIED_SECURITY)]
)
def test_a_right_to_log_time_may_hang_on_the_status_of_the_project(
    state: str, outcome: Outcome, larch: Open, larch_policy: Policy
) -> None:
    rules = (
        with_state(rule, state) if rule.id == "log-own" else rule for rule in larch_policy.rules
    )
    policy = Policy(wiki_sha1=larch_policy.wiki_sha1, rules=tuple(rules))
    desk = larch("li_04", "Log 3 hours for me on the rail lathe today", policy=policy)
    rows = "SELECT me.id AS employee, p.id AS project, me.today AS date, 3 AS hours FROM me, p"
    facts = (
        fact("p", "SELECT id FROM find_project('rail lathe')"),
        fact("rows", rows, "p"),
    )
    decision = play(desk, facts, (write_call("w1", "log_time", "rows"),))
    assert_accepted(decision, outcome)
    assert desk.writes == (("/time/log",) if outcome is Outcome.OK_ANSWER else ())


@pytest.mark.parametrize(
    ("person", "kept"),
    [("Dora Klein", "Raise approved: 505000 from June.\n"), ("Hugo Marin", "")],
)
def test_a_note_may_be_added_by_a_caller_who_may_not_read_it(
    person: str, kept: str, larch: Open, larch_policy: Policy
) -> None:
    rules = tuple(rule for rule in larch_policy.rules if rule.id != "read-pay")
    policy = Policy(wiki_sha1=larch_policy.wiki_sha1, rules=rules)
    desk = larch("li_02", f'Add the note "Speaks Czech" for {person}', policy=policy)
    facts = (
        fact("who", f"SELECT id FROM find_employee('{person}')"),
        fact("rows", "SELECT id AS employee, 'Speaks Czech' AS text FROM who", "who"),
    )
    decision = play(desk, facts, (write_call("w1", "add_note", "rows"),))
    assert_accepted(decision)
    (event,) = desk.universe.events
    assert desk.universe.employee(str(event.entity["id"])).notes == f"{kept}Speaks Czech"
    assert "approved" not in str(decision.response)


def test_an_added_note_is_in_the_words_of_the_request(larch: Open) -> None:
    desk = larch("li_02", 'Add the note "Speaks Czech" for Dora Klein')
    facts = (
        _DORA,
        fact("rows", "SELECT id AS employee, 'Approved: 900000' AS text FROM who", "who"),
    )
    note = change(
        "set_notes", DORA, field="notes", how="append",
        value={"value": "Speaks Czech", "exact": True},
    )  # fmt: skip
    decision = play(desk, facts, (write_call("w1", "add_note", "rows"),), note)
    assert [one.code for one in decision.violations] == ["WRITE_NOT_ASKED"]
    assert desk.writes == ()
