"""Truth tables and mutation score: every clause is told apart, and what is not is explained."""

from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import pytest

from agentic_solver.contracts.rule import (
    AccessPredicate,
    CallerClass,
    Limit,
    Measure,
    Operation,
    Relation,
    Rule,
    RuleKind,
    SubjectPredicate,
)
from agentic_solver.erc3.policy import Policy, access, limit, load_policy, write
from agentic_solver.erc3.policy.quality import score as scoring
from agentic_solver.erc3.policy.quality.case import build_table
from agentic_solver.erc3.policy.quality.mutant import mutants_of
from agentic_solver.erc3.policy.quality.reference import Ties, read_target, stands, write_target
from agentic_solver.erc3.policy.quality.score import PolicyQuality, check_policy, wrong_cases
from agentic_solver.erc3.policy.quality.specimen import (
    PUBLIC,
    Company,
    Row,
    Sample,
    Stance,
    build_company,
    sample_callers,
)
from agentic_solver.erc3.policy.quality.text import dead_rules, format_quality, quality_json
from agentic_solver.erc3.policy.relation import relation_query, row_condition, target_arguments
from agentic_solver.erc3.policy.vocabulary import TABLES
from agentic_solver.erc3.rules import load_rules

ROOT = Path(__file__).resolve().parents[2]
SHA1 = "cd" * 20
STAFF = {"public": False, "roles": ("staff",)}


def rule(rule_id: str, **parts: object) -> Rule:
    return Rule.model_validate(
        {
            "id": rule_id,
            "kind": RuleKind.ROLE if "role" in parts else RuleKind.ACCESS,
            "page": "p.md",
            "anchor": "",
            "quote": "quoted text",
            "statement": f"Statement of {rule_id}.",
            "families": ("lookup",),
            **parts,
        }
    )


def role(name: str, **members: object) -> Rule:
    subject = SubjectPredicate.model_validate({"public": False, **members})
    return rule(f"role-{name}", role=CallerClass(name=name, members=subject))


def may(
    rule_id: str,
    *operations: Operation,
    effect: str = "allow",
    subject: dict[str, object] | None = None,
    **more: object,
) -> Rule:
    predicate = AccessPredicate.model_validate(
        {
            "effect": effect,
            "subject": SubjectPredicate.model_validate(subject or STAFF),
            "operations": operations or (Operation.READ,),
            **more,
        }
    )
    return rule(rule_id, access=predicate)


RULES = (
    role("staff", not_departments=("Guests (GST)",)),
    role("desk", departments=("Pay Desk",)),
    role("chief", names=("Ödön Quist", "Ida Vale")),
    role("senior", roles=("chief",), not_departments=("Pay Desk", "Guests (GST)")),
    role("auditor", employee_ids=("x_17",)),
    may("pay-desk", subject={"roles": ("desk",)}, resources=("employees.salary",), exclusive=True),
    may("pay-own", resources=("employees.salary",), relations=(Relation.SELF,)),
    may(
        "pay-chief-hidden",
        effect="deny",
        subject={"roles": ("desk",)},
        resources=("employees.salary",),
        current={"name": ("Ödön Quist", "Ida Vale")},
    ),
    may(
        "pay-total",
        subject={"roles": ("senior",)},
        resources=("employees.salary",),
        aggregate=True,
    ),
    may(
        "hours-read",
        resources=("time_entries.*",),
        relations=(Relation.SELF, Relation.LEADS_PROJECT),
    ),
    may("hours-audit", subject={"roles": ("auditor",)}, resources=("time_entries.hours",)),
    may(
        "raise-agreed",
        Operation.UPDATE_SALARY,
        subject={"roles": ("desk",)},
        unless=(Relation.SELF,),
        stated={"salary": "notes"},
    ),
    may(
        "hours-log",
        Operation.LOG_TIME,
        requires=(Relation.LEADS_PROJECT, Relation.TARGET_ON_PROJECT),
        values={"status": ("draft", "submitted")},
    ),
    may(
        "hours-void",
        Operation.UPDATE_TIME,
        subject={"not_roles": ("auditor",), "names": ("Ida Vale",)},
        values={"status": ("voided",)},
        current={"status": ("draft", "approved")},
    ),
    may(
        "page-empty",
        Operation.UPDATE_WIKI,
        effect="deny",
        subject={"not_roles": ("senior",)},
        resources=("wiki:rules/",),
        values={"content": ("",)},
    ),
    may(
        "page-site",
        Operation.UPDATE_WIKI,
        subject={"roles": ("staff",), "locations": ("Mill Site",)},
        resources=("wiki:rules/", "wiki:sites/mill.md"),
    ),
    may("visitors", subject={"public": True}, resources=("wiki:sites/",)),
    may(
        "status",
        Operation.UPDATE_PROJECT_STATUS,
        Operation.UPDATE_PROJECT_TEAM,
        relations=(Relation.LEADS_PROJECT, Relation.MANAGES_CUSTOMER),
    ),
)
"""A rule for each part of the vocabulary."""


def policy(rules: tuple[Rule, ...]) -> Policy:
    return Policy(wiki_sha1=SHA1, rules=rules)


@pytest.fixture(scope="module")
def quality() -> PolicyQuality:
    return check_policy(policy(RULES), RULES)


def fates(found: PolicyQuality) -> dict[str, str]:
    return {one.mutant.words(): one.fate for one in found.scores}


def test_every_clause_of_the_whole_vocabulary_is_told_apart(quality: PolicyQuality) -> None:
    assert quality.disagreements == ()
    assert quality.is_complete
    assert quality.count("survived") == 0
    assert quality.percent == 100
    assert quality.raw_percent > 88
    assert quality.whole_percent < quality.raw_percent
    found = fates(quality)
    for clause in (
        "pay-desk: flip exclusive",
        "pay-chief-hidden: drop current name Ida Vale",
        "pay-total: flip aggregate",
        "hours-read: drop relations leads_project",
        "raise-agreed: widen unless self to any",
        "raise-agreed: widen stated salary to any",
        "hours-log: drop requires target_on_project",
        "hours-log: drop values status draft",
        "hours-void: drop current status approved",
        "hours-void: widen names Ida Vale to any",
        "page-empty: widen values content (empty) to any",
        "page-site: widen locations Mill Site to any",
        "page-site: drop resource wiki:sites/mill.md",
        "visitors: flip public=True",
        "status: drop operation update_project_team",
        "status: drop relations manages_customer",
        "role-senior: drop not_departments Pay Desk",
        "role-chief: drop names Ödön Quist",
        "role-auditor: widen employee_ids x_17 to any",
    ):
        assert found[clause] == "killed", clause


def test_every_operation_has_cases_of_both_verdicts_where_a_rule_allows_it(
    quality: PolicyQuality,
) -> None:
    counts = {name: (cases, allowed) for name, cases, allowed in quality.cases}
    assert set(counts) == {operation.value for operation in Operation}
    allowed = {r.access.operations for r in RULES if r.access and r.access.effect == "allow"}
    for operation in {one for operations in allowed for one in operations}:
        cases, yes = counts[operation.value]
        assert 0 < yes < cases, operation
    assert all(entry.decides for entry in quality.by_rule)


def test_the_same_rules_give_the_same_report() -> None:
    once, again = (check_policy(policy(SHADOWED), SHADOWED) for _ in range(2))
    assert format_quality(again) == format_quality(once)
    assert quality_json(again) == quality_json(once)


def test_code_that_ignores_a_clause_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it did ignore it: a read rule with ``current`` hit every row."""
    monkeypatch.setattr(access, "_current_part", lambda _access, _table: [])
    names = ("role-staff", "role-desk", "pay-desk", "pay-own", "pay-chief-hidden")
    rules = tuple(one for one in RULES if one.id in names)
    found = check_policy(policy(rules), rules)
    assert any("pay-desk" in line for line in found.disagreements)
    survivors = {s.mutant.words(): s.reason for s in found.scores if s.fate == "survived"}
    reasons = [text for words, text in survivors.items() if "pay-chief-hidden" in words]
    assert any("does not heed" in reason for reason in reasons)
    assert found.percent < 100


def test_code_that_ignores_relations_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tuple(one for one in RULES if one.id in ("role-staff", "hours-log"))
    assert wrong_cases(policy(rules), rules) == ()
    monkeypatch.setattr(write, "_stands", lambda _access, _args, _holds: True)
    assert wrong_cases(policy(rules), rules) != ()


SHADOWED = (
    role("staff", not_departments=("Guests",)),
    may("all-edit", Operation.UPDATE_WIKI, subject={"roles": ("staff",)}),
    may("some-edit", Operation.UPDATE_WIKI, resources=("wiki:notes/",)),
    may("names-read", resources=("employees.name",)),
    may("public-shut", effect="deny", subject={"public": True}, resources=("projects.*",)),
)


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        ("all-edit: flip effect allow", "is denied by all-edit"),
        ("all-edit: drop rule", "ought to be allowed by all-edit, is denied by no rule"),
        # Denied all the same, but the denial does not cite the rule.
        ("public-shut: drop rule", "ought to be denied by public-shut, is denied by no rule"),
    ],
)
def test_a_module_that_says_something_else_than_its_rule_file_is_wrong(
    clause: str, words: str
) -> None:
    mutants = (one for r in SHADOWED for one in mutants_of(r))
    mutant = next(one for one in mutants if one.words() == clause)
    changed = (mutant.changed if r is mutant.rule else r for r in SHADOWED)
    wrong = wrong_cases(policy(tuple(r for r in changed if r is not None)), SHADOWED)
    assert any(words in line for line in wrong)


def test_a_rule_that_changes_no_verdict_is_dead_and_the_reason_names_the_other() -> None:
    found = check_policy(policy(SHADOWED), SHADOWED)
    dead = {one.mutant.rule.id: one for one in dead_rules(found)}
    assert dead.keys() == {"some-edit", "names-read", "public-shut"}
    assert "decided alike: all-edit" in dead["some-edit"].reason
    assert "the baseline opens it" in dead["names-read"].reason
    assert "no rule allows it" in dead["public-shut"].reason
    # Where everything is open the prohibition shows, so that it is seen to work.
    assert {one.fate for one in dead.values()} == {"alone"}
    assert "on its own: public caller reads projects." in dead["public-shut"].reason
    assert fates(found)["all-edit: drop rule"] == "killed"
    text = format_quality(found)
    assert "rules on which no verdict of the whole policy depends: 3" in text
    assert "some-edit: drop rule: decided alike: all-edit" in text


OVERSHADOWED = (
    role("staff", not_departments=("Guests",)),
    role("guest", departments=("Guests",)),
    may("shut", effect="deny", subject={"roles": ("guest",)}, resources=("employees.salary",),
        current={"name": ("Ida Vale", "Ödön Quist")}),
    may("keep", Operation.UPDATE_NOTES, Operation.UPDATE_SALARY, effect="deny",
        subject={"public": False}, relations=(Relation.SELF, Relation.SAME_DEPARTMENT)),
)  # fmt: skip
"""Nobody is allowed anything: no verdict depends on what is forbidden."""


def test_a_clause_that_something_overshadows_is_tried_on_its_own() -> None:
    found = check_policy(policy(OVERSHADOWED), OVERSHADOWED)
    by_clause = fates(found)
    for clause in (
        "shut: drop rule",
        "shut: drop current name Ida Vale",
        "shut: widen resource employees.salary to employees.*",
        "shut: flip roles guest",
        "keep: drop operation update_notes",
        "keep: drop relations same_department",
        "keep: widen relations self, same_department to any",
        "role-guest: flip departments Guests",
    ):
        assert by_clause[clause] == "alone", clause
    assert found.percent == 100
    # A visitor has no department, and everybody is in their own.
    assert by_clause["keep: widen public=False to any"] == "equivalent"
    assert by_clause["keep: drop relations self"] == "equivalent"
    assert found.whole_percent < 30


def test_code_that_ignores_an_overshadowed_clause_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "_current_part", lambda _access, _table: [])
    found = check_policy(policy(OVERSHADOWED), OVERSHADOWED)
    survivors = {s.mutant.words(): s.why for s in found.scores if s.fate == "survived"}
    assert survivors["shut: drop current name Ida Vale"] == (
        "the compiled code does not heed the clause"
    )
    assert found.percent < 100


def test_permissions_that_a_denial_beats_are_listed() -> None:
    rules = (
        role("staff", departments=("Lab",)),
        may("all-edit", Operation.UPDATE_WIKI),
        may("not-here", Operation.UPDATE_WIKI, effect="deny", resources=("wiki:laws/",)),
        may("nor-there", Operation.UPDATE_NOTES, effect="deny"),
    )
    found = check_policy(policy(rules), rules)
    [(denial, permission, cases)] = found.overruled
    assert (denial, permission) == ("not-here", "all-edit")
    assert f"    not-here: all-edit ({cases})\n" in format_quality(found)
    assert quality_json(found)["overruled"] == [["not-here", "all-edit", cases]]


def test_a_clause_that_the_rest_implies_is_equivalent() -> None:
    found = check_policy(policy(SHADOWED), SHADOWED)
    one = next(
        s for s in found.scores if s.mutant.words() == "some-edit: widen public=False to any"
    )
    assert (one.fate, one.reason) == ("equivalent", "the rest of the rule says it already")


def test_without_all_combinations_of_callers_nothing_counts_as_equivalent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def some(rules: tuple[Rule, ...]) -> object:
        whole = build_table(rules)
        return type(whole)(settings=whole.settings, cases=whole.cases, is_complete=False)

    monkeypatch.setattr(scoring, "build_table", some)
    found = check_policy(policy(SHADOWED), SHADOWED)
    assert found.count("equivalent") == 0
    assert found.count("survived") > 0
    assert found.percent < 100


def test_many_named_callers_are_combined_by_two() -> None:
    names = tuple(f"Person {number:02}" for number in range(40))
    departments = tuple(f"Department {number}" for number in range(20))
    rules = (role("one", names=names), role("two", departments=departments))
    callers, complete = sample_callers(rules)
    assert not complete
    assert callers[0] == PUBLIC
    assert {caller.name for caller in callers} >= set(names)
    assert {caller.department for caller in callers} >= set(departments)
    few, whole = sample_callers(RULES)
    assert whole
    assert len(few) == 1 + 3 * 3 * 2 * 2


def test_many_values_are_tried_one_by_one_around_each_rule() -> None:
    def words(name: str) -> tuple[str, ...]:
        return tuple(f"{name}-{number}" for number in range(6))

    wide = may(
        "wide",
        Operation.LOG_TIME,
        values={name: words(name) for name in ("status", "work_category", "notes")},
    )
    rules = (role("staff", departments=("D",)), wide)
    table = build_table(rules)
    assert not table.is_complete
    asked = {str(c.args.get("status")) for c in table.cases if c.operation is Operation.LOG_TIME}
    assert asked >= {*words("status"), "None"}
    assert len(table.cases) < 2_000
    found = check_policy(policy(rules), rules)
    assert found.disagreements == ()
    assert fates(found)["wide: drop values notes notes-3"] == "killed"
    assert "too many combinations to try them all" in format_quality(found)


def test_every_clause_of_a_rule_has_a_mutant() -> None:
    wanted = may(
        "wide",
        Operation.LOG_TIME,
        Operation.UPDATE_TIME,
        subject={"public": False, "roles": ("a", "b"), "locations": ("Here",)},
        relations=(Relation.SELF,),
        unless=(Relation.ON_PROJECT,),
        values={"status": ("draft",)},
    )
    words = [mutant.words().removeprefix("wide: ") for mutant in mutants_of(wanted)]
    assert len(words) == len(set(words))
    assert words == [
        "drop rule",
        "flip effect allow",
        "widen public=False to any",
        "flip public=False",
        "drop roles a",
        "drop roles b",
        "widen roles a, b to any",
        "widen locations Here to any",
        "flip roles a, b",
        "drop operation log_time",
        "drop operation update_time",
        "widen relations self to any",
        "widen unless on_project to any",
        "widen values status draft to any",
    ]
    assert list(mutants_of(rule("words", kind=RuleKind.DEFINITION))) == []


# The reference evaluator and the SQL -------------------------------------------------------

CALLER = Sample(user="me", name="N", department="D", location="Here")


def load(company: Company) -> duckdb.DuckDBPyConnection:
    db = duckdb.connect()
    for table, rows in company.tables.items():
        columns = list(rows[0])
        db.execute(f"CREATE TABLE {table} ({', '.join(f'{c} VARCHAR' for c in columns)})")
        values = ", ".join(
            "(" + ", ".join("'" + row[c] + "'" for c in columns) + ")" for row in rows
        )
        db.execute(f"INSERT INTO {table} VALUES {values}")
    return db


@pytest.fixture(scope="module")
def company() -> Company:
    return build_company(CALLER, Stance(leads=True, manages=True), RULES)


@pytest.mark.parametrize(("leads", "manages"), list(product((True, False), repeat=2)))
def test_relations_in_python_and_in_sql_are_the_same_for_every_row(
    leads: bool, manages: bool
) -> None:
    place = build_company(CALLER, Stance(leads=leads, manages=manages), ())
    ties = Ties(place)
    db = load(place)
    for relation, table in product(Relation, TABLES):
        condition = row_condition(relation, table) or "false"
        for name in TABLES:
            condition = condition.replace("{" + name + "}", name)
        found = db.execute(f"SELECT coalesce({condition}, false) FROM {table} r ORDER BY rowid")
        rows = place.tables[table]
        expected = [stands(relation, read_target(ties, table, row), ties) for row in rows]
        assert [row[0] for row in found.fetchall()] == expected, (relation, table)
    db.close()


def targets(place: Company, operation: Operation) -> list[Row]:
    match operation:
        case Operation.LOG_TIME | Operation.UPDATE_TIME:
            entries = place.tables["time_entries"][::17]
            return [{n: row[n] for n in ("employee", "project", "customer")} for row in entries]
        case Operation.UPDATE_PROJECT_STATUS | Operation.UPDATE_PROJECT_TEAM:
            return [{"id": row["id"]} for row in place.tables["projects"]]
        case Operation.UPDATE_WIKI:
            return [{"file": "a.md"}]
        case _:
            return [{"employee": row["id"]} for row in place.tables["employees"]]


def test_relations_to_the_target_of_a_write_are_the_same(company: Company) -> None:
    ties = Ties(company)
    db = load(company)
    for relation, operation in product(Relation, list(Operation)[1:]):
        query = relation_query(relation, operation)
        for args in targets(company, operation)[::3][:8]:
            expected = stands(relation, write_target(ties, operation, {**args}), ties)
            held = False
            if query is not None:
                row = db.execute(query.sql, target_arguments(query, {**args})).fetchone()
                held = row is not None and row[0] is True
            assert held is expected, (relation, operation, args)
    db.close()


def test_the_company_holds_only_what_can_really_occur(company: Company) -> None:
    ties = Ties(company)
    seen: set[Relation] = set()
    for table in ("employees", "customers", "projects", "time_entries"):
        for row in company.tables[table]:
            target = read_target(ties, table, row)
            held = frozenset(one for one in Relation if stands(one, target, ties))
            seen |= held
            assert Relation.LEADS_PROJECT not in held or Relation.ON_PROJECT in held
            assert Relation.LEADS_MEMBER not in held or Relation.SAME_PROJECT in held
            assert Relation.SELF not in held or Relation.SAME_LOCATION in held
    assert seen == set(Relation)


# The policies of the repository ------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("digest", ["377df2ed", "dfbfcc0e"])
@pytest.mark.requirement("S3-A3l")
def test_the_committed_policy_says_what_its_rules_mean(digest: str) -> None:
    compiled = load_policy(ROOT / "policy" / f"wiki_{digest}.py")
    found = check_policy(compiled, load_rules(ROOT / "rules" / f"{digest}.yaml").rules)
    assert found.disagreements == ()
    assert found.percent >= 95
    assert found.count("survived") == 0
    report = quality_json(found)
    assert report["rules"] == len(compiled.rules) > 0


def _bounds(of: str, measure: str = "value", **bounds: str) -> Limit:
    return Limit(of=of, measure=Measure(measure), **bounds)


def limited_rules() -> tuple[Rule, ...]:
    """Return rules with amounts and days of every kind."""
    op = Operation
    anybody: dict[str, object] = {"effect": "deny", "subject": {"public": None}}
    seat = "team.time_slice"
    share = _bounds("salary", "percent", above="0", below="10")
    lasting = _bounds("today", above="2025-03-01")

    def one(rule_id: str, operation: Operation, *limits: Limit, **more: object) -> Rule:
        return may(rule_id, operation, limits=limits, **more)  # type: ignore[arg-type]

    return (
        role("staff", departments=("Lab", "Yard")),
        one("log", op.LOG_TIME, _bounds("hours", most="8")),
        one("log-never", op.LOG_TIME, _bounds("hours", above="6"), **anybody),
        one("fix", op.UPDATE_TIME, _bounds("date", "age", most="14")),
        one("raise", op.UPDATE_SALARY, share, _bounds("salary", "present", below="50000")),
        one("skill", op.UPDATE_SKILLS, _bounds("skills.level", "change", least="-1", most="1")),
        one("seat", op.UPDATE_PROJECT_TEAM, _bounds(seat, most="0.5")),
        one("seat-never", op.UPDATE_PROJECT_TEAM, _bounds(seat, below="0.1"), **anybody),
        one("move", op.UPDATE_LOCATION, _bounds("today", least="2025-03-01", below="2025-09-01")),
        one("pay", op.READ, lasting, resources=("employees.salary",), exclusive=True),
        one("brief", op.READ, lasting, resources=("customers.brief",), **anybody),
    )


@pytest.mark.requirement("S3-A1c")
def test_every_bound_of_an_amount_or_a_day_is_told_apart() -> None:
    rules = limited_rules()
    quality = check_policy(Policy(wiki_sha1=SHA1, rules=rules), rules)
    assert quality.disagreements == ()
    assert quality.is_complete
    assert [s.mutant.words() for s in quality.scores if s.fate == "survived"] == []
    bounds = [s for s in quality.scores if "limit" in s.mutant.clause]
    assert {s.fate for s in bounds} == {"killed", "alone"}
    assert {s.mutant.change for s in bounds} == {"widen", "drop", "flip"}


def attribute_rules() -> tuple[Rule, ...]:
    """Return rules about the records of certain people, projects and customers."""
    op = Operation
    yard: dict[str, Any] = {"current": {"employee.department": ("Yard",)}}
    return (
        role("staff", departments=("Lab", "Yard")),
        may("hours", resources=("time_entries.hours",), exclusive=True, **yard),
        may("skills-never", effect="deny", resources=("employee_skills.level",), **yard),
        may(
            "seats-never", effect="deny", resources=("project_team.role",),
            relations=(Relation.ON_PROJECT,), current={"project.status": ("archived",)},
        ),
        may(
            "briefs-never", effect="deny", resources=("projects.description",),
            current={"customer.deal_phase": ("idea", "paused"), "project.status": ("active",)},
        ),
        may("log", op.LOG_TIME, current={"customer.location": ("Rome",)}),
        may("notes", op.UPDATE_NOTES, **yard),
    )  # fmt: skip


@pytest.mark.slow
def test_attributes_of_what_a_record_is_about_are_told_apart() -> None:
    rules = attribute_rules()
    quality = check_policy(Policy(wiki_sha1=SHA1, rules=rules), rules)
    assert quality.disagreements == ()
    assert [s.mutant.words() for s in quality.scores if s.fate == "survived"] == []
    clauses = {(s.mutant.rule.id, s.fate) for s in quality.scores if "current" in s.mutant.clause}
    assert clauses == {(one.id, "killed") for one in rules if one.access is not None}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["_lies_within", "_before", "_days_ago", "_number"])
def test_a_policy_that_measures_otherwise_is_noticed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = limited_rules()
    assert wrong_cases(Policy(wiki_sha1=SHA1, rules=rules), rules) == ()
    monkeypatch.setattr(limit, name, lambda *_: None)
    assert wrong_cases(Policy(wiki_sha1=SHA1, rules=rules), rules) != ()
