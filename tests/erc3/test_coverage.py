"""Coverage of a rule file: family by rule, notes, what is uncovered, sizes side by side."""

from agentic_solver.contracts.rule import (
    AccessPredicate,
    CallerClass,
    Operation,
    Rule,
    RuleKind,
    RuleSet,
    SubjectPredicate,
)
from agentic_solver.erc3.acquire.coverage import coverage_json, find_coverage, format_coverage
from agentic_solver.erc3.policy.compiler import compile_policy
from agentic_solver.erc3.policy.consumer import note_reasons, used_rules
from agentic_solver.erc3.policy.vocabulary import FAMILIES
from agentic_solver.erc3.wiki import WikiPages

PAGES = WikiPages(
    {
        "a.md": "# Hours\n\nEverybody may only book their own hours.\n",
        "b.md": "# Keys\n\nNobody may ever lend a key. Only the porter must have two.\n",
    }
)


def rule(rule_id: str, kind: RuleKind, *families: str, **parts: object) -> Rule:
    return Rule.model_validate(
        {
            "id": rule_id,
            "kind": kind,
            "page": "a.md",
            "anchor": "hours",
            "quote": "Everybody may only book their own hours.",
            "statement": f"Statement of {rule_id}.",
            "families": families,
            **parts,
        }
    )


def role(name: str, *, builds_on: tuple[str, ...] = ()) -> Rule:
    members = SubjectPredicate(public=False, roles=builds_on, departments=("D",))
    return rule(f"role-{name}", RuleKind.ROLE, "time", role=CallerClass(name=name, members=members))


OWN = rule(
    "own-hours",
    RuleKind.ACCESS,
    "time",
    access=AccessPredicate(
        effect="allow",
        subject=SubjectPredicate(public=False, roles=("porter",)),
        operations=(Operation.LOG_TIME,),
    ),
)
WORD = rule("word", RuleKind.DEFINITION, "aggregate", "time")
STRAY = rule("stray", RuleKind.DEFINITION, "no_such_family")
RULES = (role("porter"), role("guard", builds_on=("porter",)), role("staff"), OWN, WORD, STRAY)


def test_a_rule_that_nothing_uses_is_a_note() -> None:
    assert note_reasons(RULES) == {
        "role-guard": "no rule speaks of the role 'guard'",
        "stray": "no known task family needs it",
    }
    assert [one.id for one in used_rules(RULES)] == [
        "role-porter",
        "role-staff",
        "own-hours",
        "word",
    ]
    assert note_reasons((role("a"), role("b", builds_on=("a",)))).keys() == {"role-a", "role-b"}


def test_the_matrix_names_families_with_and_without_rules() -> None:
    ruleset = RuleSet(wiki_sha1=PAGES.sha1, source="authored", rules=RULES)
    found = find_coverage(ruleset, PAGES)
    assert find_coverage(ruleset, PAGES, compile_policy(ruleset)) == found
    assert found.of_family("time") == ("role-porter", "role-staff", "own-hours", "word")
    assert found.of_family("aggregate") == ("word",)
    assert set(found.uncovered_families) == set(FAMILIES) - {"time", "aggregate"}
    assert found.uncovered_sections == ("b.md#keys",)
    assert [(size.page, size.rules) for size in found.pages] == [("a.md", 4), ("b.md", 0)]
    assert sum(size.wiki_bytes for size in found.pages) == PAGES.size == found.wiki_bytes
    text = format_coverage(found)
    assert "  stray: no known task family needs it" in text
    assert f"wiki {PAGES.size} bytes" in text
    data = coverage_json(found)
    assert data["families"] == {family: list(found.of_family(family)) for family in FAMILIES}
    assert data["notes"] == note_reasons(RULES)


def test_a_wiki_without_rules_is_reported_as_such() -> None:
    found = find_coverage(RuleSet(wiki_sha1=PAGES.sha1, source="authored", rules=()), PAGES)
    assert found.uncovered_families == tuple(FAMILIES)
    assert "  0 rules" in format_coverage(found)
    nothing = WikiPages({})
    empty = find_coverage(RuleSet(wiki_sha1=nothing.sha1, source="authored", rules=()), nothing)
    assert "wiki 0 bytes (0 %)" in format_coverage(empty)
