"""Grounding: a value that an answer tells comes from the snapshot or from the request.

A literal in plan SQL is the model supplying data. It may reach an answer only where the request
or a rule states it (same text after folding, same number, same date), or where it is a choice from
a closed list. What is written is compared with the reading of the request instead; of texts that
the plan words itself, figures and marks are looked at here.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache

from pydantic import JsonValue

from agentic_solver.erc3.day import states_day
from agentic_solver.erc3.numeral import amounts, digits_of, numbers_of, percentages, stated_numbers
from agentic_solver.erc3.policy.vocabulary import ENUMS
from agentic_solver.erc3.snapshot.search import TOP_LEVEL

__all__ = [
    "SCALE",
    "Sources",
    "factor_is_stated",
    "fold",
    "foreign_marks",
    "holds_more_than_words",
    "holds_stated_figures",
    "holds_words",
    "literal_is_stated",
    "plain_value",
]

_MIN_POLICY_CHARS = 3
_TOKEN = re.compile(r"\S*[\d_@]\S*")
_INSIDE = re.compile(r"(?:(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f])\w){2}")
"""Two letters or digits of one word."""
_CODE = re.compile(r"[{}<>`=\\]|\bselect\b.*\bfrom\b|traceback", re.IGNORECASE | re.DOTALL)
_ADDRESS = re.compile(
    r"\b[a-z][a-z0-9+.-]*://\S+|\bwww\.\S+|(?<![^\s@<>()])[^\s@<>()]+@[^\s@<>()]+\.\w+"
    r"|(?<![\w.-])(?:[\w-]+\.)+(?!md\b)[a-z]{2,}/\S*"
    r"|<\s*/?(?:a|base|button|embed|form|iframe|img|input|link|meta|object|script|style|svg)\b[^<>]*>",
    re.IGNORECASE,
)
"""Addresses, and markup that leads to one or does something."""
_JOINERS = "\u200c\u200d\u200e\u200f"
"""Marks that some scripts need between letters; they turn nothing around."""
SCALE = (1, TOP_LEVEL)
"""The lowest and the highest level that there is."""
_KEPT = 512
"""Texts whose folded form and numbers are kept: a request and the rules are asked many times."""

CLOSED_CHOICES = frozenset(
    {"customer_project", "internal", "support", "admin"}.union(
        *(ENUMS[one] for one in ("projects.status", "time_entries.status", "project_team.role"))
    )
)


@lru_cache(maxsize=_KEPT)
def fold(text: str) -> str:
    """Return ``text`` in NFKC, casefolded, with white space folded."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Where a literal may come from."""

    request: str
    policy: str = ""
    """The rules of the company: what they name is stated."""
    also: tuple[str, ...] = ()
    """Texts that vouch for a value as the request does."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The request and what vouches as it does: apart, as the long ones are read once."""
        return (self.request, *self.also)


def foreign_marks(text: str, stated: Sequence[str]) -> frozenset[str]:
    """Return the addresses, the markup and the unseen characters that no ``stated`` text holds."""
    # full-width letters and stops are read as what they look like
    shown = unicodedata.normalize("NFKC", text).replace("。", ".")
    found = {match[0].strip(".,;:!?()") for match in _ADDRESS.finditer(shown)}
    found |= {char for char in text if char not in _JOINERS and _is_unseen(char)}
    return frozenset(one for one in found if not any(one in other for other in stated))


def _is_unseen(char: str) -> bool:
    """Whether a character shows as nothing, or turns around what stands beside it."""
    unseen = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
    return char not in "\n\t\r" and unicodedata.category(char) in unseen


def holds_more_than_words(text: str, stated: Sequence[str]) -> bool:
    """Whether a text holds code, or a figure, an id or an address that no ``stated`` text holds."""
    if foreign_marks(text, stated):
        return True
    said = [fold(one) for one in stated]
    tokens = (fold(token).strip(".,;:!?()[]'\"") for token in _TOKEN.findall(text))
    known = all(any(token in one for one in said) for token in tokens)
    return _CODE.search(text) is not None or not known


def holds_stated_figures(text: str, stated: Sequence[str]) -> bool:
    """Whether the ``stated`` texts hold every figure of a text, in digits or in words."""
    known = stated_numbers(*stated).union(*map(digits_of, stated))
    told = {number for number in numbers_of(text) if number > 1}
    return told <= known and digits_of(text) <= known


def plain_value(value: JsonValue) -> str:
    """Return a value as text in which ``2``, ``2.0`` and ``"2"`` are the same."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{Decimal(str(value)).normalize():f}"
    return str(value)


def literal_is_stated(value: JsonValue, sources: Sources, *, argument: str) -> bool:
    """Whether request or policy state ``value``."""
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, list):
        return all(literal_is_stated(item, sources, argument=argument) for item in value)
    if isinstance(value, int | float):
        number = Decimal(str(value))
        stated = stated_numbers(*sources.texts)
        return abs(number) in stated or _is_converted(number, argument, sources)
    text = str(value)
    if text in CLOSED_CHOICES or any(holds_words(stated, text) for stated in sources.texts):
        return True
    if len(text) >= _MIN_POLICY_CHARS and holds_words(sources.policy, text):
        return True
    try:
        day = date.fromisoformat(text)
        return any(states_day(stated, day, customs=sources.policy) for stated in sources.texts)
    except ValueError:
        return False


def holds_words(text: str, words: str) -> bool:
    """Whether a text holds some words as whole ones; scripts without blanks have no edges."""
    wanted, held = fold(words), fold(text)
    start = held.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        edges = (held[max(0, start - 1) : start + 1], held[end - 1 : end + 1])
        if not wanted or not any(map(_INSIDE.fullmatch, edges)):
            return True
        start = held.find(wanted, start + 1)
    return False


def factor_is_stated(value: JsonValue, sources: Sources) -> bool:
    """Whether the request states a factor: as it is, as a percentage, or as a change by one."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    number = Decimal(str(value))
    shares = percentages(*sources.texts)
    inverse = 1 / number if number else number
    if abs(number) in stated_numbers(*sources.texts) or inverse in amounts(*sources.texts):
        return True
    return not {number * 100, abs(number - 1) * 100}.isdisjoint(shares)


def _is_converted(value: Decimal, argument: str, sources: Sources) -> bool:
    """Whether ``value`` is a number of the request in another unit.

    Hours may be stated in minutes, or in hours and a part of one; any argument in a unit that a
    rule about it fixes (``the time slice: 0.2 is one day``).
    """
    stated = stated_numbers(*sources.texts)
    if argument == "hours":
        parts = {number / 60 for number in stated} | {number for number in stated if number < 1}
        if any(value in {part, whole + part} for part in parts for whole in stated):
            return True
    rates = _rates(argument.replace("_", " "), sources.policy) if argument else ()
    return any(value == number * rate for number in stated for rate in rates)


@lru_cache(maxsize=_KEPT)
def _rates(name: str, policy: str) -> frozenset[Decimal]:
    """Return the numbers of the rules that name an argument."""
    lines = [line for line in policy.splitlines() if name in fold(line)]
    return frozenset(rate for line in lines for rate in stated_numbers(line))
