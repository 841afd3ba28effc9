"""The intent context: three lists, each with its parts."""

import json

import pytest
from pydantic import ValidationError

from agentic_solver.contracts.reaction.intent import (
    ConstitutionalIntent,
    EmergentIntentCandidate,
    EnvironmentalIntentSignal,
    IntentContext,
    constitution,
)
from agentic_solver.contracts.rule import Rule, RuleKind


@pytest.mark.requirement("S4-3a")
def test_constitution_comes_from_the_rules_of_the_policy() -> None:
    rule = Rule(
        id="salary-own",
        kind=RuleKind.ACCESS,
        page="handbook.md",
        anchor="pay",
        quote="Pay is private.",
        statement="Salaries are visible to their owner.",
    )
    intents = constitution([rule])
    assert intents == (
        ConstitutionalIntent(
            intent_key="salary-own", description="Salaries are visible to their owner."
        ),
    )
    assert set(intents[0].to_json()) == {"intent_key", "description"}


@pytest.mark.requirement("S4-3b")
def test_environmental_signal_carries_the_state_of_the_api() -> None:
    signal = EnvironmentalIntentSignal(
        signal_key="projects/list", constraint_code="PAGE_LIMIT", payload={"limit": 5}
    )
    assert set(signal.to_json()) == {"signal_key", "constraint_code", "payload"}
    with pytest.raises(ValidationError):
        EnvironmentalIntentSignal(signal_key="x", constraint_code="the limit is 5", payload=None)


@pytest.mark.requirement("S4-3c")
def test_emergent_candidate_names_its_provenance() -> None:
    fields = {"candidate_key": "patch-3", "summary": "Link the person", "provenance": "run 7"}
    candidate = EmergentIntentCandidate.model_validate_json(json.dumps(fields))
    assert candidate.to_json() == fields
    for blank in ("", "  \n"):
        with pytest.raises(ValidationError):
            EmergentIntentCandidate.model_validate_json(json.dumps({**fields, "provenance": blank}))


@pytest.mark.requirement("S4-10c")
def test_context_is_exactly_the_three_lists() -> None:
    assert IntentContext().to_json() == {
        "constitutional": [],
        "environmental": [],
        "emergent_candidates": [],
    }
