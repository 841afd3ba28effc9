"""Commitments: obligations of a plan, each with its checker."""

from dataclasses import replace
from typing import Any

import pytest

from agentic_solver.contracts.decision import (
    AgentLink,
    AgentResponse,
    CommitmentResult,
    WriteRecord,
)
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import (
    APICall,
    Commitment,
    FactOutput,
    LinkKind,
    LinkSource,
    Outcome,
    Plan,
    ResponseCase,
)
from agentic_solver.contracts.rule import Proof
from agentic_solver.erc3.execute.commitments import (
    CommitmentRegistry,
    Evidence,
    builtin_registry,
    check_commitments,
    required_kinds,
)
from agentic_solver.testing import build_plan, case, fact

ALLOW = Proof(identity={}, rule_ids=("r",), predicate="p", result="allow")
DENY = Proof(identity={}, rule_ids=("r",), predicate="p", result="deny")
ROWS = FactOutput(columns=("id",), rows=(("ann",),), digest="a" * 64)
WRITING = case(writes=True)


def plan_of(*commitments: Commitment, cases: tuple[ResponseCase, ...] = (WRITING,)) -> Plan:
    made = build_plan(
        "do it",
        facts=(fact("f1", "SELECT id FROM employees"),),
        calls=(APICall(id="w1", tool="set_salary", args={"$each": "f1"}),),
        cases=cases,
    )
    return made.model_copy(update={"commitments": commitments})


def record(*, applied: bool = True, proof: Proof | None = ALLOW, call: str = "w1") -> WriteRecord:
    return WriteRecord(
        attempt_id="at", write_key="wk", call_id=call, tool="set_salary",
        operation="update_salary", payload={}, applied=applied, proof=proof,
    )  # fmt: skip


def evidence(plan: Plan) -> Evidence:
    return Evidence(
        plan=plan,
        case=plan.response_template.cases[0],
        case_index=0,
        executed_order=("f1", "call:w1"),
        facts={"f1": ROWS},
        writes=(record(),),
        response=AgentResponse(message="Done.", outcome=Outcome.OK_ANSWER),
        grounded_links=frozenset({("employee", "ann")}),
        proofs=(ALLOW,),
        verified_writes=frozenset({"at"}),
    )


def result(kind: str, details: JsonObject | None = None, **changes: Any) -> CommitmentResult:
    plan = plan_of(Commitment(kind=kind, details=details or {}))
    found = replace(evidence(plan), **changes)
    (only,) = check_commitments(builtin_registry(), found)
    assert only.kind == kind
    assert only.reason
    return only


@pytest.mark.parametrize(
    ("changes", "holds"),
    [
        ({}, True),
        ({"executed_order": ("f1",)}, False),
        ({"facts": {}}, False),
        ({"executed_order": ("f1",), "withheld": frozenset({"w1"})}, True),
        ({"executed_order": ("call:w2", "call:w1")}, False),
    ],
)
def test_trace_integrity(changes: dict[str, Any], holds: bool) -> None:
    assert result("trace_integrity", **changes).holds is holds


@pytest.mark.parametrize(
    ("changes", "holds"),
    [
        ({}, True),
        ({"proofs": (ALLOW, DENY)}, False),
    ],
)
def test_policy_compliance(changes: dict[str, Any], holds: bool) -> None:
    assert result("policy_compliance", **changes).holds is holds


@pytest.mark.parametrize(("link", "holds"), [("ann", True), ("bob", False)])
def test_link_grounding(link: str, holds: bool) -> None:
    response = AgentResponse(
        message="x",
        outcome=Outcome.OK_ANSWER,
        links=(AgentLink(kind=LinkKind.EMPLOYEE, id=link),),
    )
    assert result("link_grounding", response=response).holds is holds


@pytest.mark.parametrize(
    ("details", "changes", "holds"),
    [
        ({"call": "w1", "based_on": ["f1"]}, {}, True),
        ({"call": "w1", "based_on": ["f9"]}, {}, False),
        ({"call": "w1"}, {}, False),
        ({"call": "w1", "based_on": ["f1"]}, {"writes": (record(proof=None),)}, False),
        ({"call": "w1", "based_on": ["f1"]}, {"writes": (record(proof=DENY),)}, False),
        ({"call": "w1", "based_on": ["f1"]}, {"writes": (record(proof=DENY, call="w2"),)}, True),
        ({"call": "w1", "based_on": ["f1"]}, {"writes": (record(proof=DENY, call="w1#3"),)}, False),
        ({"call": "w1", "based_on": []}, {"case": case()}, True),
    ],
)
def test_write_safety(details: JsonObject, changes: dict[str, Any], holds: bool) -> None:
    assert result("write_safety", details, **changes).holds is holds


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        (case(), "the answer was given"),
        (case(Outcome.OK_NOT_FOUND), "f1: 1 rows; f2: 1 rows"),
    ],
)
def test_only_another_outcome_than_an_answer_needs_its_reason(
    chosen: ResponseCase, reason: str
) -> None:
    facts = {"f1": ROWS, "f2": ROWS}
    assert minimality(chosen, case=chosen, facts=facts).reason == reason


def minimality(planned: ResponseCase, **changes: Any) -> CommitmentResult:
    """Check a commitment on the first of two cases, as the plan has to make it."""
    details: JsonObject = {"case": 0, "outcome": planned.outcome.value}
    plan = plan_of(Commitment(kind="minimality", details=details), cases=(planned, case()))
    (only,) = check_commitments(builtin_registry(), replace(evidence(plan), **changes))
    return only


@pytest.mark.parametrize(
    "details",
    [
        {},
        {"case": 0},
        {"case": 0, "outcome": "none_unsupported"},
        {"case": True, "outcome": "ok_answer"},
        {"case": -1, "outcome": "ok_answer"},
        {"case": 1, "outcome": "ok_answer"},
        {"case": "0", "outcome": "ok_answer"},
    ],
)
def test_minimality_names_a_case_of_the_plan_and_its_outcome(details: JsonObject) -> None:
    assert not result("minimality", details).holds


@pytest.mark.parametrize(
    ("writes", "verified", "holds"),
    [
        ((record(),), ("at",), True),
        ((record(),), (), False),
        ((record(applied=False),), (), True),
        ((), (), True),
    ],
)
def test_read_after_write(
    writes: tuple[WriteRecord, ...], verified: tuple[str, ...], holds: bool
) -> None:
    found = result("read_after_write", writes=writes, verified_writes=frozenset(verified))
    assert found.holds is holds


@pytest.mark.parametrize(
    ("details", "changes", "holds"),
    [
        ({"wants_change": True}, {}, True),
        ({"wants_change": False}, {}, False),
        ({}, {}, False),
        ({"wants_change": "yes"}, {}, False),
        ({"wants_change": False}, {"case": case()}, True),
    ],
)
def test_interpretation(details: JsonObject, changes: dict[str, Any], holds: bool) -> None:
    assert result("interpretation", details, **changes).holds is holds


@pytest.mark.parametrize(
    ("outcome", "word"),
    [
        (Outcome.OK_NOT_FOUND, "f1: 1 rows"),
        (Outcome.NONE_CLARIFICATION_NEEDED, "f1: 1 rows"),
        (Outcome.NONE_UNSUPPORTED, "no tool"),
        (Outcome.DENIED_SECURITY, "refused under"),
    ],
)
def test_minimality_says_the_mechanical_reason(outcome: Outcome, word: str) -> None:
    found = minimality(case(outcome))
    assert found.holds
    assert word in found.reason
    assert "not used" in minimality(case(outcome), case=case(), case_index=1).reason


LINK = LinkSource(fact="f1", kind=LinkKind.EMPLOYEE)


@pytest.mark.requirement("S3-B3.6a", "S3-B3.6b", "S3-B3.6c", "S3-B3.6d", "S3-B3.6e")
@pytest.mark.parametrize(
    ("cases", "has_writes", "extra"),
    [
        ((case(),), False, []),
        ((case(links=(LINK,)),), False, ["link_grounding"]),
        ((case(writes=True),), True, ["link_grounding", "write_safety", "read_after_write"]),
        ((case(Outcome.OK_NOT_FOUND), case()), False, ["minimality"]),
        ((case(Outcome.DENIED_SECURITY),), False, ["minimality"]),
        ((case(Outcome.NONE_CLARIFICATION_NEEDED),), False, ["minimality"]),
        ((case(Outcome.NONE_UNSUPPORTED),), False, ["minimality"]),
        ((case(Outcome.ERROR_INTERNAL),), False, ["minimality"]),
    ],
)
def test_content_of_a_plan_says_what_it_must_commit_to(
    cases: tuple[ResponseCase, ...], has_writes: bool, extra: list[str]
) -> None:
    plan = plan_of(cases=cases)
    assert list(required_kinds(plan, has_writes=has_writes)) == [
        "trace_integrity",
        "policy_compliance",
        *extra,
    ]


@pytest.mark.requirement("S3-B2r", "S3-B3.6f")
def test_a_new_kind_needs_a_checker_and_no_new_schema() -> None:
    def never(_evidence: Evidence, commitment: Commitment) -> CommitmentResult:
        return CommitmentResult(kind=commitment.kind, holds=False, reason="it never does")

    registry = builtin_registry()
    extended: CommitmentRegistry = {**registry, "four_eyes": never}
    assert "four_eyes" in extended
    assert "four_eyes" not in registry
    plan = plan_of(Commitment(kind="four_eyes"), Commitment(kind="policy_compliance"))
    assert [(r.kind, r.holds) for r in check_commitments(extended, evidence(plan))] == [
        ("four_eyes", False),
        ("policy_compliance", True),
    ]
