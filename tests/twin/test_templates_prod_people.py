"""The templates about people of ``erc3-prod``: what they cover, and that they are sound."""

from functools import cache
from pathlib import Path

import pytest

from agentic_solver.twin.drawing.sourcefile import read_templates
from agentic_solver.twin.suite import Suite, load_suite
from tests.twin.template_checks import check_solutions, check_variety, check_wordings

SUITE = Path(__file__).parents[2] / "agentic_solver" / "twin" / "suites" / "erc3_prod"
MODULES = ("staff", "skills", "workload", "comparing", "chains", "namesakes", "places")
FAMILIES = {
    "project_role_lookup",
    "employee_record_lookup",
    "workload_ranking",
    "skill_will_ranking",
    "skill_will_threshold",
    "skill_table",
    "entity_comparison",
    "date_question",
    "public_location_yesno",
    "chained_lookup",
    "self_correction",
    "duplicate_name",
    "former_employee",
    "mentor_matching",
    "cross_site",
}
CONTRACT = "Contract Partners"


@cache
def loaded(folder: Path, seed: int) -> Suite:
    return load_suite(folder, seed=seed)


def test_every_family_has_templates(folder: Path) -> None:
    templates = [template for _, template in read_templates(folder / "templates")]
    assert len(templates) >= 28
    assert {template.family for template in templates} == FAMILIES
    assert all(template.draw.__doc__ for template in templates)


def test_everything_is_worded_often_and_in_several_languages(folder: Path) -> None:
    tasks = loaded(folder, 0).tasks
    check_wordings(tasks, english=2)
    assert len({language for task in tasks for language in task.wordings}) >= 6


@pytest.mark.slow
def test_the_solutions_pass_and_spoiled_ones_fail(folder: Path) -> None:
    check_solutions(folder, templates=28)


def test_nothing_is_written(folder: Path) -> None:
    assert all(task.expect.changes == "none" for task in loaded(folder, 1).tasks)


def test_another_seed_asks_something_else(folder: Path) -> None:
    check_variety(loaded(folder, 0).tasks, loaded(folder, 1).tasks, same=1 / 10)


def test_the_same_seed_asks_the_same(folder: Path) -> None:
    assert load_suite(folder, seed=1).tasks == loaded(folder, 1).tasks


def test_many_kinds_of_callers_and_ends_come(folder: Path) -> None:
    tasks = [task for seed in range(3) for task in loaded(folder, seed).tasks]
    departments = {task.caller.department for task in tasks if task.caller is not None}
    assert {CONTRACT, "Managing Board", "People Office", "Ledger Office", ""} <= departments
    outcomes = {outcome for task in tasks for outcome in task.expect.outcomes}
    assert {
        "ok_answer", "ok_not_found", "denied_security", "none_clarification_needed",
    } <= outcomes  # fmt: skip


def test_the_caller_is_never_part_of_the_answer(folder: Path) -> None:
    for seed in range(3):
        for task in loaded(folder, seed).tasks:
            rule = task.expect.links.get("employee")
            if rule is not None and rule.exact is not None and task.caller is not None:
                assert task.caller.current_user not in rule.exact, task.id


def test_rankings_have_ties(folder: Path) -> None:
    tied = 0
    for seed in range(3):
        for task in loaded(folder, seed).tasks:
            rule = task.expect.links.get("employee")
            if task.family.endswith("_ranking") and rule is not None and rule.exact is not None:
                tied += len(rule.exact) > 1
    assert tied >= 3
