"""The writing templates of the built-in suite ``erc3-test``: variety, wording, soundness."""

import re
from pathlib import Path

import pytest

from agentic_solver.twin import platform
from agentic_solver.twin.drawing.sourcefile import read_templates
from agentic_solver.twin.suite import Suite, load_suite
from agentic_solver.twin.task import TaskSpec
from tests.twin.template_checks import SEEDS, check_solutions, check_variety, check_wordings

SUITE = Path(platform.__file__).parent / "suites" / "erc3_test"
MODULES = (
    "bulk", "changes", "hours", "lifecycle", "merger", "page_writes", "refused_changes", "seats",
)  # fmt: skip
FAMILIES = {
    "time_logging", "salary_write", "employee_profile_write", "project_write", "wiki_write",
    "denied_write", "conflicting_request", "partly_permitted_write", "bulk_write",
    "underspecified_change", "correction_of_hours", "lifecycle", "merger_rules", "swap_write",
    "instruction_in_data",
}  # fmt: skip


@pytest.fixture(scope="module")
def suites(folder: Path) -> dict[int, Suite]:
    return {seed: load_suite(folder, seed=seed) for seed in SEEDS}


def tasks_of(suites: dict[int, Suite]) -> list[TaskSpec]:
    return [task for suite in suites.values() for task in suite.tasks]


def test_every_family_is_drawn(suites: dict[int, Suite]) -> None:
    for suite in suites.values():
        assert {task.family for task in suite.tasks} == FAMILIES


def test_there_are_many_languages(suites: dict[int, Suite]) -> None:
    languages = {language for task in tasks_of(suites) for language in task.wordings}
    assert languages == {"en", "de", "fr", "es", "it", "pt", "pl", "nl", "sv", "ja", "zh"}


def test_every_task_has_four_wordings_in_two_languages(suites: dict[int, Suite]) -> None:
    check_wordings(tasks_of(suites))


def test_every_template_says_on_which_page_it_rests(folder: Path) -> None:
    pages = {path for wiki in load_suite(folder).wikis.values() for path in wiki.paths}
    for _, template in read_templates(folder / "templates"):
        named = re.findall(r"``([a-z_]+/[a-z_]+\.md)``", template.draw.__doc__ or "")
        assert named, template.name
        assert set(named) <= pages, template.name


def test_refused_and_unclear_requests_change_nothing(suites: dict[int, Suite]) -> None:
    for task in tasks_of(suites):
        done = task.expect.outcomes == ("ok_answer",)
        assert (task.expect.changes != "none") == done, task.id


def test_new_hours_have_the_defaults_of_the_wiki(suites: dict[int, Suite]) -> None:
    logged = [
        (task.world, change.where)
        for task in tasks_of(suites)
        if task.expect.changes != "none"
        for change in task.expect.changes
        if change.event == "TimeEntryLogged"
    ]
    assert logged
    for world, where in logged:
        assert where["status"] == "draft"
        assert where["work_category"] in ("measuring", "reporting", "travel")
        pattern = r"FK-(BE|GH|GR|CO|GO)-\d{3}( .+)?" if world == "fermata_merged" else ""
        assert re.fullmatch(pattern, str(where["notes"]))
    assert any(where["work_category"] == "measuring" for _, where in logged)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("log-today-before-the-merger", "log-today-after-the-merger"),
        ("lead-sets-a-status-before-the-merger", "lead-sets-a-status-after-the-merger"),
        ("partner-archives-before-the-merger", "partner-archives-after-the-merger"),
        ("void-and-log-anew", "void-and-log-anew-without-a-cost-centre"),
    ],
)
def test_the_merger_changes_the_end(suites: dict[int, Suite], before: str, after: str) -> None:
    for suite in suites.values():
        tasks = {task.id: task for task in suite.tasks}
        assert tasks[before].world == "fermata"
        assert tasks[before].expect.outcomes == ("ok_answer",)
        assert tasks[after].world == "fermata_merged"
        assert tasks[after].expect.outcomes == ("none_clarification_needed",)


@pytest.mark.slow
def test_solutions_pass_and_spoiled_ones_do_not(folder: Path) -> None:
    check_solutions(folder, templates=26)


def test_two_seeds_ask_something_else(suites: dict[int, Suite]) -> None:
    # One has no field in its wording: voiding all drafts.
    check_variety(suites[0].tasks, suites[1].tasks, same=1 / 10)
