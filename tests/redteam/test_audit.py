"""The audit of runs: silent about a sound policy, loud about a weakened one."""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.llm.model import Model
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.redteam.audit import audit_run
from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import play

ASKED = "peer-salary-refused"


def _play(workspace: Workspace, tasks: tuple[str, ...], model: Model | None = None) -> Path:
    return Path(play(workspace, tasks, model=model).run_dir)


@pytest.fixture
def place(tmp_path: Path) -> Workspace:
    init_workspace(tmp_path / "place")
    return Workspace(tmp_path / "place")


def _telling() -> ScriptedModel:
    """A model that asks for the sum of all salaries."""
    reply = {
        "interpretation": {"reading": "", "entities": [], "dates": [], "wants_change": False},
        "facts": [{"id": "f", "sql": "SELECT sum(salary) AS v FROM employees"}],
        "writes": [],
        "cases": [
            {"when": "", "outcome": "ok_answer", "message": "{f.v}", "links": [],
             "apply_writes": False}
        ],
        "exact_message": [], "rules": [],
    }  # fmt: skip
    return ScriptedModel(lambda _request: json.dumps(reply))


def _weaken(workspace: Workspace) -> None:
    """Let the compiled policy, not the rules, open salaries to everybody who is signed in."""
    narrow = 'callers(roles=("hr", "director")), to=("read",), of=("employees.salary'
    found = 0
    for path in workspace.policy.glob("wiki_*.py"):
        text = path.read_text(encoding="utf-8")
        found += narrow in text
        wide = narrow.replace('roles=("hr", "director")', "public=False")
        path.write_text(text.replace(narrow, wide), encoding="utf-8")
    assert found


@pytest.mark.slow
@pytest.mark.requirement("S3-8b")
def test_recorded_plans_tell_nothing_of_hidden_values(place: Workspace) -> None:
    tasks = (ASKED, "lead-of-project", "update-own-skills", "log-in-house-hours")
    report = audit_run(_play(place, tasks), place)
    assert report.holds
    assert report.untold == ()
    assert {ASKED, "update-own-skills"} <= set(report.audited)
    assert {*report.audited, *report.open} == set(tasks)


def test_a_refusal_under_the_sound_policy_passes(place: Workspace) -> None:
    run_dir = _play(place, (ASKED,), _telling())
    response = json.loads((run_dir / "tasks" / ASKED / "response.json").read_text())
    assert response["outcome"] == "denied_security"
    assert audit_run(run_dir, place).holds


def test_an_answer_under_a_weakened_policy_is_found(place: Workspace) -> None:
    _weaken(place)
    run_dir = _play(place, (ASKED,), _telling())
    response = json.loads((run_dir / "tasks" / ASKED / "response.json").read_text())
    assert response["outcome"] == "ok_answer"
    report = audit_run(run_dir, place)
    assert [item.task for item in report.differences] == [ASKED]
    result = CliRunner().invoke(app, ["audit", str(run_dir), "--workspace", str(place.root)])
    assert result.exit_code == 1
    assert "1 judged, 0 not: 1 with another answer" in result.stdout


def test_evidence_that_has_changed_is_not_audited(place: Workspace) -> None:
    run_dir = _play(place, (ASKED,), _telling())
    (run_dir / "tasks" / ASKED / "response.json").write_text("[]")
    result = CliRunner().invoke(app, ["audit", str(run_dir), "--workspace", str(place.root)])
    assert result.exit_code == 2
    assert "response.json has changed since the task finished" in result.stderr


def test_an_audit_that_judged_nothing_says_so(place: Workspace) -> None:
    run_dir = _play(place, ("visitor-date",))
    result = CliRunner().invoke(app, ["audit", str(run_dir), "--workspace", str(place.root)])
    assert result.exit_code == 0, result.output
    assert "nothing was judged" in result.stdout


def test_a_folder_that_is_no_run_is_one_sentence(tmp_path: Path, place: Workspace) -> None:
    result = CliRunner().invoke(app, ["audit", str(tmp_path), "--workspace", str(place.root)])
    assert result.exit_code == 2
    shutil.rmtree(place.root)
