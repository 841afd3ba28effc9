"""docs/agents.md says what is true: its program scores, its commands have these options."""

import re
import sys
from pathlib import Path

import pytest

from agentic_solver.cli.app import load_command
from agentic_solver.harness.bench import BenchOptions, play_bench
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
