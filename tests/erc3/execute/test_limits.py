"""A right up to an amount or a day: the change beyond it is refused, and the answer says why."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.plan import Outcome
from agentic_solver.contracts.rule import (
    AccessPredicate,
    Limit,
    Measure,
    Operation,
    Rule,
    RuleKind,
    SubjectPredicate,
)
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.testing import Desk, build_plan, case, fact, write_call

LIMITS = {
    Operation.UPDATE_SALARY: Limit(of="salary", measure=Measure.PERCENT, above="0", below="10"),
    Operation.LOG_TIME: Limit(of="hours", most="8"),
    Operation.UPDATE_PROJECT_TEAM: Limit(of="team.time_slice", most="0.5"),
    Operation.UPDATE_SKILLS: Limit(of="skills.level", measure=Measure.CHANGE, least="0", most="1"),
    Operation.UPDATE_LOCATION: Limit(of="today", least="2999-01-01"),
}
EMIL = "employees WHERE id IN (SELECT id FROM find_employee('Emil Novak'))"
PAY = f"SELECT id AS employee, CAST(salary * {{}} AS BIGINT) AS salary FROM {EMIL}"
HOURS = (
    "SELECT me.id AS employee, p.id AS project, me.today AS date, {} AS hours "
    "FROM me, find_project('Rail Lathe') p"
)
SEAT = (
    "SELECT p.id AS project, e.id AS employee, {} AS time_slice, 'Ops' AS role "
    "FROM find_project('Rail Lathe') p, find_employee('Kira Lund') e"
)
SKILL = (
    "SELECT me.id AS employee, s.name, s.level + {} AS level FROM me "
    "JOIN employee_skills s ON s.employee = me.id AND s.name = 'skill_milling'"
)

Try = Callable[..., Decision]


def _limited(operation: Operation, limit: Limit) -> Rule:
    access = AccessPredicate(
        effect="allow",
        subject=SubjectPredicate(public=False),
        operations=(operation,),
        limits=(limit,),
    )
    return Rule(
        id=f"limited-{operation.replace('_', '-')}", kind=RuleKind.ACCESS,
        page="people/rules.md", anchor="profiles", quote="up to", statement="Up to.",
        families=("time",), access=access,
    )  # fmt: skip


@pytest.fixture
def attempt(larch: Callable[..., Desk], larch_policy: Policy) -> Try:
    """Try a change under the company's rules, those on these changes replaced by limited ones."""
    kept = [
        rule
        for rule in larch_policy.rules
        if rule.access is None or not set(rule.access.operations) & LIMITS.keys()
    ]
    rules = (*kept, *(_limited(operation, limit) for operation, limit in LIMITS.items()))

    def run(user: str, text: str, tool: str, sql: str) -> Decision:
        desk = larch(user, text, policy=Policy(wiki_sha1=larch_policy.wiki_sha1, rules=rules))
        plan = build_plan(
            text,
            facts=(fact("rows", sql),),
            calls=(write_call("w", tool, "rows"),),
            cases=(case(message="Done.", writes=True),),
            spans={"w": text},
        )
        decision = desk.execute(plan)
        done = decision.response is not None and decision.response.outcome is Outcome.OK_ANSWER
        assert done == bool(desk.writes)
        return decision

    return run


@pytest.mark.parametrize(
    ("user", "text", "tool", "sql"),
    [
        ("li_02", "Raise the pay of Emil Novak by 8 percent.", "set_salary", PAY.format("1.08")),
        ("li_04", "Log 8 hours on Rail Lathe for me today.", "log_time", HOURS.format("8")),
        ("li_03", "Add Kira Lund to Rail Lathe, Ops, 0.5", "change_team", SEAT.format("0.5")),
        ("li_04", "Raise my milling by 1 level.", "set_skills", SKILL.format("1")),
    ],
)
def test_a_change_within_the_limit_is_made(
    attempt: Try, user: str, text: str, tool: str, sql: str
) -> None:
    decision = attempt(user, text, tool, sql)
    assert decision.response is not None
    assert decision.response.outcome is Outcome.OK_ANSWER, decision


@pytest.mark.parametrize(
    ("user", "text", "tool", "sql", "said"),
    [
        ("li_02", "Raise the pay of Emil Novak by 50 percent.", "set_salary", PAY.format("1.5"),
         "change of salary in percent above 0 and below 10"),
        ("li_02", "Raise the pay of Emil Novak by 10 percent.", "set_salary", PAY.format("1.1"),
         "change of salary in percent above 0 and below 10"),
        ("li_02", "Cut the pay of Emil Novak by 10 percent.", "set_salary", PAY.format("0.9"),
         "change of salary in percent above 0 and below 10"),
        ("li_04", "Log 9 hours on Rail Lathe for me today.", "log_time", HOURS.format("9"),
         "hours at most 8"),
        ("li_03", "Add Kira Lund to Rail Lathe, Ops, 0.6", "change_team", SEAT.format("0.6"),
         "team time slice at most 0.5"),
        ("li_04", "Raise my milling by 2 levels.", "set_skills", SKILL.format("2"),
         "change of skills level at least 0 and at most 1"),
        ("li_02", "Move Emil Novak to where I am.", "set_location",
         f"SELECT e.id AS employee, m.location FROM (SELECT * FROM {EMIL}) e, me m",
         "today not before 2999-01-01"),
    ],
)  # fmt: skip
def test_a_change_beyond_the_limit_is_refused_and_the_answer_says_the_limit(
    attempt: Try, user: str, text: str, tool: str, sql: str, said: str
) -> None:
    decision = attempt(user, text, tool, sql)
    assert decision.response is not None
    assert decision.response.outcome is Outcome.DENIED_SECURITY
    assert decision.response.message.endswith(f"(allowed only: {said})")
