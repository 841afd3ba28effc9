"""What ``run`` says: of a model that is not there, of wrong options, and in its totals."""

import gc
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest
from rich.console import Console
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.cli.totals import print_table, print_totals
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import RetryCount, RunOptions, TaskResult
from agentic_solver.harness.statistics import summarize
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


def test_a_model_that_is_gone_in_the_last_task_has_stopped_nothing(tmp_path: Path) -> None:
    init_workspace(tmp_path / "place")
    (tmp_path / "none").mkdir()
    three = "lead-of-project,role-by-surname,skills-of-other-refused"
    done = CliRunner().invoke(
        app,
        ["run", "erc3-dev", "--tasks", three, "--recordings", str(tmp_path / "none"),
         "--workspace", str(tmp_path / "place")],
    )  # fmt: skip
    assert done.exit_code == 4
    assert "no model call was answered: " in done.stderr
    assert "stopped after" not in done.stderr
    summary = json.loads(
        (tmp_path / "place" / "runs" / "erc3-dev-001" / "summary.json").read_text("utf-8")
    )
    assert (summary["tasks"], summary["stopped"]) == (3, "")


@pytest.mark.parametrize("text", ["", " , "])
def test_tasks_that_name_none_are_refused(tmp_path: Path, text: str) -> None:
    init_workspace(tmp_path / "place")
    place = ["--workspace", str(tmp_path / "place")]
    done = CliRunner().invoke(app, ["run", "erc3-dev", "--tasks", text, *place])
    assert done.exit_code == 2
    assert "--tasks names no task" in done.stderr
    assert not list((tmp_path / "place" / "runs").glob("*/manifest.json"))


@pytest.mark.parametrize(
    ("option", "known"), [("snapshot", "lazy or full"), ("read", "auto or always")]
)
def test_a_word_that_an_option_does_not_know_is_refused(
    option: str, known: str, tmp_path: Path
) -> None:
    init_workspace(tmp_path / "place")
    place = ["--workspace", str(tmp_path / "place")]
    done = CliRunner().invoke(app, ["run", "erc3-dev", f"--{option}", "half", *place])
    assert done.exit_code == 2
    assert f"unknown {option} 'half': use {known}" in done.stderr


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
    assert "score     1.000 (dry run, nothing was changed)\n" in done.stdout
    assert "tasks     1 of 1 right\n" in done.stdout


def test_help_and_wrong_options_do_not_wait_for_the_engine() -> None:
    script = (
        "import sys\n"
        "from agentic_solver.cli import main\n"
        "sys.argv = ['agentic-solver', 'run', 'erc3-dev', *sys.argv[1:]]\n"
        "try:\n"
        "    main()\n"
        "except SystemExit as end:\n"
        "    heavy = ('duckdb', 'sqlglot', 'sqlalchemy', 'httpx2', 'pandas', 'pyarrow')\n"
        "    print(end.code, [name for name in heavy"
        " if name in sys.modules])\n"
    )
    told = {}
    for given in ("--help", "--nope", "--match=half"):
        done = subprocess.run(
            [sys.executable, "-c", script, given], capture_output=True, text=True, check=True
        )
        told[given] = done.stdout.splitlines()[-1]
    assert told == {"--help": "0 []", "--nope": "2 []", "--match=half": "2 []"}


def test_a_text_of_a_model_or_a_grader_is_never_markup() -> None:
    said = "the server says [/bold] and pip install -e '.[openai]'"
    result = TaskResult(
        task="a", outcome="error_internal", score=0.0, first_failed_check="no [link]", forced=said,
        rounds=0, model_calls=1, model_faults=1, input_tokens=0, cached_tokens=0, output_tokens=0,
        api_calls=2, overhead_ms=1.0, wall_s=1.0,
    )  # fmt: skip
    right = result.model_copy(update={"task": "b", "score": 1.0, "first_failed_check": ""})
    summary = summarize("x", (result, right), wall_s=1.0, run_dir=Path("runs/[x]"))
    console = Console(file=io.StringIO(), width=240)
    print_table(console, summary.results)
    print_totals(console, summary, RunOptions(benchmark="x"))
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    assert f"no [link] [{said}]" in shown
    assert shown.count(f"[{said}]") == 1  # not where it was right to answer so
    assert re.search(rf"no answer +1 of 2 model calls: a \({re.escape(said)}\)", shown)
    assert re.search(r"evidence +runs/\[x\]\n", shown)


PLANNED = "searches-down,caller-unknown,lead-of-project"
"""Tasks whose platform is broken by plan, and one that needs a model."""


def test_a_perfect_run_ends_in_its_result_and_nothing_that_looks_like_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    init_workspace(tmp_path / "place")
    monkeypatch.chdir(tmp_path / "place")
    done = CliRunner().invoke(app, ["run", "erc3-dev", "--tasks", PLANNED])
    assert done.exit_code == 0, done.output
    started, run, *result = done.output.splitlines()
    assert started.endswith(
        "; replies by a language model that saw the prompt alone, written through a stand-in for "
        "the provider; token counts are estimates; no model is asked"
    )
    assert run.endswith("runs/erc3-dev-001: 3 tasks")
    assert [re.sub(r"[\d.]+ s$", "N s", line) for line in result] == [
        "score     1.000",
        "tasks     3 of 3 right",
        "time      N s",
        "report    agentic-solver report runs/erc3-dev-001",
        f"evidence  {tmp_path}/place/runs/erc3-dev-001",
    ]


def test_verbose_tells_every_task_and_names_what_is_recorded(tmp_path: Path) -> None:
    init_workspace(tmp_path / "place")
    place = ["--workspace", str(tmp_path / "place")]
    done = CliRunner().invoke(app, ["run", "erc3-dev", "-v", "--tasks", PLANNED, *place])
    assert done.exit_code == 0, done.output
    assert "2/3 caller-unknown: error_internal 1\n" in done.output
    assert re.search(r"^lead-of-project +ok_answer +1 +1 ", done.output, re.MULTILINE)
    assert re.search(r"model +as recorded: 2 calls · \d\d,\d{3} input tokens \(", done.output)
    assert "harness overhead a task" in done.output
    assert "first failed check" not in done.output


def test_only_failed_tasks_are_listed(tmp_path: Path) -> None:
    init_workspace(tmp_path / "place")
    place = ["--workspace", str(tmp_path / "place")]
    tasks = "lead-of-project,log-in-house-hours"
    done = CliRunner().invoke(app, ["run", "erc3-dev", "--dry-run", "--tasks", tasks, *place])
    assert done.exit_code == 0, done.output
    assert "log-in-house-hours: FAIL" in done.output.split("first failed check")[1]
    assert "lead-of-project" not in done.output
    assert "tasks     1 of 2 right" in done.output


@pytest.mark.parametrize(
    ("side", "platform", "verbose", "told"),
    [
        ("platform", "twin", False, ""),
        ("platform", "twin", True, "platform /x, status 503: 1,500 times, as the suite plans"),
        ("platform", "live", False, "platform /x, status 503: 1,500 times"),
        ("model", "twin", False, "model /x, status 503: 1,500 times"),
    ],
)
def test_what_is_asked_again_is_told_unless_the_suite_plans_it(
    side: Literal["model", "platform"], platform: str, verbose: bool, told: str
) -> None:
    again = RetryCount(side=side, place="/x", reason="status 503", times=1500)
    summary = summarize("x", (), wall_s=1.0, run_dir=Path("runs/x"))
    console = Console(file=io.StringIO(), width=240)
    options = RunOptions(benchmark="x", platform=platform)
    print_totals(
        console, summary.model_copy(update={"retries": (again,)}), options, verbose=verbose
    )
    assert isinstance(console.file, io.StringIO)
    lines = [line for line in console.file.getvalue().splitlines() if "asked again" in line]
    assert [line.removeprefix("asked again").strip() for line in lines] == [told] * bool(told)


def test_the_options_of_run_stand_in_groups() -> None:
    done = CliRunner().invoke(app, ["run", "--help"])
    titles = re.findall(r"^(\w[\w ]*):$", done.output, re.MULTILINE)
    assert titles == [
        "Arguments", "Tasks", "Model", "Platform and checks", "Rules and learning", "Output",
        "Limits", "Options",
    ]  # fmt: skip
    rest = done.output.split("\nOptions:\n")[1]
    assert re.findall(r"--[a-z-]+", rest) == ["--help"]
    solve = CliRunner().invoke(app, ["solve", "--help"]).output
    assert "\nModel:\n" in solve


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_narrow_terminal_loses_no_column(width: int) -> None:
    result = TaskResult(
        task="a-name-of-more-letters-than-a-narrow-terminal-has", outcome="none_unsupported",
        score=0.25, first_failed_check="FAIL: no link", forced="", rounds=1, model_calls=31,
        model_faults=0, input_tokens=0, cached_tokens=0, output_tokens=0, api_calls=47,
        overhead_ms=1.0, wall_s=1.0,
    )  # fmt: skip
    console = Console(file=io.StringIO(), width=width)
    print_table(console, [result])
    assert isinstance(console.file, io.StringIO)
    table, _, below = console.file.getvalue().partition("first failed check")
    for shown in ("0.25", "31", "47"):
        assert shown in table
    assert "FAIL: no link" in below.replace("\n", " ")


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ((), "score none tasks nothing was played"),
        ((None,), "score withheld tasks 0 of 1 right"),
        ((1.0, 0.0), "score 0.500 tasks 1 of 2 right"),
        ((1.0, None, None), "score 1.000 of 1 graded task, 2 not graded tasks 1 of 3 right"),
    ],
)
def test_the_totals_say_of_how_many_tasks_the_score_is(
    scores: tuple[float | None, ...], said: str
) -> None:
    results = tuple(
        TaskResult(
            task=f"t{number}", outcome="ok_answer", score=score, first_failed_check="", forced="",
            rounds=1, model_calls=1, input_tokens=0, cached_tokens=0, output_tokens=0, api_calls=2,
            overhead_ms=1.0, wall_s=1.0,
        )
        for number, score in enumerate(scores)
    )  # fmt: skip
    summary = summarize("x", results, wall_s=1.0, run_dir=Path("runs/x"))
    console = Console(file=io.StringIO(), width=240)
    print_totals(console, summary, RunOptions(benchmark="x"))
    assert isinstance(console.file, io.StringIO)
    assert said in " ".join(console.file.getvalue().split())
    assert summary.to_json()["ungraded"] == scores.count(None)


def test_a_platform_behind_http_is_not_asked_without_a_model(tmp_path: Path) -> None:
    init_workspace(tmp_path / "place")
    place = ["--workspace", str(tmp_path / "place")]
    # Sockets are disabled in this test: a request would be another error.
    for proposer in ([], ["--proposer", "recorded"]):
        words = ["run", "erc3-dev", "--platform", "http://127.0.0.1:9", *proposer, *place]
        done = CliRunner().invoke(app, words)
        assert (done.exit_code, done.stdout) == (2, "")
        assert "needs a model: set ANTHROPIC_API_KEY" in done.stderr
    words = ["run", "erc3-dev", "--platform", "http://127.0.0.1:9", *place]
    done = CliRunner().invoke(app, [*words, "--recordings", str(builtin_recordings("erc3-dev"))])
    assert (done.exit_code, done.stdout) == (2, "")  # those are of the twin's seed 0
    assert "has no recording of 'erc3-dev' as http://127.0.0.1:9 plays it" in done.stderr
    assert not list((tmp_path / "place" / "runs").glob("*/manifest.json"))


def test_own_recordings_are_named_by_their_own_model_and_cost_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    init_workspace(tmp_path / "place")
    own = tmp_path / "own"
    own.mkdir()
    for path in builtin_recordings("erc3-dev").glob("*.json"):
        if "erc3-dev@0/lead-of-project/" in (text := path.read_text("utf-8")):
            named = text.replace("claude-opus-5-5", "their-model")
            (own / path.name).write_text(named, encoding="utf-8")
    monkeypatch.setenv("AGENTIC_SOLVER_PRICES", "3,15")
    done = CliRunner().invoke(
        app,
        ["run", "erc3-dev", "--tasks", "lead-of-project", "--recordings", str(own),
         "--model", "another", "--workspace", str(tmp_path / "place")],
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith(
        f"erc3-dev on the local twin, seed 0: recorded plans of their-model from {own}; "
        "where the replies come from is unknown; no model is asked\n"
    )
    assert "cost" not in done.stdout
    (manifest,) = (tmp_path / "place" / "runs").glob("*/manifest.json")
    said = json.loads(manifest.read_text("utf-8"))
    assert said["model"] == "their-model"
    assert said["recordings"] == {"by": "unknown", "how": "unknown", "tokens": "unknown"}


def test_a_broken_recording_is_said_in_the_words_of_its_file(tmp_path: Path) -> None:
    init_workspace(tmp_path / "place")
    own = tmp_path / "own"
    own.mkdir()
    (own / "half.json").write_text("{\n", encoding="utf-8")
    done = CliRunner().invoke(
        app,
        ["run", "erc3-dev", "--recordings", str(own), "--workspace", str(tmp_path / "place")],
    )
    assert done.exit_code == 2
    assert "half.json is not a model recording: Invalid JSON" in done.stderr
    assert "pydantic" not in done.stderr
    assert "input_value" not in done.stderr


def test_a_finished_run_that_goes_on_has_nothing_left_to_play(tmp_path: Path) -> None:
    init_workspace(tmp_path / "place")
    place = ["--workspace", str(tmp_path / "place")]
    first = CliRunner().invoke(app, ["run", "erc3-dev", "--tasks", "lead-of-project", *place])
    assert first.exit_code == 0
    (run,) = (tmp_path / "place" / "runs").glob("erc3-dev-*")
    again = CliRunner().invoke(app, ["run", "--resume", str(run), *place])
    assert again.exit_code == 0
    assert "nothing is left to play" in again.stdout
    assert "outcome" not in again.stdout
    assert "score     1.000\ntasks     1 of 1 right\n" in again.stdout


def test_a_limit_says_how_far_the_whole_run_is(tmp_path: Path) -> None:
    init_workspace(tmp_path / "place")
    done = CliRunner().invoke(
        app,
        ["run", "erc3-dev", "--tasks", "lead-of-project,role-by-surname", "--max-tasks", "1",
         "--workspace", str(tmp_path / "place")],
    )  # fmt: skip
    assert done.exit_code == 5
    assert "the limit of 1 task is reached; 1 task of the run is played" in done.stderr


def test_a_task_gets_some_time(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["run", "erc3-dev", "--task-timeout", "0"])
    assert done.exit_code == 2
    assert "--task-timeout" in done.stderr


def test_a_run_that_never_begins_leaves_the_collector_on() -> None:
    refused = CliRunner().invoke(app, ["run", "erc3-dev", "--proposer", "nobody"])
    assert refused.exit_code == 2
    assert gc.isenabled()


def test_a_run_leaves_the_collector_as_it_was(tmp_path: Path) -> None:
    init_workspace(tmp_path / "place")
    before = gc.get_threshold()
    done = CliRunner().invoke(
        app,
        ["run", "erc3-dev", "--tasks", "lead-of-project", "--workspace", str(tmp_path / "place")],
    )
    assert done.exit_code == 0
    assert (gc.get_threshold(), gc.get_freeze_count(), gc.isenabled()) == (before, 0, True)
