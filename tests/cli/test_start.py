"""What a command does not import before it needs it: see benchmarks/startup.py for the time."""

import json
import subprocess
import sys
from collections.abc import Iterable

import pytest

from agentic_solver.cli.catalog import COMMANDS

HEAVY = ("anthropic", "httpx2", "numpy", "openai", "pandas", "sqlalchemy", "sqlmodel", "tenacity")
LATE = ("duckdb", "sqlglot", "agentic_solver.erc3.solver")
"""What only a task needs."""
ENGINE = (
    "duckdb",
    "sqlglot",
    "yaml",
    "rich",
    "agentic_solver.erc3",
    "agentic_solver.harness.options",
)
"""What any work needs, and nothing that is refused before it."""
PARTS = {
    "runs": ("list",),
    "experience": ("list",),
    "policy": ("check",),
    "suite": ("check",),
    "twin": ("serve",),
}
"""A sub command of each group."""
SUITE_MISSING = (
    ("run", "nothing-like-it"),
    ("solve", "a sentence", "--suite", "nothing-like-it"),
    ("prompt", "nothing-like-it", "a-task"),
    ("check", "plan.json", "--suite", "nothing-like-it", "--task", "a-task"),
    ("attack", "nothing-like-it"),
    ("acquire", "nothing-like-it"),
    ("policy", "check", "nothing-like-it"),
    ("policy", "report", "nothing-like-it"),
    ("experience", "gate", "patch-1", "nothing-like-it"),
    ("suite", "check", "nothing-like-it"),
    ("twin", "serve", "--suite", "nothing-like-it"),
)
WORKSPACE_MISSING = tuple(
    (*arguments, "--workspace", "/nowhere/at/all")
    for arguments in (
        ("run", "erc3-dev"),
        ("attack", "erc3-dev"),
        ("prompt", "erc3-dev", "a-task"),
        ("acquire", "erc3-dev"),
        ("replay", "a-run"),
        ("audit", "a-run"),
        ("report", "a-run"),
        ("regress", "a-run"),
        ("runs", "list"),
        ("experience", "list"),
        ("compile",),
    )
)
ASKED = """
import json, sys
from agentic_solver.cli.app import main
engine, commands = json.loads(sys.argv[1])
for arguments in commands:
    sys.argv[1:] = arguments
    try:
        main()
    except SystemExit as end:
        imported = [name for name in engine if name in sys.modules]
        print(json.dumps([*arguments, end.code, imported]))
"""


def refused(commands: Iterable[tuple[str, ...]]) -> tuple[list[object], str]:
    """Return each command with its exit code and what it imported of the engine; what was said."""
    given = json.dumps([ENGINE, list(commands)])
    done = subprocess.run(
        [sys.executable, "-c", ASKED, given], capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


@pytest.mark.slow
def test_a_run_begins_without_the_libraries_that_it_may_never_need() -> None:
    asked = (
        "import sys, agentic_solver.cli.playing;"
        f"print([name for name in {HEAVY + LATE} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )  # fmt: skip
    assert done.stdout.strip() == "[]"


def test_every_command_refuses_an_unknown_option_without_the_engine() -> None:
    asked = [(name, *PARTS.get(name, ()), "--no-such-option") for name in COMMANDS]
    found, said = refused(asked)
    assert found == [[*arguments, 2, []] for arguments in asked]
    assert said.count("No such option") == len(asked) - 1  # arithmetic takes it for a number


def test_a_suite_that_is_not_there_is_refused_without_the_engine() -> None:
    found, said = refused(SUITE_MISSING)
    assert found == [[*arguments, 2, []] for arguments in SUITE_MISSING]
    assert said.count("neither a built-in suite") == len(SUITE_MISSING)


def test_a_workspace_that_is_not_there_is_refused_without_the_engine() -> None:
    found, said = refused(WORKSPACE_MISSING)
    assert found == [[*arguments, 2, []] for arguments in WORKSPACE_MISSING]
    assert said.count("there is no folder /nowhere/at/all") == len(WORKSPACE_MISSING)
