"""Violations: closed codes, a reader's sentence, typed details."""

import json

import pytest
from pydantic import ValidationError

from agentic_solver.contracts.violations import Violation, ViolationCode


def test_codes_are_named_like_their_values() -> None:
    assert all(code.name == code.value for code in ViolationCode)


def test_violation_round_trips_with_its_attempt() -> None:
    violation = Violation(
        code=ViolationCode.WRITE_LIMIT,
        message="21 writes, at most 4 are allowed",
        path="/execution_trace/calls/0",
        details={"found": 21, "allowed": 4},
        attempt_id="ab12",
    )
    assert Violation.model_validate_json(violation.model_dump_json()) == violation


@pytest.mark.parametrize(
    "changes",
    [{"code": "OTHER"}, {"path": None}, {"message": "x" * 4_001}, {"severity": "high"}],
)
def test_violation_outside_the_contract_is_refused(changes: dict[str, object]) -> None:
    fields = {"code": "INTERNAL", "message": "m", "path": "", **changes}
    with pytest.raises(ValidationError):
        Violation.model_validate_json(json.dumps(fields))
