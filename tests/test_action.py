"""What is delivered beside the wheel: the GitHub Action and the container file."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

Step = dict[str, Any]


@pytest.fixture
def action(repo_root: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((repo_root / "action.yml").read_text())
    return loaded


def play(action: dict[str, Any], place: Path, given: dict[str, str]) -> dict[str, int]:
    """Run the steps as the runner does, until one fails; return their exit codes by name."""
    inputs = {name: str(one.get("default", "")) for name, one in action["inputs"].items()} | given
    told: dict[str, str] = {}

    def filled(text: str) -> str:
        for name, value in inputs.items():
            text = text.replace(f"${{{{ inputs.{name} }}}}", value)
        for name, value in told.items():
            text = text.replace(f"${{{{ steps.play.outputs.{name} }}}}", value)
        assert "${{" not in text
        return text

    codes: dict[str, int] = {}
    output = place / "output"
    steps: list[Step] = [one for one in action["runs"]["steps"] if one.get("name") != "Install"]
    for step in steps:
        if "run" not in step or ("inputs.replays" in step.get("if", "") and not inputs["replays"]):
            continue
        path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
        env = {"PATH": path, "HOME": str(place), "GITHUB_OUTPUT": str(output)}
        env |= {name: filled(value) for name, value in step.get("env", {}).items()}
        done = subprocess.run(
            ["bash", "-eo", "pipefail", "-c", step["run"]],
            cwd=place, env=env, check=False, capture_output=True, text=True,
        )  # fmt: skip
        codes[step["name"]] = done.returncode
        if done.returncode:
            assert done.stderr
            break
        if step.get("id") == "play":
            told = dict(line.split("=", 1) for line in output.read_text().splitlines())
    return codes


@pytest.mark.slow
@pytest.mark.parametrize(("at_least", "code"), [("1.0", 0), ("1.1", 1)])
def test_the_action_plays_a_suite_and_fails_under_its_score(
    action: dict[str, Any], tmp_path: Path, at_least: str, code: int
) -> None:
    options = "--proposer recorded --tasks lead-of-project"
    given = {"suite": "erc3-dev", "options": options, "at-least": at_least}
    codes = play(action, tmp_path, given)
    assert codes == {"Play": 0, "Make the page": 0, "Is the score high enough?": code}
    assert (tmp_path / "report.html").stat().st_size > 10_000


def test_the_action_fails_where_nothing_can_be_played(
    action: dict[str, Any], tmp_path: Path
) -> None:
    assert play(action, tmp_path, {"suite": "erc3-devv"}) == {"Play": 2}


def test_the_example_workflow_gives_the_action_what_it_takes(
    repo_root: Path, action: dict[str, Any]
) -> None:
    workflow = yaml.safe_load((repo_root / "docs/github-workflow.yml").read_text())
    (step,) = (
        one for one in workflow["jobs"]["score"]["steps"] if one["uses"] == "./agentic_solver"
    )
    assert step["with"].keys() <= action["inputs"].keys()
    assert {name for name, one in action["inputs"].items() if one.get("required")} <= set(
        step["with"]
    )


def test_the_container_starts_the_command_with_a_python_that_is_supported(repo_root: Path) -> None:
    text = (repo_root / "Containerfile").read_text()
    project = tomllib.loads((repo_root / "pyproject.toml").read_text())["project"]
    (python,) = re.findall(r"^FROM python:([\d.]+)-slim$", text, re.MULTILINE)
    (command,) = re.findall(r'^ENTRYPOINT \["([\w-]+)"\]$', text, re.MULTILINE)
    assert f"Programming Language :: Python :: {python}" in project["classifiers"]
    assert command in project["scripts"]
