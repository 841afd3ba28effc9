"""Drafts and stores for tests."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from agentic_solver.contracts.patch import PatchDraft
from agentic_solver.erc3.experience.governance import Governance
from agentic_solver.erc3.experience.store import ExperienceStore
from agentic_solver.erc3.tools.catalog import Catalog

_BASE: dict[str, Any] = {
    "kind": "add_rule",
    "category": "operational",
    "subject": "failed_call",
    "stance": "report_it",
    "guidance": "Report a failed call in the reply.",
}


@pytest.fixture(scope="session")
def draft() -> Callable[..., PatchDraft]:
    """Make a draft; keywords replace fields (JSON data), ``helped`` and ``harmed`` are short."""

    def make(*, helped: int = 0, harmed: int = 0, task: str = "", **changes: object) -> PatchDraft:
        fields = _BASE | changes
        fields.setdefault("evidence", {"helped": helped, "harmed": harmed})
        fields.setdefault("provenance", {"run": "run-1" if task else "", "task": task})
        return PatchDraft.model_validate_json(json.dumps(fields))

    return make


@pytest.fixture(scope="session")
def governance(committed_tools: Catalog) -> Governance:
    return Governance(committed_tools)


@pytest.fixture
def store(governance: Governance) -> Iterator[ExperienceStore]:
    """An empty store in memory."""
    with ExperienceStore(None, governance) as opened:
        yield opened
