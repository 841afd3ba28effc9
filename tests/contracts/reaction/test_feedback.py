"""Admission feedback: closed codes, always beside an attempt id."""

import json

import pytest
from pydantic import ValidationError

from agentic_solver.contracts.reaction.feedback import (
    AdmissionCode,
    AdmissionOutcomeSignal,
    DropCode,
    render_feedback,
)
from agentic_solver.contracts.violations import ViolationCode


@pytest.mark.requirement("S4-2i", "S4-10b")
@pytest.mark.parametrize("missing", ["attempt_id", "code"])
def test_signal_needs_id_and_code(missing: str) -> None:
    fields = {"attempt_id": "a1", "code": "AFFORDANCE_UNKNOWN"}
    del fields[missing]
    with pytest.raises(ValidationError, match=missing):
        AdmissionOutcomeSignal.model_validate_json(json.dumps(fields))


@pytest.mark.requirement("S4-2j")
@pytest.mark.parametrize(
    "code",
    ["RAISE_SALARY_REFUSED", "emp_12", "Log time for Anna", "", "WRITE_LIMIT: project p7", "apply"],
)
def test_code_outside_the_closed_lists_is_refused(code: str) -> None:
    with pytest.raises(ValidationError):
        AdmissionOutcomeSignal.model_validate_json(json.dumps({"attempt_id": "a", "code": code}))


@pytest.mark.requirement("S4-2j")
def test_every_code_of_the_closed_lists_is_accepted_and_they_do_not_overlap() -> None:
    codes = [code.value for source in (AdmissionCode, DropCode, ViolationCode) for code in source]
    assert len(codes) == len(set(codes))
    for code in codes:
        text = json.dumps({"attempt_id": "a", "code": code})
        assert AdmissionOutcomeSignal.model_validate_json(text).code.value == code


@pytest.mark.requirement("S4-2k")
def test_rendered_feedback_shows_each_id_beside_its_code() -> None:
    signals = [
        AdmissionOutcomeSignal(attempt_id="aa11", code=DropCode.PAYLOAD_TOO_LARGE),
        AdmissionOutcomeSignal(attempt_id="bb22", code=ViolationCode.WRITE_FAILED),
    ]
    assert render_feedback(signals) == (
        "attempt aa11: PAYLOAD_TOO_LARGE\nattempt bb22: WRITE_FAILED"
    )
    assert render_feedback([]) == ""
