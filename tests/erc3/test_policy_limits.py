"""Limits of rules: amounts and days, against the figures that a write sets and finds."""

import pytest

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import (
    AccessPredicate,
    Denied,
    Limit,
    Measure,
    Operation,
    Relation,
    Rule,
    RuleKind,
    SubjectPredicate,
)
from agentic_solver.erc3.policy import Hidden, Policy, Visible

SHA1 = "ab" * 20


def who(today: str = "2025-03-15") -> Identity:
    return Identity(
        current_user="ann", is_public=False, location="Rome", department="Sales",
        today=today, wiki_sha1=SHA1,
    )  # fmt: skip


def rule(
    rule_id: str, operation: Operation, *limits: Limit, effect: str = "allow", **more: object
) -> Rule:
    predicate = {
        "effect": effect, "subject": SubjectPredicate(public=False), "operations": (operation,),
        "limits": limits, **more,
    }  # fmt: skip
    return Rule(
        id=rule_id, kind=RuleKind.ACCESS, page="p.md", anchor="a", quote="quoted text",
        statement="Stated.", families=("time",), access=AccessPredicate.model_validate(predicate),
    )  # fmt: skip


def denial(
    rules: tuple[Rule, ...],
    operation: Operation,
    args: JsonObject,
    current: JsonObject | None = None,
    today: str = "2025-03-15",
) -> Denied | None:
    policy = Policy(wiki_sha1=SHA1, rules=rules)
    verdict = policy.authorize(
        who(today), "Ann", operation, args, lambda *_: False, current=current
    )
    return verdict if isinstance(verdict, Denied) else None


LOG, TIME, PAY = Operation.LOG_TIME, Operation.UPDATE_TIME, Operation.UPDATE_SALARY
SKILLS, TEAM = Operation.UPDATE_SKILLS, Operation.UPDATE_PROJECT_TEAM
RAISE = Limit(of="salary", measure=Measure.PERCENT, above="0", below="10")
FORTNIGHT = Limit(of="date", measure=Measure.AGE, most="14")
STEP = Limit(of="skills.level", measure=Measure.CHANGE, least="-1", most="1")
SEAT = Limit(of="team.time_slice", most="0.5")
TWELVE = Limit(of="hours", above="12")
Given = tuple[Operation, Limit, JsonObject, JsonObject]


@pytest.mark.parametrize(
    ("operation", "limit", "args", "current"),
    [
        (LOG, Limit(of="hours", most="8"), {"hours": 8}, {}),
        (LOG, Limit(of="hours", most="8"), {"hours": 0.25}, {}),
        (TIME, Limit(of="hours", most="8"), {"status": "voided"}, {"hours": 11}),
        (PAY, RAISE, {"salary": 54_999}, {"salary": 50_000}),
        (PAY, RAISE, {"salary": 50_001}, {"salary": 50_000}),
        (LOG, FORTNIGHT, {"date": "2025-03-01"}, {}),
        (LOG, FORTNIGHT, {"date": "2025-04-01"}, {}),
        (TIME, FORTNIGHT, {"hours": 3}, {"date": "2025-03-01"}),
        (TIME, Limit(of="date", least="2025-03-01"), {}, {"date": "2025-03-01"}),
        (SKILLS, STEP, {"skills": [{"name": "oven", "level": 4}]},
         {"skills": [{"name": "oven", "level": 3}, {"name": "kiln", "level": 9}]}),
        (SKILLS, STEP, {"skills": [{"name": "new", "level": 1}]}, {"skills": []}),
        (TEAM, SEAT, {"team": [{"employee": "e", "time_slice": 0.5}]}, {"team": []}),
        (TEAM, SEAT, {"team": []}, {"team": [{"employee": "e", "time_slice": 0.9}]}),
        (PAY, Limit(of="salary", measure=Measure.PRESENT, most="50000"), {}, {"salary": 50_000}),
        (PAY, Limit(of="today", least="2025-03-15"), {"salary": 1}, {}),
        (PAY, Limit(of="today", most="2025-03-15"), {"salary": 1}, {}),
    ],
)  # fmt: skip
def test_a_permission_covers_what_lies_within_its_limit(
    operation: Operation, limit: Limit, args: JsonObject, current: JsonObject
) -> None:
    assert denial((rule("may", operation, limit),), operation, args, current) is None


BEYOND: list[Given] = [
    (LOG, Limit(of="hours", most="8"), {"hours": 8.01}, {}),
    (LOG, Limit(of="hours", below="8"), {"hours": 8}, {}),
    (PAY, RAISE, {"salary": 55_000}, {"salary": 50_000}),
    (PAY, RAISE, {"salary": 75_000}, {"salary": 50_000}),
    (PAY, RAISE, {"salary": 49_000}, {"salary": 50_000}),
    (LOG, FORTNIGHT, {"date": "2025-02-28"}, {}),
    (TIME, FORTNIGHT, {"hours": 3}, {"date": "2025-02-28"}),
    # neither is an old entry brought forward nor a new one sent back
    (TIME, FORTNIGHT, {"date": "2025-03-14"}, {"date": "2025-01-01"}),
    (TIME, FORTNIGHT, {"date": "2025-01-01"}, {"date": "2025-03-14"}),
    (TIME, Limit(of="date", least="2025-03-01"), {}, {"date": "2025-02-28"}),
    (SKILLS, STEP, {"skills": [{"name": "oven", "level": 9}]},
     {"skills": [{"name": "oven", "level": 3}]}),
    (SKILLS, STEP, {"skills": [{"name": "oven", "level": 4}, {"name": "new", "level": 2}]},
     {"skills": [{"name": "oven", "level": 3}]}),
    (TEAM, SEAT, {"team": [{"employee": "e", "time_slice": 0.1},
                           {"employee": "f", "time_slice": 0.6}]}, {"team": []}),
    (PAY, Limit(of="salary", measure=Measure.PRESENT, most="50000"), {}, {"salary": 50_001}),
    (PAY, Limit(of="today", least="2025-03-16"), {"salary": 1}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("operation", "limit", "args", "current"), BEYOND)
def test_a_permission_does_not_cover_what_lies_beyond_and_says_what_it_covers(
    operation: Operation, limit: Limit, args: JsonObject, current: JsonObject
) -> None:
    found = denial((rule("may", operation, limit),), operation, args, current)
    assert found is not None
    bound = next(b for b in (limit.most, limit.below, limit.least, limit.above) if b is not None)
    assert len(found.unmet) == 1
    assert found.unmet[0].startswith("allowed only: ")
    assert bound in found.unmet[0]
    assert bound in found.proof.predicate


UNKNOWN: list[Given] = [
    (PAY, RAISE, {"salary": 50_500}, {}),
    (PAY, RAISE, {"salary": 50_500}, {"salary": None}),
    (PAY, RAISE, {"salary": 1}, {"salary": 0}),
    (LOG, Limit(of="hours", most="8"), {"hours": "2"}, {}),
    (LOG, Limit(of="hours", most="8"), {"hours": True}, {}),
    (LOG, Limit(of="hours", most="8"), {"hours": float("nan")}, {}),
    (LOG, Limit(of="hours", most="2025-03-01"), {"hours": 2}, {}),
    (LOG, FORTNIGHT, {"date": "yesterday"}, {}),
    (LOG, FORTNIGHT, {}, {}),
    (SKILLS, STEP, {"skills": ["oven"]}, {"skills": []}),
    (SKILLS, STEP, {"skills": "oven"}, {"skills": []}),
    (SKILLS, STEP, {"skills": [{"name": "oven", "level": 1}]}, {}),
    (TEAM, Limit(of="team.time_slice", measure=Measure.CHANGE, least="0"),
     {"team": [{"employee": "e", "time_slice": 1}]},
     {"team": [{"employee": "e", "time_slice": 0.1}, {"employee": "e", "time_slice": 0.2}]}),
]  # fmt: skip


@pytest.mark.parametrize(("operation", "limit", "args", "current"), UNKNOWN)
def test_what_can_not_be_known_is_closed_by_permissions_and_by_denials(
    operation: Operation, limit: Limit, args: JsonObject, current: JsonObject
) -> None:
    free = rule("free", operation)
    assert denial((free,), operation, args, current) is None
    assert denial((rule("may", operation, limit),), operation, args, current) is not None
    not_so = rule("not", operation, limit, effect="deny")
    assert denial((free, not_so), operation, args, current) is not None


def test_a_denial_is_met_by_one_figure_beyond_and_not_by_what_is_not_asked() -> None:
    rules = (rule("may", TIME), rule("never", TIME, TWELVE, effect="deny"))
    assert denial(rules, TIME, {"hours": 12}) is None
    assert denial(rules, TIME, {"status": "voided"}, {"hours": 13}) is None
    found = denial(rules, TIME, {"hours": 12.5})
    assert found is not None
    assert found.unmet == ("refused: hours above 12",)
    seats = Limit(of="team.time_slice", below="0.1")
    rules = (rule("may", TEAM), rule("never", TEAM, seats, effect="deny"))
    large: JsonObject = {"employee": "e", "time_slice": 0.5}
    small: JsonObject = {"employee": "f", "time_slice": 0.05}
    assert denial(rules, TEAM, {"team": [large, small]}, {"team": []}) is not None
    assert denial(rules, TEAM, {"team": [large]}, {"team": []}) is None


def test_all_limits_of_a_rule_hold_at_once() -> None:
    rules = (rule("may", TIME, FORTNIGHT, Limit(of="hours", most="8")),)
    recent: JsonObject = {"date": "2025-03-14"}
    assert denial(rules, TIME, {"hours": 8}, recent) is None
    found = denial(rules, TIME, {"hours": 9}, recent)
    assert found is not None
    assert found.unmet == ("allowed only: hours at most 8",)
    assert denial(rules, TIME, {"hours": 8}, {"date": "2025-01-14"}) is not None


def test_a_limit_is_no_excuse_where_something_else_is_missing() -> None:
    """Whoever has no right at all does not learn that a smaller amount would do."""
    closed = rule("may", LOG, Limit(of="hours", most="8"), relations=(Relation.SELF,))
    found = denial((closed,), LOG, {"hours": 9})
    assert found is not None
    assert found.unmet == ()


def test_a_right_to_read_begins_and_ends_on_a_day() -> None:
    for more in ({"exclusive": True}, {"effect": "deny"}):
        opened = rule(
            "from", Operation.READ, Limit(of="today", least="2025-03-15"),
            resources=("customers.brief",), **more,
        )  # fmt: skip
        policy = Policy(wiki_sha1=SHA1, rules=(opened,))

        def kind(day: str, policy: Policy = policy) -> type[object]:
            return type(policy.read_access(who(day), "Ann", "customers", "brief"))

        assert kind("2025-03-14") is Visible  # not in force: neither closes nor opens
        assert kind("2025-03-15") is (Hidden if "effect" in more else Visible)
        proof = policy.read_access(who("2025-03-15"), "Ann", "customers", "brief").proof
        assert proof.rule_ids == ("from",)
