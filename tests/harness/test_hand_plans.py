"""``run --plans``: plans by hand are played as recorded ones; what has none is named."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from agentic_solver.cli.app import app
from agentic_solver.erc3.propose.reader import is_proof, is_reading
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.llm.recording import load_records
from agentic_solver.twin.starting import new_suite
from agentic_solver.workspace import init_workspace

RECORDS = {
    record.key: record.reply.text
    for record in load_records(builtin_recordings("erc3-dev"))
    if record.position == 1
}
CHANGED = next(
    key.split("/")[1]
    for key in sorted(RECORDS)
    if is_reading(key)
    and not is_proof(key)
    and json.loads(RECORDS[f"{key.rpartition('/')[0]}/r1"])["writes"]
)
"""A task whose plan changes something, and whose reading is recorded."""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return init_workspace(tmp_path / "place").root


@pytest.fixture
def plans(tmp_path: Path) -> Path:
    folder = tmp_path / "plans"
    folder.mkdir()
    for task in ("lead-of-project", CHANGED):
        text = RECORDS[f"erc3-dev@0/{task}/r1"]
        (folder / f"{task}.json").write_text(text, encoding="utf-8")
    return folder


def run(place: Path, plans: Path, *more: str) -> Result:
    arguments = ["run", "erc3-dev", "--plans", str(plans), "--workspace", str(place), *more]
    return CliRunner().invoke(app, arguments)


def call(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def read(place: Path, name: str, run_name: str = "erc3-dev-001") -> Any:
    return json.loads((place / "runs" / run_name / name).read_text(encoding="utf-8"))


def test_plans_are_played_and_graded_and_the_rest_is_named(place: Path, plans: Path) -> None:
    done = run(place, plans, "--json")
    assert done.exit_code == 0, done.stderr
    told = json.loads(done.stdout)
    assert {(one["task"], one["score"]) for one in told["results"]} == {
        ("lead-of-project", 1.0),
        (CHANGED, 1.0),
    }
    assert (told["tasks"], told["passed"], len(told["not_played"])) == (2, 2, 151)
    assert "role-by-surname" in told["not_played"]
    manifest = read(place, "manifest.json")
    assert (manifest["model"], manifest["rounds"]) == ("hand", 1)
    assert set(manifest["hand_plans"]) == {"lead-of-project.json", f"{CHANGED}.json"}
    assert manifest["not_played"] == told["not_played"]
    assert read(place, "summary.json")["not_played"] == told["not_played"]
    # Nobody asked a model for a plan; the recorded reading of the change is told apart.
    assert (told["model_calls"], told["reader_calls"]) == (1, 1)
    replayed = CliRunner().invoke(app, ["replay", told["run_dir"], "--workspace", str(place)])
    assert replayed.exit_code == 0, replayed.output


def test_what_shows_a_run_says_who_wrote_its_plans(place: Path, plans: Path) -> None:
    """A lookup alone reads nothing that is recorded; a change has its request read."""
    assert run(place, plans, "--tasks", "lead-of-project").exit_code == 0
    assert run(place, plans).exit_code == 0
    readings = "readings by a language model that saw the prompt alone"
    for name, told in (("erc3-dev-001", ""), ("erc3-dev-002", readings)):
        folder = str(place / "runs" / name)
        page = place / f"{name}.html"
        assert call("report", folder, "--out", str(page)).exit_code == 0
        text = page.read_text(encoding="utf-8")
        assert "<dt>model</dt><dd>plans by hand" in text
        assert ("<dt>recorded</dt>" in text) is bool(told)
        assert told in text
        figures = json.loads(call("analyze", folder, "--json").stdout)["runs"][0]
        assert figures["model"] == "plans by hand"
        assert figures["recordings"].startswith(told)
        assert bool(figures["recordings"]) is bool(told)
    lines = json.loads(
        call("runs", "board", "erc3-dev", "--json", "--workspace", str(place)).stdout
    )["lines"]
    assert [one["model"] for one in lines] == ["plans by hand"] * 2
    assert lines[0]["recordings"] == ""
    assert lines[1]["recordings"].startswith("readings: a language model that saw the prompt")
    listed = call("runs", "list", "--workspace", str(place)).stdout
    assert "plans by hand" in listed
    assert "recorded" not in listed


def test_the_totals_name_some_of_them(place: Path, plans: Path) -> None:
    chosen = f"{CHANGED},lead-of-project,role-by-surname"
    done = run(place, plans, "--tasks", chosen, "--workers", "2")
    assert done.exit_code == 0, done.stderr
    assert f"plans by hand from {plans}; no model is asked" in done.stdout
    assert "2 of 2 right; 1 without a plan not played: role-by-surname" in done.stdout


def test_the_three_forms_and_a_reading_by_hand(place: Path, plans: Path) -> None:
    """A plan as a run keeps it, one in the engine's form, and what a request asks for."""
    assert run(place, plans).exit_code == 0
    kept = read(place, f"tasks/{CHANGED}/round-1/plan.json")
    (plans / f"{CHANGED}.json").write_text(json.dumps(kept), encoding="utf-8")
    engine = read(place, "tasks/lead-of-project/round-1/plan.json")["plan"]
    (plans / "lead-of-project.json").write_text(json.dumps(engine), encoding="utf-8")
    done = run(place, plans)
    assert "2 of 2 right" in done.stdout, done.output

    reading = json.loads(RECORDS[f"erc3-dev@0/{CHANGED}/reading"])
    (plans / f"{CHANGED}.reading.json").write_text(json.dumps(reading), encoding="utf-8")
    assert "2 of 2 right" in run(place, plans).stdout
    # Whoever reads that nothing is asked for lets nothing be written: the file counts.
    (plans / f"{CHANGED}.reading.json").write_text('{"changes": "none"}', encoding="utf-8")
    assert "1 of 2 right" in run(place, plans).stdout


def test_the_example_of_the_documentation_plays(place: Path, plans: Path, repo_root: Path) -> None:
    example = (repo_root / "docs" / "plan-example.json").read_text("utf-8")
    (plans / "lead-of-project.json").write_text(example, encoding="utf-8")
    done = run(place, plans, "--tasks", "lead-of-project")
    assert "1 of 1 right" in done.stdout, done.output


def test_a_plan_that_is_wrong_is_graded_so(place: Path, plans: Path) -> None:
    wrong = RECORDS["erc3-dev@0/role-by-surname/r1"]
    (plans / "lead-of-project.json").write_text(wrong, encoding="utf-8")
    done = run(place, plans, "--tasks", "lead-of-project")
    assert done.exit_code == 0
    assert "0 of 1 right" in done.stdout


def test_a_run_goes_on_with_the_same_plans_only(place: Path, plans: Path) -> None:
    assert run(place, plans, "--max-tasks", "1").exit_code == 5
    folder = str(place / "runs" / "erc3-dev-001")
    resume = ["run", "--resume", folder, "--workspace", str(place)]
    plan = plans / "lead-of-project.json"
    before = plan.read_text(encoding="utf-8")
    plan.write_text(f"{before}\n", encoding="utf-8")
    done = CliRunner().invoke(app, resume)
    assert done.exit_code == 2
    assert "the plans by hand changed" in done.stderr
    plan.write_text(before, encoding="utf-8")
    done = CliRunner().invoke(app, resume)
    assert done.exit_code == 0, done.stderr
    assert "2 of 2 right; 151 without a plan" in done.stdout


@pytest.mark.parametrize(
    ("name", "text", "more", "said"),
    [
        ("lead-of-projekt.json", "{}", (), "not a plan"),
        ("lead-of-project.json", "{", (), "lead-of-project.json is not JSON"),
        ("lead-of-project.json", '{"cases": []}', (), "is not a model's reply: interpretation"),
        ("lead-of-projekt.reading.json", "{}", (), "like no task; did you mean 'lead-of-project'"),
        ("role.txt", "", ("--tasks", "role-by-surname"), "role-by-surname.json would be that"),
        ("role.txt", "", ("--proposer", "openai"), "leave out --proposer openai"),
        ("role.txt", "", ("--rounds", "3"), "leave out --rounds 3"),
    ],
)
def test_what_does_not_fit_is_one_sentence_and_no_run(
    place: Path, plans: Path, name: str, text: str, more: tuple[str, ...], said: str
) -> None:
    (plans / name).write_text(text, encoding="utf-8")
    done = run(place, plans, *more)
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not list((place / "runs").glob("erc3-*"))


def test_a_folder_that_is_missing_is_named(place: Path, tmp_path: Path) -> None:
    done = run(place, tmp_path / "nowhere")
    assert done.exit_code == 2
    assert "there is no folder" in done.stderr


def test_a_suite_without_rules_or_recordings_says_what_mends_it(
    place: Path, tmp_path: Path, repo_root: Path
) -> None:
    suite = new_suite(tmp_path / "mine")
    asked = ["run", str(suite), "--workspace", str(place)]
    done = call(*asked)
    assert done.exit_code == 2
    assert "--plans FOLDER" in done.stderr
    assert "--proposer MODULE:FUNCTION" in done.stderr
    folder = tmp_path / "own"
    folder.mkdir()
    example = json.loads((repo_root / "docs" / "plan-example.json").read_text("utf-8"))
    plan = example | {
        "facts": [{"id": "pay", "query": "SELECT salary FROM employees WHERE id = 'bb_05'"}],
        "response_template": {"cases": [{"outcome": "ok_answer", "message": "{pay.salary}"}]},
    }
    (folder / "who-leads-a-project.json").write_text(json.dumps(plan), encoding="utf-8")
    done = call(*asked, "--plans", str(folder))
    assert done.exit_code == 0, done.output
    assert "acquire SUITE --offline" in done.stdout
    assert "no rules  who-leads-a-project: the wiki there has no rules" in done.stdout
    assert f"agentic-solver acquire {suite} has a model read it" in done.stdout
