"""Commitments: proof obligations of a plan, each with a checker that looks at the evidence.

The registry is open: a new kind is registered with its checker, the schema stays as it is.
Checkers are pure; they say whether the obligation holds and why.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from agentic_solver.contracts.decision import AgentResponse, CommitmentResult, WriteRecord
from agentic_solver.contracts.plan import (
    Commitment,
    CommitmentKind,
    FactOutput,
    Outcome,
    Plan,
    ResponseCase,
)
from agentic_solver.contracts.rule import Proof
from agentic_solver.contracts.violations import Violation, ViolationCode

__all__ = [
    "Checker",
    "CommitmentRegistry",
    "Evidence",
    "broken_commitments",
    "builtin_registry",
    "check_commitments",
    "required_kinds",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What execution has produced when the commitments are checked."""

    plan: Plan
    case: ResponseCase
    """The chosen case."""
    case_index: int
    executed_order: tuple[str, ...]
    facts: Mapping[str, FactOutput]
    writes: tuple[WriteRecord, ...]
    response: AgentResponse
    grounded_links: frozenset[tuple[str, str]]
    """``(kind, id)`` pairs that occur in fact rows or were touched by writes."""
    proofs: tuple[Proof, ...]
    skipped: frozenset[str] = field(default_factory=frozenset)
    """Facts that the chosen case does not rest on and that were not run."""
    withheld: frozenset[str] = field(default_factory=frozenset)
    """Write calls that the chosen case does not carry out."""
    verified_writes: frozenset[str] = field(default_factory=frozenset)
    """Attempt ids whose postcondition was read back and holds."""


Checker = Callable[[Evidence, Commitment], CommitmentResult]


CommitmentRegistry = Mapping[str, Checker]
"""Commitment kind → checker."""


def required_kinds(plan: Plan, *, has_writes: bool) -> tuple[str, ...]:
    """Return the kinds that ``plan`` must commit to, given its content.

    That every write is read back is a rule of the engine, whatever the pages of a company say.
    """
    kinds = [CommitmentKind.TRACE_INTEGRITY, CommitmentKind.POLICY_COMPLIANCE]
    cases = plan.response_template.cases
    if has_writes or any(case.links for case in cases):
        kinds.append(CommitmentKind.LINK_GROUNDING)
    if has_writes:
        kinds += [CommitmentKind.WRITE_SAFETY, CommitmentKind.READ_AFTER_WRITE]
    if any(case.outcome is not Outcome.OK_ANSWER for case in cases):
        kinds.append(CommitmentKind.MINIMALITY)
    return tuple(kind.value for kind in kinds)


def check_commitments(
    registry: CommitmentRegistry, evidence: Evidence
) -> tuple[CommitmentResult, ...]:
    """Return one result for each commitment of the plan, in order."""
    return tuple(registry[item.kind](evidence, item) for item in evidence.plan.commitments)


def _result(commitment: Commitment, holds: bool, reason: str) -> CommitmentResult:
    return CommitmentResult(kind=commitment.kind, holds=holds, reason=reason)


def _trace_integrity(evidence: Evidence, commitment: Commitment) -> CommitmentResult:
    executed = [item for item in evidence.executed_order if item.startswith("call:")]
    declared = [
        f"call:{call.id}"
        for call in evidence.plan.execution_trace.calls
        if call.id not in evidence.withheld
    ]
    facts = [fact.id for fact in evidence.plan.facts if fact.id not in evidence.skipped]
    complete = executed == declared and all(fact in evidence.facts for fact in facts)
    reason = "calls ran in declared order, every fact that counts has its output"
    return _result(commitment, complete, reason if complete else "a step was left out or moved")


def _policy_compliance(evidence: Evidence, commitment: Commitment) -> CommitmentResult:
    allowed = all(proof.result == "allow" for proof in evidence.proofs)
    return _result(commitment, allowed, "every read and write is allowed by a rule or the baseline")


def _link_grounding(evidence: Evidence, commitment: Commitment) -> CommitmentResult:
    loose = [
        link
        for link in evidence.response.links
        if (link.kind.value, link.id) not in evidence.grounded_links
    ]
    reason = f"{len(evidence.response.links)} links, {len(loose)} without a row behind them"
    return _result(commitment, not loose, reason)


def _write_safety(evidence: Evidence, commitment: Commitment) -> CommitmentResult:
    call_id = commitment.details.get("call")
    based_on = commitment.details.get("based_on")
    known = isinstance(based_on, list) and all(item in evidence.facts for item in based_on)
    if not evidence.case.writes:
        return _result(commitment, True, "this response writes nothing")
    proven = all(
        record.proof is not None and record.proof.result == "allow"
        for record in evidence.writes
        if record.call_id.split("#")[0] == call_id
    )
    reason = "grounded in facts, asked for in the request, allowed by a rule"
    return _result(commitment, proven and known, reason)


def _minimality(evidence: Evidence, commitment: Commitment) -> CommitmentResult:
    """An outcome other than ok_answer needs its mechanical reason."""
    index, outcome = commitment.details.get("case"), commitment.details.get("outcome")
    cases = evidence.plan.response_template.cases
    known = isinstance(index, int) and not isinstance(index, bool) and 0 <= index < len(cases)
    if not known or cases[index].outcome.value != outcome:  # type: ignore[index]
        return _result(commitment, False, "no case of the plan has this outcome")
    if index != evidence.case_index:
        return _result(commitment, True, "this case was not used")
    return _result(commitment, True, _reason(evidence))


def _reason(evidence: Evidence) -> str:
    counts = [f"{fact}: {len(output.rows)} rows" for fact, output in evidence.facts.items()]
    match evidence.case.outcome:
        case Outcome.OK_ANSWER:
            return "the answer was given"
        case Outcome.DENIED_SECURITY:
            cited = ", ".join(evidence.plan.policy_refs.rules_ids)
            return f"refused under {cited or 'the policy baseline'}"
        case Outcome.NONE_UNSUPPORTED:
            return "the plan names no tool of the class that was asked for"
        case _:
            return "; ".join(counts)[:4_000] or "the request names nothing to look up"


def _read_after_write(evidence: Evidence, commitment: Commitment) -> CommitmentResult:
    applied = [record for record in evidence.writes if record.applied]
    missing = [r for r in applied if r.attempt_id not in evidence.verified_writes]
    reason = f"{len(applied)} writes applied, {len(missing)} not confirmed by reading back"
    return _result(commitment, not missing, reason)


def _interpretation(evidence: Evidence, commitment: Commitment) -> CommitmentResult:
    """The stated intent agrees with what the plan does: no change is made that was not wanted."""
    wants_change = commitment.details.get("wants_change") is True
    acts = evidence.case.writes and bool(evidence.writes)
    return _result(
        commitment, wants_change or not acts, "the plan changes something only where it says so"
    )


def builtin_registry() -> CommitmentRegistry:
    """Return the checkers of the built-in kinds."""
    return MappingProxyType(
        {
            CommitmentKind.TRACE_INTEGRITY: _trace_integrity,
            CommitmentKind.POLICY_COMPLIANCE: _policy_compliance,
            CommitmentKind.LINK_GROUNDING: _link_grounding,
            CommitmentKind.WRITE_SAFETY: _write_safety,
            CommitmentKind.MINIMALITY: _minimality,
            CommitmentKind.READ_AFTER_WRITE: _read_after_write,
            CommitmentKind.INTERPRETATION: _interpretation,
        }
    )


def broken_commitments(results: Iterable[CommitmentResult]) -> tuple[Violation, ...]:
    """Return a violation for each commitment that does not hold."""
    return tuple(
        Violation(
            code=ViolationCode.COMMITMENT_BROKEN,
            message=f"the commitment does not hold: {result.reason}",
            path="/commitments",
            details={"kind": result.kind},
        )
        for result in results
    )
