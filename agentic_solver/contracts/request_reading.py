"""What a request asks to be changed, as data: the reading of a request.

A reading is made from the request alone, by a model call of its own that sees no rule, no page,
no row and no plan. It is a claim about words: which changes are asked for, of which records, in
which field, how, and to what. The engine resolves it over the company's data and compares it with
what a plan would write (:mod:`agentic_solver.erc3.asked`).

The lists are closed. A word of the model's own in the place of one of them becomes ``other``,
which nothing can be compared with: what is asked is then open, never agreed.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field

from agentic_solver.contracts.model import Contract

__all__ = [
    "NOBODY",
    "Act",
    "AskedChange",
    "Condition",
    "Detail",
    "End",
    "FieldName",
    "How",
    "Kind",
    "Part",
    "Period",
    "Pick",
    "Proofread",
    "ReadMode",
    "RequestReading",
    "Standing",
    "Target",
    "Test",
    "Value",
    "Which",
]


NOBODY = "nobody has read the request"
"""How a sentence begins that says why there is no reading."""


def _listed(*names: str, none: str = "other") -> Callable[[Any], Any]:
    """Return a validator that turns a word which is in no list into ``none``."""
    return lambda word: none if isinstance(word, str) and word not in names else word


def _fields(asked: Any) -> Any:
    """Return the listed fields that are asked about; what is in no list is something else."""
    if isinstance(asked, bool):
        return ("other",) if asked else ()
    if not isinstance(asked, list | tuple):
        return asked
    return tuple(
        one if not isinstance(one, str) or one in get_args(FieldName) else "other" for one in asked
    )


def _bare(value: Any) -> Any:
    """Return what is meant by a value that is written with its words around it."""
    if isinstance(value, dict) and "kind" not in value:
        return value.get("of") or value.get("value")
    return value


def _pairs(given: Any) -> Any:
    """Return names with their translations; what is no pair of texts is no translation."""
    listed = given.items() if isinstance(given, dict) else ()
    return {name: text for name, text in listed if isinstance(name, str) and isinstance(text, str)}


def _given(exact: Any) -> Any:
    """Return whether a text is given, where the text itself stands in the place of the truth."""
    return bool(exact) if isinstance(exact, str) or exact is None else exact


Act = Literal[
    "set_salary", "set_notes", "set_skill", "set_will", "set_location", "set_department",
    "set_status", "change_team", "log_time", "change_entry", "write_page", "rename_page",
    "delete_page", "other",
]  # fmt: skip
"""What is to be done; ``set_status`` is that of a project, ``change_entry`` of logged time."""

How = Literal[
    "set", "add", "subtract", "percent_up", "percent_down", "multiply", "same_as", "fill_to",
    "swap", "remove", "append", "prepend", "remove_text", "replace_text", "empty", "other",
]  # fmt: skip
"""How a field changes; ``fill_to``: so that the sum over all records becomes the value."""

FieldName = Literal[
    "salary", "notes", "level", "name", "skill", "will", "location", "department", "status", "seat",
    "role", "share", "hours", "date", "category", "billable", "project", "customer", "content",
    "path", "owner", "lead", "manager", "member", "load", "contact", "text", "other",
]  # fmt: skip

Kind = Literal["me", "employee", "project", "customer", "entry", "page", "other"]
Which = Literal["one", "all"]
Test = Literal["is", "not", "more", "less", "at_least", "at_most", "empty", "filled", "other"]
End = Literal["first", "last", "highest", "lowest", "other"]
Standing = Literal["asked", "negated", "quoted", "other"]
Part = Literal["all", "permitted", "together"]
"""Of several: all, those that the caller may change, or all of them or none."""
Period = Literal["hour", "day", "week", "month", "year", "other"]

ReadMode = Literal["auto", "always"]
"""Whether an answer that changes nothing has its request read only where it may claim a change."""

Proofread = Callable[[str, str], bool]
"""Whether a change (first, as it is told) may stand beside the company's pages (second)."""

_Text = Annotated[str, Field(max_length=20_000)]


class Value(Contract):
    """What a field becomes, or by how much it changes."""

    words: _Text = ""
    """Copied verbatim from the request."""
    value: _Text | float | int | bool | None = None
    """A number, a day of the closed grammar, a status, a name, a text; None where it is not told:
    it stands elsewhere, or is left to be worded."""
    per: Annotated[Period, BeforeValidator(_listed(*get_args(Period)))] | None = None
    """The time for which an amount is given."""
    currency: str = Field(default="", max_length=40)
    """Code of ISO 4217 where the request says in what an amount is given."""
    of: "Target | None" = None
    """The record whose value is taken."""
    old: _Text | float | int | bool | None = None
    """The text that is replaced."""
    exact: Annotated[bool, BeforeValidator(_given)] = False
    """Whether a text is given word for word."""

    @property
    def text(self) -> str:
        """The text or name that is given; empty where none is."""
        if isinstance(self.value, str):
            return self.value
        return self.words if self.exact and self.value is None else ""

    @property
    def is_verbatim(self) -> bool:
        """Whether the text stands in the request, and is no day or name that the reader made."""
        return self.exact or not self.words or self.text in self.words


class Condition(Contract):
    """What holds of a record that is meant."""

    words: _Text = ""
    field: Annotated[FieldName, BeforeValidator(_listed(*get_args(FieldName)))] = "name"
    test: Annotated[Test, BeforeValidator(_listed(*get_args(Test)))] = "is"
    value: Annotated["_Text | float | int | bool | Target | None", BeforeValidator(_bare)] = None


class Pick(Contract):
    """One of several by an order."""

    field: Annotated[FieldName, BeforeValidator(_listed(*get_args(FieldName)))]
    end: Annotated[End, BeforeValidator(_listed(*get_args(End)))]


class Target(Contract):
    """Records that are meant, by what the request says of them."""

    words: _Text = ""
    kind: Annotated[Kind, BeforeValidator(_listed(*get_args(Kind)))] = "employee"
    which: Annotated[Which, BeforeValidator(_listed(*get_args(Which), none="all"))] = "one"
    """``all``: every member of a group that is described."""
    where: tuple[Condition, ...] = Field(default=(), strict=False, max_length=32)
    besides: tuple["Target", ...] = Field(default=(), strict=False, max_length=64, alias="except")
    """Those that are left out."""
    pick: Pick | None = None


class Detail(Contract):
    """A further field that is given with a change."""

    field: Annotated[FieldName, BeforeValidator(_listed(*get_args(FieldName)))]
    how: Annotated[How, BeforeValidator(_listed(*get_args(How)))] = "set"
    value: Value = Value()


class AskedChange(Contract):
    """One change that the request asks for."""

    act: Annotated[Act, BeforeValidator(_listed(*get_args(Act)))]
    standing: Annotated[Standing, BeforeValidator(_listed(*get_args(Standing)))] = "asked"
    """Whether the sender asks for it, says not to do it, or only quotes it."""
    verb: _Text = ""
    targets: tuple[Target, ...] = Field(default=(), strict=False, max_length=64)
    people: tuple[Target, ...] = Field(default=(), strict=False, max_length=64)
    """The members of the team that a change of it is about."""
    field: Annotated[FieldName, BeforeValidator(_listed(*get_args(FieldName)))] = "other"
    how: Annotated[How, BeforeValidator(_listed(*get_args(How)))] = "set"
    value: Value | None = None
    more: tuple[Detail, ...] = Field(default=(), strict=False, max_length=32)
    part: Annotated[Part, BeforeValidator(_listed(*get_args(Part), none="permitted"))] = "all"
    condition: tuple[Condition, ...] = Field(default=(), strict=False, max_length=16, alias="if")
    """On what it hangs; tests of what the condition's own value names, or of the targets."""


class RequestReading(Contract):
    """What one request asks for."""

    asks: Annotated[tuple[FieldName, ...], BeforeValidator(_fields)] = Field(
        default=(), strict=False, max_length=64
    )
    """What it wants to know; ``other`` stands for all that no column holds."""
    english: Annotated[Mapping[_Text, _Text], BeforeValidator(_pairs)] = Field(
        default_factory=dict, max_length=64
    )
    """Names that the request has in another language or script → their English or Latin form."""
    changes: tuple[AskedChange, ...] = Field(default=(), strict=False, max_length=64)
