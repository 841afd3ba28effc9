"""Violations: closed codes, a reader's sentence, typed details."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import ValidationError

from agentic_solver.contracts.violations import Violation, ViolationCode


def test_codes_are_named_like_their_values() -> None:
    assert all(code.name == code.value for code in ViolationCode)


def emitted(node: ast.AST) -> Iterator[str]:
    """Yield the codes that a module gives to a violation; asking for one does not count."""
    match node:
        case ast.Compare() | ast.Set():
            return
        case ast.Attribute(value=ast.Name(id="ViolationCode" | "Code"), attr=name):
            yield name
        case _:
            pass
    for child in ast.iter_child_nodes(node):
        yield from emitted(child)


def test_every_code_is_emitted_by_some_check(repo_root: Path) -> None:
    found = {
        name
        for path in (repo_root / "agentic_solver").rglob("*.py")
        for name in emitted(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert [code.name for code in ViolationCode if code.name not in found] == []


def test_violation_round_trips_with_its_attempt() -> None:
    violation = Violation(
        code=ViolationCode.WRITE_LIMIT,
        message="21 writes, at most 4 are allowed",
        path="/execution_trace/calls/0",
        details={"found": 21, "allowed": 4},
        attempt_id="ab12",
    )
    assert Violation.model_validate_json(violation.model_dump_json()) == violation


@pytest.mark.parametrize(
    "changes",
    [{"code": "OTHER"}, {"path": None}, {"message": "x" * 4_001}, {"severity": "high"}],
)
def test_violation_outside_the_contract_is_refused(changes: dict[str, object]) -> None:
    fields = {"code": "WRITE_LIMIT", "message": "m", "path": "", **changes}
    with pytest.raises(ValidationError):
        Violation.model_validate_json(json.dumps(fields))
