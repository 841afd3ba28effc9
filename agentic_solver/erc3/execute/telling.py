"""What was done is told from the ledger, and an answer does not claim what is not.

The words of a plan are the proposer's. So the answer of a change is made of the write set itself,
and the plan's words follow only where the request wants to know something as well; and the answer
of a request for a change that changes nothing rests on the records being as they are asked to be.
"""

from decimal import Decimal

from pydantic import JsonValue

from agentic_solver.contracts.plan import Outcome
from agentic_solver.contracts.request_reading import ReadMode
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute.attempt import Attempt, Draft
from agentic_solver.erc3.execute.constants import Part, is_reckoned, trace
from agentic_solver.erc3.execute.grounding import CLOSED_CHOICES, fold, plain_value
from agentic_solver.erc3.execute.intent import AgainstReading
from agentic_solver.erc3.execute.lineage import ancestry, origins
from agentic_solver.erc3.execute.render import Placeholder, cells_of, placeholders_of
from agentic_solver.erc3.numeral import stated_numbers
from agentic_solver.erc3.snapshot.query import EntityKind

__all__ = ["may_claim", "shown_beside", "undone"]

_NAMES = ("id", "name", "path", "date", "today")
_VALUES: tuple[EntityKind, ...] = ("location", "department", "skill", "will")
"""What finders find that is a value of records, and no record."""
_KEYS = ("id", "path", "employee", "project", "customer")


def may_claim(attempt: Attempt, draft: Draft, request: str, read: ReadMode = "auto") -> bool:
    """Whether an answer may claim a change without making it.

    It is one to a request that the plan takes for one. Else it is an answer to a question where
    it tells what rows hold, something of it that the request does not hold, and nothing that was
    reckoned of a row: what somebody would earn is in no row. A visitor changes nothing. Words
    beside a row may claim what they like: where all is read, every answer is taken for one that
    may.
    """
    if draft.outcome is not Outcome.OK_ANSWER or draft.case.writes:
        return False
    if attempt.compiled.takes_for_change:
        return True
    if read == "always":
        return not attempt.identity.is_public
    return not attempt.identity.is_public and not _tells_rows(attempt, draft, request)


def _tells_rows(attempt: Attempt, draft: Draft, request: str) -> bool:
    said, is_new = fold(request), False
    for item in placeholders_of(draft.case.message):
        if _is_reckoned(attempt, item, request):
            return False
        cells = cells_of(attempt.facts[item.fact], item.column)
        news = [fold(plain_value(cell)) not in said for cell in cells]
        if news and not any(news) and _is_value(attempt, item):
            return False  # a value of the request is told, as if it stood so
        is_new = is_new or (any(news) and item.column not in _KEYS)
    return is_new


def shown_beside(attempt: Attempt, draft: Draft, told: str) -> tuple[str, ...]:
    """Return what a message shows of the rows beside what is told already, one line a column.

    Its words are the plan's, and beside a change that was made they could claim others: they are
    left out, and so is a column that words of the plan went into.
    """
    lines = dict[str, None]()
    for item in placeholders_of(draft.case.message):
        if _is_worded(attempt, item):
            continue
        cells = (plain_value(cell) for cell in cells_of(attempt.facts[item.fact], item.column))
        new = dict.fromkeys(cell for cell in cells if cell and cell not in told)
        lines[item.separator.join(new)] = None
    return tuple(line for line in lines if line)


def _is_reckoned(attempt: Attempt, item: Placeholder, request: str) -> bool:
    """Whether a value that is shown was reckoned of a row, or is a figure of the request."""
    queries = attempt.compiled.queries
    chain = ancestry(queries, item.fact)
    if is_reckoned([one for name, one in queries.items() if name in chain], item.column):
        return True
    stated = stated_numbers(request)
    constants = trace(queries, chain, item.column).constants
    chosen = [one.value for one in constants if one.part in (Part.VALUE, Part.CHOICE)]
    listed = any(isinstance(one, str) and fold(one) in CLOSED_CHOICES for one in chosen)
    return listed or any(_number(one) in stated for one in chosen)


def _number(value: JsonValue) -> Decimal | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return Decimal(str(value)) if is_number else None


def _is_value(attempt: Attempt, item: Placeholder) -> bool:
    """Whether a column holds stored values, and neither the names and keys of records nor days."""
    queries = attempt.compiled.queries
    found = origins(queries, attempt.facts, item.fact, item.column) or ()
    values = {
        lookup.table
        for query in queries.values()
        for lookup in query.lookups
        if lookup.kind in _VALUES
    }
    return any(table in values or column not in _NAMES for table, column in found)


def _is_worded(attempt: Attempt, item: Placeholder) -> bool:
    queries = attempt.compiled.queries
    constants = trace(queries, ancestry(queries, item.fact), item.column).constants
    texts = (one.value for one in constants if isinstance(one.value, str))
    return any(char.isalpha() for text in texts for char in text)


def undone(intent: AgainstReading, path: str, *, certain: bool) -> Violation | None:
    """Return what is wrong with an answer that makes no change; None where nothing is.

    ``certain`` is whether the plan itself takes the request for one that asks for a change.
    """
    found = intent.already_so()
    if isinstance(found, str):
        why = "it cannot be told whether the request asks for a change" if certain else ""
    else:
        why = next((one.why for one in (*found.differences, *found.open)), "")
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
