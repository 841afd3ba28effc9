"""The reading templates of the built-in suite ``erc3-test``: variety, wording, soundness."""

import re
from pathlib import Path

import pytest

from agentic_solver.twin import platform
from agentic_solver.twin.drawing.sourcefile import read_templates
from agentic_solver.twin.suite import Suite, load_suite
from agentic_solver.twin.suites.erc3_test.company.people import KVARNSTEN_STAFF, STAFF
from agentic_solver.twin.task import TaskSpec
from tests.twin.template_checks import SEEDS, check_solutions, check_variety, check_wordings

SUITE = Path(platform.__file__).parent / "suites" / "erc3_test"
MODULES = (
    "before_after", "chains", "clarifying", "clients", "comparisons", "dates", "failures", "names",
    "numbers", "people", "planted", "projects", "rankings", "refusals", "time_reports",
    "unsupported", "visitors", "wiki_pages",
)  # fmt: skip
FAMILIES = {
    "date_question", "project_role_lookup", "project_listing", "customer_lookup",
    "entity_comparison", "employee_record_lookup", "workload_ranking", "skill_will_ranking",
    "skill_will_threshold", "skill_table", "time_reporting", "denied_read",
    "public_location_yesno", "wiki_read", "ambiguous_request", "unsupported_request",
    "system_failure", "chained_lookup", "self_correction", "duplicate_name", "former_employee",
    "computed_number", "time_zone_week", "partly_permitted_read", "instruction_in_data",
}  # fmt: skip
SENTENCE = "Fermata Holm and Kvarnsten have been one company since 1 July 2025."
FORTE = {person.id for person in (*STAFF, *KVARNSTEN_STAFF) if person.level == "Forte"}


@pytest.fixture(scope="module")
def suites(folder: Path) -> dict[int, Suite]:
    return {seed: load_suite(folder, seed=seed) for seed in SEEDS}


def tasks_of(suites: dict[int, Suite]) -> list[TaskSpec]:
    return [task for suite in suites.values() for task in suite.tasks]


def test_every_family_is_drawn(suites: dict[int, Suite]) -> None:
    for suite in suites.values():
        assert {task.family for task in suite.tasks} == FAMILIES


def test_both_companies_are_asked(suites: dict[int, Suite]) -> None:
    for suite in suites.values():
        assert {task.world for task in suite.tasks} == {"fermata", "fermata_merged"}


def test_there_are_many_languages(suites: dict[int, Suite]) -> None:
    languages = {language for task in tasks_of(suites) for language in task.wordings}
    assert languages >= {"en", "de", "fr", "es", "it", "pt", "pl", "nl", "sv", "ja", "zh"}


def test_every_task_has_four_wordings_in_two_languages(suites: dict[int, Suite]) -> None:
    check_wordings(tasks_of(suites))


def test_every_template_says_on_which_page_it_rests(folder: Path) -> None:
    pages = {path for wiki in load_suite(folder).wikis.values() for path in wiki.paths}
    for _, template in read_templates(folder / "templates"):
        module = template.draw.__doc__ or ""
        whole = module + (getattr(template.draw, "__globals__", {}).get("__doc__") or "")
        named = re.findall(r"`([a-z_]+(?:/[a-z_]+)?\.md)`", whole)
        assert named, template.name
        assert set(named) <= pages, template.name


def test_nothing_is_changed(suites: dict[int, Suite]) -> None:
    assert {task.expect.changes for task in tasks_of(suites)} == {"none"}


def test_partners_are_refused_nothing_here(suites: dict[int, Suite]) -> None:
    for task in tasks_of(suites):
        if "denied_security" in task.expect.outcomes:
            assert task.caller is not None
            assert task.caller.current_user not in FORTE, task.id


def test_every_answer_to_a_visitor_has_the_sentence(suites: dict[int, Suite]) -> None:
    for task in tasks_of(suites):
        if task.caller is not None and task.caller.is_public:
            due = task.world == "fermata_merged"
            assert (SENTENCE in task.expect.message.contains) == due, task.id


@pytest.mark.slow
def test_solutions_pass_and_spoiled_ones_do_not(folder: Path) -> None:
    check_solutions(folder, templates=28)


def test_two_seeds_ask_something_else(suites: dict[int, Suite]) -> None:
    # A few have no field in their wording, such as the date of today.
    check_variety(suites[0].tasks, suites[1].tasks, same=1 / 6)


def test_rankings_know_ties(suites: dict[int, Suite]) -> None:
    sizes = {
        len(task.expect.links["employee"].exact or ())
        for task in tasks_of(suites)
        if task.family in ("workload_ranking", "skill_will_ranking")
    }
    assert 1 in sizes
    assert max(sizes) > 1
