"""Second looks in a run: evidence, replay, resume, totals, analysis, and recordings without one."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agentic_solver.analysis import failures_of, load_run
from agentic_solver.analysis.metric import run_figures
from agentic_solver.analysis.regression import check_folder, emit_cases
from agentic_solver.cli.app import app
from agentic_solver.errors import ReplayError
from agentic_solver.harness.answered import answering_reply, answering_round
from agentic_solver.harness.options import RunOptions, RunSummary
from agentic_solver.harness.plan_cache import STORE_NAME
from agentic_solver.harness.recorded import read_log
from agentic_solver.harness.replay import replay_run
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.llm.model import ModelReply, ModelRequest
from agentic_solver.workspace import Workspace, init_workspace
from tests.harness.test_resume import LOGGING, READING, CountingModel, Stage
from tests.playing import play, recorded

LOOKED = "my-projects-with-ops-none"
"""Nothing is found, and that is right."""
TASKS = (READING, LOOKED, LOGGING)
OTHER = {
    "interpretation": {"reading": "r", "entities": [], "dates": [], "wants_change": False},
    "facts": [{"id": "p", "sql": "SELECT id, name FROM projects WHERE status = 'active'"}],
    "writes": [],
    "cases": [
        {"when": "", "outcome": "ok_answer", "message": "{p.name}", "links": [],
         "apply_writes": False}
    ],
    "exact_message": [],
    "rules": [],
}  # fmt: skip
LOOK = {"look": [{"id": "p", "sql": "SELECT id, name FROM projects"}]}


class Second:
    """Recorded plans, and what is said in later rounds of the task that is looked at."""

    name = "second"

    def __init__(self, *replies: object) -> None:
        self._inner = recorded()
        self._replies = [one if isinstance(one, str) else json.dumps(one) for one in replies]
        self.asked: list[str] = []

    def complete(self, request: ModelRequest) -> ModelReply:
        self.asked.append(request.key)
        if f"/{LOOKED}/r" in request.key and not request.key.endswith("/r1") and self._replies:
            if self._replies[0] == "same":
                return ModelReply(text=request.messages[1].text, model="m")
            return ModelReply(text=self._replies.pop(0), model="m")
        return self._inner.complete(request)


@pytest.fixture
def place(tmp_path: Path) -> Workspace:
    init_workspace(tmp_path / "place")
    return Workspace(tmp_path / "place")


def look(place: Workspace, *replies: object, strength: str = "rows", **options: Any) -> RunSummary:
    return play(place, TASKS, model=Second(*replies), second_look=strength, **options)


def folder_of(summary: RunSummary) -> Any:
    return RunFolder.open(Path(summary.run_dir)).task(LOOKED)


ENDS = [
    (["same"], "rows", "same", 1, 2, 1.0),
    ([OTHER], "rows", "changed", 2, 2, 0.0),
    ([LOOK, OTHER], "steps", "changed", 3, 3, 0.0),
    (["nothing", "nothing"], "shape", "stood", 1, 2, 1.0),
    ([], "rows", "stood", 1, 2, 1.0),
]


@pytest.mark.slow
@pytest.mark.parametrize(("replies", "strength", "end", "answered", "rounds", "score"), ENDS)
def test_a_run_that_looked_twice_tells_so_and_replays(
    replies: list[object], strength: str, end: str, answered: int, rounds: int, score: float,
    place: Workspace,
) -> None:  # fmt: skip
    summary = look(place, *replies, strength=strength)
    first, result, last = summary.results
    assert (first.second_look, last.second_look) == ("", "")
    assert (result.second_look, result.rounds, result.score) == (end, rounds, score)
    assert result.forced == ""
    totals = summary.second_looks
    assert totals is not None
    assert (totals.looks, totals.changed, totals.same) == (1, end == "changed", end == "same")
    folder = folder_of(summary)
    workflow = folder.read("workflow.json")
    assert (workflow["second_look"], workflow["answered"]) == (end, answered)
    assert answering_round(folder) == answered
    assert "look" in folder.read("round-1/decision.json")["notes"]
    run = Path(summary.run_dir)
    assert json.loads((run / "manifest.json").read_text("utf-8"))["second_look"] == strength
    assert replay_run(run, place).tasks == 3


def test_a_replay_notices_what_was_changed_about_a_second_look(place: Workspace) -> None:
    run = Path(look(place, OTHER).run_dir)
    telemetry = run / "tasks" / LOOKED / "telemetry.json"
    kept = telemetry.read_text("utf-8")
    telemetry.write_text(kept.replace('"changed"', '"same"'), "utf-8")
    with pytest.raises(ReplayError, match="second_look"):
        replay_run(run, place)
    telemetry.write_text(kept, "utf-8")
    manifest = run / "manifest.json"
    text = manifest.read_text("utf-8")
    manifest.write_text(text.replace('"second_look": "rows"', '"second_look": "off"'), "utf-8")
    with pytest.raises(ReplayError):
        replay_run(run, place)


def test_recordings_without_a_second_plan_leave_the_first_answer(place: Workspace) -> None:
    summary = play(place, TASKS, second_look="rows")
    assert (summary.passed, summary.second_looks is not None) == (3, True)
    without = play(place, TASKS)
    assert without.second_looks is None
    for name in ("response.json", "round-1/plan.json"):
        one, other = folder_of(summary).path / name, folder_of(without).path / name
        assert one.read_bytes() == other.read_bytes()
    run = load_run(Path(summary.run_dir))
    assert failures_of(run) == []


def test_the_answer_that_stands_is_the_one_that_is_learnt_from(place: Workspace) -> None:
    stood = folder_of(look(place, "nothing", "nothing"))
    changed = folder_of(look(place, OTHER))
    same = folder_of(look(place, {**OTHER, "look": []}, strength="steps"))
    assert json.loads(answering_reply(changed)) == OTHER
    assert json.loads(answering_reply(same)) == OTHER
    assert "hits" in answering_reply(stood)
    store = place.experience / STORE_NAME
    assert not store.exists()
    look(place, "nothing", "nothing", plan_cache="on")
    again = play(place, [LOOKED], model=Second(), plan_cache="read", second_look="rows")
    # a kept plan that was right is not looked at again
    assert (again.results[0].plan_cache, again.model_calls) == ("hit", 0)


def test_analysis_and_report_count_second_looks(place: Workspace, tmp_path: Path) -> None:
    summary = look(place, OTHER)
    run = load_run(Path(summary.run_dir))
    assert run_figures(run, failures_of(run)).second_looks == (("changed", 1),)
    told = CliRunner().invoke(app, ["analyze", summary.run_dir, "--workspace", str(place.root)])
    assert "second looks 1: another plan 1, the same plan 0" in told.output
    page = tmp_path / "page.html"
    CliRunner().invoke(
        app, ["report", summary.run_dir, "--out", str(page), "--workspace", str(place.root)]
    )
    assert "1, another plan in 1, their score 0.000, the same one in 0" in page.read_text("utf-8")


def test_a_regression_case_looks_as_its_run_did(place: Workspace, tmp_path: Path) -> None:
    run = load_run(Path(look(place, OTHER).run_dir))
    emitted = emit_cases(run, failures_of(run), tmp_path / "cases", place)
    assert emitted
    checked = check_folder(tmp_path / "cases", place)
    assert [(one.status, one.changes) for one in checked] == [("recurs", ())]


@pytest.mark.slow
def test_a_run_that_is_cut_off_in_a_second_look_goes_on(tmp_path: Path) -> None:
    stage = Stage(tmp_path / "place")
    model = Second(OTHER)

    class Dying(CountingModel):
        def complete(self, request: ModelRequest) -> ModelReply:
            self.asked[request.key] += 1
            return model.complete(request)

    stage.model = Dying()
    options: dict[str, Any] = {"tasks": (LOOKED,), "second_look": "rows"}
    run = stage.cut("/respond", sent=False, **options)
    assert stage.model.asked.total() >= 2
    summary = stage.play(resume=run, **options)
    assert max(stage.model.asked.values()) == 1  # no reply was asked for again
    (result,) = summary.results
    assert (result.second_look, result.rounds) == ("changed", 2)
    assert replay_run(run, stage.workspace).tasks == 1
    keys = [str(line["key"]) for _, line in read_log(run / "tasks" / LOOKED / "model.jsonl")]
    assert [key.rsplit("/", 1)[-1] for key in keys if "/r" in key][:2] == ["r1", "r2"]


@pytest.mark.parametrize(
    ("proposer", "asked", "looks"),
    [
        ("anthropic", "auto", "rows"),
        ("somebody.else:propose", "auto", "rows"),
        ("recorded", "auto", "off"),
        ("react", "auto", "off"),
        ("recorded", "steps", "steps"),
        ("anthropic", "off", "off"),
    ],
)
def test_where_a_model_answers_it_looks_at_rows(proposer: str, asked: str, looks: str) -> None:
    options = RunOptions(benchmark="erc3-dev", proposer=proposer, second_look=asked)  # type: ignore[arg-type]
    assert options.looks == looks
    assert RunOptions(benchmark="erc3-dev").second_look == "auto"


def test_a_plain_agent_has_no_plan_to_look_at(place: Workspace) -> None:
    asked = ["run", "erc3-dev", "--proposer", "react", "--second-look", "rows"]
    told = CliRunner().invoke(app, [*asked, "--workspace", str(place.root)])
    assert told.exit_code != 0
    assert "--second-look" in told.output


@pytest.mark.parametrize("command", [["run", "erc3-dev"], ["solve", "Who?", "--suite", "erc3-dev"]])
def test_an_unknown_strength_is_refused(command: list[str], place: Workspace) -> None:
    told = CliRunner().invoke(
        app, [*command, "--second-look", "twice", "--workspace", str(place.root)]
    )
    assert told.exit_code != 0
    assert "off, shape, rows, steps, auto" in told.output


@pytest.mark.slow
def test_a_solved_sentence_says_that_it_was_looked_at_twice(place: Workspace) -> None:
    folder = folder_of(play(place, [LOOKED]))
    caller = folder.read("context.json")["identity"]["current_user"]
    text = folder.read("task.json")["text"]
    told = CliRunner().invoke(
        app,
        ["solve", text, "--suite", "erc3-dev", "--as", caller, "--second-look", "rows",
         "--proposer", "recorded", "--workspace", str(place.root)],
    )  # fmt: skip
    assert told.exit_code == 0, told.output
    assert "looked at twice: no other plan was accepted" in told.output
