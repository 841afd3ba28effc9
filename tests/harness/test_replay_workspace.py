"""Replay: with another workspace than the run's it is refused, with a grown one it is not."""

import json
import shutil
from pathlib import Path

import pytest

from agentic_solver.cli.app import app
from agentic_solver.errors import WorkspaceError
from agentic_solver.harness.replay import replay_run
from agentic_solver.workspace import Workspace
from tests.harness.conftest import TASKS


@pytest.fixture
def copy(place: Workspace, tmp_path: Path) -> Workspace:
    shutil.copytree(place.root, tmp_path / "copy", ignore=shutil.ignore_patterns("__pycache__"))
    return Workspace(tmp_path / "copy")


def met(run_dir: Path, folder: Path, pattern: str) -> Path:
    """The file of ``folder`` for the one wiki that the run met."""
    context = run_dir / "tasks" / TASKS[0] / "context.json"
    sha1 = json.loads(context.read_text("utf-8"))["identity"]["wiki_sha1"]
    [path] = [path for path in folder.glob(pattern) if sha1[:8] in path.name]
    return path


def test_a_changed_policy_is_named(run_dir: Path, copy: Workspace) -> None:
    path = met(run_dir, copy.policy, "wiki_*.py")
    path.write_text(path.read_text("utf-8") + "\n", encoding="utf-8")
    with pytest.raises(WorkspaceError) as caught:
        replay_run(run_dir, copy)
    assert f"(policy/{path.name} has changed): name that one with --workspace" in str(caught.value)


def test_all_that_differs_is_named(run_dir: Path, copy: Workspace) -> None:
    policy, rules = met(run_dir, copy.policy, "wiki_*.py"), met(run_dir, copy.rules, "*.yaml")
    policy.unlink()
    rules.write_text("# other rules\n", encoding="utf-8")
    tool = sorted(copy.tools.glob("*.py"))[0]
    tool.write_text(tool.read_text("utf-8") + "\n", encoding="utf-8")
    differing = (
        f"(policy/{policy.name} is missing, rules/{rules.name} has changed, "
        "tools/*.py have changed)"
    )
    with pytest.raises(WorkspaceError) as caught:
        replay_run(run_dir, copy)
    assert differing in str(caught.value)


def test_rules_of_another_wiki_that_came_later_do_not_matter(
    run_dir: Path, copy: Workspace
) -> None:
    shutil.copy(met(run_dir, copy.policy, "wiki_*.py"), copy.policy / "wiki_01234567.py")
    shutil.copy(met(run_dir, copy.rules, "*.yaml"), copy.rules / "01234567.yaml")
    others = {*copy.rules.glob("*.yaml")} - {met(run_dir, copy.rules, "*.yaml")}
    assert others
    for path in others:
        path.unlink()
    assert replay_run(run_dir, copy).tasks == len(TASKS)


def test_a_policy_that_the_run_did_not_have_for_its_wiki_is_named(
    run_dir: Path, place: Workspace
) -> None:
    path = run_dir / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    name = met(run_dir, place.policy, "wiki_*.py").name
    path.write_text(json.dumps({**manifest, "policy": {}}), encoding="utf-8")
    with pytest.raises(WorkspaceError, match=rf"policy/{name} is new"):
        replay_run(run_dir, place)


def test_a_wiki_that_is_nowhere_is_named(run_dir: Path, copy: Workspace) -> None:
    shutil.rmtree(copy.wiki)
    copy.wiki.mkdir()
    with pytest.raises(
        WorkspaceError, match=r"wiki/[0-9a-f]{8}\.json is missing and .*--workspace"
    ):
        replay_run(run_dir, copy)


def test_the_command_prints_what_it_covered_and_what_it_did_not(
    run_dir: Path, place: Workspace, copy: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    from typer.testing import CliRunner

    def replay(workspace: Workspace) -> tuple[int, str, str]:
        done = CliRunner().invoke(app, ["replay", str(run_dir), "--workspace", str(workspace.root)])
        return done.exit_code, done.stdout, done.stderr

    code, out, _ = replay(place)
    assert (code, out) == (0, "2 tasks, 18 files: identical\n")
    (run_dir / "summary.json").unlink()
    code, out, _ = replay(place)
    assert code == 0
    assert out.splitlines()[1:] == [
        "the run was killed: it has no summary.json whose totals could be checked"
    ]
    met(run_dir, copy.policy, "wiki_*.py").unlink()
    code, out, problem = replay(copy)
    assert (code, out) == (2, "")
    assert problem.count("\n") == 1
    assert "is missing): name that one with --workspace" in problem
    (run_dir / "tasks" / TASKS[0] / "response.json").unlink()
    code, out, problem = replay(place)
    assert (code, out) == (1, "")
    assert problem.count("\n") == 1
