"""Reading run folders: whole ones, broken ones, foreign ones, and those cut short."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from agentic_solver.analysis import RunRecord, load_run
from agentic_solver.errors import AgenticSolverError, UsageError, WorkspaceError
from agentic_solver.harness.finished import family_of
from agentic_solver.settings import Prices
from tests.analysis.conftest import CAUGHT, DENIED, NO_PLAN, TASKS, Played, edit


def test_every_task_is_read_in_the_order_of_the_run(failed: RunRecord) -> None:
    assert tuple(task.task for task in failed.tasks) == TASKS
    assert [task.score for task in failed.tasks] == [1.0, 0.0, 0.0, 0.0, 1.0]


def test_families_come_from_the_manifest(failed: RunRecord) -> None:
    assert failed.by_task()[CAUGHT].family == "lookup_role"


@pytest.mark.parametrize(
    ("task", "family"), [("t001-2", "t001"), ("raise-3", "raise"), ("raise", "raise"), ("-7", "-7")]
)
def test_without_a_suite_the_family_is_the_id_less_its_number(task: str, family: str) -> None:
    assert family_of(task) == family


@pytest.mark.requirement("S3-D3c")
def test_calls_by_purpose_add_up_to_what_the_platform_was_sent(
    failed: RunRecord, played: Played
) -> None:
    for task in failed.tasks:
        log = played.failed / "tasks" / task.task / "calls.jsonl"
        sent = len(log.read_bytes().splitlines())
        assert sum(count for _, count in task.calls) == task.api_calls == sent


def test_a_refused_round_and_a_reply_that_is_no_plan_are_found(failed: RunRecord) -> None:
    caught = failed.by_task()[CAUGHT].rounds
    assert [one.verdict for one in caught] == ["retry", "accept"]
    assert caught[0].findings[0].code == "SQL_TABLE_FORBIDDEN"
    assert caught[0].findings[0].tool == "sql"
    bad = failed.by_task()[NO_PLAN]
    assert bad.rounds == ()
    assert {finding.code for finding in bad.asked} == {"MODEL_REPLY"}


def test_the_tools_of_a_plan_are_its_writes_and_finders(right: RunRecord) -> None:
    assert right.by_task()[DENIED].rounds[0].tools == ("log_time", "find_project")


def foreign(path: Path) -> None:
    shutil.rmtree(path)
    path.mkdir()
    (path / "notes.txt").write_text("hello", encoding="utf-8")


def of_another_form(path: Path) -> None:
    edit(path / "manifest.json", format="run/9")


def torn_manifest(path: Path) -> None:
    (path / "manifest.json").write_text('{"format": "run/1", "ben', encoding="utf-8")


def no_telemetry(path: Path) -> None:
    (path / "tasks" / DENIED / "telemetry.json").unlink()


def telemetry_of_something_else(path: Path) -> None:
    (path / "tasks" / DENIED / "telemetry.json").write_text('{"task": 5}', encoding="utf-8")


def telemetry_in_words(path: Path) -> None:
    edit(path / "tasks" / DENIED / "telemetry.json", api_calls="many")


def torn_decision(path: Path) -> None:
    (path / "tasks" / DENIED / "round-1" / "decision.json").write_text("{", encoding="utf-8")


def decision_of_another_form(path: Path) -> None:
    (path / "tasks" / DENIED / "round-1" / "decision.json").write_text("[1]", encoding="utf-8")


def no_evaluation(path: Path) -> None:
    (path / "tasks" / DENIED / "evaluation.json").unlink()


def a_folder_too_many(path: Path) -> None:
    (path / "tasks" / "foreign").mkdir()


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (foreign, "is not a run folder: it has no manifest.json"),
        (of_another_form, "manifest.json"),
        (torn_manifest, "manifest.json is not JSON"),
        (no_telemetry, "cannot read"),
        (telemetry_of_something_else, "telemetry.json lacks 'score'"),
        (telemetry_in_words, "telemetry.json is no telemetry of a task"),
        (torn_decision, "decision.json is not JSON"),
        (decision_of_another_form, "decision.json is no decision of this engine's form"),
        (no_evaluation, "evaluation.json is missing"),
        (a_folder_too_many, "no line of events.jsonl starts it"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_is_broken_is_named(copied: Path, damage: Callable[[Path], None], words: str) -> None:
    damage(copied)
    with pytest.raises(AgenticSolverError) as caught:
        load_run(copied)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_path_that_is_nothing_is_named(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="is not a run folder"):
        load_run(tmp_path / "nowhere")


def cut_off(path: Path) -> None:
    lines = (path / "events.jsonl").read_text("utf-8").splitlines()
    (path / "events.jsonl").write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    (path / "summary.json").unlink()


@pytest.mark.requirement("S3-D2a")
def test_a_run_that_is_not_finished_is_refused_unless_asked_for(copied: Path) -> None:
    cut_off(copied)
    with pytest.raises(UsageError, match=r"1 of 5 tasks were cut off.*or say --partial"):
        load_run(copied)
    partial = load_run(copied, partial=True)
    assert len(partial.tasks) == 4
    assert partial.gaps == ("1 of 5 tasks were cut off", "it has no summary.json")


@pytest.mark.parametrize(
    ("change", "gap"),
    [({"interrupted": True}, "it was interrupted"), ({"stopped": "no key"}, "it was stopped: no")],
)
def test_a_run_that_was_ended_early_is_not_whole(
    copied: Path, change: dict[str, object], gap: str
) -> None:
    edit(copied / "summary.json", **change)
    with pytest.raises(UsageError, match=gap):
        load_run(copied)


def test_a_run_without_any_finished_task_has_nothing_to_tell(copied: Path) -> None:
    (copied / "events.jsonl").write_text("", encoding="utf-8")
    shutil.rmtree(copied / "tasks")
    with pytest.raises(UsageError, match="holds no finished task"):
        load_run(copied, partial=True)


def test_a_crash_is_told_with_its_kind(copied: Path) -> None:
    crash = {"kind": "KeyError", "message": "x", "declared": False}
    path = copied / "tasks" / DENIED / "crash.json"
    path.write_text(json.dumps(crash), encoding="utf-8")
    assert load_run(copied).by_task()[DENIED].crash == "KeyError"


def test_tokens_cost_what_the_prices_say(played: Played, failed: RunRecord) -> None:
    prices = Prices(input=3.0, output=15.0, cache_read=0.3, cache_write=3.75)
    path = played.failed / "tasks" / DENIED / "telemetry.json"
    assert json.loads(path.read_text("utf-8"))["input_tokens"] == 0
    assert load_run(played.failed, prices=prices).by_task()[DENIED].cost == 0
    assert failed.by_task()[DENIED].cost is None


def test_cached_input_has_its_own_price(copied: Path) -> None:
    path = copied / "tasks" / DENIED / "telemetry.json"
    edit(path, input_tokens=3_000_000, cached_tokens=1_000_000, output_tokens=100_000)
    prices = Prices(input=3.0, output=15.0, cache_read=0.3, cache_write=3.75)
    found = load_run(copied, prices=prices).by_task()[DENIED].cost
    assert found == pytest.approx(2 * 3 + 0.3 + 1.5)


def many(played: Played, path: Path, number: int) -> list[str]:
    """Write a run of many copies of one task and return their ids."""
    shutil.copytree(played.right, path)
    ids = [f"task-{n}" for n in range(number)]
    for task in ids:
        shutil.copytree(path / "tasks" / DENIED, path / "tasks" / task)
    for task in TASKS:
        shutil.rmtree(path / "tasks" / task)
    events = [{"event": f"task_{what}", "task": t} for t in ids for what in ("started", "finished")]
    (path / "events.jsonl").write_text("".join(f"{json.dumps(e)}\n" for e in events), "utf-8")
    edit(path / "manifest.json", tasks=ids, families={})
    return ids


def test_many_tasks_come_in_order_and_the_first_fault_is_told(
    played: Played, tmp_path: Path
) -> None:
    path = tmp_path / "many"
    ids = many(played, path, 450)
    assert [task.task for task in load_run(path).tasks] == ids
    for task in ("task-440", "task-250"):
        (path / "tasks" / task / "telemetry.json").unlink()
    with pytest.raises(WorkspaceError, match=r"task-250"):
        load_run(path)
