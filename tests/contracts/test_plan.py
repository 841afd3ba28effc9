"""The Plan: strict, closed, frozen, and identified by its content."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from agentic_solver.contracts.plan import LinkConstraint, LinkKind, Outcome, Plan, plan_id


def _plan(**changes: Any) -> dict[str, Any]:
    plan: dict[str, Any] = {
        "request": {"text": "How many projects are there?"},
        "execution_trace": {
            "calls": [{"id": "c1", "tool": "list_projects", "args": {"a": 1, "b": [2]}}]
        },
        "facts": [{"id": "f1", "query": "SELECT count(*) AS n FROM projects"}],
        "response_template": {"cases": [{"outcome": "ok_answer", "message": "{f1.n}"}]},
    }
    return {**plan, **changes}


def _load(plan: dict[str, Any]) -> Plan:
    return Plan.model_validate_json(json.dumps(plan))


def test_minimal_plan_loads_with_safe_defaults() -> None:
    plan = _load(_plan())
    case = plan.response_template.cases[0]
    assert (case.when, case.writes, case.links) == ("", False, ())
    assert (plan.dry_run, plan.commitments, plan.policy_refs.rules_ids) == (False, (), ())
    call = plan.execution_trace.calls[0]
    assert (call.response, call.response_hash, call.error) == (None, None, None)
    assert plan.facts[0].output is None


def test_plan_id_depends_on_content_not_on_key_order() -> None:
    plan = _load(_plan())
    shuffled = json.loads(json.dumps(_plan()))
    shuffled["execution_trace"]["calls"][0]["args"] = {"b": [2.0], "a": 1}
    assert plan_id(_load(dict(reversed(shuffled.items())))) == plan_id(plan)
    assert plan_id(Plan.model_validate_json(plan.model_dump_json())) == plan_id(plan)
    assert plan_id(_load(_plan(dry_run=True))) != plan_id(plan)


@pytest.mark.parametrize(
    "broken",
    [
        _plan(extra=1),
        _plan(dry_run="yes"),
        _plan(request={"text": "  "}),
        _plan(request={"text": ""}),
        _plan(facts=[{"id": "F1", "query": "SELECT 1"}]),
        _plan(facts=[{"id": "f1; drop", "query": "SELECT 1"}]),
        _plan(facts=[{"id": "f1", "query": ""}]),
        _plan(facts=[{"id": f"f{n}", "query": "SELECT 1"} for n in range(65)]),
        _plan(response_template={"cases": []}),
        _plan(response_template={"cases": [{"outcome": "ok", "message": "x"}]}),
        _plan(execution_trace={"calls": [{"id": "c1", "tool": "t", "bind": "B-1"}]}),
        _plan(execution_trace={"calls": [{"id": "", "tool": "t"}]}),
        _plan(commitments=[{"kind": ""}]),
    ],
)
def test_malformed_plan_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        _load(broken)


@pytest.mark.parametrize("part", ["request", "response_template"])
def test_plan_without_request_or_template_is_refused(part: str) -> None:
    plan = _plan()
    del plan[part]
    with pytest.raises(ValidationError, match=part):
        _load(plan)


def test_plan_cannot_be_changed_after_it_was_made() -> None:
    plan = _load(_plan())
    with pytest.raises(ValidationError):
        plan.dry_run = True  # type: ignore[misc]
    with pytest.raises(ValidationError):
        plan.facts[0].query = "SELECT 2"  # type: ignore[misc]


def test_outcomes_and_link_kinds_are_those_of_the_platform() -> None:
    assert [outcome.value for outcome in Outcome] == [
        "ok_answer",
        "ok_not_found",
        "denied_security",
        "none_clarification_needed",
        "none_unsupported",
        "error_internal",
    ]
    assert LinkConstraint().allowed_kinds == tuple(LinkKind)
