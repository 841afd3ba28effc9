"""Where suites are: by the name of a built-in one, or by a path.

Nothing of the engine is imported here, so that a name that means nothing is refused at once.
"""

from difflib import get_close_matches
from pathlib import Path

from agentic_solver.errors import UsageError

__all__ = ["META", "builtin_suites", "find_suite"]

META = "suite.yaml"
"""The file that makes a folder a suite."""


def builtin_suites() -> dict[str, Path]:
    """Return the suites that come with the package: name → folder, in order of name."""
    root = Path(__file__).parent / "suites"
    folders = [path.parent for path in sorted(root.glob(f"*/{META}"))]
    # A folder with code in it is a Python package, which has no hyphens in its name.
    return {folder.name.replace("_", "-"): folder for folder in folders}


def find_suite(name_or_path: str) -> Path:
    """Return the folder of a built-in suite or of a path.

    Raises:
        UsageError: there is neither (names the built-in ones), or the path cannot be read.
    """
    builtin = builtin_suites()
    if name_or_path in builtin:
        return builtin[name_or_path]
    try:
        path = Path(name_or_path).expanduser()
        if path.is_dir():
            return path
    except (OSError, RuntimeError) as error:  # no such user's home, a name too long, no rights
        reason = error.strerror if isinstance(error, OSError) else error
        raise UsageError(
            f"the suite folder {name_or_path!r} cannot be read: {reason}: name another folder"
        ) from error
    known = ", ".join(builtin)
    near = get_close_matches(name_or_path, builtin, n=1)
    meant = f": did you mean {near[0]!r}?" if near else ""
    raise UsageError(f"{name_or_path!r} is neither a built-in suite ({known}) nor a folder{meant}")
