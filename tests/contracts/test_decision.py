"""The Decision: a closed verdict whose bytes depend on nothing but its fields."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.decision import AgentResponse, CallRecord, Decision, Stage


def _decision(**changes: Any) -> dict[str, Any]:
    decision: dict[str, Any] = {
        "ok": True,
        "verdict": "accept",
        "stage": "commit",
        "plan_id": "ab" * 32,
        "identity": None,
        "response": {"message": "3", "outcome": "ok_answer", "links": []},
    }
    return {**decision, **changes}


def test_decision_round_trips_and_prints_every_field() -> None:
    decision = Decision.model_validate_json(json.dumps(_decision()))
    assert Decision.model_validate_json(decision.model_dump_json()) == decision
    assert canonical_json(decision) == canonical_json(decision.to_json())
    assert set(decision.to_json()) == set(Decision.model_fields)
    assert decision.stage is Stage.COMMIT


@pytest.mark.parametrize(
    "changes",
    [
        {"verdict": "maybe"},
        {"stage": "later"},
        {"plan_id": "not hexadecimal"},
        {"ok": 1},
        {"timestamp_ms": 5},
        {"response": {"message": "3", "outcome": "fine"}},
        {"violations": [{"code": "MY_CODE", "message": "m", "path": ""}]},
    ],
)
def test_decision_outside_the_contract_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Decision.model_validate_json(json.dumps(_decision(**changes)))


def test_a_decision_holds_the_calls_of_a_whole_company() -> None:
    call = CallRecord(
        id="a1", cause="snapshot", route="/employees/get", request={}, ok=True,
        response_hash="ab" * 32, status=200,
    )  # fmt: skip
    decision = Decision.model_validate_json(json.dumps(_decision()))
    many = decision.model_copy(update={"calls": (call,) * 150_000})
    assert len(Decision.model_validate(dict(many)).calls) == 150_000


def test_links_are_typed() -> None:
    with pytest.raises(ValidationError):
        AgentResponse.model_validate_json(
            '{"message": "", "outcome": "ok_answer", "links": [{"kind": "skill", "id": "x"}]}'
        )


@pytest.mark.requirement("S4-9a")
def test_decision_schema_names_no_telemetry() -> None:
    names = json.dumps(Decision.model_json_schema()).lower()
    for word in ("duration", "latency", "elapsed", "timestamp", "tokens", "cost_usd"):
        assert word not in names
