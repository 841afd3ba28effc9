"""Runs that are killed (SIGKILL) at drawn points: same decisions, nothing paid or written twice.

The long form is ``benchmarks/kill.py`` with its defaults: 200 kills over 103 tasks.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

WRITING = "log-in-house-hours,update-own-wish-in-german,lead-of-project"


@pytest.mark.slow
@pytest.mark.enable_socket
@pytest.mark.parametrize(("platform", "kills"), [("served", 18), ("twin", 12)])
def test_a_run_that_is_killed_again_and_again_comes_out_the_same(
    repo_root: Path, platform: str, kills: int
) -> None:
    done = subprocess.run(
        [sys.executable, str(repo_root / "benchmarks" / "kill.py"), "--kills", str(kills),
         "--tasks", WRITING, "--platform", platform, "--seed", "7"],
        env={**os.environ, "PYTHONPATH": str(repo_root)},  # noqa: TID251  (of a child)
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout
    figures = json.loads(done.stdout.splitlines()[-1])
    assert (figures["kills"], figures["right"]) == (kills, 3)
    assert figures["other_decisions_or_grades"] == []
    assert figures["model_calls_repeated"] == 0
    if platform == "served":
        assert figures["writes"] == 5
        assert figures["writes_differing"] == []
    else:
        assert figures["decision_files_identical"] == 3
