"""What a field becomes: the value that a reading gives, worked out from what is stored."""

from decimal import Decimal, InvalidOperation

from pydantic import JsonValue

from agentic_solver.contracts.request_reading import How, Target, Value
from agentic_solver.erc3.asked.days import days_meant
from agentic_solver.erc3.asked.grounds import Grounds
from agentic_solver.erc3.asked.judged import AGREES, OPEN, Judged, differs
from agentic_solver.erc3.asked.target import meant
from agentic_solver.erc3.folding import fold_label
from agentic_solver.erc3.policy.vocabulary import ENUMS
from agentic_solver.erc3.snapshot.query import EntityKind

__all__ = [
    "becomes",
    "choice_follows",
    "day_follows",
    "hours_follow",
    "hours_said",
    "is_rounded",
    "name_follows",
    "number",
    "number_follows",
]

_A_YEAR = {"year": 1, "month": 12, "week": 52, None: 1}
"""Amounts of money are stored for a year."""
_DAY_MINUTES, _DAY_HOURS = 60, 24


_QUARTER = Decimal("0.25")
"""Hours: what is told to the minute is kept in quarters at the finest."""
_ROUNDED_BY = 20
"""A value is rounded in steps of this part of it at most."""
_DIGITS = 20
"""Longer numbers, and those with so many noughts, are none: nothing of the kind is stored."""


def number(value: object) -> Decimal | None:
    """Return a number, also one that is written as text."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        return None
    try:
        found = Decimal(str(value).strip())
    except (InvalidOperation, ValueError):
        return None
    if not found.is_finite() or (found and abs(found.adjusted()) > _DIGITS):
        return None
    return found


def becomes(how: How, amount: Decimal, old: Decimal | None) -> Decimal | None:
    """Return the value after a change by a number; None where it cannot be told."""
    base = old or Decimal(0)
    match how:
        case "set":
            return amount
        case "add" | "append":
            return base + amount
        case "subtract":
            return base - amount
        case "percent_up":
            return base * (1 + amount / 100)
        case "percent_down":
            return base * (1 - amount / 100)
        case "multiply":
            return base * amount
        case _:
            return None


def number_follows(
    how: How,
    value: Value | None,
    old: JsonValue,
    new: JsonValue,
    *,
    factor: Decimal = Decimal(1),
) -> Judged:
    """Judge a number; ``factor`` turns what is said into the stored unit."""
    given, after = number(value.value if value is not None else None), number(new)
    if value is None or given is None or after is None:
        return OPEN
    scaled = how in ("percent_up", "percent_down", "multiply")
    exact = becomes(how, given if scaled else given * factor, number(old))
    if exact is None:
        return OPEN
    if after == exact:
        return AGREES
    step = _step(after, abs(exact) / _ROUNDED_BY) if scaled else Decimal(0)
    if abs(after - exact) < step:
        # in what steps it is rounded, and whether up, the company says
        return AGREES if abs(after - exact) < 1 else OPEN
    wanted = given * factor if how == "set" else f"{how} {given}"
    return differs(wanted)


def _step(value: Decimal, most: Decimal) -> Decimal:
    """Return the largest step, a power of ten or five of it, that a value is a multiple of."""
    steps = (Decimal(m).scaleb(k) for k in range(_DIGITS) for m in (1, 5))
    found = [one for one in steps if (one == 1 or one <= most) and value % one == 0]
    return max(found, default=Decimal(0))


def salary_factor(value: Value | None) -> Decimal | None:
    """Return what turns an amount into one for a year; None for hours and days."""
    per = value.per if value is not None else None
    return Decimal(_A_YEAR[per]) if per in _A_YEAR else None


def name_follows(kind: EntityKind, value: Value | None, new: JsonValue, grounds: Grounds) -> Judged:
    """Judge a stored name (a site, a department, a project): what a finder makes of the words."""
    said = value.value if value is not None and isinstance(value.value, str) else ""
    if value is None or not said:
        return OPEN
    if new == said:
        return AGREES
    found = grounds.records.find(kind, value.words or said, (said,))
    if new in found:
        return AGREES if len(found) == 1 or kind in ("location", "department") else OPEN
    if not found:
        return AGREES if fold_label(str(new)) == fold_label(said) else OPEN
    return differs(said)


def choice_follows(column: str, value: Value | None, new: JsonValue, grounds: Grounds) -> Judged:
    """Judge a choice from a closed list: by its name, or by the company's words for it."""
    if value is None:
        return OPEN
    if isinstance(value.value, bool) or isinstance(new, bool):
        return AGREES if value.value is new else differs(str(value.value).lower())
    said, listed = value.value, ENUMS.get(column, ())
    if isinstance(said, str) and (said == new or fold_label(said) == fold_label(str(new))):
        return AGREES
    is_name = isinstance(said, str) and fold_label(said) == fold_label(value.words)
    if not is_name and grounds.ties(value.words, str(new)):
        return OPEN  # the company may have its own word for it, whatever the reader took it for
    if isinstance(said, str) and (said in listed or not listed):
        return differs(said)
    return OPEN


def day_follows(value: Value | None, new: JsonValue, grounds: Grounds) -> Judged:
    """Judge a day."""
    if value is None or not isinstance(value.value, str):
        return OPEN
    days = days_meant(value.value, grounds.records.today)
    if days is None or len(days) != 1:
        return OPEN
    return AGREES if str(days[0]) == new else differs(days[0])


def is_rounded(exact: Decimal, after: Decimal) -> bool:
    """Whether hours could be others rounded: in what steps, and whether up, the company says."""
    return after % _QUARTER == 0 and abs(after - exact) < _QUARTER


def hours_follow(how: How, value: Value | None, old: JsonValue, new: JsonValue) -> Judged:
    """Judge the hours of an entry that is changed."""
    scaled = how in ("multiply", "percent_up", "percent_down")
    given = number(value.value) if scaled and value else hours_said(value)
    if given is None or value is None or value.of is not None:
        return OPEN
    said = value.model_copy(update={"value": float(given)})
    judged = number_follows(how, said, old, new)
    exact, after = becomes(how, given, number(old)), number(new)
    if judged.agrees or exact is None or after is None:
        return judged
    return OPEN if is_rounded(exact, after) else judged


def hours_said(value: Value | None) -> Decimal | None:
    """Return hours; more than a day has are minutes."""
    given = number(value.value if value is not None else None)
    if given is not None and given > _DAY_HOURS:
        return given / _DAY_MINUTES
    return given


def of_target(target: Target | None, grounds: Grounds) -> tuple[str, ...]:
    """Return the records that a value is taken from; none where they cannot be told."""
    found = meant(target, grounds.records) if target is not None else None
    return found.ids if found is not None and found.sure else ()
