"""Senses and snapshots: stable ids, true sizes, deterministic truncation."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue, ValidationError

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.reaction.sense import (
    EndpointSnapshot,
    SenseDelta,
    capture_snapshot,
    json_bytes,
    sense_id,
)
from agentic_solver.errors import ContractError

blobs = st.recursive(
    st.none() | st.booleans() | st.integers(-999, 999) | st.text(max_size=20),
    lambda c: st.lists(c, max_size=5) | st.dictionaries(st.text("abé", max_size=3), c, max_size=3),
    max_leaves=15,
)


@pytest.mark.requirement("S4-2a")
def test_same_evidence_in_two_rounds_has_the_same_id() -> None:
    first = sense_id("projects/get:p1", {"id": "p1", "team": [1, 2]})
    later = sense_id("projects/get:p1", {"team": [1.0, 2], "id": "p1"})
    assert first == later
    sense = SenseDelta(sense_id=first, source="projects/get:p1", payload={"id": "p1"})
    assert set(sense.to_json()) == {"sense_id", "source", "payload"}


def test_other_source_or_payload_is_another_sense() -> None:
    ids = {sense_id("a", 1), sense_id("b", 1), sense_id("a", 2)}
    assert len(ids) == 3


@pytest.mark.requirement("S4-2e")
@pytest.mark.parametrize("blob", ["<html>", [1, 2], 7, None, True, {"a": 1}])
def test_snapshot_holds_any_json_value(blob: JsonValue) -> None:
    snapshot = capture_snapshot("GET /x", blob, 100)
    assert snapshot.to_json() == {
        "endpoint_key": "GET /x",
        "blob": blob,
        "truncated": False,
        "blob_bytes": len(json.dumps(blob, separators=(",", ":"))),
    }


@pytest.mark.requirement("S4-2f")
def test_claimed_size_must_be_the_true_one() -> None:
    with pytest.raises(ValidationError, match="blob_bytes"):
        EndpointSnapshot(endpoint_key="k", blob="x" * 50, truncated=False, blob_bytes=3)


@pytest.mark.requirement("S4-2f", "S4-2h")
@given(blobs, st.integers(2, 60))
@settings(derandomize=True, deadline=None, max_examples=120)
def test_snapshot_fits_says_whether_it_was_cut_and_is_repeatable(
    blob: JsonValue, max_bytes: int
) -> None:
    first = capture_snapshot("k", blob, max_bytes)
    again = capture_snapshot("k", blob, max_bytes)
    assert canonical_json(first).encode() == canonical_json(again).encode()
    assert first.blob_bytes == json_bytes(first.blob) <= max_bytes
    assert first.truncated == (json_bytes(blob) > max_bytes)
    if not first.truncated:
        assert canonical_json(first.blob) == canonical_json(blob)


@pytest.mark.requirement("S4-2h")
@pytest.mark.parametrize(
    ("blob", "kept"),
    [
        ([10, 20, 30], [10, 20]),
        ("abcdefghijk", "abcdef"),
        ("éééééé", "ééé"),
        ({"k": 12345}, '{"k"'),
    ],
)
def test_cut_keeps_the_longest_leading_part(blob: JsonValue, kept: JsonValue) -> None:
    snapshot = capture_snapshot("k", blob, 8)
    assert snapshot.blob == kept
    assert snapshot.truncated


def test_snapshot_smaller_than_an_empty_value_is_refused() -> None:
    with pytest.raises(ContractError):
        capture_snapshot("k", "abc", 1)


@pytest.mark.parametrize("payload", [float("nan"), "\ud800"])
def test_payload_that_cannot_be_hashed_is_refused(payload: JsonValue) -> None:
    with pytest.raises(ValidationError):
        SenseDelta(sense_id="s", source="x", payload=payload)


def test_payload_beyond_the_ceiling_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agentic_solver.contracts.reaction.sense.MAX_JSON_BYTES", 10)
    with pytest.raises(ValidationError, match="at most 10"):
        SenseDelta(sense_id="s", source="x", payload="x" * 20)
