"""``init``: an empty folder becomes a workspace."""

from pathlib import Path

from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.workspace import FOLDERS, find_workspace


def test_it_unpacks_a_workspace_and_says_what_to_do_next(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "place"
    result = CliRunner().invoke(app, ["init", str(target)])
    assert result.exit_code == 0, result.output
    assert sorted(path.name for path in target.iterdir()) == sorted(FOLDERS)
    assert find_workspace(target).root == target.resolve()
    assert f"cd {target.resolve()} && agentic-solver run erc3-prod" in result.stdout


def test_the_new_workspace_is_in_order(tmp_path: Path) -> None:
    CliRunner().invoke(app, ["init", str(tmp_path / "w")])
    result = CliRunner().invoke(app, ["compile", "--check", "--workspace", str(tmp_path / "w")])
    assert (result.exit_code, result.stdout) == (0, "policy is up to date\n")


def test_a_folder_that_holds_anything_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep", encoding="utf-8")
    result = CliRunner().invoke(app, ["init", str(tmp_path)])
    assert result.exit_code == 2
    assert result.stderr == f"agentic-solver: {tmp_path} is not empty: nothing was written\n"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = CliRunner().invoke(app, ["init", str(tmp_path / "file" / "below")])
    assert result.exit_code == 2
    assert result.stderr.startswith("agentic-solver: ")
    assert result.stderr.count("\n") == 1
