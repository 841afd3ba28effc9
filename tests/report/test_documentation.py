"""What the page about reports says is true of the commands."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from agentic_solver.cli.app import load_command
from agentic_solver.cli.catalog import COMMANDS


@pytest.mark.parametrize("name", ["report.md", "troubleshooting.md", "../action.yml"])
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
