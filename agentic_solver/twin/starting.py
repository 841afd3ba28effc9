"""Suites to begin with: a small commented company, or a crowd of any size."""

import re
import shutil
from pathlib import Path

from agentic_solver.errors import UsageError, WorkspaceError
from agentic_solver.twin.suitefolder import builtin_suites

__all__ = ["MOST_PEOPLE", "new_suite"]

MOST_PEOPLE = 1_000_000
_FEWEST_PEOPLE = 20
_STARTER = Path(__file__).parent / "starter"
_CROWD = Path(__file__).parent / "starter_crowd"
_NAME = re.compile(r"\w[\w.-]*")
_SIZE = "EMPLOYEES = 1_000"


def new_suite(target: Path, *, employees: int | None = None) -> Path:
    """Write a suite into ``target``, an empty folder or one that does not exist.

    Args:
        target: the folder.
        employees: a company of this many people, made lazily; None gives the small one.

    Raises:
        UsageError: a number of employees that no company has, or a name that no suite may have.
        WorkspaceError: ``target`` holds anything, or cannot be written.
    """
    if employees is not None and not _FEWEST_PEOPLE <= employees <= MOST_PEOPLE:
        raise UsageError(
            f"a company of {employees} people cannot be made: use {_FEWEST_PEOPLE} to {MOST_PEOPLE}"
        )
    name = target.resolve().name
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} is no name of a suite: use letters, digits, hyphens, dots and underscores"
        )
    if name in builtin_suites():
        raise UsageError(
            f"{name!r} is the name of a built-in suite, which run {name} would play: "
            "choose another one"
        )
    source = _STARTER if employees is None else _CROWD
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            kind = "not empty" if target.is_dir() else "a file, not a folder"
            raise WorkspaceError(f"{target} is {kind}: nothing was written")
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(source, target, dirs_exist_ok=True, ignore=ignored)
        if employees is not None:
            company = target / "worlds" / "crowd.py"
            text = company.read_text(encoding="utf-8")
            company.write_text(text.replace(_SIZE, f"EMPLOYEES = {employees:_}"), encoding="utf-8")
    except OSError as error:
        raise WorkspaceError(f"cannot write {target}: {error.strerror or error}") from error
    return target.resolve()
