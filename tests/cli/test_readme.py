"""The README, and the page about running, say what is true of the application."""

import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver import errors
from agentic_solver.cli.app import app, load_command
from agentic_solver.cli.boundary import INTERRUPTED, UNEXPECTED
from agentic_solver.cli.catalog import COMMANDS
from agentic_solver.twin.suite import builtin_suites


@pytest.fixture(scope="module")
def readme(repo_root: Path) -> str:
    return (repo_root / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def running(repo_root: Path) -> str:
    return (repo_root / "docs" / "running.md").read_text(encoding="utf-8")


def test_the_readme_is_short(readme: str) -> None:
    assert readme.count("\n") < 150


def test_the_table_lists_every_command_with_its_line(readme: str) -> None:
    listed = dict(re.findall(r"^\| `([a-z]+)` \| (.+) \|$", readme, re.MULTILINE))
    assert listed == {name: entry.help for name, entry in COMMANDS.items()}


def test_every_command_and_option_of_an_example_exists(repo_root: Path) -> None:
    pages = [repo_root / "README.md", *(repo_root / "docs").glob("*.md")]
    text = "\n".join(page.read_text("utf-8") for page in pages).replace("\\\n", " ")
    uses = re.findall(r"agentic-solver ([a-z]+)\b([^`\n#>|]*)", text)
    assert {name for name, _ in uses} >= {"run", "replay", "check", "acquire", "twin", "guard"}
    for name, rest in uses:
        assert name in COMMANDS, name
        command = load_command(name)
        if COMMANDS[name].is_group:
            word, _, rest = rest.strip().partition(" ")
            command = command.commands[word]
        known = {option for parameter in command.params for option in parameter.opts}
        assert set(re.findall(r"--[a-z-]+", rest)) <= known, name


def test_the_tasks_of_the_examples_exist(readme: str, running: str) -> None:
    lines = (builtin_suites()["erc3-dev"] / "tasks.jsonl").read_text(encoding="utf-8").splitlines()
    known = {json.loads(line)["id"] for line in lines}
    named = {
        task
        for list_ in re.findall(r"--tasks? ([a-z0-9,-]+)", readme + running)
        for task in list_.split(",")
    }
    assert named
    assert named <= known


def test_the_example_plan_is_accepted(
    running: str, repo_root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repo_root)
    line = re.search(r"^agentic-solver (check .*)$", running, re.MULTILINE)
    assert line is not None
    result = CliRunner().invoke(app, [*shlex.split(line[1]), "--json"])
    assert result.exit_code == 0, result.output
    decision = json.loads(result.stdout)
    assert (decision["verdict"], decision["response"]["outcome"]) == ("accept", "ok_answer")


def test_there_are_exactly_two_set_up_commands(readme: str) -> None:
    section = readme.split("## Set up", 1)[1].split("\n## ", 1)[0]
    block = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    assert [[line.split("#")[0].strip() for line in text.splitlines()] for text in block] == [
        ["make run", "make test"]
    ]


def test_every_exit_code_is_documented(running: str) -> None:
    section = running.split("## Exit codes", 1)[1].split("\n## ", 1)[0]
    documented = {int(code) for code in re.findall(r"^\| (\d+) \|", section, re.MULTILINE)}
    classes = [
        value
        for value in vars(errors).values()
        if isinstance(value, type) and issubclass(value, errors.AgenticSolverError)
    ]
    assert documented == {0, INTERRUPTED, UNEXPECTED} | {kind.exit_code for kind in classes}


def test_every_variable_is_documented(running: str, repo_root: Path) -> None:
    settings = (repo_root / "agentic_solver" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'text\("([A-Z0-9_]+)"', settings))
    section = running.split("## The workspace", 1)[1].split("\n## ", 1)[0]
    assert read <= set(re.findall(r"`([A-Z0-9_]+)`", section))


def test_the_make_targets_it_names_exist(readme: str, repo_root: Path) -> None:
    makefile = (repo_root / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    page = (repo_root / "docs" / "development.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`?make ([a-z]+)", readme + re.sub(r"`make` lists.*?\. ", "", page)))
    assert {"run", "test", "check"} <= named <= targets


def test_ci_runs_the_checks_and_the_test_command(repo_root: Path) -> None:
    script = repo_root / ".ci" / "run"
    lines = script.read_text(encoding="utf-8").splitlines()
    assert "export HYPOTHESIS_PROFILE=ci" in lines
    assert [line for line in lines if line.startswith("make ")] == [
        "make static smoke", "make test COVERAGE=1", "make test-slow COVERAGE=1", "make floor",
    ]  # fmt: skip
    assert script.stat().st_mode & 0o111
