"""Answers that give up, and answers that show no value, carry evidence."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Commitment, FactQuery, LinkKind, LinkSource, Outcome
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.contracts.rule import Operation
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.execute.sufficiency import needs_of
from agentic_solver.testing import Desk, build_plan, case, fact
from tests.readings import change, named, read, where

Open = Callable[..., Desk]
DORA = named("Dora Klein")
RAISED = read(change("set_salary", DORA, field="salary", value=505000))
VAGUE = read(change("set_salary", DORA, field="salary"))
BETTER = read(change("other", DORA))
PAUSED = read(change("set_status", named("rail lathe", "project"), field="status", value="paused"))
SALARY, SKILL, OTHER = (read(asks=(name,)) for name in ("salary", "skill", "other"))
NOBODY = "nobody has read it"
NOT_FOUND, UNCLEAR = Outcome.OK_NOT_FOUND, Outcome.NONE_CLARIFICATION_NEEDED
UNSUPPORTED, DENIED = Outcome.NONE_UNSUPPORTED, Outcome.DENIED_SECURITY
Reading = RequestReading | str


@dataclass(frozen=True, kw_only=True)
class Given:
    """What a plan looks at before it gives up."""

    facts: tuple[FactQuery, ...] = ()
    when: str = ""
    wants_change: bool | None = None


def accepts(
    desk: Desk, outcome: Outcome, reading: Reading, given: Given = Given(), *rules: str
) -> bool:
    """Whether an answer of an outcome stands; where not, it is for want of evidence."""
    last = () if not given.when else (case(message="It is so."),)
    cases = (case(outcome, "I cannot.", when=given.when), *last)
    plan = build_plan(desk.task.text, facts=given.facts, cases=cases, rules=rules)
    if given.wants_change is not None:
        details: JsonObject = {"entities": [], "dates": [], "wants_change": given.wants_change}
        kept = Commitment(kind="interpretation", details=details)
        plan = plan.model_copy(update={"commitments": (kept, *plan.commitments)})
    decision = desk.execute(plan, reading=lambda: reading)
    codes = {one.code for one in decision.violations}
    assert codes == (set() if decision.ok else {ViolationCode.OUTCOME_NOT_ADMISSIBLE}), codes
    if decision.ok:
        assert decision.response is not None
        assert decision.response.outcome is outcome
    assert desk.writes == ()
    return decision.ok


# unsupported --------------------------------------------------------------------------------


@pytest.mark.requirement("S3-8l")
@pytest.mark.parametrize(
    ("reading", "stands"),
    [
        (RAISED, False),
        (VAGUE, False),
        (read(change("other", DORA), change("set_salary", DORA)), True),
        (BETTER, True),
        (read(change("set_salary", DORA, standing="quoted")), True),
        (SALARY, False),
        (read(asks=("salary", "location")), False),
        (read(asks=("salary", "other")), True),
        (OTHER, True),
        (read(asks=("salary",)).model_copy(update={"changes": BETTER.changes}), True),
        (read(), True),
        (NOBODY, True),
    ],
)
def test_what_a_tool_or_a_column_is_there_for_is_not_unsupported(
    reading: Reading, stands: bool, larch: Open
) -> None:
    assert accepts(larch("li_02", "Do it."), UNSUPPORTED, reading) is stands


# a question back ----------------------------------------------------------------------------

FOUND = (fact("d", "SELECT id FROM find_employee('Dora Klein')"),)
SEVERAL = (fact("d", "SELECT id FROM find_employee('Novak')"),)
MISSING = (fact("d", "SELECT id FROM find_employee('Nobody Atall')"),)
STRANGE = (fact("d", "SELECT id FROM find_employee('Zorvex Quell')"),)
ABOUT = "Set the salary of Dora Klein, Novak or Nobody Atall."


@pytest.mark.parametrize(
    ("reading", "given", "stands"),
    [
        (RAISED, Given(), False),
        (VAGUE, Given(), True),
        (read(change("set_salary", named("Novak"), field="salary", value=1)), Given(), True),
        (BETTER, Given(), True),
        (read(change("set_salary", DORA, value=1, standing="negated")), Given(), True),
        (OTHER, Given(), True),
        (NOBODY, Given(), True),
        # everything that is looked up was found
        (VAGUE, Given(facts=FOUND), False),
        (NOBODY, Given(facts=FOUND), False),
        (VAGUE, Given(facts=SEVERAL), True),
        # a test decides
        (VAGUE, Given(facts=SEVERAL, when="d.many"), True),
        (VAGUE, Given(facts=MISSING, when="d.none"), True),
        (VAGUE, Given(facts=STRANGE, when="d.none"), False),
        (NOBODY, Given(facts=STRANGE, when="d.none"), False),
        (RAISED, Given(facts=SEVERAL, when="d.many", wants_change=True), False),
        (VAGUE, Given(facts=SEVERAL, when="d.many", wants_change=True), True),
    ],
)
def test_what_is_told_in_full_or_found_is_not_asked_back(
    reading: Reading, given: Given, stands: bool, larch: Open
) -> None:
    assert accepts(larch("li_02", ABOUT), UNCLEAR, reading, given) is stands


# not found ----------------------------------------------------------------------------------

KNOWN = "Who is Nobody Atall of the Sales Desk with 7 seats?"
SQL = "SELECT id FROM employees WHERE {}"
SEATS = "SELECT employee FROM project_team WHERE {}"


@pytest.mark.parametrize(
    ("given", "stands"),
    [
        (Given(facts=(fact("d", "SELECT id FROM find_employee('Nobody Atall')"),), when="d.none"),
         True),
        (Given(facts=STRANGE, when="d.none"), False),
        (Given(facts=(fact("d", SQL.format("name = 'Nobody Atall'")),), when="d.none"), True),
        (Given(facts=(fact("d", SQL.format("name = 'Zorvex Quell'")),), when="d.none"), False),
        (Given(facts=(fact("d", SQL.format("id = 'li_99'")),), when="d.none"), False),
        (Given(facts=(fact("d", SEATS.format("time_slice = 7")),), when="d.none"), True),
        (Given(facts=(fact("d", SEATS.format("time_slice = 99")),), when="d.none"), False),
        (Given(facts=(fact("d", "SELECT (count(*) = 0) AS b FROM employees "
                                "WHERE name = 'Zorvex Quell'"),), when="d.true"), False),
        (Given(facts=(fact("d", "SELECT (count(*) = 0) AS b FROM employees "
                                "WHERE name = 'Nobody Atall'"),), when="d.true"), True),
    ],
)  # fmt: skip
def test_what_is_not_found_was_looked_for_by_what_is_stated(
    given: Given, stands: bool, larch: Open
) -> None:
    assert accepts(larch("li_03", KNOWN), NOT_FOUND, OTHER, given) is stands


@pytest.mark.parametrize(
    ("sql", "stands"),
    [
        ("SELECT id FROM employees LIMIT 0", False),
        ("SELECT id FROM employees ORDER BY id OFFSET 400", False),
        ("SELECT id FROM employees WHERE length(name) > 400", False),
        ("SELECT id FROM employees GROUP BY id HAVING count(*) > 30", False),
        # 7 is what the request states, and *more than 7* is *8 at least*; a limit cuts off no row
        ("SELECT employee FROM project_team GROUP BY employee HAVING count(*) >= 8", True),
        ("SELECT employee FROM project_team GROUP BY employee HAVING count(*) = 7 LIMIT 20", True),
        ("SELECT id FROM employees WHERE salary = 0", True),
    ],
)
def test_what_is_not_found_is_not_cut_off(sql: str, stands: bool, larch: Open) -> None:
    given = Given(facts=(fact("d", sql),), when="d.none")
    assert accepts(larch("li_02", KNOWN), NOT_FOUND, OTHER, given) is stands
    assert accepts(larch("li_02", KNOWN), UNCLEAR, OTHER, given) is stands


def test_what_is_asked_to_change_and_is_there_is_not_missing(larch: Open) -> None:
    given = Given(facts=MISSING, when="d.none", wants_change=True)
    assert not accepts(larch("li_02", ABOUT), NOT_FOUND, RAISED, given)
    assert accepts(larch("li_02", ABOUT), NOT_FOUND, VAGUE, given)


# refusals -----------------------------------------------------------------------------------


@pytest.mark.requirement("S3-8b")
@pytest.mark.parametrize(
    ("user", "reading", "stands"),
    [
        ("li_02", RAISED, False),
        ("li_04", RAISED, True),
        ("li_03", PAUSED, False),
        ("li_04", PAUSED, True),
        ("li_02", BETTER, True),
        ("li_02", read(change("set_salary", named("Novak"), field="salary", value=1)), False),
        ("li_03", read(change("set_salary", named("Novak"), field="salary", value=1)), True),
        ("li_02", read(change("set_salary", DORA, value=1, standing="quoted")), True),
        ("li_02", SALARY, False),
        ("li_04", SALARY, True),
        ("li_04", NOBODY, True),
    ],
)
def test_what_is_open_to_the_caller_is_not_refused(
    user: str, reading: Reading, stands: bool, larch: Open
) -> None:
    desk = larch(user, "Do it.")
    assert accepts(desk, DENIED, reading, Given(), "closed-without-rule") is stands


# bare answers -------------------------------------------------------------------------------

LEADS = (fact("f", "SELECT (count(*) > 0) AS b FROM project_team WHERE employee = 'li_03' "
                   "AND role = 'Lead'"),)  # fmt: skip
SKILLED = (fact("f", "SELECT (count(*) > 0) AS b FROM employee_skills WHERE level > 3"),)
COUNTED = (fact("f", "SELECT (count(*) > 0) AS b FROM customers"),)


@pytest.mark.parametrize(
    ("reading", "facts", "stands"),
    [
        (read(asks=("lead",)), LEADS, True),
        (read(asks=("lead",)), SKILLED, False),
        (SKILL, SKILLED, True),
        (SKILL, LEADS, False),
        (SKILL, COUNTED, False),
        (SKILL, (), False),
        (read(asks=("lead", "skill")), SKILLED, True),
        (OTHER, (), True),
        (read(), (), True),
        (NOBODY, (), True),
    ],
)
def test_yes_or_no_rests_on_a_column_that_is_asked_about(
    reading: Reading, facts: tuple[FactQuery, ...], stands: bool, larch: Open
) -> None:
    desk = larch("li_03", "Is Carlo Neri (li_03) a Lead, and is his skill above 3?")
    last = (case(message="No"),) if facts else ()
    cases = (case(message="Yes", when="f.true" if facts else ""), *last)
    decision = desk.execute(build_plan(desk.task.text, facts=facts, cases=cases),
                            reading=lambda: reading)  # fmt: skip
    assert decision.ok is stands
    if not stands:
        (one,) = decision.violations
        assert one.code is ViolationCode.OUTCOME_NOT_ADMISSIBLE


def test_an_answer_that_shows_a_value_or_a_link_rests_on_that(larch: Open) -> None:
    facts = (fact("f", "SELECT id, name FROM find_project('rail lathe')"),)
    links = (LinkSource(fact="f", kind=LinkKind.PROJECT),)
    for answer in (case(message="{f.name}"), case(message="It is this one.", links=links)):
        desk = larch("li_03", "Which project?")
        plan = build_plan(desk.task.text, facts=facts, cases=(answer,))
        assert desk.execute(plan, reading=lambda: SKILL).ok


def test_a_visitor_is_told_nothing_by_a_bare_answer(larch: Open) -> None:
    desk = larch("", "What is the skill of Carlo Neri?")
    plan = build_plan(desk.task.text, cases=(case(message="I cannot tell."),))
    assert desk.execute(plan, reading=lambda: SKILL).ok


def test_what_a_visitor_is_refused_needs_no_reading(larch: Open) -> None:
    def unreachable() -> RequestReading:
        raise AssertionError

    desk = larch("", "Raise the salary of Carlo Neri to 90000.")
    refused = (case(Outcome.DENIED_SECURITY, "Not for visitors."),)
    plan = build_plan(desk.task.text, cases=refused, rules=("closed-to-visitors",))
    assert desk.execute(plan, reading=unreachable).ok


# needs --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "operations"),
    [
        (RAISED, {Operation.UPDATE_SALARY}),
        (SALARY, {Operation.READ}),
        (read(change("set_salary", DORA), asks=("salary",)),
         {Operation.READ, Operation.UPDATE_SALARY}),
        (read(change("set_salary", DORA, standing="quoted")), set()),
        (BETTER, set()),
        (read(change("set_salary", DORA), change("other", DORA)), set()),
        (OTHER, set()),
        (read(asks=("salary", "other")), set()),
        (read(change("log_time", DORA, if_=[where("name", "x")])), {Operation.LOG_TIME}),
    ],
)  # fmt: skip
def test_a_request_needs_what_it_asks_for_as_far_as_that_is_known(
    reading: RequestReading, operations: set[Operation]
) -> None:
    assert {one.operation for one in needs_of(reading)} == operations
