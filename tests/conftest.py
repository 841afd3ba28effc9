"""What every test may use, and what no test may depend on."""

import gc
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import hypothesis
import pytest

from agentic_solver.workspace import ENV_FILE, FILE
from tests.examples import PROFILE

for _profile in ("default", "ci"):  # they differ in what `tests.examples` gives
    hypothesis.settings.register_profile(
        _profile, derandomize=True, deadline=None, database=None, print_blob=False
    )
hypothesis.settings.load_profile(PROFILE)

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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Leave of a ``sampled(n)`` test ``n`` parameters to the fast tests, whatever the order."""
    marked = [item for item in items if item.get_closest_marker("sampled") is not None]
    ordered = sorted(marked, key=lambda item: item.nodeid)
    for _, group in groupby(ordered, key=lambda item: item.nodeid.partition("[")[0]):
        alike = list(group)
        mark = alike[0].get_closest_marker("sampled")
        assert mark is not None
        kept = {number * len(alike) // mark.args[0] for number in range(mark.args[0])}
        for place, item in enumerate(alike):
            if place not in kept:
                item.add_marker("slow")


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
