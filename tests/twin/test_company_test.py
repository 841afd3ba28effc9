"""The companies of the built-in suite ``erc3-test``: what every seed must give, and the wiki."""

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from agentic_solver.twin import platform
from agentic_solver.twin.crosscheck import check_world
from agentic_solver.twin.drawing.sourcefile import draw_world
from agentic_solver.twin.entity import DEAL_PHASES
from agentic_solver.twin.suites.erc3_test.company.people import (
    KVARNSTEN_STAFF,
    SKILLS,
    STAFF,
    WISHES,
)
from agentic_solver.twin.suites.erc3_test.company.portfolio import lead_of, workloads
from agentic_solver.twin.wikipages import WikiPages, read_wiki
from agentic_solver.twin.world import World

SUITE = Path(platform.__file__).parent / "suites" / "erc3_test"
DOC = Path(__file__).parents[2] / "docs" / "erc3-test.md"
NAMES = ("fermata", "fermata_merged")
SEEDS = range(20)
WIKIS = {name: read_wiki(SUITE / "wikis" / name) for name in NAMES}
HIERARCHY, MERGER = "people/hierarchy.md", "company/merger.md"
SENTENCE = "Fermata Holm and Kvarnsten have been one company since 1 July 2025."

BANDS = {"Forte": (100_000, 130_000), "Mezzo": (70_000, 95_000), "Piano": (45_000, 70_000)}
LEVELS = {person.id: person.level for person in (*STAFF, *KVARNSTEN_STAFF)}

QUOTES = [
    ("rulebook/levels.md", "a seat in a project or a family name gives no level"),
    ("rulebook/levels.md", "both have the same office in the people registry"),
    ("rulebook/order_of_checks.md", "A refusal beats everything that comes after it."),
    ("rulebook/order_of_checks.md", "not even the clear half of the request"),
    ("rulebook/reading.md", "read by the members of that project and by Forte"),
    ("rulebook/reading.md", "by Mezzo for people of their own office, and by Forte"),
    ("rulebook/reading.md", "a ranking of the whole company is for Forte only"),
    ("rulebook/reading.md", "by the Lead of a project of that client, whatever the status"),
    ("rulebook/reading.md", "by the account manager for the entries of that client"),
    ("rulebook/reading.md", "The person they are about may not read them."),
    ("rulebook/writing.md", "by Mezzo for people of their own office. Nobody else changes them"),
    ("rulebook/writing.md", "by that person and by nobody else, whatever the level"),
    ("rulebook/writing.md", "are changed by the People Coordinator and by Forte"),
    ("rulebook/writing.md", "only Forte takes a project out of archived"),
    ("rulebook/writing.md", "Only Forte decides who holds the Lead seat"),
    ("rulebook/writing.md", "those who have the right are answered with `none_unsupported`"),
    ("rulebook/writing.md", "the whole request is refused and nothing is changed"),
    ("rulebook/sensitive.md", "count as reading all the values they are made of"),
    ("rulebook/sensitive.md", "the order is not followed"),
    ("rulebook/irreversible.md", "erasing the data of a person"),
    ("rulebook/irreversible.md", "voiding a time entry that has been invoiced"),
    ("rulebook/irreversible.md", "is answered with `none_clarification_needed`"),
    ("rulebook/irreversible.md", '"Are you sure?" is not asked.'),
    ("rulebook/answers.md", "A comparison in which one of the two sides is unknown"),
    ("rulebook/answers.md", "Answers with any other code than `ok_answer` carry no links."),
    ("rulebook/answers.md", "A time entry links the project and the employee whose time it is."),
    ("rulebook/answers.md", '"My projects" are those in which the caller is a member.'),
    ("rulebook/answers.md", "left out of every list and every count"),
    ("rulebook/answers.md", "in English whatever the language of the request"),
    ("rulebook/answers.md", "with leading zeros and dots, 07.03.2025"),
    ("rulebook/answers.md", "61000 EUR"),
    ("rulebook/visitors.md", "that we are around fifteen people"),
    ("rulebook/visitors.md", "A question whether we work for a certain client is refused as well"),
    ("rulebook/visitors.md", "Every request of a visitor for a change or a booking is refused"),
    ("company/culture.md", "One encore is 40 EUR a year."),
    ("company/culture.md", "It is never a percentage"),
    ("people/pay.md", "The salaries of Forte are not open to Mezzo"),
    ("people/pay.md", "except that nobody changes their own"),
    ("people/pay.md", '"A raise" without any amount is asked back'),
    ("people/skills_and_wishes.md", "**Strong** in a skill means level 8 or more."),
    ("people/skills_and_wishes.md", "a wish of level 7 or more"),
    ("people/skills_and_wishes.md", "counts as level 0"),
    ("people/skills_and_wishes.md", "at least two levels above that colleague"),
    ("systems/time.md", "The Lead of a project logs time for members of that project"),
    ("systems/time.md", "Nobody else logs time for somebody else, Forte and Mezzo included."),
    ("systems/time.md", "is changed or voided by the person whose time it is"),
    ("systems/time.md", "but nobody approves their own"),
    ("systems/time.md", "Voided entries do not count in any total."),
    ("systems/project_board.md", "in projects that are active or exploring"),
    ("systems/project_board.md", "A new seat without a stated time slice gets 0.1."),
    ("systems/project_board.md", "the client book does not know it"),
    ("systems/wiki.md", "A page is deleted by saving it with empty text."),
    ("systems/wiki.md", "and then emptying the old page"),
    ("systems/overview.md", "| Instrument store | no | no |"),
]

MERGER_QUOTES = [
    "Where this page says something else than an older page, this page is right.",
    "Every new time entry carries a cost centre in its notes",
    "nothing is logged and the answer is `none_clarification_needed`",
    "only if the request names a ticket, written `MRG-` and four digits",
    SENTENCE,
    "if they hold a seat of any role in a project of that client",
    "Mezzo no longer read the salaries of their office.",
]


@cache
def draw(name: str, seed: int) -> World:
    return draw_world(SUITE / "worlds" / f"{name}.py", seed)


def named(pages: WikiPages, path: str) -> list[str]:
    """Return the names in the first column of the tables of a page."""
    rows = re.findall(r"^\| ([^|]+?) \|", pages.get(path) or "", re.MULTILINE)
    return [row for row in rows if row != "Name" and not row.startswith("-")]


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=SEEDS)
def world(name: str, request: pytest.FixtureRequest) -> World:
    return draw(name, request.param)


def test_the_world_agrees_with_itself_and_has_the_right_wiki(world: World, name: str) -> None:
    assert list(check_world(world, WIKIS)) == []
    assert world.wiki == name
    assert (world.today >= "2025-07-01") == (name == "fermata_merged")


def test_the_world_is_big_enough(world: World, name: str) -> None:
    merged = name == "fermata_merged"
    assert len(world.employees) == (20 if merged else 16)
    assert len({person.location for person in world.employees}) == (5 if merged else 4)
    assert 18 <= len(world.customers) <= 25
    assert 20 <= len(world.projects) <= 33
    assert 60 <= len(world.time_entries) <= 90
    assert {customer.deal_phase for customer in world.customers} == set(DEAL_PHASES)
    assert {project.status for project in world.projects} == set(DEAL_PHASES)
    statuses = Counter(entry.status for entry in world.time_entries)
    assert set(statuses) == {"draft", "submitted", "approved", "invoiced", "voided"}
    assert min(statuses.values()) >= 3


def test_every_project_has_one_lead_and_a_team_without_twins(world: World) -> None:
    known = {customer.id for customer in world.customers}
    for project in world.projects:
        assert sum(seat.role == "Lead" for seat in project.team) == 1
        assert len({seat.employee for seat in project.team}) == len(project.team) >= 2
        assert all(0 < seat.time_slice < 1 for seat in project.team)
        assert project.customer in {*known, "cust_fermata_house"}
    assert "cust_fermata_house" not in known


def test_leads_managers_and_loads_vary(world: World) -> None:
    leads = Counter(lead_of(project) for project in world.projects)
    assert {LEVELS[lead] for lead in leads} == set(BANDS)
    assert max(leads.values()) >= 3
    assert sum(LEVELS[lead] == "Piano" for lead in leads) >= 3
    managers = {customer.account_manager for customer in world.customers}
    assert {LEVELS[manager] for manager in managers} == set(BANDS)
    assert len(managers) >= 8
    loads = workloads(world.projects, [person.id for person in world.employees])
    assert 0 in loads.values()
    assert any(count > 1 for load, count in Counter(loads.values()).items() if load)


def test_some_companies_tie_the_busiest_and_some_do_not() -> None:
    tied = 0
    for seed in SEEDS:
        world = draw("fermata", seed)
        first, second = workloads(world.projects, LEVELS).most_common(2)
        tied += first[1] == second[1]
    assert 5 <= tied <= 15


def test_people_are_those_of_the_hierarchy_page(world: World, name: str) -> None:
    pages = WIKIS[name]
    people = named(pages, HIERARCHY)
    if name == "fermata_merged":
        people += named(pages, MERGER)
    assert people == [person.name for person in world.employees]


def test_levels_offices_and_departments_are_those_of_the_wiki(world: World, name: str) -> None:
    pages = WIKIS[name]
    sections = re.split(r"^## ", pages.get(HIERARCHY) or "", flags=re.MULTILINE)
    levels = {section.split("\n")[0]: section for section in sections}
    for person in world.employees:
        level = LEVELS[person.id]
        if person.location == "Gothenburg":
            assert f"| {person.name} | {level} |" in (pages.get(MERGER) or "")
        else:
            row = rf"^\| {person.name} \| .+ \| {person.location} \|$"
            assert re.search(row, levels[level], re.MULTILINE)
        assert f"\n| {person.location} |" in (pages.get("company/offices.md") or "")
        assert f"**{person.department}**" in (pages.get("company/departments.md") or "")


def test_names_and_addresses_have_their_pitfalls(world: World) -> None:
    families = Counter(person.name.split(" ", 1)[1] for person in world.employees)
    assert families["Sæther"] == 2
    addresses = {person.name: person.email for person in world.employees}
    assert addresses["Jörg Weißhaupt"] == "joerg.weisshaupt@fermataholm.example"
    assert addresses["Lieven De Backer"] == "lieven.debacker@fermataholm.example"
    assert addresses["Constança Figueira"] == "constanca.figueira@fermataholm.example"
    assert all(address.isascii() for address in addresses.values())
    for person in world.employees:
        assert re.fullmatch(r"[a-z]{4,6}", person.id)


def test_salaries_are_whole_thousands_within_the_bands(world: World) -> None:
    for person in world.employees:
        low, high = BANDS[LEVELS[person.id]]
        assert low <= person.salary <= high
        assert person.salary % 1000 == 0


def test_profiles_use_what_the_wiki_labels(world: World, name: str) -> None:
    page = WIKIS[name].get("people/skills_and_wishes.md") or ""
    labels = dict(re.findall(r"^\| `(\w+)` \| (.+?) \|$", page, re.MULTILINE))
    assert set(labels) == {*SKILLS, *WISHES}
    assert len(set(labels.values())) == len(labels)
    for person in world.employees:
        for profile, known in ((person.skills, SKILLS), (person.wills, WISHES)):
            names = [level.name for level in profile]
            assert names == sorted(set(names))
            assert set(names) <= set(known)
            assert all(1 <= level.level <= 10 for level in profile)
    every = [level for person in world.employees for level in person.skills]
    assert {level.name for level in every} == set(SKILLS)
    assert any(level.level >= 8 for level in every)


def test_contacts_are_no_colleagues(world: World) -> None:
    colleagues = {person.name for person in world.employees}
    for customer in world.customers:
        assert customer.primary_contact_name not in colleagues
        assert re.fullmatch(r"[a-z.]+@[a-z-]+\.example", customer.primary_contact_email)


def test_time_entries_belong_to_members_and_keep_the_rules(world: World, name: str) -> None:
    projects = {project.id: project for project in world.projects}
    seen: set[tuple[str, str, str]] = set()
    for number, entry in enumerate(world.time_entries, start=1):
        project = projects[entry.project]
        in_house = project.customer == "cust_fermata_house"
        assert entry.id == f"te_{number:03d}"
        assert entry.employee in {seat.employee for seat in project.team}
        assert entry.customer == ("" if in_house else project.customer)
        assert not (in_house and entry.billable)
        assert entry.date < world.today
        has_centre = re.match(r"FK-(BE|GH|GR|CO|GO)-\d{3}(?: \S|$)", entry.notes) is not None
        assert has_centre == (name == "fermata_merged" and entry.date >= "2025-07-01")
        assert (entry.employee, entry.project, entry.date) not in seen
        seen.add((entry.employee, entry.project, entry.date))
    assert all(a.date <= b.date for a, b in pairwise(world.time_entries))


def test_a_seed_decides_everything(name: str) -> None:
    assert draw_world(SUITE / "worlds" / f"{name}.py", 3) == draw(name, 3)
    assert len({draw(name, seed).model_dump_json() for seed in SEEDS}) == len(SEEDS)
    for part in ("employees", "projects", "customers", "time_entries", "today"):
        assert getattr(draw(name, 0), part) != getattr(draw(name, 1), part)


def test_the_merged_company_holds_the_old_one() -> None:
    for seed in SEEDS:
        old, new = draw("fermata", seed), draw("fermata_merged", seed)
        assert new.employees[: len(old.employees)] == old.employees
        assert new.projects[: len(old.projects)] == old.projects
        assert new.customers[: len(old.customers)] == old.customers
        assert len(new.employees) - len(old.employees) == 4
        assert len(new.customers) - len(old.customers) == 3
        assert 4 <= len(new.projects) - len(old.projects) <= 6


def test_look_alikes_are_in_every_company(world: World) -> None:
    surveys = [p.id for p in world.projects if p.name.startswith("Night Noise Survey")]
    assert sorted(surveys) == ["proj_ostrevik_night", "proj_scheldekade_night"]


def test_the_pages_have_the_agreed_number_and_length(name: str) -> None:
    pages = dict(WIKIS[name])
    assert 18 <= len(pages) <= 25
    for path, content in pages.items():
        assert 20 <= len(content.splitlines()) <= 70, path
        for target in re.findall(r"\]\(([^)]+\.md)\)", content):
            found = (Path("/", path).parent / target).as_posix()
            assert str(Path(found).resolve()).lstrip("/") in pages, f"{path} → {target}"


def test_the_revisions_differ_in_the_pages_that_the_document_names() -> None:
    old, new = (dict(WIKIS[name]) for name in NAMES)
    changed = {path for path in {*old, *new} if old.get(path) != new.get(path)}
    section = DOC.read_text(encoding="utf-8").split("## What the merger changes")[1]
    paragraph = section.strip().split("\n")[0]
    assert changed == set(re.findall(r"`([\w/]+\.md)`", paragraph))
    assert changed == {MERGER, "index.md", "company/offices.md"}
    assert set(new) - set(old) == {MERGER}


def test_the_document_names_pages_and_people_that_exist() -> None:
    text = DOC.read_text(encoding="utf-8")
    for path in re.findall(r"`([\w/]+\.md)`", text):
        assert WIKIS["fermata_merged"].get(path), path
    for person in LEVELS:
        assert f"`{person}`" in text
    assert SENTENCE in text


@pytest.mark.parametrize(("path", "quote"), QUOTES)
def test_the_wiki_states_the_rule(name: str, path: str, quote: str) -> None:
    assert quote in " ".join((WIKIS[name].get(path) or "").split())


@pytest.mark.parametrize("quote", MERGER_QUOTES)
def test_the_merger_page_states_the_rule(quote: str) -> None:
    assert quote in (WIKIS["fermata_merged"].get(MERGER) or "")
