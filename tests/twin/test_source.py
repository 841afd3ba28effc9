"""What the source shows: scoring stays in the twin, the twin stands alone and reads no clock."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "agentic_solver"
TWIN = PACKAGE / "twin"

DRAWN = ("drawing", "company", "worlds", "templates", "variation")
CHANCE = {"uuid", "secrets", "time"}
SCORING = {f"agentic_solver.twin.{name}" for name in ("grader", "changes", "running")}


def imported(path: Path) -> set[str]:
    """The modules that a file imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


@pytest.mark.slow
@pytest.mark.requirement("S3-11a")
def test_only_the_platform_scores() -> None:
    # The red team judges what an attack has done to the twin's company, and is no part of a run.
    apart = {TWIN, PACKAGE / "redteam"}
    outside = [path for path in PACKAGE.rglob("*.py") if apart.isdisjoint(path.parents)]
    assert outside
    assert not SCORING & {name for path in outside for name in imported(path)}
    solver = [path for path in outside if path.is_relative_to(PACKAGE / "erc3")]
    assert solver
    assert not [path for path in solver if any(".twin" in name for name in imported(path))]


def test_the_twin_has_its_own_models() -> None:
    used = {name for path in TWIN.rglob("*.py") for name in imported(path)}
    ours = {name.split(".")[1] for name in used if name.startswith("agentic_solver.")}
    assert ours <= {"twin", "contracts", "errors", "position"}


def test_nothing_is_left_to_chance() -> None:
    drawing = [path for path in TWIN.rglob("*.py") if path.parent.name in DRAWN]
    other = [path for path in TWIN.rglob("*.py") if path not in drawing]
    assert not {name for path in other for name in imported(path)} & {*CHANCE, "random"}
    assert not {name for path in drawing for name in imported(path)} & CHANCE
    source = "".join(path.read_text(encoding="utf-8") for path in TWIN.rglob("*.py"))
    assert ".now(" not in source
    assert ".today(" not in source


def test_what_is_drawn_is_drawn_from_a_seed() -> None:
    found = set()
    for path in TWIN.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "random":
                found |= {alias.name for alias in node.names}
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "random":
                found.add(node.attr)
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Random"):
                assert node.args, f"{path}: a generator without a seed"
    assert found == {"Random"}
