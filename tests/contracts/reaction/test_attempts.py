"""Attempts and their ids: derived, complete, equal everywhere and at all times."""

import subprocess
import sys
from pathlib import Path
from typing import Any, Protocol

import pytest
from pydantic import ValidationError

from agentic_solver.contracts.reaction.attempts import (
    AttemptDraft,
    IntentAttempt,
    ProseIr,
    attempt_id,
    cost_attribution_id,
    make_attempt,
    write_key,
)
from agentic_solver.contracts.reaction.capability import RequestedResources

ROOT = Path(__file__).parents[3]


class MakeDraft(Protocol):
    def __call__(self, **changes: Any) -> AttemptDraft: ...


ATTEMPT_KEYS = {
    "attempt_id",
    "cycle_id",
    "commitment_id",
    "goal_id",
    "planner_slot",
    "based_on",
    "affordance_key",
    "capability_handle",
    "normalized_payload",
    "requested_resources",
    "cost_attribution_id",
}


@pytest.mark.requirement("S4-6a")
def test_prose_is_a_text_object() -> None:
    assert ProseIr(text="log it").to_json() == {"text": "log it"}
    with pytest.raises(ValidationError):
        ProseIr(text=7)  # type: ignore[arg-type]


@pytest.mark.requirement("S4-6b", "S4-6c", "S4-10b")
@pytest.mark.parametrize("missing", sorted(AttemptDraft.model_fields))
def test_draft_needs_all_seven_fields(make_draft: MakeDraft, missing: str) -> None:
    dump = make_draft().to_json()
    assert set(dump) == {
        "intent_span",
        "based_on",
        "attention_tags",
        "affordance_key",
        "capability_handle",
        "payload_draft",
        "requested_resources",
    }
    del dump[missing]
    with pytest.raises(ValidationError, match=missing):
        AttemptDraft.model_validate(dump, strict=False)


@pytest.mark.requirement("S4-7a", "S4-7b", "S4-10b")
def test_attempt_has_eleven_required_fields(make_draft: MakeDraft, prose: ProseIr) -> None:
    dump = make_attempt(make_draft(), reaction_id=4, planner_slot=2, prose=prose).to_json()
    assert set(dump) == ATTEMPT_KEYS
    assert all(field.is_required() for field in IntentAttempt.model_fields.values())
    assert (dump["cycle_id"], dump["planner_slot"]) == (4, 2)


@pytest.mark.requirement("S4-9c")
def test_attempt_payload_holds_no_telemetry(make_draft: MakeDraft, prose: ProseIr) -> None:
    dump = make_attempt(make_draft(), reaction_id=4, planner_slot=2, prose=prose).to_json()
    assert set(dump) == ATTEMPT_KEYS
    assert set(dump["requested_resources"]) == {"api_calls", "rows"}
    schema = str(IntentAttempt.model_json_schema()).lower()
    for word in ("duration", "token", "retries", "latency", "elapsed", "timestamp", "cache"):
        assert word not in schema


@pytest.mark.requirement("S4-7c", "S4-10b")
def test_attempt_without_grounding_cannot_be_built(make_draft: MakeDraft, prose: ProseIr) -> None:
    dump = make_attempt(make_draft(), reaction_id=4, planner_slot=2, prose=prose).model_dump()
    with pytest.raises(ValidationError, match="based_on"):
        IntentAttempt(**{**dump, "based_on": ()})


@pytest.mark.requirement("S4-8a")
def test_cost_id_can_be_recomputed_from_the_dump(make_draft: MakeDraft, prose: ProseIr) -> None:
    dump = make_attempt(make_draft(), reaction_id=4, planner_slot=2, prose=prose).to_json()
    parts: dict[str, Any] = {
        "reaction_id": dump["cycle_id"],
        "affordance_key": dump["affordance_key"],
        "capability_handle": dump["capability_handle"],
        "based_on": dump["based_on"],
        "planner_slot": dump["planner_slot"],
    }
    assert cost_attribution_id(**parts) == dump["cost_attribution_id"]
    changes: dict[str, Any] = {
        "reaction_id": 5,
        "affordance_key": "x",
        "capability_handle": "x",
        "based_on": ["s2"],
        "planner_slot": 3,
    }
    ids = {cost_attribution_id(**{**parts, name: value}) for name, value in changes.items()}
    assert len(ids | {dump["cost_attribution_id"]}) == 6


@pytest.mark.requirement("S4-8b", "S4-7b")
def test_attempt_id_can_be_recomputed_and_depends_on_every_part(
    make_draft: MakeDraft, prose: ProseIr
) -> None:
    dump = make_attempt(make_draft(), reaction_id=4, planner_slot=2, prose=prose).to_json()
    parts: dict[str, Any] = {
        "reaction_id": dump["cycle_id"],
        "based_on": dump["based_on"],
        "affordance_key": dump["affordance_key"],
        "capability_handle": dump["capability_handle"],
        "normalized_payload": dump["normalized_payload"],
        "requested_resources": dump["requested_resources"],
        "cost_attribution_id": dump["cost_attribution_id"],
    }
    assert attempt_id(**parts) == dump["attempt_id"]
    changes: dict[str, Any] = {
        "reaction_id": 5,
        "based_on": ["s1", "s2"],
        "affordance_key": "x",
        "capability_handle": "x",
        "normalized_payload": {"hours": 4},
        "requested_resources": RequestedResources(api_calls=2),
        "cost_attribution_id": "0" * 32,
    }
    ids = {attempt_id(**{**parts, name: value}) for name, value in changes.items()}
    assert len(ids | {dump["attempt_id"]}) == 8


@pytest.mark.requirement("S4-8c")
def test_key_order_of_the_payload_does_not_matter(make_draft: MakeDraft, prose: ProseIr) -> None:
    def made(payload: Any) -> IntentAttempt:
        draft = make_draft(payload_draft=payload)
        return make_attempt(draft, reaction_id=1, planner_slot=0, prose=prose)

    assert made({"a": {"x": 1, "y": 2.0}, "b": 3}) == made({"b": 3, "a": {"y": 2, "x": 1}})


def test_goal_and_commitment_group_attempts(make_draft: MakeDraft, prose: ProseIr) -> None:
    first = make_attempt(make_draft(), reaction_id=1, planner_slot=0, prose=prose)
    same_words = make_draft(intent_span="LOG  3 hours", payload_draft={"hours": 1})
    second = make_attempt(same_words, reaction_id=2, planner_slot=5, prose=prose)
    other = make_attempt(
        make_draft(intent_span="the bridge"), reaction_id=1, planner_slot=0, prose=prose
    )
    assert first.goal_id == second.goal_id == other.goal_id
    assert first.commitment_id == second.commitment_id != other.commitment_id
    assert first.attempt_id != second.attempt_id


def test_write_key_is_the_same_in_every_round_and_tells_equal_writes_apart() -> None:
    key = write_key("t1", "log_hours", "log_time", {"hours": 3}, 0)
    assert key == write_key(
        task_id="t1", tool="log_hours", operation="log_time", payload={"hours": 3.0}, occurrence=0
    )
    others = {
        write_key("t2", "log_hours", "log_time", {"hours": 3}, 0),
        write_key("t1", "log_days", "log_time", {"hours": 3}, 0),
        write_key("t1", "log_hours", "update_time", {"hours": 3}, 0),
        write_key("t1", "log_hours", "log_time", {"hours": 4}, 0),
        write_key("t1", "log_hours", "log_time", {"hours": 3}, 1),
    }
    assert len(others | {key}) == 6


_SCRIPT = """
from agentic_solver.contracts.reaction.attempts import AttemptDraft, ProseIr
from agentic_solver.contracts.reaction.attempts import make_attempt, write_key
from agentic_solver.contracts.reaction.capability import RequestedResources
draft = AttemptDraft(
    intent_span="log", based_on=("s1", "s2"), attention_tags=("a", "b"), affordance_key="t",
    capability_handle="w", payload_draft={"z": [1, {"b": 2, "a": 1.0}], "é": "x"},
    requested_resources=RequestedResources(),
)
print(make_attempt(draft, reaction_id=9, planner_slot=1, prose=ProseIr(text="log")).to_json())
print(write_key("t", "tool", "w", {"b": 1, "a": 2}, 0))
"""


@pytest.mark.requirement("S4-7b", "S4-8d")
def test_ids_are_equal_in_other_processes_zones_hosts_and_hash_seeds() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", _SCRIPT],
            env={"PYTHONHASHSEED": seed, "TZ": zone, "HOSTNAME": host, "PYTHONUTF8": "1"},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, zone, host in (("1", "UTC", "a"), ("77", "Asia/Tokyo", "b"))
    }
    assert len(outputs) == 1
    assert "attempt_id" in outputs.pop()


@pytest.mark.requirement("S4-8d")
def test_no_clock_and_no_randomness_is_imported_by_the_contracts() -> None:
    for path in (ROOT / "agentic_solver" / "contracts").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        for module in ("time", "random", "uuid", "secrets", "socket", "platform", "os"):
            assert f"\nimport {module}\n" not in source, path.name
            assert f"\nfrom {module} import" not in source, path.name
