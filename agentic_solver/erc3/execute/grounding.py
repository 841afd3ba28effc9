"""Grounding: a value that is written or linked comes from the snapshot or from the request.

A literal in plan SQL is the model supplying data. It may reach a write only where the request
itself says it (same text after folding, same number, same date), where the argument is a choice
from a closed list, or where the tool leaves the wording to the proposer.
"""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache

from pydantic import JsonValue

from agentic_solver.erc3.execute.month import months_called
from agentic_solver.erc3.numeral import stated_numbers
from agentic_solver.erc3.policy.runtime import Policy

__all__ = [
    "Sources",
    "factor_is_stated",
    "fold",
    "holds_more_than_words",
    "literal_is_stated",
    "plain_value",
    "policy_corpus",
]

_MIN_POLICY_CHARS = 3
_TOKEN = re.compile(r"\S*[\d_@]\S*")
_CODE = re.compile(r"[{}<>`=\\]|\bselect\b.*\bfrom\b|traceback", re.IGNORECASE | re.DOTALL)
_KEPT = 512
"""Texts whose folded form and numbers are kept: a request and the rules are asked many times."""

CLOSED_CHOICES = frozenset(
    {
        "idea", "exploring", "active", "paused", "archived",
        "draft", "submitted", "approved", "invoiced", "voided",
        "Lead", "Engineer", "Designer", "QA", "Ops", "Other",
        "customer_project", "internal", "support", "admin",
    }
)  # fmt: skip


@lru_cache(maxsize=_KEPT)
def fold(text: str) -> str:
    """Return ``text`` in NFKC, casefolded, with white space folded."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Where a literal may come from."""

    request: str
    policy: str = ""
    """The rules of the company: a default or a category that they name may be written."""
    stored: frozenset[tuple[str, str]] = frozenset()
    """``(argument, value)`` pairs that the snapshot holds and that no literal of the plan equals:
    a column that is constant in one branch of a query carries stored values in the others."""


def policy_corpus(policy: Policy) -> str:
    """Return the text of all rules, statements and quotes."""
    return "\n".join(f"{rule.statement}\n{rule.quote}" for rule in policy.rules)


def holds_more_than_words(text: str, stated: str) -> bool:
    """Whether a text holds code, or a figure, an id or an address that ``stated`` does not hold."""
    said = fold(stated)
    tokens = (fold(token).strip(".,;:!?()[]'\"") for token in _TOKEN.findall(text))
    return _CODE.search(text) is not None or not all(token in said for token in tokens)


def plain_value(value: JsonValue) -> str:
    """Return a value as text in which ``2``, ``2.0`` and ``"2"`` are the same."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{Decimal(str(value)).normalize():f}"
    return str(value)


def literal_is_stated(
    value: JsonValue,
    sources: Sources,
    *,
    argument: str,
    free_text: Collection[str],
) -> bool:
    """Whether request or policy state ``value``, or the argument may be worded freely."""
    task_text = sources.request
    if argument in free_text or value is None or isinstance(value, bool):
        return True
    if (argument, plain_value(value)) in sources.stored:
        return True
    if isinstance(value, list):
        return all(
            literal_is_stated(item, sources, argument=argument, free_text=free_text)
            for item in value
        )
    if isinstance(value, int | float):
        number = Decimal(str(value))
        return _number_is_stated(number, task_text) or _is_converted(number, argument, sources)
    text = str(value)
    if text in CLOSED_CHOICES or fold(text) in fold(task_text):
        return True
    if len(text) >= _MIN_POLICY_CHARS and fold(text) in fold(sources.policy):
        return True
    return _date_is_stated(text, task_text)


def _number_is_stated(value: Decimal, task_text: str) -> bool:
    return abs(value) in stated_numbers(task_text)


def factor_is_stated(value: JsonValue, sources: Sources) -> bool:
    """Whether the request states a factor: as it is, as a percentage, or as a change by one."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    number = Decimal(str(value))
    ways = (number, number * 100, (number - 1) * 100, 1 / number if number else number)
    return any(_number_is_stated(way, sources.request) for way in ways)


def _is_converted(value: Decimal, argument: str, sources: Sources) -> bool:
    """Whether ``value`` is a number of the request in another unit.

    Hours may be stated in minutes, or in hours and a part of one; any argument in a unit that a
    rule about it fixes (``the time slice: 0.2 is one day``).
    """
    stated = stated_numbers(sources.request)
    if argument == "hours":
        parts = {number / 60 for number in stated} | {number for number in stated if number < 1}
        if any(value in {part, whole + part} for part in parts for whole in stated):
            return True
    rates = _rates(argument.replace("_", " "), sources.policy)
    return any(value == number * rate for number in stated for rate in rates)


@lru_cache(maxsize=_KEPT)
def _rates(name: str, policy: str) -> frozenset[Decimal]:
    """Return the numbers of the rules that name an argument."""
    lines = [line for line in policy.splitlines() if name in fold(line)]
    return frozenset(rate for line in lines for rate in stated_numbers(line))


def _date_is_stated(text: str, task_text: str) -> bool:
    """Whether an ISO date is written in the request in any usual order of its three numbers."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return False
    groups = re.findall(r"(\d{1,4})[./\- ](\d{1,2})[./\- ](\d{1,4})", task_text)
    wanted = sorted((day.year, day.month, day.day))
    if any(sorted(int(part) for part in group) == wanted for group in groups):
        return True
    return _is_worded(day, task_text)


_MONTHS = (
    "jan gen ene sty",
    "feb fév fev lut",
    "mar mär maa",
    "apr avr abr kwi",
    "may mai mag maj mei",
    "jun jui giu cze",
    "jul jui lug lip",
    "aug aoû aou ago sie",
    "sep set wrz",
    "oct okt ott out paź",
    "nov lis",
    "dec dez déc dic gru",
)
"""How the months begin in eight languages, whatever the ending."""


def _is_worded(day: date, task_text: str) -> bool:
    """Whether the request names this day of this month in words (``8 October``)."""
    words = re.findall(r"\w+", fold(task_text))
    numbers = {int(match) for word in words for match in re.findall(r"^(\d{1,4})\D{0,2}$", word)}
    months = tuple(_MONTHS[day.month - 1].split())
    years = {number for number in numbers if number > 1000}
    if day.day not in numbers or (years and day.year not in years):
        return False
    return any(word.startswith(months) and not word[0].isdigit() for word in words) or any(
        day.month in months_called(word) for word in words
    )
