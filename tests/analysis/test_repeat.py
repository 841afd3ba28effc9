"""Repeated runs: pass^k, flips with their cause, and groups that other commands understand."""

import json
import math
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver.analysis import compare_repeats, load_run, repeats_of
from agentic_solver.cli.app import app
from agentic_solver.erc3.propose.reader import is_reading
from agentic_solver.errors import UsageError, WorkspaceError
from agentic_solver.harness.group import GROUP, GroupFolder, read_group, runs_of
from agentic_solver.harness.significance import clopper_pearson, exact_bounds

TASK = "lead-of-project"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with a group of three epochs; the second answers one task otherwise."""
    place = tmp_path_factory.mktemp("group") / "place"
    runner = CliRunner()
    assert runner.invoke(app, ["init", str(place)]).exit_code == 0
    recordings = place.parent / "recordings"
    builtin = Path(runs_of.__code__.co_filename).parent / "recordings" / "erc3-dev"
    shutil.copytree(builtin, recordings)
    # epoch 2 plans one task without links
    spoiled = shutil.copytree(builtin, recordings / "epoch-2")
    for path in spoiled.glob("*.json"):
        record = json.loads(path.read_text())
        if f"/{TASK}/r" in record["key"] and not is_reading(record["key"]):
            plan = json.loads(record["reply"]["text"])
            plan["cases"] = [{**case, "links": []} for case in plan["cases"]]
            record["reply"]["text"] = json.dumps(plan)
            path.write_text(json.dumps(record))
    played = runner.invoke(
        app,
        ["run", "erc3-dev", "--tasks", f"{TASK},log-in-house-hours", "--epochs", "3", "--proposer",
         "recorded", "--recordings", str(recordings), "--json", "--workspace", str(place)],
    )  # fmt: skip
    assert played.exit_code == 0, played.output
    (place / "told.json").write_text(played.stdout)
    return place


def group_of(place: Path) -> Path:
    return place / "runs" / "erc3-dev-epochs-001"


def test_epochs_are_runs_of_their_own_and_one_document_names_them(place: Path) -> None:
    told = json.loads((place / "told.json").read_text())
    assert told["group"] == str(group_of(place))
    assert [one["passed"] for one in told["epochs"]] == [2, 1, 2]
    assert read_group(group_of(place)).runs == ("erc3-dev-001", "erc3-dev-002", "erc3-dev-003")
    assert json.loads((group_of(place) / GROUP).read_text())["repeats"]["tasks"] == 2


def test_pass_k_is_the_mean_over_tasks_with_bounds_over_tasks(place: Path) -> None:
    repeats = json.loads((place / "told.json").read_text())["repeats"]
    # one task is right 3 times of 3, the other one 2 times of 3
    values = [one["value"] for one in repeats["pass"]]
    assert values == pytest.approx([(1 + 2 / 3) / 2, (1 + 1 / 3) / 2, 0.5])
    assert all(one["low"] < one["value"] < one["high"] for one in repeats["pass"])
    third = clopper_pearson(1, 2)
    assert (repeats["pass"][2]["low"], repeats["pass"][2]["high"]) == (third.low, third.high)


def test_a_flip_names_the_difference_of_the_plans_that_caused_it(place: Path) -> None:
    (flip,) = json.loads((place / "told.json").read_text())["repeats"]["flips"]
    assert (flip["task"], flip["right"]) == (TASK, [True, False, True])
    (cause,) = flip["causes"]
    assert (cause["right"], cause["wrong"], cause["kind"]) == (1, 2, "plan")
    assert cause["place"].startswith("/plan/")
    assert cause["in_right"] != cause["in_wrong"]


def test_a_group_replays_run_by_run_and_its_statistics_are_computed_again(
    place: Path, tmp_path: Path
) -> None:
    runner = CliRunner()
    played = runner.invoke(app, ["replay", str(group_of(place)), "--workspace", str(place)])
    assert (played.exit_code, played.output.count("identical")) == (0, 3), played.output
    copy = shutil.copytree(place / "runs", tmp_path / "runs") / "erc3-dev-epochs-001"
    document = json.loads((copy / GROUP).read_text())
    document["repeats"]["always"] = 2
    (copy / GROUP).write_text(json.dumps(document))
    again = runner.invoke(app, ["replay", str(copy), "--workspace", str(place)])
    assert again.exit_code == 1
    assert "always is not what the runs of the group tell" in again.output


def test_analyze_and_report_take_a_group(place: Path, tmp_path: Path) -> None:
    runner = CliRunner()
    one = runner.invoke(app, ["analyze", str(group_of(place)), "--json"])
    assert one.exit_code == 0, one.output
    document = json.loads(one.stdout)
    assert len(document["runs"]) == 3
    assert document["repeats"][0]["flips"][0]["task"] == TASK
    words = runner.invoke(app, ["analyze", str(group_of(place))])
    assert "pass^k" in words.output
    assert "✓✗✓" in words.output
    run = place / "runs" / "erc3-dev-001"
    two = runner.invoke(app, ["analyze", str(group_of(place)), str(run), "--json"])
    found = json.loads(two.stdout)["group_comparison"]
    assert (found["graded"], found["better"], found["exceeds_noise"]) == (2, [TASK], False)
    assert "does not exceed the noise" in found["verdict"]
    page = tmp_path / "page.html"
    made = runner.invoke(
        app, ["report", str(group_of(place)), "--out", str(page), "--workspace", str(place)]
    )
    assert made.exit_code == 0, made.output
    assert "3 epochs" in page.read_text()
    assert "What made 1 tasks flip" in page.read_text()


def test_each_run_of_a_group_can_leave_regression_cases(place: Path, tmp_path: Path) -> None:
    made = CliRunner().invoke(
        app,
        ["analyze", str(group_of(place)), "--emit-regressions", "--into", str(tmp_path / "cases"),
         "--json", "--workspace", str(place)],
    )  # fmt: skip
    assert made.exit_code == 0, made.output
    assert [one["task"] for one in json.loads(made.stdout)["regressions"]] == [TASK]


def test_groups_are_compared_by_the_share_of_right_plays(place: Path) -> None:
    runs = [load_run(path) for path in runs_of(group_of(place))]
    found = compare_repeats(repeats_of(runs[1:2]), repeats_of(runs))
    assert [found.first, found.second] == pytest.approx([0.5, 5 / 6])
    assert (found.better, found.worse, found.p) == ((TASK,), (), 1.0)


def test_runs_of_other_seeds_are_no_repeats(place: Path) -> None:
    run = load_run(place / "runs" / "erc3-dev-001")
    other = run.manifest.model_copy(update={"seed": 1})
    with pytest.raises(UsageError, match="no repeats"):
        repeats_of([run, replace(run, manifest=other)])


def test_a_group_that_lost_a_run_or_points_elsewhere_is_refused(tmp_path: Path) -> None:
    group = GroupFolder.create(tmp_path, "thing", 2)
    with pytest.raises(WorkspaceError, match="names no run"):
        read_group(group.path)
    group.add(tmp_path / "thing-001")
    with pytest.raises(WorkspaceError, match="moved together"):
        runs_of(group.path)
    group.add(Path("..") / "..")
    (tmp_path / "thing-001").mkdir()
    with pytest.raises(WorkspaceError, match="not the name of a folder"):
        runs_of(group.path)


def test_a_group_whose_first_run_never_begins_leaves_nothing(tmp_path: Path) -> None:
    group = GroupFolder.create(tmp_path, "thing", 2)
    group.discard()
    assert list(tmp_path.iterdir()) == []


def test_bounds_between_whole_numbers_lie_between_theirs() -> None:
    below, between, above = (exact_bounds(hits, 9) for hits in (4, 4.5, 5))
    assert below[0] < between[0] < above[0]
    assert below[1] < between[1] < above[1]
    assert exact_bounds(9, 9)[1] == 1.0
    assert math.isclose(exact_bounds(4, 9)[0], clopper_pearson(4, 9).low)
