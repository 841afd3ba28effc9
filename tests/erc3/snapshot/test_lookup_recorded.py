"""The lookup on recorded companies, when they are at hand; nothing of them is kept here."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

REPO = Path(__file__).resolve().parents[3]
SUITES = REPO.parent / "shared" / "erc3" / "suites"

pytestmark = pytest.mark.skipif(not SUITES.is_dir(), reason="recorded suites are not here")


def measure() -> dict[str, Any]:
    spec = importlib.util.spec_from_file_location(
        "lookup_benchmark", REPO / "benchmarks" / "lookup.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    result: dict[str, Any] = module.measure(SUITES)
    return result


def test_recorded_phrases_resolve_uniquely_or_to_nothing() -> None:
    result = measure()
    assert result["wrong"] == []
    totals = {kind: counts.get("cases", 0) for kind, counts in result["kinds"].items()}
    assert totals["employee"] >= 30
    assert totals["project"] >= 15
    assert result["kinds"]["customer"]["none_right"] >= 2
    unresolved = [row for row in result["without_reference"] if not row["found"]]
    assert unresolved == []
