"""Runs of the plain agent: their evidence, replaying them, resuming them, and who reads them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agentic_solver.analysis import compare_runs, failures_of, load_run
from agentic_solver.analysis.metric import run_figures
from agentic_solver.cli.app import app
from agentic_solver.errors import SettingsError, UsageError
from agentic_solver.harness.models import choose_proposer, open_models
from agentic_solver.harness.options import RunOptions, RunSummary
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.harness.verify import verify_run
from agentic_solver.llm.model import ModelRequest
from agentic_solver.llm.recording import RecordingModel
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace, init_workspace
from tests.harness.test_resume import Silent, Stage
from tests.playing import opened, play

READING, LOGGING = "hours-on-project", "log-in-house-hours"
_ENTRY = {
    "employee": "kw_017", "project": "proj_inhouse_crate_reuse", "date": "2025-10-10", "hours": 2,
    "work_category": "project_work", "notes": "", "billable": False, "status": "draft",
}  # fmt: skip
_LOG = {"calls": [{"tool": "/time/log", "arguments": _ENTRY}]}
_LOOK = {
    "calls": [
        {
            "tool": "/time/search",
            "arguments": {"limit": 5, "employee": "kw_017", "date_from": "2025-10-10"},
        }
    ]
}
_LINKS = [
    {"kind": "project", "id": "proj_inhouse_crate_reuse"}, {"kind": "employee", "id": "kw_017"},
]  # fmt: skip
_LOGGED = {"respond": {"outcome": "ok_answer", "message": "Logged 2 hours.", "links": _LINKS}}
_ONE: dict[str, Any] = {"tasks": (LOGGING,), "proposer": "react"}
_REFUSED = {"respond": {"outcome": "denied_security", "message": "No.", "links": []}}


def _agent(request: ModelRequest) -> str:
    """Log the hours, look whether they are there, and say so; refuse every other task."""
    if f"/{LOGGING}/" not in request.key:
        return json.dumps(_REFUSED)
    told = request.messages[-1].text
    if "/time/log" in told:
        return json.dumps(_LOOK)
    return json.dumps(_LOGGED if '"entries":[{' in told else _LOG)


@pytest.fixture
def place(tmp_path: Path) -> Workspace:
    init_workspace(tmp_path / "place")
    return Workspace(tmp_path / "place")


def _play(place: Workspace, *tasks: str, workers: int = 1, record_to: str = "") -> RunSummary:
    scripted = ScriptedModel(_agent, name="m")
    model = RecordingModel(scripted, Path(record_to)) if record_to else scripted
    return play(place, tasks, model=model, proposer="react", workers=workers)


def _evidence(run: str, task: str) -> dict[str, bytes]:
    folder = Path(run) / "tasks" / task
    apart = ("telemetry.json", "times.json")
    return {one.name: one.read_bytes() for one in folder.iterdir() if one.name not in apart}


def test_a_run_has_scores_counts_and_evidence(place: Workspace) -> None:
    summary = _play(place, READING, LOGGING, workers=2)
    refused, logged = summary.results
    assert (refused.score, logged.score) == (0, 1)
    assert (logged.outcome, logged.forced, logged.rounds) == ("ok_answer", "", 0)
    assert (logged.model_calls, logged.reader_calls, logged.api_calls) == (3, 0, 4)
    folder = Path(summary.run_dir) / "tasks" / LOGGING
    assert set(_evidence(summary.run_dir, LOGGING)) == {
        "task.json", "context.json", "calls.jsonl", "model.jsonl", "ledger.jsonl",
        "response.json", "evaluation.json",
    }  # fmt: skip
    lines = [json.loads(line) for line in (folder / "model.jsonl").read_text().splitlines()]
    assert [len(line["messages"]) for line in lines] == [1, 2, 2]
    assert not verify_run(Path(summary.run_dir)).problems
    manifest = json.loads((Path(summary.run_dir) / "manifest.json").read_text())
    assert (manifest["proposer"], manifest["steps"]) == ("react", 30)


def test_recorded_replies_give_the_same_run(place: Workspace, tmp_path: Path) -> None:
    first = _play(place, READING, LOGGING, record_to=str(tmp_path / "kept"))
    options = RunOptions(
        benchmark="erc3-dev", tasks=(READING, LOGGING), proposer="react",
        recordings=str(tmp_path / "kept"), match="exact", workers=2,
    )  # fmt: skip
    models = open_models(options, opened(), load_settings({}))
    again = run_benchmark(
        options, benchmark=opened(), workspace=place, model=models.planner, reader=models.reader
    )
    assert again.passed == first.passed == 1
    for task in (READING, LOGGING):
        assert _evidence(again.run_dir, task) == _evidence(first.run_dir, task)


class _Counted(ScriptedModel):
    """The agent's model; counts what was asked."""

    def __init__(self) -> None:
        super().__init__(_agent, name="m")

    @property
    def steps(self) -> list[str]:
        return [one.key.rsplit("/", 1)[-1] for one in self.requests]


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    found = Stage(tmp_path / "place")
    found.model = _Counted()  # type: ignore[assignment]
    return found


def _goes_on(stage: Stage, run: Path, steps: list[str]) -> None:
    """A resumed run comes to its end, with one change and one response."""
    summary = stage.play(resume=run, **_ONE)
    assert (summary.passed, summary.tasks, summary.stopped) == (1, 1, "")
    assert stage.calls(run, "/time/log") == ["/time/log: 200"]
    assert stage.calls(run, "/respond") == ["/respond: 200"]
    assert stage.model.steps == steps  # type: ignore[attr-defined]
    assert not verify_run(run).problems


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("path", "sent", "steps"),
    [
        ("/time/log", True, 3),
        ("/time/log", False, 5),
        ("/time/search", True, 3),
        ("/respond", True, 3),
        ("/respond", False, 3),
        ("/tasks/complete", False, 3),
    ],
)
def test_a_run_that_was_killed_repeats_no_reply_and_no_write(
    stage: Stage, path: str, sent: bool, steps: int
) -> None:
    run = stage.cut(path, sent=sent, **_ONE)
    _goes_on(stage, run, [f"s{number}" for number in range(1, steps + 1)])


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("path", "sent", "steps"),
    [
        ("/whoami", False, 3),
        ("/time/log", True, 3),
        ("/time/log", False, 5),
        ("/time/search", False, 3),
        ("/respond", True, 3),
        ("/respond", False, 3),
    ],
)
def test_a_platform_that_falls_silent_gets_no_answer_by_silence(
    stage: Stage, path: str, sent: bool, steps: int
) -> None:
    first = stage.play(Silent(stage.transport, path, sent=sent), **_ONE)
    assert (first.tasks, first.platform_gone) == (0, True)
    _goes_on(stage, Path(first.run_dir), [f"s{number}" for number in range(1, steps + 1)])


def test_a_platform_that_is_silent_in_this_process_gets_error_internal(place: Workspace) -> None:
    summary = play(
        place, (LOGGING,), model=ScriptedModel(_agent), proposer="react",
        around=lambda inner: Silent(inner, "/time/search", sent=False, until="3"),
    )  # fmt: skip
    (result,) = summary.results
    assert result.outcome == "error_internal"
    assert result.forced == "/time/search: unplugged"


def test_the_step_limit_is_the_run_s(place: Workspace) -> None:
    summary = play(place, (LOGGING,), model=ScriptedModel(_agent), proposer="react", steps=2)
    (result,) = summary.results
    assert (result.outcome, result.model_calls) == ("error_internal", 2)
    assert result.forced == "no response within 2 replies"


def test_a_wiki_without_rules_is_not_read_for_it(place: Workspace) -> None:
    for path in (*place.rules.glob("*.yaml"), *place.policy.glob("wiki_*.py")):
        path.unlink()
    summary = play(place, (LOGGING,), model=ScriptedModel(_agent), proposer="react")
    assert (summary.passed, summary.model_calls, summary.readings) == (1, 3, ())


def test_it_is_compared_with_the_planner(place: Workspace) -> None:
    planned, plain = play(place, (READING, LOGGING)), _play(place, READING, LOGGING)
    first, second = load_run(Path(planned.run_dir)), load_run(Path(plain.run_dir))
    found = compare_runs(first, second)
    assert ("proposer", "recorded", "react") in found.differences
    assert (found.lost, found.gained) == ((READING,), ())
    means = {one.name: (one.first_mean, one.second_mean) for one in found.quantities}
    assert means["model calls"][1] == 2
    assert means["API calls"][1] == 3
    assert {"seconds", "unasked changes", "forbidden texts", "input tokens"} <= means.keys()
    assert found.determinism.same_input == 2
    counts = dict(second.by_task()[LOGGING].calls)
    assert counts == {"identity": 1, "plan": 1, "write": 1, "answer": 1}


def test_a_change_that_nobody_asked_for_is_counted(place: Workspace) -> None:
    model = ScriptedModel([json.dumps(_LOG), json.dumps(_LOGGED)])
    run = load_run(Path(play(place, (READING,), model=model, proposer="react").run_dir))
    (task,) = run.tasks
    assert (task.unasked_changes, task.forbidden_texts) == (1, 0)
    assert run_figures(run, failures_of(run)).figures.unasked_changes == 1


@pytest.mark.parametrize("command", ["replay", "audit", "analyze --emit-regressions"])
def test_what_decides_plans_again_says_that_there_are_none(place: Workspace, command: str) -> None:
    run = _play(place, LOGGING).run_dir
    done = CliRunner().invoke(app, [*command.split(), run, "--workspace", str(place.root)])
    assert done.exit_code == 2
    assert done.stderr.strip().endswith(
        "was played by a plain agent (--proposer react): it has no plans that could be validated "
        "again"
    )


def test_reports_and_copies_of_such_a_run_are_made(place: Workspace, tmp_path: Path) -> None:
    run = _play(place, READING, LOGGING).run_dir
    said = []
    for command in (
        ["report", run, "--out", str(tmp_path / "page.html")],
        ["runs", "redact", run, str(tmp_path / "copy")],
        ["runs", "export", run, "--format", "inspect", "--out", str(tmp_path / "log.eval")],
        ["analyze", run, "--suggest", "--workspace", str(place.root)],
    ):
        done = CliRunner().invoke(app, command)
        assert done.exit_code == 0, done.stderr
        said.append(done.stdout)
    assert "changes nobody asked for 0 · texts that must not be told 0" in said[-1]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"dry_run": True}, "--dry-run: for plans only, and --proposer react makes none"),
        ({"rounds": 3, "snapshot": "full"}, "--rounds, --snapshot: for plans only"),
        ({"record_to": "x", "recordings": "y"}, "these replies are recorded: leave out --record"),
        ({"proposer": "recorded", "steps": 3}, "--steps: for the plain agent only"),
    ],
)
def test_options_that_it_cannot_heed_are_refused(options: dict[str, Any], told: str) -> None:
    asked = replace(RunOptions(benchmark="erc3-dev", proposer="react"), **options)
    with pytest.raises(UsageError, match=told):
        open_models(asked, opened(), load_settings({}))


def test_it_needs_a_key_or_recordings() -> None:
    asked = RunOptions(benchmark="erc3-dev", proposer="react")
    settings = load_settings({})
    with pytest.raises(SettingsError, match="or name recorded replies with --recordings"):
        open_models(asked, opened(), settings)


def test_other_commands_do_not_know_it() -> None:
    with pytest.raises(
        UsageError, match="use anthropic, openai, pydantic-ai, recorded, or module:function"
    ):
        choose_proposer("react", load_settings({}))
    assert choose_proposer("react", load_settings({}), plain=True) == "react"
