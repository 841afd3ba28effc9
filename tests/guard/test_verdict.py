"""Verdicts: exactly three, and no rejection without a reason."""

import pytest

from agentic_solver.errors import ContractError
from agentic_solver.guard.verdict import Judgement, Verdict, accepted, fatal, rejected


@pytest.mark.requirement("S2-N19")
def test_there_are_exactly_three_verdicts() -> None:
    assert [verdict.value for verdict in Verdict] == ["accept", "retry", "fatal"]
    assert accepted().verdict is Verdict.ACCEPT
    assert rejected("x").verdict is Verdict.RETRY
    assert fatal("x").verdict is Verdict.FATAL


@pytest.mark.requirement("S2-N19")
@pytest.mark.parametrize("value", ["passed", "accept", True, None, ("accept", "fatal")])
def test_passed_and_fatal_cannot_be_built(value: object) -> None:
    with pytest.raises(ContractError):
        Judgement(verdict=value)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Judgement(verdict=Verdict.ACCEPT, fatal=True)  # type: ignore[call-arg]


@pytest.mark.requirement("S2-N20", "S2-D6d")
@pytest.mark.parametrize("verdict", [Verdict.RETRY, Verdict.FATAL])
@pytest.mark.parametrize("feedback", ["", "  ", "\n"])
def test_rejection_without_feedback_cannot_be_built(verdict: Verdict, feedback: str) -> None:
    with pytest.raises(ContractError, match="feedback"):
        Judgement(verdict=verdict, feedback=feedback)
