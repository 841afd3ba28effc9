"""Decisions are the same bytes over hash seeds, workers and orders: the script, in small."""

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.script import load_script

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "determinism.py"


@pytest.fixture(scope="module")
def determinism() -> ModuleType:
    return load_script(SCRIPT)


@pytest.mark.slow
def test_a_few_tasks_are_decided_the_same_every_way() -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--tasks", "6", "--suite", "erc3-dev"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr[-2_000:]
    figures = json.loads(done.stdout.splitlines()[-1])
    assert figures["tasks"] == 6
    assert len(figures["differing"]) == 3
    assert set(figures["differing"].values()) == {0}


def test_a_difference_shows(determinism: ModuleType) -> None:
    first = {"a": ["1", "x"], "b": ["2", "y"], "c": ["3", "z"]}
    other = {"a": ["1", "x"], "b": ["9", "y"], "d": ["4", "w"]}
    assert determinism.differing(first, other, bare=False) == ["b", "c", "d"]
    assert determinism.differing(first, other, bare=True) == ["c", "d"]


def test_only_what_follows_the_order_of_records_is_left_out(determinism: ModuleType) -> None:
    decision = {
        "calls": [{"id": "a1", "cause": "whoami"}],
        "executed": {"calls": [{"id": "c1", "response_hash": "h", "response": {"id": "x"}}]},
        "writes": [{"write_key": "k", "payload": {"skills": [{"n": 2}, {"n": 1}], "pay": 5}}],
        "facts": [{"rows": [[2], [1]]}],
    }
    assert determinism.without_order(decision) == {
        "executed": {"calls": [{"id": "c1", "response": {"id": "x"}}]},
        "writes": [{"payload": {"skills": [{"n": 1}, {"n": 2}], "pay": 5}}],
        "facts": [{"rows": [[2], [1]]}],
    }
