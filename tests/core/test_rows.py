"""Every row of the two documents is claimed by a test."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

ROWS = {
    "S0-1": "abcde",
    "S0-2": "abcdefg",
    "S0-3.1": "abc",
    "S0-3.2": "a",
    "S0-3.3": "ab",
    "S0-4.1": "abc",
    "S0-4.2": "abcd",
    "S0-4.3": "abcd",
    "S0-5.1": "ab",
    "S0-5.2": "abcd",
    "S0-6.1": "ab",
    "S0-6.2": "abc",
    "S0-6.3": "abcd",
    "S0-7.1": "abc",
    "S0-7.2": "abcd",
    "S0-8": "ab",
    "S0-9.1": "abcd",
    "S0-10": "abcd",
    "S0-11": "ab",
    "S0-12": "abcdef",
    "S0-13": "ab",
    "S1-1": "abcd",
    "S1-2.1": "abc",
    "S1-2.2": "ab",
    "S1-2.3": "ab",
    "S1-3.1": "abcdefghi",
    "S1-3.2": "abcde",
    "S1-4.1": "abc",
    "S1-4.2": "a",
    "S1-4.3": "abc",
    "S1-5.1": "abcd",
    "S1-5.2": "ab",
    "S1-6.1": "ab",
    "S1-6.2": "abcd",
    "S1-6.3": "abcd",
    "S1-7.1": "abcde",
    "S1-8": "abc",
    "S1-9": "abcdefgh",
    "S1-10": "abcdef",
    "S1-11": "abc",
}


def rows(document: str) -> set[str]:
    return {
        f"{section}{letter}"
        for section, letters in ROWS.items()
        if section.startswith(document)
        for letter in letters
    }


def claimed() -> set[str]:
    """The ids in ``requirement`` marks, each on a function that pytest collects."""
    found: set[str] = set()
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith(
                        "mark.requirement"
                    ):
                        found |= {ast.literal_eval(argument) for argument in mark.args}
    return found


@pytest.mark.requirement("S1-1a")
def test_every_row_of_the_core_document_has_a_test() -> None:
    assert len(rows("S1")) == 73
    assert rows("S1") - claimed() == set()


@pytest.mark.requirement("S0-1b")
def test_every_row_of_the_arithmetic_document_has_a_test() -> None:
    assert len(rows("S0")) == 71
    assert rows("S0") - claimed() == set()
