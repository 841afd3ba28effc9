"""Feedback of earlier rounds: codes, places, counts, attempt ids; never data."""

import pytest

from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.propose.feedback import feedback_text, is_stagnant, repair_text
from agentic_solver.erc3.propose.request import RoundFeedback, SolveContext


def violation(
    code: ViolationCode = ViolationCode.SQL_SYNTAX, path: str = "/facts/0/query", **rest: object
) -> Violation:
    return Violation(code=code, message="The query cannot be read.", path=path, **rest)  # type: ignore[arg-type]


def context(*rounds: tuple[Violation, ...]) -> SolveContext:
    history = tuple(
        RoundFeedback(round=number, violations=found) for number, found in enumerate(rounds, 1)
    )
    return SolveContext(round=len(rounds) + 1, history=history)


@pytest.mark.requirement("S3-7.2a")
def test_every_round_is_told_with_code_place_attempt_and_details() -> None:
    text = feedback_text(
        context(
            (violation(details={"rows": 2, "fact": "f1"}, attempt_id="at-1"),),
            (violation(ViolationCode.TOOL_UNKNOWN, path=""),),
        )
    )
    assert text.index("Round 1:") < text.index("Round 2:")
    assert (
        "- SQL_SYNTAX at /facts/0/query [attempt at-1]: The query cannot be read. "
        '{"fact":"f1","rows":2}'
    ) in text
    assert "- TOOL_UNKNOWN: The query cannot be read." in text
    assert text.endswith("Write a new, complete plan.")


def test_the_same_problem_twice_is_said_and_two_different_ones_are_not() -> None:
    same = context((violation(attempt_id="a"),), (violation(attempt_id="b", details={"n": 1}),))
    assert is_stagnant(same)
    assert "same problem came twice" in feedback_text(same)
    for other in (
        context((violation(),)),
        context((violation(),), (violation(path="/facts/1/query"),)),
        context((violation(),), (violation(ViolationCode.TOOL_UNKNOWN),)),
        context((violation(),), (violation(), violation())),
        context((violation(),), (violation(),), (violation(ViolationCode.TOOL_UNKNOWN),)),
    ):
        assert not is_stagnant(other)
        assert "same problem" not in feedback_text(other)


def test_a_repair_shows_the_error_as_it_is() -> None:
    assert "\nfacts.0.sql: Field required\n" in repair_text("facts.0.sql: Field required")
