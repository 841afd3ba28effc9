"""Options that a workspace sets: which there are, and how they reach a command.

The order is: command line, environment, ``.env``, file, default. What a command takes is read from
its signature; there is no second list of options. Files and pydantic-settings are only looked at
where something is set.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType, UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin, get_type_hints

import typer

from agentic_solver.cli.catalog import SETTABLE
from agentic_solver.contracts.wording import instead
from agentic_solver.errors import SettingsError
from agentic_solver.settings import (
    OWN,
    export_missing,
    load_settings,
    read_environment,
    read_variables,
)
from agentic_solver.workspace import ENV_FILE, FILE, Workspace, find_workspace

if TYPE_CHECKING:
    from agentic_solver.cli.setting_files import SettingFiles
    from agentic_solver.cli.setting_sources import Setting, Taken

__all__ = [
    "SHARED",
    "attach",
    "export_files",
    "files_of",
    "set_here",
    "settings_of",
    "shared_settings",
    "takes",
]

SHARED = ("model", "prices")
"""What stands above the tables: the default model of all commands, and its prices."""
_OF_ONE_CALL = frozenset({"workspace", "resume", "json", "map"})
"""Options that concern one call: the settings belong to the workspace, whoever calls."""
_META = "agentic_solver.settings"


def attach(command: Any, table: tuple[str, ...], module: ModuleType) -> None:
    """Have a command heed the settings of its workspace, once its ``--workspace`` is known.

    Every command gets the variables of ``.env``; those of :data:`SETTABLE` their options, too.
    """
    for parameter in command.params:
        if parameter.name != "workspace":
            continue

        def configure(ctx: Any, _parameter: Any, value: Path | None) -> Path | None:
            if not ctx.resilient_parsing:
                _configure(ctx, value, table, module)
            return value

        parameter.is_eager = True
        parameter.callback = configure


def set_here(ctx: typer.Context) -> Mapping[str, Setting]:
    """Return what settings gave to the command that runs, by parameter."""
    given: dict[str, Setting] = ctx.meta.get(_META, {})
    return {
        name: setting
        for name, setting in given.items()
        if (source := ctx.get_parameter_source(name)) is not None and source.name == "DEFAULT_MAP"
    }


def takes(command: Any, module: ModuleType) -> dict[str, tuple[str, Taken]]:
    """Return the options of a command that can be set: by parameter, its name and what it takes."""
    from agentic_solver.cli.setting_sources import Taken

    function = inspect.unwrap(command.callback)
    hints = get_type_hints(function, include_extras=True)
    words: Mapping[str, tuple[str, ...]] = getattr(module, "WORDS", {})
    found = {}
    for parameter in command.params:
        if parameter.param_type_name != "option" or parameter.name not in hints:
            continue
        written = next(word for word in parameter.opts if word.startswith("--"))
        name = written.removeprefix("--").replace("-", "_")
        if name in _OF_ONE_CALL:
            continue
        kind, *marks = get_args(hints[parameter.name])
        limits = next(mark for mark in marks if hasattr(mark, "min"))
        taken = Taken(
            kind=_without_none(kind),
            least=limits.min,
            most=limits.max,
            words=tuple(words.get(parameter.name, ())),
        )
        found[parameter.name] = name, taken
    return found


def files_of(place: Workspace) -> SettingFiles:
    """Return what both files of a workspace say; the packaged template has none.

    Raises:
        SettingsError: a file is broken, or names what there is not.
    """
    from agentic_solver.cli.setting_files import SettingFiles, read_setting_files

    if place.readonly:
        return SettingFiles(folder=place.root, document={}, text="", variables={}, lines={})
    files = read_setting_files(place.root)
    _refuse_unknown_tables(files)
    _refuse_unknown_variables(files)
    return files


def settings_of(
    table: tuple[str, ...], options: Mapping[str, tuple[str, Taken]], files: SettingFiles
) -> dict[str, Setting]:
    """Return the settings of a command by parameter.

    Raises:
        SettingsError: an option that the command does not have, or a value that does not fit.
    """
    from agentic_solver.cli.setting_sources import read_settings

    named = dict(options.values())
    given = read_settings(table, named, files, read_variables())
    return {
        parameter: given[name] for parameter, (name, _taken) in options.items() if name in given
    }


def shared_settings(files: SettingFiles) -> dict[str, str]:
    """Return what stands above the tables of the file, by the variable that means the same.

    Raises:
        SettingsError: a value that does not fit.
    """
    found = {}
    for name in SHARED:
        value = files.document.get(name, "")
        variable = f"AGENTIC_SOLVER_{name.upper()}"
        if not isinstance(value, str):
            raise SettingsError(f"{files.place(name)}: {name} is a text: write it in quotes")
        try:
            load_settings({variable: value})
        except SettingsError as error:
            raise SettingsError(f"{files.place(name)}: {error}") from error
        if value.strip():
            found[variable] = value
    return found


def export_files(files: SettingFiles) -> None:
    """Complete the environment of this process and its children by what the files say."""
    shared = shared_settings(files)
    export_missing(files.variables)
    export_missing(shared)


def _configure(ctx: Any, option: Path | None, table: tuple[str, ...], module: ModuleType) -> None:
    place = find_workspace(option, read_environment().workspace)
    _note_unread(place)
    if not _is_set(place, table):
        return
    files = files_of(place)
    if table in SETTABLE:
        given = settings_of(table, takes(ctx.command, module), files)
        ctx.meta[_META] = given
        ctx.default_map = {name: setting.value for name, setting in given.items()}
    export_files(files)


def _is_set(place: Workspace, table: tuple[str, ...]) -> bool:
    """Whether there is anything to read: pydantic-settings takes a tenth of a second to import."""
    if not place.readonly and any((place.root / name).exists() for name in (FILE, ENV_FILE)):
        return True
    prefix = "_".join(("AGENTIC_SOLVER", *table, "")).upper()
    return table in SETTABLE and any(name.startswith(prefix) for name in read_variables())


def _note_unread(place: Workspace) -> None:
    here = Path.cwd() / FILE
    if here.exists() and (place.readonly or here.parent.resolve() != place.root.resolve()):
        why = "this folder is no workspace" if place.readonly else f"the workspace is {place.root}"
        typer.echo(f"./{FILE} is not read: {why}", err=True)


def _refuse_unknown_tables(files: SettingFiles) -> None:
    known = [*SHARED, *dict.fromkeys(table[0] for table in SETTABLE)]
    for name, value in files.document.items():
        if name not in known:
            raise SettingsError(
                f"{files.place(name)}: there is no table or setting {name!r}; "
                f"{instead(name, known, 'name')}"
            )
        inner = [table[1] for table in SETTABLE if table[0] == name and len(table) > 1]
        for word in value if inner and isinstance(value, dict) else ():
            if word not in inner:
                raise SettingsError(
                    f"{files.place(name, word)}: there is no {name}.{word}; "
                    f"{instead(word, inner, 'table')}"
                )


def _refuse_unknown_variables(files: SettingFiles) -> None:
    prefixes = tuple("_".join(("AGENTIC_SOLVER", *table, "")).upper() for table in SETTABLE)
    for name in files.variables:
        if name == "AGENTIC_SOLVER_WORKSPACE":
            raise SettingsError(
                f"{files.env_place(name)}: {name} cannot stand here: this file belongs to a "
                "workspace, and is read once that is known"
            )
        if name.startswith("AGENTIC_SOLVER_") and name not in OWN and not name.startswith(prefixes):
            raise SettingsError(
                f"{files.env_place(name)}: there is no {name}; {instead(name, OWN, 'variable')}"
            )


def _without_none(kind: Any) -> Any:
    if get_origin(kind) in (Union, UnionType):
        return next(part for part in get_args(kind) if part is not type(None))
    return kind
