"""Message constraints of a rendered response."""

import pytest

from agentic_solver.contracts.plan import MessageConstraint
from agentic_solver.erc3.execute.drafting import message_violation


@pytest.mark.requirement("S3-B2l")
@pytest.mark.parametrize(
    ("constraint", "good", "bad"),
    [
        (MessageConstraint(exact_one_of=("Yes", "No")), "Yes", "Yes."),
        (MessageConstraint(exact_one_of=("Yes", "No")), "No", "no"),
        (MessageConstraint(must_contain=("EUR",)), "3 EUR", "3 eur"),
        (MessageConstraint(must_not_contain=("salary",)), "Done", "The SALARY is kept"),
        (MessageConstraint(max_chars=4), "four", "fiver"),
        (MessageConstraint(), "0", " \n"),
    ],
)
def test_constraints_hold_of_the_rendered_message(
    constraint: MessageConstraint, good: str, bad: str
) -> None:
    assert message_violation(good, (MessageConstraint(), constraint), "/m") is None
    violation = message_violation(bad, (MessageConstraint(), constraint), "/m")
    assert violation is not None
    assert (violation.code, violation.path) == ("MESSAGE_INVALID", "/m")
    allowed, limit = list(constraint.exact_one_of), constraint.max_chars
    assert violation.details == {"allowed": allowed, "characters": len(bad), "limit": limit}
    assert bad not in violation.message


YES_NO = MessageConstraint(exact_one_of=("Yes", "No"))
ORDER = "Every answer holds this sentence:\n\n> We were founded on a raft."


@pytest.mark.parametrize(
    ("message", "fits"),
    [
        ("No", True),
        ("No. We were founded on a raft.", True),
        ("We were founded on a raft. Yes", True),
        ("No. We were founded on a boat.", False),
        ("No, hardly. We were founded on a raft.", False),
        ("We were founded on a raft.", False),
        ("No. We were", False),
        ("No. a raft", False),
    ],
)
def test_a_sentence_that_a_rule_orders_may_stand_beside_a_prescribed_answer(
    message: str, fits: bool
) -> None:
    assert (message_violation(message, (YES_NO,), "/m", ordered=(ORDER,)) is None) == fits
