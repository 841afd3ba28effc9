"""Agents that a team brings itself, in Python and JavaScript: played, measured, and kept apart."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agentic_solver.analysis import compare_runs, failures_of, load_run
from agentic_solver.analysis.repeat import repeats_of
from agentic_solver.cli.app import app
from agentic_solver.errors import UsageError, WorkspaceError
from agentic_solver.harness.agent_process import parse_command
from agentic_solver.harness.bench import BenchOptions, play_bench, recorded_bench
from agentic_solver.harness.options import RunSummary
from agentic_solver.harness.resume import recorded_options
from agentic_solver.harness.verify import run_state, verify_run
from agentic_solver.report.citation import Citations
from agentic_solver.report.detail import task_detail
from agentic_solver.report.record import read_record
from agentic_solver.settings import read_variables
from agentic_solver.twin.suite import Suite, find_suite, load_suite
from agentic_solver.workspace import Workspace
from tests.playing import play

pytestmark = pytest.mark.enable_socket

AGENTS = Path(__file__).parent / "agents"
RIGHT, OTHER = "lead-of-project", "role-by-surname"


@pytest.fixture(scope="module")
def suite() -> Suite:
    return load_suite(find_suite("erc3-dev"))


def agent(mode: str = "right") -> str:
    return f"{sys.executable} {AGENTS / 'agent.py'} {mode}"


def bench(suite: Suite, runs: Path, command: str, *tasks: str, **more: Any) -> RunSummary:
    resume, inherited = more.pop("resume", None), more.pop("inherited", {})
    options = BenchOptions(benchmark="erc3-dev", agent=command, tasks=tasks or (RIGHT,), **more)
    variables = {**read_variables(), **inherited}
    return play_bench(options, suite, runs, inherited=variables, resume=resume)


def evidence(summary: RunSummary, task: str, name: str) -> Any:
    return json.loads((Path(summary.run_dir) / "tasks" / task / name).read_text("utf-8"))


def test_an_agent_is_scored_and_leaves_a_run(suite: Suite, tmp_path: Path) -> None:
    summary = bench(suite, tmp_path, agent(), RIGHT, OTHER, workers=2)
    assert summary.score == 0.5
    assert [(one.task, one.outcome, one.score) for one in summary.results] == [
        (RIGHT, "ok_answer", 1.0), (OTHER, "denied_security", 0.0),
    ]  # fmt: skip
    first = summary.results[0]
    assert (first.api_calls, first.model_calls, first.input_tokens, first.cached_tokens) == (
        5, 1, 120, 20,
    )  # fmt: skip
    assert first.model_s == pytest.approx(0.01, rel=0.1)
    run = load_run(Path(summary.run_dir))
    assert run.manifest.model == "agent.py"
    assert run.tasks[0].calls == (("identity", 1), ("plan", 3), ("answer", 1))
    assert [failure.task for failure in failures_of(run)] == [OTHER]
    checked = verify_run(Path(summary.run_dir))
    assert (checked.problems, checked.notes) == ((), ())
    assert evidence(summary, RIGHT, "agent.json")["exit_code"] == 0
    assert evidence(summary, RIGHT, "context.json")["identity"]["current_user"] == "kw_017"


def test_the_report_shows_calls_and_process(suite: Suite, tmp_path: Path) -> None:
    run = read_record(Path(bench(suite, tmp_path, agent()).run_dir))
    shown = task_detail(run.tasks[0], Citations(run, tmp_path))
    assert [call["route"] for call in shown["calls"]] == [
        "/whoami", "/projects/search", "/projects/get", "/employees/get", "/respond",
    ]  # fmt: skip
    assert "Tram Cab Simulator" in shown["calls"][1]["answer"]
    assert all("ms" in call for call in shown["calls"])
    assert shown["agent"]["exit_code"] == 0
    assert shown["model"][0]["reply"]["model"] == "abacus-1"


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_an_agent_in_javascript_is_scored(suite: Suite, tmp_path: Path) -> None:
    summary = bench(suite, tmp_path, f"node {AGENTS / 'agent.js'}", name="abacus")
    assert (summary.score, summary.results[0].input_tokens) == (1.0, 90)
    assert load_run(Path(summary.run_dir)).manifest.model == "abacus"


@pytest.mark.parametrize(
    ("mode", "outcome", "forced"),
    [
        ("crash", "no_answer", "the agent ended with exit code 1: RuntimeError: the abacus broke"),
        ("silent", "no_answer", "the agent sent no answer"),
        ("twice", "denied_security", ""),
        ("suicide", "no_answer", "the agent was ended by SIGKILL"),
    ],
)
def test_an_agent_that_misbehaves_scores_nothing_and_says_why(
    suite: Suite, tmp_path: Path, mode: str, outcome: str, forced: str
) -> None:
    summary = bench(suite, tmp_path, agent(mode))
    result = summary.results[0]
    assert (result.score, result.outcome, result.forced) == (0.0, outcome, forced)
    found = 2 if mode == "twice" else 0
    assert result.first_failed_check == f"FAIL: agent should provide 1 response, found {found}"
    ended = evidence(summary, RIGHT, "agent.json")
    if mode == "crash":
        assert ended["stdout"] == "before the fall\n"
        assert "Traceback" in ended["stderr"]
    if mode == "suicide":
        assert (ended["exit_code"], ended["signal"]) == (None, "SIGKILL")
    assert not verify_run(Path(summary.run_dir)).problems


def test_the_crash_of_one_task_leaves_the_others_alone(suite: Suite, tmp_path: Path) -> None:
    script = tmp_path / "agent.sh"
    script.write_text(
        f'#!/bin/sh\n[ "$ERC3_SPEC_ID" = {OTHER} ] && kill -9 $$\nexec {agent()}\n', "utf-8"
    )
    script.chmod(0o755)
    summary = bench(suite, tmp_path, str(script), OTHER, RIGHT, workers=2)
    assert [one.score for one in summary.results] == [0.0, 1.0]


def test_time_over_ends_the_agent_and_all_that_it_began(suite: Suite, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    since = time.monotonic()
    told = {"AGENT_TRACE": str(trace)}
    summary = bench(suite, tmp_path, agent("hang"), task_timeout_s=0.5, inherited=told)
    assert time.monotonic() - since < 5
    assert summary.results[0].forced == "the agent was stopped after its 0.5 s"
    assert evidence(summary, RIGHT, "agent.json")["timed_out"] is True
    child = Path(f"/proc/{trace.read_text('utf-8')}")
    assert not child.exists() or "zombie" in (child / "status").read_text("utf-8")


def test_an_answer_after_the_limit_does_not_count(suite: Suite, tmp_path: Path) -> None:
    summary = bench(suite, tmp_path, agent("late"), task_timeout_s=0.7)
    result = summary.results[0]
    assert (result.outcome, result.api_calls) == ("no_answer", 0)


def test_keys_of_the_environment_stay_out_of_the_evidence(suite: Suite, tmp_path: Path) -> None:
    key = "sk-not-to-be-told-123"
    summary = bench(suite, tmp_path, agent("leak"), inherited={"SOME_API_KEY": key})
    assert "my key is [key]" in summary.results[0].forced
    for path in Path(summary.run_dir).rglob("*"):
        assert not path.is_file() or key not in path.read_text("utf-8")


@pytest.mark.parametrize("mode", ["session", "own-start"])
def test_agents_that_start_by_themselves_need_no_change(
    suite: Suite, tmp_path: Path, mode: str
) -> None:
    summary = bench(suite, tmp_path, agent(mode))
    assert summary.score == 1.0


def test_one_process_plays_a_session(suite: Suite, tmp_path: Path) -> None:
    summary = bench(suite, tmp_path, agent("session"), RIGHT, OTHER, session=True)
    assert [one.score for one in summary.results] == [1.0, 0.0]
    run = Path(summary.run_dir)
    assert len((run / "agents.jsonl").read_text("utf-8").splitlines()) == 1
    assert not verify_run(run).problems


def test_what_a_session_leaves_open_counts_as_on_the_platform(suite: Suite, tmp_path: Path) -> None:
    summary = bench(suite, tmp_path, agent("crash"), RIGHT, OTHER, session=True)
    assert [one.score for one in summary.results] == [0.0, 0.0]
    for result in summary.results:
        assert result.first_failed_check.startswith("FAIL: session was submitted before")
        assert "the abacus broke" in result.forced
    assert run_state(Path(summary.run_dir)).state == "complete"


def test_a_foreign_agent_is_compared_with_recorded_plans(
    suite: Suite, tmp_path: Path, place: Workspace
) -> None:
    theirs = bench(suite, tmp_path, agent(), RIGHT, OTHER)
    ours = play(place, (RIGHT, OTHER))
    found = compare_runs(load_run(Path(theirs.run_dir)), load_run(Path(ours.run_dir)))
    assert (found.gained, found.lost) == ((OTHER,), ())
    assert ("proposer", "agent", "recorded") in found.differences


def test_repeats_tell_pass_k(suite: Suite, tmp_path: Path) -> None:
    runs = [Path(bench(suite, tmp_path, agent(mode)).run_dir) for mode in ("right", "silent")]
    found = repeats_of([load_run(run) for run in runs])
    assert [power.value for power in found.powers] == [0.5, 0.0]
    assert [flip.task for flip in found.flips] == [RIGHT]


def test_epochs_of_the_command_line_are_a_group(tmp_path: Path, place: Workspace) -> None:
    shutil.copytree(place.root, tmp_path / "place")
    where = ["--workspace", str(tmp_path / "place")]
    asked = ["bench", "erc3-dev", "--agent", agent(), "--tasks", RIGHT, "--epochs", "2", *where]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0, done.output
    assert "pass^k" in done.output
    group = next((tmp_path / "place" / "runs").glob("*/group.json")).parent
    told = json.loads((group / "group.json").read_text("utf-8"))
    assert told["repeats"]["pass"][1]["value"] == 1.0
    assert CliRunner().invoke(app, ["analyze", str(group)]).exit_code == 0
    # One of the epochs is gone: it is played again, the other one stands.
    told["runs"].pop()
    (group / "group.json").write_text(json.dumps(told), "utf-8")
    again = CliRunner().invoke(app, ["bench", "--resume", str(group), *where])
    assert again.exit_code == 0, again.output
    assert len(json.loads((group / "group.json").read_text("utf-8"))["runs"]) == 2
    assert "nothing is left to play" in again.output


def _start(tmp_path: Path, *more: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "agentic_solver", "bench", "erc3-dev", *more]
    return subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True)


def test_a_killed_bench_goes_on_where_it_was(
    tmp_path: Path, place: Workspace, suite: Suite
) -> None:
    target = Path(shutil.copytree(place.root, tmp_path / "place", ignore=lambda *_: ["runs"]))
    (target / "runs").mkdir()
    tasks = (RIGHT, OTHER, "archived-project-qa-department")
    with _start(
        tmp_path, "--agent", agent("slow"), "--tasks", ",".join(tasks), "--workspace", str(target)
    ) as process:
        assert process.stdout is not None
        while not process.stdout.readline().startswith("1/3"):
            assert process.poll() is None
        process.send_signal(signal.SIGKILL)
    run = next((target / "runs").iterdir())
    before = run_state(run)
    assert (before.state, before.finished) == ("cut off", 1)
    assert not verify_run(run).problems
    kept = (run / "tasks" / RIGHT / "calls.jsonl").read_bytes()
    with pytest.raises(UsageError, match="bench --resume"):
        recorded_options(run)

    options = recorded_bench(run)
    assert options.tasks == tasks
    summary = play_bench(options, suite, target / "runs", inherited=read_variables(), resume=run)
    assert [one.score for one in summary.results] == [1.0, 0.0, 0.0]
    assert Path(summary.run_dir) == run
    assert (run / "tasks" / RIGHT / "calls.jsonl").read_bytes() == kept
    checked = verify_run(run)
    assert (checked.problems, checked.notes) == ((), ())
    assert run_state(run).state == "complete"


def test_told_to_end_a_bench_ends_its_agents_and_says_how_to_go_on(
    tmp_path: Path, place: Workspace
) -> None:
    target = Path(shutil.copytree(place.root, tmp_path / "place"))
    trace = tmp_path / "trace"
    script = tmp_path / "wait.sh"
    script.write_text(f"#!/bin/sh\necho $$ > {trace}.new; mv {trace}.new {trace}; sleep 120\n")
    script.chmod(0o755)
    with _start(
        tmp_path, "--agent", str(script), "--tasks", f"{RIGHT},{OTHER}", "--workers", "2",
        "--workspace", str(target),
    ) as process:  # fmt: skip
        until = time.monotonic() + 60
        while not trace.exists() and time.monotonic() < until:
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=45) == 130  # the agents sleep for longer
    with pytest.raises(ProcessLookupError):
        os.kill(int(trace.read_text("utf-8")), 0)


def test_what_a_bench_cannot_go_on_with_is_refused(
    suite: Suite, tmp_path: Path, run_dir: Path
) -> None:
    with pytest.raises(UsageError, match="go on with run --resume"):
        recorded_bench(run_dir)
    summary = bench(suite, tmp_path, agent())
    run = Path(summary.run_dir)
    with pytest.raises(UsageError, match="seed was 0 and is 1"):
        bench(suite, tmp_path, agent(), seed=1, resume=run)
    with pytest.raises(UsageError, match="agent was"):
        bench(suite, tmp_path, agent("silent"), resume=run)
    assert verify_run(run).problems == ()
    assert bench(suite, tmp_path, agent(), workers=2, resume=run).score == 1.0


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("", "--agent is empty"),
        ("python 'my agent.py", "mend its quotes"),
        ("no-such-program --fast", "there is no program 'no-such-program'"),
    ],
)
def test_a_command_that_cannot_run_is_refused(command: str, problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        parse_command(command)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ([], "name a built-in suite"),
        (["erc3-dev"], "name the command of your agent"),
        (["erc3-dex", "--agent", "true"], "did you mean 'erc3-dev'"),
        (["--resume", "runs/x", "--agent", "true"], "leave out --agent"),
        (["--resume", "no-such-run"], "not a run folder"),
        (["erc3-dev", "--agent", "true", "--tasks", "lead-of-projet"], "did you mean"),
    ],
)
def test_wrong_use_is_one_sentence(words: list[str], problem: str, place: Workspace) -> None:
    done = CliRunner().invoke(app, ["bench", *words, "--workspace", str(place.root)])
    assert done.exit_code == 2
    assert problem in done.output
    assert "Traceback" not in done.output


def test_an_agent_that_never_calls_is_a_wrong_command(tmp_path: Path, place: Workspace) -> None:
    target = shutil.copytree(place.root, tmp_path / "place")
    asked = ["bench", "erc3-dev", "--agent", "false", "--tasks", RIGHT, "--workspace", str(target)]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 4
    assert "the agent made no call in any task: the agent ended with exit code 1" in done.output


def test_a_run_of_a_foreign_agent_has_no_plans_to_decide_again(
    suite: Suite, tmp_path: Path
) -> None:
    run = bench(suite, tmp_path, agent()).run_dir
    for words in (["replay", run], ["audit", run]):
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 2
        assert "was played by a foreign agent: it has no plans" in done.output


def test_a_run_folder_that_was_cut_can_still_be_read(suite: Suite, tmp_path: Path) -> None:
    run = Path(bench(suite, tmp_path, agent(), RIGHT, OTHER).run_dir)
    (run / "summary.json").unlink()
    events = (run / "events.jsonl").read_bytes()
    (run / "events.jsonl").write_bytes(events[:-40])  # in the middle of the last line
    with pytest.raises(UsageError, match="--partial"):
        load_run(run)
    assert [task.task for task in load_run(run, partial=True).tasks] == [RIGHT]
    page = tmp_path / "page.html"
    done = CliRunner().invoke(app, ["report", str(run), "--out", str(page)])
    assert done.exit_code == 0, done.output
    assert "has not come to its end" in page.read_text("utf-8")
    assert bench(suite, tmp_path, agent(), RIGHT, OTHER, resume=run).score == 0.5
    (run / "manifest.json").unlink()
    with pytest.raises(WorkspaceError, match="no manifest"):
        load_run(run)
