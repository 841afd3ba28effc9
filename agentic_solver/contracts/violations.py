"""Violations: what the deterministic side says when a plan does not hold.

The code list is closed and non-semantic: a code says which check failed, never what the
task was about. Context goes into typed ``details`` (ids, columns, counts, expected types).
"""

from enum import StrEnum

from pydantic import Field

from agentic_solver.contracts.model import Contract, Identifier, JsonObject, ShortText

__all__ = ["Violation", "ViolationCode"]


class ViolationCode(StrEnum):
    """Closed list; grouped by the stage that finds it."""

    # schema and static stage
    PLAN_SCHEMA = "PLAN_SCHEMA"
    PLAN_REQUEST_MISMATCH = "PLAN_REQUEST_MISMATCH"
    PLAN_EVIDENCE_PREFILLED = "PLAN_EVIDENCE_PREFILLED"
    PLAN_TOO_LARGE = "PLAN_TOO_LARGE"
    PLAN_UNJUDGED = "PLAN_UNJUDGED"
    """The checks themselves failed on the plan: an error of the engine, told by its place."""
    CALL_ID_INVALID = "CALL_ID_INVALID"
    TOOL_UNKNOWN = "TOOL_UNKNOWN"
    TOOL_ARGUMENTS = "TOOL_ARGUMENTS"
    TOOL_RESULT_TYPE = "TOOL_RESULT_TYPE"
    READ_UNREFERENCED = "READ_UNREFERENCED"
    REFERENCE_UNKNOWN = "REFERENCE_UNKNOWN"
    REFERENCE_FORWARD = "REFERENCE_FORWARD"
    REFERENCE_CARDINALITY = "REFERENCE_CARDINALITY"
    FACT_ID_INVALID = "FACT_ID_INVALID"
    FACT_INPUT_UNDECLARED = "FACT_INPUT_UNDECLARED"
    SQL_SYNTAX = "SQL_SYNTAX"
    SQL_STATEMENT_FORBIDDEN = "SQL_STATEMENT_FORBIDDEN"
    SQL_TABLE_FORBIDDEN = "SQL_TABLE_FORBIDDEN"
    SQL_COLUMN_UNKNOWN = "SQL_COLUMN_UNKNOWN"
    SQL_FUNCTION_FORBIDDEN = "SQL_FUNCTION_FORBIDDEN"
    SQL_CLAUSE_FORBIDDEN = "SQL_CLAUSE_FORBIDDEN"
    SQL_TOO_COMPLEX = "SQL_TOO_COMPLEX"
    WORKLOAD_SOURCE = "WORKLOAD_SOURCE"
    TEMPLATE_INVALID = "TEMPLATE_INVALID"
    TEMPLATE_PLACEHOLDER = "TEMPLATE_PLACEHOLDER"
    TEMPLATE_OUTCOME = "TEMPLATE_OUTCOME"
    POLICY_RULE_UNKNOWN = "POLICY_RULE_UNKNOWN"
    COMMITMENT_UNKNOWN = "COMMITMENT_UNKNOWN"
    COMMITMENT_MISSING = "COMMITMENT_MISSING"
    COMMITMENT_BROKEN = "COMMITMENT_BROKEN"
    INTENT_SPAN_MISSING = "INTENT_SPAN_MISSING"
    INTENT_SPAN_UNGROUNDED = "INTENT_SPAN_UNGROUNDED"
    # dry stage
    API_CALL_FAILED = "API_CALL_FAILED"
    API_PAYLOAD_INVALID = "API_PAYLOAD_INVALID"
    SYSTEM_BROKEN = "SYSTEM_BROKEN"
    SNAPSHOT_INSUFFICIENT = "SNAPSHOT_INSUFFICIENT"
    SQL_RUNTIME = "SQL_RUNTIME"
    SQL_TIMEOUT = "SQL_TIMEOUT"
    FACT_TOO_LARGE = "FACT_TOO_LARGE"
    FACT_NOT_GROUNDED = "FACT_NOT_GROUNDED"
    WRITE_ARGUMENTS = "WRITE_ARGUMENTS"
    WRITE_NOT_ASKED = "WRITE_NOT_ASKED"
    REQUEST_UNREAD = "REQUEST_UNREAD"
    """A change is asked back because nobody has read what the request asks for."""
    WRITE_LIMIT = "WRITE_LIMIT"
    WRITE_DUPLICATE = "WRITE_DUPLICATE"
    WRITE_CONFLICT = "WRITE_CONFLICT"
    OK_WITHOUT_WRITE = "OK_WITHOUT_WRITE"
    DOMAIN_CONSTRAINT = "DOMAIN_CONSTRAINT"
    POSTCONDITION_FAILED = "POSTCONDITION_FAILED"
    OUTCOME_NOT_ADMISSIBLE = "OUTCOME_NOT_ADMISSIBLE"
    MESSAGE_INVALID = "MESSAGE_INVALID"
    LINK_INVALID = "LINK_INVALID"
    LINK_NOT_GROUNDED = "LINK_NOT_GROUNDED"
    BRANCH_UNPROVEN = "BRANCH_UNPROVEN"
    """A kept plan answers by another branch than the one that was right."""
    # commit stage and the loop around
    WRITE_FAILED = "WRITE_FAILED"
    MODEL_REPLY = "MODEL_REPLY"


def _is_empty(calls: tuple[str, ...]) -> bool:
    return not calls


class Violation(Contract):
    """One failed check."""

    code: ViolationCode
    message: ShortText
    """One sentence for a reader; never holds entity values."""
    path: str = Field(max_length=400)
    """Where in the plan: JSON pointer such as ``/facts/2/query``; empty for the whole."""
    details: JsonObject = Field(default_factory=dict)
    """Typed context: ids, column names, counts, expected types."""
    attempt_id: str | None = Field(default=None, max_length=64)
    """The attempt (planned write or call) that caused it, for correlation."""
    trace: tuple[Identifier, ...] = Field(default=(), max_length=20, exclude_if=_is_empty)
    """Ids of the calls whose answers it rests on; a violation that needs no data has none."""
