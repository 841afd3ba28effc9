"""Python files of a suite: companies and templates are code of the suite's author, run as it is."""

import importlib.util
import sys
import traceback
from pathlib import Path
from types import ModuleType

from agentic_solver.contracts.canonical import short_id
from agentic_solver.errors import SuiteError
from agentic_solver.twin.drawing.template import Template
from agentic_solver.twin.world import World

__all__ = ["draw_world", "place_of", "read_templates"]


def read_templates(folder: Path) -> tuple[tuple[str, Template], ...]:
    """Return the templates of all modules of a folder, with their files, in order of the text.

    Raises:
        SuiteError: a module that cannot be loaded, or two templates of one name.
    """
    found: dict[str, tuple[str, Template]] = {}
    for path in sorted(folder.glob("*.py")):
        if path.name.startswith("_"):
            continue
        for value in vars(_load(path)).values():
            if not isinstance(value, Template):
                continue
            if value.name in found:
                raise SuiteError(
                    f"{path}: there is another template {value.name!r} in "
                    f"{found[value.name][0]}: names are unique"
                )
            found[value.name] = (str(path), value)
    return tuple(found.values())


def draw_world(path: Path, seed: int) -> World:
    """Return the company that ``company(seed)`` of a module draws.

    Raises:
        SuiteError: the module cannot be loaded, has no such function, or the function raises.
    """
    company = getattr(_load(path), "company", None)
    if not callable(company):
        raise SuiteError(f"{path}: there is no function company(seed): add it")
    try:
        world = company(seed)
    except Exception as error:
        place = place_of(path, error)
        raise SuiteError(f"{place}: company({seed}) raises {_words(error)}: mend it") from error
    if not isinstance(world, World):
        raise SuiteError(f"{path}: company({seed}) returns no World: return one")
    return world


def _load(path: Path) -> ModuleType:
    name = f"agentic_solver_suite_{short_id(str(path.resolve()))}"
    known = sys.modules.get(name)
    if known is not None:
        return known
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise SuiteError(f"{path}: this is no Python module: correct its name")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise SuiteError(f"{place_of(path, error)}: {_words(error)}: mend the module") from error
    return module


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def place_of(path: Path, error: Exception) -> str:
    """Return the file and the line in it where an error came from."""
    if isinstance(error, SyntaxError) and error.lineno:
        return f"{path}, line {error.lineno}"
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename) == path
    ]
    return f"{path}, line {lines[-1]}" if lines else str(path)
