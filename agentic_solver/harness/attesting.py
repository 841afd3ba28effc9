"""What a right answer says of the patches that name a cause.

It is for a patch that was told where the plan heeds it and would have given another answer
without it, and against one that was not told where heeding it would have given another answer.
A request that names the value itself says nothing of a convention.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.patch import Patch
from agentic_solver.contracts.plan import LinkKind
from agentic_solver.erc3.experience.bound import Bound, bound_edits, drawn_in, with_bound
from agentic_solver.erc3.experience.cause import (
    COUNTED,
    Cause,
    Form,
    Found,
    Keep,
    Related,
    Relation,
    Rows,
    Wordings,
    Written,
)
from agentic_solver.erc3.experience.distil import Witness
from agentic_solver.erc3.experience.edit import contraries, edits_of
from agentic_solver.erc3.numeral import stated_numbers
from agentic_solver.harness.beside import found_records, neighbours
from agentic_solver.harness.edited_plan import decide_again
from agentic_solver.harness.graded_answer import GradedAnswer, read_graded_answer, records
from agentic_solver.harness.reopened import Reopen, never
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.task_kit import TaskInput, TaskKit
from agentic_solver.harness.written import names_of_links, stands

__all__ = ["Known", "attest"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A patch that names a cause and holds for a task."""

    patch: Patch
    cause: Cause
    told: bool
    kept: bool = False
    """Further tasks that are for it change nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Right:
    """A right answer and how it is decided again."""

    task: TaskInput
    answer: GradedAnswer
    decide: Callable[..., object]
    """Takes the queries that read otherwise."""


def attest(
    task: TaskInput,
    folder: TaskFolder,
    kit: TaskKit,
    known: Sequence[Known],
    reopen: Reopen = never,
) -> Iterator[Witness]:
    """Yield what the answer of a task, if it is right, says of known patches.

    Args:
        task: as it was played.
        folder: its evidence, grade included.
        kit: company and tools that it was played with.
        known: patches that hold for the task.
        reopen: opens the company for what the task has not read.
    """
    answer = read_graded_answer(folder) if known else None
    if answer is None or answer.wishes:
        return
    right = _Right(
        task=task,
        answer=answer,
        decide=lambda changed: decide_again(task, kit, answer, changed, reopen),
    )
    for one in known:
        if one.told and one.kept:
            continue
        supports = _says(right, one)
        if supports is not None:
            yield Witness(patch=one.patch, supports=supports)


def _says(right: _Right, known: Known) -> bool | None:
    match known.cause:
        case Rows():
            return _of_rows(right, known.cause, told=known.told)
        case Bound():
            return _of_bound(right, known.cause, told=known.told)
        case Related() | Found():
            return _of_links(right.answer, known.cause, told=known.told)
        case Written():
            return True if known.told and _is_written(right.answer, known.cause.form) else None
        case Wordings():
            return True if known.told and _differs(right, known.cause) else None


def _of_rows(right: _Right, cause: Rows, *, told: bool) -> bool | None:
    if _is_named(right.task.text, cause):
        return None
    queries = right.answer.queries
    changed = edits_of(queries, cause)
    heeded = right.decide(changed) if changed else right.answer.response
    if not isinstance(heeded, AgentResponse):
        return None
    if not _shows(right.answer, heeded, cause):
        return True if told and _differs(right, cause) else None
    every = Rows(table=cause.table, column=cause.column, keep=Keep.EVERY, about=cause.about)
    is_silent = not edits_of(queries, every)
    return False if is_silent and not told else None


def _of_bound(right: _Right, cause: Bound, *, told: bool) -> bool | None:
    """For it where another figure would have given another answer, against it where it would."""
    drawn = [
        one
        for one in drawn_in(right.answer.queries)
        if (one.table, one.column, one.side.is_lower)
        == (cause.table, cause.column, cause.side.is_lower)
    ]
    stated = stated_numbers(right.task.text)
    if len(drawn) != 1 or {drawn[0].value, Decimal(drawn[0].figure)} & stated:
        return None
    if drawn == [cause]:
        tried = (other for _own, other, _changed in bound_edits(right.answer.queries))
        return True if told and any(_moves(right, one) for one in tried) else None
    return False if not told and _moves(right, cause) else None


def _moves(right: _Right, bound: Bound) -> bool:
    """Whether another line gives another answer."""
    other = right.decide(with_bound(right.answer.queries, bound))
    own = right.answer.response
    return isinstance(other, AgentResponse) and (
        {*other.links} != {*own.links} or other.message != own.message
    )


def _is_named(text: str, cause: Rows) -> bool:
    """Whether a request says by itself which rows it means."""
    place = (cause.table, cause.column)
    closed = next(values for table, column, values in COUNTED if (table, column) == place)
    words = (cause.value,) if cause.value else closed
    return any(word.casefold() in text.casefold() for word in words)


def _differs(right: _Right, cause: Rows | Wordings) -> bool:
    """Whether the answer would have been another one without a cause."""
    for changed in contraries(right.answer.queries, cause):
        other = right.decide(changed) if changed else None
        if isinstance(other, AgentResponse) and _shows(right.answer, other, cause):
            return True
    return False


def _shows(answer: GradedAnswer, other: AgentResponse, cause: Rows | Wordings) -> bool:
    """Whether two answers differ in what a cause is about."""
    if isinstance(cause, Wordings):
        return other.outcome != answer.response.outcome
    if cause.about == "figure":
        return other.message != answer.response.message
    now = {(link.kind.value, link.id) for link in other.links}
    return {one for one in now if one[0] == cause.about} != {
        one for one in answer.links if one[0] == cause.about
    }


# links ----------------------------------------------------------------------------------------

_SOURCES = {
    Relation.CUSTOMER_OF_PROJECT: LinkKind.PROJECT,
    Relation.LEAD_OF_PROJECT: LinkKind.PROJECT,
    Relation.MANAGER_OF_CUSTOMER: LinkKind.CUSTOMER,
}


def _of_links(answer: GradedAnswer, cause: Related | Found, *, told: bool) -> bool | None:
    near = _near(answer, cause)
    links = {key for kind, key in answer.links if kind == cause.kind.value}
    if not near or not (near <= links or near.isdisjoint(links)):
        return None
    heeds = (near <= links) is cause.linked
    if heeds:
        return True if told else None
    return None if told else False


def _near(answer: GradedAnswer, cause: Related | Found) -> set[str]:
    """Return the records that a cause is about; none where the answer is about several sources."""
    if isinstance(cause, Found):
        return (
            found_records(answer, cause.kind) if answer.response.outcome == cause.outcome else set()
        )
    source = _SOURCES.get(cause.relation)
    about = {key for kind, key in answer.links if source is None or kind == source.value}
    if not about or (source is not None and len(about) > 1):
        return set()
    return set(neighbours(answer, cause.relation, about)) - _told_of(answer)


def _told_of(answer: GradedAnswer) -> set[str]:
    """Return the records that the message names: they may be what was asked for."""
    message = answer.response.message
    return {
        str(one["id"])
        for one in records(answer.calls)
        if one.get("id")
        and any(word and stands(str(word), message) for word in (one["id"], one.get("name")))
    }


# forms ----------------------------------------------------------------------------------------

_SHOWN = {
    Form.DAY_FIRST: (r"\b\d\d\.\d\d\.\d{4}\b", r"\b\d{4}-\d\d-\d\d\b"),
    Form.YEAR_FIRST: (r"\b\d{4}-\d\d-\d\d\b", r"\b\d\d\.\d\d\.\d{4}\b"),
    Form.DECIMAL_COMMA: (r"\d,\d", r"\d\.\d"),
    Form.DECIMAL_POINT: (r"\d\.\d", r"\d,\d"),
    Form.ONE_DECIMAL: (r"\d\.\d(?!\d)", r"\d\.\d\d"),
    Form.TWO_DECIMALS: (r"\d\.\d\d(?!\d)", r"\d\.(?:\d(?!\d)|\d\d\d)"),
    Form.THREE_DECIMALS: (r"\d\.\d\d\d(?!\d)", r"\d\.(?:\d(?!\d)|\d\d(?!\d)|\d\d\d\d)"),
}
"""What a message has, and has not, that is written so."""


def _is_written(answer: GradedAnswer, form: Form) -> bool:
    """Whether a message holds values of a form and none of the contrary."""
    message = answer.response.message
    if form in _SHOWN:
        has, lacks = _SHOWN[form]
        return bool(re.search(has, message)) and not re.search(lacks, message)
    if form is Form.ID:
        ids = [key for _kind, key in answer.links]
        return bool(ids) and all(key in message for key in ids)
    names = names_of_links(answer) if form is Form.NAME else set()
    return bool(names) and all(name in message for name in names)
