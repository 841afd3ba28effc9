"""The Plan: what the model proposes, blind to data, and what the validator executes.

A plan is untrusted until ``execute_and_validate`` has run it. The proposal is frozen and
hashed; execution fills a copy. Values inside ``args`` follow a closed grammar:

    ``"text"``, ``3``, ``true``, ``null``, lists        literals
    ``{"$fact": "f2", "col": "entry_id"}``              a cell of a fact with exactly one row
    ``{"$rows": "f2"}``                                 all rows of a fact, as a list of records
    ``{"$ref": "bind", "path": "/projects/0/id"}``      a value in an earlier bound result
    ``{"$each": "f3"}`` (the whole of ``args``)         one invocation per row
"""

from enum import StrEnum
from typing import Annotated

from pydantic import Field, JsonValue

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.model import Contract, Digest, Identifier, JsonObject, ShortText

__all__ = [
    "LINKED_OUTCOMES",
    "MAX_REQUEST",
    "APICall",
    "Commitment",
    "CommitmentKind",
    "ExecutionTrace",
    "FactOutput",
    "FactQuery",
    "InputTask",
    "LinkConstraint",
    "LinkKind",
    "LinkSource",
    "MessageConstraint",
    "Outcome",
    "Plan",
    "PolicyRefs",
    "ResponseCase",
    "ResponseTemplate",
    "plan_id",
]


class Outcome(StrEnum):
    """The six outcome codes of the platform's response contract."""

    OK_ANSWER = "ok_answer"
    OK_NOT_FOUND = "ok_not_found"
    DENIED_SECURITY = "denied_security"
    NONE_CLARIFICATION_NEEDED = "none_clarification_needed"
    NONE_UNSUPPORTED = "none_unsupported"
    ERROR_INTERNAL = "error_internal"


LINKED_OUTCOMES = (
    Outcome.OK_ANSWER,
    Outcome.OK_NOT_FOUND,
    Outcome.NONE_CLARIFICATION_NEEDED,
    Outcome.NONE_UNSUPPORTED,
)
"""Outcomes that the response contract lets have links: all but a refusal and a fault."""


class LinkKind(StrEnum):
    """What a link of the response may point to."""

    EMPLOYEE = "employee"
    CUSTOMER = "customer"
    PROJECT = "project"
    WIKI = "wiki"
    LOCATION = "location"


class CommitmentKind(StrEnum):
    """The built-in proof obligations; the registry of checkers may know more."""

    TRACE_INTEGRITY = "trace_integrity"
    POLICY_COMPLIANCE = "policy_compliance"
    LINK_GROUNDING = "link_grounding"
    WRITE_SAFETY = "write_safety"
    MINIMALITY = "minimality"
    READ_AFTER_WRITE = "read_after_write"
    INTERPRETATION = "interpretation"


MAX_REQUEST = 20_000
"""Letters of the longest request that a plan is made for."""


class InputTask(Contract):
    """The request as the platform gives it."""

    text: str = Field(min_length=1, max_length=MAX_REQUEST, pattern=r"\S")
    task_id: str = Field(default="", max_length=200)
    benchmark: str = Field(default="", max_length=200)


class APICall(Contract):
    """One planned tool call; the last three fields are filled by execution only."""

    id: Identifier
    tool: Identifier
    args: JsonObject = Field(default_factory=dict)
    expect: str | None = Field(default=None, max_length=100)
    """Name of the result type, checked after the call."""
    bind: str | None = Field(default=None, pattern=r"^[a-z][a-z0-9_]{0,40}$")
    """Result name: rows become the table ``b_<bind>``."""
    response: JsonValue = None
    response_hash: Digest | None = None
    error: ShortText | None = None


class ExecutionTrace(Contract):
    """The ordered tool calls of a plan."""

    calls: tuple[APICall, ...] = Field(default=(), max_length=64)
    artifacts: tuple[JsonValue, ...] = Field(default=(), max_length=512)
    """Empty when proposed; execution lists the evidence here."""


Row = Annotated[tuple[JsonValue, ...], Field(max_length=128)]


class FactOutput(Contract):
    """The result of a fact: column names and rows, filled by execution only."""

    columns: tuple[ShortText, ...] = Field(max_length=128)
    rows: tuple[Row, ...] = Field(max_length=20_000)
    digest: Digest


class FactQuery(Contract):
    """One SQL computation over the snapshot; may read the rows of earlier facts by their id."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]{0,40}$")
    query: str = Field(min_length=1, max_length=16_000)
    inputs: tuple[Identifier, ...] = Field(default=(), max_length=32)
    """Ids of the earlier facts that the query reads."""
    output: FactOutput | None = None


class LinkSource(Contract):
    """Links taken from the rows of a fact: column ``col`` holds ids of ``kind``."""

    fact: Identifier
    kind: LinkKind
    col: str = Field(default="id", max_length=64)


class ResponseCase(Contract):
    """One branch of the response; the first case whose condition holds is used.

    ``when`` joins tests with `` and ``; a test is ``<fact>.none``, ``.one``, ``.some``,
    ``.many`` (0, 1, at least 1, at least 2 rows), ``<fact>.true`` or ``.false`` (one row whose
    first column says so). Empty text always holds.
    """

    when: str = Field(default="", max_length=400)
    outcome: Outcome
    message: ShortText
    """Text with ``{fact.column}`` (rows joined by ``, ``) or ``{fact.column|separator}``."""
    links: tuple[LinkSource, ...] = Field(default=(), max_length=16)
    writes: bool = False
    """Whether the planned writes are carried out in this case."""


class MessageConstraint(Contract):
    """What the rendered message must keep to."""

    exact_one_of: tuple[ShortText, ...] = Field(default=(), max_length=16)
    """If given, the message is exactly one of these texts."""
    must_contain: tuple[ShortText, ...] = Field(default=(), max_length=32)
    must_not_contain: tuple[ShortText, ...] = Field(default=(), max_length=32)
    max_chars: int = Field(default=20_000, ge=1, le=20_000)


class LinkConstraint(Contract):
    """Which links the response may and must carry."""

    allowed_kinds: tuple[LinkKind, ...] = Field(default=tuple(LinkKind), max_length=5)
    exclude_ids: tuple[Identifier, ...] = Field(default=(), max_length=256)


class ResponseTemplate(Contract):
    """The strict response construction template: ordered cases plus constraints."""

    cases: tuple[ResponseCase, ...] = Field(min_length=1, max_length=32)
    message: MessageConstraint = Field(default_factory=MessageConstraint)
    links: LinkConstraint = Field(default_factory=LinkConstraint)


class PolicyRefs(Contract):
    """The policy clauses meant to justify the decision; each must exist in the compiled policy."""

    rules_ids: tuple[Identifier, ...] = Field(default=(), max_length=64)


class Commitment(Contract):
    """One proof obligation that execution verifies; kinds are extensible."""

    kind: Identifier
    details: JsonObject = Field(default_factory=dict)


class Plan(Contract):
    """The whole proposal."""

    request: InputTask
    execution_trace: ExecutionTrace = Field(default_factory=ExecutionTrace)
    facts: tuple[FactQuery, ...] = Field(default=(), max_length=64)
    response_template: ResponseTemplate
    dry_run: bool = False
    policy_refs: PolicyRefs = Field(default_factory=PolicyRefs)
    commitments: tuple[Commitment, ...] = Field(default=(), max_length=128)


def plan_id(plan: Plan) -> str:
    """Return the content id of a proposal: 64 hexadecimal digits."""
    return content_id(plan)
