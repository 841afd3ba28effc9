"""What the planner is told of the rules: what its caller can meet, and each thing once."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.rule import (
    AccessPredicate,
    CallerClass,
    Operation,
    Relation,
    Rule,
    RuleKind,
    SubjectPredicate,
)
from agentic_solver.erc3.policy import Policy
from agentic_solver.erc3.policy.briefing import Briefing
from agentic_solver.erc3.policy.loader import load_policy
from agentic_solver.erc3.policy.vocabulary import TABLES
from agentic_solver.twin.suite import builtin_suites, load_suite

REPO = Path(__file__).resolve().parents[2]
SHA1 = "ab" * 20
EVERYBODY = SubjectPredicate(public=False)
VISITORS = SubjectPredicate(public=True)
OFFICE = SubjectPredicate(departments=("Pay Office",))


def who(user: str = "ann", department: str = "Sales") -> Identity:
    return Identity(
        current_user=user,
        is_public=not user,
        location="Rome" if user else "",
        department=department if user else "",
        today="2025-03-01",
        wiki_sha1=SHA1,
    )


def rule(
    rule_id: str, kind: RuleKind = RuleKind.ACCESS, families: tuple[str, ...] = (), **more: object
) -> Rule:
    return Rule.model_validate(
        {
            "id": rule_id, "kind": kind, "page": "p.md", "anchor": "a", "quote": "quoted text",
            "statement": f"Says {rule_id}.", "families": families, **more,
        }
    )  # fmt: skip


def on(rule_id: str, subject: SubjectPredicate, *operations: Operation, **more: object) -> Rule:
    """Return a rule on access; it allows unless ``effect`` says otherwise."""
    predicate = {"effect": "allow", "subject": subject, "operations": operations, **more}
    return rule(rule_id, access=AccessPredicate.model_validate(predicate))


def told(*rules: Rule, identity: Identity | None = None) -> Briefing:
    codes = (frozenset({"s-weld", "s-forge"}),)
    return Policy(wiki_sha1=SHA1, rules=rules).briefing(identity or who(), "", codes)


def test_only_rules_that_a_plan_may_have_to_cite_have_an_id() -> None:
    rules = (
        rule("term-busy", RuleKind.DEFINITION, ("aggregate",)),
        rule("quarter-hours", RuleKind.PROCESS, ("time",)),
        rule("closed-days", RuleKind.PROCESS, ("time", "denied_write")),
        rule("no-family", RuleKind.PROCESS),
        rule("say-it-once", RuleKind.RESPONSE, ("response",)),
    )
    assert told(*rules).general.splitlines() == [
        "- Says term-busy.",
        "- Says quarter-hours.",
        "closed-days: Says closed-days.",
        "no-family: Says no-family.",
        "say-it-once: Says say-it-once.",
    ]


def test_visitors_and_colleagues_are_told_what_is_theirs() -> None:
    rules = (
        rule("what-we-make", RuleKind.PUBLIC, ("public_question",)),
        rule("term-busy", RuleKind.DEFINITION, ("aggregate",)),
        rule("term-site", RuleKind.DEFINITION, ("public_question", "lookup")),
        rule("role-pay", RuleKind.ROLE, role=CallerClass(name="pay", members=OFFICE)),
        on("pay-read", OFFICE, Operation.READ, resources=("employees.salary",)),
        on("hush", VISITORS, Operation.READ, resources=("employees.*",), effect="deny"),
    )
    visitor = told(*rules, identity=who(""))
    assert visitor.general.splitlines() == ["what-we-make: Says what-we-make.", "- Says term-site."]
    # What forbids is told whole, and of the rights of others not so much as an id.
    assert visitor.rights == "hush: Says hush."
    assert visitor.closed == ""
    colleague = told(*rules)
    assert colleague.general.splitlines() == [
        "- Says term-busy.", "- Says term-site.", "- Says role-pay.",
    ]  # fmt: skip
    assert colleague.rights == ""
    assert colleague.closed == "- read employees(salary): pay-read"


def test_rights_of_others_are_ids_beside_what_they_are_about() -> None:
    rules = (
        on("pay-set", OFFICE, Operation.UPDATE_SALARY),
        on(
            "pay-own", EVERYBODY, Operation.UPDATE_SALARY, relations=(Relation.SELF,), effect="deny"
        ),
        on("approve", OFFICE, Operation.UPDATE_TIME, values={"status": ("approved", "invoiced")}),
        on("hr-pages", OFFICE, Operation.UPDATE_WIKI, resources=("wiki:hr/",)),
        on("one-page", OFFICE, Operation.UPDATE_WIKI, resources=("wiki:hr/x.md",)),
        on("guests", VISITORS, Operation.UPDATE_NOTES, effect="deny"),
    )
    outsider = told(*rules)
    assert outsider.rights == ""
    # What forbids comes first; what forbids something to others is nothing to this caller.
    assert outsider.closed.splitlines() == [
        "- update_salary: pay-own, pay-set",
        "- update_time; status approved/invoiced: approve",
        "- update_wiki hr/: hr-pages",
        "- update_wiki: one-page",
    ]
    office = told(*rules, identity=who(department="Pay Office"))
    assert [line.partition(":")[0] for line in office.rights.splitlines()] == [
        "pay-set", "pay-own", "approve", "hr-pages", "one-page",
    ]  # fmt: skip
    assert office.closed == ""


def test_some_ids_are_enough_for_a_refusal() -> None:
    rules = [on(f"pay-{n}", OFFICE, Operation.UPDATE_SALARY) for n in range(5)]
    assert told(*rules).closed == "- update_salary: pay-0, pay-1, pay-2"


def test_a_right_on_what_is_open_without_it_is_left_out() -> None:
    rules = (
        on("names", EVERYBODY, Operation.READ, resources=("employees.name",)),
        on("pay-read", EVERYBODY, Operation.READ, resources=("employees.salary",)),
        on("kept", EVERYBODY, Operation.READ, resources=("projects.status",), exclusive=True),
        on("time-all", EVERYBODY, Operation.LOG_TIME),
        on("time-own", EVERYBODY, Operation.LOG_TIME, relations=(Relation.SELF,)),
        on("others", OFFICE, Operation.READ, resources=("employees.email",)),
    )
    made = told(*rules)
    assert [line.partition(":")[0] for line in made.rights.splitlines()] == [
        "pay-read", "kept", "time-all",
    ]  # fmt: skip
    assert made.closed == ""


def test_of_two_that_say_the_same_one_is_told() -> None:
    twice = [on(name, EVERYBODY, Operation.LOG_TIME) for name in ("first", "second")]
    assert told(*twice).rights == "second: Says second."


def test_where_the_caller_has_a_right_under_a_condition_it_is_the_one_to_cite() -> None:
    own = on("own-time", EVERYBODY, Operation.UPDATE_TIME, relations=(Relation.SELF,))
    wide = on("all-time", OFFICE, Operation.UPDATE_TIME)
    assert told(own, wide).closed == ""
    drafts = on(
        "own-time", EVERYBODY, Operation.UPDATE_TIME,
        relations=(Relation.SELF,), values={"status": ("draft",)},
    )  # fmt: skip
    # Others may set more than the drafts of this caller.
    assert told(drafts, wide).closed == "- update_time: all-time"


def test_what_only_changes_need_is_told_to_those_who_may_make_one() -> None:
    rules = (
        on("pay-set", OFFICE, Operation.UPDATE_SALARY),
        rule("round-up", RuleKind.PROCESS, ("employee_write",)),
        rule("one-lead", RuleKind.PROCESS, ("project_write", "denied_write")),
        rule("erase", RuleKind.PROCESS, ("denied_write",)),
        rule("both", RuleKind.PROCESS, ("employee_write", "lookup")),
    )
    assert told(*rules).rights == ""
    assert told(*rules).general.splitlines() == ["erase: Says erase.", "- Says both."]
    office = told(*rules, identity=who(department="Pay Office"))
    assert office.rights.splitlines() == ["pay-set: Says pay-set.", "- Says round-up."]


def test_a_list_of_codes_is_not_told_twice() -> None:
    listed = rule(
        "crafts", RuleKind.FIELD, field="employee_skills.name", values=("s-forge", "s-weld")
    )
    other = rule("levels", RuleKind.FIELD, field="employee_skills.level", values=("1", "2"))
    assert told(listed, other).general == "- Says levels."
    without = Policy(wiki_sha1=SHA1, rules=(listed,)).briefing(who(), "")
    assert without.general == "- Says crafts."


def people(name: str, *, all_of_them: bool = False) -> Iterator[tuple[Policy, Identity, str]]:
    """Yield somebody of each department and site of a suite, with the policy of the company."""
    suite = load_suite(builtin_suites()[name])
    for world in suite.worlds.values():
        sha1 = suite.wikis[world.wiki].sha1
        path = REPO / "policy" / f"wiki_{sha1[:8]}.py"
        if not path.is_file():
            continue
        policy = load_policy(path)
        one_each = {(one.department, one.location): one for one in world.employees}
        for person in world.employees if all_of_them else one_each.values():
            identity = Identity(
                current_user=person.id, is_public=False, location=person.location,
                department=person.department, today=world.today, wiki_sha1=sha1,
            )  # fmt: skip
            yield policy, identity, person.name


def is_about(one: AccessPredicate, other: AccessPredicate) -> bool:
    """Whether two rules speak of the same operation, and for reads of the same column."""
    common = set(one.operations) & set(other.operations)
    if common - {Operation.READ}:
        return True
    return bool(common) and bool(columns(one) & columns(other))


def columns(access: AccessPredicate) -> set[str]:
    named = set(access.resources)
    pages = {name for name in named if name.startswith("wiki:")}
    return pages | {
        f"{table}.{column}"
        for table, listed in TABLES.items()
        for column in listed
        if named & {"*", f"{table}.*", f"{table}.{column}"}
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", ["erc3-dev", "erc3-prod"])
def test_whatever_is_given_to_others_has_a_rule_that_a_refusal_may_cite(name: str) -> None:
    seen = 0
    for policy, identity, caller_name in people(name):
        made = policy.briefing(identity, caller_name)
        shown = {line.partition(":")[0] for line in made.rights.splitlines()}
        shown |= set(re.findall(r"[a-z][a-z0-9-]+", made.closed))
        citable = [
            rule.access
            for rule in policy.rules
            if rule.access is not None
            and rule.id in shown
            and policy.refusals((rule.id,), identity, caller_name)
        ]
        for rule in policy.rules:
            if rule.access is None or rule.access.effect != "allow":
                continue
            if policy.refusals((rule.id,), identity, caller_name):
                seen += 1
                assert any(is_about(rule.access, one) for one in citable), (rule.id, identity)
    assert seen > 100


@pytest.mark.parametrize("name", ["erc3-dev", "erc3-prod"])
def test_whoever_has_a_right_is_told_a_rule_or_has_it_without_one(name: str) -> None:
    """A change that some rule gives is told by one that covers the caller."""
    for policy, identity, caller_name in people(name):
        made = policy.briefing(identity, caller_name)
        given = {
            operation
            for rule in policy.rules
            if rule.access is not None and f"\n{rule.id}: " in f"\n{made.rights}"
            for operation in rule.access.operations
            if rule.access.effect == "allow"
        }
        for operation in Operation:
            if operation is not Operation.READ:
                allowed = policy.never_allows(identity, caller_name, operation) is None
                assert allowed == (operation in given), (operation, identity)


@pytest.mark.slow
def test_callers_of_one_class_are_told_the_same() -> None:
    """Blocks are cached by class: far fewer than callers."""
    found = list(people("erc3-prod", all_of_them=True))
    made = [policy.briefing(identity, name) for policy, identity, name in found]
    assert len({one.general for one in made}) == len({policy.wiki_sha1 for policy, _, _ in found})
    assert len({(one.rights, one.closed) for one in made}) < len(made) / 3
