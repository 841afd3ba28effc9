"""Preparing writes: what a plan makes up is not written."""

import json
from collections.abc import Callable

import pytest

from agentic_solver.contracts.plan import Outcome
from agentic_solver.contracts.rule import Rule
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call
from tests.readings import change, named, read

Open = Callable[..., Desk]


ALL = "JOIN employees e ON e.id = f.id, (SELECT count(DISTINCT {0}) AS n FROM employees) x "
ALL += "WHERE x.n > 0"
ROW = "SELECT e.id AS employee, {} FROM find_employee('Berit Holm') f "


SITE = change("set_location", named("Berit Holm"), field="location", value="Turin")


@pytest.mark.parametrize(
    ("value", "is_asked"),
    [
        ("'Turin'", True),
        ("'Oslo'", False),
        ("CAST(571293 AS VARCHAR)", False),
        ("e.location || ' Turin'", False),
        ("e.location || 5", False),
        ("CASE WHEN e.name <> '' THEN '--' ELSE e.location END", False),
        ("e.location || '-0'", False),
        ("CASE WHEN e.name <> '' THEN 'Turin' ELSE e.location END", True),
    ],
)
def test_a_value_that_some_row_holds_is_none_that_is_asked_for(
    value: str, is_asked: bool, larch: Open
) -> None:
    text = "Change the location of Berit Holm to Turin"
    desk = larch("li_02", text)
    plan = build_plan(
        text,
        facts=(fact("f", ROW.format(f"{value} AS location") + ALL.format("location")),),
        calls=(write_call("w1", "set_location", "f"),),
        spans={"w1": text},
        cases=(case(message="Done.", writes=True),),
    )
    decision = desk.execute(plan, reading=lambda: read(SITE))
    found = [violation.code for violation in decision.violations]
    assert found == ([] if is_asked else [ViolationCode.WRITE_NOT_ASKED])
    assert bool(desk.writes) is is_asked


def test_a_value_of_a_row_may_stand_beside_one_that_the_request_gives(larch: Open) -> None:
    text = 'Set the location of Hugo Marin to "Oslo", and that of Dora Klein to that of Berit Holm'
    desk = larch("li_02", text)
    sql = (
        "SELECT h.id AS employee, 'Oslo' AS location FROM find_employee('Hugo Marin') h "
        "UNION ALL SELECT d.id, b.location FROM find_employee('Dora Klein') d, employees b "
        "JOIN find_employee('Berit Holm') f ON f.id = b.id"
    )
    plan = build_plan(
        text,
        facts=(fact("f", sql),),
        calls=(write_call("w1", "set_location", "f"),),
        spans={"w1": text},
        cases=(case(message="Done.", writes=True),),
    )
    sites = (
        change("set_location", named("Hugo Marin"), field="location",
               value={"value": "Oslo", "exact": True}),
        change("set_location", named("Dora Klein"), field="location", how="same_as",
               value={"of": named("Berit Holm")}),
    )  # fmt: skip
    assert_accepted(desk.execute(plan, reading=lambda: read(*sites)))
    assert [desk.universe.employee(one).location for one in ("li_04", "li_08")] == ["Brno", "Oslo"]


@pytest.mark.parametrize(
    ("status", "quote"),
    [
        ("paused", "A project that is to *hibernate* is paused."),
        ("archived", "A project that is to *hibernate* is paused."),
        ("paused", "Leads may *hibernate* what rests."),
    ],
)
def test_a_word_that_rules_tie_to_a_value_is_proofread(
    status: str, quote: str, larch: Open, larch_policy: Policy
) -> None:
    rule = Rule.model_validate_json(
        json.dumps(
            {
                "id": "words", "kind": "access", "page": "people/rules.md", "anchor": "projects",
                "quote": quote, "statement": "Leads do so.",
                "access": {
                    "effect": "allow", "operations": ["update_project_status"],
                    "relations": ["leads_project"], "subject": {"public": False, "roles": []},
                },
            }
        )
    )  # fmt: skip
    policy = Policy(wiki_sha1=larch_policy.wiki_sha1, rules=(*larch_policy.rules, rule))
    text = "Please hibernate the Rail Lathe"
    desk = larch("li_03", text, policy=policy)
    sql = f"SELECT id AS project, '{status}' AS status FROM find_project('Rail Lathe')"
    plan = build_plan(
        text,
        facts=(fact("f", sql),),
        calls=(write_call("w1", "set_project_status", "f"),),
        spans={"w1": text},
        cases=(case(message="Done.", writes=True),),
    )
    asked = change(
        "set_status", named("Rail Lathe", "project"), field="status", value={"words": "hibernate"}
    )
    drafts: list[str] = []

    def refuse(draft: str, _pages: str) -> bool:
        drafts.append(draft)
        return False

    decision = desk.execute(plan, reading=lambda: read(asked), proofread=refuse)
    assert_accepted(decision, Outcome.NONE_CLARIFICATION_NEEDED)
    assert not desk.writes
    (draft,) = drafts
    assert f'status: "active" → "{status}"' in draft
    allowed = desk.execute(plan, reading=lambda: read(asked), proofread=lambda *_texts: True)
    assert_accepted(allowed, Outcome.OK_ANSWER)
    assert len(desk.writes) == 1
