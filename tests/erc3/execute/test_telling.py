"""What was done is told from the ledger, and an answer does not claim what is not."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Commitment, FactQuery, Outcome, Plan
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.contracts.rule import Allowed, Operation, Proof
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.execute.telling import agreed_values
from agentic_solver.erc3.execute.writing import resolve_ids
from agentic_solver.erc3.tools.facade import PlannedWrite
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call
from tests.readings import ME, change, everyone, named, read, where

Open = Callable[..., Desk]
TEXT = "Set the salary of Dora Klein to 505000"
DORA = named("Dora Klein")
RAISED = read(change("set_salary", DORA, field="salary", value=505000))
SAID = (
    fact("d", "SELECT id, name FROM find_employee('Dora Klein')"),
    fact("f", "SELECT id AS employee, 505000 AS salary FROM d", "d"),
    fact("other", "SELECT name FROM find_employee('Finn Olsen')"),
)


def raising(message: str, *facts: FactQuery) -> Plan:
    calls = (write_call("w1", "set_salary", "f"),)
    cases = (case(message=message, writes=True),)
    return build_plan(TEXT, facts=(*SAID, *facts), calls=calls, cases=cases, spans={"w1": TEXT})


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("The salary of {d.name} is 505000.", "The salary of Dora Klein is 505000."),
        ("The salary is {f.salary}.", "The salary is 505000."),
        ("{f.employee}", "li_04"),
        # words of the plan alone, and a placeholder of something else
        ("Done.", "Dora Klein: salary → 505000"),
        ("I have raised everybody and told the press.", "Dora Klein: salary → 505000"),
        ("{other.name} is paid as asked.", "Dora Klein: salary → 505000"),
    ],
)
def test_the_answer_of_a_change_shows_what_is_written(message: str, told: str, larch: Open) -> None:
    desk = larch("li_02", TEXT)
    response = assert_accepted(desk.execute(raising(message), reading=lambda: RAISED))
    assert response.message == told
    assert desk.writes == ("/employees/update",)


@pytest.mark.parametrize("message", ["Salary of {d.name}: {f.salary}", "Done."])
def test_a_salary_that_the_request_does_not_hold_is_not_told_by_the_engine(
    message: str, larch: Open
) -> None:
    text = "Pay Dora Klein the same salary as Finn Olsen"
    sql = "SELECT d.id AS employee, e.salary FROM d, employees e "
    sql += "JOIN find_employee('Finn Olsen') o ON o.id = e.id"
    plan = build_plan(
        text,
        facts=(SAID[0], fact("f", sql, "d")),
        calls=(write_call("w1", "set_salary", "f"),),
        spans={"w1": text},
        cases=(case(message=message, writes=True),),
    )
    same = change("set_salary", DORA, field="salary", how="same_as",
                  value={"of": named("Finn Olsen")})  # fmt: skip
    response = assert_accepted(larch("li_02", text).execute(plan, reading=lambda: read(same)))
    assert ("601526" in response.message) is ("{f.salary}" in message)
    if message == "Done.":
        assert response.message == "Dora Klein: salary → …"


def test_many_changes_are_told_in_short(larch: Open) -> None:
    text = "Set the salary of everybody in the Workshop to 505000"
    sql = "SELECT id AS employee, 505000 AS salary FROM employees WHERE department = 'Workshop'"
    plan = build_plan(
        text, facts=(fact("f", sql),), calls=(write_call("w1", "set_salary", "f"),),
        spans={"w1": text}, cases=(case(message="Done.", writes=True),),
    )  # fmt: skip
    raised = change(
        "set_salary", everyone(where("department", "Workshop")), field="salary", value=505000
    )
    message = assert_accepted(
        larch("li_02", text).execute(plan, reading=lambda: read(raised))
    ).message
    assert message.count("505000") == 5
    assert message.endswith("…")


def test_logged_hours_are_told(larch: Open) -> None:
    text = "Log 3 hours on the rail lathe"
    sql = "SELECT m.id AS employee, p.id AS project, m.today AS date, 3 AS hours "
    sql += "FROM me m, find_project('rail lathe') p"
    plan = build_plan(
        text, facts=(fact("f", sql),), calls=(write_call("w1", "log_time", "f"),),
        spans={"w1": text}, cases=(case(message="All is well.", writes=True),),
    )  # fmt: skip
    logged = change("log_time", ME, field="hours", value=3, more={"project": "rail lathe"})
    response = assert_accepted(larch("li_04", text).execute(plan, reading=lambda: read(logged)))
    assert response.message == "Rail Lathe: 2025-05-07, 3 h (li_04)"


# answers that claim a change and make none ---------------------------------------------------


def saying(message: str, *, wants_change: bool | None = None, text: str = TEXT) -> Plan:
    plan = build_plan(text, facts=SAID[:1], cases=(case(message=message),))
    if wants_change is None:
        return plan
    details: JsonObject = {"entities": [], "dates": [], "wants_change": wants_change}
    kept = Commitment(kind="interpretation", details=details)
    return plan.model_copy(update={"commitments": (kept, *plan.commitments)})


SO = read(change("set_salary", DORA, field="salary", value=483304))
GONE = read(change("set_salary", DORA, field="salary", value=1, standing="negated"))
ANY = read(change("set_salary", named("Novak"), field="salary", value=1))


@pytest.mark.requirement("S3-8l")
@pytest.mark.parametrize(
    ("reading", "wants_change", "is_accepted"),
    [
        (RAISED, True, False),
        (RAISED, None, False),
        (RAISED, False, False),
        (ANY, True, False),
        (SO, True, True),
        (SO, None, True),
        (GONE, True, True),
        (read(), None, True),
        (read(asks=("name",)), None, True),
        ("nobody has read it", True, False),
        ("nobody has read it", None, True),
    ],
)
def test_an_answer_without_a_write_claims_only_what_is_so_already(
    reading: RequestReading | str, wants_change: bool | None, is_accepted: bool, larch: Open
) -> None:
    desk = larch("li_02", TEXT)
    decision = desk.execute(
        saying("Dora Klein is paid as you say.", wants_change=wants_change),
        reading=lambda: reading,
    )
    if is_accepted:
        assert_accepted(decision)
    else:
        assert decision.violations[0].code is ViolationCode.OK_WITHOUT_WRITE
    assert desk.writes == ()


@pytest.mark.parametrize(("message", "is_accepted"), [("{d.id}", False), ("{d.name}", False)])
def test_a_name_or_an_id_that_the_request_holds_tells_nothing(
    message: str, is_accepted: bool, larch: Open
) -> None:
    decision = larch("li_02", TEXT).execute(saying(message), reading=lambda: RAISED)
    assert decision.ok is is_accepted


def test_an_answer_that_tells_something_is_one_to_a_question(larch: Open) -> None:
    facts = (fact("f", "SELECT name FROM find_project('rail lathe')"),)
    plan = build_plan(TEXT, facts=facts, cases=(case(message="{f.name}"),))
    assert_accepted(larch("li_02", TEXT).execute(plan, reading=lambda: RAISED))


def test_a_question_back_or_a_refusal_claims_nothing(larch: Open) -> None:
    for outcome in (Outcome.NONE_CLARIFICATION_NEEDED, Outcome.NONE_UNSUPPORTED):
        plan = build_plan(TEXT, cases=(case(outcome, "Which?"),))
        decision = larch("li_02", TEXT).execute(plan, reading=lambda: RAISED)
        assert all(one.code is not ViolationCode.OK_WITHOUT_WRITE for one in decision.violations)


def test_what_stands_against_a_claim_tells_nothing_that_is_stored(larch: Open) -> None:
    decision = larch("li_02", TEXT).execute(saying("Done."), reading=lambda: RAISED)
    (one,) = decision.violations
    assert one.details == {"record": "li_04", "field": "salary", "asked": "505000"}
    assert "483304" not in decision.model_dump_json(include={"violations"})


# values of writes ---------------------------------------------------------------------------

ALLOWED = Allowed(proof=Proof(identity={}, rule_ids=(), predicate="p", result="allow"))


def test_the_values_of_writes_are_told_as_plain_texts() -> None:
    write = PlannedWrite(
        operation=Operation.UPDATE_PROJECT_TEAM, route="/x", body={},
        changes={"salary": 5.0, "team": [{"employee": "li_04", "time_slice": 0.5}], "tags": ["x"]},
    )  # fmt: skip
    resolved = resolve_ids(
        [("w1", "t", write)], task_id="t", reaction_id=1, based_on={}, slots={},
        verdicts=[ALLOWED],
    )  # fmt: skip
    assert agreed_values(resolved) == {"5", "li_04", "0.5", "x"}
    assert agreed_values((replace(resolved[0], write=replace(write, changes={})),)) == frozenset()
