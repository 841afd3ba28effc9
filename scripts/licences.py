"""Checks the licences of everything that ``pip install agentic-solver`` brings along.

    python scripts/licences.py [EXTRA ...]

The installed packages are followed from our own requirements. Exits with 1 where a licence is not
in the list of those that may be passed on beside MIT code, or where a package names none.
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
ALLOWED = {
    "0BSD", "APACHE-2.0", "BSD", "BSD-2-CLAUSE", "BSD-3-CLAUSE", "BSL-1.0", "CC0-1.0", "HPND",
    "ISC", "MIT", "MIT-0", "MIT-CMU", "MPL-2.0", "PSF-2.0", "PYTHON-2.0", "UNLICENSE", "ZLIB",
}  # fmt: skip
"""SPDX names, in capitals. MPL-2.0 binds only changes of its own files."""
NAMES = {
    "APACHE SOFTWARE LICENSE": "APACHE-2.0", "APACHE LICENSE 2.0": "APACHE-2.0",
    "APACHE LICENSE, VERSION 2.0": "APACHE-2.0", "APACHE 2.0": "APACHE-2.0", "APACHE": "APACHE-2.0",
    "MIT LICENSE": "MIT", "THE MIT LICENSE": "MIT", "BSD LICENSE": "BSD",
    "BSD 3-CLAUSE": "BSD-3-CLAUSE", "3-CLAUSE BSD LICENSE": "BSD-3-CLAUSE",
    "BSD-3-CLAUSE LICENSE": "BSD-3-CLAUSE", "BSD 2-CLAUSE": "BSD-2-CLAUSE",
    "ISC LICENSE": "ISC", "ISC LICENSE (ISCL)": "ISC", "THE UNLICENSE (UNLICENSE)": "UNLICENSE",
    "MOZILLA PUBLIC LICENSE 2.0 (MPL 2.0)": "MPL-2.0", "MPL 2.0": "MPL-2.0",
    "PYTHON SOFTWARE FOUNDATION LICENSE": "PSF-2.0", "PSF": "PSF-2.0", "PSFL": "PSF-2.0",
}  # fmt: skip
"""What packages wrote before there were SPDX expressions."""


def needed(extras: set[str]) -> dict[str, Distribution]:
    """Return our installed requirements, and theirs, by name.

    Raises:
        SystemExit: one is not installed.
    """
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    own = list(project["dependencies"])
    for extra in sorted(extras):
        if extra not in project["optional-dependencies"]:
            raise SystemExit(f"there is no extra {extra}")
        own += project["optional-dependencies"][extra]
    found: dict[str, Distribution] = {}
    waiting = list(asked_for(own, frozenset()))
    seen = set(waiting)
    while waiting:
        name, wanted = waiting.pop()
        try:
            found[name] = distribution(name)
        except PackageNotFoundError as error:
            raise SystemExit(f"{name} is not installed: its licence is not known") from error
        for one in asked_for(found[name].requires or (), wanted):
            if one not in seen:
                seen.add(one)
                waiting.append(one)
    return found


def asked_for(
    requirements: Iterable[str], extras: frozenset[str]
) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield name and extras of the requirements that hold on this machine."""
    asked = [{"extra": extra} for extra in (*sorted(extras), "")]
    for text in requirements:
        one = Requirement(text)
        if one.marker is None or any(map(one.marker.evaluate, asked)):
            yield re.sub(r"[-_.]+", "-", one.name).lower(), frozenset(one.extras)


def licence(package: Distribution) -> str:
    """Return what a package says of its licence: SPDX, else the classifiers, else its free text."""
    told = package.metadata
    for expression in told.get_all("License-Expression") or ():
        return str(expression)
    marks = [
        line.rsplit(" :: ", 1)[-1]
        for line in told.get_all("Classifier") or ()
        if line.startswith("License :: ") and line != "License :: OSI Approved"
    ]
    if marks:
        return " AND ".join(marks)
    return (told.get_all("License") or ("",))[0].strip().split("\n")[0]


def is_allowed(text: str) -> bool:
    """Whether every licence that binds, or one of those to choose from, is in the list."""
    plain = text.strip().upper()
    known = NAMES.get(plain, plain)
    if known in ALLOWED:
        return True
    if " AND " in plain or " OR " in plain:
        # Without brackets OR binds what stands beside it: stricter than SPDX, never laxer.
        every = re.split(r"\s+AND\s+", re.sub(r"[()](?!S)", "", plain))
        return all(
            any(NAMES.get(one, one) in ALLOWED for one in re.split(r"\s+OR\s+", part))
            for part in every
        )
    return False


def main(extras: set[str]) -> int:
    """Print one line a package; return the exit code."""
    wrong = 0
    packages = needed(extras)
    for name, package in sorted(packages.items()):
        text = licence(package)
        fine = is_allowed(text)
        wrong += not fine
        print(
            f"{name} {package.version}: {text or 'none named'}{'' if fine else '  <- not allowed'}"
        )
    print(f"{len(packages)} packages, {wrong} with a licence that is not allowed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(set(sys.argv[1:])))
