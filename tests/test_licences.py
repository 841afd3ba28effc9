"""The check of licences: which texts of packages it lets pass."""

from pathlib import Path
from types import ModuleType

import pytest

from tests.script import load_script

SCRIPT = Path(__file__).resolve().parent.parent / "scripts" / "licences.py"


@pytest.fixture(scope="module")
def licences() -> ModuleType:
    return load_script(SCRIPT)


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("MIT", True),
        ("mit license", True),
        ("ISC License (ISCL)", True),
        ("BSD-3-Clause AND 0BSD AND (MIT OR GPL-3.0)", True),
        ("GPL-3.0 OR Apache-2.0", True),
        ("MIT AND GPL-3.0", False),
        ("GNU General Public License v3 (GPLv3)", False),
        ("Proprietary", False),
        ("", False),
    ],
)
def test_a_licence_passes_only_if_it_is_known(
    licences: ModuleType, text: str, allowed: bool
) -> None:
    assert licences.is_allowed(text) is allowed


def test_requirements_are_followed_with_their_extras(licences: ModuleType) -> None:
    given = ["One>=1", "two[fast]>=1; extra == 'more'", "three; python_version < '3'"]
    assert list(licences.asked_for(given, frozenset())) == [("one", frozenset())]
    assert list(licences.asked_for(given, frozenset({"more"}))) == [
        ("one", frozenset()), ("two", frozenset({"fast"})),
    ]  # fmt: skip


def test_what_we_need_ourselves_may_be_passed_on(licences: ModuleType) -> None:
    found = licences.needed(set())
    assert {"duckdb", "sqlglot", "numpy", "pydantic-core"} <= found.keys()
    assert licences.main(set()) == 0
