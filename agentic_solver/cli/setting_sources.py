"""Options of a command from the environment, ``.env`` and the file of a workspace.

pydantic-settings reads, merges and checks them; what is added here is where each one stands, and
one clear sentence for what does not fit.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, TypeAdapter, ValidationError, create_model
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from agentic_solver.cli.setting_files import SettingFiles
from agentic_solver.contracts.wording import instead
from agentic_solver.errors import SettingsError

__all__ = ["PREFIX", "Setting", "Taken", "read_settings", "variable_prefix"]

PREFIX = "AGENTIC_SOLVER_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A value that was set, and where it stands."""

    value: Any
    origin: str
    """The variable of the environment, or a file with its line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """An option that a setting may give."""

    kind: Any
    """Its type: ``int``, ``float``, ``bool``, ``str``, ``Path`` or ``list[str]``."""
    least: float | None = None
    most: float | None = None
    words: tuple[str, ...] = ()
    """All that it may be, where that is a closed list."""


def variable_prefix(table: tuple[str, ...]) -> str:
    """Return what the variables of a command begin with."""
    return f"{PREFIX}{'_'.join(table)}_".upper()


def read_settings(
    table: tuple[str, ...],
    options: Mapping[str, Taken],
    files: SettingFiles,
    environ: Mapping[str, str],
) -> dict[str, Setting]:
    """Return the settings of a command; the environment wins over ``.env``, and that over the file.

    Args:
        table: words of the command, which are its table in the file.
        options: by name.
        files: of the workspace.
        environ: the environment of this process; pydantic-settings reads the same.

    Raises:
        SettingsError: an option that the command does not have, or a value that does not fit.
    """
    prefix = variable_prefix(table)
    written = _table(files, table)
    _refuse_unknown(table, options, files, environ, written)
    model, sources = _model(prefix, options, files, written)

    def origin(name: str) -> str:
        variable = f"{prefix}{name.upper()}"
        env, dotenv, _file = sources
        if name in env():
            return f"environment: {variable}"
        return files.env_place(variable) if name in dotenv() else files.place(*table, name)

    try:
        read = model()
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        name = str(fault["loc"][0])
        raise SettingsError(f"{origin(name)}: {_why(name, options[name], fault['msg'])}") from error
    return {
        name: Setting(value=getattr(read, name), origin=origin(name))
        for name in options
        if name in read.model_fields_set
    }


def _model(
    prefix: str, options: Mapping[str, Taken], files: SettingFiles, written: dict[str, Any]
) -> tuple[type[BaseSettings], list[PydanticBaseSettingsSource]]:
    """Return the settings of a command, and the list that gets their sources, the first to hold."""
    sources: list[PydanticBaseSettingsSource] = []

    class Options(BaseSettings):
        model_config = SettingsConfigDict(
            env_prefix=prefix,
            env_file=files.env_file,
            env_file_encoding="utf-8",
            env_ignore_empty=True,
            dotenv_filtering="only_existing",
            enable_decoding=False,
            extra="forbid",
            validate_default=False,
            protected_namespaces=(),
        )

        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,
            file_secret_settings: PydanticBaseSettingsSource,
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            del init_settings, file_secret_settings
            in_file = InitSettingsSource(settings_cls, written)
            sources[:] = [env_settings, dotenv_settings, in_file]
            return tuple(sources)

    fields: dict[str, Any] = {name: (_checked(taken), None) for name, taken in options.items()}
    return create_model("Options", __base__=Options, **fields), sources


def _table(files: SettingFiles, table: tuple[str, ...]) -> dict[str, Any]:
    found: dict[str, Any] = files.document
    for count, word in enumerate(table, start=1):
        found = found.get(word, {})
        if not isinstance(found, dict):
            raise SettingsError(
                f"{files.place(*table[:count])}: {'.'.join(table[:count])} is a table: write "
                f"[{'.'.join(table)}] and its options below"
            )
    return found


def _refuse_unknown(
    table: tuple[str, ...],
    options: Collection[str],
    files: SettingFiles,
    environ: Mapping[str, str],
    written: Mapping[str, object],
) -> None:
    """Refuse names that are no option: a slip of the pen would go unnoticed."""
    prefix, command = variable_prefix(table), " ".join(table)
    told = {name: f"environment: {name}" for name in environ if name.startswith(prefix)}
    told |= {name: files.env_place(name) for name in files.variables if name.startswith(prefix)}
    asked = [(name.removeprefix(prefix).lower(), place) for name, place in told.items()]
    asked += [(name, files.place(*table, name)) for name in written]
    for name, place in asked:
        if name not in options:
            raise SettingsError(
                f"{place}: {command} has no option {name!r} that can be set; "
                f"{instead(name, sorted(options), 'option')}"
            )


def _checked(taken: Taken) -> Any:
    """Return the type of a field: strict, but for the texts of variables."""
    if taken.words:
        return Literal[taken.words]
    limits = Field(strict=True, ge=taken.least, le=taken.most)
    lax = TypeAdapter(taken.kind)

    def from_text(value: object) -> object:
        if not isinstance(value, str) or taken.kind is str:
            return value
        if taken.kind == list[str]:
            return [part.strip() for part in value.split(",") if part.strip()]
        return lax.validate_python(value)

    return Annotated[taken.kind, limits, BeforeValidator(from_text)]


def _why(name: str, taken: Taken, message: str) -> str:
    if taken.words:
        return f"{name} is one of {', '.join(taken.words)}"
    return f"{name}: {message[:1].lower()}{message[1:]}"
