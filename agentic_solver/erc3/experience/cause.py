"""Causes: why an answer was wrong by a grader's convention, as a closed list with fixed texts.

Each is a claim about what is counted, linked or written, and none is about who may what. The
names are those of the engine's own tables, columns, closed values and kinds of links.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import ClassVar

from agentic_solver.contracts.patch import FailedCheck, PatchCategory
from agentic_solver.contracts.plan import LinkKind, Outcome
from agentic_solver.erc3.experience.bound import Bound, bounds
from agentic_solver.erc3.experience.lesson import Lesson
from agentic_solver.erc3.policy.vocabulary import ENUMS, FREE_TABLES, TABLES
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS

__all__ = [
    "COUNTED",
    "DECIMALS",
    "Cause",
    "Form",
    "Found",
    "Keep",
    "Related",
    "Relation",
    "Rows",
    "Wordings",
    "Written",
    "cause_of",
    "causes",
]

_YES_OR_NO = ("true", "false")

COUNTED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    *(
        (field.partition(".")[0], field.partition(".")[2], values)
        for field, values in ENUMS.items()
        if field.partition(".")[0] in TABLES
    ),
    *(
        (table, column, _YES_OR_NO)
        for table, columns in ENTITY_COLUMNS.items()
        for column, kind in columns.items()
        if kind == "bool" and table not in FREE_TABLES
    ),
)
"""Table, column and closed values of every column that rows can be counted or left out by: those
that the schema declares as enums, and yes or no."""

_GRADED = "graded answers show it, whatever a page says of counting"


class Keep(StrEnum):
    """Which rows count, by one column; the plainest first."""

    EVERY = "every"
    """A restriction is dropped."""
    WITHOUT = "without"
    """Restrictions stay, and one value is left out, too."""
    EVERY_BUT = "every_but"
    """A restriction is dropped, and one value left out."""
    ALONE = "alone"
    """One value counts and no other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Other rows count than the plan counted."""

    table: str
    column: str
    keep: Keep
    value: str = ""
    about: str
    """``figure``, or the kind of links that was wrong."""

    @property
    def check(self) -> FailedCheck:
        return FailedCheck.MESSAGE_LACKS if self.about == "figure" else FailedCheck.LINK_UNEXPECTED

    @property
    def lesson(self) -> Lesson:
        where = "For a figure" if self.about == "figure" else f"For a list of {self.about} links"
        rows = f"rows of `{self.table}`"
        said = {
            Keep.EVERY: f"use {rows} of every `{self.column}`",
            Keep.EVERY_BUT: f"use {rows} of every `{self.column}` but '{self.value}'",
            Keep.WITHOUT: f"leave out {rows} whose `{self.column}` is '{self.value}'",
            Keep.ALONE: f"use the {rows} whose `{self.column}` is '{self.value}' and no others",
        }[self.keep]
        return Lesson(
            category=PatchCategory.DISAMBIGUATION,
            subject=f"rows_of_{self.table}_by_{self.column}_for_{self.about}",
            stance=f"{self.keep.value}_{self.value.lower()}".rstrip("_"),
            guidance=f"{where}, {said}: {_GRADED}.",
        )


class Relation(StrEnum):
    """How a linked record leads to another one."""

    CUSTOMER_OF_PROJECT = "customer_of_project"
    LEAD_OF_PROJECT = "lead_of_project"
    MANAGER_OF_CUSTOMER = "manager_of_customer"
    CALLER = "caller"


_RELATED = {
    Relation.CUSTOMER_OF_PROJECT: (LinkKind.CUSTOMER, "the customer of a project that it is about"),
    Relation.LEAD_OF_PROJECT: (LinkKind.EMPLOYEE, "the employee in the Lead seat of a project "
                               "that it is about"),
    Relation.MANAGER_OF_CUSTOMER: (LinkKind.EMPLOYEE, "the account manager of a customer that it "
                                   "is about"),
    Relation.CALLER: (LinkKind.EMPLOYEE, "the caller"),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """A record beside the answer is linked, or is not."""

    relation: Relation
    linked: bool

    @property
    def kind(self) -> LinkKind:
        return _RELATED[self.relation][0]

    @property
    def check(self) -> FailedCheck:
        return FailedCheck.LINK_MISSING if self.linked else FailedCheck.LINK_UNEXPECTED

    @property
    def lesson(self) -> Lesson:
        what = _RELATED[self.relation][1]
        said = (
            f"An answer links {what}, too"
            if self.linked
            else f"An answer does not link {what} beside what is asked for"
        )
        return Lesson(
            category=PatchCategory.RESPONSE_CONTRACT,
            subject=f"link_of_{self.relation.value}",
            stance="linked" if self.linked else "left_out",
            guidance=f"{said}: {_GRADED.replace('counting', 'links')}.",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the finders of a kind found is linked by an answer of an outcome, or is not."""

    OUTCOMES: ClassVar = (
        Outcome.OK_ANSWER, Outcome.OK_NOT_FOUND, Outcome.NONE_CLARIFICATION_NEEDED,
        Outcome.NONE_UNSUPPORTED,
    )  # fmt: skip
    """Those that a grader may want links of: a refusal and an error have none."""
    KINDS: ClassVar = (LinkKind.EMPLOYEE, LinkKind.CUSTOMER, LinkKind.PROJECT)

    outcome: Outcome
    kind: LinkKind
    linked: bool

    @property
    def check(self) -> FailedCheck:
        return FailedCheck.LINK_MISSING if self.linked else FailedCheck.LINK_UNEXPECTED

    @property
    def lesson(self) -> Lesson:
        what = f"each {self.kind} that a finder found for the request"
        said = f"links {what}, too" if self.linked else f"does not link {what}"
        return Lesson(
            category=PatchCategory.RESPONSE_CONTRACT,
            subject=f"link_of_a_found_{self.kind}_with_{self.outcome}",
            stance="linked" if self.linked else "left_out",
            guidance=f"An answer with {self.outcome} {said}: "
            f"{_GRADED.replace('counting', 'links')}.",
        )


class Form(StrEnum):
    """How a value has to stand in a message."""

    DAY_FIRST = "dates_with_the_day_first"
    YEAR_FIRST = "dates_with_the_year_first"
    DECIMAL_COMMA = "figures_with_a_decimal_comma"
    DECIMAL_POINT = "figures_with_a_decimal_point"
    WHOLE = "decimals_none"
    ONE_DECIMAL = "decimals_one"
    TWO_DECIMALS = "decimals_two"
    THREE_DECIMALS = "decimals_three"
    ID = "id_of_every_linked_record"
    NAME = "name_of_every_linked_record"


DECIMALS = {
    0: Form.WHOLE, 1: Form.ONE_DECIMAL, 2: Form.TWO_DECIMALS, 3: Form.THREE_DECIMALS,
}  # fmt: skip
"""Form by the number of digits behind the point."""

_WRITTEN = {
    Form.DAY_FIRST: "Write dates in a message with the day first, then month and year in digits, "
    "with dots between",
    Form.YEAR_FIRST: "Write dates in a message with the year first, then month and day in digits, "
    "with hyphens between",
    Form.DECIMAL_COMMA: "Write figures in a message with a decimal comma",
    Form.DECIMAL_POINT: "Write figures in a message with a decimal point",
    Form.WHOLE: "Round figures that are reckoned to whole numbers in a message",
    Form.ONE_DECIMAL: "Give figures that are reckoned with one decimal in a message",
    Form.TWO_DECIMALS: "Give figures that are reckoned with two decimals in a message",
    Form.THREE_DECIMALS: "Give figures that are reckoned with three decimals in a message",
    Form.ID: "Give the id of every linked record in the message",
    Form.NAME: "Give the stored name of every linked record in the message",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """The value was right and its form was not."""

    form: Form

    @property
    def check(self) -> FailedCheck:
        return FailedCheck.MESSAGE_LACKS

    @property
    def lesson(self) -> Lesson:
        subject, _, stance = self.form.value.partition("_")
        return Lesson(
            category=PatchCategory.RESPONSE_CONTRACT,
            subject=f"form_of_{subject}_in_a_message",
            stance=stance,
            guidance=f"{_WRITTEN[self.form]}: {_GRADED.replace('counting', 'wording')}.",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Wordings:
    """A finder was given one wording, and nothing is called so."""

    @property
    def check(self) -> FailedCheck:
        return FailedCheck.OUTCOME

    @property
    def lesson(self) -> Lesson:
        return Lesson(
            category=PatchCategory.ACQUISITION,
            subject="wordings_of_a_finder",
            stance="several",
            guidance="Give each finder, after the phrase of the request, other wordings of it: "
            "synonyms, the words of a description, the same in English.",
        )


Cause = Rows | Bound | Related | Found | Written | Wordings


@cache
def cause_of(guidance: str) -> Cause | None:
    """Return the cause with this wording; None where a guidance is of somebody else."""
    return _by_guidance().get(guidance)


@cache
def _by_guidance() -> dict[str, Cause]:
    return {one.lesson.guidance: one for one in causes()}


@cache
def causes() -> tuple[Cause, ...]:
    """Return every cause that there is."""
    return (
        *_rows(),
        *bounds(),
        *_related(),
        *_found(),
        *(Written(form=form) for form in Form),
        Wordings(),
    )


def _rows() -> Iterator[Rows]:
    for about in ("figure", LinkKind.EMPLOYEE, LinkKind.CUSTOMER, LinkKind.PROJECT):
        for table, column, values in COUNTED:
            place = {"table": table, "column": column, "about": str(about)}
            yield Rows(**place, keep=Keep.EVERY)
            for keep in (Keep.EVERY_BUT, Keep.WITHOUT, Keep.ALONE):
                for value in values:
                    yield Rows(**place, keep=keep, value=value)


def _related() -> Iterator[Related]:
    for relation in Relation:
        for linked in (True, False):
            yield Related(relation=relation, linked=linked)


def _found() -> Iterator[Found]:
    for outcome in Found.OUTCOMES:
        for kind in Found.KINDS:
            for linked in (True, False):
                yield Found(outcome=outcome, kind=kind, linked=linked)
