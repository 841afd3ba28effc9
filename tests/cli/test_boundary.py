"""Every fault ends as one sentence and the documented exit code."""

import sys
from types import ModuleType

import pytest
import typer
from typer.testing import CliRunner

from agentic_solver import errors
from agentic_solver.cli.app import app
from agentic_solver.cli.boundary import INTERRUPTED, UNEXPECTED, error_boundary

FAULTS = (
    (errors.UsageError("there is no benchmark 'x'"), 2),
    (errors.SuiteError("tasks.jsonl, line 3: no task"), 2),
    (errors.WorkspaceError("runs cannot be written"), 2),
    (errors.SettingsError("set ERC3_API_KEY"), 2),
    (errors.TransportError("connection refused"), 3),
    (errors.LostAnswerError("the process ended"), 3),
    (errors.LimitReachedError("the limit of 3 tasks is reached"), 5),
    (errors.AgentError("the agent made no call"), 4),
    (errors.ApiError(500, "broken"), 3),
    (errors.ModelReplyError("not JSON"), 4),
    (errors.OwnFunctionError("my.propose raised"), 4),
    (errors.ModelUnavailableError("no recording"), 4),
    (errors.ModelAccessError("invalid x-api-key"), 4),
    (errors.NoRecordingError("request 1a2b has no recording"), 4),
    (errors.ReplayError("first difference at byte 12"), 1),
    (errors.BrokenRunError("no tasks folder"), 2),
    (errors.ContractError("a step without a guard"), 70),
)


def failing(fault: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a command in the place of ``init`` that raises ``fault``."""

    def command() -> None:
        raise fault

    module = ModuleType("agentic_solver.cli.init")
    module.__dict__["command"] = command
    monkeypatch.setitem(sys.modules, module.__name__, module)


@pytest.mark.parametrize(("fault", "code"), FAULTS, ids=lambda value: type(value).__name__)
def test_a_fault_is_one_sentence_and_its_code(
    fault: errors.AgenticSolverError, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(fault, monkeypatch)
    result = CliRunner().invoke(app, ["init"])
    assert result.exit_code == code == fault.exit_code
    assert result.stdout == ""
    assert result.stderr == f"agentic-solver: {fault}\n"


def test_every_class_of_the_tree_is_covered() -> None:
    pending: list[type[errors.AgenticSolverError]] = [errors.AgenticSolverError]
    leaves = set()
    while pending:
        kind = pending.pop()
        below = [sub for sub in kind.__subclasses__() if sub.__module__ == errors.__name__]
        pending += below
        if not below:
            leaves.add(kind)
    assert leaves <= {type(fault) for fault, _ in FAULTS}


def test_a_fault_of_several_lines_becomes_one(monkeypatch: pytest.MonkeyPatch) -> None:
    failing(errors.UsageError("first\n  second"), monkeypatch)
    assert CliRunner().invoke(app, ["init"]).stderr == "agentic-solver: first second\n"


def test_an_interrupt_is_one_sentence_and_130(monkeypatch: pytest.MonkeyPatch) -> None:
    failing(KeyboardInterrupt(), monkeypatch)
    result = CliRunner().invoke(app, ["init"])
    assert (result.exit_code, result.stderr) == (INTERRUPTED, "agentic-solver: interrupted.\n")
    assert INTERRUPTED == 130


@pytest.mark.parametrize("fault", [ZeroDivisionError("by zero."), KeyError()], ids=type)
def test_a_surprise_names_its_kind_and_asks_for_a_report(
    fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(fault, monkeypatch)
    result = CliRunner().invoke(app, ["init"])
    assert result.exit_code == UNEXPECTED == 70
    assert result.stderr.count("\n") == 1
    assert type(fault).__name__ in result.stderr
    assert "report it" in result.stderr


@pytest.mark.parametrize("fault", [ZeroDivisionError("by zero"), errors.UsageError("no")])
def test_only_debug_shows_the_traceback(fault: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(fault, monkeypatch)
    assert "Traceback" not in CliRunner().invoke(app, ["init"]).stderr
    shown = CliRunner().invoke(app, ["--debug", "init"]).stderr
    assert "Traceback (most recent call last)" in shown
    assert shown.splitlines()[-1].startswith("agentic-solver: ")


def test_what_the_command_line_raises_passes() -> None:
    with pytest.raises(typer.Exit) as ended, error_boundary(debug=False):
        raise typer.Exit(9)
    assert ended.value.exit_code == 9
    with pytest.raises(BrokenPipeError), error_boundary(debug=False):
        raise BrokenPipeError
