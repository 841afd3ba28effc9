"""docs/agents.md says what is true: its program scores, its commands have these options."""

import contextlib
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agentic_solver.analysis.board import make_board
from agentic_solver.analysis.board_row import board_rows
from agentic_solver.analysis.pairing import compare_runs
from agentic_solver.analysis.reading import load_run
from agentic_solver.cli.app import load_command
from agentic_solver.harness.bench import BenchOptions, play_bench
from agentic_solver.harness.finished import open_finished
from agentic_solver.settings import read_variables
from agentic_solver.twin.suite import find_suite, load_suite


@pytest.fixture(scope="module")
def page(repo_root: Path) -> str:
    return (repo_root / "docs" / "agents.md").read_text("utf-8")


@pytest.mark.enable_socket
def test_the_program_of_the_page_scores(page: str, tmp_path: Path) -> None:
    program = tmp_path / "my_agent.py"
    program.write_text(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0], "utf-8")
    summary = play_bench(
        BenchOptions(
            benchmark="erc3-dev", agent=f"{sys.executable} {program}", tasks=("lead-of-project",)
        ),
        load_suite(find_suite("erc3-dev")),
        tmp_path / "runs",
        inherited=read_variables(),
    )
    assert (summary.score, summary.results[0].forced) == (1.0, "")


@contextlib.contextmanager
def served(place: Path, *more: str) -> Iterator[str]:
    """Give the address of ``twin serve``, which is ended as Ctrl-C ends it."""
    command = [
        sys.executable, "-m", "agentic_solver", "twin", "serve", "--suite", "erc3-dev",
        "--port", "0", "--record", "runs", *more,
    ]  # fmt: skip
    with subprocess.Popen(command, cwd=place, stdout=subprocess.PIPE, text=True) as twin:
        assert twin.stdout is not None
        yield twin.stdout.readline().strip().rpartition(" ")[2]
        twin.send_signal(signal.SIGTERM)
        twin.communicate(timeout=30)


@pytest.mark.slow
def test_the_session_of_the_page_is_played_with_the_guard_and_without(
    page: str, tmp_path: Path
) -> None:
    program = tmp_path / "my_session.py"
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    program.write_text(next(one for one in blocks if "/sessions/submit" in one), "utf-8")
    for more in ((), ("--guard",)):
        with served(tmp_path, *more) as address:
            play = [sys.executable, str(program), address, "my agent"]
            subprocess.run(play, cwd=tmp_path, check=True, timeout=120)
    runs = [tmp_path / "runs" / f"erc3-dev-00{number}" for number in (1, 2)]
    manifests = [json.loads((run / "manifest.json").read_text("utf-8")) for run in runs]
    assert [one.get("guarded", False) for one in manifests] == [False, True]
    asked = "tasks/peer-salary-refused/telemetry.json"
    scores = [json.loads((run / asked).read_text("utf-8"))["score"] for run in runs]
    assert scores == [0.0, 1.0]
    told = [open_finished(run).manifest.played_by for run in runs]
    assert told == ["my agent (agent)", "my agent (agent) behind the guard"]
    board = make_board(tmp_path / "runs", "erc3-dev")
    assert [row["guard"] for row in board_rows(board)] == ["", "guarded"]
    compared = compare_runs(*(load_run(run) for run in runs))
    assert compared.gained == ("peer-salary-refused",)
    assert ("guarded", "False", "True") in compared.differences
    # There was no plan that the engine could have judged twice.
    assert compared.determinism.validator_varies.of == 0
    assert compared.determinism.calls_vary.of == 0


def test_every_option_of_the_page_exists(page: str) -> None:
    options = {
        "bench": {name for one in load_command("bench").params for name in one.opts},
        "serve": {
            name for one in load_command("twin").commands["serve"].params for name in one.opts
        },
    }
    for line in re.findall(r"^agentic-solver (?:bench|twin serve) .*$", page, re.MULTILINE):
        command = "serve" if " serve " in line else "bench"
        asked = set(re.findall(r" (--[a-z-]+)", line))
        assert asked, line
        assert asked <= options[command], line
    said = set(re.findall(r"`(--[a-z-]+)", page))
    assert said <= options["bench"] | options["serve"] | {"--partial"}


@pytest.mark.enable_socket
@pytest.mark.parametrize("session", [False, True])
def test_a_process_is_told_what_the_page_lists(page: str, tmp_path: Path, session: bool) -> None:
    listed = set(re.findall(r"^\| `(ERC3_[A-Z_]+)` \|", page, re.MULTILINE))
    kept = tmp_path / "told"
    program = tmp_path / "agent.py"
    program.write_text(f"import os; open({str(kept)!r}, 'w').write(' '.join(os.environ))", "utf-8")
    play_bench(
        BenchOptions(
            benchmark="erc3-dev", agent=f"{sys.executable} {program}", tasks=("lead-of-project",),
            session=session,
        ),
        load_suite(find_suite("erc3-dev")),
        tmp_path / "runs",
        inherited=read_variables(),
    )  # fmt: skip
    told = {name for name in kept.read_text("utf-8").split() if name.startswith("ERC3_")}
    of_a_task = {"ERC3_TASK_ID", "ERC3_SPEC_ID", "ERC3_TASK_TEXT"}
    assert told == (listed - of_a_task if session else listed)
