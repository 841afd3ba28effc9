"""A played run that tests may damage, and the workspace it was played with."""

import shutil
from pathlib import Path

import pytest

from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import play

TASKS = ("lead-of-project", "log-in-house-hours")
"""One that reads and one that writes."""


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Workspace]:
    """One run of two tasks for the whole session; nobody may change it."""
    place = tmp_path_factory.mktemp("played") / "place"
    init_workspace(place)
    workspace = Workspace(place)
    return Path(play(workspace, TASKS).run_dir), workspace


@pytest.fixture
def run_dir(played: tuple[Path, Workspace], tmp_path: Path) -> Path:
    """A copy of the played run, to be damaged."""
    return Path(shutil.copytree(played[0], tmp_path / "run"))


@pytest.fixture
def place(played: tuple[Path, Workspace]) -> Workspace:
    """The workspace of the played run; nobody may change it."""
    return played[1]
