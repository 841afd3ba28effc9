"""The self-check: solutions pass, spoiled ones fail, and a careless grading is found out."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.harness.suite_check import check_suite
from agentic_solver.twin.expectation import OUTCOMES
from agentic_solver.twin.suite import builtin_suites
from tests.twin.test_drawing import COMPANY, TEMPLATES, make


@pytest.mark.parametrize("name", list(builtin_suites()))
def test_every_built_in_suite_passes(name: str) -> None:
    report = check_suite(builtin_suites()[name], [0])
    assert report.findings == ()
    assert report.solved + len(report.unsolved) == report.tasks
    assert report.refused > report.solved


def test_a_drawn_suite_passes_with_every_seed(tmp_path: Path) -> None:
    make(tmp_path / "toy")
    report = check_suite(tmp_path / "toy", range(5))
    assert report.findings == ()
    assert (report.templates, report.families, report.languages, report.tasks) == (2, 2, 2, 3)
    assert report.solved == 15


def test_a_solution_that_fails_is_found(tmp_path: Path) -> None:
    careless = TEMPLATES.replace("contains=[lead.name]", 'contains=["nobody"]')
    make(tmp_path / "toy", templates=careless)
    first, *_ = check_suite(tmp_path / "toy", [0]).findings
    assert first.startswith("seed 0, task who-leads-1: the solution scores 0: FAIL: expected mess")


def test_the_command_prints_the_counts_and_fails_on_findings(tmp_path: Path) -> None:
    make(tmp_path / "toy")
    done = CliRunner().invoke(app, ["suite", "check", str(tmp_path / "toy"), "--seeds", "2"])
    assert done.exit_code == 0
    assert "toy: 2 templates, 2 families, 2 languages, 3 tasks, 2 seeds: 6 solutions" in done.stdout
    bad = TEMPLATES.replace("contains=[lead.name]", 'contains=["nobody"]')
    make(tmp_path / "bad", templates=bad, company=COMPANY)
    done = CliRunner().invoke(app, ["suite", "check", str(tmp_path / "bad")])
    assert done.exit_code == 1
    assert "seed 0, task who-leads-1: the solution scores 0" in done.stdout


def test_a_task_that_accepts_every_outcome_can_be_checked(tmp_path: Path) -> None:
    make(tmp_path / "toy")
    guest = {"current_user": "", "is_public": True, "location": "", "department": ""}
    task = {
        "id": "any", "family": "x", "world": "toy", "caller": guest, "text": "What?",
        "expect": {"outcomes": OUTCOMES, "changes": "none"},
    }  # fmt: skip
    (tmp_path / "toy" / "tasks.jsonl").write_text(json.dumps(task), encoding="utf-8")
    report = check_suite(tmp_path / "toy", [0])
    assert report.findings == ()
    assert report.solved == report.tasks == 4
