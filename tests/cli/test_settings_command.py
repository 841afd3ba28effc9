"""Options from a file of the workspace, ``.env`` and the environment: their order, and refusals."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from agentic_solver.cli.app import app, load_command, module_of
from agentic_solver.cli.catalog import SETTABLE
from agentic_solver.cli.configuring import takes
from agentic_solver.workspace import init_workspace


@pytest.fixture(autouse=True)
def _environment() -> Iterator[None]:
    """What a command takes over from ``.env`` is that of the process: give back what was."""
    before = dict(os.environ)  # noqa: TID251
    yield
    os.environ.clear()  # noqa: TID251
    os.environ.update(before)  # noqa: TID251


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return init_workspace(tmp_path / "place").root


def write(place: Path, file: str = "", env: str = "") -> None:
    (place / "agentic_solver.toml").write_text(file, encoding="utf-8")
    (place / ".env").write_text(env, encoding="utf-8")
    (place / ".env").chmod(0o600)


def call(place: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments, "--workspace", str(place)])


def told(place: Path, *words: str) -> dict[str, tuple[Any, str]]:
    done = call(place, "settings", *words, "--json")
    assert done.exit_code == 0, done.stderr
    found = json.loads(done.stdout)["settings"]
    return {
        f"{one['command']} {one['name']}".strip(): (one["value"], one["origin"]) for one in found
    }


def manifest(place: Path, run: str = "erc3-dev-001") -> dict[str, Any]:
    document: dict[str, Any] = json.loads((place / "runs" / run / "manifest.json").read_text())
    return document


def test_the_nearer_place_wins(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(
        place,
        "[run]\nrounds = 3\nworkers = 2\nwide = 5\ntasks = 'lead-of-project'\n",
        "AGENTIC_SOLVER_RUN_WORKERS=3\nAGENTIC_SOLVER_RUN_WIDE=6\nAGENTIC_SOLVER_RUN_ROUNDS=\n",
    )
    monkeypatch.setenv("AGENTIC_SOLVER_RUN_WIDE", "7")
    monkeypatch.setenv("AGENTIC_SOLVER_RUN_WORKERS", "")
    found = told(place, "run")
    assert found["run rounds"] == (3, f"{place}/agentic_solver.toml, line 2")
    assert found["run workers"] == (3, f"{place}/.env, line 1")
    assert found["run wide"] == (7, "environment: AGENTIC_SOLVER_RUN_WIDE")
    assert found["run steps"] == (30, "default")

    done = call(place, "run", "erc3-dev", "--proposer", "recorded", "--rounds", "4", "-v")
    assert done.exit_code == 0, done.stderr
    assert "wide = 7 (environment: AGENTIC_SOLVER_RUN_WIDE)" in done.stderr
    assert "rounds = " not in done.stderr
    recorded = manifest(place)
    assert (recorded["rounds"], recorded["wide"]) == (4, 7)
    assert recorded["tasks"] == ["lead-of-project"]


def test_a_run_says_what_was_set_beforehand(place: Path) -> None:
    write(place, "[run]\nvary = ['ids', 'order']\nmax_tasks = 1\nproposer = 'recorded'\n")
    done = call(place, "run", "erc3-dev", "--tasks", "lead-of-project")
    assert done.exit_code == 0, done.stderr
    said = "set beforehand: max_tasks = 1, proposer = recorded, vary = ids, order"
    assert f"{said} (`settings` says where)" in done.stderr
    assert "seed 0, varied: ids, order: " in done.stdout
    assert "set beforehand" not in call(place, "run", "erc3-dev", "--tasks", "none-such").stdout


def test_a_switch_that_is_set_can_be_switched_off(place: Path) -> None:
    write(place, "[run]\ndry_run = true\nproposer = 'recorded'\ntasks = 'lead-of-project'\n")
    assert call(place, "run", "erc3-dev").exit_code == 0
    assert call(place, "run", "erc3-dev", "--no-dry-run").exit_code == 0
    asked = [manifest(place, f"erc3-dev-00{number}")["dry_run"] for number in (1, 2)]
    assert asked == [True, False]


def test_a_run_that_goes_on_keeps_its_options(place: Path) -> None:
    arguments = ["--proposer", "recorded", "--tasks", "lead-of-project,role-by-surname"]
    assert call(place, "run", "erc3-dev", *arguments, "--max-tasks", "1").exit_code == 5
    write(place, "[run]\nrounds = 5\nepochs = 3\nvary = ['ids']\nseed = 4\n")
    done = call(place, "run", "--resume", str(place / "runs" / "erc3-dev-001"), "-v")
    assert done.exit_code == 0, done.stderr
    assert "2 of 2 right" in done.stdout
    assert "rounds" not in done.stderr
    assert len(list((place / "runs").glob("*/manifest.json"))) == 1


def test_other_commands_and_lists_and_paths_take_settings(place: Path) -> None:
    write(
        place,
        "[twin.serve]\nport = 0\nguard_log = 'log.jsonl'\n[run]\nvary = ['ids', 'order']\n",
        "AGENTIC_SOLVER_RUN_VARY=ids, dates=+7\nAGENTIC_SOLVER_GUARD_PORT=9\n",
    )
    found = told(place)
    assert found["twin serve port"][0] == 0
    assert found["twin serve guard_log"][0] == "log.jsonl"
    assert found["run vary"][0] == ["ids", "dates=+7"]
    assert found["guard port"] == (9, f"{place}/.env, line 2")
    # The log of a guard that there is none of: the value has reached the command.
    done = call(place, "twin", "serve", "--suite", "erc3-dev")
    assert done.exit_code == 2
    assert "--guard-log: add --guard" in done.stderr


def test_keys_and_shared_settings_reach_a_command_from_the_files(place: Path) -> None:
    write(place, "prices = '3,15'\nmodel = 'claude-there'\n", "ANTHROPIC_API_KEY=sk-canary-0815\n")
    found = told(place)
    assert found["ANTHROPIC_API_KEY"] == ("set", f"{place}/.env, line 1")
    assert found["prices"] == ("3,15", f"{place}/agentic_solver.toml, line 1")
    assert found["model"][0] == "claude-there"
    for name in ("ANTHROPIC_API_KEY", "AGENTIC_SOLVER_PRICES", "AGENTIC_SOLVER_MODEL"):
        os.environ.pop(name, None)  # noqa: TID251
    assert told(place, "run")["run model"] == found["model"]
    os.environ.pop("AGENTIC_SOLVER_MODEL", None)  # noqa: TID251
    os.environ.pop("AGENTIC_SOLVER_PRICES", None)  # noqa: TID251
    # The key makes the live model the proposer, and --max-cost needs prices: a task that does
    # not exist ends the run before the model is asked.
    done = call(place, "run", "erc3-dev", "--max-cost", "1", "--tasks", "no-such-task")
    assert "no-such-task" in done.stderr
    assert "PRICES" not in done.stderr
    assert os.environ["ANTHROPIC_API_KEY"] == "sk-canary-0815"  # noqa: TID251
    assert "canary" not in done.output + call(place, "settings").output


@pytest.mark.parametrize(
    ("file", "env", "said"),
    [
        ("[run]\n\nworkrs = 3\n", "", "line 3: run has no option 'workrs' that can be set; did"),
        ("[run]\nmax-tasks = 3\n", "", "line 2: run has no option 'max-tasks'"),
        ("[run]\nresume = 'runs/x'\n", "", "line 2: run has no option 'resume'"),
        ("[run]\nworkers = 0\n", "", "line 2: workers: input should be greater than or equal to 1"),
        ("[run]\nworkers = true\n", "", "line 2: workers: input should be a valid integer"),
        ("[run]\ntasks = ['a']\n", "", "line 2: tasks: input should be a valid string"),
        ("[run]\neffort = 'vast'\n", "", "line 2: effort is one of low, medium, high, xhigh, max"),
        ("run = 3\n", "", "line 1: run is a table"),
        ("[runs]\nworkers = 1\n", "", "line 1: there is no table or setting 'runs'; did you mean"),
        ("[twin.mcp]\nseed = 1\n", "", "line 1: there is no twin.mcp"),
        ("prices = 'much'\n", "", "line 1: AGENTIC_SOLVER_PRICES is INPUT,OUTPUT"),
        ("prices = 3\n", "", "line 1: prices is a text"),
        ("[run]\nworkers = \n", "", "agentic_solver.toml is no TOML: Invalid value (at line 2"),
        ("[run]\nrounds = 1\nopenai_api_key = 'sk-x'\n", "", "line 3: a key never stands in this"),
        ("[keys.here]\nanthropic = 'sk-x'\n", "", "line 1: a key never stands in this file"),
        ("", "A=1\nAGENTIC_SOLVER_RUN_WORKERS=many\n", ".env, line 2: workers: input should be"),
        ("", "AGENTIC_SOLVER_RUN_WORKER=1\n", ".env, line 1: run has no option 'worker'"),
        ("", "AGENTIC_SOLVER_RUM_WORKERS=1\n", ".env, line 1: there is no AGENTIC_SOLVER_RUM_"),
        ("", "AGENTIC_SOLVER_WORKSPACE=/x\n", ".env, line 1: AGENTIC_SOLVER_WORKSPACE cannot"),
        ("", "# why\n\nA B\n", ".env, line 3: use NAME=VALUE"),
    ],
)
def test_what_does_not_fit_is_one_sentence_with_its_place(
    place: Path, file: str, env: str, said: str
) -> None:
    write(place, file, env)
    for arguments in (["settings"], ["run", "erc3-dev"]):
        done = call(place, *arguments)
        assert done.exit_code == 2, done.output
        assert said in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1
        assert "sk-x" not in done.stderr
    assert not list((place / "runs").glob("*/manifest.json"))


def test_a_variable_without_option_is_refused(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENTIC_SOLVER_RUN_WORKRES", "3")
    done = call(place, "run", "erc3-dev")
    assert done.exit_code == 2
    assert "environment: AGENTIC_SOLVER_RUN_WORKRES: run has no option 'workres'" in done.stderr


def test_keys_that_others_can_read_are_refused(place: Path) -> None:
    write(place, env="MISTRAL_API_KEY=sk-canary\n")
    (place / ".env").chmod(0o644)
    done = call(place, "run", "erc3-dev")
    assert done.exit_code == 2
    assert f"chmod 600 {place}/.env" in done.stderr
    assert "canary" not in done.stderr


def test_a_file_beside_no_workspace_is_named_and_not_read(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "agentic_solver.toml").write_text("[run]\nworkers = 0\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    arguments = ["--proposer", "recorded", "--tasks", "lead-of-project"]
    done = call(place, "run", "erc3-dev", *arguments)
    assert done.exit_code == 0
    assert f"./agentic_solver.toml is not read: the workspace is {place}" in done.stderr


@pytest.mark.parametrize("table", SETTABLE, ids=" ".join)
def test_every_option_can_be_set_but_those_of_one_call(table: tuple[str, ...]) -> None:
    command = load_command(table[0])
    for word in table[1:]:
        command = command.commands[word]
    options = {
        one.name
        for one in command.params
        if one.param_type_name == "option" and "--help" not in one.opts
    }
    of_one_call = {"workspace", "resume", "as_json", "show_map"}
    assert set(takes(command, module_of(table[0]))) == options - of_one_call
    assert "settings" in command.help


def test_a_command_that_takes_none_is_named(place: Path) -> None:
    done = call(place, "settings", "replay")
    assert done.exit_code == 2
    assert "no option of 'replay' can be set; it has 6 commands: run, bench" in done.stderr
