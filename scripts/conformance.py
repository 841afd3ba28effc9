"""Which rows of the requirements checklist are shown by a test.

Tests name the rows they prove: ``@pytest.mark.requirement("S2-N6", "S2-D4a")``. By default the
suite is run once, slow tests and all (``-m "not slow"``: the fast ones alone), and a row counts as
covered when a test that names it passed and none failed; rows that slow tests alone show are told.
``--static`` only reads the marks from the sources (seconds). Further arguments go to pytest,
but not ``-n``: the rows of a test are known in the process that runs it only.

Exit code 1: a mark names an unknown row, a test failed, or rows lack with ``--require-all``.
Exit code 2: wrong use; nothing was run.
"""

import argparse
import ast
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
CHECKLIST = TESTS / "conformance" / "requirements.txt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One row named by one mark in a source file."""

    row: str
    place: str
    """``path:line``."""


def read_checklist(path: Path = CHECKLIST) -> list[str]:
    """Return the ids of all rows, in order."""
    return path.read_text(encoding="utf-8").split()


def read_marks(tests: Path = TESTS) -> Iterator[Mark]:
    """Yield every row that a requirement mark in ``tests`` names, without importing anything.

    Raises:
        ValueError: a mark has an argument that is not a literal text.
    """
    for path in sorted(tests.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and _is_mark(node.func)):
                continue
            place = f"{path.relative_to(tests)}:{node.lineno}"
            for argument in node.args:
                match argument:
                    case ast.Constant(value=str(row)):
                        yield Mark(row=row, place=place)
                    case _:
                        raise ValueError(f"{place}: a requirement mark takes literal ids")


def _is_mark(function: ast.expr) -> bool:
    return ast.unparse(function).endswith("mark.requirement")


@dataclass(slots=True, eq=False)  # pytest hashes its plugins
class Outcomes:
    """A pytest plugin that remembers which rows passing and failing tests name."""

    rows: dict[str, list[str]] = field(default_factory=dict)
    passed: set[str] = field(default_factory=set)
    failed: set[str] = field(default_factory=set)
    slow: set[str] = field(default_factory=set)

    def pytest_configure(self, config: pytest.Config) -> None:
        """Refuse several processes, however they were asked for (``-n``, PYTEST_ADDOPTS)."""
        if config.getoption("dist", "no") != "no":
            raise pytest.UsageError(
                "rows cannot be counted over several processes: leave out -n/--numprocesses"
            )

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note the rows of every collected test."""
        for item in session.items:
            marks = item.iter_markers("requirement")
            self.rows[item.nodeid] = [str(row) for mark in marks for row in mark.args]
            if item.get_closest_marker("slow") is not None:
                self.slow.add(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note how a test came out."""
        if report.failed:
            self.failed.add(report.nodeid)
        elif report.when == "call" and report.passed:
            self.passed.add(report.nodeid)

    def covered(self) -> set[str]:
        """Return the rows that a passing test names and no failing one does."""
        shown = {row for test in self.passed - self.failed for row in self.rows.get(test, ())}
        broken = {row for test in self.failed for row in self.rows.get(test, ())}
        return shown - broken

    def covered_slowly(self) -> set[str]:
        """Return the covered rows that no fast test shows."""
        fast = self.passed - self.failed - self.slow
        return self.covered() - {row for test in fast for row in self.rows.get(test, ())}


def report(checklist: Sequence[str], covered: Iterable[str]) -> str:
    """Return how many rows are covered, and the missing ones grouped by seed."""
    shown = set(covered)
    missing = [row for row in checklist if row not in shown]
    lines = [f"covered {len(checklist) - len(missing)} of {len(checklist)}"]
    for seed in dict.fromkeys(row.split("-")[0] for row in missing):
        rows = [row for row in missing if row.split("-")[0] == seed]
        lines.append(f"missing in {seed} ({len(rows)}): {' '.join(rows)}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the report; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--static", action="store_true", help="read the marks, run no test")
    parser.add_argument("--require-all", action="store_true", help="fail when a row is missing")
    parser.add_argument("--tests", type=Path, default=TESTS, help="the folder of the tests")
    options, rest = parser.parse_known_args(arguments)
    checklist = read_checklist()
    marks = list(read_marks(options.tests))
    unknown = [mark for mark in marks if mark.row not in checklist]
    for mark in unknown:
        print(f"{mark.place}: unknown requirement {mark.row!r}", file=sys.stderr)
    covered, failed = {mark.row for mark in marks}, False
    slowly: set[str] = set()
    if not options.static:
        outcomes = Outcomes()
        config = str(ROOT / "pyproject.toml")
        code = pytest.main(["-q", "-c", config, str(options.tests), *rest], plugins=[outcomes])
        if code == pytest.ExitCode.USAGE_ERROR:
            return 2  # pytest has said what is wrong
        covered, failed = outcomes.covered(), code != pytest.ExitCode.OK
        slowly = outcomes.covered_slowly()
    print(report(checklist, covered))
    if slowly:
        print(f"by slow tests alone ({len(slowly)}): {' '.join(sorted(slowly))}")
    lacking = options.require_all and not set(checklist) <= covered
    return 1 if unknown or failed or lacking else 0


if __name__ == "__main__":
    sys.exit(main())
