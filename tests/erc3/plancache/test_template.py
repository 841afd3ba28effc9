"""What of a request becomes a slot, and what has to stay literal."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.plancache.expected import Expected
from agentic_solver.erc3.plancache.literal import literals_of
from agentic_solver.erc3.plancache.template import Template, make_template
from agentic_solver.erc3.propose.reply import PlanReply

Making = Callable[..., Template]
Planning = Callable[..., PlanReply]
FINDS = "SELECT id, name FROM find_project('Brass gate')"


def test_names_numbers_dates_ids_paths_and_quotes_become_typed_slots(template: Making) -> None:
    made = template(
        'Log 3,5 h for Ada Fenn on Brass gate, 2031-04-02, note "two long coats", see x_12, a/b.md',
        FINDS,
        "SELECT e.id, p.id AS p, 3.5 AS h, DATE '2031-04-02' AS d, 'two long coats' AS n, "
        "'x_12' AS i, 'a/b.md' AS f FROM a p, find_employee('Ada Fenn') e",
    )
    assert made.shape == (
        'Log ⟨0:number⟩ h for ⟨1:person⟩ on ⟨2:name⟩, ⟨3:date⟩, note "⟨4:quote⟩", '
        "see ⟨5:id⟩, ⟨6:path⟩"
    )
    assert [slot.value for slot in made.slots][:3] == ["3,5", "Ada Fenn", "Brass gate"]


def test_what_the_plan_does_not_hold_verbatim_stays_literal(template: Making) -> None:
    made = template("Who leads the gate of brass, active ones, in 2 weeks?", FINDS)
    assert (made.slots, made.shape) == ((), "Who leads the gate of brass, active ones, in 2 weeks?")


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT id FROM projects WHERE name LIKE '%gate%'", "{a.x}"),
        ("SELECT id FROM find_customer('Gate Ltd.')", "{a.x}"),
        ("SELECT 1 AS x", "The gate: {a.x}"),
    ],
    ids=["fragment", "other-finder", "message"],
)
def test_a_name_that_something_else_was_made_from_stays_literal(
    template: Making,
    query: str,
    message: str,
) -> None:
    case = {
        "when": "",
        "outcome": "ok_answer",
        "message": message,
        "links": [],
        "apply_writes": False,
    }
    made = template("Who leads Brass gate?", FINDS, query, cases=[case])
    assert made.slots == ()


def test_a_message_of_a_branch_that_did_not_answer_binds_nothing(template: Making) -> None:
    cases = [
        {"when": "a.none", "outcome": "ok_not_found", "message": "No gate.", "links": [],
         "apply_writes": False},
        {"when": "", "outcome": "ok_answer", "message": "{a.x}", "links": [],
         "apply_writes": False},
    ]  # fmt: skip
    assert len(template("Who leads Brass gate?", FINDS, cases=cases, case=1).slots) == 1
    assert len(template("Who leads Brass gate?", FINDS, cases=cases, case=0).slots) == 0


def test_a_name_that_was_not_found_stays_literal(template: Making) -> None:
    made = template("Who leads Brass gate?", FINDS, rows={"a": 0})
    assert made.slots == ()


@pytest.mark.parametrize(
    "query",
    [
        "SELECT 4 AS hours, me.today - 4 AS date FROM me",
        "SELECT 4 AS hours, 'the 4 coats' AS notes FROM me",
    ],
    ids=["twice", "in-a-text"],
)
def test_a_number_of_several_uses_stays_literal(template: Making, query: str) -> None:
    assert template("Log 4 hours for me, please.", query).slots == ()


def test_a_number_that_the_request_says_twice_stays_literal(template: Making) -> None:
    assert template("Log 4 hours and 4 minutes.", "SELECT 4 AS hours FROM me").slots == ()


def test_a_date_that_was_worked_out_binds_the_day_unless_the_request_says_its_year(
    template: Making,
    identity: Identity,
) -> None:
    sql = "SELECT sum(hours) AS x FROM time_entries WHERE date >= '2031-04-01'"
    assert template("What did I log since April?", sql).today == identity.today
    assert template("What did I log since April 2031?", sql).today == ""


def test_the_callers_place_binds_where_the_plan_names_it_or_refuses(
    template: Making,
    identity: Identity,
) -> None:
    asked = "Who else is here?"
    made = template(asked, "SELECT id FROM employees WHERE location = 'Fellbruck'")
    assert (made.location, made.department) == (identity.location, "")
    free = template(asked, "SELECT id FROM employees")
    assert (free.location, free.department) == ("", "")
    refused = template(asked, "SELECT id FROM employees", outcome=Outcome.DENIED_SECURITY)
    assert (refused.location, refused.department) == (identity.location, identity.department)


@pytest.mark.parametrize("sql", ["SELECT $$Brass gate$$ AS x", "SELECT E'x' AS x", "SELECT 'x"])
def test_sql_whose_literals_cannot_be_told_makes_no_template(
    plan: Planning,
    identity: Identity,
    sql: str,
) -> None:
    expected = Expected(outcome=Outcome.OK_ANSWER, case=0)
    assert literals_of(sql) is None
    assert make_template("Who leads Brass gate?", plan(sql), expected, identity) is None


def test_a_request_that_would_be_all_slots_makes_no_template(
    plan: Planning,
    identity: Identity,
) -> None:
    expected = Expected(outcome=Outcome.OK_ANSWER, case=0, rows={"a": 1})
    assert make_template("Brass gate?", plan(FINDS), expected, identity) is None
