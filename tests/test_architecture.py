"""The import contracts of pyproject.toml hold, and they say what the architecture says."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest


def contracts(repo_root: Path) -> dict[str, dict[str, Any]]:
    config = tomllib.loads((repo_root / "pyproject.toml").read_text(encoding="utf-8"))
    return {one["name"]: one for one in config["tool"]["importlinter"]["contracts"]}


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts of the checkout in ``folder``."""
    script = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        [script, "--no-cache", "--config", "pyproject.toml"],
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
        timeout=120,
    )


@pytest.mark.requirement("S3-1c")
def test_proposer_and_validator_are_strictly_apart(repo_root: Path) -> None:
    blind = contracts(repo_root)["The proposer is blind: no client, no database, no validator"]
    assert blind["source_modules"] == ["agentic_solver.erc3.propose"]
    assert {
        "agentic_solver.erc3.client",
        "agentic_solver.erc3.snapshot",
        "agentic_solver.erc3.transport",
        "duckdb",
    } <= set(blind["forbidden_modules"])
    mute = contracts(repo_root)["The validator has no model and no experience"]
    assert {
        f"agentic_solver.erc3.{name}"
        for name in ("execute", "finders", "monitor", "policy", "snapshot")
    } == set(mute["source_modules"])
    assert set(mute["forbidden_modules"]) == {
        "agentic_solver.llm",
        "agentic_solver.erc3.experience",
        "anthropic",
        "openai",
    }
    done = lint(repo_root)
    assert done.returncode == 0, done.stdout
    for name in contracts(repo_root):
        assert f"{name} KEPT" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("erc3/propose/routing.py", "agentic_solver.erc3.client"),
        ("erc3/execute/ledger.py", "agentic_solver.llm.model"),
        ("erc3/finders/lookups.py", "agentic_solver.erc3.execute.render"),
        ("erc3/snapshot/source.py", "agentic_solver.erc3.finders.catalog"),
        ("contracts/plan.py", "agentic_solver.core"),
        ("twin/suite.py", "agentic_solver.erc3.wire"),
        ("erc3/wiki.py", "anthropic"),
    ],
)
def test_a_forbidden_import_is_noticed(
    module: str, imported: str, repo_root: Path, tmp_path: Path
) -> None:
    shutil.copy(repo_root / "pyproject.toml", tmp_path)
    shutil.copytree(
        repo_root / "agentic_solver",
        tmp_path / "agentic_solver",
        ignore=shutil.ignore_patterns("__pycache__", "suites", "recordings"),
    )
    with (tmp_path / "agentic_solver" / module).open("a", encoding="utf-8") as source:
        source.write(f"\nimport {imported}\n")
    done = lint(tmp_path)
    assert done.returncode == 1
    assert "BROKEN" in done.stdout
