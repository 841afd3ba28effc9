"""The two files of a workspace that may hold settings, read once, with the line of each entry."""

import io
import re
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dotenv import dotenv_values
from dotenv.parser import parse_stream

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import SettingsError
from agentic_solver.workspace import ENV_FILE, FILE

__all__ = ["SettingFiles", "read_setting_files"]

_KEY = re.compile(r"(^|_)(api_?key|key|secret|password|token)s?$")
_HEADER = re.compile(r"\[\s*([^\[\]]+?)\s*\]")
_ENTRY = re.compile(r"([^=#\[]+?)\s*=")


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingFiles:
    """What both files say; either may be missing."""

    folder: Path
    document: JsonObject
    """What ``agentic_solver.toml`` holds."""
    text: str
    """The same as it is written."""
    variables: Mapping[str, str]
    """Of ``.env``, expanded, without blank ones."""
    lines: Mapping[str, int]
    """Of them, by name."""

    @property
    def file(self) -> Path:
        """The file with tables of options."""
        return self.folder / FILE

    @property
    def env_file(self) -> Path:
        """The file with variables."""
        return self.folder / ENV_FILE

    def place(self, *path: str) -> str:
        """Name a table or value of the file, with its line where it can be told."""
        line = _line_of(self.text, path)
        return f"{self.file}, line {line}" if line else str(self.file)

    def env_place(self, name: str) -> str:
        """Name a variable of the ``.env`` file with its line."""
        return f"{self.env_file}, line {self.lines[name]}"


def read_setting_files(folder: Path) -> SettingFiles:
    """Read both files of a folder.

    Raises:
        SettingsError: a file cannot be read, is no TOML or has a line that is no assignment; the
            TOML file holds a key, or the other one holds keys and is open to others.
    """
    text = _text(folder / FILE)
    variables, lines = _variables(folder / ENV_FILE)
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{folder / FILE} is no TOML: {error}") from error
    found = SettingFiles(
        folder=folder, document=document, text=text, variables=variables, lines=lines
    )
    _refuse_keys(found, document, ())
    return found


def _refuse_keys(files: SettingFiles, table: Mapping[str, object], path: tuple[str, ...]) -> None:
    for name, value in table.items():
        if _KEY.search(name.lower().replace("-", "_")):
            raise SettingsError(
                f"{files.place(*path, name)}: a key never stands in this file: put it into the "
                f"environment, {ENV_FILE} or the file of AGENTIC_SOLVER_KEY_FILE"
            )
        if isinstance(value, dict):
            _refuse_keys(files, value, (*path, name))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise SettingsError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path} is not UTF-8 text") from error


def _variables(path: Path) -> tuple[dict[str, str], dict[str, int]]:
    """Read a ``.env`` file; no message ever shows what stands behind a name."""
    text = _text(path)
    lines: dict[str, int] = {}
    for binding in parse_stream(io.StringIO(text)):
        written = binding.original.string
        # Blank lines before an assignment are a part of it.
        blank = written[: len(written) - len(written.lstrip())]
        line = binding.original.line + blank.count("\n")
        if binding.error:
            raise SettingsError(f"{path}, line {line}: use NAME=VALUE, one a line")
        if binding.key is not None:
            lines[binding.key] = line
    values = dotenv_values(stream=io.StringIO(text))
    kept = {name: value.strip() for name, value in values.items() if value and value.strip()}
    secret = [name for name in kept if name.upper().endswith("_API_KEY")]
    if secret and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise SettingsError(f"{path} holds {secret[0]} and is open to others: chmod 600 {path}")
    return kept, lines


def _line_of(text: str, path: tuple[str, ...]) -> int | None:
    """Return the line of a table or value; None where it is written in an unusual way.

    ``tomllib`` does not tell places.
    """
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line.strip()):
            table = _parts(header[1])
            found = table
        elif entry := _ENTRY.match(line.strip()):
            found = (*table, *_parts(entry[1]))
        else:
            continue
        if found[: len(path)] == path:
            return number
    return None


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))
