"""The command ``arithmetic``, as a newcomer meets it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import agentic_solver
from agentic_solver.cli.app import app


@pytest.mark.requirement("S0-2a")
def test_it_prints_the_response_as_json_and_always_the_same() -> None:
    first, second = (CliRunner().invoke(app, ["arithmetic", "ADD", "2", "3"]) for _ in range(2))
    assert first.exit_code == 0
    assert first.stdout == second.stdout
    assert json.loads(first.stdout) == {
        "task": {"op": "ADD", "a": 2, "b": 3},
        "worker_id": "worker_addsub",
        "worker_output": {"result": {"value": 5}, "tool_request": None},
        "critic_decision": {"decision": "ACCEPT", "feedback": None},
        "trace": [
            {"id": "t1", "state": "PLAN", "actor": "planner", "outcome": "worker_addsub"},
            {"id": "t2", "state": "WORK", "actor": "worker_addsub", "outcome": "result"},
            {"id": "t3", "state": "CRITIC", "actor": "critic", "outcome": "ACCEPT"},
            {"id": "t4", "state": "END", "actor": "controller", "outcome": "ACCEPT"},
        ],
    }


@pytest.mark.requirement("S0-2d")
def test_it_needs_no_key_and_no_environment() -> None:
    # Sockets raise, so that an attempt to reach a network would be seen.
    script = (
        "import sys, socket\n"
        "sys.addaudithook(lambda e, a: sys.exit(e) if e.startswith('socket.') else None)\n"
        "from agentic_solver.cli.arithmetic import command\n"
        "command('MUL', '7', '6')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        cwd=Path(agentic_solver.__path__[0]).parent,
        env={},
        timeout=60,
        check=False,
    )
    assert json.loads(done.stdout)["worker_output"]["result"]["value"] == 42, done.stderr


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        (["SUB", "-2", "3"], -5),
        (["MUL", "-7", "-6"], 42),
        (["ADD", "+2", "0003"], 5),
        (["MUL", "9" * 1000, "9" * 1000], int("9" * 1000) ** 2),
    ],
)
def test_it_computes_with_any_integers(arguments: list[str], value: int) -> None:
    result = CliRunner().invoke(app, ["arithmetic", *arguments])
    assert json.loads(result.stdout)["worker_output"]["result"]["value"] == value


@pytest.mark.requirement("S0-3.1a", "S0-12e", "S0-12f")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["DIV", "1", "1"], "'DIV' is not an operation: use ADD, SUB or MUL."),
        (["add", "1", "1"], "'add' is not an operation: use ADD, SUB or MUL."),
        (["ADD", "1.5", "2"], "'1.5' is not an integer of at most 1000 digits."),
        (["ADD", "2", "x"], "'x' is not an integer of at most 1000 digits."),
        (["ADD", "", "2"], "'' is not an integer of at most 1000 digits."),
        (["ADD", "1_000", "2"], "'1_000' is not an integer of at most 1000 digits."),
        (["ADD", "٣", "2"], "'٣' is not an integer of at most 1000 digits."),
        (["ADD", "9" * 5000, "2"], f"'{'9' * 40}' is not an integer of at most 1000 digits."),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(arguments: list[str], sentence: str) -> None:
    result = CliRunner().invoke(app, ["arithmetic", *arguments])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == f"agentic-solver: {sentence}\n"
