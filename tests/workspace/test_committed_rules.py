"""The committed rules: every citation resolves, policy is what they compile to, and it is right."""

from pathlib import Path

import pytest
import yaml

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Allowed, Operation, Relation
from agentic_solver.erc3.policy import Conditional, Hidden, Policy, ReadAccess, load_policy
from agentic_solver.erc3.policydrift import drifted_files
from agentic_solver.erc3.rulecheck import validate_rules
from agentic_solver.erc3.rules import load_rules, rule_files
from agentic_solver.erc3.wiki import read_folder, read_mirror
from agentic_solver.workspace import Workspace

ROOT = Path(__file__).resolve().parents[2]
WORKSPACE = Workspace(ROOT)
SUITES = ROOT / "agentic_solver" / "twin" / "suites"


def suite_wikis() -> list[tuple[str, Path]]:
    """Return digest and folder of every wiki that a built-in suite pins."""
    found = []
    for description in sorted(SUITES.glob("*/suite.yaml")):
        pinned = yaml.safe_load(description.read_text(encoding="utf-8")).get("wiki_sha1") or {}
        found += [(pinned[name], description.parent / "wikis" / name) for name in sorted(pinned)]
    return found


@pytest.mark.requirement("S3-4.2a", "S3-A1d")
def test_every_rule_is_sound_and_quotes_its_page() -> None:
    paths = rule_files(WORKSPACE.rules)
    assert paths
    for path in paths:
        pages, _ = read_mirror(WORKSPACE.wiki / path.stem)
        problems = validate_rules(load_rules(path), pages)
        assert [problem for problem in problems if problem.severity != "note"] == []


def test_every_wiki_of_a_builtin_suite_is_mirrored_and_has_rules() -> None:
    wikis = suite_wikis()
    assert wikis
    for sha1, folder in wikis:
        pages = read_folder(folder)
        assert pages.sha1 == sha1
        assert read_mirror(WORKSPACE.wiki / sha1[:8])[0].pages == pages.pages
        assert (WORKSPACE.rules / f"{sha1[:8]}.yaml").is_file()


def test_the_committed_policy_is_what_the_rules_compile_to() -> None:
    assert drifted_files(WORKSPACE) == ()


def company(name: str) -> Policy:
    """Return the policy of the built-in company whose wiki folder has this name."""
    for sha1, folder in suite_wikis():
        if folder.name == name:
            return load_policy(WORKSPACE.policy / f"wiki_{sha1[:8]}.py")
    raise AssertionError(f"no built-in wiki {name}")


NAMES = {"director": "Agnieszka Wróbel"}
"""The wiki names the directors; nobody else of the department would be one."""
DEPARTMENTS = {
    "visitor": "",
    "director": "Studio Direction",
    "hr": "People & Culture",
    "finance": "Finance & Procurement",
    "sales": "Client Relations",
    "design": "Exhibit Design",
    "freelancer": "Freelance Pool",
}


def caller(kind: str) -> Identity:
    return Identity(
        current_user="" if kind == "visitor" else "kw_x",
        is_public=kind == "visitor",
        location="",
        department=DEPARTMENTS[kind],
        today="2025-03-01",
        wiki_sha1="",
    )


def extent(access: ReadAccess) -> str:
    """Return ``all``, ``none``, or the sort of rows: ``own``, ``seat``, ``lead`` ..."""
    if isinstance(access, Hidden):
        return "none"
    if not isinstance(access, Conditional):
        return "all"
    sql = access.sql
    marks = {
        "own": "r.id = (SELECT m.id" in sql or "r.employee = (SELECT m.id" in sql,
        "lead": "t.role = 'Lead'" in sql,
        "seat": "project_team" in sql and "t.role" not in sql,
        "page": "starts_with" in sql,
    }
    return "+".join(name for name, found in marks.items() if found)


READS = {
    # column: visitor, director, hr, finance, sales, design, freelancer
    "employees.id": ("none", "all", "all", "all", "all", "all", "all"),
    "employees.email": ("none", "all", "all", "all", "all", "all", "all"),
    "employees.salary": ("none", "all", "all", "own", "own", "own", "own"),
    "employees.notes": ("none", "all", "all", "none", "none", "none", "none"),
    "employee_skills.level": ("none", "all", "all", "all", "all", "all", "own"),
    "projects.status": ("none", "all", "all", "all", "all", "all", "seat"),
    "project_team.time_slice": ("none", "all", "all", "all", "all", "all", "own+seat"),
    "workloads.time_slices": ("none", "all", "all", "all", "all", "all", "none"),
    "customers.account_manager": ("none", "all", "all", "all", "all", "all", "none"),
    "customers.primary_contact_email": ("none", "all", "seat", "seat", "all", "seat", "none"),
    "time_entries.hours": (
        "none",
        "all",
        "all",
        "all",
        "own+lead",
        "own+lead",
        "own",
    ),
    "wiki_pages.content": ("page", "all", "all", "all", "all", "all", "all"),
}


@pytest.mark.requirement("S3-8a")
@pytest.mark.parametrize("resource", READS)
def test_who_reads_what_at_kittiwake(resource: str) -> None:
    policy = company("kittiwake")
    table, column = resource.split(".")
    found = {
        kind: extent(policy.read_access(caller(kind), NAMES.get(kind, ""), table, column))
        for kind in DEPARTMENTS
    }
    assert found == dict(zip(DEPARTMENTS, READS[resource], strict=True))


SELF = frozenset({Relation.SELF})
LEAD = frozenset({Relation.LEADS_PROJECT, Relation.TARGET_ON_PROJECT})
NONE = frozenset[Relation]()
APPROVED: JsonObject = {"notes": "Approved by a director: 61500 from May."}

WRITES: list[tuple[Operation, JsonObject, frozenset[Relation], JsonObject, set[str]]] = [
    (
        Operation.UPDATE_SKILLS,
        {},
        SELF,
        {},
        {"director", "hr", "finance", "sales", "design"},
    ),
    (Operation.UPDATE_SKILLS, {}, NONE, {}, set()),
    (Operation.UPDATE_SALARY, {"salary": 61500}, NONE, APPROVED, {"director", "hr"}),
    (Operation.UPDATE_SALARY, {"salary": 62000}, NONE, APPROVED, {"director"}),
    (Operation.UPDATE_SALARY, {"salary": 61500}, NONE, {"notes": ""}, {"director"}),
    (Operation.UPDATE_SALARY, {"salary": 61500}, SELF, APPROVED, set()),
    (Operation.UPDATE_NOTES, {}, NONE, {}, {"director", "hr"}),
    (Operation.UPDATE_LOCATION, {}, SELF, {}, {"director", "hr"}),
    (Operation.UPDATE_PROJECT_STATUS, {}, NONE, {}, {"director"}),
    (
        Operation.UPDATE_PROJECT_TEAM,
        {},
        LEAD,
        {},
        {"director", "hr", "finance", "sales", "design"},
    ),
    (Operation.LOG_TIME, {}, NONE, {}, set()),
    (
        Operation.LOG_TIME,
        {"status": "submitted"},
        SELF,
        {},
        {"director", "hr", "finance", "sales", "design", "freelancer"},
    ),
    (Operation.LOG_TIME, {"status": "approved"}, SELF, {}, {"finance"}),
    (
        Operation.LOG_TIME,
        {"status": "draft"},
        LEAD,
        {},
        {"director", "hr", "finance", "sales", "design"},
    ),
    (Operation.LOG_TIME, {"status": "submitted"}, LEAD, {}, set()),
    (Operation.LOG_TIME, {"status": "draft"}, frozenset({Relation.LEADS_PROJECT}), {}, set()),
    (Operation.UPDATE_TIME, {"status": "approved"}, NONE, {"status": "submitted"}, {"finance"}),
    (
        Operation.UPDATE_TIME,
        {"status": "voided"},
        SELF,
        {"status": "submitted"},
        {"director", "hr", "finance", "sales", "design", "freelancer"},
    ),
    (Operation.UPDATE_TIME, {"status": "voided"}, SELF, {"status": "invoiced"}, set()),
    (Operation.UPDATE_WIKI, {"file": "people/pay.md"}, NONE, {}, {"director", "hr"}),
    (Operation.UPDATE_WIKI, {"file": "policies/x.md"}, NONE, {}, {"director"}),
    (
        Operation.UPDATE_WIKI,
        {"file": "drafts/x.md"},
        NONE,
        {},
        {"director", "hr", "finance", "sales", "design"},
    ),
]


@pytest.mark.requirement("S3-8a", "S3-8c", "S3-8k")
@pytest.mark.parametrize(("operation", "args", "held", "current", "allowed"), WRITES)
def test_who_changes_what_at_kittiwake(
    operation: Operation,
    args: JsonObject,
    held: frozenset[Relation],
    current: JsonObject,
    allowed: set[str],
) -> None:
    policy = company("kittiwake")
    found = set()
    for kind in DEPARTMENTS:
        verdict = policy.authorize(
            caller(kind),
            NAMES.get(kind, ""),
            operation,
            args,
            lambda relation, _: relation in held,
            current=current,
        )
        if isinstance(verdict, Allowed):
            found.add(kind)
    assert found == allowed


@pytest.mark.requirement("S3-A1e", "S3-A1f", "S3-A1g", "S3-A1h", "S3-A1i")
def test_the_rules_answer_the_usual_questions_with_a_source() -> None:
    policy = company("kittiwake")
    assert "workload" in [rule.id for rule in policy.query("workload")]
    assert "salary-unit" in [rule.id for rule in policy.query("salary")]
    strong = policy.rule("strong")
    assert strong is not None
    assert "7 or more" in strong.statement
    assert policy.enum_values("time_entries.status")[-1] == "voided"
    assert {"links-none", "links-answer-only", "outcome-denied"} <= {
        rule.id for rule in policy.rules
    }
    for rule in policy.rules:
        assert rule.families
        assert rule.page.endswith(".md")


@pytest.mark.requirement("S3-A1a")
def test_the_policy_text_is_shorter_than_the_wiki() -> None:
    for sha1, folder in suite_wikis():
        policy = load_policy(WORKSPACE.policy / f"wiki_{sha1[:8]}.py")
        assert len(policy.guidance().encode("utf-8")) < read_folder(folder).size
