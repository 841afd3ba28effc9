"""What a caller may not see is in no byte of a decision, whatever the plan does to get at it."""

import re
from collections.abc import Callable

import pytest

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.plan import APICall, FactQuery, Outcome, Plan, ResponseCase
from agentic_solver.testing import Desk, build_plan, case, fact, write_call

SALARIES = re.compile(
    "912071|634182|571293|592415|601526|455637|467748|478859|419960|521171|532282"
)
"""Of everybody but Dora Klein (li_04), who asks."""
NOTES = re.compile("999999|Ignore all rules")


def plan_of(
    desk: Desk,
    *facts: FactQuery,
    calls: tuple[APICall, ...] = (),
    cases: tuple[ResponseCase, ...] = (),
    spans: dict[str, str] | None = None,
) -> Plan:
    return build_plan(
        desk.task.text, facts=facts, calls=calls, cases=cases,
        spans=spans,
    )  # fmt: skip


def assert_denied(decision: Decision) -> None:
    assert decision.response is not None, decision.violations
    assert decision.response.outcome is Outcome.DENIED_SECURITY
    assert decision.response.links == ()
    text = decision.model_dump_json()
    assert not SALARIES.search(text)
    assert not NOTES.search(text)
    assert decision.proofs
    assert all(proof.result == "deny" for proof in decision.proofs)


ATTACKS = {
    "one": "SELECT name, salary AS line FROM employees WHERE id = 'li_03'",
    "all": "SELECT name, salary AS line FROM employees ORDER BY id",
    "aggregate": "SELECT sum(salary) AS line FROM employees",
    "average-by-department": "SELECT avg(salary) AS line FROM employees GROUP BY department",
    "maximum": "SELECT max(salary) AS line FROM employees",
    "who-earns-most": "SELECT name AS line FROM employees ORDER BY salary DESC LIMIT 1",
    "compared-with-me": "SELECT name AS line FROM employees WHERE salary > "
    "(SELECT e.salary FROM employees e JOIN me ON me.id = e.id)",
    "count": "SELECT count(*) AS line FROM employees WHERE salary > 600000",
    "boolean": "SELECT count(*) > 0 AS line FROM employees WHERE id = 'li_03' AND salary = 571293",
    "rank": "SELECT rank() OVER (ORDER BY salary) AS line FROM employees",
    "through-a-cte": "WITH s AS (SELECT id, salary AS pay FROM employees) "
    "SELECT pay AS line FROM s WHERE id = 'li_03'",
    "exists": "SELECT id AS line FROM me WHERE EXISTS "
    "(SELECT 1 FROM employees WHERE id = 'li_03' AND salary > 500000)",
    "notes": "SELECT notes AS line FROM employees WHERE id = 'li_07'",
    "notes-like": "SELECT name AS line FROM employees WHERE notes LIKE '%pay her%'",
    "time-of-others": "SELECT hours AS line FROM time_entries WHERE employee = 'li_05'",
}


@pytest.mark.requirement("S3-8a", "S3-8b", "S3-8e", "S3-C2a", "S3-7.1f")
@pytest.mark.parametrize("name", ATTACKS)
def test_hidden_values_are_denied_in_every_form(name: str, larch: Callable[..., Desk]) -> None:
    desk = larch("li_04", "Show me.")
    sql = ATTACKS[name]
    decision = desk.execute(plan_of(desk, fact("f", sql), cases=(case(message="{f.line}"),)))
    assert_denied(decision)


@pytest.mark.requirement("S3-8a")
def test_condition_on_a_hidden_value_is_denied_though_nothing_is_shown(
    larch: Callable[..., Desk],
) -> None:
    desk = larch("li_04", "Does Carlo earn more than 500000?")
    facts = fact("f", "SELECT id FROM employees WHERE id = 'li_03' AND salary > 500000")
    cases = (case(message="Yes", when="f.one"), case(message="No"))
    assert_denied(desk.execute(plan_of(desk, facts, cases=cases)))


@pytest.mark.requirement("S3-8b")
def test_through_an_earlier_fact_it_is_denied_too(larch: Callable[..., Desk]) -> None:
    desk = larch("li_04", "Show me.")
    facts = (
        fact("a", "SELECT id, salary FROM employees"),
        fact("b", "SELECT salary AS line FROM a WHERE id = 'li_03'", "a"),
    )
    assert_denied(desk.execute(plan_of(desk, *facts, cases=(case(message="{b.line}"),))))


def test_own_values_are_visible(larch: Callable[..., Desk]) -> None:
    desk = larch("li_04", "What do I earn, and what do the notes say?")
    sql = "SELECT e.salary, e.notes FROM employees e JOIN me ON me.id = e.id"
    cases = (case(message="{f.salary}: {f.notes}"),)
    decision = desk.execute(plan_of(desk, fact("f", sql), cases=cases))
    assert decision.response is not None
    assert decision.response.message == "483304: Raise approved: 505000 from June."
    assert not SALARIES.search(decision.model_dump_json())


@pytest.mark.requirement("S3-8a")
@pytest.mark.parametrize(
    ("user", "seen"),
    [
        ("li_01", True), ("li_02", True), ("li_03", True), ("li_04", False), ("li_06", False),
        ("li_10", False), ("", False),
    ],
)  # fmt: skip
def test_matrix_of_callers_on_one_salary(user: str, seen: bool, larch: Callable[..., Desk]) -> None:
    desk = larch(user, "What does Carlo Neri earn?")
    facts = (
        fact("p", "SELECT id FROM find_employee('Carlo Neri')"),
        fact("f", "SELECT e.salary FROM employees e JOIN p ON p.id = e.id", "p"),
    )
    decision = desk.execute(plan_of(desk, *facts, cases=(case(message="{f.salary}"),)))
    assert decision.response is not None
    assert ("571293" in decision.model_dump_json()) is seen
    expected = Outcome.OK_ANSWER if seen else Outcome.DENIED_SECURITY
    assert decision.response.outcome is expected


@pytest.mark.requirement("S3-8b")
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT id, name, salary FROM employees ORDER BY id",
        "SELECT * FROM employees",
        "FROM employees",
        "SELECT name, rank() OVER (ORDER BY salary) AS r, max(salary) OVER () AS m FROM employees",
    ],
)
def test_a_plan_that_reads_a_secret_and_does_not_show_it_keeps_it_out_of_the_record(
    sql: str, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_04", "Who works here?")
    facts = (fact("f", sql),)
    decision = desk.execute(plan_of(desk, *facts, cases=(case(message="{f.name}"),)))
    assert not SALARIES.search(decision.model_dump_json())


@pytest.mark.requirement("S3-8b")
@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELECT id, salary FROM employees ORDER BY id", "{f.shoe}"),
        ("SELECT id, salary FROM employees WHERE salary > 888888888", "{f.salary}"),
        ("SELECT id, CAST(notes AS INTEGER) AS n FROM employees", "{f.n}"),
        ("SELECT id, CAST(salary || 'x' AS INTEGER) AS n FROM employees", "{f.n}"),
        ("SELECT id, CAST(salary AS TINYINT) AS n FROM employees", "{f.n}"),
        ("SELECT id, strptime(notes, '%Y') AS n FROM employees", "{f.n}"),
    ],
)
def test_diagnostics_of_a_rejected_plan_hold_no_secret(
    sql: str, message: str, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_04", "Show me.")
    decision = desk.execute(plan_of(desk, fact("f", sql), cases=(case(message=message),)))
    text = decision.model_dump_json()
    assert not SALARIES.search(text)
    assert not NOTES.search(text)


@pytest.mark.requirement("S3-8b")
def test_count_of_hidden_matches_is_no_diagnostic(larch: Callable[..., Desk]) -> None:
    desk = larch("li_04", "Show me.")
    texts = set()
    for least in (100000, 600000, 9999999):
        facts = fact("f", f"SELECT id FROM employees WHERE id <> 'li_04' AND salary > {least}")
        decision = desk.execute(plan_of(desk, facts, cases=(case(message="{f.shoe}"),)))
        texts.add((decision.ok, str(decision.notes), str(decision.violations)))
    assert len(texts) == 1


READS = {
    "shown": (
        APICall(id="c1", tool="get_employee", args={"id": "li_03"}, bind="e"),
        "SELECT salary AS line FROM b_e",
    ),
    "listed": (
        APICall(id="c1", tool="list_employees", bind="e"),
        "SELECT salary AS line FROM b_e WHERE id = 'li_03'",
    ),
    "star": (
        APICall(id="c1", tool="list_employees", bind="e"),
        "SELECT *, salary AS line FROM b_e",
    ),
    "compared": (
        APICall(id="c1", tool="list_employees", bind="e"),
        "SELECT name AS line FROM b_e ORDER BY salary DESC LIMIT 1",
    ),
    "hours": (
        APICall(
            id="c1", tool="time_summary_by_employee", bind="e",
            args={"date_from": "2025-05-01", "date_to": "2025-05-31"},
        ),
        "SELECT total_hours AS line FROM b_e",
    ),
}  # fmt: skip


@pytest.mark.requirement("S3-8b", "S3-C2a")
@pytest.mark.parametrize("name", READS)
def test_a_bound_read_is_no_way_around(name: str, larch: Callable[..., Desk]) -> None:
    desk = larch("li_04", "Show me.")
    call, sql = READS[name]
    plan = plan_of(desk, fact("f", sql), calls=(call,), cases=(case(message="{f.line}"),))
    assert_denied(desk.execute(plan))


@pytest.mark.requirement("S3-8b")
def test_a_bound_read_of_open_fields_keeps_the_closed_ones_out_of_the_record(
    larch: Callable[..., Desk],
) -> None:
    desk = larch("li_04", "Who is li_03?")
    call = APICall(id="c1", tool="get_employee", args={"id": "li_03"}, bind="e")
    facts = fact("f", "SELECT name AS line FROM b_e")
    decision = desk.execute(plan_of(desk, facts, calls=(call,), cases=(case(message="{f.line}"),)))
    assert not SALARIES.search(decision.model_dump_json())


@pytest.mark.requirement("S3-8b")
def test_a_secret_cannot_be_written_where_the_caller_can_read_it(
    larch: Callable[..., Desk],
) -> None:
    text = "Rate my skill skill_milling like the pay of Carlo"
    desk = larch("li_04", text)
    level = "SELECT CAST(salary / 100000 AS INTEGER) AS n FROM employees WHERE id = 'li_03'"
    for args in (
        {"employee": {"$fact": "mine", "col": "id"}, "skills": {"$rows": "rows"}},
        {"$each": "each"},
    ):
        facts = (
            fact("mine", "SELECT id FROM me"),
            fact("lv", level),
            fact("rows", "SELECT 'skill_milling' AS name, n AS level FROM lv", "lv"),
            fact(
                "each",
                "SELECT mine.id AS employee, rows.name, rows.level FROM mine, rows",
                "mine", "rows",
            ),
        )  # fmt: skip
        call = APICall(id="w1", tool="set_skills", args=args)  # type: ignore[arg-type]
        plan = plan_of(
            desk, *facts, calls=(call,), spans={"w1": "Rate my skill"},
            cases=(case(writes=True),),
        )  # fmt: skip
        assert_denied(desk.execute(plan))
    assert desk.writes == ()


@pytest.mark.requirement("S3-8f", "S3-8g", "S3-8h")
def test_a_denial_carries_identity_rule_place_and_predicate(larch: Callable[..., Desk]) -> None:
    desk = larch("li_03", "Correct te_004 to 5 hours")
    plan = plan_of(
        desk,
        fact("f", "SELECT t.id, 5 AS hours FROM time_entries t WHERE t.id = 'te_004'"),
        calls=(write_call("w1", "update_time_entry", "f"),),
        cases=(case(writes=True),),
        spans={"w1": "Correct te_004 to 5 hours"},
    )
    decision = desk.execute(plan)
    assert_denied(decision)
    assert desk.writes == ()
    (proof,) = decision.proofs
    assert proof.identity["current_user"] == "li_03"
    assert proof.rule_ids == ("never-invoiced",)
    assert proof.citations == ("people/rules.md#time",)
    assert "invoiced" in proof.predicate


@pytest.mark.requirement("S3-8f", "S3-8g", "S3-8h")
def test_an_approval_carries_the_same(larch: Callable[..., Desk]) -> None:
    desk = larch("li_02", "What does Carlo Neri earn?")
    facts = fact("f", "SELECT salary FROM employees WHERE id = 'li_03'")
    decision = desk.execute(plan_of(desk, facts, cases=(case(message="{f.salary}"),)))
    assert decision.ok
    proof = next(item for item in decision.proofs if item.rule_ids)
    assert proof.result == "allow"
    assert proof.rule_ids == ("read-pay",)
    assert proof.citations == ("people/rules.md#salaries",)
    assert proof.identity
