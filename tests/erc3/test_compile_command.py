"""``agentic-solver compile``: writes what drifted, and only says so with --check."""

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from agentic_solver.cli.compile import command
from agentic_solver.contracts.rule import RuleSet
from agentic_solver.erc3.policy import policy_name
from agentic_solver.erc3.rules import save_rules
from agentic_solver.errors import WorkspaceError
from agentic_solver.workspace import FOLDERS

SHA1 = "ab" * 20


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer()
    made.command()(command)
    return made


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in FOLDERS:
        (tmp_path / name).mkdir()
    save_rules(tmp_path / "rules", RuleSet(wiki_sha1=SHA1, source="authored", rules=()))
    return tmp_path


def test_check_names_the_drifted_file_and_writes_nothing(app: typer.Typer, root: Path) -> None:
    target = root / "policy" / policy_name(SHA1)
    run = CliRunner()
    checked = run.invoke(app, ["--check", "--workspace", str(root)])
    assert checked.exit_code == 1
    assert str(target) in checked.output
    assert not target.exists()
    written = run.invoke(app, ["--workspace", str(root)])
    assert written.exit_code == 0
    assert f"wrote {target}" in written.output
    again = run.invoke(app, ["--check", "--workspace", str(root)])
    assert again.exit_code == 0
    assert "up to date" in again.output


def test_a_broken_rule_file_is_a_fault(app: typer.Typer, root: Path) -> None:
    (root / "rules" / "broken.yaml").write_text("[", encoding="utf-8")
    result = CliRunner().invoke(app, ["--workspace", str(root)])
    assert isinstance(result.exception, WorkspaceError)
    assert "broken.yaml" in str(result.exception)
