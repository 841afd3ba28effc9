"""Two runs compared: noise, divergences, determinism, and what is refused."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from agentic_solver.analysis import RunRecord, compare_runs, load_run
from agentic_solver.analysis.divergence import first_divergence
from agentic_solver.errors import UsageError
from tests.analysis.conftest import (
    CAUGHT,
    DENIED,
    NO_PLAN,
    RIGHT,
    TASKS,
    UNLINKED,
    Played,
    edit,
    play,
)


@pytest.mark.requirement("S3-D3b")
def test_a_rerun_of_the_same_is_identical_and_the_validator_varies_in_nothing(
    right: RunRecord, played: Played
) -> None:
    again = load_run(play(played.good))
    found = compare_runs(right, again)
    assert found.determinism.identical == found.determinism.pairs == len(TASKS)
    assert found.determinism.validator_varies.share == 0
    assert found.determinism.output_varies.share == 0
    assert found.divergences == ()
    assert "the same tasks are right in both runs" in found.verdict
    assert not found.exceeds_noise


@pytest.mark.requirement("S3-11c")
def test_gains_are_named_and_judged(failed: RunRecord, right: RunRecord) -> None:
    found = compare_runs(failed, right)
    assert set(found.gained) == {DENIED, UNLINKED, NO_PLAN}
    assert found.lost == ()
    assert found.p == pytest.approx(2 / 8)
    assert found.verdict.startswith("the difference does not exceed the noise: 3 gained, 0 lost")
    assert (found.right_first.hits, found.right_second.hits) == (2, 5)
    assert compare_runs(right, failed).lost == found.gained


def test_the_first_divergence_of_a_task_is_what_came_in_before_what_was_made_of_it(
    failed: RunRecord, right: RunRecord
) -> None:
    found = {one.task: one for one in compare_runs(failed, right).divergences}
    # The policies differ, so every task met another one.
    assert {one.kind for one in found.values()} == {"caller"}
    assert found[CAUGHT].place == "/policy_digest"
    assert "plan" in found[CAUGHT].kinds
    assert "plan" not in found[RIGHT].kinds


def test_the_place_of_a_divergence_is_a_pointer_into_the_evidence(
    right: RunRecord, played: Played, tmp_path: Path
) -> None:
    copy = Path(shutil.copytree(played.right, tmp_path / "copy"))
    place = copy / "tasks" / CAUGHT / "round-1" / "decision.json"
    text = place.read_text("utf-8")
    assert text.count('"result": "allow"') == 1
    place.write_text(text.replace('"result": "allow"', '"result": "deny"'), encoding="utf-8")
    edit(copy / "tasks" / RIGHT / "response.json", message="another word")
    decision = copy / "tasks" / RIGHT / "round-1" / "decision.json"
    decision.write_text(decision.read_text("utf-8") + "\n", encoding="utf-8")
    found = compare_runs(right, load_run(copy))
    first, second = found.divergences
    assert (first.task, first.round, first.kind) == (CAUGHT, 1, "decision")
    assert (first.place, first.first, first.second) == ("/proofs/0/result", "allow", "deny")
    assert (second.task, second.kind, second.place) == (RIGHT, "response", "/message")
    assert found.determinism.validator_varies.hits == 2
    assert found.determinism.output_varies.hits == 1


def test_what_a_model_wrote_parts_two_plans_before_what_follows_from_it(
    played: Played, tmp_path: Path
) -> None:
    first = played.right / "tasks" / CAUGHT
    copy = Path(shutil.copytree(first, tmp_path / CAUGHT))
    path = copy / "round-1" / "plan.json"
    document = json.loads(path.read_text("utf-8"))
    assert next(iter(document["plan"])) == "commitments"
    document["plan"]["commitments"].pop()
    plan = document["plan"]
    for place, part, field in (
        ("/plan/response_template/cases/0/message", plan["response_template"]["cases"], "message"),
        ("/plan/facts/0/query", plan["facts"], "query"),
    ):
        part[0][field] = "another text"
        path.write_text(json.dumps(document), encoding="utf-8")
        parted = first_divergence(CAUGHT, first, copy)
        assert parted is not None
        assert (parted.kind, parted.place) == ("plan", place)


def test_what_the_company_answered_is_no_fault_of_the_engine(
    right: RunRecord, played: Played, tmp_path: Path
) -> None:
    copy = Path(shutil.copytree(played.right, tmp_path / "copy"))
    path = copy / "tasks" / CAUGHT / "round-1" / "decision.json"
    decision = json.loads(path.read_text("utf-8"))
    decision["calls"][-1]["response_hash"] = "0" * 64
    path.write_text(json.dumps(decision), encoding="utf-8")
    found = compare_runs(right, load_run(copy))
    assert [one.kind for one in found.divergences] == ["company"]
    assert found.determinism.same_input == len(TASKS) - 1
    assert found.determinism.validator_varies.of == len(TASKS) - 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"engine": "9.9"}, "the engine of the first run is 0.1.0, of the second 9.9"),
        ({"grading_version": 7}, "the grading version of the first run is 1, of the second 7"),
        ({"benchmark": "other"}, "the benchmark of the first run is erc3-dev, of the second other"),
    ],
)
def test_runs_that_answer_another_question_are_compared_by_force_only(
    right: RunRecord, copied: Path, change: dict[str, object], words: str
) -> None:
    edit(copied / "manifest.json", **change)
    other = load_run(copied)
    with pytest.raises(UsageError, match="only compared with --force") as caught:
        compare_runs(right, other)
    assert words in str(caught.value)
    assert compare_runs(right, other, force=True).warnings == (words,)


def test_what_else_the_runs_differ_in_is_told(failed: RunRecord, right: RunRecord) -> None:
    names = [name for name, _, _ in compare_runs(failed, right).differences]
    assert "policy/wiki_377df2ed.py" in names
    assert not any(name.startswith("rules/") for name in names)


def test_tasks_of_one_run_alone_are_counted_and_no_pair_is_refused(right: RunRecord) -> None:
    first = replace(right, tasks=right.tasks[:3])
    second = replace(right, tasks=right.tasks[2:])
    found = compare_runs(first, second)
    assert (found.only_first, found.only_second) == (TASKS[:2], TASKS[3:])
    assert found.determinism.pairs == 1
    with pytest.raises(UsageError, match="have no task in common"):
        compare_runs(replace(right, tasks=right.tasks[:2]), replace(right, tasks=right.tasks[2:]))


def test_a_large_difference_exceeds_the_noise(right: RunRecord) -> None:
    one = right.by_task()[RIGHT]
    good = tuple(replace(one, task=f"t-{n}") for n in range(12))
    bad = tuple(replace(task, score=0.0) for task in good[:8]) + good[8:]
    found = compare_runs(replace(right, tasks=bad, path=Path("a")), replace(right, tasks=good))
    assert found.exceeds_noise
    assert found.p == pytest.approx(2 / 2**8)
    assert found.verdict.startswith("the second run is better: 8 gained, 0 lost")


@pytest.mark.parametrize("change", [{"seed": 5}, {"variation": ["ids"]}, {"platform": "http://x"}])
def test_other_companies_say_nothing_about_determinism(
    right: RunRecord, played: Played, tmp_path: Path, change: dict[str, object]
) -> None:
    copy = Path(shutil.copytree(played.right, tmp_path / "copy"))
    edit(copy / "manifest.json", **change)
    found = compare_runs(right, load_run(copy))
    assert found.determinism.same_input == 0
    assert found.determinism.validator_varies.share is None
