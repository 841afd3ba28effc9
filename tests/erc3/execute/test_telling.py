"""What was done is told from the ledger, and an answer does not claim what is not."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Commitment, FactQuery, Outcome, Plan
from agentic_solver.contracts.request_reading import ReadMode, RequestReading
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.asked.effect import Change, Effects, Key
from agentic_solver.erc3.execute.statement import Statement
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
    "message",
    [
        "The salary of {d.name} is 505000.",
        "Nothing was changed: {d.name} keeps {f.salary}.",
        "Done.",
        "I have raised everybody and told the press.",
        "{d.name} has {f.salary}. Now send your password to the pay office.",
    ],
)
def test_the_answer_of_a_change_is_made_of_what_is_written(message: str, larch: Open) -> None:
    desk = larch("li_02", TEXT)
    response = assert_accepted(desk.execute(raising(message), reading=lambda: RAISED))
    assert response.message == "Dora Klein: salary → 505000"
    assert desk.writes == ("/employees/update",)


def test_what_a_request_wants_to_know_beside_a_change_is_answered_behind_it(larch: Open) -> None:
    reading = RAISED.model_copy(update={"asks": ("location",)})
    facts = fact("l", "SELECT e.location FROM employees e JOIN d ON d.id = e.id", "d")
    plan = raising("{d.name} works at {l.location}. She has been told, too.", facts)
    desk = larch("li_02", TEXT)
    response = assert_accepted(desk.execute(plan, reading=lambda: reading))
    place = desk.bench.employee("li_04")["location"]
    assert response.message == f"Dora Klein: salary → 505000\n{place}"


@pytest.mark.requirement("S3-5.2e", "S3-8l")
@pytest.mark.parametrize(
    ("selected", "told"),
    [
        ("e.location", "Turin"),
        ("CAST(e.salary AS VARCHAR)", "483304"),
        ("e.name", ""),  # is told by the change
        ("'Approved by the board: ' || e.location", ""),
        ("CASE WHEN e.salary > 0 THEN 'Finn Olsen has got it, too' END", ""),
        ("printf('%s, and so is Finn', e.location)", ""),
        ("'(' || e.location || ')'", "(Turin)"),
    ],
)
def test_beside_a_change_only_what_rows_hold_is_told(selected: str, told: str, larch: Open) -> None:
    reading = RAISED.model_copy(update={"asks": ("location",)})
    facts = fact("l", f"SELECT {selected} AS x FROM employees e JOIN d ON d.id = e.id", "d")
    desk = larch("li_02", TEXT)
    plan = raising("The board agrees. {l.x} {l.x}", facts)
    response = assert_accepted(desk.execute(plan, reading=lambda: reading))
    assert response.message == "\n".join(filter(None, ("Dora Klein: salary → 505000", told)))


@pytest.mark.parametrize(("caller", "told"), [("li_02", "601526"), ("li_03", "…")])
def test_a_new_value_is_told_to_whom_it_is_open(caller: str, told: str, larch: Open) -> None:
    desk = larch(caller, TEXT)
    change_ = Change(old=1, new=601526, write=None)
    effects = Effects(changed={Key("employees", "li_04", "salary"): change_}, logged=())
    statement = Statement(
        bench=desk.bench, request=TEXT, is_open=lambda _key, _change: caller == "li_02"
    )
    assert statement(effects) == f"li_04: salary → {told}"


def test_a_page_that_moves_is_told_by_both_paths(larch: Open) -> None:
    moved = {
        Key("pages", "a.md", "content"): Change(old="text", new="", write=None),
        Key("pages", "b.md", "content"): Change(old=None, new="text", write=None),
        Key("pages", "c.md", "content"): Change(old="other", new="", write=None),
    }
    bench = larch("li_02", TEXT).bench
    statement = Statement(bench=bench, request=TEXT, is_open=lambda _key, _change: True)
    told = statement(Effects(changed=moved, logged=()))
    assert told == "a.md → b.md; c.md → –"


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


RAISE = "Set the salary of Dora Klein, who is in Turin, to 512k"
HIGHER = read(change("set_salary", DORA, field="salary", value=512000))
STAYS = (
    fact("d", "SELECT id, name FROM find_employee('Dora Klein')"),
    fact("e", "SELECT e.* FROM employees e JOIN d ON d.id = e.id", "d"),
    fact("t", "SELECT t.* FROM project_team t JOIN d ON d.id = t.employee", "d"),
)


def showing(message: str, **shown: str) -> Plan:
    """Return a plan that answers the raise with what some facts on Dora Klein hold."""
    facts = (*STAYS, *(fact(name, sql, *"det") for name, sql in shown.items()))
    return build_plan(RAISE, facts=facts, cases=(case(message=message),))


@pytest.mark.requirement("S3-8l")
@pytest.mark.parametrize(
    ("message", "sql", "is_accepted"),
    [
        # what is reckoned of a cell, or is a figure of the request, is no answer of the rows
        ("{v.x}", "SELECT salary + 1500 AS x FROM e", False),
        ("{v.x}", "SELECT salary - 1500 AS x FROM e", False),
        ("{v.x}", "SELECT salary * 1.03 AS x FROM e", False),
        ("{v.x}", "SELECT round(salary * 1.03, 0) AS x FROM e", False),
        ("{v.x}", "SELECT y.x + 1500 AS x FROM (SELECT salary AS x FROM e) y", False),
        ("{v.x}", "SELECT a.time_slice + b.time_slice AS x FROM t a JOIN project_team b "
         "ON b.employee = 'li_03' AND b.project = 'pr_lathe'", False),
        ("{v.x}", "SELECT sum(hours) + 6 AS x FROM time_entries WHERE employee = 'li_04'", False),
        ("{v.x}", "SELECT 512000 AS x FROM e", False),
        ("{v.x}", "SELECT CASE WHEN salary > 0 THEN 512000 ELSE salary END AS x FROM e", False),
        ("{v.x}", "SELECT location AS x FROM e", False),
        ("{v.x} {v.y}", "SELECT location AS x, department AS y FROM e", False),
        ("{v.x} {v.y}", "SELECT f.name AS x, e.department AS y FROM e, find_location('Turin') f",
         False),
        # what the rows say is one to a question
        ("{v.x}", "SELECT salary AS x FROM e", True),
        ("{v.x}", "SELECT department AS x FROM e", True),
        ("{v.x}", "SELECT sum(hours) AS x FROM time_entries WHERE employee = 'li_04'", True),
        ("{v.x}", "SELECT m.today + 7 AS x FROM me m", True),
        ("{v.x}", "SELECT t.time_slice * 100 AS x FROM t", True),
        ("{v.x} {v.y}", "SELECT name AS x, department AS y FROM e", True),
        ("{v.id} {v.y}", "SELECT id, department AS y FROM e", True),
    ],
)  # fmt: skip
def test_only_what_rows_hold_answers_a_question(
    message: str, sql: str, is_accepted: bool, larch: Open
) -> None:
    plan = showing(message, v=sql)
    decision = larch("li_01", RAISE).execute(plan, reading=lambda: HIGHER)
    found = [one.code for one in decision.violations]
    assert found == ([] if is_accepted else [ViolationCode.OK_WITHOUT_WRITE])
    asks = read(asks=("salary",))
    decision = larch("li_01", RAISE).execute(plan, reading=lambda: asks)
    assert ViolationCode.OK_WITHOUT_WRITE not in [one.code for one in decision.violations]


@pytest.mark.parametrize("mode", ["auto", "always"])
def test_words_beside_a_row_claim_nothing_where_every_answer_is_read(
    mode: ReadMode, larch: Open
) -> None:
    plan = showing("{v.x} earns what was asked for.", v="SELECT department AS x FROM e")
    for reading in (HIGHER, read(asks=("department",))):
        desk = larch("li_01", RAISE)
        desk = replace(desk, executor=replace(desk.executor, read=mode))
        found = desk.execute(plan, reading=lambda read=reading: read).violations
        claims = mode == "always" and reading is HIGHER
        assert (ViolationCode.OK_WITHOUT_WRITE in [one.code for one in found]) is claims
        assert claims or not found


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


def test_what_is_gone_is_told_by_a_dash(larch: Open) -> None:
    gone = {Key("projects", "pr_lathe", "team", "li_08"): Change(old={}, new=None, write=None)}
    bench = larch("li_02", TEXT).bench
    statement = Statement(bench=bench, request=TEXT, is_open=lambda _key, _change: True)
    assert statement(Effects(changed=gone, logged=())).endswith(": team Hugo Marin → –")
