"""A proposer that does not know a convention, tasks that need it, and an empty store."""

import functools
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agentic_solver.erc3.experience.governance import Governance
from agentic_solver.erc3.experience.seed import open_store
from agentic_solver.erc3.experience.store import ExperienceStore
from agentic_solver.erc3.propose.reader import is_reading
from agentic_solver.erc3.tools.catalog import Catalog, load_catalog
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.llm.model import Model, ModelReply, ModelRequest, Usage
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.workspace import Workspace, find_workspace, init_workspace
from tests.playing import recorded as recorded_plans

LINKS = "Link every employee"


@functools.cache
def _records() -> tuple[tuple[str, str], ...]:
    """Return key and reply of every recorded plan."""
    found = []
    for path in sorted(builtin_recordings("erc3-dev").glob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        text = record["reply"]["text"]
        if '"cases"' in text and not is_reading(record["key"]):
            found.append(("/".join(record["key"].split("/")[:2]), text))
    return tuple(found)


@pytest.fixture(scope="session")
def plans() -> tuple[tuple[str, str], ...]:
    return _records()


@pytest.fixture(scope="session")
def linking_tasks() -> Callable[[int], tuple[str, ...]]:
    """Return tasks of the benchmark whose recorded plan links an employee in its last case."""

    def find(limit: int) -> tuple[str, ...]:
        found: set[str] = set()
        for key, text in _records():
            cases = json.loads(text)["cases"]
            if cases and any(link["kind"] == "employee" for link in cases[-1].get("links", [])):
                found.add(key.split("/")[1])
        return tuple(sorted(found)[:limit])

    return find


@pytest.fixture(scope="session")
def recorded() -> Callable[[], Model]:
    return recorded_plans


@pytest.fixture(scope="session")
def naive(recorded: Callable[[], Model]) -> Callable[[], ScriptedModel]:
    """A proposer that links no people, unless the prompt says so."""

    def make() -> ScriptedModel:
        inner = recorded()

        def answer(request: ModelRequest) -> ModelReply:
            reply = inner.complete(request)
            if is_reading(request.key):
                return reply
            system = "\n".join(block.text for block in request.system)
            plan = json.loads(reply.text)
            for case in plan["cases"]:
                if LINKS not in system:
                    case["links"] = [one for one in case["links"] if one["kind"] != "employee"]
            usage = Usage(input_tokens=1_000, output_tokens=100)
            return ModelReply(text=json.dumps(plan), model=reply.model, usage=usage)

        return ScriptedModel(answer)

    return make


@pytest.fixture(scope="session")
def committed_tools(repo_root: Path) -> Catalog:
    return load_catalog(repo_root / "tools")


@pytest.fixture
def place(tmp_path: Path) -> Workspace:
    """A workspace without any experience."""
    root = init_workspace(tmp_path / "place").root
    for left in (root / "experience").iterdir():
        left.unlink()
    return find_workspace(root, None)


@pytest.fixture
def open_experience(place: Workspace, committed_tools: Catalog) -> Callable[[], ExperienceStore]:
    """Open the store of the workspace."""
    return lambda: open_store(place.experience, Governance(committed_tools))
