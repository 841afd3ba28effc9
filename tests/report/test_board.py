"""``runs board``: all runs of a suite, one line each, and pairs against a chosen one."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.twin.suite import find_suite
from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import play

TASKS = tuple(f"t-{number}" for number in range(8))


def board(place: Path, *words: object) -> Any:
    return CliRunner().invoke(app, ["runs", "board", *map(str, words), "--workspace", str(place)])


def lines(place: Path, *words: object) -> dict[str, Any]:
    done = board(place, *words, "--json")
    assert done.exit_code == 0, done.output
    return {line["name"]: line for line in json.loads(done.stdout)["lines"]}


@pytest.fixture
def place(tmp_path: Path, make_run: Callable[..., Path], made: type) -> Path:
    """A workspace with a good run, a bad one, one of another suite, and a group of both."""
    init_workspace(tmp_path / "place")
    for name, right, benchmark in (
        ("good", 8, "town"), ("bad", 1, "town"), ("elsewhere", 8, "village")
    ):  # fmt: skip
        tasks = [made(task=task, score=float(n < right)) for n, task in enumerate(TASKS)]
        run = make_run(
            tasks, name=name, benchmark=benchmark, proposer="openai", model=f"<{name}>",
            engine="1.0", code="c0de" * 16, instructions="feed" * 4, rules={"a.yaml": "1" * 64},
        )  # fmt: skip
        shutil.copytree(run, tmp_path / "place" / "runs" / name)
    group = tmp_path / "place" / "runs" / "town-epochs-001"
    group.mkdir()
    told = {"format": "group/1", "benchmark": "town", "epochs": 2, "runs": ["good", "bad"]}
    (group / "group.json").write_text(json.dumps(told))
    return tmp_path / "place"


def test_a_line_tells_score_interval_counts_and_digests(place: Path) -> None:
    found = lines(place, "town")
    assert set(found) == {"good", "bad", "town-epochs-001"}
    bad = found["bad"]
    assert (bad["right"]["hits"], bad["right"]["of"]) == (1, 8)
    assert 0.003 < bad["right"]["low"] < 0.004
    assert 0.52 < bad["right"]["high"] < 0.53
    assert (bad["model_calls"], bad["api_calls"], bad["input_tokens"]) == (8, 24, 7200)
    assert (bad["prompt"], bad["engine"]) == ("feedfeed", "1.0+c0dec0de")
    assert len(bad["rules"]) == 8
    assert (bad["proposer"], bad["model"]) == ("openai", "<bad>")


def test_who_wrote_recorded_replies_stands_beside_the_model(place: Path) -> None:
    assert "recorded by" not in board(place, "town").stdout  # all live: the column is left out
    manifest = place / "runs" / "good" / "manifest.json"
    held = json.loads(manifest.read_text("utf-8"))
    held["recordings"] = {"by": "a stand-in", "how": "by hand", "tokens": "estimated"}
    manifest.write_text(json.dumps(held), "utf-8")
    found = lines(place, "town")
    assert found["good"]["recordings"] == "a stand-in; tokens estimated"
    assert found["bad"]["recordings"] == ""
    assert found["town-epochs-001"]["recordings"] == "a stand-in; tokens estimated"
    manifest.write_text(json.dumps({**held, "recordings": None, "proposer": "recorded"}), "utf-8")
    assert lines(place, "town")["good"]["recordings"] == "unknown"


def test_repeated_runs_have_a_line_with_the_share_of_tasks_right_every_time(place: Path) -> None:
    group = lines(place, "town")["town-epochs-001"]
    assert (group["runs"], group["finished"], group["power"]["k"]) == (2, 16, 2)
    assert group["power"]["value"] == pytest.approx(1 / 8)
    assert (group["right"]["hits"], group["right"]["of"]) == (9, 16)
    assert group["model_calls"] == 8  # the mean of both


def test_runs_are_paired_with_a_chosen_one_task_by_task(place: Path) -> None:
    found = lines(place, "town", "--against", "bad")
    assert found["bad"]["paired"] is None
    paired = found["good"]["paired"]["found"]
    assert (paired["graded"], len(paired["better"]), len(paired["worse"])) == (8, 7, 0)
    assert paired["p"] == pytest.approx(2 / 2**7)  # McNemar's exact test of 7 to 0
    text = board(place, "town", "--against", place / "runs" / "bad").stdout
    assert "better: +7 -0 of 8, p=0.0156" in text
    assert "chosen" in text


def test_runs_that_answer_another_question_are_compared_with_a_doubt(place: Path) -> None:
    path = place / "runs" / "good" / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "engine": "2.0", "seed": 3}))
    text = board(place, "town", "--against", "bad").stdout
    assert "doubtful: the engine of the first run is 1.0, of the second 2.0" in text
    assert "the seed of the chosen run is 0, of this one 3" in text


def test_the_page_escapes_names_and_needs_nothing_else(place: Path, tmp_path: Path) -> None:
    page = tmp_path / "board.html"
    done = board(place, "town", "--html", page)
    assert done.exit_code == 0, done.output
    text = page.read_text(encoding="utf-8")
    assert "&lt;good&gt;" in text
    assert "<good>" not in text
    assert "http" not in text.replace("http-equiv", "")
    assert text.count("<tr") == 4


def test_a_run_that_was_cut_and_a_broken_one_do_not_hide_the_others(place: Path) -> None:
    cut = place / "runs" / "bad"
    (cut / "summary.json").unlink()
    events = cut / "events.jsonl"
    kept = [line for line in events.read_text().splitlines() if "t-7" not in line]
    events.write_text("\n".join(kept) + '\n{"event": "task_sta')
    shutil.rmtree(cut / "tasks" / "t-7")
    (place / "runs" / "good" / "manifest.json").write_text("{")
    done = board(place, "town")
    assert done.exit_code == 0, done.output
    assert "7/8" in done.stdout
    assert "left out: good: " in done.stdout
    assert lines(place, "town")["bad"]["wall_s"] is None


@pytest.mark.parametrize(
    ("words", "said"),
    [(["twown"], "has no run of 'twown' that can be read: there are runs of town, village"),
     (["town", "--against", "elsewhere"], "has no run 'elsewhere' of town: name one of bad, good"),
     (["town", "--html", "nowhere/x.html"], "there is no folder nowhere")],
)  # fmt: skip
def test_wrong_use_is_one_sentence(place: Path, words: list[str], said: str) -> None:
    done = board(place, *words)
    assert done.exit_code == 2
    assert said in " ".join(done.stderr.split())


def test_a_plain_agents_run_has_its_line_and_a_suite_folder_is_known_by_its_name(
    tmp_path: Path,
) -> None:
    init_workspace(tmp_path / "place")
    end = '{"respond": {"outcome": "denied_security", "message": "No."}}'
    summary = play(
        Workspace(tmp_path / "place"), ("lead-of-project",), model=ScriptedModel([end]),
        proposer="react",
    )  # fmt: skip
    found = lines(tmp_path / "place", find_suite("erc3-dev"))
    line = found[Path(summary.run_dir).name]
    assert (line["proposer"], line["finished"], line["right"]["hits"]) == ("react", 1, 0)
    assert len(line["prompt"]) == 8
    assert line["begun_at"].endswith("+00:00")


def test_a_run_without_a_finished_task_has_no_share_that_is_withheld(place: Path) -> None:
    empty = place / "runs" / "empty"
    shutil.copytree(place / "runs" / "good", empty)
    shutil.rmtree(empty / "tasks")
    (empty / "summary.json").unlink(missing_ok=True)
    (empty / "events.jsonl").unlink()
    told = board(place, "town").stdout
    line = next(one for one in told.splitlines() if " empty " in one)
    assert "0/8" in line
    assert "none finished" in line
    assert "withheld" not in told


def test_the_chosen_run_is_found_by_a_path_from_anywhere(place: Path) -> None:
    found = lines(place, "town", "--against", "runs/good")
    assert found["bad"]["paired"]["found"]["graded"] == 8
