"""What the page about reports says is true of the commands."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from agentic_solver.cli.app import load_command
from agentic_solver.cli.catalog import COMMANDS


@pytest.mark.parametrize("name", ["report.md", "github-workflow.yml"])
def test_every_command_and_option_it_names_exists(repo_root: Path, name: str) -> None:
    text = (repo_root / "docs" / name).read_text(encoding="utf-8")
    uses = re.findall(r"agentic-solver ([a-z]+) ([^`\n#>]*)", text)
    assert len(uses) >= 3
    for word, rest in uses:
        command = load_command(word)
        if COMMANDS[word].is_group:
            command = command.commands[rest.split()[0]]
        known = {option for parameter in command.params for option in parameter.opts}
        assert {part for part in shlex.split(rest) if part.startswith("--")} <= known


@pytest.mark.parametrize(("score", "code"), [(0.95, 0), (0.949, 1), (None, 1)])
def test_the_gate_of_the_workflow_fails_under_its_score(
    repo_root: Path, tmp_path: Path, score: float | None, code: int
) -> None:
    workflow: dict[str, Any] = yaml.safe_load((repo_root / "docs/github-workflow.yml").read_text())
    job = workflow["jobs"]["score"]
    script = job["steps"][-1]["run"].split("EOF'\n")[1].split("EOF")[0]
    (tmp_path / "totals.json").write_text(json.dumps({"score": score}))
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=job["env"], check=False,
        capture_output=True,
    )  # fmt: skip
    assert done.returncode == code, done.stderr


@pytest.mark.parametrize(
    ("line", "expected"),
    [("agentic-solver re", ["replay", "regress", "report"]), ("agentic-solver runs ex", ["export"]),
     ("agentic-solver run --sna", ["--snapshot"])],
)  # fmt: skip
def test_the_shell_completes_commands_and_options(
    repo_root: Path, line: str, expected: list[str]
) -> None:
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}
    done = subprocess.run(
        [sys.executable, "-m", "agentic_solver"], capture_output=True, text=True, check=True,
        env={"_AGENTIC_SOLVER_COMPLETE": "complete_bash", **asked},
        cwd=repo_root,
    )  # fmt: skip
    assert done.stdout.split() == expected
