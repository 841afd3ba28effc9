"""``runs verify`` and ``runs list``: what has changed is named, what a kill leaves is noted."""

import json
import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.errors import WorkspaceError
from agentic_solver.harness.folder_lock import FolderLock
from agentic_solver.harness.log_line import is_intact, log_line
from agentic_solver.harness.verify import run_state, verify_run

TASK = "lead-of-project"


def test_a_played_run_is_whole(run_dir: Path) -> None:
    found = verify_run(run_dir)
    assert found.problems == found.notes == ()
    assert found.files > 10
    assert found.lines > 10


@pytest.mark.parametrize("name", ["plan", "calls", "evaluation", "model", "telemetry"])
def test_one_changed_byte_is_found_anywhere(run_dir: Path, name: str) -> None:
    (file,) = (run_dir / "tasks" / TASK).rglob(f"{name}.json*")
    data = bytearray(file.read_bytes())
    at = data.index(b":") + 2
    data[at] ^= 1
    file.write_bytes(bytes(data))
    problems = verify_run(run_dir).problems
    assert any(file.name in problem for problem in problems)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("manifest.json", '"seed": 0', '"seed": 5'), ("summary.json", '"passed": 2', '"passed": 1')],
)
def test_a_changed_file_of_the_run_is_found(run_dir: Path, name: str, old: str, new: str) -> None:
    text = (run_dir / name).read_text("utf-8")
    assert old in text
    (run_dir / name).write_text(text.replace(old, new), "utf-8")
    assert verify_run(run_dir).problems == (f"{name} has changed since it was written",)


def test_missing_and_surplus_files_are_found(run_dir: Path) -> None:
    folder = run_dir / "tasks" / TASK
    (folder / "response.json").unlink()
    (folder / "notes.json").write_text("{}", encoding="utf-8")
    assert set(verify_run(run_dir).problems) == {
        f"tasks/{TASK}/response.json is missing",
        f"tasks/{TASK}/notes.json is surplus",
    }


def test_a_line_of_the_events_that_has_changed_is_named(run_dir: Path) -> None:
    log = run_dir / "session.jsonl"
    text = log.read_text(encoding="utf-8")
    log.write_text(text.replace('"session":"ssn', '"session":"sss'), encoding="utf-8")
    assert verify_run(run_dir).problems == ("session.jsonl, line 1: its checksum does not fit",)


def test_what_a_kill_leaves_is_no_problem(run_dir: Path) -> None:
    with (run_dir / "events.jsonl").open("ab") as log:
        log.write(b'{"event":"task_sta')
    (run_dir / "summary.json.partial").write_text("{", encoding="utf-8")
    found = verify_run(run_dir)
    assert found.problems == ()
    assert found.notes == (
        "events.jsonl ends in half a line",
        "summary.json.partial is half a file",
    )


def test_a_folder_that_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="not a run folder"):
        verify_run(tmp_path)


def test_the_sum_is_over_everything_before_it() -> None:
    line = log_line({"text": 'ä,"crc":"00000000"}'}).rstrip(b"\n")
    assert is_intact(line) is True
    assert is_intact(line.replace("ä".encode(), "ö".encode())) is False
    assert is_intact(log_line({}).rstrip(b"\n")) is True
    assert is_intact(b'{"event":"task_started"}') is None


def test_a_run_says_how_far_it_came_and_who_writes_to_it(run_dir: Path) -> None:
    state = run_state(run_dir)
    assert (state.state, state.finished, state.tasks, state.score) == ("complete", 2, 2, 1.0)
    lock = FolderLock.take(run_dir)
    assert run_state(run_dir).state == "being written"
    lock.release()
    (run_dir / "summary.json").unlink()
    lines = (run_dir / "events.jsonl").read_bytes().splitlines(keepends=True)
    (run_dir / "events.jsonl").write_bytes(b"".join(lines[:-1]))
    state = run_state(run_dir)
    assert (state.state, state.finished, state.begun) == ("cut off", 1, 1)


def test_the_commands_print_it(run_dir: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["runs", "verify", str(run_dir)])
    assert done.exit_code == 0
    assert done.stdout.endswith(": 0 problems\n")
    (run_dir / "tasks" / TASK / "response.json").unlink()
    done = CliRunner().invoke(app, ["runs", "verify", str(run_dir)])
    assert done.exit_code == 1
    assert "response.json is missing" in done.stdout
    place = tmp_path / "place"
    CliRunner().invoke(app, ["init", str(place)])
    run_dir.rename(place / "runs" / "erc3-dev-001")
    done = CliRunner().invoke(app, ["runs", "list", "--workspace", str(place)])
    assert done.stdout.startswith("erc3-dev-001: complete: 2 of 2 chosen tasks, score 1.000; 20")


def test_what_cannot_be_read_is_a_problem_like_any_other(run_dir: Path) -> None:
    calls = run_dir / "tasks" / TASK / "calls.jsonl"
    calls.unlink()
    calls.mkdir()  # also the superuser cannot read a folder as a file
    problems = verify_run(run_dir).problems
    assert f"tasks/{TASK}/calls.jsonl cannot be read: Is a directory" in problems
    done = CliRunner().invoke(app, ["runs", "verify", str(run_dir)])
    assert done.exit_code == 1
    assert "cannot be read" in done.output


def test_the_list_tells_date_model_and_seed_and_groups(run_dir: Path, tmp_path: Path) -> None:
    place = tmp_path / "place"
    CliRunner().invoke(app, ["init", str(place)])
    run_dir.rename(place / "runs" / "erc3-dev-001")
    group = place / "runs" / "erc3-dev-epochs-001"
    group.mkdir()
    told = {"format": "group/1", "benchmark": "erc3-dev", "epochs": 1, "runs": ["erc3-dev-001"]}
    (group / "group.json").write_text(json.dumps(told))
    words = ["runs", "list", "--workspace", str(place)]
    text = CliRunner().invoke(app, words).output
    by = r"; 20\d\d-\d\d-\d\d \d\d:\d\d, \S+ \(\w+\), seed 0\n"
    assert re.match(rf"erc3-dev-001: complete: 2 of 2 chosen tasks, score 1.000{by}", text), text
    assert "erc3-dev-epochs-001: group of erc3-dev-001\n" in text
    rows = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert [(row["name"], row["state"]) for row in rows] == [
        ("erc3-dev-001", "complete"),
        ("erc3-dev-epochs-001", "group"),
    ]


def test_a_folder_with_a_part_missing_is_wrong_use(run_dir: Path) -> None:
    shutil.rmtree(run_dir / "tasks" / TASK)
    for command in ("analyze", "report"):
        done = CliRunner().invoke(app, [command, str(run_dir)])
        assert done.exit_code == 2, done.output
        assert "its folder is missing" in " ".join(done.stderr.split())


def test_a_group_is_told_apart_from_a_run(tmp_path: Path) -> None:
    (tmp_path / "group.json").write_text("{}")
    with pytest.raises(WorkspaceError, match=r"is a group of runs: name one of those in its group"):
        verify_run(tmp_path)
