"""Shots: hostile plans with everything that is hostile around them, and what plans are made of."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import InputTask, Plan
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.contracts.rule import Rule
from agentic_solver.erc3.propose.reply import (
    PlanReply,
    ReplyCase,
    ReplyFact,
    ReplyInterpretation,
    ReplyLink,
    ReplyWrite,
    decode,
)
from agentic_solver.redteam.dice import Dice
from agentic_solver.redteam.truth import Truth
from agentic_solver.twin.expectation import Change
from agentic_solver.twin.fault import Fault
from agentic_solver.twin.task import Caller, TaskSpec

__all__ = ["FAMILIES", "Generator", "Ground", "Record", "Shot", "answer", "forge", "link"]

FAMILIES = {
    "A": "task text",
    "B": "instructions in data",
    "C": "poisoned rules",
    "D": "plans",
    "E": "SQL",
    "F": "response",
    "G": "state",
    "H": "memory",
    "I": "denial of service",
    "J": "other records",
    "K": "other values",
    "L": "pages and notes",
    "M": "closed values in texts",
    "N": "empty answers",
    "O": "planted records",
}


Record = tuple[Literal["employees", "projects"], str, JsonObject]
"""Table, id and changed fields."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """One attack."""

    kind: str
    """Name of the generator's idea, for the report."""
    channel: Literal["plan", "reply", "patch"] = "plan"
    """Where the document goes: to the validator, to the whole solver as a model's reply, or to
    the store of experience."""
    document: str
    """The plan as JSON text, or what is put in its place."""
    other: str = ""
    """The same plan with other invented constants: no accepted answer may follow them."""
    text: str | None = None
    """Another request than the task's."""
    reads_as: str = ""
    """The request whose reading is taken for that of ``text``: that of a reader who was not
    fooled. Without it nobody has read another text than the task's."""
    reading: RequestReading | None = None
    """What ``text`` asks for, of a text that the attack words itself."""
    wanted: tuple[Change, ...] | None = None
    """The changes that are right; None: those that the task expects."""
    untrue: str = ""
    """Words that an accepted answer does not hold once something was written."""
    caller: Caller | None = None
    """Another caller than the task's."""
    events: tuple[str, ...] = ()
    """Names of the changes that are asked for, where that caller asks or the attack words it."""
    records: tuple["Record", ...] = ()
    """Records that are other than in the task."""
    faults: tuple[Fault, ...] = ()
    wiki: tuple[tuple[str, str], ...] = ()
    """Pages that are overwritten."""
    more_rules: tuple[Rule, ...] = ()
    """Rules added to the policy."""
    times: int = 1
    """How often the plan is submitted, round after round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What a generator may use: it knows more than any model."""

    spec: TaskSpec
    request: InputTask
    plans: tuple[Plan, ...]
    """Good plans of this task; may be empty."""
    others: tuple[Plan, ...]
    """Good plans of other tasks."""
    truth: Truth
    rules: tuple[Rule, ...]
    callers: tuple[Caller, ...] = field(default=())
    """Callers of the other tasks of this company."""


OutcomeName = Literal[
    "ok_answer", "ok_not_found", "denied_security", "none_clarification_needed",
    "none_unsupported", "error_internal",
]  # fmt: skip
KindName = Literal["employee", "customer", "project", "wiki", "location"]
_LONGEST_SQL = 16_000
Generator = Callable[[Ground, Dice], Shot]


def answer(
    message: str, *, when: str = "", outcome: OutcomeName = "ok_answer",
    links: tuple[ReplyLink, ...] = (), writes: bool = False,
) -> ReplyCase:  # fmt: skip
    """Return a response case."""
    return ReplyCase.model_construct(
        when=when, outcome=outcome, message=message, links=links, apply_writes=writes
    )


def link(kind: KindName, fact: str, col: str = "id") -> ReplyLink:
    """Return links from a column."""
    return ReplyLink.model_construct(kind=kind, fact=fact, col=col)


def forge(
    task: InputTask, *, facts: tuple[tuple[str, str], ...] = (),
    writes: tuple[tuple[str, str, str], ...] = (), cases: tuple[ReplyCase, ...] = (),
    rules: tuple[str, ...] = (), exact: tuple[str, ...] = (),
) -> str:  # fmt: skip
    """Return a plan as JSON text with every commitment that it needs; nothing is checked.

    Args:
        task: the request it claims to answer.
        facts: id and SQL.
        writes: tool, fact, span.
        cases: response cases; without any a plain answer that carries out the writes.
        rules: cited rules.
        exact: texts of which the message has to be one.
    """
    fits = tuple((name, sql if 0 < len(sql) <= _LONGEST_SQL else "SELECT 1") for name, sql in facts)
    reply = PlanReply.model_construct(
        interpretation=ReplyInterpretation(
            reading="", entities=(), dates=(), wants_change=bool(writes)
        ),
        facts=tuple(ReplyFact.model_construct(id=name, sql=sql) for name, sql in fits),
        writes=tuple(
            ReplyWrite.model_construct(tool=tool, rows=rows, span=span)
            for tool, rows, span in writes
        ),
        cases=cases or (answer("Done.", writes=bool(writes)),),
        exact_message=exact,
        rules=rules,
    )
    document = decode(reply, task).to_json()
    for place, (_name, sql) in enumerate(facts):
        document["facts"][place]["query"] = sql
    return json.dumps(document)
