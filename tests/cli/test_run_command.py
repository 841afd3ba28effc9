"""What ``run`` says: of a model that is not there, of wrong options, and in its totals."""

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.workspace import init_workspace


def test_a_run_without_any_answer_of_the_model_says_so_and_keeps_its_evidence(
    tmp_path: Path,
) -> None:
    init_workspace(tmp_path / "place")
    (tmp_path / "none").mkdir()
    done = CliRunner().invoke(
        app,
        ["run", "erc3-dev", "--tasks", "lead-of-project", "--recordings", str(tmp_path / "none"),
         "--workspace", str(tmp_path / "place")],
    )  # fmt: skip
    assert done.exit_code == 4
    assert "no model call was answered" in done.stderr
    assert list((tmp_path / "place" / "runs").glob("*/tasks/lead-of-project/model.jsonl"))


def test_a_model_that_is_gone_ends_the_run_early(tmp_path: Path) -> None:
    init_workspace(tmp_path / "place")
    (tmp_path / "none").mkdir()
    done = CliRunner().invoke(
        app,
        ["run", "erc3-dev", "--recordings", str(tmp_path / "none"),
         "--workspace", str(tmp_path / "place")],
    )  # fmt: skip
    assert done.exit_code == 4
    assert "stopped after 3 tasks: request" in done.stderr
    assert "has no recording" in done.stderr
    assert len(list((tmp_path / "place" / "runs").glob("*/tasks/*"))) == 3


@pytest.mark.parametrize("text", ["", " , "])
def test_tasks_that_name_none_are_refused(tmp_path: Path, text: str) -> None:
    init_workspace(tmp_path / "place")
    place = ["--workspace", str(tmp_path / "place")]
    done = CliRunner().invoke(app, ["run", "erc3-dev", "--tasks", text, *place])
    assert done.exit_code == 2
    assert "--tasks names no task" in done.stderr
    assert not list((tmp_path / "place" / "runs").glob("*/manifest.json"))


def test_a_snapshot_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    init_workspace(tmp_path / "place")
    place = ["--workspace", str(tmp_path / "place")]
    done = CliRunner().invoke(app, ["run", "erc3-dev", "--snapshot", "half", *place])
    assert done.exit_code == 2
    assert "unknown snapshot 'half': use lazy or full" in done.stderr


def test_a_dry_run_and_options_without_effect_are_named(tmp_path: Path) -> None:
    init_workspace(tmp_path / "place")
    done = CliRunner().invoke(
        app,
        ["run", "erc3-dev", "--tasks", "lead-of-project", "--proposer", "recorded", "--dry-run",
         "--model", "another", "--effort", "low", "--workspace", str(tmp_path / "place")],
    )  # fmt: skip
    assert done.exit_code == 0
    assert "--model and --effort: without effect on recorded plans" in done.stderr
    assert ": 1 task\n" in done.stdout
    assert "dry run, nothing was changed · score 1.000 · 1 of 1 task right · 1 model call ·" in (
        done.stdout
    )


def test_help_and_wrong_options_do_not_wait_for_the_engine() -> None:
    script = (
        "import sys\n"
        "from agentic_solver.cli import main\n"
        "sys.argv = ['agentic-solver', 'run', 'erc3-dev', *sys.argv[1:]]\n"
        "try:\n"
        "    main()\n"
        "except SystemExit as end:\n"
        "    print(end.code, [name for name in ('duckdb', 'sqlglot', 'sqlalchemy', 'httpx2')"
        " if name in sys.modules])\n"
    )
    told = {}
    for given in ("--help", "--nope", "--match=half"):
        done = subprocess.run(
            [sys.executable, "-c", script, given], capture_output=True, text=True, check=True
        )
        told[given] = done.stdout.splitlines()[-1]
    assert told == {"--help": "0 []", "--nope": "2 []", "--match=half": "2 []"}
