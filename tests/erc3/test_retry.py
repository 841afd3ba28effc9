"""Which failures of a read are worth another try."""

import pytest

from agentic_solver.erc3.fault import MALFORMED
from agentic_solver.erc3.retry import RetryRule
from agentic_solver.errors import ApiError, TransportError


@pytest.mark.parametrize(
    "error",
    [
        ApiError(500, "server fault"),
        ApiError(429, "slow down"),
        ApiError(400, '{"status": 400, "err', MALFORMED),
        TransportError("reset"),
    ],
)
def test_faults_and_garbled_answers_are_tried_again(error: Exception) -> None:
    assert RetryRule().covers(error)


@pytest.mark.parametrize("error", [ApiError(400, "page limit exceeded: 9 > 5"), ValueError("x")])
def test_clear_refusals_are_not(error: Exception) -> None:
    assert not RetryRule().covers(error)
