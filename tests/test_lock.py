"""The lock of the development environment: whole, exact, and what pyproject.toml allows."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCKS = ("run.txt", "dev.txt", "no-deps.txt")


def pins(path: Path) -> dict[str, list[Requirement]]:
    """Return what a lock pins, by name: several versions where the interpreter decides."""
    found: dict[str, list[Requirement]] = {}
    text = re.sub(r"^ *#.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for line in re.sub(r"\\\n", " ", text).splitlines():
        if line.strip():
            pin = Requirement(line.partition(" --hash")[0])
            found.setdefault(canonicalize_name(pin.name), []).append(pin)
    return found


def asked(root: Path, *extras: str) -> list[Requirement]:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"]]
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    return [Requirement(line) for line in lines]


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_is_exact_hashed_and_from_no_index(repo_root: Path, name: str) -> None:
    text = (repo_root / "requirements" / name).read_text(encoding="utf-8")
    assert not re.findall(r"https?:|file:|index-url|find-links|/home/|/tmp/", text)
    blocks = re.split(r"\n(?=[a-z0-9])", text.partition("make lock\n")[2])
    assert blocks
    for block in blocks:
        assert re.match(
            r"[\w.-]+(\[.*\])?==[^ ]+ (; .+ )?\\\n    --hash=sha256:[0-9a-f]{64}", block
        )


@pytest.mark.parametrize(
    ("lock", "extras"),
    [("run.txt", ()), ("dev.txt", ("dev", "openai", "many", "inspect", "otel", "dask", "mcp"))],
)
def test_the_lock_has_what_pyproject_asks_for(
    repo_root: Path, lock: str, extras: tuple[str, ...]
) -> None:
    locked = pins(repo_root / "requirements" / lock)
    missing = []
    for need in asked(repo_root, *extras):
        if need.name == "agentic-solver":
            continue
        versions = [
            specifier.version
            for pin in locked.get(canonicalize_name(need.name), [])
            for specifier in pin.specifier
        ]
        if not versions or not all(need.specifier.contains(one) for one in versions):
            missing.append(f"{need}: {versions}")
    assert missing == [], "make lock renews it"


def test_what_users_get_is_what_developers_test(repo_root: Path) -> None:
    dev, run = (
        pins(repo_root / "requirements" / "dev.txt"),
        pins(repo_root / "requirements/run.txt"),
    )
    differing = {name for name, pinned in run.items() if dev.get(name) != pinned}
    assert {
        name
        for name in differing
        if {str(one.specifier) for one in run[name]} - {str(one.specifier) for one in dev[name]}
    } == set()
