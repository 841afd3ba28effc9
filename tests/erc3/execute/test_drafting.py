"""Message constraints of a rendered response."""

import pytest

from agentic_solver.contracts.plan import (
    FactOutput,
    LinkKind,
    LinkSource,
    MessageConstraint,
    ResponseCase,
)
from agentic_solver.contracts.violations import Violation
from agentic_solver.erc3.execute.attempt import Draft
from agentic_solver.erc3.execute.drafting import draft_response, message_violation
from agentic_solver.testing import build_plan, case, compile_plan, fact


def drafted(message: str) -> Draft:
    answer = case(message=message)
    return Draft(case_index=0, case=answer, outcome=answer.outcome, message=message, links=())


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
    assert message_violation(drafted(good), (MessageConstraint(), constraint), ordered=()) is None
    violation = message_violation(drafted(bad), (MessageConstraint(), constraint), ordered=())
    assert violation is not None
    assert (violation.code, violation.path) == (
        "MESSAGE_INVALID",
        "/response_template/cases/0/message",
    )
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
    assert (message_violation(drafted(message), (YES_NO,), ordered=(ORDER,)) is None) == fits


NAMES = FactOutput(columns=("id", "name"), rows=(("pr_1", "x" * 300),), digest="a" * 64)
LINK = LinkSource(fact="f", kind=LinkKind.PROJECT, col="n")
LONG = LinkSource(fact="f", kind=LinkKind.PROJECT, col="name")
COLUMNS = ["id", "name"]


@pytest.mark.parametrize(
    ("cases", "code", "place", "details"),
    [
        ((case(when="f.none"),), "TEMPLATE_INVALID", "", {"rows": {"f": 1}}),
        ((case(when="f.none"), case(message="{f.n}")), "TEMPLATE_PLACEHOLDER", "/1/message",
         {"fact": "f", "column": "n", "rows": 1, "columns": COLUMNS}),
        ((case(links=(LINK,)),), "LINK_INVALID", "/0/links",
         {"fact": "f", "column": "n", "columns": COLUMNS}),
        ((case(links=(LONG,)),), "LINK_INVALID", "/0/links", {"fact": "f", "column": "name"}),
    ],
    ids=["no case holds", "no such column", "no such column of links", "no id"],
)  # fmt: skip
def test_what_keeps_an_answer_from_being_drafted_is_told(
    cases: tuple[ResponseCase, ...], code: str, place: str, details: dict[str, object]
) -> None:
    plan = build_plan("which", facts=(fact("f", "SELECT id, name FROM projects"),), cases=cases)
    found = draft_response(compile_plan(plan), {"f": NAMES})
    assert isinstance(found, Violation)
    assert (found.code, found.path) == (code, f"/response_template/cases{place}")
    assert found.details == details
