"""The workspace: found in order, unpacked once, written atomically."""

import stat
from pathlib import Path

import pytest

from agentic_solver import workspace as subject
from agentic_solver.errors import WorkspaceError
from agentic_solver.workspace import (
    FOLDERS,
    Workspace,
    find_workspace,
    init_workspace,
    template_root,
    write_text_atomic,
)


def make_root(path: Path) -> Path:
    for name in FOLDERS:
        (path / name).mkdir(parents=True)
    return path


def test_the_option_beats_the_setting_beats_the_current_folder(tmp_path: Path) -> None:
    roots = {name: make_root(tmp_path / name) for name in ("option", "setting", "current")}
    found = find_workspace(roots["option"], roots["setting"], current=roots["current"])
    assert found.root == roots["option"].resolve()
    found = find_workspace(None, roots["setting"], current=roots["current"])
    assert found.root == roots["setting"].resolve()
    found = find_workspace(current=roots["current"])
    assert found.root == roots["current"].resolve()
    assert found.writable() is found


def test_a_named_folder_that_is_no_workspace_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    with pytest.raises(WorkspaceError, match=r"no folder wiki, policy, tools, experience, runs"):
        find_workspace(tmp_path)
    with pytest.raises(WorkspaceError, match=r"there is no folder .*absent \(AGENTIC_SOLVER_WORK"):
        find_workspace(None, tmp_path / "absent")


def test_elsewhere_the_template_serves(tmp_path: Path) -> None:
    assert find_workspace(current=tmp_path).root == template_root()


def test_the_packaged_template_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_root(tmp_path / "package" / "template")
    monkeypatch.setattr(subject, "__file__", str(tmp_path / "package" / "workspace.py"))
    found = find_workspace(current=tmp_path)
    assert found.readonly
    with pytest.raises(WorkspaceError, match="agentic-solver init"):
        found.writable()


def test_an_installation_without_template_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject, "__file__", str(tmp_path / "package" / "workspace.py"))
    with pytest.raises(WorkspaceError, match="no workspace template"):
        template_root()


def test_init_unpacks_everything_but_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    template = make_root(tmp_path / "package" / "template")
    (template / "rules" / "abc.yaml").write_text("x", encoding="utf-8")
    (template / "policy" / "__pycache__").mkdir()
    (template / "runs" / "README.md").write_text("about", encoding="utf-8")
    (template / "runs" / "old").mkdir()
    monkeypatch.setattr(subject, "__file__", str(tmp_path / "package" / "workspace.py"))
    made = init_workspace(tmp_path / "new" / "deep")
    assert find_workspace(made.root) == made
    assert (made.rules / "abc.yaml").read_text(encoding="utf-8") == "x"
    assert sorted(path.name for path in made.runs.iterdir()) == ["README.md"]
    assert not (made.policy / "__pycache__").exists()


def test_init_refuses_a_folder_that_holds_anything(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep", encoding="utf-8")
    with pytest.raises(WorkspaceError, match="not empty"):
        init_workspace(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    with pytest.raises(WorkspaceError, match="not empty"):
        init_workspace(tmp_path / "mine.txt")


def test_folders_are_properties_of_the_workspace(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    assert [getattr(workspace, name) for name in FOLDERS] == [tmp_path / name for name in FOLDERS]


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.txt"
    write_text_atomic(path, "one\r\n")
    write_text_atomic(path, "zwei – двa\n")
    assert path.read_bytes().decode("utf-8") == "zwei – двa\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert [child.name for child in path.parent.iterdir()] == ["a.txt"]


def test_a_failed_write_leaves_the_old_text(tmp_path: Path) -> None:
    folder = tmp_path / "a.txt"
    folder.mkdir()
    with pytest.raises(WorkspaceError, match=r"cannot write .*/a\.txt: Is a directory$"):
        write_text_atomic(folder, "text")
    assert folder.is_dir()
    assert [child.name for child in tmp_path.iterdir()] == ["a.txt"]
