"""Preparing writes: what a plan makes up is not written."""

import json
from collections.abc import Callable

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Outcome
from agentic_solver.contracts.rule import Rule
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call
from tests.readings import change, named, read, where

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


def test_of_a_moved_entry_the_draft_tells_both_entries(larch: Open, larch_policy: Policy) -> None:
    rule = Rule.model_validate_json(
        json.dumps(
            {
                "id": "moving", "kind": "process", "page": "people/rules.md", "anchor": "time",
                "quote": "A moved entry is voided and logged anew; its note says moved from.",
                "statement": "The note of a moved entry says moved from.",
            }
        )
    )  # fmt: skip
    policy = Policy(wiki_sha1=larch_policy.wiki_sha1, rules=(*larch_policy.rules, rule))
    text = "My 6 hours of 5 May on the Rail Lathe belong to the Pill Press, please move them."
    team: JsonObject = {"employee": "li_04", "time_slice": 0.25, "role": "Engineer"}
    lead: JsonObject = {"employee": "li_03", "time_slice": 0.25, "role": "Lead"}
    overlay: JsonObject = {"projects": {"pr_press": {"team": [lead, team]}}}
    desk = larch("li_04", text, policy=policy, overlay=overlay)
    anew = (
        "SELECT t.employee, 'pr_press' AS project, t.date, t.hours, t.work_category, t.billable, "
        "'moved from ' || t.id AS notes FROM time_entries t JOIN old ON old.id = t.id"
    )
    plan = build_plan(
        text,
        facts=(
            fact("old", "SELECT t.id, 'voided' AS status FROM time_entries t, me WHERE "
                 "t.employee = me.id AND t.hours = 6"),
            fact("anew", anew, "old"),
        ),
        calls=(write_call("w1", "update_time_entry", "old"), write_call("w2", "log_time", "anew")),
        spans={"w1": "please move them", "w2": "please move them"},
        cases=(case(message="Moved.", writes=True),),
    )  # fmt: skip
    mine: JsonObject = {
        "kind": "entry",
        "where": [where("owner", {"kind": "me"}), where("hours", 6)],
    }
    asked = change(
        "change_entry", mine, field="project", value={"words": "Pill Press", "value": "Pill Press"}
    )
    drafts: list[str] = []

    def keep(draft: str, _pages: str) -> bool:
        drafts.append(draft)
        return True

    decision = desk.execute(plan, reading=lambda: read(asked), proofread=keep)
    assert_accepted(decision, Outcome.OK_ANSWER)
    assert len(desk.writes) == 2
    (draft,) = drafts
    assert '"name": "Dora Klein"' in draft
    assert (
        '"status": "draft"} is voided and logged anew with: project: {"name": "Rail Lathe", '
        '"status": "active"} → {"name": "Pill Press", "status": "paused"}'
    ) in draft
    assert 'notes: "bench work" → "moved from te_001"' in draft
