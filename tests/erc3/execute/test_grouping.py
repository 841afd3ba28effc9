"""Totals over people, where a rule opens sums and averages and no single value."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.plan import FactQuery, Outcome
from agentic_solver.contracts.rule import (
    AccessPredicate,
    Operation,
    Rule,
    RuleKind,
    SubjectPredicate,
)
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.testing import Desk, build_plan, case, fact

Open = Callable[..., Desk]
SHOP = "FROM employees WHERE department = 'Workshop'"
OTHERS = "SELECT id, department, salary AS pay FROM employees"


@pytest.fixture
def policy(larch_policy: Policy) -> Policy:
    """Everybody inside the company is told sums and averages of pay."""
    access = AccessPredicate(
        effect="allow", subject=SubjectPredicate(public=False), operations=(Operation.READ,),
        resources=("employees.salary",), aggregate=True,
    )  # fmt: skip
    rule = Rule(
        id="pay-in-all", kind=RuleKind.ACCESS, page="people/rules.md", anchor="salaries",
        quote="quoted", statement="Sums of pay are open.", access=access,
    )  # fmt: skip
    return Policy(wiki_sha1=larch_policy.wiki_sha1, rules=(*larch_policy.rules, rule))


def answered(larch: Open, policy: Policy, *facts: FactQuery, who: str = "li_06") -> str:
    """Return the message over the last fact's column ``v``, or the outcome of a refusal."""
    desk = larch(who, "What is paid?", policy=policy)
    shown = f"{{{facts[-1].id}.v}}"
    decision = desk.execute(build_plan(desk.task.text, facts=facts, cases=(case(message=shown),)))
    assert decision.response is not None, decision.violations
    if decision.response.outcome is not Outcome.OK_ANSWER:
        return decision.response.outcome.value
    return decision.response.message


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ([fact("t", f"SELECT sum(salary) AS v {SHOP}")], "3647072"),
        ([fact("t", f"SELECT round(avg(salary)) AS v {SHOP}")], "521010"),
        ([fact("t", f"SELECT count(salary) AS v {SHOP}")], "7"),
        ([fact("o", OTHERS), fact("t", "SELECT sum(pay) AS v FROM o", "o")], "6670448"),
        # the sites of a department with more than one person each
        ([fact("t", f"SELECT location || ' ' || sum(salary) AS v {SHOP} "
               "GROUP BY location ORDER BY location")],
         "Brno 1603556, Turin 2043516"),
        ([fact("g", f"SELECT location, avg(salary) AS a {SHOP} GROUP BY location"),
          fact("t", "SELECT location AS v FROM g WHERE a = (SELECT max(a) FROM g)", "g")],
         "Brno"),
    ],
)  # fmt: skip
def test_totals_over_several_people_are_told(
    facts: list[FactQuery], message: str, larch: Open, policy: Policy, larch_policy: Policy
) -> None:
    assert answered(larch, policy, *facts) == message
    if "count" not in facts[-1].query:
        assert answered(larch, larch_policy, *facts) == "denied_security"


@pytest.mark.parametrize(
    "facts",
    [
        [fact("t", f"SELECT max(salary) AS v {SHOP}")],
        [fact("t", f"SELECT median(salary) AS v {SHOP}")],
        [fact("t", "SELECT sum(salary) AS v FROM employees WHERE id = 'li_03'")],
        [fact("t", f"SELECT name AS v {SHOP} ORDER BY salary DESC LIMIT 1")],
        [fact("t", f"SELECT name AS v {SHOP} AND salary > 1")],
        [fact("t", f"SELECT count(*) AS v {SHOP} AND salary % 7 = 4")],
        [fact("t", f"SELECT sum(CASE WHEN salary % 7 = 4 THEN 1 ELSE 0 END) AS v {SHOP}")],
        [fact("t", f"SELECT count(*) FILTER (WHERE salary > 500000) AS v {SHOP}")],
        [fact("t", f"SELECT count(DISTINCT salary // 1000) AS v {SHOP}")],
        [fact("t", "SELECT sum(CASE WHEN id = 'li_03' THEN 1000 ELSE 1 END * salary) AS v "
              "FROM employees")],
        # the difference is one person's
        [fact("t", f"SELECT sum(salary) || ' ' || sum(salary) FILTER (WHERE id <> 'li_03') "
              f"AS v {SHOP}")],
        # one person at each of these sites
        [fact("t", "SELECT location || ' ' || sum(salary) AS v FROM employees "
              "WHERE department = 'Sales Desk' GROUP BY location ORDER BY location")],
        [fact("o", OTHERS), fact("t", "SELECT pay AS v FROM o", "o")],
        [fact("o", "SELECT * FROM employees"), fact("t", "SELECT salary AS v FROM o", "o")],
    ],
)  # fmt: skip
def test_what_hangs_on_one_person_is_refused(
    facts: list[FactQuery], larch: Open, policy: Policy
) -> None:
    assert answered(larch, policy, *facts) == "denied_security"


def test_ones_own_value_does_not_make_a_group(larch: Open, policy: Policy) -> None:
    site = "FROM employees WHERE department = 'Sales Desk'"
    facts = [fact("t", f"SELECT sum(salary) AS v {site}")]
    assert answered(larch, policy, *facts) == "denied_security"  # theirs, and one other's
    assert answered(larch, policy, *facts, who="li_03") == "1057163"
    own = [fact("t", "SELECT e.salary AS v FROM employees e, me WHERE e.id = me.id")]
    assert answered(larch, policy, *own) == "601526"
