"""``solve``: one sentence, and how its answer came about."""

import io
import json
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from agentic_solver.cli.app import app
from agentic_solver.cli.totals import print_totals
from agentic_solver.harness.models import Models
from agentic_solver.harness.options import RunOptions, RunSummary
from agentic_solver.harness.solve import solve_sentence
from agentic_solver.llm.model import Model, ModelRequest
from agentic_solver.llm.recording import RecordingModel
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.settings import load_settings
from agentic_solver.workspace import find_workspace, init_workspace

REPLY = {
    "interpretation": {"reading": "How many sites.", "entities": [], "dates": [],
                       "wants_change": False},
    "facts": [{"id": "n", "sql": "SELECT count(DISTINCT location) AS sites FROM employees"}],
    "writes": [],
    "cases": [{"when": "", "outcome": "ok_answer", "message": "{n.sites}", "links": [],
               "apply_writes": False}],
    "exact_message": [],
    "rules": [],
}  # fmt: skip
TEXT = "At how many sites do people work?"


def both(model: Model) -> Models:
    return Models(planner=model, reader=model)


def solve(place: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, ["solve", *arguments, "--workspace", str(place)])


@pytest.fixture
def place(tmp_path: Path) -> Path:
    init_workspace(tmp_path / "place")
    return tmp_path / "place"


@pytest.fixture
def recordings(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Recordings of one sentence, made by a scripted model behind the recording seam."""
    folder = tmp_path / "recordings"

    def answer(request: ModelRequest) -> str:
        assert TEXT in request.messages[0].text
        return json.dumps(REPLY)

    model = RecordingModel(ScriptedModel(answer), folder)
    monkeypatch.setattr("agentic_solver.harness.solve.open_models", lambda *_: both(model))
    options = RunOptions(benchmark="erc3-dev", proposer="anthropic")
    solve_sentence(TEXT, "kw_001", options, load_settings({}), find_workspace(place, None))
    monkeypatch.undo()
    return folder


def test_the_way_to_the_answer_is_shown(place: Path, recordings: Path) -> None:
    how = ["--suite", "erc3-dev", "--as", "kw_001", "--recordings", str(recordings)]
    done = solve(place, TEXT, *how)
    assert done.exit_code == 0, done.output
    for text in ("fact n", "SELECT count(DISTINCT location)", "-> when nothing above: ok_answer",
                 "Answer: ok_answer\n4\n", "1 model call, "):  # fmt: skip
        assert text in done.output
    document = json.loads(solve(place, TEXT, *how, "--json").output)
    assert document["response"]["message"] == "4"
    assert document["rounds"][0]["decision"]["ok"]
    summary = json.loads((Path(document["run_dir"]) / "summary.json").read_text("utf-8"))
    assert summary["score"] is None


def test_a_recording_answers_its_own_caller_only(place: Path, recordings: Path) -> None:
    done = solve(place, TEXT, "--suite", "erc3-dev", "--recordings", str(recordings))
    assert done.exit_code == 4
    assert "no model call was answered" in done.stderr


@pytest.mark.parametrize(
    ("text", "caller", "said"),
    [
        (" ", "guest", "the sentence is empty"),
        (TEXT, "Nobody At All", "nobody is called 'Nobody At All'"),
        (TEXT, "Jan Richter", "2 people are called 'Jan Richter': give the id, kw_"),
        (TEXT, "kw_001", "needs a model: set ANTHROPIC_API_KEY"),
    ],
)
def test_bad_input_is_one_sentence(place: Path, text: str, caller: str, said: str) -> None:
    done = solve(place, text, "--suite", "erc3-dev", "--as", caller)
    assert done.exit_code == 2
    assert said in done.stderr
    assert not list((place / "runs").glob("*/manifest.json"))


def test_a_reply_that_is_no_plan_is_shown_in_part(place: Path, tmp_path: Path) -> None:
    folder = tmp_path / "recordings"
    said = "I would rather talk about [/bold] trams. " * 9
    with pytest.MonkeyPatch.context() as patch:
        model = RecordingModel(ScriptedModel(lambda _request: said), folder)
        patch.setattr("agentic_solver.harness.solve.open_models", lambda *_: both(model))
        options = RunOptions(benchmark="erc3-dev", proposer="anthropic")
        solve_sentence(TEXT, "kw_001", options, load_settings({}), find_workspace(place, None))
    done = solve(place, TEXT, "--suite", "erc3-dev", "--as", "kw_001", "--recordings", str(folder))
    assert done.exit_code == 0, done.output
    shown = " ".join(done.output.split())
    assert "no plan was accepted: 2 attempts were rejected; the model's reply is no plan" in shown
    assert "solve: " not in shown
    assert f"the model's last reply begins: {said[:200].strip()} ..." in shown
    summary = json.loads(next((place / "runs").glob("*-002/summary.json")).read_text("utf-8"))
    console = Console(file=io.StringIO(), width=2_000)
    print_totals(console, RunSummary.model_validate_json(json.dumps(summary)), options)
    assert isinstance(console.file, io.StringIO)
    assert "the model's last reply begins: I would rather" in console.file.getvalue()


def test_the_request_of_a_recorded_task_needs_no_model(place: Path) -> None:
    text = "Who is in charge of the Tram Cab Simulator?"
    done = solve(place, text, "--suite", "erc3-dev", "--as", "kw_017")
    assert done.exit_code == 0, done.output
    assert "Answer: ok_answer" in done.output
    assert "link: employee kw_014" in done.output
    other = solve(place, text, "--suite", "erc3-dev", "--as", "kw_001")
    assert other.exit_code == 2
    assert f'such as "{text}" --as kw_017; ' in other.stderr


def test_a_sentence_leaves_no_run_that_looks_like_one_of_the_suite(place: Path) -> None:
    text = "Who is in charge of the Tram Cab Simulator?"
    done = solve(place, text, "--suite", "erc3-dev", "--as", "kw_017", "--json")
    assert done.exit_code == 0, done.output
    run = json.loads(done.stdout)["run_dir"]
    assert Path(run).name.startswith("erc3-dev-sentence-")
    again = CliRunner().invoke(app, ["replay", run, "--workspace", str(place)])
    assert again.exit_code == 0, again.output
