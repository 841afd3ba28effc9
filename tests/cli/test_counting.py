"""Commands that take seconds show phases and totals on a terminal, and nothing in a pipe."""

import io
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.cli.counting import counting
from agentic_solver.harness.replay import replay_run
from agentic_solver.redteam.attack import AttackOptions, attack
from agentic_solver.redteam.audit import audit_run
from agentic_solver.workspace import Workspace, find_workspace, init_workspace

TASKS = "lead-of-project,peer-salary-refused"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    folder = tmp_path_factory.mktemp("counting") / "place"
    init_workspace(folder)
    done = CliRunner().invoke(
        app, ["run", "erc3-dev", "--tasks", TASKS, "--workspace", str(folder)]
    )
    assert done.exit_code == 0, done.output
    return find_workspace(folder, None)


class Steps(list[tuple[str, int, int]]):
    """What a command tells of its work."""

    def __call__(self, phase: str, done: int, total: int) -> None:
        self.append((phase, done, total))


def test_replay_and_audit_tell_their_phases_with_totals(place: Workspace) -> None:
    run = place.runs / "erc3-dev-001"
    steps = Steps()
    replay_run(run, place, on_step=steps)
    assert [step for step in steps if step[2]] == [
        ("replaying tasks", 0, 2), ("replaying tasks", 1, 2),
    ]  # fmt: skip
    steps = Steps()
    audit_run(run, place, steps)
    assert steps == [
        *[("comparing evidence", number, 2) for number in (0, 1)],
        *[("deciding tasks with other hidden values", number, 2) for number in (0, 1)],
    ]


def test_an_attack_tells_that_it_prepares_and_then_how_many_tasks_there_are(
    place: Workspace,
) -> None:
    steps = Steps()
    attack(
        AttackOptions(suite="erc3-dev", plans=2, families=("D",), tasks=("lead-of-project",),
                      workspace=place),
        steps,
    )  # fmt: skip
    assert [(done, total) for _, done, total in steps] == [(0, 0), (0, 1), (1, 1)]
    assert steps[0][0] == "reading the suite and its recorded plans"
    assert steps[-1][0] == "attacking tasks"


def shown(**how: object) -> str:
    paper = io.StringIO()
    console = Console(file=paper, width=100, color_system=None, legacy_windows=False,
                      _environ={"TERM": "xterm"}, **how)  # type: ignore[arg-type]  # fmt: skip
    with counting("policy 1 of 2", console) as count:
        count("laying out [b]", 0, 0)
        count("changing clauses", 1_200, 2_400)
    return paper.getvalue()


def test_a_terminal_sees_the_phase_and_a_pipe_nothing() -> None:
    assert "policy 1 of 2: changing clauses" in shown(force_terminal=True)
    assert "1,200/2,400" in shown(force_terminal=True)
    assert shown() == ""


def test_attack_says_what_it_begins(tmp_path: Path, place: Workspace) -> None:
    done = CliRunner().invoke(
        app,
        ["attack", "erc3-dev", "--plans", "1", "--families", "D", "--tasks", "lead-of-project",
         "--workers", "1", "--workspace", str(place.root)],
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert done.stderr == "1 hostile plan against erc3-dev, 1 at the same time\n"
