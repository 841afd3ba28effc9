"""Preparing writes: what a plan makes up is not written."""

import json
from collections.abc import Callable

import pytest

from agentic_solver.contracts.rule import Rule
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call

Open = Callable[..., Desk]


ALL = "JOIN employees e ON e.id = f.id, (SELECT count(DISTINCT {0}) AS n FROM employees) x "
ALL += "WHERE x.n > 0"
ROW = "SELECT e.id AS employee, {} FROM find_employee('Berit Holm') f "


@pytest.mark.parametrize(
    ("tool", "field", "value", "code"),
    [
        ("set_location", "location", "'Turin'", ViolationCode.WRITE_NOT_GROUNDED),
        ("set_salary", "salary", "571293", ViolationCode.WRITE_NOT_GROUNDED),
        ("set_location", "location", "e.location || ' Turin'", ViolationCode.WRITE_NOT_GROUNDED),
        ("set_location", "location", "e.location || 5", ViolationCode.WRITE_NOT_GROUNDED),
        (
            "set_location", "location", "CASE WHEN e.name <> '' THEN '--' ELSE e.location END",
            ViolationCode.WRITE_NOT_GROUNDED,
        ),
        # marks and noughts are no words of the plan
        ("set_location", "location", "e.location || '-0'", ViolationCode.WRITE_NOT_ASKED),
    ],
)  # fmt: skip
def test_a_constant_that_some_row_holds_too_is_still_one_of_the_plan(
    tool: str, field: str, value: str, code: ViolationCode, larch: Open
) -> None:
    text = f"Change the {field} of Berit Holm"
    desk = larch("li_02", text)
    plan = build_plan(
        text,
        facts=(fact("f", ROW.format(f"{value} AS {field}") + ALL.format(field)),),
        calls=(write_call("w1", tool, "f"),),
        spans={"w1": text},
        cases=(case(message="Done.", writes=True),),
    )
    assert [violation.code for violation in desk.execute(plan).violations] == [code]
    assert desk.writes == ()


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
    assert_accepted(desk.execute(plan))
    assert [desk.universe.employee(one).location for one in ("li_04", "li_08")] == ["Brno", "Oslo"]


@pytest.mark.parametrize("operation", ["update_project_status", "update_notes"])
def test_a_word_that_rules_set_apart_asks_only_for_what_they_are_about(
    operation: str, larch: Open, larch_policy: Policy
) -> None:
    rule = Rule.model_validate_json(
        json.dumps(
            {
                "id": "words", "kind": "access", "page": "people/rules.md", "anchor": "projects",
                "quote": "Leads may *hibernate* what rests.", "statement": "Leads do so.",
                "access": {
                    "effect": "allow", "operations": [operation], "relations": ["leads_project"],
                    "subject": {"public": False, "roles": []},
                },
            }
        )
    )  # fmt: skip
    policy = Policy(wiki_sha1=larch_policy.wiki_sha1, rules=(*larch_policy.rules, rule))
    text = "Please hibernate the Rail Lathe"
    desk = larch("li_03", text, policy=policy)
    plan = build_plan(
        text,
        facts=(
            fact("f", "SELECT id AS project, 'paused' AS status FROM find_project('Rail Lathe')"),
        ),
        calls=(write_call("w1", "set_project_status", "f"),),
        spans={"w1": text},
        cases=(case(message="Done.", writes=True),),
    )
    found = [violation.code for violation in desk.execute(plan).violations]
    is_about_it = operation == "update_project_status"
    assert found == ([] if is_about_it else [ViolationCode.WRITE_NOT_ASKED])
    assert bool(desk.writes) == is_about_it
