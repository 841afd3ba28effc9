"""Kept plans in a run: hits cost no call, are validated in full, and replay."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver.analysis import failures_of, load_run
from agentic_solver.analysis.regression import check_folder, emit_cases
from agentic_solver.cli.app import app
from agentic_solver.erc3.propose.reader import is_reading
from agentic_solver.errors import ReplayError
from agentic_solver.harness.plan_cache import STORE_NAME
from agentic_solver.harness.replay import replay_run
from agentic_solver.llm.model import ModelReply, ModelRequest, StopReason
from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import play, recorded

TASKS = ("lead-of-project", "log-in-house-hours", "peer-salary-refused")
"""An answer, a change, and a refusal."""


class Declining:
    """Plans nothing, and remembers what it was asked; requests are read as they were before."""

    name = "declining"

    def __init__(self) -> None:
        self.keys: list[str] = []
        self._readings = recorded()

    def complete(self, request: ModelRequest) -> ModelReply:
        if is_reading(request.key):
            return self._readings.complete(request)
        self.keys.append(request.key)
        return ModelReply(text="", stop_reason=StopReason.REFUSAL)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the plans of the tasks."""
    place = Workspace(tmp_path_factory.mktemp("kept") / "place")
    init_workspace(place.root)
    first = play(place, TASKS, model=recorded(), plan_cache="on")
    assert first.plan_cache is not None
    assert (first.score, first.plan_cache.misses, first.plan_cache.hits) == (1.0, 3, 0)
    return place.experience / STORE_NAME


@pytest.fixture
def place(tmp_path: Path, kept: Path) -> Workspace:
    """A workspace of its own, with the plans of the tasks kept."""
    init_workspace(tmp_path / "place")
    shutil.copy(kept, tmp_path / "place" / "experience" / STORE_NAME)
    return Workspace(tmp_path / "place")


def spoil(place: Workspace, old: str, new: str) -> None:
    with sqlite3.connect(place.experience / STORE_NAME) as connection:
        changed = connection.execute(
            "UPDATE kept_plan SET content = replace(content, ?, ?) WHERE instr(content, ?)",
            (old, new, old),
        )
        assert changed.rowcount


def test_a_hit_costs_no_plan_and_scores_and_replays_the_same(place: Workspace) -> None:
    model = Declining()
    summary = play(place, TASKS, model=model, plan_cache="read")
    assert model.keys == []
    assert summary.plan_cache is not None
    # the change alone has its request read
    assert (summary.score, summary.model_calls, summary.reader_calls) == (1.0, 1, 1)
    assert (summary.plan_cache.hits, summary.plan_cache.score) == (3, 1.0)
    assert [result.plan_cache for result in summary.results] == ["hit"] * 3
    assert replay_run(Path(summary.run_dir), place).tasks == 3


def test_a_plan_kept_from_a_run_is_used_by_the_next_one_only_if_the_cache_is_on(
    place: Workspace,
) -> None:
    summary = play(place, TASKS, model=recorded(), plan_cache="off")
    assert (summary.model_calls, summary.reader_calls, summary.plan_cache) == (4, 1, None)


def test_evidence_of_a_hit_that_was_changed_is_found_by_the_replay(place: Workspace) -> None:
    run = Path(play(place, TASKS, model=Declining(), plan_cache="read").run_dir)
    path = run / "tasks" / TASKS[0] / "plan-cache.json"
    kept = json.loads(path.read_text())
    kept["reply"]["facts"][0]["sql"] = "SELECT 'x' AS id"
    path.write_text(json.dumps(kept))
    with pytest.raises(ReplayError):
        replay_run(run, place)


def test_a_kept_plan_whose_other_branch_would_answer_is_dropped_for_the_model(
    place: Workspace,
) -> None:
    with sqlite3.connect(place.experience / STORE_NAME) as connection:
        for number, content in connection.execute("SELECT number, content FROM kept_plan"):
            made = json.loads(content)
            made["expected"]["case"] = 31
            connection.execute(
                "UPDATE kept_plan SET content = ? WHERE number = ?", (json.dumps(made), number)
            )
    summary = play(place, TASKS, model=recorded(), plan_cache="read")
    assert summary.plan_cache is not None
    # the model was asked as if there had been no kept plan: first round, without feedback
    assert (summary.score, summary.plan_cache.strays, summary.model_calls) == (1.0, 3, 4)
    assert summary.reader_calls == 1
    exchange = (Path(summary.run_dir) / "tasks" / TASKS[0] / "model.jsonl").read_text()
    assert json.loads(exchange)["key"] == f"erc3-dev@0/{TASKS[0]}/r1"
    assert "rejected" not in json.loads(exchange)["messages"][0]["text"]
    # no write was applied twice, or before its branch was known to be right
    ledger = (Path(summary.run_dir) / "tasks" / TASKS[1] / "ledger.jsonl").read_text()
    assert len({json.loads(line)["write_key"] for line in ledger.splitlines()}) == 1
    assert replay_run(Path(summary.run_dir), place).tasks == 3


def test_a_rejected_kept_plan_costs_the_model_no_round(place: Workspace) -> None:
    spoil(place, "find_project", "find_nothing")
    summary = play(place, TASKS[:1], model=_NoPlan(), plan_cache="read")
    (result,) = summary.results
    # one round of the kept plan and two of the model, each with its repair call
    assert (result.plan_cache, result.rounds, result.model_calls) == ("stray", 3, 4)
    assert "2 attempts were rejected; the model's reply is no plan" in result.forced
    assert replay_run(Path(summary.run_dir), place).tasks == 1


class _NoPlan:
    name = "no-plan"

    def complete(self, request: ModelRequest) -> ModelReply:
        return ModelReply(text='{"answer": 42}')


def test_a_poisoned_plan_widens_no_rights(place: Workspace) -> None:
    """A kept plan that asks for what its caller may not see is refused like any other."""
    with sqlite3.connect(place.experience / STORE_NAME) as connection:
        for number, content in connection.execute(
            "SELECT number, content FROM kept_plan WHERE task = ?", (TASKS[2],)
        ):
            made = json.loads(content)
            made["reply"]["facts"] = [{"id": "s", "sql": "SELECT salary FROM employees"}]
            made["reply"]["cases"] = [
                {"when": "", "outcome": "ok_answer", "message": "{s.salary}", "links": [],
                 "apply_writes": False}
            ]  # fmt: skip
            made["expected"] = {"outcome": "ok_answer", "case": 0, "rows": {}}
            connection.execute(
                "UPDATE kept_plan SET content = ? WHERE number = ?", (json.dumps(made), number)
            )
    summary = play(place, TASKS[2:], model=Declining(), plan_cache="read")
    assert [result.plan_cache for result in summary.results] == ["stray"]
    run = Path(summary.run_dir) / "tasks" / TASKS[2]
    response = json.loads((run / "response.json").read_text())
    assert not any(char.isdigit() for char in response["message"])


def test_a_hit_that_is_graded_wrong_is_told_and_struck_out(place: Workspace) -> None:
    with sqlite3.connect(place.experience / STORE_NAME) as connection:
        content = connection.execute(
            "SELECT content FROM kept_plan WHERE task = ?", (TASKS[0],)
        ).fetchone()[0]
        made = json.loads(content)
        made["reply"]["cases"] = [{**case, "links": []} for case in made["reply"]["cases"]]
        connection.execute(
            "UPDATE kept_plan SET content = ? WHERE task = ?", (json.dumps(made), TASKS[0])
        )
    summary = play(place, TASKS, model=Declining(), plan_cache="on")
    assert summary.plan_cache is not None
    assert summary.plan_cache.wrong == (TASKS[0],)
    again = play(place, TASKS, model=Declining(), plan_cache="read")
    assert [result.plan_cache for result in again.results] == ["miss", "hit", "hit"]
    # and it leaves a regression case like any other failure
    run = load_run(Path(summary.run_dir))
    cases = place.root / "cases"
    assert [one.task for one in emit_cases(run, failures_of(run), cases, place)] == [TASKS[0]]
    assert [one.status for one in check_folder(cases, place, ())] == ["recurs"]


def test_plans_are_kept_from_right_answers_only(tmp_path: Path) -> None:
    init_workspace(tmp_path / "place")
    place = Workspace(tmp_path / "place")
    play(place, TASKS, model=Declining(), plan_cache="on")
    with sqlite3.connect(place.experience / STORE_NAME) as connection:
        assert connection.execute("SELECT count(*) FROM kept_plan").fetchone() == (0,)


def test_plans_of_another_benchmark_or_policy_do_not_hit(place: Workspace) -> None:
    for path in [*place.policy.glob("wiki_*.py"), *place.rules.glob("*.yaml")]:
        path.unlink()  # without rules only the baseline holds: another policy
    summary = play(place, TASKS, model=Declining(), plan_cache="read", acquire="off")
    assert summary.plan_cache is not None
    assert summary.plan_cache.misses == 3


def test_the_command_tells_hits_and_refuses_other_words(place: Workspace) -> None:
    runner = CliRunner()
    arguments = ["run", "erc3-dev", "--tasks", ",".join(TASKS), "--proposer", "recorded",
                 "--workspace", str(place.root), "--plan-cache"]  # fmt: skip
    played = runner.invoke(app, [*arguments, "read"])
    assert "kept plans  3 hits in 3 tasks (100.0%), their score 1.000" in played.output
    told = json.loads(runner.invoke(app, [*arguments, "read", "--json"]).stdout)
    assert told["plan_cache"] == {"hits": 3, "misses": 0, "score": 1.0, "strays": 0, "wrong": []}
    refused = runner.invoke(app, [*arguments, "maybe"])
    assert refused.exit_code == 2
    assert "unknown plan-cache 'maybe': use one of off, read, on" in refused.output
