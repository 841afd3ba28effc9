"""Reading one file of a suite: every fault names file, line and column and what to mend."""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from agentic_solver.errors import SuiteError
from agentic_solver.position import line_column, locate_json, locate_yaml

__all__ = ["fault_at", "parse_json", "parse_yaml", "read_bytes", "read_text", "show_path"]

ModelT = TypeVar("ModelT", bound=BaseModel)
JsonPath = Sequence[int | str]

_JSON_PLACE = re.compile(r" at line (\d+) column (\d+)")


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a file.

    Raises:
        SuiteError: it is missing or unreadable.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise SuiteError(f"{path}: the file is missing: add it") from None
    except OSError as error:
        reason = f"{error.strerror}: make it a readable file"
        raise SuiteError(f"{path}: cannot be read: {reason}") from error


def read_text(path: Path, *, verbatim: bool = False) -> str:
    """Return the text of a UTF-8 file; ``verbatim`` keeps a byte order mark.

    Raises:
        SuiteError: it is missing, unreadable or not UTF-8 (names the line).
    """
    content = read_bytes(path)
    try:
        return content.decode("utf-8" if verbatim else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SuiteError(f"{path}, line {line}: not UTF-8 text: save the file as UTF-8") from error


def show_path(path: JsonPath) -> str:
    """Return ``path`` as people write it: ``employees[3].skills[0].level``."""
    shown = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return shown.removeprefix(".")


def fault_at(path: Path, text: str, where: JsonPath, message: str, *, line: int = 1) -> SuiteError:
    """Return the error for the value at ``where`` in JSON ``text`` that starts at ``line``."""
    row, column = line_column(text, locate_json(text, where))
    field = f"{show_path(where)}: " if where else ""
    return SuiteError(f"{path}, line {line + row - 1}, column {column}: {field}{message}")


def parse_json(path: Path, text: str, model: type[ModelT], *, line: int = 1) -> ModelT:
    """Return JSON ``text`` (which starts at ``line`` of the file) as a strict model.

    Raises:
        SuiteError: it is no JSON or does not fit.
    """
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        failure = _first(error)
    if failure["type"] == "json_invalid":
        raise _syntax_fault(path, text, str(failure["ctx"]["error"]), line)
    where, message = _explain(failure, model)
    raise fault_at(path, text, where, message, line=line)


def _syntax_fault(path: Path, text: str, reason: str, line: int) -> SuiteError:
    found = _JSON_PLACE.search(reason)
    row, column = (int(found[1]), int(found[2])) if found else (1, 1)
    message = _JSON_PLACE.sub("", reason)
    # Python's parser has the better words, but none for what is nested too deeply.
    with suppress(RecursionError):
        try:
            json.loads(text)
        except json.JSONDecodeError as error:
            row, column, message = error.lineno, error.colno, error.msg
    place = f"line {line + row - 1}, column {column}"
    return SuiteError(f"{path}, {place}: not valid JSON: {message}: mend the syntax there")


def parse_yaml(path: Path, text: str, model: type[ModelT]) -> ModelT:
    """Return YAML ``text`` as a strict model.

    Raises:
        SuiteError: it is no YAML or does not fit.
    """
    try:
        content = yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f", line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        reason = error.problem or error.context or "broken"
        raise SuiteError(f"{path}{place}: not valid YAML: {reason}") from error
    except (yaml.YAMLError, ValueError) as error:
        raise SuiteError(f"{path}, line 1: not valid YAML: {error}") from error
    try:
        return model.model_validate(content)
    except ValidationError as error:
        where, message = _explain(_first(error), model)
    row, column = locate_yaml(text, where)
    field = f"{show_path(where)}: " if where else ""
    raise SuiteError(f"{path}, line {row}, column {column}: {field}{message}")


def _first(error: ValidationError) -> ErrorDetails:
    """Return the failure to show: the first, but in a union the branch that got furthest."""
    failures = error.errors(include_url=False)
    head = failures[0]["loc"][:1]
    same = [failure for failure in failures if failure["loc"][:1] == head]
    if failures[0]["type"] in {"literal_error", "none_required"} or len(head) == 0:
        return max(same, key=lambda failure: len(failure["loc"]))
    return failures[0]


def _explain(failure: ErrorDetails, model: type[BaseModel]) -> tuple[tuple[int | str, ...], str]:
    where = tuple(part for part in failure["loc"] if _is_real(part))
    match failure["type"]:
        case "missing":
            return where, "this field is missing: add it"
        case "extra_forbidden":
            known = f" (fields here: {', '.join(model.model_fields)})" if len(where) == 1 else ""
            return where, f"there is no such field: correct or remove it{known}"
        case "value_error":
            return where, str(failure["ctx"]["error"])
        case "model_type" | "dict_type":
            return where, "an object with named fields is expected here"
        case _:
            message = str(failure["msg"]).removeprefix("Input should be ")
            return where, f"{_shorten(failure['input'])} does not fit: use {message}"


def _is_real(part: int | str) -> bool:
    """Whether a part of a location is in the file and not the name of a branch of a union."""
    return isinstance(part, int) or not re.search(r"[\[\](,]|^(none|str|int|float|bool)$", part)


def _shorten(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."
