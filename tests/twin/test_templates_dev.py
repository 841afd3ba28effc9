"""The drawn tasks of ``erc3-dev``: variety, wording, soundness, and rights judged once more.

Who may change what is written here again, from the pages and not from the templates.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.harness.suite_check import check_suite
from agentic_solver.twin.drawing.mention import name_tokens
from agentic_solver.twin.drawing.sourcefile import read_templates
from agentic_solver.twin.entity import Employee, Project, TimeEntry
from agentic_solver.twin.expectation import Change
from agentic_solver.twin.overlay import apply_overlay
from agentic_solver.twin.records import Records
from agentic_solver.twin.suite import Suite, load_suite
from agentic_solver.twin.task import TaskSpec
from tests.twin.kittiwake import DIRECTION, FINANCE, FREELANCE, HR, PAGES, SUITE, TASKS

SEEDS = range(6)
FAMILIES = {
    "approval_in_note", "bulk_write", "chained_lookup", "computed_number", "conflicting_request",
    "contractor_limits", "correction_of_hours", "cross_site", "date_question", "dependent_write",
    "duplicate_name", "former_employee", "instruction_in_data", "lifecycle", "mentor_matching",
    "partly_permitted_read", "partly_permitted_write", "self_correction", "time_zone_week",
    "underspecified_change",
}  # fmt: skip
LANGUAGES = {"en", "de", "es", "fr", "it", "pl", "pt", "sl", "zh"}
UNNAMED = {"all-my-projects-get-a-status", "my-drafts-are-handed-in"}
"""Requests for all of one's own, which name none of them."""


@pytest.fixture(scope="module")
def suites() -> dict[int, Suite]:
    return {seed: load_suite(SUITE, seed=seed) for seed in SEEDS}


@pytest.fixture(scope="module")
def drawn(suites: dict[int, Suite]) -> list[TaskSpec]:
    """The drawn tasks of all seeds."""
    return [one.spec for suite in suites.values() for one in suite.drawn.values()]


class Scene:
    """The records that a task finds, put together from the world and the overlay."""

    def __init__(self, suite: Suite, task: TaskSpec) -> None:
        world = suite.worlds[task.world]
        self.people: Records[Employee] = apply_overlay(
            "employees", world.employees, task.overlay.employees
        )
        self.projects: Records[Project] = apply_overlay(
            "projects", world.projects, task.overlay.projects
        )
        self.entries = {one.id: one for one in (*world.time_entries, *task.overlay.time_entries)}

    def leads(self, caller: Employee, project_id: str) -> bool:
        team = self.projects[project_id].team
        return [one.employee for one in team if one.role == "Lead"] == [caller.id]

    def sits(self, employee_id: str, project_id: str) -> bool:
        return any(one.employee == employee_id for one in self.projects[project_id].team)


def may_log(scene: Scene, caller: Employee, where: dict[str, Any]) -> bool:
    if where["employee"] == caller.id:
        return True
    leads = scene.leads(caller, where["project"])
    return leads and scene.sits(where["employee"], where["project"]) and where["status"] == "draft"


def may_move_entry(scene: Scene, caller: Employee, where: dict[str, Any]) -> bool:
    entry: TimeEntry = scene.entries[where["id"]]
    step = (entry.status, where["status"])
    if step in (("submitted", "approved"), ("approved", "invoiced")):
        return caller.department == FINANCE
    own = entry.employee == caller.id
    return own and step in (("draft", "submitted"), ("draft", "voided"), ("submitted", "voided"))


def may_pay(scene: Scene, caller: Employee, where: dict[str, Any]) -> bool:
    person = scene.people[where["id"]]
    if person.id == caller.id:
        return False
    directors = [one.name for one in scene.people.each() if one.department == DIRECTION]
    approved = any(name in person.notes for name in directors) and re.search(
        rf"\b{where['salary']}\b", person.notes
    )
    return caller.department == DIRECTION or (caller.department == HR and bool(approved))


MAY: dict[str, Callable[[Scene, Employee, dict[str, Any]], bool]] = {
    "TimeEntryLogged": may_log,
    "TimeEntryStatusChanged": may_move_entry,
    "EmployeeSalaryUpdated": may_pay,
    "EmployeeSkillsUpdated": lambda _, caller, where: (
        where["id"] == caller.id and caller.department != FREELANCE
    ),
    "EmployeeLocationUpdated": lambda _, caller, where: caller.department in (HR, DIRECTION),
    "ProjectStatusChanged": lambda scene, caller, where: (
        caller.department == DIRECTION or scene.leads(caller, where["id"])
    ),
}


def changes_of(task: TaskSpec) -> tuple[Change, ...]:
    return () if task.expect.changes == "none" else task.expect.changes


def sentences_of(task: TaskSpec) -> list[str]:
    return [sentence for group in task.wordings.values() for sentence in group]


def test_the_tasks_written_by_hand_come_first_and_stay(suites: dict[int, Suite]) -> None:
    assert len(TASKS) == 91
    for suite in suites.values():
        fixed = suite.tasks[: len(TASKS)]
        assert [one.id for one in fixed] == list(TASKS)
        assert [one.text for one in fixed] == [one["text"] for one in TASKS.values()]
        assert suite.worlds == suites[0].worlds


def test_there_are_forty_templates_of_families_that_were_missing() -> None:
    templates = [one for _, one in read_templates(SUITE / "templates")]
    assert len(templates) >= 40
    assert {one.family for one in templates} == FAMILIES
    assert not FAMILIES & {task["family"] for task in TASKS.values()}


def test_every_template_says_on_which_page_it_rests() -> None:
    for _, template in read_templates(SUITE / "templates"):
        named = re.findall(r"``([a-z_]+/[a-z_]+\.md)``", template.draw.__doc__ or "")
        named += re.findall(r"``(drafts/)``", template.draw.__doc__ or "")
        assert set(named) & set(PAGES), template.name
        assert set(named) - {"drafts/"} <= set(PAGES), template.name


def test_every_task_has_four_wordings_in_three_languages(drawn: list[TaskSpec]) -> None:
    for task in drawn:
        sentences = sentences_of(task)
        assert len(sentences) == len(set(sentences)) >= 4, task.id
        assert len(task.wordings) >= 3, task.id
        assert not [one for one in sentences if re.search(r"[{}]", one)], task.id
    assert {language for task in drawn for language in task.wordings} == LANGUAGES


def test_names_come_in_both_orders_and_without_accents(drawn: list[TaskSpec]) -> None:
    text = "\n".join(sentence for task in drawn for sentence in sentences_of(task))
    for name in ("Zupančič", "Zieliński", "Vasconcelos"):
        assert len(set(re.findall(rf"\w+ {name}\b|\b{name} \w+", text))) >= 2, name
    assert re.search(r"\bZupancic\b", text)
    assert re.search(r"\bZielinski\b", text)


def test_every_wording_names_the_project_that_changes(
    suites: dict[int, Suite], drawn: list[TaskSpec]
) -> None:
    names = {one.id: one.name for one in suites[0].worlds["kittiwake"].projects}
    checked = 0
    for task in drawn:
        wheres = [change.where for change in changes_of(task)]
        known = {str(one.get("project", one.get("id"))) for one in wheres} & names.keys()
        for project in known if task.id not in UNNAMED else ():
            checked += 1
            for sentence in sentences_of(task):
                assert name_tokens(names[project]) <= name_tokens(sentence), (task.id, sentence)
    assert checked >= 40


def test_only_requests_that_are_met_change_something(drawn: list[TaskSpec]) -> None:
    met = [task for task in drawn if changes_of(task)]
    assert len(met) >= 15 * len(SEEDS)
    assert all(task.expect.outcomes == ("ok_answer",) for task in met)


def test_whoever_changes_something_may_do_so(suites: dict[int, Suite]) -> None:
    seen: set[str] = set()
    for suite in suites.values():
        for one in suite.drawn.values():
            task, scene = one.spec, Scene(suite, one.spec)
            for change in changes_of(task):
                assert task.caller is not None
                caller = scene.people[task.caller.current_user]
                assert MAY[change.event](scene, caller, change.where), (task.id, change.where)
                seen.add(change.event)
    assert seen == set(MAY)


@pytest.mark.parametrize(
    ("task_id", "event", "where"),
    [
        ("raise-above-the-approved-amount", "EmployeeSalaryUpdated", {}),
        ("raise-that-somebody-else-approved", "EmployeeSalaryUpdated", {}),
        ("owner-wants-the-own-hours-approved", "TimeEntryStatusChanged", {"status": "approved"}),
        ("director-wants-hours-approved", "TimeEntryStatusChanged", {"status": "approved"}),
    ],
)
def test_whoever_is_refused_a_change_may_not_make_it(
    suites: dict[int, Suite], task_id: str, event: str, where: dict[str, Any]
) -> None:
    for suite in suites.values():
        task = suite.drawn[task_id].spec
        scene = Scene(suite, task)
        assert task.caller is not None
        assert task.expect.outcomes == ("denied_security",)
        caller = scene.people[task.caller.current_user]
        if event == "EmployeeSalaryUpdated":
            [person] = task.overlay.employees
            [amount] = re.findall(r"\b\d{5,6}\b", task.text)
            asked = {"id": person, "salary": int(amount)}
        else:
            [entry] = task.overlay.time_entries
            asked = {"id": entry.id, **where}
        assert not MAY[event](scene, caller, asked)


def test_a_request_for_many_changes_many(drawn: list[TaskSpec]) -> None:
    bulk = [task for task in drawn if task.family == "bulk_write"]
    assert len(bulk) == 4 * len(SEEDS)
    assert all(len(changes_of(task)) >= 2 for task in bulk)


def test_whoever_is_refused_a_salary_may_not_read_it(suites: dict[int, Suite]) -> None:
    refused = (
        "sum-of-my-salary-and-another-one", "who-of-us-two-earns-more", "order-on-a-drafts-page",
        "salary-of-somebody-who-left", "address-in-place-of-the-salary",
    )  # fmt: skip
    for suite in suites.values():
        for task_id in refused:
            task = suite.drawn[task_id].spec
            assert task.caller is not None
            assert task.caller.department not in (DIRECTION, HR)
            caller = Scene(suite, task).people[task.caller.current_user]
            assert caller.name not in task.text


def test_contacts_are_told_to_those_with_a_seat(suites: dict[int, Suite]) -> None:
    for suite in suites.values():
        told = suite.drawn["contact-behind-my-project"].spec
        refused = suite.drawn["contacts-of-two-clients-or-none"].spec
        open_to = {task.id: clients_of_caller(suite, task) for task in (told, refused)}
        contacts = {
            one.primary_contact_email: one.id for one in suite.worlds["kittiwake"].customers
        }
        assert {contacts[one] for one in told.expect.message.contains} <= open_to[told.id]
        asked = {contacts[one] for one in refused.expect.message.excludes}
        assert len(asked - open_to[refused.id]) == 1
        assert refused.caller is not None
        assert refused.caller.department not in (DIRECTION, "Client Relations", FREELANCE)


def clients_of_caller(suite: Suite, task: TaskSpec) -> set[str]:
    assert task.caller is not None
    who, scene = task.caller.current_user, Scene(suite, task)
    return {one.customer for one in scene.projects.each() if scene.sits(who, one.id)}


def number(value: float) -> str:
    return f"{value:g}"


@pytest.mark.parametrize(
    "task_id",
    [
        "hours-of-a-colleague-over-a-border-of-months",
        "order-in-a-time-entry",
        "planned-hours-against-logged-ones",
    ],
)
def test_hours_between_two_days_are_right(suites: dict[int, Suite], task_id: str) -> None:
    for suite in suites.values():
        task = suite.drawn[task_id].spec
        scene = Scene(suite, task)
        first, last = re.findall(r"\d{4}-\d\d-\d\d", task.text)
        tokens = name_tokens(task.text)
        named = {
            one.id
            for records in (scene.people, scene.projects)
            for one in records.each()
            if name_tokens(one.name) <= tokens
        }
        found = [
            one
            for one in scene.entries.values()
            if {one.employee, one.project} & named
            and first <= one.date <= last
            and one.status != "voided"
        ]
        hours = sum(one.hours for one in found)
        billable = sum(one.hours for one in found if one.billable)
        expected: tuple[str, ...] = (number(hours), number(billable), number(hours - billable))
        if task_id.startswith("planned"):
            [project] = named & set(scene.projects)
            slices = sum(one.time_slice for one in scene.projects[project].team)
            expected = (number(slices * 40 - hours),)
        assert task.expect.message.contains == expected


def test_half_of_two_projects_is_not_enough(suites: dict[int, Suite]) -> None:
    for suite in suites.values():
        task = suite.drawn["both-projects-or-neither"].spec
        scene = Scene(suite, task)
        assert task.caller is not None
        caller = scene.people[task.caller.current_user]
        named = [
            one.id
            for one in scene.projects.each()
            if name_tokens(one.name) <= name_tokens(task.text)
        ]
        assert caller.department != DIRECTION
        assert sorted(scene.leads(caller, one) for one in named) == [False, True]


def test_all_kinds_of_ends_and_callers_come(drawn: list[TaskSpec]) -> None:
    assert {one for task in drawn for one in task.expect.outcomes} == {
        "ok_answer", "ok_not_found", "denied_security", "none_clarification_needed",
    }  # fmt: skip
    departments = {task.caller.department for task in drawn if task.caller is not None}
    assert {DIRECTION, HR, FINANCE, FREELANCE, ""} <= departments


def test_last_friday_is_also_asked_for_on_a_friday(drawn: list[TaskSpec]) -> None:
    todays = {task.overlay.today for task in drawn if task.id == "my-hours-of-last-friday"}
    assert len(todays) >= 4
    assert None not in todays


@pytest.mark.slow
def test_solutions_pass_and_spoiled_ones_do_not() -> None:
    report = check_suite(SUITE, SEEDS)
    assert report.findings == ()


def test_two_seeds_ask_something_else(suites: dict[int, Suite]) -> None:
    first, second = ({one.spec.text for one in suites[seed].drawn.values()} for seed in (0, 1))
    assert len(first & second) <= len(first) // 10


def test_the_hash_seed_of_python_changes_nothing(suites: dict[int, Suite]) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from agentic_solver.contracts.canonical import canonical_json\n"
        "from agentic_solver.twin.suite import load_suite\n"
        "suite = load_suite(Path(sys.argv[1]), seed=3)\n"
        "sys.stdout.write(canonical_json([one.model_dump(mode='json') for one in suite.tasks]))\n"
    )
    expected = canonical_json([one.model_dump(mode="json") for one in suites[3].tasks])
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code, str(SUITE)],
        cwd=root, env={"PYTHONHASHSEED": "4711", "PATH": os.defpath, "PYTHONUTF8": "1"},
        capture_output=True, check=True, encoding="utf-8",
    )  # fmt: skip
    assert done.stdout == expected
