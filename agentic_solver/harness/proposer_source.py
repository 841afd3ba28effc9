"""Where a proposer comes from: a name that ships, an entry point of a package, ``module:function``.

Any package can offer proposers in the entry point group ``agentic_solver.proposers``; the current
folder is searched for modules, too.
"""

import importlib
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from agentic_solver.contracts.wording import instead
from agentic_solver.errors import UsageError
from agentic_solver.harness.options import PROVIDERS, SHIPPED
from agentic_solver.harness.own_reader import OwnReader
from agentic_solver.harness.proposer import Proposer

__all__ = ["GROUP", "load_proposer", "load_reader", "offered", "refuse_unknown"]

GROUP = "agentic_solver.proposers"


def offered() -> Mapping[str, EntryPoint]:
    """Return the proposers that installed packages offer, by name; none is imported."""
    return {one.name: one for one in entry_points(group=GROUP)}


def refuse_unknown(asked: str, *, plain: bool = False) -> None:
    """Refuse a proposer that nobody knows; ``module:function`` is looked up when it is loaded.

    Args:
        asked: for by name.
        plain: whether a plain agent may play, too.

    Raises:
        UsageError: says which there are.
    """
    ours = SHIPPED if plain else (*PROVIDERS, "recorded")
    if asked in ours or ":" in asked or asked in offered():
        return
    known = ", ".join((*ours, *sorted(offered())))
    raise UsageError(
        f"unknown proposer {asked!r}: use {known}, or module:function for one of your own"
    )


def load_proposer(spec: str) -> Proposer:
    """Return the proposer that an entry point or ``module:function`` names.

    Raises:
        UsageError: there is none, its module fails, or what it names cannot be called.
    """
    known = offered()
    return _loaded(known[spec].value if spec in known else spec, f"proposer {spec}")


def load_reader(spec: str) -> OwnReader:
    """Return the reader that ``module:function`` names.

    Raises:
        UsageError: there is none, its module fails, or what it names cannot be called.
    """
    if ":" not in spec:
        raise UsageError(f"--reader {spec}: name module:function (--reader-model names a model)")
    return _loaded(spec, f"reader {spec}")


def _loaded(where: str, told: str) -> Callable[[Any], Any]:
    """Return what ``module:function`` names; ``told`` begins what is said of it."""
    module_name, _, name = where.partition(":")
    found: object = _module(module_name.strip(), told)
    for part in name.strip().split("."):
        inner = getattr(found, part, None)
        if inner is None:
            public = [one for one in vars(found) if not one.startswith("_")]
            raise UsageError(
                f"{told}: {module_name} has no {part!r}; {instead(part, public, 'name')}"
            )
        found = inner
    if isinstance(found, type) or not callable(found):
        kind = "a class: name a function, or an object that can be called"
        raise UsageError(
            f"{told} is "
            + (kind if isinstance(found, type) else f"no function, but {type(found).__name__}")
        )
    return found


def _module(name: str, told: str) -> object:
    """Import a module, of the current folder as well: a console script does not look there."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            raise UsageError(
                f"{told}: there is no module {name!r}, neither in {here} nor installed"
            ) from error
        raise UsageError(f"{told}: {name} needs {error.name!r}: install it") from error
    except Exception as error:  # whatever the module of a user does when it is imported
        raise UsageError(
            f"{told}: {name} fails when it is imported: {type(error).__name__}: {error}"
        ) from error
