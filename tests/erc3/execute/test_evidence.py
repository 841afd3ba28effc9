"""A constant of the plan is no evidence: not as a value, not as a link, not as a condition."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import FactQuery, LinkKind, LinkSource, Outcome
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call
from tests.readings import change, read, where

VALUES = {
    "alone": "SELECT 'Zorvex Quell' AS v",
    "beside a row": "SELECT 'Zorvex Quell' AS v FROM me",
    "a role that only the rules name": "SELECT 'Lead' AS v FROM me",
    "values": "SELECT v FROM (VALUES ('Zorvex Quell')) t(v)",
    "union": "SELECT name AS v FROM projects WHERE id = '' UNION ALL SELECT 'Zorvex Quell'",
    "aggregate": "SELECT max('Zorvex Quell') AS v FROM me",
    "number": "SELECT 7731955 + count(*) * 0 AS v FROM me",
    "greatest": "SELECT greatest(count(*), 7731955) AS v FROM me",
    "product": "SELECT count(*) * 7731955 AS v FROM me",
    "a product with several": "SELECT count(*) * 4711 AS v FROM employees",
    "days between days of the plan": "SELECT CASE WHEN e.id <> 'li_02' "
    "THEN date_diff('day', m.today, m.today + 4711) END AS v FROM employees e, me m",
    "a unit of one": "SELECT 60 * count(*) AS v FROM me",
    "a unit of a row": "SELECT 12 * level / level AS v FROM employee_skills LIMIT 1",
    "a unit with decimals": "SELECT printf('%.1f', 7.0 * count(*)) AS v FROM me",
    "a hundred of one": "SELECT 100 * count(*) AS v FROM me",
    "rows that a limit leaves": "SELECT count(*) AS v FROM (SELECT id FROM employees LIMIT 7) x",
    "replace": "SELECT replace(id, id, 'Zorvex Quell') AS v FROM me",
    "concatenation": "SELECT 'Zorvex Quell' || left(id, 0) AS v FROM me",
    "list": "SELECT list_extract(['Zorvex Quell', id], 1) AS v FROM me",
    "products of constants": "SELECT 300 * 300 + 0 * length(name) AS v FROM projects LIMIT 1",
    "a remainder": "SELECT 90000 % (1000000 + length(name)) AS v FROM projects LIMIT 1",
    "joined digits": "SELECT concat('9', left(name, 0), '1') AS v FROM projects LIMIT 1",
    "digits turned round": "SELECT reverse('19') || left(name, 0) AS v FROM projects LIMIT 1",
    "digits by code": "SELECT chr(57) || chr(49) || left(name, 0) AS v FROM projects LIMIT 1",
    "a number in words": "SELECT CASE WHEN id <> '' THEN 'ninety' ELSE name END AS v FROM projects",
    "other digits": "SELECT CASE WHEN id <> '' THEN '٣٤' ELSE name END AS v FROM projects",
    "wide digits": "SELECT CASE WHEN id <> '' THEN '９１' ELSE name END AS v FROM projects",
    "a part of a text": "SELECT split_part('Zorvex Quell|' || id, '|', 1) AS v FROM me",
    "another name": "SELECT c.x AS v FROM (SELECT 4711 + 0 * length(id) AS x FROM me) c",
    "a table of numbers": "SELECT t.x + 0 * length(id) AS v FROM me, (VALUES (4711)) t(x)",
    "a figure in a branch": "SELECT coalesce(max(name), 'no. 77319') AS v FROM projects "
    "WHERE id = ''",
    "a figure beside a name": "SELECT name || ' earns 77319' AS v FROM projects ORDER BY id",
}
TESTS = {
    "constant": "SELECT true AS v FROM me",
    "no table": "SELECT 1 = 1 AS v",
    "aggregate": "SELECT bool_or(true) AS v FROM me",
    "or": "SELECT count(*) > 5 OR true AS v FROM me",
    "parentheses": "SELECT count(*) > 0 AS v FROM employees WHERE (id <> '' AND (1 = 1))",
    "one outcome": "SELECT CASE WHEN count(*) > 5 THEN true ELSE true END AS v FROM me",
    "the column itself": "SELECT count(*) > 0 AS v FROM me WHERE id = id",
    "a length": "SELECT count(*) > 0 AS v FROM me WHERE length(id) >= 0",
    "a count": "SELECT count(*) >= 0 AS v FROM me",
    "any text": "SELECT count(*) > 0 AS v FROM me WHERE id LIKE '%'",
    "predicate": "SELECT is_public OR NOT is_public AS v FROM me WHERE 1 = 1",
}


def _codes(decision: Decision) -> list[ViolationCode]:
    return [violation.code for violation in decision.violations]


@pytest.mark.requirement("S3-5.2e", "S3-7.1e")
@pytest.mark.parametrize("name", VALUES)
def test_a_constant_in_the_place_of_a_value_is_refused(
    name: str, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_04", "What is it?")
    plan = build_plan(
        desk.task.text, facts=(fact("f", VALUES[name]),), cases=(case(message="{f.v}"),)
    )
    assert _codes(desk.execute(plan)) == [ViolationCode.FACT_NOT_GROUNDED]


@pytest.mark.requirement("S3-7.1e")
@pytest.mark.parametrize("name", TESTS)
def test_a_condition_that_holds_whatever_the_rows_say_is_refused(
    name: str, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_04", "Is it so?")
    cases = (case(message="Yes", when="f.true"), case(message="No"))
    plan = build_plan(desk.task.text, facts=(fact("f", TESTS[name]),), cases=cases)
    assert _codes(desk.execute(plan)) == [ViolationCode.FACT_NOT_GROUNDED]


RIGGED = fact("a", "SELECT id FROM employees WHERE 1 = 1")
PAGE = fact("page", "SELECT 'a page of its own' AS v")


@pytest.mark.parametrize(
    ("when", "facts"),
    [
        ("f.false", (fact("f", "SELECT false AS v FROM me"),)),
        ("f.true", (RIGGED, fact("f", "SELECT count(*) > 0 AS v FROM a", "a"))),
        ("page.none and f.some", (PAGE, fact("f", "SELECT id FROM employees WHERE id = id"))),
    ],
    ids=["a test that fails", "behind an earlier fact", "behind a test that can only fail"],
)
def test_a_constant_decides_no_test_wherever_it_stands(
    when: str, facts: tuple[FactQuery, ...], larch: Callable[..., Desk]
) -> None:
    desk = larch("li_04", "Is it so?")
    cases = (case(message="Yes", when=when), case(message="No"))
    plan = build_plan(desk.task.text, facts=facts, cases=cases)
    assert _codes(desk.execute(plan)) == [ViolationCode.FACT_NOT_GROUNDED]


@pytest.mark.parametrize(
    ("query", "when"),
    [
        ("SELECT 'x' AS v, id FROM employees WHERE location = 'Turin'", "f.some"),
        ("SELECT count(*) > 0 AS v FROM employee_skills WHERE level >= 0", "f.true"),
        ("SELECT count(*) > 0 AS v FROM me WHERE today > '2025-01-01'", "f.true"),
    ],
    ids=["a constant beside rows that decide", "a stored figure and zero", "a day"],
)
def test_a_test_that_rows_decide_is_evidence(
    query: str, when: str, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_04", "Is it so?")
    cases = (case(message="Yes", when=when), case(message="No"))
    plan = build_plan(desk.task.text, facts=(fact("f", query),), cases=cases)
    assert assert_accepted(desk.execute(plan)).message == "Yes"


@pytest.mark.parametrize("state", ["none", "many"])
def test_a_test_that_can_only_fail_takes_nothing_away(
    state: str, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_04", "Is it so?")
    cases = (case(message="What?", when=f"f.{state}"), case(message="Yes"))
    facts = (fact("f", "SELECT 'a page of its own' AS v"),)
    assert_accepted(desk.execute(build_plan(desk.task.text, facts=facts, cases=cases)))


@pytest.mark.parametrize("state", ["some", "none", "one", "many"])
def test_rows_that_no_column_decides_decide_nothing(state: str, larch: Callable[..., Desk]) -> None:
    desk = larch("li_04", "Is it so?")
    rows = fact("f", "SELECT id FROM employees WHERE 1 = 0")
    plan = build_plan(
        desk.task.text, facts=(rows,), cases=(case(message="Yes", when=f"f.{state}"), case())
    )
    assert _codes(desk.execute(plan)) == [ViolationCode.FACT_NOT_GROUNDED]


@pytest.mark.requirement("S3-5.2e")
@pytest.mark.parametrize("sql", ["coalesce('li_11', id)", "if(true, 'li_11', id)"])
def test_a_link_to_a_constant_is_refused(sql: str, larch: Callable[..., Desk]) -> None:
    desk = larch("li_04", "Who?")
    plan = build_plan(
        desk.task.text,
        facts=(fact("f", f"SELECT {sql} AS id FROM me"),),
        cases=(case(links=(LinkSource(fact="f", kind=LinkKind.EMPLOYEE),)),),
    )
    assert _codes(desk.execute(plan)) == [ViolationCode.LINK_NOT_GROUNDED]


def test_a_constant_of_an_earlier_row_of_a_derived_table_stays_one(
    larch: Callable[..., Desk],
) -> None:
    desk = larch("li_04", "What is it?")
    facts = (
        fact("a", "CREATE TEMP TABLE derived_t AS SELECT 'Zorvex Quell' AS v FROM me"),
        fact("b", "INSERT INTO derived_t SELECT id AS v FROM me"),
        fact("f", "SELECT v FROM derived_t"),
    )
    plan = build_plan(desk.task.text, facts=facts, cases=(case(message="{f.v}"),))
    assert _codes(desk.execute(plan)) == [ViolationCode.FACT_NOT_GROUNDED]


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT 12 AS v FROM me", "12"),
        ("SELECT CASE WHEN id = '' THEN 'nobody' ELSE 'somebody' END AS v FROM me", "somebody"),
        ("SELECT 'caller ' || id AS v FROM me", "caller li_04"),
        ("SELECT count(*) * 100 // count(*) AS v FROM employees WHERE id <> 'x'", "100"),
        ("SELECT greatest(count(*), 12.5) AS v FROM me", "12.5"),
    ],
)
def test_words_and_what_the_request_states_may_be_said(
    sql: str, said: str, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_04", "Is it 12, 12.5, or 100 percent?")
    plan = build_plan(desk.task.text, facts=(fact("f", sql),), cases=(case(message="{f.v}"),))
    assert assert_accepted(desk.execute(plan)).message == said


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT sum(CASE name WHEN 'Rail Lathe' THEN 1 ELSE 0 END) AS v FROM projects",
        "SELECT sum(CASE lower(name) WHEN 'three' THEN 3 ELSE 1 END) AS v FROM projects",
        "SELECT strftime(me.today - 30, '%d.%m.%Y') AS v FROM me",
        "SELECT round(60 * sum(time_slice) / count(*), 1) AS v FROM project_team",
        "SELECT 12 * level AS v FROM employee_skills WHERE level > 1 LIMIT 1",
        "SELECT 100 * count(*) / (SELECT count(*) FROM projects) AS v FROM employees",
        "SELECT count(*) AS v FROM (SELECT id FROM employees LIMIT 100) x",
    ],
)
def test_units_counts_and_days_may_be_reckoned_with(sql: str, larch: Callable[..., Desk]) -> None:
    desk = larch("li_04", "How much is it?")
    plan = build_plan(desk.task.text, facts=(fact("f", sql),), cases=(case(message="{f.v}"),))
    assert_accepted(desk.execute(plan))


@pytest.mark.parametrize(
    ("message", "outcome"),
    [
        ("It is 91 for {f.name}.", Outcome.OK_ANSWER),
        ("Finn Olsen leads it.", Outcome.OK_ANSWER),
        ("Somebody has led it since 2019.", Outcome.OK_ANSWER),
        ("There were 91 of them.", Outcome.OK_NOT_FOUND),
        ("It is ninety for {f.name}.", Outcome.OK_ANSWER),
        ("Twelve of them are open.", Outcome.OK_ANSWER),
        ("Hugo.", Outcome.OK_ANSWER),
        ("It is led by Hugo since then.", Outcome.OK_ANSWER),
        ("{f.name}, by Hugo", Outcome.OK_ANSWER),
        ("It is led by hugo since then.", Outcome.OK_ANSWER),
        ("Hugo leads it.", Outcome.OK_ANSWER),
        ("Его ведёт Хуго Марин.", Outcome.OK_ANSWER),
        ("Το διευθύνει ο Χουγο.", Outcome.OK_ANSWER),
        ("Zorvex Quell leads it.", Outcome.OK_ANSWER),
        ("Two of them are open.", Outcome.OK_ANSWER),
    ],
)
def test_words_of_the_plan_hold_no_figure_and_no_name_of_a_person(
    message: str, outcome: Outcome, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_04", "Who leads the rail lathe?")
    facts = (
        fact("f", "SELECT name FROM projects WHERE id = 'pr_lathe'"),
        fact("people", "SELECT name FROM employees"),
    )
    none = case(Outcome.OK_NOT_FOUND, message="None.", when="people.none")
    cases = (none, case(outcome, message=message))
    plan = build_plan(desk.task.text, facts=facts, cases=cases)
    assert ViolationCode.FACT_NOT_GROUNDED in _codes(desk.execute(plan))


@pytest.mark.parametrize("message", ["It is the Clinic Scale.", "It is the clinic scale."])
def test_words_of_the_plan_hold_no_name_of_a_thing_that_was_read(
    message: str, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_04", "What does she lead?")
    cases = (case(message=message, when="f.some"), case(message="No."))
    plan = build_plan(desk.task.text, facts=(fact("f", "SELECT name FROM projects"),), cases=cases)
    assert _codes(desk.execute(plan)) == [ViolationCode.FACT_NOT_GROUNDED]


@pytest.mark.parametrize(
    ("message", "outcome"),
    [
        ("Which of the twenty do you mean?", Outcome.NONE_CLARIFICATION_NEEDED),
        ("Zorvex Quell is not there.", Outcome.OK_NOT_FOUND),
        ("Zorvex Quell: {f.name}", Outcome.OK_ANSWER),
        ("There are 0 of them.", Outcome.OK_ANSWER),
        ("Half of it is open.", Outcome.OK_ANSWER),
        ("No one leads it.", Outcome.OK_ANSWER),
    ],
)
def test_words_of_the_plan_may_ask_name_what_is_shown_and_say_none(
    message: str, outcome: Outcome, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_04", "Who leads the rail lathe?")
    facts = (
        fact("f", "SELECT name FROM projects WHERE id = 'pr_lathe'"),
        fact("gone", "SELECT id FROM find_project('no such thing')"),
    )
    cases = (case(outcome, message=message, when="gone.none"), case())
    plan = build_plan(desk.task.text, facts=facts, cases=cases)
    assert ViolationCode.FACT_NOT_GROUNDED not in _codes(desk.execute(plan))


def test_an_id_that_the_request_says_may_be_said_again(larch: Callable[..., Desk]) -> None:
    desk = larch("li_04", "Is li_05 in Brno?")
    query = "SELECT count(*) > 0 AS v FROM employees WHERE id = 'li_05' AND location = 'Brno'"
    cases = (case(message="Yes, li_05 sits there.", when="f.true"), case(message="No."))
    plan = build_plan(desk.task.text, facts=(fact("f", query),), cases=cases)
    assert_accepted(desk.execute(plan))


@pytest.mark.parametrize(
    "message", ["None of the two sits there.", "Es hat dort keinen Leiter.", "Yes."]
)
def test_words_of_the_plan_may_count_what_it_looks_up_and_have_capitals(
    message: str, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_04", "Who of Dora and Hugo is free?")
    facts = tuple(
        fact(name, f"SELECT id, name FROM find_employee('{name}')") for name in ("dora", "hugo")
    )
    none = case(Outcome.OK_NOT_FOUND, message="None.", when="dora.none")
    cases = (none, case(message=message))
    assert_accepted(desk.execute(build_plan(desk.task.text, facts=facts, cases=cases)))


def test_words_of_the_plan_may_hold_what_the_request_states(larch: Callable[..., Desk]) -> None:
    desk = larch("li_04", "Does Rail Lathe have 91 seats, on a scale from 1 to 10?")
    message = "No, Rail Lathe has not 91 seats on the scale of 10."
    facts = (fact("f", "SELECT id FROM projects WHERE id = 'pr_lathe'"),)
    plan = build_plan(desk.task.text, facts=facts, cases=(case(message=message),))
    assert assert_accepted(desk.execute(plan)).message == message


@pytest.mark.requirement("S3-8l")
@pytest.mark.parametrize(
    ("text", "is_meant"),
    [("li_05", True), ("Ines Novak", True), ("Hugo Marin", False), ("pr_lathe", False)],
)
def test_a_target_that_only_the_plan_names_is_not_written_to(
    text: str, is_meant: bool, larch: Callable[..., Desk]
) -> None:
    """A proposer that sees no data cannot know an id: somebody has put it in its mouth."""
    request = "Give somebody in Brno a note, please"
    desk = larch("li_02", request)
    where_clause = f"id = '{text}' OR name = '{text}'"
    if text == "pr_lathe":
        where_clause = f"id IN (SELECT employee FROM project_team WHERE project = '{text}')"
    sql = f"SELECT id AS employee, 'a note' AS notes FROM employees WHERE {where_clause}"
    plan = build_plan(
        request,
        facts=(fact("rows", sql), fact("known", "SELECT id, name FROM projects")),
        calls=(write_call("w1", "set_notes", "rows"),),
        cases=(case(writes=True),),
        spans={"w1": request},
    )
    somebody: JsonObject = {"kind": "employee", "where": [where("location", "Brno")]}
    note = change("set_notes", somebody, field="notes", how="append", value={"words": "a note"})
    decision = desk.execute(plan, reading=lambda: read(note))
    if is_meant:  # one of those that are meant, and nothing tells which
        assert_accepted(decision, Outcome.NONE_CLARIFICATION_NEEDED)
    else:
        assert set(_codes(decision)) == {ViolationCode.WRITE_NOT_ASKED}
    assert desk.writes == ()


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("SELECT to_json(e) || to_json(e) AS id FROM employees e", ViolationCode.LINK_INVALID),
        (
            "SELECT a.id || b.id || c.id || d.id AS id FROM employees a, employees b, "
            "employees c, project_team d_, employees d WHERE d_.employee = d.id",
            ViolationCode.LINK_INVALID,
        ),
    ],
)
def test_links_that_no_response_can_hold_are_refused(
    sql: str, code: ViolationCode, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_01", "Who?")
    plan = build_plan(
        desk.task.text,
        facts=(fact("f", sql),),
        cases=(case(links=(LinkSource(fact="f", kind=LinkKind.EMPLOYEE),)),),
    )
    assert _codes(desk.execute(plan)) == [code]


def test_a_message_that_no_response_can_hold_is_refused(larch: Callable[..., Desk]) -> None:
    desk = larch("li_01", "Who?")
    sql = "SELECT a.name || b.name || c.name AS v FROM employees a, employees b, employees c"
    message = "{f.v}" * 4
    plan = build_plan(desk.task.text, facts=(fact("f", sql),), cases=(case(message=message),))
    assert _codes(desk.execute(plan)) == [ViolationCode.MESSAGE_INVALID]


def test_every_source_of_links_gives_its_links(larch: Callable[..., Desk]) -> None:
    desk = larch("li_01", "Who?")
    facts = (
        fact("lead", "SELECT employee AS id FROM project_team WHERE role = 'Lead' AND "
             "project = 'pr_scale'"),
        fact("place", "SELECT id FROM projects WHERE id = 'pr_scale'"),
    )  # fmt: skip
    sources = (
        LinkSource(fact="lead", kind=LinkKind.EMPLOYEE),
        LinkSource(fact="place", kind=LinkKind.PROJECT),
    )
    plan = build_plan(desk.task.text, facts=facts, cases=(case(message="There.", links=sources),))
    links = assert_accepted(desk.execute(plan)).links
    assert [(link.kind.value, link.id) for link in links] == [
        ("employee", "li_05"), ("project", "pr_scale"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sql", "when"),
    [
        ("SELECT 'a page of its own' AS v", "f.some"),
        ("SELECT 'a page of its own' AS v", "f.one"),
        ("SELECT v FROM (VALUES (1)) t(v) WHERE v = 2", "f.none"),
    ],
)
def test_rows_of_the_plans_own_making_choose_no_case(
    sql: str, when: str, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_04", "Is it so?")
    cases = (case(message="Yes", when=when), case(message="No"))
    plan = build_plan(desk.task.text, facts=(fact("f", sql),), cases=cases)
    assert _codes(desk.execute(plan)) == [ViolationCode.FACT_NOT_GROUNDED]


HIGHEST = "Who has the highest salary in the Workshop?"
PAID = "SELECT id, name, salary FROM employees WHERE department = 'Workshop' {}"


@pytest.mark.parametrize(
    ("text", "sql"),
    [
        (HIGHEST, PAID.format("ORDER BY id LIMIT 1")),
        (HIGHEST, PAID.format("ORDER BY salary LIMIT 1")),
        (HIGHEST, PAID.format("AND salary = (SELECT min(x.salary) FROM employees x "
                              "WHERE x.department = 'Workshop')")),
        (HIGHEST, PAID.format("QUALIFY row_number() OVER (ORDER BY name) = 1")),
        (HIGHEST, "SELECT arg_min(name, salary) AS name FROM employees"),
        (HIGHEST, PAID.format("AND salary <= (SELECT max(salary) FROM employees) "
                              "ORDER BY salary LIMIT 1")),
        (HIGHEST, "SELECT name, max(salary) OVER () AS top FROM employees "
                  "WHERE department = 'Workshop' ORDER BY salary LIMIT 1"),
        (HIGHEST, PAID.format("AND id IN (SELECT id FROM employees ORDER BY salary DESC "
                              "LIMIT 100) ORDER BY salary LIMIT 1")),
        (HIGHEST, PAID.format("AND EXISTS (SELECT 1 FROM me) ORDER BY salary LIMIT 1")),
        (HIGHEST, PAID.format("ORDER BY -salary DESC LIMIT 1")),
        ("Wer hat das niedrigste Gehalt?", PAID.format("ORDER BY salary DESC LIMIT 1")),
        ("Who has the highest time slice?", "SELECT e.name FROM project_team t JOIN employees e "
         "ON e.id = t.employee ORDER BY t.time_slice, e.id LIMIT 1"),
        ("谁的工资最高?", PAID.format("ORDER BY salary LIMIT 1")),
    ],
)  # fmt: skip
def test_the_other_end_of_what_is_asked_for_is_no_answer(
    text: str, sql: str, larch: Callable[..., Desk]
) -> None:
    plan = build_plan(text, facts=(fact("f", sql),), cases=(case(message="{f.name}"),))
    assert _codes(larch("li_02", text).execute(plan)) == [ViolationCode.FACT_NOT_GROUNDED]


def test_the_end_that_another_fact_takes_excuses_none(larch: Callable[..., Desk]) -> None:
    facts = (
        fact("high", PAID.format("ORDER BY salary DESC LIMIT 1")),
        fact("low", PAID.format("ORDER BY salary LIMIT 1")),
    )
    sources = (LinkSource(fact="high", kind=LinkKind.EMPLOYEE),)
    cases = (case(message="{low.name}", links=sources),)
    decision = larch("li_02", HIGHEST).execute(build_plan(HIGHEST, facts=facts, cases=cases))
    assert _codes(decision) == [ViolationCode.FACT_NOT_GROUNDED]


@pytest.mark.parametrize(
    ("text", "sql"),
    [
        (HIGHEST, PAID.format("AND salary = (SELECT max(salary) FROM employees WHERE "
                              "department = 'Workshop') ORDER BY salary LIMIT 1")),
        (HIGHEST, PAID.format("ORDER BY salary DESC LIMIT 1")),
        (HIGHEST, PAID.format("ORDER BY salary DESC, id LIMIT 1")),
        (HIGHEST, PAID.format("AND salary >= ALL (SELECT salary FROM employees WHERE "
                              "department = 'Workshop')")),
        (HIGHEST, PAID.format("QUALIFY rank() OVER (ORDER BY salary DESC) = 1")),
        (HIGHEST, PAID.format("ORDER BY -salary LIMIT 1")),
        ("Wer hat das niedrigste Gehalt?", PAID.format("ORDER BY salary LIMIT 1")),
        ("Who is the most free?", "SELECT e.name FROM workloads w JOIN employees e ON "
         "e.id = w.employee ORDER BY w.time_slices, e.id LIMIT 1"),
        ("Of the highest salaries, which is the lowest?", PAID.format("ORDER BY salary LIMIT 1")),
        ("Who is first in the register?", PAID.format("ORDER BY id LIMIT 1")),
    ],
)  # fmt: skip
def test_the_end_that_is_asked_for_is_an_answer_however_it_is_taken(
    text: str, sql: str, larch: Callable[..., Desk]
) -> None:
    plan = build_plan(text, facts=(fact("f", sql),), cases=(case(message="{f.name}"),))
    assert_accepted(larch("li_02", text).execute(plan))


MARKS = {
    "a url": "Log in at https://pay.example/login, {f.v}.",
    "a url that a link shows": "[{f.v}](https://pay.example)",
    "an image": "<img src=//pay.example/{f.v}>{f.v}",
    "a mail address": "{f.v}: write to desk@pay.example.",
    "a site without a scheme": "{f.v}, see pay.example/login",
    "between rows": "{f.v| www.pay.example } ",
    "letters turned round": "\u202e{f.v}",
    "a character of no width": "{f.v}\u200b",
    "a control character": "{f.v}\x7f",
    "a tag character": "{f.v}\U000e0041",
}
SEEN = "Who is it, and is help@lathe.example or \u202a+49\u202c theirs?"


@pytest.mark.parametrize("message", MARKS.values(), ids=MARKS.keys())
def test_addresses_and_unseen_characters_of_the_plan_are_no_words(
    larch: Callable[..., Desk], message: str
) -> None:
    facts = (fact("f", "SELECT name AS v FROM employees ORDER BY id LIMIT 2"),)
    desk = larch("li_03", SEEN)
    decision = desk.execute(build_plan(SEEN, facts=facts, cases=(case(message=message),)))
    assert [one.code for one in decision.violations] == [ViolationCode.FACT_NOT_GROUNDED]


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELECT email AS v FROM employees ORDER BY id LIMIT 2", "Write to {f.v}."),
        ("SELECT name AS v FROM employees", "{f.v} or help@lathe.example, \u202a+49\u202c"),
        ("SELECT name AS v FROM employees", "<{f.v}> is on people/all.md, i.e. there; 2 < 3"),
    ],
)
def test_addresses_of_rows_and_of_the_request_may_be_said(
    larch: Callable[..., Desk], sql: str, message: str
) -> None:
    desk = larch("li_03", SEEN)
    plan = build_plan(SEEN, facts=(fact("f", sql),), cases=(case(message=message),))
    codes = [one.message for one in desk.execute(plan).violations]
    assert not any("an address" in text for text in codes)


def test_an_id_that_only_the_plan_names_is_no_answer_whatever_else_it_compares(
    larch: Callable[..., Desk],
) -> None:
    desk = larch("li_04", "Who works in Brno?")
    sql = "SELECT id FROM employees WHERE id = 'li_06' AND name <> 'Aa Zz' AND email <> 'zz'"
    plan = build_plan(desk.task.text, facts=(fact("f", sql),), cases=(case(message="{f.id}"),))
    assert _codes(desk.execute(plan)) == [ViolationCode.FACT_NOT_GROUNDED]


def test_a_limit_that_rows_decide_is_no_constant(larch: Callable[..., Desk]) -> None:
    desk = larch("li_04", "Is there a project?")
    rows = fact("f", "SELECT id FROM projects ORDER BY id LIMIT (SELECT count(*) FROM me)")
    cases = (case(message="Yes", when="f.some"), case(message="No"))
    plan = build_plan(desk.task.text, facts=(rows,), cases=cases)
    assert assert_accepted(desk.execute(plan)).message == "Yes"


def test_a_question_back_may_show_either_end(larch: Callable[..., Desk]) -> None:
    desk = larch("li_01", HIGHEST)
    asked = case(Outcome.NONE_CLARIFICATION_NEEDED, "As much as {f.name}, or more?")
    facts = (fact("f", PAID.format("ORDER BY salary LIMIT 1")),)
    decision = desk.execute(build_plan(HIGHEST, facts=facts, cases=(asked,)))
    assert_accepted(decision, Outcome.NONE_CLARIFICATION_NEEDED)


@pytest.mark.parametrize(
    ("person", "is_refused"), [("li_03", False), ("li_04", True)], ids=["no notes", "notes"]
)
def test_a_text_that_is_empty_holds_no_figure_of_the_plan(
    person: str, is_refused: bool, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_02", "What do the notes say?")
    sql = (
        f"SELECT left(notes || '4711', 2 * length(notes)) AS v FROM employees WHERE id = '{person}'"
    )
    plan = build_plan(desk.task.text, facts=(fact("f", sql),), cases=(case(message="So: {f.v}"),))
    found = _codes(desk.execute(plan))
    assert found == ([ViolationCode.FACT_NOT_GROUNDED] if is_refused else [])
