"""Why a task ended as it did: expected beside answered, the time line, the command."""

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.contracts.model import JsonObject
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.report.page import render_page
from agentic_solver.report.record import read_record
from agentic_solver.report.why import check_command, expectations, timeline
from agentic_solver.workspace import init_workspace
from tests.report.test_page import unpacked

RESPONSE: JsonObject = {
    "outcome": "denied_security",
    "message": "I may not.",
    "links": [{"kind": "employee", "id": "p1"}, {"kind": "project", "id": "x"}],
}


@pytest.mark.parametrize(
    ("line", "sides"),
    [
        ("FAIL: expected outcome 'ok_answer', got 'denied_security'",
         ("outcome", "ok_answer", "denied_security")),
        ("FAIL: expected employee link to 'p2' not found", ("link", "employee p2", "employee p1")),
        ("FAIL: expected wiki link to 'a.md' not found", ("link", "wiki a.md", "none")),
        ("FAIL: found unexpected project link to 'x'", ("link", "not project x", "project x")),
        ("FAIL: expected no links, found 2", ("link", "none", "employee p1, project x")),
        ("FAIL: expected message to contain 'yes', got 'I may not.'",
         ("message", "holds 'yes'", "I may not.")),
        ("FAIL: expected message to NOT contain 'may', got 'I may not.'",
         ("message", "does not hold 'may'", "I may not.")),
        ("FAIL: expected event of type *erc3.Evt_TimeLogged not found",
         ("change", "TimeLogged", "not made")),
    ],
)  # fmt: skip
def test_each_line_of_a_grade_has_two_sides(line: str, sides: tuple[str, ...]) -> None:
    (row,) = expectations(f"{line}\n{line}\n", RESPONSE)
    assert (row["about"], row["expected"], row["answered"]) == sides
    assert row["line"] == line


def test_a_line_that_nobody_knows_keeps_its_words() -> None:
    assert expectations("FAIL: the moon is full\n\n", {}) == [{"line": "FAIL: the moon is full"}]


def test_the_time_line_holds_calls_in_order_and_the_work_between(tmp_path: Path) -> None:
    folder = TaskFolder(tmp_path / "task")
    assert timeline(folder) == []
    platform = [["/whoami", 0.0, 0.004], ["/respond", 0.3, 0.01], ["/cached"]]
    folder.write("times.json", {"model": [[0.0045, 0.2]], "platform": platform})
    bars = timeline(folder)
    assert [(one["kind"], one["name"]) for one in bars] == [
        ("platform", "/whoami"), ("model", "model"), ("engine", "engine: SQL and checks"),
        ("platform", "/respond"),
    ]  # fmt: skip
    assert (bars[2]["at"], bars[2]["seconds"]) == (0.2045, 0.0955)


def test_the_command_of_the_page_checks_the_plan_of_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    init_workspace(tmp_path)
    monkeypatch.chdir(tmp_path)
    run = ["run", "erc3-dev", "--tasks", "lead-pauses-project"]
    assert CliRunner().invoke(app, run).exit_code == 0
    page = render_page([read_record(tmp_path / "runs" / "erc3-dev-001")], tmp_path / "rules")
    details = unpacked(page, "detail-0-0")
    assert isinstance(details, list)
    words = shlex.split(details[0]["command"].replace("{round}", "1"))
    assert words[0] == "agentic-solver"
    done = CliRunner().invoke(app, words[1:])
    assert done.exit_code == 0, done.output
    assert "score 1" in done.output


def test_a_task_that_no_suite_makes_has_no_command(
    make_run: Callable[..., Path], made: type, tmp_path: Path
) -> None:
    for name, more in (("made", {}), ("erc3-dev", {"platform": "live"}),
                       ("erc3-dev", {"platform": "twin", "variation": ["ids"]})):  # fmt: skip
        run = make_run([made(task="a")], name=name, **more)
        details = unpacked(render_page([read_record(run)], tmp_path), "detail-0-0")
        assert isinstance(details, list)
        assert details[0]["command"] == ""


def test_names_of_tasks_are_quoted_in_the_command() -> None:
    told = check_command(Path("runs/r-001"), "erc3-dev", "a; rm -rf x", seed=3)
    words = shlex.split(told)
    assert words[words.index("--task") + 1] == "a; rm -rf x"
    assert words[-3:] == ["--seed", "3", "--commit"]


def test_the_command_names_run_and_workspace_as_they_are_from_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = init_workspace(tmp_path / "repo").root
    run = place / "runs" / "r-001"
    monkeypatch.chdir(place)
    assert check_command(run, "erc3-dev", "a", seed=0) == (
        "agentic-solver check runs/r-001/tasks/a/round-{round}/plan.json "
        "--suite erc3-dev --task a --commit"
    )
    (tmp_path / "desk").mkdir()
    monkeypatch.chdir(tmp_path / "desk")
    assert check_command(run, "erc3-dev", "a", seed=0) == (
        "agentic-solver check ../repo/runs/r-001/tasks/a/round-{round}/plan.json "
        "--suite erc3-dev --task a --commit --workspace ../repo"
    )
    # A run that lies in no workspace names none.
    assert "--workspace" not in check_command(tmp_path / "x" / "r-001", "erc3-dev", "a", seed=0)
