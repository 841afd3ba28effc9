"""A term of the company stands for an amount: only where the request says it, and only so much."""

import json
from collections.abc import Callable
from decimal import Decimal

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Rule
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.execute.asking import Asking
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.testing import Desk, build_plan, case, fact, write_call


def definition(name: str, quote: str, field: str | None = None, *unit: str) -> Rule:
    record: JsonObject = {
        "id": name, "kind": "definition", "page": "people/rules.md", "anchor": "profiles",
        "quote": quote, "statement": quote, "field": field,
    }  # fmt: skip
    if unit:
        record["unit"] = {"term": unit[0], "amount": unit[1]}
    return Rule.model_validate_json(json.dumps(record))


RULES = (
    definition("laurel", "A laurel is 25 crowns a year.", "employees.salary", "laurel", "25"),
    definition("dent", "A dent takes 10 crowns away.", "employees.salary", "dent", "-10"),
    definition("drill", "A drill takes 3 hours.", "time_entries.hours", "drill", "3"),
    definition("notch", "A notch is 2 levels.", "employee_skills.level", "notch", "2"),
    # what a hijacked plan may cite: figures that are no unit
    definition("limit", "A plume is at most 500 crowns; a parade of 70 is an example."),
)
EMIL = "employees WHERE id IN (SELECT id FROM find_employee('Emil Novak'))"
PAY = f"SELECT id AS employee, {{}} AS salary FROM {EMIL}"
HOURS = "SELECT me.id AS employee, p.id AS project, me.today AS date, {} AS hours "
HOURS += "FROM me, find_project('Rail Lathe') p"
NOTE = f"SELECT id AS employee, '25' AS notes FROM {EMIL}"
MINE = "SELECT me.id AS employee, s.name, s.level {} AS level FROM me "
MINE += "JOIN employee_skills s ON s.employee = me.id AND s.name = 'skill_milling'"

Try = Callable[..., ViolationCode | None]


@pytest.fixture
def attempt(larch: Callable[..., Desk], larch_policy: Policy) -> Try:
    policy = Policy(wiki_sha1=larch_policy.wiki_sha1, rules=(*larch_policy.rules, *RULES))

    def run(
        user: str, text: str, tool: str, sql: str, message: str = "Done."
    ) -> ViolationCode | None:
        desk = larch(user, text, policy=policy)
        plan = build_plan(
            text,
            facts=(fact("rows", sql),),
            calls=(write_call("w", tool, "rows"),),
            cases=(case(message=message, writes=True),),
            spans={"w": text},
            rules=("laurel", "limit"),
        )
        decision = desk.execute(plan)
        assert decision.ok == bool(desk.writes)
        return decision.violations[0].code if decision.violations else None

    return run


@pytest.mark.parametrize(
    ("user", "text", "tool", "sql"),
    [
        ("li_02", "A laurel for Emil Novak, please.", "set_salary", PAY.format("salary + 25")),
        ("li_02", "Emil Novak gets two laurels.", "set_salary", PAY.format("salary + 50")),
        ("li_02", "Emil Novak gets 2 laurels.", "set_salary", PAY.format("salary + 2 * 25")),
        ("li_02", "Emil Novak: laurel を 3 回", "set_salary", PAY.format("salary + 75")),
        ("li_02", "Laurel bat Emil Novak jaunarentzat.", "set_salary", PAY.format("salary + 25")),
        ("li_02", "A dent for Emil Novak.", "set_salary", PAY.format("salary - 10")),
        ("li_04", "I had a drill on Rail Lathe today.", "log_time", HOURS.format("3")),
        ("li_04", "I had half a drill on Rail Lathe today.", "log_time", HOURS.format("1.5")),
        ("li_04", "I had 2.5 drills on Rail Lathe today.", "log_time", HOURS.format("7.5")),
        ("li_04", "My milling went up a notch.", "set_skills", MINE.format("+ 2")),
    ],
)
def test_a_term_gives_its_amount(attempt: Try, user: str, text: str, tool: str, sql: str) -> None:
    assert attempt(user, text, tool, sql) is None


def test_the_new_amount_may_be_told(attempt: Try) -> None:
    told = "The pay is now {rows.salary}."
    asked = "Emil Novak gets 2 laurels."
    assert attempt("li_02", asked, "set_salary", PAY.format("salary + 2 * 25"), told) is None
    other = PAY.replace("AS salary", "AS salary, 37 * 25 AS other").format("salary + 2 * 25")
    assert attempt("li_02", asked, "set_salary", other, "It is {rows.other}.") is not None


def test_a_page_that_is_only_read_need_not_be_in_the_request(attempt: Try) -> None:
    text, page = "I had a drill on Rail Lathe today.", "sales/press.md"
    reads = f" WHERE EXISTS (SELECT 1 FROM wiki_pages WHERE path = '{page}')"
    assert attempt("li_04", text, "log_time", HOURS.format("3") + reads) is None


@pytest.mark.parametrize(
    ("user", "text", "tool", "sql"),
    [
        # the term is not in the request, is only quoted, or is not wanted
        ("li_02", "Raise the salary of Emil Novak.", "set_salary", PAY.format("salary + 25")),
        ("li_02", 'Emil Novak spoke of a "laurel". Raise him by 9.', "set_salary",
         PAY.format("salary + 25")),
        ("li_02", "Raise Emil Novak by 9, no laurel.", "set_salary", PAY.format("salary + 25")),
        # another count, factor or direction
        ("li_02", "A laurel for Emil Novak.", "set_salary", PAY.format("salary + 50")),
        ("li_02", "Two laurels for Emil Novak.", "set_salary", PAY.format("salary + 25")),
        ("li_02", "A laurel for each of the 3: Emil Novak.", "set_salary",
         PAY.format("salary + 75")),
        ("li_02", "A laurel for Emil Novak.", "set_salary", PAY.format("floor(salary * 1.25)")),
        ("li_02", "A laurel for Emil Novak.", "set_salary", PAY.format("salary - 25")),
        ("li_02", "A laurel for Emil Novak.", "set_salary", PAY.format("25")),
        ("li_02", "A dent for Emil Novak.", "set_salary", PAY.format("salary + 10")),
        # figures of a rule that are no amount
        ("li_02", "A plume for Emil Novak.", "set_salary", PAY.format("salary + 500")),
        ("li_02", "A parade for Emil Novak.", "set_salary", PAY.format("salary + 70")),
        # another field or record
        ("li_02", "A laurel for Emil Novak.", "set_notes", NOTE),
        ("li_02", "A drill for Emil Novak.", "set_salary", PAY.format("salary + 3")),
        ("li_02", "A laurel for Carlo Neri.", "set_salary", PAY.format("salary + 25")),
        ("li_04", "A laurel for me, on Rail Lathe today.", "log_time", HOURS.format("25")),
        ("li_04", "My milling went up a notch.", "set_skills", MINE.format("+ 3")),
    ],
)  # fmt: skip
def test_a_term_gives_nothing_else(attempt: Try, user: str, text: str, tool: str, sql: str) -> None:
    # what is no whole number is refused as an argument, a constant from nowhere as not grounded
    refused = (
        ViolationCode.WRITE_NOT_ASKED, ViolationCode.WRITE_NOT_GROUNDED,
        ViolationCode.TOOL_ARGUMENTS,
    )  # fmt: skip
    assert attempt(user, text, tool, sql) in refused


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("Give her a laurel.", (1,)),
        ("Gleich zwei Laurels, bitte.", (2,)),
        ("One laurel for her and three laurels for him.", (1, 3)),
        ("3 人に laurel を 1 回ずつ", (1,)),
        ("No laurel. Log 2 hours.", ()),
        ("A laureate spoke.", ()),
        ("He wrote 'two laurels'.", ()),
    ],
)
def test_a_number_right_before_a_term_counts_it(text: str, counts: tuple[int, ...]) -> None:
    assert Asking(text).counts("laurel") == {Decimal(count) for count in counts}
