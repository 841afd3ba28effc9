"""Which tests are slow: the two commands share them out, whole."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import pytest

@pytest.mark.sampled(3)
@pytest.mark.parametrize("n", range(10))
def test_some(n): ...

@pytest.mark.slow
def test_slow(): ...

def test_fast(): ...
"""


def collected(root: Path, file: Path, *options: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", "pyproject.toml", "-p", "tests.conftest",
         "-p", "no:cacheprovider", "--collect-only", "-q", *options, str(file)],
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return sorted(re.findall(r"::(\S+)", done.stdout))


@pytest.mark.parametrize("seed", ["1", "2"])
def test_sampled_parameters_are_shared_out_alike_in_every_order(
    repo_root: Path, tmp_path: Path, seed: str
) -> None:
    file = tmp_path / "test_z.py"
    file.write_text(TESTS, encoding="utf-8")
    fast = collected(repo_root, file, "-m", "not slow", "--randomly-seed", seed)
    assert fast == ["test_fast", "test_some[0]", "test_some[3]", "test_some[6]"]


def test_fast_and_slow_tests_are_all_tests(repo_root: Path, tmp_path: Path) -> None:
    file = tmp_path / "test_z.py"
    file.write_text(TESTS, encoding="utf-8")
    fast = collected(repo_root, file, "-m", "not slow")
    slow = collected(repo_root, file, "-m", "slow")
    assert sorted([*fast, *slow]) == collected(repo_root, file)
    assert len(slow) == 8
