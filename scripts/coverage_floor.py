"""Is enough of the validator covered? Reads the data of the last run with ``--cov``.

    python scripts/coverage_floor.py

Lines and branches together, package by package. Where the data knows which test reached a line
(``--cov-context=test``), the tests of the validator count alone: what is reached while others play
a task is not checked by them. Exit code 1: a package is below its floor, or was not measured.
"""

import io
import sys
from pathlib import Path

from coverage import Coverage
from coverage.exceptions import CoverageException

ROOT = Path(__file__).resolve().parents[1]
FLOOR = 97.0
PACKAGES = (
    "agentic_solver/contracts",
    "agentic_solver/erc3/policy",
    "agentic_solver/erc3/asked",
    "agentic_solver/erc3/execute",
    "agentic_solver/erc3/finders",
    "agentic_solver/erc3/snapshot",
)
OWN = ("^$", "^tests/(contracts|erc3|redteam)/")
"""Contexts: modules as they are imported (and data without contexts), tests of the validator."""


def covered(package: str) -> float:
    """Return the percentage of lines and branches that its tests reached; 0 without data."""
    measured = Coverage(config_file=str(ROOT / "pyproject.toml"))
    measured.load()
    try:
        return measured.report(
            include=[f"{ROOT / package}/*"], contexts=list(OWN), file=io.StringIO()
        )
    except CoverageException:
        return 0.0


def main() -> int:
    """Print a line for each package."""
    low = False
    for package in PACKAGES:
        share = covered(package)
        low = low or share < FLOOR
        verdict = "" if share >= FLOOR else f"  below {FLOOR:g} %"
        print(f"{package:<32} {share:6.2f} %{verdict}")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
