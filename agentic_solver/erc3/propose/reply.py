"""The reply the model writes: a closed, flat encoding of a Plan, and its decoding.

Provider grammars admit no open objects, few unions and few optional fields, so the reply has
none: every field is required, and a write is a tool plus a fact whose columns are the tool's
arguments. Decoding is deterministic and adds what the reply need not spell out: ``whoami``
first, declared fact inputs, and the commitments that follow from the content.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Literal

from pydantic import Field, JsonValue

from agentic_solver.contracts.model import Contract, JsonObject
from agentic_solver.contracts.plan import (
    APICall,
    Commitment,
    CommitmentKind,
    ExecutionTrace,
    FactQuery,
    InputTask,
    LinkKind,
    LinkSource,
    MessageConstraint,
    Outcome,
    Plan,
    PolicyRefs,
    ResponseCase,
    ResponseTemplate,
)

__all__ = [
    "NO_PLAN",
    "LookReply",
    "PlanReply",
    "ReplyFact",
    "decode",
    "encode",
    "json_part",
    "plan_of",
    "reply_schema",
]

NO_PLAN = "the model's reply is no plan"
"""What the reason of a forced response says of a reply that could not be read."""
_FACT_ID = r"^[a-z][a-z0-9_]{0,40}$"


class ReplyInterpretation(Contract):
    """How the model reads the task, before it plans."""

    reading: str = Field(max_length=2_000)
    entities: tuple[str, ...] = Field(max_length=64)
    """The phrases of the task that name people, projects, customers, skills, places, pages."""
    dates: tuple[str, ...] = Field(max_length=32)
    wants_change: bool


class ReplyFact(Contract):
    """One named SQL result."""

    id: str = Field(pattern=_FACT_ID)
    sql: str = Field(min_length=1, max_length=16_000)


class ReplyWrite(Contract):
    """One write tool, called with the rows of a fact."""

    tool: str = Field(min_length=1, max_length=100)
    rows: str = Field(pattern=_FACT_ID)
    span: str = Field(max_length=1_000)
    """The words of the task that ask for this change, verbatim."""


class ReplyLink(Contract):
    """Links from a column of a fact."""

    kind: Literal["employee", "customer", "project", "wiki", "location"]
    fact: str = Field(pattern=_FACT_ID)
    col: str = Field(max_length=64)


class ReplyCase(Contract):
    """One branch of the response."""

    when: str = Field(max_length=400)
    outcome: Literal[
        "ok_answer",
        "ok_not_found",
        "denied_security",
        "none_clarification_needed",
        "none_unsupported",
        "error_internal",
    ]
    message: str = Field(max_length=4_000)
    links: tuple[ReplyLink, ...] = Field(max_length=16)
    apply_writes: bool


class PlanReply(Contract):
    """The whole reply."""

    interpretation: ReplyInterpretation
    facts: tuple[ReplyFact, ...] = Field(max_length=64)
    writes: tuple[ReplyWrite, ...] = Field(max_length=32)
    cases: tuple[ReplyCase, ...] = Field(min_length=1, max_length=32)
    exact_message: tuple[str, ...] = Field(max_length=16)
    """If the task prescribes the whole message (such as Yes or No): the allowed texts."""
    rules: tuple[str, ...] = Field(max_length=64)


class LookReply(Contract):
    """A reply that asks for rows before it plans: facts only."""

    look: tuple[ReplyFact, ...] = Field(min_length=1, max_length=16)


class _PlanOrLook(PlanReply):
    """Both in one, as provider grammars have no unions: who looks leaves the rest empty."""

    look: tuple[ReplyFact, ...]


@cache
def reply_schema(*, looks: bool = False) -> JsonObject:
    """Return the JSON schema of the reply, within provider limits: closed, no unions.

    Each part stands where it is used. Built once; do not change what it returns.

    Args:
        looks: whether rows may be asked for.
    """
    schema = (_PlanOrLook if looks else PlanReply).model_json_schema()
    _close(schema)
    parts = schema.pop("$defs")
    return {name: _put_in(value, parts) for name, value in schema.items()}


_UNSUPPORTED = ("maxLength", "minLength", "pattern", "maxItems", "minItems", "title", "description")


def _close(node: object) -> None:
    """Drop constraints that provider grammars refuse; they are checked after parsing anyway."""
    if isinstance(node, dict):
        for key in _UNSUPPORTED:
            if key in node and not isinstance(node[key], dict):
                del node[key]
        for value in node.values():
            _close(value)
    elif isinstance(node, list):
        for value in node:
            _close(value)


def _put_in(node: JsonValue, parts: Mapping[str, JsonValue]) -> JsonValue:
    """Return a schema with the named parts in the place of references to them."""
    if isinstance(node, list):
        return [_put_in(item, parts) for item in node]
    if not isinstance(node, dict):
        return node
    reference = node.get("$ref")
    if isinstance(reference, str):
        return _put_in(parts[reference.rpartition("/")[2]], parts)
    return {name: _put_in(value, parts) for name, value in node.items()}


def decode(reply: PlanReply, task: InputTask) -> Plan:
    """Return the Plan that ``reply`` encodes for ``task``."""
    facts = _facts(reply)
    calls = [APICall(id="who", tool="whoami", expect="identity")]
    calls += [
        APICall(id=f"w{number}", tool=write.tool, args={"$each": write.rows})
        for number, write in enumerate(reply.writes, start=1)
    ]
    cases = tuple(
        ResponseCase(
            when=case.when,
            outcome=Outcome(case.outcome),
            message=case.message,
            links=tuple(
                LinkSource(fact=link.fact, kind=LinkKind(link.kind), col=link.col)
                for link in case.links
            ),
            writes=case.apply_writes,
        )
        for case in reply.cases
    )
    return Plan(
        request=task,
        execution_trace=ExecutionTrace(calls=tuple(calls)),
        facts=facts,
        response_template=ResponseTemplate(
            cases=cases, message=MessageConstraint(exact_one_of=reply.exact_message)
        ),
        policy_refs=PolicyRefs(rules_ids=reply.rules),
        commitments=_commitments(reply),
    )


def encode(plan: Plan) -> PlanReply:
    """Return the reply that decodes to ``plan``.

    Raises:
        ValueError: the plan says what no reply can, such as a read of its own.
    """
    details = {str(one.kind): one.details for one in plan.commitments}
    spans = {
        one.details.get("call"): one.details.get("intent_span")
        for one in plan.commitments
        if one.kind == CommitmentKind.WRITE_SAFETY
    }
    writes = [call for call in plan.execution_trace.calls if call.id in spans]
    # A plan by hand need not say how it reads the request.
    unsaid = {"reading": "", "entities": [], "dates": [], "wants_change": bool(writes)}
    document = {
        "interpretation": {**unsaid, **details.get(CommitmentKind.INTERPRETATION, {})},
        "facts": [{"id": fact.id, "sql": fact.query} for fact in plan.facts],
        "writes": [
            {"tool": call.tool, "rows": call.args.get("$each"), "span": spans[call.id]}
            for call in writes
        ],
        "cases": [
            {
                "when": case.when,
                "outcome": case.outcome.value,
                "message": case.message,
                "links": [link.model_dump(mode="json", exclude_none=True) for link in case.links],
                "apply_writes": case.writes,
            }
            for case in plan.response_template.cases
        ],
        "exact_message": list(plan.response_template.message.exact_one_of),
        "rules": list(plan.policy_refs.rules_ids),
    }
    reply = PlanReply.model_validate_json(json.dumps(document))
    again = decode(reply, plan.request)
    for part, said in _substance(plan).items():
        if said != _substance(again)[part]:
            raise ValueError(f"its {part} says what no reply can: see docs/plans.md")
    return reply


def _substance(plan: Plan) -> dict[str, object]:
    """Return what a plan decides, without what follows from it."""
    calls = [(one.tool, one.args) for one in plan.execution_trace.calls if one.tool != "whoami"]
    kinds = {str(one.kind) for one in plan.commitments}
    return {
        "facts": [(one.id, one.query) for one in plan.facts],
        "execution_trace": calls,
        "response_template": plan.response_template,
        "policy_refs": plan.policy_refs,
        "dry_run": plan.dry_run,
        "commitments": kinds - set(CommitmentKind),
    }


def plan_of(look: LookReply, task: InputTask) -> Plan:
    """Return the Plan whose facts are those of ``look``; it changes and answers nothing."""
    read = ReplyInterpretation(reading="", entities=(), dates=(), wants_change=False)
    case = ReplyCase(when="", outcome="ok_answer", message="…", links=(), apply_writes=False)
    reply = PlanReply(
        interpretation=read, facts=look.look, writes=(), cases=(case,), exact_message=(), rules=()
    )
    return decode(reply, task)


def _facts(reply: PlanReply) -> tuple[FactQuery, ...]:
    facts: list[FactQuery] = []
    for fact in reply.facts:
        words = set(re.findall(r"[A-Za-z_][A-Za-z0-9_]*", fact.sql.lower()))
        inputs = tuple(earlier.id for earlier in facts if earlier.id in words)
        facts.append(FactQuery(id=fact.id, query=fact.sql, inputs=inputs))
    return tuple(facts)


def _commitments(reply: PlanReply) -> tuple[Commitment, ...]:
    made = [
        Commitment(
            kind=CommitmentKind.INTERPRETATION,
            details={
                "entities": list(reply.interpretation.entities),
                "dates": list(reply.interpretation.dates),
                "wants_change": reply.interpretation.wants_change,
            },
        ),
        Commitment(kind=CommitmentKind.TRACE_INTEGRITY),
        Commitment(kind=CommitmentKind.POLICY_COMPLIANCE),
    ]
    if reply.writes or any(case.links for case in reply.cases):
        made.append(Commitment(kind=CommitmentKind.LINK_GROUNDING))
    made += [
        Commitment(
            kind=CommitmentKind.WRITE_SAFETY,
            details={"call": f"w{number}", "intent_span": write.span, "based_on": [write.rows]},
        )
        for number, write in enumerate(reply.writes, start=1)
    ]
    if reply.writes:
        made.append(Commitment(kind=CommitmentKind.READ_AFTER_WRITE))
    made += [
        Commitment(kind=CommitmentKind.MINIMALITY, details={"case": index, "outcome": case.outcome})
        for index, case in enumerate(reply.cases)
        if case.outcome != "ok_answer"
    ]
    return tuple(made)


def json_part(text: str) -> str:
    """Return the JSON document of a reply, without a Markdown fence around it."""
    stripped = text.strip()
    if stripped.startswith("```"):
        stripped = stripped.split("\n", 1)[-1]
        stripped = stripped.rsplit("```", 1)[0]
    return stripped
