"""Patches: what experience teaches, one typed and immutable piece each.

A patch is advice to the proposer. Nothing that decides reads it: the worst that a patch can do
is to make a plan worse, and the plan is checked as always.
"""

from enum import StrEnum
from typing import Annotated

from pydantic import Field, model_validator

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.model import Contract, Digest, Identifier
from agentic_solver.contracts.violations import ViolationCode

__all__ = [
    "ANY",
    "TOOL_KINDS",
    "Evidence",
    "FailedCheck",
    "GateResult",
    "Patch",
    "PatchCategory",
    "PatchDraft",
    "PatchKind",
    "PatchScope",
    "PatchStatus",
    "Provenance",
    "patch_signature",
]

ANY = "any"

Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,79}$")]
"""A normalised name: lower-case words joined by underscores."""

Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$")]

Count = Annotated[int, Field(ge=0, le=1_000_000)]


class PatchKind(StrEnum):
    """What a patch does to the store."""

    ADD_RULE = "add_rule"
    REMOVE_RULE = "remove_rule"
    """Withdraws the intent that it repeats."""
    CONSOLIDATE_RULES = "consolidate_rules"
    """One canonical wording in place of several patches, which it lists."""
    PATCH_TOOL = "patch_tool"
    UPDATE_TOOL_PATCH = "update_tool_patch"
    """A new wording of the same intent."""
    PROCESS = "process"


TOOL_KINDS = frozenset({PatchKind.PATCH_TOOL, PatchKind.UPDATE_TOOL_PATCH})


class PatchCategory(StrEnum):
    """What a patch is about; the order is the order in the prompt."""

    PROCESS = "process"
    PERMISSION = "permission"
    DISAMBIGUATION = "disambiguation"
    ACQUISITION = "acquisition"
    """How what a request speaks of is looked for, before anything is known of it."""
    OPERATIONAL = "operational"
    TOOL_SEMANTICS = "tool_semantics"
    TOOL_PARAMETER = "tool_parameter"
    TOOL_REQUIRED = "tool_required"
    TOOL_LIMIT = "tool_limit"
    RESPONSE_CONTRACT = "response_contract"


class PatchStatus(StrEnum):
    """How a patch stands; always with a reason."""

    CANDIDATE = "candidate"
    """Sound and not proven: read in runs that learn, marked as on trial, and in no other."""
    ACTIVE = "active"
    """A person approved it, the gate accepted it, or two tasks bear witness to it."""
    SUPERSEDED = "superseded"
    QUARANTINED = "quarantined"
    """Asks to relax a check: kept for the record, never read."""


class PatchScope(Contract):
    """Where a patch holds; ``any`` leaves a side open."""

    benchmark: Name = ANY
    wiki: Digest | Annotated[str, Field(pattern=r"^any$")] = ANY
    """Wiki digest of the company."""
    caller: Key = ANY
    """Policy class of the caller, or ``public``."""
    family: Key = ANY
    """What the request speaks of, told by its words: ``time``, ``team``, ``salary``, ..."""

    @property
    def narrowness(self) -> int:
        """Return how many sides are closed: 0 to 4."""
        return sum(side != ANY for side in self._sides)

    def overlaps(self, other: "PatchScope") -> bool:
        """Whether there may be a request on which both hold."""
        pairs = zip(self._sides, other._sides, strict=True)
        return all(ANY in pair or pair[0] == pair[1] for pair in pairs)

    @property
    def _sides(self) -> tuple[str, str, str, str]:
        return self.benchmark, self.wiki, self.caller, self.family


class FailedCheck(StrEnum):
    """What a grader found wrong, as a closed list: its own words are never kept."""

    RESPONSES = "RESPONSES"
    OUTCOME = "OUTCOME"
    LINK_MISSING = "LINK_MISSING"
    LINK_UNEXPECTED = "LINK_UNEXPECTED"
    MESSAGE_LACKS = "MESSAGE_LACKS"
    MESSAGE_HOLDS = "MESSAGE_HOLDS"
    CHANGE_MISSING = "CHANGE_MISSING"
    CHANGE_UNEXPECTED = "CHANGE_UNEXPECTED"
    OTHER = "OTHER"


class Provenance(Contract):
    """Where a patch comes from: run, task, attempts, and what the checks said, by code."""

    run: Name | Annotated[str, Field(max_length=0)] = ""
    task: Name | Annotated[str, Field(max_length=0)] = ""
    attempts: tuple[Identifier, ...] = Field(default=(), max_length=100)
    """Ids of the attempts that failed: rounds, planned writes."""
    codes: tuple[ViolationCode, ...] = Field(default=(), max_length=100)
    checks: tuple[FailedCheck, ...] = Field(default=(), max_length=20)


class Evidence(Contract):
    """How often a score went up, down, or stayed while the patch was in the prompt."""

    helped: Count = 0
    harmed: Count = 0
    neutral: Count = 0

    @property
    def net(self) -> int:
        return self.helped - self.harmed


class GateResult(Contract):
    """A paired comparison with and without a patch, and the exact test of its figures."""

    gate: Name
    """Name of the gate set."""
    tasks: Count
    seeds: tuple[Annotated[int, Field(ge=0)], ...] = Field(min_length=1, max_length=100)
    epochs: Annotated[int, Field(ge=1, le=1_000)]
    better: Count
    worse: Count
    equal: Count
    p_value: float = Field(ge=0, le=1)
    """Chance of at least this many better ones among those that differ, by a fair coin."""
    alpha: float = Field(gt=0, lt=1)
    stopped: str = Field(default="", max_length=200)
    """Why the comparison ended before its last pair; empty if it did not."""

    @property
    def accepted(self) -> bool:
        """Whether the patch beats the noise; a comparison that was cut short never does."""
        return not self.stopped and self.better > self.worse and self.p_value <= self.alpha

    def __str__(self) -> str:
        seeds = ",".join(map(str, self.seeds))
        cut = f"; stopped: {self.stopped}" if self.stopped else ""
        return (
            f"{self.better} better, {self.worse} worse, {self.equal} equal, p = {self.p_value:.4f} "
            f"against {self.alpha:g} on {self.gate} ({self.tasks} tasks, seeds {seeds}, "
            f"epochs {self.epochs}){cut}"
        )


class PatchDraft(Contract):
    """A patch as it is proposed to the store."""

    kind: PatchKind
    category: PatchCategory
    subject: Key
    """What it speaks of: one stance holds for one subject in one scope."""
    stance: Key
    """What it says of the subject; two stances contradict each other."""
    guidance: str = Field(min_length=1, max_length=600, pattern=r"^[^\r\n]+$")
    """One line for the proposer."""
    scope: PatchScope = PatchScope()
    tool: Annotated[str, Field(pattern=r"^[a-z0-9_]{0,80}$")] = ""
    parameter: Annotated[str, Field(pattern=r"^[a-z0-9_]{0,80}$")] = ""
    sources: tuple[Annotated[int, Field(ge=1)], ...] = Field(default=(), max_length=200)
    """Numbers of the patches that a consolidation merges."""
    provenance: Provenance = Provenance()
    evidence: Evidence = Evidence()

    @property
    def signature(self) -> str:
        """Return the id of the intent, whatever the kind, the wording and the evidence."""
        return patch_signature(self)

    @model_validator(mode="after")
    def _fits_its_kind(self) -> "PatchDraft":
        if self.kind in TOOL_KINDS and not self.tool:
            raise ValueError("a tool patch names its tool")
        if self.parameter and not self.tool:
            raise ValueError("a parameter belongs to a tool: name it")
        if self.category is PatchCategory.TOOL_PARAMETER and not self.parameter:
            raise ValueError("a patch of category tool_parameter names the parameter")
        merges = self.kind is PatchKind.CONSOLIDATE_RULES
        if merges and len(set(self.sources)) < 2:
            raise ValueError("a consolidation lists the patches that it merges: two or more")
        if self.sources and not merges:
            raise ValueError("only a consolidation has sources")
        return self


class Patch(PatchDraft):
    """A patch of the store; its content never changes."""

    number: int = Field(ge=1)
    """Given by the store, ascending, never reused."""

    @property
    def id(self) -> str:
        return f"patch-{self.number}"


def patch_signature(draft: PatchDraft) -> str:
    """Return the content id of subject, stance, scope, tool and parameter."""
    return content_id(
        {
            "subject": draft.subject,
            "stance": draft.stance,
            "scope": draft.scope,
            "tool": draft.tool,
            "parameter": draft.parameter,
        }
    )
