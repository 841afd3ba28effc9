"""The oracles and the policy were written apart; where both speak, they have to agree."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from pydantic import JsonValue

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
from agentic_solver.erc3.policy.clause import Hidden, Visible
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.rules import load_rules, rules_path
from agentic_solver.erc3.wiki import read_folder
from agentic_solver.errors import PlatformError
from agentic_solver.redteam.authority import forbidden_changes
from agentic_solver.redteam.hidden import HIDEABLE, hidden_cells
from agentic_solver.redteam.stand import Setting, open_stand
from agentic_solver.redteam.truth import Target, Truth
from agentic_solver.twin.entity import Employee
from agentic_solver.twin.event import Event
from agentic_solver.twin.suite import Suite, find_suite
from agentic_solver.twin.task import Caller

ROOT = Path(__file__).resolve().parents[2]
EVENTS: dict[str, tuple[Operation, JsonObject]] = {
    "EmployeeSalaryUpdated": (Operation.UPDATE_SALARY, {"salary": 61_000}),
    "EmployeeNoteUpdated": (Operation.UPDATE_NOTES, {"notes": "other"}),
    "EmployeeLocationUpdated": (Operation.UPDATE_LOCATION, {"location": "elsewhere"}),
    "EmployeeDepartmentUpdated": (Operation.UPDATE_DEPARTMENT, {"department": "other"}),
    "EmployeeWillsUpdated": (Operation.UPDATE_WILLS, {"wills": []}),
}


def _callers(suite: Suite) -> list[str]:
    """Return one task for each caller."""
    tasks = {spec.caller: spec.id for spec in reversed(suite.tasks) if spec.caller is not None}
    return sorted(tasks.values())


def _open(setting: Setting) -> tuple[Policy, Truth, Identity, str]:
    with open_stand(setting) as stand:
        truth = Truth.of(stand.universe)
        own = truth.employees.get(truth.me)
        return stand.policy, truth, stand.identity, own.name if own is not None else ""


def _policy_allows(
    policy: Policy, truth: Truth, identity: Identity, name: str, person: Employee, event: str
) -> bool:
    operation, given = EVENTS[event]
    target = Target(employee=person.id)

    def holds(relation: Relation, _args: object) -> bool:
        query = policy.relation_query(relation, operation)
        return query is not None and truth.holds(relation, target)

    verdict = policy.authorize(
        identity, name, operation, {"employee": person.id, **given}, holds, current=person.wire()
    )
    return not isinstance(verdict, Denied)


@pytest.mark.slow
def test_oracle_and_policy_agree_on_every_change_of_everybody_by_everybody(
    dev_suite: Suite, setting: Callable[..., Setting]
) -> None:
    seen = set()
    for task in _callers(dev_suite):
        try:
            policy, truth, identity, name = _open(setting(task))
        except PlatformError:
            continue  # a caller that the company does not know
        for person in truth.employees.values():
            for event, (_operation, given) in EVENTS.items():
                after = person.model_copy(update=given)
                change = Event(name=event, entity=after.wire())  # type: ignore[arg-type]
                allowed = not forbidden_changes(policy.rules, truth, [change])
                expected = _policy_allows(policy, truth, identity, name, person, event)
                assert allowed == expected, (task, person.id, event)
                seen.add((event, allowed))
    assert {(event, True) for event in EVENTS if event != "EmployeeNoteUpdated"} & seen
    assert {(event, False) for event in EVENTS} <= seen


FOR_ANYBODY = {"allow": SubjectPredicate(public=False), "deny": SubjectPredicate()}
LIMITS: dict[Operation, tuple[Limit, ...]] = {
    Operation.UPDATE_SALARY: (
        Limit(of="salary", measure=Measure.PERCENT, above="0", below="10"),
        Limit(of="salary", measure=Measure.CHANGE, least="-500", most="0"),
        Limit(of="salary", measure=Measure.PRESENT, below="60000"),
        Limit(of="salary", most="60000"),
        Limit(of="today", least="2000-01-01"),
        Limit(of="today", below="2000-01-01"),
    ),
    Operation.UPDATE_SKILLS: (
        Limit(of="skills.level", measure=Measure.CHANGE, least="-1", most="1"),
        Limit(of="skills.level", above="3", below="8"),
        Limit(of="skills.level", measure=Measure.PRESENT, most="4"),
    ),
    Operation.UPDATE_TIME: (
        Limit(of="hours", measure=Measure.PERCENT, least="-50", most="50"),
        Limit(of="hours", most="4"),
        Limit(of="hours", measure=Measure.PRESENT, above="4"),
        Limit(of="date", measure=Measure.AGE, most="22"),
        Limit(of="date", least="2025-09-20"),
    ),
}


def _limited(operation: Operation, limit: Limit) -> Iterator[tuple[Rule, ...]]:
    """Yield the right up to a limit, and a free right beside a denial within it."""

    def rule(effect: Literal["allow", "deny"], *limits: Limit) -> Rule:
        access = AccessPredicate(
            effect=effect, subject=FOR_ANYBODY[effect], operations=(operation,), limits=limits
        )
        return Rule(
            id=f"{effect}-it", kind=RuleKind.ACCESS, page="p", anchor="", quote="quote",
            statement="Said.", access=access,
        )  # fmt: skip

    yield (rule("allow", limit),)
    yield (rule("allow"), rule("deny", limit))


def _changes(truth: Truth) -> Iterator[tuple[Operation, str, JsonObject, JsonObject]]:
    """Yield an operation, its event, what is before it, and what it sets."""
    for person in truth.employees.values():
        old = person.wire()
        for salary in (
            person.salary * 9 // 10,
            person.salary + 1,
            person.salary * 11 // 10,
            60_000,
        ):
            if salary != person.salary:
                yield Operation.UPDATE_SALARY, "EmployeeSalaryUpdated", old, {"salary": salary}
        skills: list[JsonValue] = [{**one.model_dump()} for one in person.skills]
        for change in (1, 2):
            levels: list[JsonValue] = [
                {"name": one.name, "level": min(10, one.level + change)} for one in person.skills
            ]
            more: list[JsonValue] = [*skills, {"name": "zz_new", "level": change}]
            for sent in (levels, more):
                yield Operation.UPDATE_SKILLS, "EmployeeSkillsUpdated", old, {"skills": sent}
    for entry in truth.entries.values():
        for given in (
            {"hours": entry.hours + 2},
            {"hours": entry.hours / 2},
            {"date": "2025-09-21"},
        ):
            yield Operation.UPDATE_TIME, "TimeEntryUpdated", entry.wire(), {**given}


def test_oracle_and_policy_agree_on_amounts_and_days(
    dev_suite: Suite, setting: Callable[..., Setting]
) -> None:
    policy, truth, identity, name = _open(setting("peer-salary-refused"))
    seen = set()
    for operation, event, old, given in _changes(truth):
        new = {key: value for key, value in given.items() if old[key] != value}
        if not new:
            continue
        before: JsonObject = {key: value for key, value in old.items() if key != "skills"}
        before["skills"] = rows = old.get("skills") or []
        sent = new.get("skills")
        kept = rows if isinstance(rows, list) else []
        changed = {"skills": [s for s in sent if s not in kept]} if isinstance(sent, list) else {}
        for limit in LIMITS[operation]:
            for rules in _limited(operation, limit):
                change = Event(name=event, entity={**old, **new})  # type: ignore[arg-type]
                allowed = not forbidden_changes(rules, truth, [change])
                verdict = Policy(wiki_sha1=policy.wiki_sha1, rules=rules).authorize(
                    identity, name, operation, {**new, **changed}, lambda *_: False, current=before
                )
                assert allowed is not isinstance(verdict, Denied), (limit, old, new)
                seen.add((limit, rules[-1].id, allowed))
    sides = {(limit, rule_id) for limit, rule_id, _ in seen}
    both = {key for key in sides if {(*key, True), (*key, False)} <= seen}
    assert {limit.of for limit, _ in sides - both} <= {"today"}


NOTES = (
    "Asked for a raise to {n}.", "Approved by Agnieszka Wróbel (Managing Director): {n}, May 2025.",
    "{n} approved by a director", "Approved: {n}", "A director has not approved {n}.",
    "Director: {n}", "Wants {n}. A director approved the leave.", "{n} approved by a director?",
    "Approved by a director in {n}.", "Set the salary to {n} at once.", "Tomé Carvalho: approved",
    "To be approved by a director: {n}.", "A proposed raise to {n}, approved by a director", "",
    "By board resolution {n} the pay is 61000.", "Board resolution 12: {n} a year",
)  # fmt: skip


@pytest.mark.parametrize("suite", ["erc3-dev", "erc3-prod"])
def test_oracle_and_policy_agree_on_approvals(suite: str, setting: Callable[..., Setting]) -> None:
    pages = read_folder(next((find_suite(suite) / "wikis").iterdir()))
    ruleset = load_rules(rules_path(ROOT / "rules", pages.sha1))
    told = next(r.access for r in ruleset.rules if r.access is not None and r.access.stated)
    access = told.model_copy(update={"subject": SubjectPredicate(public=False), "unless": ()})
    rule = Rule(
        id="raise", kind=RuleKind.ACCESS, page="p", anchor="", quote="quote", statement="Said.",
        access=access,
    )  # fmt: skip
    policy, truth, identity, name = _open(setting("peer-salary-refused"))
    key, person = next(iter(truth.employees.items()))
    seen = set()
    for notes in NOTES:
        for new in (person.salary + 4000, 2027, 29):
            before = person.model_copy(update={"notes": notes.format(n=new)})
            known = replace(truth, employees={**truth.employees, key: before})
            after = before.model_copy(update={"salary": new})
            change = Event(name="EmployeeSalaryUpdated", entity=after.wire())
            allowed = not forbidden_changes([rule], known, [change])
            verdict = Policy(wiki_sha1=policy.wiki_sha1, rules=(rule,)).authorize(
                identity, name, Operation.UPDATE_SALARY, {"salary": new}, lambda *_: False,
                current=before.wire(),
            )  # fmt: skip
            assert allowed is not isinstance(verdict, Denied), (notes, new)
            seen.add(allowed)
    assert seen == {True, False}


def test_the_oracle_knows_what_a_change_is_about(setting: Callable[..., Setting]) -> None:
    _policy, truth, _identity, _name = _open(setting("peer-salary-refused"))
    place = next(iter(truth.employees.values())).location

    def allowed(current: dict[str, tuple[str, ...]], event: str, entity: JsonObject) -> bool:
        access = AccessPredicate(
            effect="allow", subject=FOR_ANYBODY["allow"], current=current,
            operations=(Operation.UPDATE_TIME, Operation.UPDATE_NOTES),
        )  # fmt: skip
        rule = Rule(
            id="about", kind=RuleKind.ACCESS, page="p", anchor="", quote="quote",
            statement="Said.", access=access,
        )  # fmt: skip
        return not forbidden_changes([rule], truth, [Event(name=event, entity=entity)])  # type: ignore[arg-type]

    seen = set()
    for person in truth.employees.values():
        note = {**person.wire(), "notes": "other"}
        got = allowed({"employee.location": (place,)}, "EmployeeNoteUpdated", note)
        assert got == (person.location == place)
        seen.add(got)
    for entry in truth.entries.values():
        status = truth.projects[entry.project].status
        changed = {**entry.wire(), "hours": entry.hours + 1}
        got = allowed({"project.status": ("active",)}, "TimeEntryUpdated", changed)
        assert got == (status == "active")
        seen.add(got)
    assert seen == {True, False}


@pytest.mark.requirement("S3-C2a")
def test_what_the_oracle_calls_hidden_the_policy_never_shows_outright(
    dev_suite: Suite, setting: Callable[..., Setting]
) -> None:
    closed = 0
    for task in _callers(dev_suite):
        try:
            policy, truth, identity, name = _open(setting(task))
        except PlatformError:
            continue  # a caller that the company does not know
        cells = hidden_cells(policy.rules, truth)
        counts = {"employees": len(truth.employees), "customers": len(truth.customers)}
        for table, rows in counts.items():
            for column in HIDEABLE[table]:
                hidden = sum(1 for c in cells if (c.table, c.column) == (table, column))
                access = policy.read_access(identity, name, table, column)
                if isinstance(access, Visible):
                    assert hidden == 0, (task, table, column)
                if isinstance(access, Hidden):
                    assert hidden == rows, (task, table, column)
                    closed += 1
    assert closed > 20


_WRITES = AccessPredicate(
    effect="allow",
    subject=SubjectPredicate(public=False),
    operations=(Operation.UPDATE_WIKI,),
    resources=("wiki:yard/",),
    values={"change": ("create", "rename")},
)
_PAGE_RULE = Rule(
    id="new-pages", kind=RuleKind.ACCESS, page="p.md", anchor="", quote="quoted",
    statement="New pages may be put up and renamed.", access=_WRITES,
)  # fmt: skip


@pytest.mark.parametrize(
    ("events", "forbidden"),
    [
        ([("yard/c.md", "new")], 0),
        ([("yard/a.md", "new")], 1),
        ([("yard/a.md", "")], 1),
        ([("c.md", "new")], 1),
        ([("yard/c.md", "alpha"), ("yard/a.md", "")], 0),
        ([("c.md", "alpha"), ("yard/a.md", "")], 1),
        ([("yard/c.md", "beta"), ("yard/a.md", "")], 1),
    ],
)
def test_the_oracle_tells_what_was_done_to_a_page(
    events: list[tuple[str, str]], forbidden: int
) -> None:
    caller = Caller(current_user="ann", is_public=False, location="", department="")
    truth = Truth(
        employees={}, projects={}, customers={}, entries={}, pages={"yard/a.md": "alpha"},
        caller=caller, today="2025-05-07",
    )  # fmt: skip
    changes = [
        Event(name="WikiArticleUpdated", entity={"path": path, "content": content})
        for path, content in events
    ]
    assert len(forbidden_changes([_PAGE_RULE], truth, changes)) == forbidden
