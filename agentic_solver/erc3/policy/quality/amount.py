"""Amounts and days for the cases: beside each bound of a limit, on it, and well within.

And the documented meaning of a limit once more, on exact fractions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import AccessPredicate, Limit, Measure, Operation

__all__ = ["TODAY", "Rows", "asked_figures", "days_asked", "fits_limits", "present_figures"]

TODAY = "2025-01-01"
"""The day of every request, unless a rule tells days apart."""

_PRESENT = 1000
"""What a record holds before a change, where only the change matters."""
_STEP = Fraction(1, 100)


@dataclass(frozen=True, slots=True)
class Rows:
    """Records of a list: a name, a field, and the figure in it for each of them."""

    field: str
    figures: tuple[float, ...]

    def to_json(self) -> list[JsonValue]:
        """Return the records."""
        return [
            {"name": f"specimen row {place}", self.field: figure}
            for place, figure in enumerate(self.figures)
        ]


Sample = str | float | Rows


# Figures to try --------------------------------------------------------------------------


def asked_figures(access: AccessPredicate) -> dict[str, list[Sample]]:
    """Return the figures and days to be asked for, by argument; the first one is covered."""
    found: dict[str, list[Sample]] = {}
    for limit in access.limits:
        name, _, field = limit.of.partition(".")
        if name == "today" or (limit.measure is Measure.PRESENT and not field):
            continue
        plain = [_asked(limit, bound) for bound in _around(limit)]
        figures: list[Sample] = [*plain]
        if field:
            numbers = [one for one in plain if isinstance(one, float)]
            figures = [Rows(field, (number,)) for number in numbers]
            figures.append(Rows(field, (min(numbers), max(numbers))))
        found[name] = [*found.get(name, []), *figures]
    return found


def present_figures(access: AccessPredicate) -> dict[str, list[Sample]]:
    """Return the figures and days that the record has before, by field."""
    found: dict[str, list[Sample]] = {}
    for limit in access.limits:
        name, _, field = limit.of.partition(".")
        if name == "today" or (limit.measure is Measure.VALUE and name != "date"):
            continue
        values: list[Sample] = [float(_PRESENT)]
        if name == "date" or limit.measure is Measure.PRESENT:
            values = [_asked(limit, bound) for bound in _around(limit)]
        if field:
            values = [Rows(field, (one, one)) for one in values if isinstance(one, float)]
        found[name] = [*found.get(name, []), *values]
    return found


def days_asked(rules: Sequence[AccessPredicate]) -> list[str]:
    """Return the days on which to ask: around those that rules name, or any one."""
    limits = [limit for access in rules for limit in access.limits if limit.of == "today"]
    days = [_from_number(bound) for limit in limits for bound in _around(limit)]
    return list(dict.fromkeys(days)) or [TODAY]


def _around(limit: Limit) -> list[Fraction]:
    """Return the bounds of a limit with what lies beside them; one that is within comes first."""
    low, high = limit.least or limit.above, limit.most or limit.below
    whole = limit.measure is Measure.AGE or _is_day(limit)
    step = Fraction(1) if whole else _STEP
    ends = [_number(bound) for bound in (low, high) if bound is not None]
    beside = [end + off for end in ends for off in (-step, Fraction(0), step)]
    inside = [one for one in beside if _keeps(limit, one)]
    return list(dict.fromkeys([*inside[:1], *beside]))


def _asked(limit: Limit, bound: Fraction) -> str | float:
    """Return what is to be asked for so that the limit measures ``bound``."""
    match limit.measure:
        case Measure.AGE:
            return _from_number(_number(TODAY) - bound)
        case Measure.CHANGE:
            return float(_PRESENT + bound)
        case Measure.PERCENT:
            return float(_PRESENT + bound * _PRESENT / 100)
        case _:
            return _from_number(bound) if _is_day(limit) else float(bound)


def _is_day(limit: Limit) -> bool:
    return limit.of == "today" or (limit.of == "date" and limit.measure is not Measure.AGE)


def _from_number(number: Fraction) -> str:
    return (date(2000, 1, 1) + timedelta(days=int(number))).isoformat()


def _number(bound: str) -> Fraction:
    """Return a figure, or the number of a day."""
    if bound[4:5] == "-":
        return Fraction((date.fromisoformat(bound) - date(2000, 1, 1)).days)
    return Fraction(bound)


# What a limit means ----------------------------------------------------------------------


def fits_limits(
    access: AccessPredicate, operation: Operation, args: JsonObject, current: JsonObject, today: str
) -> bool:
    """Whether amounts and days are those that a rule speaks of.

    "For an allow rule each has to lie within every limit; a deny rule is met if one lies within.
    A figure that is not asked for is not restricted, and meets no deny rule. One that can not be
    known lies outside for an allow rule and within for a deny rule."
    """
    allow = access.effect == "allow"
    for limit in access.limits:
        if operation is Operation.READ and limit.of != "today":
            continue
        outcomes = []
        for one in _measures(limit, args, current, today):
            known = one is not None and _fits_kind(limit)
            outcomes.append(_keeps(limit, one) if known and one is not None else not allow)
        if allow and False in outcomes:
            return False
        if not allow and True not in outcomes:
            return False
    return True


def _fits_kind(limit: Limit) -> bool:
    bounds = [limit.least, limit.above, limit.most, limit.below]
    return all((bound[4:5] == "-") is _is_day(limit) for bound in bounds if bound is not None)


def _keeps(limit: Limit, value: Fraction) -> bool:
    if limit.least is not None and value < _number(limit.least):
        return False
    if limit.most is not None and value > _number(limit.most):
        return False
    if limit.above is not None and value <= _number(limit.above):
        return False
    return limit.below is None or value < _number(limit.below)


def _measures(
    limit: Limit, args: JsonObject, current: JsonObject, today: str
) -> Iterator[Fraction | None]:
    name, _, field = limit.of.partition(".")
    if name == "today":
        yield _as_day(today)
    elif name == "date":
        days = [_as_day(given["date"]) for given in (current, args) if "date" in given]
        now = _number(today)
        for day in days or [None]:
            yield now - day if limit.measure is Measure.AGE and day is not None else day
    elif not field:
        yield from _change(limit.measure, args.get(name), current.get(name))
    else:
        stored = current.get(name)
        asked = args.get(name, [])
        for row in asked if isinstance(asked, list) else [asked]:
            if not isinstance(row, dict):
                yield None
            elif not isinstance(stored, list):
                yield from _change(limit.measure, row.get(field), None)
            else:
                same = [r for r in stored if isinstance(r, dict) and r["name"] == row["name"]]
                before = same[0][field] if same else 0
                yield from _change(limit.measure, row.get(field), before)


def _change(measure: Measure, asked: JsonValue, present: JsonValue) -> Iterator[Fraction | None]:
    old, new = _as_number(present), _as_number(asked)
    if measure is Measure.PRESENT:
        yield old
    elif asked is not None:
        if measure is Measure.VALUE:
            yield new
        elif old is None or new is None or (measure is Measure.PERCENT and not old):
            yield None
        else:
            yield new - old if measure is Measure.CHANGE else 100 * (new / old - 1)


def _as_number(value: JsonValue) -> Fraction | None:
    return Fraction(str(value)) if type(value) in (int, float) else None


def _as_day(value: JsonValue) -> Fraction | None:
    try:
        return _number(str(value)) if str(value)[4:5] == "-" else None
    except ValueError:
        return None
