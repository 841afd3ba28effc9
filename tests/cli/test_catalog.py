"""The table of commands says what the commands themselves say."""

import importlib
from typing import Any

import pytest

from agentic_solver.cli.app import load_command
from agentic_solver.cli.catalog import COMMANDS


def module_of(name: str) -> Any:
    return importlib.import_module(f"agentic_solver.cli.{name}")


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_line_of_help_is_the_one_of_the_command(name: str) -> None:
    command = load_command(name)
    assert command.help.strip().splitlines()[0] == COMMANDS[name].help
    assert command.name == name


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_module_exports_its_command_and_nothing_else(name: str) -> None:
    expected = "app" if COMMANDS[name].is_group else "command"
    assert module_of(name).__all__ == [expected]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_argument_and_option_has_help(name: str) -> None:
    command = load_command(name)
    commands = command.commands.values() if COMMANDS[name].is_group else [command]
    undocumented = [
        f"{one.name} {parameter.name}"
        for one in commands
        for parameter in one.params
        if parameter.name != "help" and not getattr(parameter, "help", None)
    ]
    assert undocumented == []
