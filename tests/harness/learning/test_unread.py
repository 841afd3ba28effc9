"""What a task has not read is looked up where its company is there, else it is not believed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agentic_solver.analysis.convention import conventions
from agentic_solver.analysis.reading import load_run
from agentic_solver.erc3.experience.cause import Keep, Rows
from agentic_solver.erc3.experience.store import ExperienceStore
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.harness.learning import Learner
from agentic_solver.harness.options import RunSummary
from agentic_solver.harness.recorded import read_run
from agentic_solver.harness.reopened import never
from agentic_solver.harness.reopened_run import reopening_run
from agentic_solver.harness.whatif import explain_tasks, recorded_input, recorded_kit
from agentic_solver.llm.model import ModelReply, ModelRequest
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.workspace import Workspace
from tests.harness.learning.test_conventions import plan_of
from tests.playing import play
from tests.script import load_script

TASK = "projects-of-a-client-2"
"""Its client has projects that are neither active nor archived."""
CLIENT = "p.customer IN (SELECT id FROM x)"


def picky(request: ModelRequest) -> ModelReply:
    """Ask for the projects of two statuses alone, which the platform is asked for by name."""
    text = request.messages[0].text.partition("Request:\n")[2]
    plan = json.dumps(plan_of(TASK, text, ""))
    narrow = plan.replace(CLIENT, f"{CLIENT} AND p.status IN ('active', 'archived')")
    return ModelReply(text=narrow)


@pytest.fixture
def run(place: Workspace, repo_root: Path, tmp_path: Path) -> RunSummary:
    suite = load_script(repo_root / "benchmarks" / "learning.py").write_suite(tmp_path)
    return play(place, (TASK,), suite=str(suite), model=ScriptedModel(picky))


@pytest.mark.slow
def test_rows_that_a_task_has_not_read_are_read_before_a_cause_is_believed(
    run: RunSummary, place: Workspace
) -> None:
    recorded = read_run(Path(run.run_dir))
    found = {}
    for how, reopen in (("records alone", never), ("twin", reopening_run(recorded))):
        ((_task, (one,)),) = explain_tasks(recorded, (TASK,), place, reopen)
        assert isinstance(one.cause, Rows)
        found[how] = (one.cause.keep, one.cause.value, one.tested)
    # untested, the plainest guess is wrong: the grader does not want the archived ones
    assert found == {
        "records alone": (Keep.EVERY, "", False),
        "twin": (Keep.EVERY_BUT, "archived", True),
    }
    (proposal,) = conventions(load_run(Path(run.run_dir)), place)
    assert "stance: every_but_archived" in proposal.edit


def test_what_cannot_be_tested_is_said_and_not_proposed(
    run: RunSummary,
    place: Workspace,
    committed_tools: Catalog,
    open_experience: Callable[[], ExperienceStore],
) -> None:
    recorded = read_run(Path(run.run_dir))
    ((task, folder),) = recorded.finished_tasks()
    with open_experience() as store:
        learner = Learner(store, committed_tools, run="suite-001")
        given = recorded_input(recorded, task, folder)
        learnt, *vague = learner.learn(given, folder, recorded_kit(recorded, place))
        assert learnt.missed == "the task has not read the rows that would tell"
        assert learnt.to_json()["subject"] == "rows_of_projects_by_status_for_project"
        # what only the kinds of checks hint at is tried, and no task bears witness to it
        assert [one.subject for one in vague] == ["links_of_an_answer_to_project"] * 2
        assert {one.reason.startswith("tried") for one in store.entries()} == {False}
    # a suite that has changed since is not asked
    manifest = Path(run.run_dir, "manifest.json")
    changed = json.loads(manifest.read_text(encoding="utf-8")) | {"suite": "0" * 64}
    manifest.write_text(json.dumps(changed), encoding="utf-8")
    (proposal,) = conventions(load_run(Path(run.run_dir)), place)
    assert proposal.edit == (
        "nothing to keep: the task has not read the rows that would tell; play the tasks again "
        "with --snapshot full to have it tested"
    )
