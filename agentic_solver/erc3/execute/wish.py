"""What the request wishes, ready to be compared with a write, and what is found of a value."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Operation
from agentic_solver.erc3.execute.asking import Asking
from agentic_solver.erc3.execute.constants import Trace
from agentic_solver.erc3.execute.meant import Meant
from agentic_solver.erc3.tools.facade import PlannedWrite
from agentic_solver.erc3.words.deed import FACETS

__all__ = [
    "NOT_MEANT",
    "NO_VALUE",
    "Value",
    "Wish",
    "employee_of",
    "is_derived",
    "number",
    "stated",
]

_NEUTRAL: tuple[JsonValue, ...] = (0, "")


_PAGE_COLUMNS = ("content", "line", "text")


NO_VALUE = "the request does not state this new value"


NOT_MEANT = "the request neither names nor describes this record: look up whom it names"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What the writes of one call are compared with."""

    asking: Asking
    meant: Meant
    made: Callable[[str], Trace]
    """Column → what the plan makes it of."""
    says: Callable[[str, JsonValue], bool]
    """Argument, value → whether the request states it, perhaps in a unit of a rule."""
    rules_say: Callable[[str], bool]
    """Word → whether the rules of the company hold it."""
    grounds: frozenset[str]
    """The words of the rules about such a change, folded as by ``words_of``."""
    today: date
    units: Callable[[str], frozenset[Decimal]]
    """Column → the amounts that the request gives by terms of the company, signs included."""
    called: Callable[[str], frozenset[str]]
    """Column → the values that the request gives by the company's words for them."""
    terms: Callable[[Operation], frozenset[str]]
    """Operation → the words that only the rules about it use: terms of the company."""
    constants: frozenset[str]
    """Arguments that hold constants of the plan."""
    record: Callable[[str], JsonObject]
    """Id of an employee → the record as it is now."""
    stored: Callable[[str], frozenset[JsonValue]]
    """Column → the values that the snapshot holds of employees."""
    team: Callable[[str], JsonValue]
    """Id of a project → the seats of its team as they are now."""
    page: Callable[[str], str | None]
    """Path → the page as it is now; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """What the request says of a new value."""

    against: str = ""
    """Why it cannot be meant."""
    told: bool = False
    """It is there, as a figure or as text."""
    named: bool = False
    """It is there by a name that can mean nothing else: no word for the change is needed."""


def stated(wish: Wish, *values: Decimal) -> bool:
    return any(abs(value) in wish.asking.numbers for value in values)


def number(value: JsonValue) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return Decimal(str(value)).normalize()


def employee_of(write: PlannedWrite) -> str:
    return str(write.targets.get("employee"))


def is_derived(wish: Wish, field: str, target: str, *, figures: bool = False) -> bool:
    """Whether a figure that the request does not tell comes of what the request names.

    Every column that it is made of is named. Where it is made of the field itself, as it is
    stored, the request speaks of somebody else than the ``target``, of the highest, of the same;
    and fields that are reckoned with each other, as in ``salary + salary``, count only with
    ``figures`` of the request.
    """
    made = wish.made(field)
    columns = made.columns - {field}
    if made.counted or not all(_names_column(wish, name) for name in columns):
        return False
    if columns:
        return True
    # as decimals: a binary fraction equals none of them
    stated = any(number(one.value) in wish.asking.numbers for one in made.constants)
    if figures and made.columns and stated:
        return True
    bare = not any(one.value not in _NEUTRAL for one in made.constants)
    plain = bool(made.columns) and not made.mixed and bare
    asking, others = wish.asking, wish.meant.named("employee") - {target}
    described = asking.describes_somebody and not wish.meant.takes_other_end
    return plain and (described or asking.corrects or bool(others))


def _names_column(wish: Wish, column: str) -> bool:
    """Whether the request names a column; of notes and the like a rule on the change may.

    What a page says counts where words of the request have picked the page.
    """
    if column in _PAGE_COLUMNS:
        return wish.meant.cites_the_wiki
    if column in FACETS and (column in wish.asking.facets or column in wish.grounds):
        return True
    return wish.asking.mentions(column)
