"""Where a command writes what it was asked for."""

from pathlib import Path

from agentic_solver.errors import UsageError

__all__ = ["check_parent"]


def check_parent(path: Path | None) -> None:
    """Refuse a file or folder to write whose own folder is not there: it may be a slip.

    Raises:
        UsageError: names the folder.
    """
    if path is not None and not path.absolute().parent.is_dir():
        raise UsageError(
            f"there is no folder {path.parent} to write {path.name} into: make it first"
        )
