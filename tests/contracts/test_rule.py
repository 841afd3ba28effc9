"""Rules: cited records over a closed predicate vocabulary."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from agentic_solver.contracts.rule import AccessPredicate, Operation, Proof, Rule, RuleSet


def _rule(**changes: Any) -> dict[str, Any]:
    rule: dict[str, Any] = {
        "id": "salary-leads",
        "kind": "access",
        "page": "rulebook.md",
        "anchor": "salaries",
        "quote": "Leads may not change salaries.",
        "statement": "Project leads may not change salaries.",
        "access": {
            "effect": "deny",
            "subject": {"public": False},
            "operations": ["update_salary"],
            "relations": ["leads_project"],
        },
    }
    return {**rule, **changes}


def test_rule_set_round_trips() -> None:
    text = json.dumps({"wiki_sha1": "0" * 40, "source": "authored", "rules": [_rule()]})
    rules = RuleSet.model_validate_json(text)
    assert rules.format == 1
    assert RuleSet.model_validate_json(rules.model_dump_json()) == rules


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "Bad Id"},
        {"kind": "advice"},
        {"quote": "x"},
        {"page": ""},
        {"statement": ""},
        {"access": {"effect": "maybe", "subject": {}, "operations": ["read"]}},
        {"access": {"effect": "allow", "subject": {}, "operations": []}},
        {"access": {"effect": "allow", "subject": {}, "operations": ["delete_all"]}},
        {"unknown": 1},
    ],
)
def test_rule_outside_the_vocabulary_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Rule.model_validate_json(json.dumps(_rule(**changes)))


def test_every_operation_can_be_ruled() -> None:
    for operation in Operation:
        text = json.dumps({"effect": "allow", "subject": {}, "operations": [operation.value]})
        assert AccessPredicate.model_validate_json(text).operations == (operation,)


def test_proof_says_allow_or_deny_only() -> None:
    fields = {"identity": {}, "rule_ids": [], "predicate": "closed world", "result": "perhaps"}
    with pytest.raises(ValidationError):
        Proof.model_validate_json(json.dumps(fields))
