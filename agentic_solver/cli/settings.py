"""``agentic-solver settings``: what is set, and where."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from agentic_solver.cli.catalog import SETTABLE
from agentic_solver.cli.configuring import (
    SHARED,
    export_files,
    files_of,
    settings_of,
    shared_settings,
    takes,
)
from agentic_solver.contracts.wording import instead
from agentic_solver.errors import UsageError
from agentic_solver.settings import KEYS, read_environment, read_variables
from agentic_solver.workspace import Workspace, find_workspace

if TYPE_CHECKING:
    from agentic_solver.cli.setting_files import SettingFiles

__all__ = ["command"]

_DEFAULT = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """One option, or one variable."""

    command: str
    """Words of the command; empty where all commands heed it."""
    name: str
    value: Any
    origin: str


def command(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[COMMAND]...",
            help="A command, such as run or twin serve: all its options, with their defaults.",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
    workspace: Annotated[Path | None, typer.Option(help="Workspace folder.")] = None,
) -> None:
    """Print the options that the workspace or the environment sets, and where each is."""
    asked = tuple(words or ())
    known = [" ".join(table) for table in SETTABLE]
    if asked and asked not in SETTABLE:
        name = " ".join(asked)
        raise UsageError(f"no option of {name!r} can be set; {instead(name, known, 'command')}")
    place = find_workspace(workspace, read_environment().workspace)
    files = files_of(place)
    rows = [row for table in SETTABLE for row in _options(table, files)]
    rows = [
        row
        for row in rows
        if (row.origin != _DEFAULT if not asked else row.command == " ".join(asked))
    ]
    shared = _variables(files)
    rows = [*shared, *rows] if not asked else [_with_shared(row, shared) for row in rows]
    if as_json:
        _print_json(rows, place)
    else:
        _print(rows, place, asked)


def _options(table: tuple[str, ...], files: SettingFiles) -> list[_Row]:
    # The group of commands imports this module.
    from agentic_solver.cli.app import load_command, module_of

    found = load_command(table[0])
    for word in table[1:]:
        found = found.commands[word]
    options = takes(found, module_of(table[0]))
    given = settings_of(table, options, files)
    defaults = {parameter.name: parameter.default for parameter in found.params}
    rows = []
    for parameter, (name, _taken) in options.items():
        setting = given.get(parameter)
        value = defaults[parameter] if setting is None else setting.value
        origin = _DEFAULT if setting is None else setting.origin
        rows.append(_Row(command=" ".join(table), name=name, value=value, origin=origin))
    return rows


def _with_shared(row: _Row, shared: Sequence[_Row]) -> _Row:
    """Return a row with what holds for all commands, where the command itself has nothing."""
    if row.origin != _DEFAULT or row.name not in SHARED:
        return row
    found = next((one for one in shared if one.name == row.name), None)
    return row if found is None else replace(row, value=found.value, origin=found.origin)


def _variables(files: SettingFiles) -> list[_Row]:
    """Return what all commands heed; a key is set or not, and never shown."""
    environ = {name: value for name, value in read_variables().items() if value.strip()}
    shared = shared_settings(files)
    export_files(files)
    settings = read_environment()
    keys = {
        "ANTHROPIC_API_KEY": settings.anthropic_api_key,
        "ERC3_API_KEY": settings.erc3_api_key,
        "OPENAI_API_KEY": settings.openai_api_key,
    }

    def origin(variable: str, name: str) -> str:
        if variable in environ:
            return f"environment: {variable}"
        if variable in files.variables:
            return files.env_place(variable)
        if variable in shared:
            return files.place(name)
        return "the file of AGENTIC_SOLVER_KEY_FILE"

    said = {**shared, **files.variables, **environ}
    rows = [
        _Row(command="", name=name, value=said[variable], origin=origin(variable, name))
        for name in SHARED
        if (variable := f"AGENTIC_SOLVER_{name.upper()}") in said
    ]
    rows += [
        _Row(command="", name=name, value="set", origin=origin(name, name))
        for name in KEYS
        if keys[name]
    ]
    return rows


def _print(rows: Sequence[_Row], place: Workspace, asked: tuple[str, ...]) -> None:
    kind = "the packaged template, which sets nothing" if place.readonly else "workspace"
    print(f"{place.root}: {kind}")
    lines = [(f"{row.command} {row.name}".strip(), _shown(row.value), row.origin) for row in rows]
    widths = [max((len(line[column]) for line in lines), default=0) for column in (0, 1)]
    for name, value, origin in lines:
        print(f"  {name:{widths[0]}}  {value:{widths[1]}}  {origin}".rstrip())
    if not asked:
        named = ", ".join(" ".join(table) for table in SETTABLE)
        print(f"the rest is at its default: `settings COMMAND` lists it, of {named}")


def _shown(value: Any) -> str:
    if value is None or value == "":
        return "-"
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _print_json(rows: Sequence[_Row], place: Workspace) -> None:
    document = {
        "workspace": str(place.root),
        "settings": [
            {
                "command": row.command,
                "name": row.name,
                "value": str(row.value) if isinstance(row.value, Path) else row.value,
                "origin": row.origin,
            }
            for row in rows
        ],
    }
    print(json.dumps(document, ensure_ascii=False, indent=1))
