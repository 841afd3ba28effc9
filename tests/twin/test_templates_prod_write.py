"""The templates of changes of ``erc3-prod``: what they cover, and that they are sound."""

from functools import cache
from pathlib import Path

import pytest

from agentic_solver.twin.drawing.sourcefile import read_templates
from agentic_solver.twin.suite import Suite, load_suite
from tests.twin.template_checks import check_solutions, check_variety, check_wordings

SUITE = Path(__file__).parents[2] / "agentic_solver" / "twin" / "suites" / "erc3_prod"
MODULES = (
    "bulk",
    "hours_write",
    "people_write",
    "project_write",
    "refused_changes",
    "wiki_write",
)
FAMILIES = {
    "approval_in_note",
    "bulk_write",
    "conflicting_request",
    "correction_of_hours",
    "denied_write",
    "dependent_write",
    "employee_profile_write",
    "lifecycle",
    "partly_permitted_write",
    "project_write",
    "rename_page",
    "salary_write",
    "swap_write",
    "time_logging",
    "wiki_write",
}


@cache
def loaded(folder: Path, seed: int) -> Suite:
    return load_suite(folder, seed=seed)


def test_every_family_has_templates(folder: Path) -> None:
    templates = [template for _, template in read_templates(folder / "templates")]
    assert len(templates) >= 28
    assert {template.family for template in templates} == FAMILIES
    # The docstring names the page that decides the outcome.
    for template in templates:
        page = str(template.draw.__doc__).split(":")[0]
        assert (SUITE / "wikis" / "skarholm" / page).is_file(), template.name


def test_everything_is_worded_often_and_in_several_languages(folder: Path) -> None:
    tasks = loaded(folder, 0).tasks
    check_wordings(tasks, english=3)
    assert len({language for task in tasks for language in task.wordings}) >= 6


@pytest.mark.slow
def test_the_solutions_pass_and_spoiled_ones_fail(folder: Path) -> None:
    check_solutions(folder, templates=28)


def test_another_seed_asks_something_else(folder: Path) -> None:
    check_variety(loaded(folder, 0).tasks, loaded(folder, 1).tasks, same=1 / 10)


def test_the_same_seed_asks_the_same(folder: Path) -> None:
    assert load_suite(folder, seed=1).tasks == loaded(folder, 1).tasks


def test_refusals_and_questions_change_nothing(folder: Path) -> None:
    tasks = [task for seed in range(3) for task in loaded(folder, seed).tasks]
    refused = [task for task in tasks if task.expect.outcomes != ("ok_answer",)]
    assert all(task.expect.changes == "none" for task in refused)
    assert {"denied_security", "none_clarification_needed"} == {
        outcome for task in refused for outcome in task.expect.outcomes
    }
    assert 0.25 <= len(refused) / len(tasks) <= 0.6


def test_rights_of_every_kind_are_asked_for(folder: Path) -> None:
    tasks = [task for seed in range(3) for task in loaded(folder, seed).tasks]
    callers = {task.caller.department for task in tasks if task.caller is not None}
    assert {
        "Managing Board", "People Office", "Ledger Office", "Contract Partners",
        "Accounts & Markets", "Digital Workshop", "",
    } <= callers  # fmt: skip
