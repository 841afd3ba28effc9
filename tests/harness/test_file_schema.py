"""The published JSON Schemas fit the files that the engine itself reads and writes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.harness.file_schema import FILE_KINDS, file_schema
from agentic_solver.twin.starting import new_suite
from agentic_solver.twin.suite import builtin_suites


def printed(kind: str) -> Any:
    done = CliRunner().invoke(app, ["schema", kind])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.mark.parametrize("kind", FILE_KINDS)
def test_the_shipped_schema_is_the_one_that_is_printed(kind: str, repo_root: Path) -> None:
    shipped = json.loads((repo_root / "docs" / "schemas" / f"{kind}.schema.json").read_text())
    assert shipped == printed(kind), f"agentic-solver schema {kind} > docs/schemas/{kind}..."
    jsonschema.Draft202012Validator.check_schema(shipped)


def files(kind: str, root: Path) -> Iterator[Any]:
    suites = list(builtin_suites().values())
    match kind:
        case "plan":
            yield json.loads((root / "docs" / "plan-example.json").read_text())
            for path in (root / "tests").rglob("round-*/plan.json"):
                yield json.loads(path.read_text())
        case "rule":
            for path in (root / "rules").glob("*.yaml"):
                yield yaml.safe_load(path.read_text())
        case "suite":
            for suite in suites:
                yield yaml.safe_load((suite / "suite.yaml").read_text())
        case "task":
            for suite in suites:
                path = suite / "tasks.jsonl"
                for line in path.read_text().split("\n") if path.exists() else ():
                    if line.strip():
                        yield json.loads(line)
        case _:
            for suite in suites:
                for path in (suite / "worlds").glob("*.json"):
                    if not path.name.endswith(".synthetic.json"):
                        yield json.loads(path.read_text())


@pytest.mark.slow
@pytest.mark.parametrize("kind", FILE_KINDS)
def test_files_of_the_checkout_fit(kind: str, repo_root: Path) -> None:
    checker = jsonschema.Draft202012Validator(file_schema(kind))
    found = list(files(kind, repo_root))
    assert found
    for one in found:
        checker.validate(one)


def test_what_the_engine_refuses_the_schema_refuses(tmp_path: Path) -> None:
    suite = new_suite(tmp_path / "mine")
    document = yaml.safe_load((suite / "suite.yaml").read_text())
    checker = jsonschema.Draft202012Validator(file_schema("suite"))
    checker.validate(document)
    for wrong in ({**document, "pages": 3}, {**document, "page_limit": 0}, {"name": "x"}):
        assert not checker.is_valid(wrong)
    assert not jsonschema.Draft202012Validator(file_schema("plan")).is_valid({"facts": 3})


def test_an_unknown_kind_is_one_sentence() -> None:
    done = CliRunner().invoke(app, ["schema", "rules"])
    assert done.exit_code == 2
    assert "there is no schema of 'rules'; did you mean 'rule'?" in done.stderr
