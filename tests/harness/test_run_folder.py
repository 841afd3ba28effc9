"""The run folder: atomic files, logs that survive a kill, names that stay inside."""

import os
from pathlib import Path

import pytest

from agentic_solver.errors import WorkspaceError
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.task_folder import TaskFolder, own_name, safe_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("erc3-dev", "erc3-dev"),
        ("a b/c", "a_b_c"),
        ("../../etc", "__.._etc"),
        ("", "_"),
        ("  ", "_"),
        ("ä€", "__"),
        ("x" * 300, "x" * 120),
    ],
)
def test_names_keep_to_letters_of_file_names(text: str, name: str) -> None:
    assert safe_name(text) == name
    assert own_name(text).startswith(name)
    assert safe_name(own_name(text)) == own_name(text)[:120]


def test_two_texts_never_have_one_own_name() -> None:
    texts = ["a/b", "a_b", "a b", "ä€", "é£", "", " ", "_", "x" * 121, "x" * 120]
    assert len({own_name(text) for text in texts}) == len(texts)


@pytest.mark.parametrize("text", ["..", ".", "...", " . "])
def test_a_name_of_dots_is_no_way_out(text: str, tmp_path: Path) -> None:
    place = (tmp_path / "tasks" / own_name(text)).resolve()
    assert place.parent == (tmp_path / "tasks").resolve()
    assert place.name


def test_equal_data_gives_equal_bytes(tmp_path: Path) -> None:
    folder = TaskFolder(tmp_path)
    folder.write("a.json", {"b": 1.0, "a": ["ü", None]})
    folder.write("b.json", {"a": ["ü", None], "b": 1})
    assert folder.text("a.json") == folder.text("b.json")
    assert folder.read("a.json") == {"a": ["ü", None], "b": 1}


def test_a_write_that_fails_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = TaskFolder(tmp_path)
    folder.write("round-1/a.json", {"n": 1})

    def full(_old: object, _new: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(WorkspaceError, match="No space left"):
        folder.write("round-1/a.json", {"n": 2})
    assert folder.read("round-1/a.json") == {"n": 1}


def test_a_torn_last_line_is_left_out_and_a_torn_middle_is_named(tmp_path: Path) -> None:
    folder = TaskFolder(tmp_path)
    folder.append("x.jsonl", {"n": 1})
    folder.append("x.jsonl", {"n": 2, "text": "a\u2028b\x85c"})
    with (tmp_path / "x.jsonl").open("a", encoding="utf-8") as log:
        log.write('{"n": 3, "te')
    assert [line["n"] for line in folder.lines("x.jsonl")] == [1, 2]
    (tmp_path / "x.jsonl").write_text('{"n": 1}\n{"n"\n{"n": 3}\n', encoding="utf-8")
    with pytest.raises(WorkspaceError, match="line 2"):
        folder.lines("x.jsonl")
    assert folder.lines("none.jsonl") == []


def test_a_log_torn_in_the_middle_of_a_letter_stays_readable(tmp_path: Path) -> None:
    folder = TaskFolder(tmp_path)
    folder.append("x.jsonl", {"n": 1})
    with (tmp_path / "x.jsonl").open("ab") as log:
        log.write('{"name": "Jürgen"}'.encode()[:12])
    assert [line["n"] for line in folder.lines("x.jsonl")] == [1]


def test_a_missing_or_broken_file_is_named(tmp_path: Path) -> None:
    folder = TaskFolder(tmp_path)
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    for name in ("none.json", "bad.json"):
        with pytest.raises(WorkspaceError, match=name):
            folder.read(name)
    with pytest.raises(WorkspaceError, match=r"none\.json"):
        folder.text("none.json")


def test_runs_are_numbered_and_never_reused(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    names = [RunFolder.create(runs, "my suite").path.name for _ in range(2)]
    (runs / "my_suite-007").mkdir()
    (runs / "my_suite-x").mkdir()
    names.append(RunFolder.create(runs, "my suite").path.name)
    assert names == ["my_suite-001", "my_suite-002", "my_suite-008"]


def test_rounds_come_in_order_of_number(tmp_path: Path) -> None:
    for name in ("round-10", "round-2", "round-x", "round-1"):
        (tmp_path / name).mkdir()
    assert TaskFolder(tmp_path).rounds() == [1, 2, 10]


def test_a_run_needs_its_manifest_and_lists_its_tasks_in_its_order(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="not a run folder"):
        RunFolder.open(tmp_path)
    run = RunFolder(tmp_path)
    run.files.write("manifest.json", {"tasks": ["b", "a", "never_started"]})
    for task in ("a", "b"):
        run.task(task).write("task.json", {})
    assert [task.path.name for task in RunFolder.open(tmp_path).tasks()] == ["b", "a"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(WorkspaceError, match="--workspace"):
        RunFolder.create(tmp_path / "runs", "x")


def test_a_runs_path_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("x", encoding="utf-8")
    with pytest.raises(WorkspaceError, match="--workspace"):
        RunFolder.create(tmp_path / "runs", "x")
