"""What was done is told from the ledger, and an answer does not claim what is not.

The words of a plan are the proposer's. So the answer of a change is made of the write set itself,
and the plan's words follow only where the request wants to know something as well; and the answer
of a request for a change that changes nothing rests on the records being as they are asked to be.
"""

from agentic_solver.contracts.plan import Outcome
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.asked.compare import UNSURE
from agentic_solver.erc3.execute.attempt import Attempt, Draft
from agentic_solver.erc3.execute.grounding import fold, plain_value
from agentic_solver.erc3.execute.intent import AgainstReading
from agentic_solver.erc3.execute.render import cells_of, placeholders_of

__all__ = ["may_claim", "undone"]

_KEYS = ("id", "name", "path", "employee", "project", "customer")


def may_claim(attempt: Attempt, draft: Draft, request: str) -> bool:
    """Whether an answer may claim a change without making it.

    It is one to a request that the plan takes for one, or it tells nothing that the request does
    not hold: an answer to a question tells something. A visitor changes nothing.
    """
    if draft.outcome is not Outcome.OK_ANSWER or draft.case.writes:
        return False
    if attempt.compiled.takes_for_change:
        return True
    return not attempt.identity.is_public and not _tells_something(attempt, draft, request)


def _tells_something(attempt: Attempt, draft: Draft, request: str) -> bool:
    said = fold(request)
    for item in placeholders_of(draft.case.message):
        if item.column in _KEYS and item.column != "name":
            continue
        for cell in cells_of(attempt.facts[item.fact], item.column):
            if fold(plain_value(cell)) not in said:
                return True
    return False


def undone(intent: AgainstReading, path: str, *, certain: bool) -> Violation | None:
    """Return what is wrong with an answer that makes no change; None where nothing is.

    ``certain`` is whether the plan itself takes the request for one that asks for a change.
    """
    found = intent.already_so()
    if isinstance(found, str):
        why = "it cannot be told whether the request asks for a change" if certain else ""
    else:
        why = found.differences[0].why if found.differences else ""
        why = why or next((one.why for one in found.open if one.why == UNSURE), "")
    if not why:
        return None
    return Violation(
        code=ViolationCode.OK_WITHOUT_WRITE,
        message=f"the answer of a request for a change makes none: {why}",
        path=path,
        details={}
        if isinstance(found, str) or not found.differences
        else found.differences[0].details(),
    )
