"""Played runs to analyse: one without a failure, and one with a failure of each sort."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.analysis import RunRecord, load_run
from agentic_solver.erc3.policy.compiler import compile_policy, policy_name
from agentic_solver.erc3.propose.reader import is_reading
from agentic_solver.erc3.rules import load_rules, rules_path
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.llm.model import Model, ModelReply, ModelRequest
from agentic_solver.llm.recording import load_records
from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import play as play_tasks
from tests.playing import reading

CAUGHT, DENIED, UNLINKED, NO_PLAN, RIGHT = (
    "lead-of-project",
    "log-in-house-hours",
    "role-by-surname",
    "busiest-at-site",
    "own-skill-as-high-as-another-one",
)
"""A plan refused in time; a rule that is gone; an answer without links; no plan; nothing."""
TASKS = (CAUGHT, DENIED, UNLINKED, NO_PLAN, RIGHT)
LOST_RULES = frozenset({"own-time", "lead-logs-member-draft"})
WIKI = "377df2ed203cb14bd6b3abe7a58b644bf134f461"


class SpoiledModel:
    """The recorded replies, three of them made worse."""

    name = "spoiled"

    def __init__(self) -> None:
        loaded = load_records(builtin_recordings("erc3-dev"))
        records = [record for record in loaded if not is_reading(record.key)]
        self._good = {record.key.split("/")[1]: record.reply.text for record in reversed(records)}

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the first recorded reply of a task, spoiled where the task says so."""
        if is_reading(request.key):
            return reading(request)
        task, number = request.key.split("/")[1:3]
        if task == NO_PLAN:
            return ModelReply(text="I think it is somebody at that site.", model=self.name)
        plan = json.loads(self._good[task])
        if task == CAUGHT and number == "r1":
            plan["facts"][0]["sql"] = "SELECT table_name AS id FROM information_schema.tables"
        if task == UNLINKED:
            plan["cases"] = [{**case, "links": []} for case in plan["cases"]]
        if task == DENIED:
            plan["rules"] = []  # it would cite a rule that is gone
        return ModelReply(text=json.dumps(plan), model=self.name)


def play(workspace: Workspace, tasks: Sequence[str] = TASKS, model: Model | None = None) -> Path:
    """Play tasks of erc3-dev and return the run folder."""
    return Path(play_tasks(workspace, tasks, model=model).run_dir)


def lose_rules(workspace: Workspace, lost: frozenset[str] = LOST_RULES) -> None:
    """Compile the policy of a workspace without some rules."""
    rules = load_rules(rules_path(workspace.rules, WIKI))
    kept = tuple(rule for rule in rules.rules if rule.id not in lost)
    assert len(kept) == len(rules.rules) - len(lost)
    text = compile_policy(rules.model_copy(update={"rules": kept}))
    (workspace.policy / policy_name(WIKI)).write_text(text, encoding="utf-8")


@dataclass(frozen=True)
class Played:
    """Two workspaces and a run in each; nobody may change them."""

    good: Workspace
    bad: Workspace
    right: Path
    failed: Path


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    place = tmp_path_factory.mktemp("analysis")
    good, bad = init_workspace(place / "good"), init_workspace(place / "bad")
    lose_rules(bad)
    return Played(good=good, bad=bad, right=play(good), failed=play(bad, model=SpoiledModel()))


@pytest.fixture(scope="session")
def failed(played: Played) -> RunRecord:
    return load_run(played.failed)


@pytest.fixture(scope="session")
def right(played: Played) -> RunRecord:
    return load_run(played.right)


@pytest.fixture
def copied(played: Played, tmp_path: Path) -> Path:
    """A copy of the failed run, to be damaged."""
    return Path(shutil.copytree(played.failed, tmp_path / "copied"))


def edit(path: Path, **changes: Any) -> None:
    """Change fields of a JSON file."""
    value = json.loads(path.read_text("utf-8"))
    value.update(changes)
    path.write_text(json.dumps(value), encoding="utf-8")
