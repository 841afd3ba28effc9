"""Rights that hang on what a record is about: the person's site, the project's status."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.plan import Outcome
from agentic_solver.contracts.rule import (
    AccessPredicate,
    Operation,
    Rule,
    RuleKind,
    SubjectPredicate,
)
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.testing import Desk, build_plan, case, fact, write_call


def _right(operation: Operation, resources: tuple[str, ...], **current: str) -> Rule:
    access = AccessPredicate(
        effect="allow",
        subject=SubjectPredicate(public=False),
        operations=(operation,),
        resources=resources,
        current={name.replace("_", ".", 1): (value,) for name, value in current.items()},
    )
    return Rule(
        id=f"right-{operation.replace('_', '-')}", kind=RuleKind.ACCESS,
        page="people/rules.md", anchor="profiles", quote="of Turin", statement="Of Turin.",
        families=("time",), access=access,
    )  # fmt: skip


RULES = (
    _right(Operation.READ, ("time_entries.*",), employee_location="Turin"),
    _right(Operation.LOG_TIME, (), employee_location="Turin", project_status="active"),
)
ASK = (
    "SELECT sum(t.hours) AS hours FROM time_entries t "
    "JOIN find_employee('{}') e ON e.id = t.employee"
)
LOG = (
    "SELECT e.id AS employee, p.id AS project, m.today AS date, 2 AS hours "
    "FROM find_employee('{}') e, find_project('{}') p, me m"
)


@pytest.fixture
def desk_of(larch: Callable[..., Desk], larch_policy: Policy) -> Callable[[str], Desk]:
    """Open a task of a clerk in Brno who has the two rights, and no other about time."""
    kept = [
        rule
        for rule in larch_policy.rules
        if rule.access is None
        or not any("time" in name for name in (*rule.access.operations, *rule.access.resources))
    ]
    policy = Policy(wiki_sha1=larch_policy.wiki_sha1, rules=(*kept, *RULES))
    return lambda text: larch("li_06", text, policy=policy)


def _outcome(decision: Decision) -> Outcome | None:
    return None if decision.response is None else decision.response.outcome


@pytest.mark.requirement("S3-C2a")
@pytest.mark.parametrize(
    ("person", "outcome"),
    [("Dora Klein", Outcome.OK_ANSWER), ("Emil Novak", Outcome.DENIED_SECURITY)],
)
def test_rows_about_people_of_one_site_are_read(
    desk_of: Callable[[str], Desk], person: str, outcome: Outcome
) -> None:
    desk = desk_of(f"How many hours has {person} logged?")
    plan = build_plan(
        desk.task.text,
        facts=(fact("total", ASK.format(person)),),
        cases=(case(message="{total.hours} hours."),),
    )
    assert _outcome(desk.execute(plan)) is outcome


@pytest.mark.requirement("S3-C2a")
@pytest.mark.parametrize(
    ("person", "project", "outcome"),
    [
        ("Hugo Marin", "Rail Lathe", Outcome.OK_ANSWER),
        ("Emil Novak", "Rail Lathe", Outcome.DENIED_SECURITY),
        ("Hugo Marin", "Pill Press", Outcome.DENIED_SECURITY),
    ],
)
def test_a_change_is_made_for_people_of_one_site_and_running_projects(
    desk_of: Callable[[str], Desk], person: str, project: str, outcome: Outcome
) -> None:
    desk = desk_of(f"Log 2 hours for {person} on {project} today.")
    plan = build_plan(
        desk.task.text,
        facts=(fact("rows", LOG.format(person, project)),),
        calls=(write_call("w", "log_time", "rows"),),
        cases=(case(message="Done.", writes=True),),
        spans={"w": desk.task.text},
    )
    decision = desk.execute(plan)
    assert _outcome(decision) is outcome
    assert bool(desk.writes) == (outcome is Outcome.OK_ANSWER)
