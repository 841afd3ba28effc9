"""A suite to begin with: a small commented company that passes its self-check."""

import shutil
from pathlib import Path

from agentic_solver.errors import WorkspaceError

__all__ = ["new_suite"]

_STARTER = Path(__file__).parent / "starter"


def new_suite(target: Path) -> Path:
    """Write the starter suite into ``target``, an empty folder or one that does not exist.

    Raises:
        WorkspaceError: ``target`` holds anything, or cannot be written.
    """
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise WorkspaceError(f"{target} is not empty: nothing was written")
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(_STARTER, target, dirs_exist_ok=True, ignore=ignored)
    except OSError as error:
        raise WorkspaceError(f"cannot write {target}: {error.strerror or error}") from error
    return target.resolve()
