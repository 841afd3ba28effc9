"""What pay becomes: an amount of a year, a step of the company, or what a record states."""

from decimal import Decimal

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.request_reading import AskedChange
from agentic_solver.erc3.asked.effect import Change
from agentic_solver.erc3.asked.grounds import Grounds
from agentic_solver.erc3.asked.judged import AGREES, HELD, OPEN, Judged, differs
from agentic_solver.erc3.asked.value import number, number_follows, salary_factor
from agentic_solver.erc3.numeral import amounts
from agentic_solver.erc3.policy.approval import is_stated

__all__ = ["pay_follows"]

_FACTOR = 2
"""Less than a part of the present pay is no new pay."""
_LEAP = Decimal("0.25")
"""A change of pay by more than this part."""


def pay_follows(asked: AskedChange, change: Change, grounds: Grounds) -> Judged:
    """Judge what pay becomes.

    Pay that moves far on what the request leaves open is for the caller to settle: no page gives
    it.
    """
    judged = _judged(asked, change, grounds)
    if asked.value is not None and asked.value.currency and judged.agrees:
        return OPEN  # in what pay is kept only the company's pages say
    return HELD if judged is OPEN and _is_leap(change) else judged


def _judged(asked: AskedChange, change: Change, grounds: Grounds) -> Judged:
    value = asked.value
    unit = grounds.unit(value, "employees.salary") if value is not None else None
    if value is None or number(value.value) is None:
        if change.write is not None and grounds.approved(change.write):
            return AGREES
        judged = _by_unit(unit, change)
        return AGREES if judged is OPEN and _stands_in_notes(asked, change) else judged
    if unit is not None:
        return _by_unit(unit, change)
    factor = salary_factor(value)
    if factor is None:
        return OPEN
    return number_follows(asked.how, value, change.old, change.new, factor=factor)


def _stands_in_notes(asked: AskedChange, change: Change) -> bool:
    """Whether the request sends to the notes, and they hold this amount and no other one."""
    sent = any(one.field == "notes" for one in asked.condition)
    notes = change.write.current.get("notes") if change.write is not None else None
    new, old = number(change.new), number(change.old)
    if not sent or not isinstance(notes, str) or new is None or old is None:
        return False
    present: JsonObject = {"salary": change.old, "notes": notes}
    stated = {
        one
        for one in amounts(notes)
        if one != old and is_stated("salary", "notes", None, {"salary": float(one)}, present)
    }
    return {one for one in stated if one * _FACTOR >= old} == {new}


def _by_unit(unit: Decimal | None, change: Change) -> Judged:
    old, new = number(change.old), number(change.new)
    if unit is None or old is None or new is None:
        return OPEN
    return AGREES if new == old + unit else differs()


def _is_leap(change: Change) -> bool:
    old, new = number(change.old), number(change.new)
    return not old or new is None or abs(new - old) > old * _LEAP
