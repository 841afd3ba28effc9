"""A shared copy of a run tells what was done, and nothing that is protected."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.harness.group import GroupFolder, runs_of
from agentic_solver.report.page import render_page
from agentic_solver.report.pseudonym import Pseudonyms
from agentic_solver.report.record import read_record
from agentic_solver.report.redaction import redact_run
from agentic_solver.workspace import init_workspace

TASKS = ("lead-of-project", "raises-of-which-one-is-approved", "approve-submitted-hours",
         "role-by-surname", "order-in-a-time-entry", "write-wiki-explanation")  # fmt: skip


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("played") / "place"
    init_workspace(place)
    words = ["run", "erc3-dev", "--proposer", "recorded", "--tasks", ",".join(TASKS)]
    done = CliRunner().invoke(app, [*words, "--workspace", str(place)])
    assert done.exit_code == 0, done.output
    return place / "runs" / "erc3-dev-001"


def records(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from records(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from records(inner)


def answers(run: Path) -> Iterator[dict[str, Any]]:
    for log in sorted(run.glob("tasks/*/calls.jsonl")):
        for line in log.read_text(encoding="utf-8").splitlines():
            call = json.loads(line)
            yield from records(call["body"])
            try:
                yield from records(json.loads(call["text"]))
            except ValueError:
                continue


def test_no_name_address_salary_note_or_person_is_left(played: Path, tmp_path: Path) -> None:
    redact_run(played, tmp_path / "copy")
    texts: set[str] = set()
    words: set[str] = set()
    for one in answers(played):
        if "email" in one:
            texts |= {one["name"], one["email"]}
            words |= {one["id"], *(part for part in one["name"].split() if len(part) > 3)}
        if one.get("salary"):
            words.add(str(one["salary"]))
        if len(str(one.get("notes") or "")) > 5:
            texts.add(one["notes"])
    assert len(texts) > 20
    assert len([word for word in words if word.isdigit()]) > 5
    for path in (tmp_path / "copy").rglob("*.json*"):
        text = path.read_text(encoding="utf-8")
        escaped = {json.dumps(one)[1:-1] for one in texts}
        assert [one for one in texts | escaped if one in text] == []
        assert words & set(re.findall(r"\w+", text)) == set(), path


def test_rows_and_texts_of_a_task_about_pay_or_hours_are_closed(
    played: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    assert redact_run(played, copy).closed >= 3
    for task in ("raises-of-which-one-is-approved", "approve-submitted-hours"):
        folder = copy / "tasks" / task
        assert json.loads((folder / "task.json").read_text())["text"] == "[left out]"
        assert json.loads((folder / "response.json").read_text())["message"] == "[left out]"
        for path in folder.glob("round-*/decision.json"):
            for fact in (json.loads(path.read_text())["executed"] or {}).get("facts", []):
                cells = {cell for row in fact["output"]["rows"] for cell in row}
                assert cells <= {"[left out]", None, True, False}
    open_task = json.loads((copy / "tasks" / "lead-of-project" / "task.json").read_text())
    assert open_task == json.loads((played / "tasks" / "lead-of-project" / "task.json").read_text())


def test_figures_and_verdicts_survive_and_a_page_can_be_made(played: Path, tmp_path: Path) -> None:
    redact_run(played, tmp_path / "copy")
    before, after = read_record(played), read_record(tmp_path / "copy")
    for old, new in zip(before.tasks, after.tasks, strict=True):
        assert new.result.model_dump(exclude={"first_failed_check", "forced"}) == (
            old.result.model_dump(exclude={"first_failed_check", "forced"})
        )
    assert len(render_page([after], tmp_path)) > 10_000
    assert json.loads((tmp_path / "copy" / "manifest.json").read_text())["redacted"] is True


def test_wikis_rules_and_unknown_files_are_not_copied(
    make_run: Callable[..., Path], made: type, tmp_path: Path
) -> None:
    run = make_run([made(task="a")])
    (run / "tasks" / "a" / "scratch.txt").write_text("Ada Quell")
    (run / "secret.json").write_text("{}")
    redact_run(run, tmp_path / "copy")
    assert sorted(path.name for path in (tmp_path / "copy").iterdir()) == [
        "events.jsonl", "manifest.json", "summary.json", "tasks",
    ]  # fmt: skip
    assert not (tmp_path / "copy" / "tasks" / "a" / "scratch.txt").exists()


def test_a_person_has_one_name_whatever_the_order_case_or_accents() -> None:
    names = Pseudonyms()
    names.learn({"id": "p1", "name": "Ada Müller", "email": "a@b.example", "salary": 51_000})
    names.learn({"id": "p2", "name": "Bo Ng", "email": "b@b.example", "salary": 900})
    new = names.rewrite("Ada Müller (p1)")
    assert new == "Name001 Name002 (person-001)"
    assert names.rewrite("MULLER Ada") == "Name002 Name001"
    assert names.rewrite("pay 51,000.00 or 51 000") == "pay [left out] or [left out]"
    assert names.rewrite("p10 has 5 and 51") == "p10 has 5 and 51"


def test_a_number_that_is_somebodys_salary_goes_from_rows_too(
    make_run: Callable[..., Path], made: type, tmp_path: Path
) -> None:
    run = make_run([made(task="a", text="Is 51000 right?", rows=[["p1", "Ada Quell", 51_000]])])
    plan = run / "tasks" / "a" / "round-1" / "plan.json"
    plan.write_text(plan.read_text().replace("salary", "x"))  # the plan itself looks harmless
    assert redact_run(run, tmp_path / "copy").closed == 0
    text = (tmp_path / "copy" / "tasks" / "a" / "round-1" / "decision.json").read_text()
    assert "51000" not in text
    assert "Is [left out] right?" in (tmp_path / "copy" / "tasks" / "a" / "task.json").read_text()


def test_an_answer_that_is_no_json_is_left_out(
    make_run: Callable[..., Path], made: type, tmp_path: Path
) -> None:
    run = make_run([made(task="a")])
    broken = {"path": "/employees/get", "body": {}, "status": 200, "text": '{"salary": 77123, '}
    with (run / "tasks" / "a" / "calls.jsonl").open("a") as log:
        log.write(json.dumps(broken) + "\n")
    redact_run(run, tmp_path / "copy")
    assert "77123" not in (tmp_path / "copy" / "tasks" / "a" / "calls.jsonl").read_text()


def test_a_folder_that_is_there_is_not_touched(
    make_run: Callable[..., Path], made: type, tmp_path: Path
) -> None:
    run = make_run([made(task="a")])
    done = CliRunner().invoke(app, ["runs", "redact", str(run), str(tmp_path)])
    assert done.exit_code == 2
    assert "exists already" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_broken_run_leaves_nothing_behind(
    make_run: Callable[..., Path], made: type, tmp_path: Path
) -> None:
    run = make_run([made(task="a")])
    (run / "tasks" / "a" / "response.json").write_text("{")
    done = CliRunner().invoke(app, ["runs", "redact", str(run), str(tmp_path / "copy")])
    assert done.exit_code == 2
    assert "response.json is not JSON" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_what_needs_the_run_itself_refuses_a_copy(played: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    redact_run(played, copy)
    for command in (["run", "--resume"], ["replay"], ["audit"]):
        place = ["--workspace", str(played.parent.parent)]
        done = CliRunner().invoke(app, [*command, str(copy), *place])
        assert done.exit_code == 2, done.output
        assert f"{copy} is a redacted copy" in " ".join(done.stderr.split())


@pytest.fixture
def group(make_run: Callable[..., Path], made: type) -> Path:
    """Two runs of one task, and the folder that holds them together."""
    first = make_run([made(task="a")])
    runs = [first, Path(shutil.copytree(first, first.with_name("made-002")))]
    folder = GroupFolder.create(runs[0].parent, "made", 2)
    for run in runs:
        folder.add(run)
    folder.keep({"flips": ["what a plan says"]})
    return folder.path


def test_a_group_is_copied_with_its_runs(group: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["runs", "redact", str(group), str(tmp_path / "copy")])
    assert done.exit_code == 0, done.output
    copy = tmp_path / "copy" / group.name
    assert [run.name for run in runs_of(copy)] == [run.name for run in runs_of(group)]
    assert all((run / "manifest.json").is_file() for run in runs_of(copy))
    assert "plan" not in (copy / "group.json").read_text(encoding="utf-8")


def test_a_group_is_verified_and_exported_run_by_run(group: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["runs", "verify", str(group)])
    assert done.exit_code == 0, done.output
    names = [run.name for run in runs_of(group)]
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == names
    out = tmp_path / "out"
    done = CliRunner().invoke(
        app, ["runs", "export", str(group), "--format", "json", "--out", str(out)]
    )
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in out.iterdir()) == sorted(f"{name}.json" for name in names)
