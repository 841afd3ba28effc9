"""The Decision: what ``execute_and_validate`` returns, and the evidence it rests on."""

from enum import StrEnum
from typing import Literal

from pydantic import Field, JsonValue

from agentic_solver.contracts.model import Contract, Digest, Identifier, JsonObject, ShortText
from agentic_solver.contracts.plan import LinkKind, Outcome, Plan
from agentic_solver.contracts.rule import Proof
from agentic_solver.contracts.violations import Violation

__all__ = [
    "AgentLink",
    "AgentResponse",
    "CallRecord",
    "CommitmentResult",
    "Decision",
    "Identity",
    "Stage",
    "WriteRecord",
]


class Stage(StrEnum):
    """How far execution came."""

    STATIC = "static"
    DRY = "dry"
    COMMIT = "commit"


class Identity(Contract):
    """What ``whoami`` says: the only source of identity, date and wiki digest."""

    current_user: str = Field(max_length=200)
    is_public: bool
    location: str = Field(max_length=200)
    department: str = Field(max_length=200)
    today: str = Field(max_length=10)
    wiki_sha1: str = Field(max_length=40)


class AgentLink(Contract):
    """One typed link of the response."""

    kind: LinkKind
    id: Identifier


class AgentResponse(Contract):
    """What is submitted to the platform: exactly one per task."""

    message: str = Field(max_length=100_000)
    outcome: Outcome
    links: tuple[AgentLink, ...] = Field(default=(), max_length=2_000)


class CallRecord(Contract):
    """Trace entry of one primitive API call."""

    id: Identifier
    """Ordinal within the task: ``a1``, ``a2`` ..."""
    cause: str = Field(max_length=200)
    """What asked for it: a plan call id, ``fact:<id>``, ``whoami``, ``postcondition:<id>``."""
    route: Identifier
    request: JsonObject
    ok: bool
    response_hash: Digest | None = None
    """Content id of the response payload; null when the call failed."""
    status: int = 200
    error: ShortText = ""
    tries: int = Field(default=1, ge=1)
    cached: bool = False


class WriteRecord(Contract):
    """One write: planned in stage dry, applied in stage commit."""

    attempt_id: Identifier
    write_key: Identifier
    call_id: Identifier
    tool: Identifier
    operation: Identifier
    payload: JsonObject
    applied: bool
    proof: Proof | None = None


class CommitmentResult(Contract):
    """How one commitment came out."""

    kind: Identifier
    holds: bool
    reason: ShortText


class Decision(Contract):
    """The whole verdict on one plan; equal inputs give equal bytes."""

    ok: bool
    verdict: Literal["accept", "retry", "fatal"]
    stage: Stage
    plan_id: Digest
    identity: Identity | None
    response: AgentResponse | None
    """Present when ok; otherwise null."""
    case: int | None = None
    """Index of the response case that was used."""
    violations: tuple[Violation, ...] = Field(default=(), max_length=500)
    proofs: tuple[Proof, ...] = Field(default=(), max_length=500)
    commitments: tuple[CommitmentResult, ...] = Field(default=(), max_length=200)
    calls: tuple[CallRecord, ...] = Field(default=(), max_length=10_000_000)
    writes: tuple[WriteRecord, ...] = Field(default=(), max_length=10_000)
    executed: Plan | None = None
    """A copy of the plan with call responses and fact outputs filled in."""
    experience: tuple[Identifier, ...] = Field(default=(), max_length=1_000)
    """Ids of the experience patches that were in the prompt."""
    notes: dict[str, JsonValue] = Field(default_factory=dict)
    """Deterministic context for a reader, such as the number of rows of each fact."""
