"""The checklist is named row by row, and nothing else is named."""

import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.script import load_script

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "conformance.py"


conformance = load_script(SCRIPT)
CHECKLIST: list[str] = conformance.read_checklist()


@cache
def marks() -> tuple[Any, ...]:
    """Return the marks of all tests, whose sources are read once."""
    return tuple(conformance.read_marks())


def test_checklist_holds_ids_only_each_once() -> None:
    assert all(re.fullmatch(r"S[0-4]-[A-Za-z0-9.\-]+", row) for row in CHECKLIST)
    assert len(CHECKLIST) == len(set(CHECKLIST))
    seeds = Counter(row.split("-")[0] for row in CHECKLIST)
    assert seeds == {"S0": 71, "S1": 73, "S2": 50, "S3": 252, "S4": 58}


def test_no_mark_names_an_unknown_row() -> None:
    known = set(CHECKLIST)
    unknown = [f"{m.place}: {m.row}" for m in marks() if m.row not in known]
    assert unknown == []


@pytest.mark.parametrize("seed", ["S0", "S1", "S2", "S4"])
def test_every_row_of_the_seed_is_named_by_a_test(seed: str) -> None:
    named = {mark.row for mark in marks()}
    rows = [row for row in CHECKLIST if row.split("-")[0] == seed]
    assert [row for row in rows if row not in named] == []


def test_report_groups_what_is_missing_by_seed() -> None:
    assert conformance.report(["S0-1a", "S0-1b", "S2-N1", "S3-1a"], ["S0-1b", "S3-1a"]) == (
        "covered 2 of 4\nmissing in S0 (1): S0-1a\nmissing in S2 (1): S2-N1"
    )
    assert conformance.report(["S0-1a"], ["S0-1a"]) == "covered 1 of 1"


def test_outcomes_can_be_a_plugin() -> None:
    assert len({conformance.Outcomes(), conformance.Outcomes()}) == 2  # pytest hashes plugins


def test_marks_are_found_wherever_they_stand(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(
        "import pytest\n"
        'pytestmark = pytest.mark.requirement("S0-1a")\n'
        '@pytest.mark.requirement("S0-1b", "S0-1c")\n'
        "def test_a(): ...\n"
        '@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.requirement("S0-1d"))])\n'
        'def test_b(n): "S0-1e"\n',
        encoding="utf-8",
    )
    marks = list(conformance.read_marks(tmp_path))
    assert sorted(mark.row for mark in marks) == ["S0-1a", "S0-1b", "S0-1c", "S0-1d"]
    assert {mark.place for mark in marks} == {"test_x.py:2", "test_x.py:3", "test_x.py:5"}


def test_computed_mark_is_refused(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(
        'import pytest\n@pytest.mark.requirement("S0" + "-1a")\ndef test_a(): ...\n',
        encoding="utf-8",
    )
    with pytest.raises(ValueError, match=r"test_x\.py:2"):
        list(conformance.read_marks(tmp_path))


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_only_rows_of_passing_tests_count(tmp_path: Path) -> None:
    (tmp_path / "test_y.py").write_text(
        "import pytest\n"
        '@pytest.mark.requirement("S0-1a", "S0-1b")\n'
        "def test_passes(): assert True\n"
        '@pytest.mark.requirement("S0-1b", "S0-1c")\n'
        "def test_fails(): assert False\n"
        '@pytest.mark.requirement("S0-1d")\n'
        'def test_skips(): pytest.skip("not here")\n',
        encoding="utf-8",
    )
    plain = ("--tests", str(tmp_path), "-p", "no:cacheprovider", "-p", "no:randomly")
    ran = _run(*plain)
    assert "covered 1 of 504" in ran.stdout, ran.stdout + ran.stderr
    assert " S0-1a " not in ran.stdout.split("missing in S0 (70): ")[1]
    assert ran.returncode == 1
    assert "by slow tests alone" not in ran.stdout
    passing = _run(*plain, "-k", "passes")
    assert "covered 2 of 504" in passing.stdout
    assert passing.returncode == 0
    assert _run("--static", "--tests", str(tmp_path), "--require-all").returncode == 1


def test_rows_that_slow_tests_alone_show_are_told(tmp_path: Path) -> None:
    (tmp_path / "test_y.py").write_text(
        "import pytest\n"
        '@pytest.mark.requirement("S0-1a", "S0-1b")\n'
        "@pytest.mark.slow\n"
        "def test_slow(): assert True\n"
        '@pytest.mark.requirement("S0-1b")\n'
        "def test_fast(): assert True\n",
        encoding="utf-8",
    )
    plain = ("--tests", str(tmp_path), "-p", "no:cacheprovider", "-p", "no:randomly")
    ran = _run(*plain)
    assert "covered 2 of 504" in ran.stdout, ran.stdout + ran.stderr
    assert ran.stdout.splitlines()[-1] == "by slow tests alone (1): S0-1a"
    assert "covered 1 of 504" in _run(*plain, "-m", "not slow").stdout


@pytest.mark.parametrize(
    "asked", [("-n", "2"), ("-n2",), ("--numprocesses=2",), ("--dist", "load", "--tx", "popen")]
)
def test_several_processes_are_refused(tmp_path: Path, asked: tuple[str, ...]) -> None:
    ran = _run("--tests", str(tmp_path), *asked)
    assert ran.returncode == 2
    assert "rows cannot be counted over several processes: leave out -n" in ran.stderr
    assert len(ran.stderr.splitlines()) <= 2
    assert "covered" not in ran.stdout


def test_unknown_option_counts_nothing(tmp_path: Path) -> None:
    ran = _run("--tests", str(tmp_path), "--no-such-option")
    assert ran.returncode == 2
    assert "covered" not in ran.stdout


def test_unknown_row_in_a_mark_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "test_z.py").write_text(
        'import pytest\n@pytest.mark.requirement("S9-1a")\ndef test_a(): ...\n', encoding="utf-8"
    )
    ran = _run("--static", "--tests", str(tmp_path))
    assert ran.returncode == 1
    assert "test_z.py:2: unknown requirement 'S9-1a'" in ran.stderr
