"""What every test may use, and what no test may depend on."""

import gc
from pathlib import Path

import hypothesis
import pytest

from agentic_solver.workspace import ENV_FILE, FILE

hypothesis.settings.register_profile(
    "deterministic", derandomize=True, deadline=None, database=None, print_blob=False
)
hypothesis.settings.load_profile("deterministic")

REPO = Path(__file__).resolve().parents[1]

_SETTINGS = (
    "AGENTIC_SOLVER_MODEL",
    "AGENTIC_SOLVER_WORKSPACE",
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_BASE_URL",
    "ERC3_API_KEY",
    "ERC3_BASE_URL",
)


def pytest_configure() -> None:
    """Refuse to begin beside settings of a person: the checkout is the workspace of many tests."""
    personal = [name for name in (FILE, ENV_FILE) if (REPO / name).exists()]
    if personal:
        pytest.exit(f"move {', '.join(personal)} out of the checkout: tests would heed it", 2)


def pytest_unconfigure() -> None:
    """Take Hypothesis' callback out of the garbage collector before the interpreter ends.

    Called while modules are torn down it keeps what they hold alive, and DuckDB's binding then
    complains of leaks on stderr.
    """
    gc.callbacks[:] = [
        call for call in gc.callbacks if not call.__module__.startswith("hypothesis.")
    ]


@pytest.fixture(autouse=True)
def _no_personal_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key and no address of the person who runs the tests reaches a test."""
    for name in _SETTINGS:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def repo_root() -> Path:
    """The root of the checkout."""
    return REPO


@pytest.fixture(scope="session")
def shared_erc3() -> Path:
    """The folder of recorded ERC3 material beside the checkout; skips where it is absent."""
    folder = REPO.parent / "shared" / "erc3"
    if not folder.is_dir():
        pytest.skip("the recorded ERC3 material is not on this machine")
    return folder
