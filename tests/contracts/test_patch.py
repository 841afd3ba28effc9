"""The patch contract: closed, bounded, and one signature for one intent."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from agentic_solver.contracts.patch import Patch, PatchCategory, PatchDraft

BASE: dict[str, Any] = {
    "kind": "add_rule",
    "category": "operational",
    "subject": "failed_call",
    "stance": "report_it",
    "guidance": "Report a failed call.",
}


def draft(**changes: object) -> PatchDraft:
    return PatchDraft.model_validate_json(json.dumps(BASE | changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "replace_rule"},
        {"category": "mood"},
        {"subject": "Failed Call"},
        {"stance": ""},
        {"guidance": ""},
        {"guidance": "x" * 601},
        {"guidance": "one\ntwo"},
        {"status": "active"},
        {"scope": {"company": "any"}},
        {"scope": {"wiki": "not-a-digest"}},
        {"evidence": {"helped": -1}},
        {"evidence": {"helped": "1"}},
        {"provenance": {"codes": ["SOMETHING_ELSE"]}},
        {"provenance": {"task": "free text of a task"}},
        {"kind": "patch_tool"},
        {"parameter": "team"},
        {"category": "tool_parameter", "tool": "log_time"},
        {"kind": "consolidate_rules", "sources": [1, 1]},
        {"sources": [1, 2]},
    ],
    ids=json.dumps,
)
def test_what_does_not_fit_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        draft(**changes)


def test_a_patch_cannot_be_changed() -> None:
    patch = Patch.model_validate_json(json.dumps(BASE | {"number": 7}))
    assert patch.id == "patch-7"
    with pytest.raises(ValidationError):
        patch.guidance = "Hide a failed call."  # type: ignore[misc]


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "process"},
        {"category": "process"},
        {"guidance": "Say that a call failed."},
        {"evidence": {"helped": 3}},
        {"provenance": {"run": "r-1", "task": "t", "codes": ["SQL_SYNTAX"]}},
    ],
    ids=json.dumps,
)
def test_the_signature_is_the_intent_alone(changes: dict[str, object]) -> None:
    assert draft(**changes).signature == draft().signature


@pytest.mark.parametrize(
    "changes",
    [
        {"subject": "slow_call"},
        {"stance": "retry_it"},
        {"scope": {"benchmark": "other"}},
        {"scope": {"wiki": "0123abcd"}},
        {"scope": {"caller": "public"}},
        {"scope": {"family": "time"}},
        {"tool": "log_time"},
        {"tool": "log_time", "parameter": "hours"},
    ],
    ids=json.dumps,
)
def test_another_intent_has_another_signature(changes: dict[str, object]) -> None:
    assert draft(**changes).signature != draft().signature


@pytest.mark.requirement("S3-10.1b", "S3-10.1c", "S3-10.1d", "S3-10.1e")
@pytest.mark.parametrize("category", list(PatchCategory))
def test_every_category_is_accepted_with_a_scope(category: PatchCategory) -> None:
    changes: dict[str, object] = {"category": category.value, "scope": {"caller": "staff"}}
    if category is PatchCategory.TOOL_PARAMETER:
        changes |= {"tool": "log_time", "parameter": "hours"}
    made = draft(**changes)
    assert (made.category, made.scope.caller, made.scope.narrowness) == (category, "staff", 1)
