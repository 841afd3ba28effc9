"""Prints the oldest version that pyproject.toml allows of each package that a user installs.

As constraints for pip: with them the lower bounds are tried instead of believed.
"""

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def lowest(requirement: str) -> str:
    """Return ``NAME==VERSION`` for ``NAME>=VERSION,...``.

    Raises:
        SystemExit: the requirement has no lower bound.
    """
    found = re.match(r"([\w.-]+)(?:\[.*\])?>=([\w.]+)", requirement)
    if found is None:
        raise SystemExit(f"{requirement} has no lower bound")
    return f"{found[1]}=={found[2]}"


if __name__ == "__main__":
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    for line in project["dependencies"]:
        print(lowest(line))
