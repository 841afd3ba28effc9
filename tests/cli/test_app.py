"""The command line as a whole: help, version, start-up, wrong words."""

import json
import resource
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver import __version__
from agentic_solver.cli.app import app
from agentic_solver.cli.catalog import COMMANDS

RUNNER = CliRunner()


def python(
    *arguments: str, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run this interpreter as a user would."""
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        env=env,
        timeout=120,
        check=False,
    )


def test_help_names_every_command_with_its_whole_line() -> None:
    result = RUNNER.invoke(app, ["--help"])
    assert result.exit_code == 0
    shown = " ".join(result.stdout.split())
    for name, entry in COMMANDS.items():
        assert f"{name} {entry.help}" in shown


def test_help_takes_less_than_half_a_second_of_cpu() -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert python("-m", "agentic_solver", "--help").returncode == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime) < 0.5


def test_help_imports_no_command_and_no_heavy_library() -> None:
    script = (
        "import sys\n"
        "from agentic_solver.cli.app import app\n"
        "from typer.testing import CliRunner\n"
        "assert CliRunner().invoke(app, ['--help']).exit_code == 0\n"
        "print(*sorted(sys.modules))\n"
    )
    loaded = python("-c", script).stdout.split()
    ours = {name for name in loaded if name.startswith("agentic_solver.cli.")}
    assert ours == {
        f"agentic_solver.cli.{part}" for part in ("app", "boundary", "catalog", "grouped")
    }
    assert not {"anthropic", "duckdb", "httpx2", "pandas", "rich", "sqlglot", "sqlmodel"} & {
        name.partition(".")[0] for name in loaded
    }


@pytest.mark.parametrize("arguments", [("-m", "agentic_solver"), ("-I", "-m", "agentic_solver")])
def test_the_module_answers_from_any_folder(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = python(*arguments, "--version", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"agentic-solver {__version__}\n")


def test_the_console_script_answers(tmp_path: Path) -> None:
    script = Path(sys.executable).with_name("agentic-solver")
    done = subprocess.run(
        [script, "--version"], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (done.returncode, done.stdout) == (0, f"agentic-solver {__version__}\n")


def test_no_word_at_all_shows_the_help() -> None:
    result = RUNNER.invoke(app, [])
    assert "Usage: " in result.output
    assert "arithmetic" in result.output


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["arithmetik"], "'arithmetic'"),
        (["--verbos"], "--verbos"),
        (["init"], "dir"),
        (["arithmetic", "ADD", "2", "3", "4"], "4"),
    ],
)
def test_wrong_words_are_named_and_end_with_two(words: list[str], hint: str) -> None:
    result = RUNNER.invoke(app, words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert hint in result.stderr.lower()
    assert "Traceback" not in result.stderr


def test_negative_numbers_are_arguments() -> None:
    result = RUNNER.invoke(app, ["arithmetic", "MUL", "-2", "-30"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["worker_output"]["result"]["value"] == 60


def test_a_terminal_without_the_letters_shows_their_codes(tmp_path: Path) -> None:
    environment = {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "ascii"}
    done = python("-m", "agentic_solver", "init", "größe", cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr
    assert "gr\\xf6\\xdfe" in done.stdout
    assert (tmp_path / "größe" / "policy").is_dir()


def test_a_closed_pipe_is_no_fault() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "agentic_solver", "arithmetic", "ADD", "2", "3"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert "Traceback" not in process.stderr.read()
        process.wait(timeout=60)
