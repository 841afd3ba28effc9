"""The page about the API: its code runs as it stands, and its tables name what there is."""

import re
from pathlib import Path
from typing import Any

import pytest

import agentic_solver
from agentic_solver.report.frame import COLUMNS
from agentic_solver.workspace import init_workspace


@pytest.fixture(scope="module")
def page(repo_root: Path) -> str:
    return (repo_root / "docs" / "python.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.enable_socket
def test_the_code_of_the_page_runs(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    init_workspace(tmp_path / "place")
    monkeypatch.chdir(tmp_path / "place")
    known: dict[str, Any] = {"__name__": "notebook"}
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 4
    for block in blocks:
        exec(block, known)  # the page is the test
    assert known["run"].score == 1.0
    assert len(known["run"].tasks) == 2
    assert known["mine"].manifest.played_by == "mine"
    assert known["found"].verdict.startswith("the same tasks are right in both runs")
    assert known["answer"].response.message.endswith("leads Tram Cab Simulator.")
    assert Path("run.html").stat().st_size > 10_000
    assert capsys.readouterr().out.startswith("http://127.0.0.1:")


def test_the_page_names_what_is_public(page: str) -> None:
    functions = {"run", "solve", "load", "compare", "twin"}
    assert functions <= set(re.findall(r"^\| `([a-z]+)\(", page, re.MULTILINE))
    for name in ("Run", "Task", "Round"):
        row = re.search(rf"^\| `{name}` \| (.*) \|$", page, re.MULTILINE)
        assert row is not None
        told = set(re.findall(r"`([a-z]+)[`(]", row[1]))
        there = {one for one in dir(getattr(agentic_solver, name)) if not one.startswith("_")}
        assert there <= told, name
    for frame, columns in COLUMNS.items():
        row = re.search(rf"^\| `{frame}`.* \| (.*) \|$", page, re.MULTILINE)
        assert row is not None
        assert set(re.findall(r"`([a-z_]+)`", row[1])) <= set(columns)
