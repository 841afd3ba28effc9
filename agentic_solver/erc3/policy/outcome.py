"""Outcome selection: which outcome codes fit the evidence, as a printable decision table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from agentic_solver.contracts.plan import LINKED_OUTCOMES, LinkKind, Outcome

__all__ = [
    "BASELINE_REFUSALS",
    "DECISION_TABLE",
    "Evidence",
    "OutcomeRow",
    "admissible_outcomes",
    "decision_row",
    "forced_message",
    "forced_outcome",
    "format_decision_table",
    "links_allowed",
]


BASELINE_REFUSALS: Mapping[str, str] = {
    "closed-to-visitors": "public",
    "closed-to-outsiders": "external",
    "closed-without-rule": "staff",
}
"""Ids that a refusal may cite where the wiki has no rule for it, and the class of callers to
which the baseline closes whatever no rule opens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What execution found, as far as the choice of the outcome depends on it."""

    denied: bool = False
    """The policy refused a read or a write of the plan."""
    broken: bool = False
    """The company's systems do not answer."""
    ambiguous: bool = False
    """A reference has two or more candidates."""
    unsupported: bool = False
    """The plan states that no operation exists for the request."""
    empty: bool = False
    """The deciding facts have no rows."""
    writes_planned: bool = False
    """The chosen case carries out writes."""
    writes_applied: bool = False
    """A write has already been applied."""
    deny_rules: tuple[str, ...] = ()
    """Ids that the plan cites for a refusal and that hold for its caller: of rules of the policy,
    or of the baseline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeRow:
    """One row of the decision table; the first row that applies decides."""

    name: str
    when: str
    applies: Callable[[Evidence], bool]
    outcomes: tuple[Outcome, ...]
    """Admissible codes, the preferred one first."""
    refusable: bool
    """Whether ``denied_security`` is admissible too when the plan cites a rule for it."""


_CLARIFY = Outcome.NONE_CLARIFICATION_NEEDED
_UNSUPPORTED = Outcome.NONE_UNSUPPORTED

DECISION_TABLE: tuple[OutcomeRow, ...] = (
    OutcomeRow(
        name="applied",
        when="a write has been applied",
        applies=lambda e: e.writes_applied,
        outcomes=(Outcome.OK_ANSWER,),
        refusable=False,
    ),
    OutcomeRow(
        name="denied",
        when="the policy refused a read or a write",
        applies=lambda e: e.denied,
        outcomes=(Outcome.DENIED_SECURITY,),
        refusable=False,
    ),
    OutcomeRow(
        name="broken",
        when="the company's systems do not answer",
        applies=lambda e: e.broken,
        outcomes=(Outcome.ERROR_INTERNAL,),
        refusable=True,
    ),
    OutcomeRow(
        name="unsupported",
        when="no operation exists for the request",
        applies=lambda e: e.unsupported,
        outcomes=(_UNSUPPORTED, _CLARIFY),
        refusable=True,
    ),
    OutcomeRow(
        name="ambiguous",
        when="a reference has two or more candidates",
        applies=lambda e: e.ambiguous,
        outcomes=(_CLARIFY,),
        refusable=True,
    ),
    OutcomeRow(
        name="writes",
        when="the chosen case carries out writes",
        applies=lambda e: e.writes_planned,
        outcomes=(Outcome.OK_ANSWER,),
        refusable=False,
    ),
    OutcomeRow(
        name="not_found",
        when="the deciding facts have no rows",
        applies=lambda e: e.empty,
        outcomes=(Outcome.OK_NOT_FOUND, Outcome.OK_ANSWER, _CLARIFY, _UNSUPPORTED),
        refusable=True,
    ),
    OutcomeRow(
        name="answer",
        when="otherwise",
        applies=lambda _: True,
        outcomes=(Outcome.OK_ANSWER, Outcome.OK_NOT_FOUND, _CLARIFY, _UNSUPPORTED),
        refusable=True,
    ),
)


def decision_row(evidence: Evidence) -> OutcomeRow:
    """Return the row of the decision table that the evidence falls under."""
    return next(row for row in DECISION_TABLE if row.applies(evidence))


def admissible_outcomes(evidence: Evidence) -> tuple[Outcome, ...]:
    """Return the outcome codes that fit the evidence, the preferred one first."""
    row = decision_row(evidence)
    if row.refusable and evidence.deny_rules:
        return (*row.outcomes, Outcome.DENIED_SECURITY)
    return row.outcomes


def links_allowed(outcome: Outcome) -> tuple[LinkKind, ...]:
    """Return the link kinds a response with this outcome may carry: all, or none."""
    return tuple(LinkKind) if outcome in LINKED_OUTCOMES else ()


def forced_outcome(evidence: Evidence) -> Outcome:
    """Return the safe outcome to submit when no plan was accepted in time."""
    if evidence.writes_applied:
        return Outcome.OK_ANSWER
    if evidence.denied:
        return Outcome.DENIED_SECURITY
    if evidence.ambiguous and not evidence.broken:
        return Outcome.NONE_CLARIFICATION_NEEDED
    return Outcome.ERROR_INTERNAL


_FORCED = {
    Outcome.OK_ANSWER: "Done.",
    Outcome.OK_NOT_FOUND: "Nothing was found.",
    Outcome.DENIED_SECURITY: "I am not allowed to do this.",
    Outcome.NONE_CLARIFICATION_NEEDED: "Please say more precisely what is meant.",
    Outcome.NONE_UNSUPPORTED: "This request is not supported.",
    Outcome.ERROR_INTERNAL: "An internal error prevented an answer.",
}


def forced_message(outcome: Outcome) -> str:
    """Return the fixed text that goes with a forced outcome; it names no entity."""
    return _FORCED[outcome]


def format_decision_table() -> str:
    """Return the decision table as text, one row a line."""
    lines = ["row          | evidence                                  | outcomes"]
    for row in DECISION_TABLE:
        codes = ", ".join(row.outcomes) + (" (or denied_security, cited)" if row.refusable else "")
        lines.append(f"{row.name:<12} | {row.when:<41} | {codes}")
    return "\n".join(lines)
