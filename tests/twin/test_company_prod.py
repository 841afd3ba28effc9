"""The company of the built-in suite ``erc3-prod``, for twenty seeds, and its wiki."""

import random
import re
from collections import Counter
from collections.abc import Iterable
from datetime import date
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from agentic_solver.twin.crosscheck import check_world
from agentic_solver.twin.drawing.names import FIRST_NAMES, SURNAMES, draw_names
from agentic_solver.twin.drawing.sourcefile import draw_world
from agentic_solver.twin.drawing.teams import load_of
from agentic_solver.twin.entity import DEAL_PHASES, ROLES, Employee
from agentic_solver.twin.suites.erc3_prod.company.clients import CLIENTS
from agentic_solver.twin.suites.erc3_prod.company.projects import PROJECTS
from agentic_solver.twin.wikipages import read_wiki
from agentic_solver.twin.world import World

SUITE = Path(__file__).parents[2] / "agentic_solver" / "twin" / "suites" / "erc3_prod"
WIKI = read_wiki(SUITE / "wikis" / "skarholm")
PAGES = dict(WIKI)
TEXT = "\n".join(PAGES.values())

CONTRACT, ACCOUNTS = "Contract Partners", "Accounts & Markets"
IN_HOUSE = "cust_skarholm_inhouse"
SEEDS = range(20)
each_seed = pytest.mark.parametrize("seed", SEEDS)


@cache
def drawn(seed: int) -> World:
    return draw_world(SUITE / "worlds" / "skarholm.py", seed)


def fresh(seed: int) -> World:
    return draw_world(SUITE / "worlds" / "skarholm.py", seed)


def staff(world: World) -> list[Employee]:
    return [person for person in world.employees if person.department != CONTRACT]


def loads(world: World) -> Counter[int]:
    return Counter(load_of(world.projects, person.id) for person in staff(world))


def table(page: str, heading: str) -> list[str]:
    """Return the first column of the table whose first heading is ``heading``."""
    lines = PAGES[page].split(f"| {heading} |")[1].splitlines()[2:]
    rows = [line for line in lines[: lines.index("")] if line.startswith("|")]
    return [row.split("|")[1].strip().strip("`") for row in rows]


@each_seed
def test_the_world_is_sound(seed: int) -> None:
    assert list(check_world(drawn(seed), {"skarholm": WIKI})) == []


@each_seed
def test_there_are_as_many_records_as_promised(seed: int) -> None:
    world = drawn(seed)
    people = Counter(person.department for person in world.employees)
    assert 140 <= len(staff(world)) <= 160
    assert 4 <= people[CONTRACT] <= 6
    assert len(world.projects) >= 36
    assert len(world.customers) >= 21
    assert 150 <= len(world.time_entries) < 1000
    assert {customer.deal_phase for customer in world.customers} == set(DEAL_PHASES)
    assert {project.status for project in world.projects} == set(DEAL_PHASES)
    own = [project for project in world.projects if project.customer == IN_HOUSE]
    assert len(own) >= 4
    assert IN_HOUSE not in {customer.id for customer in world.customers}


@each_seed
def test_every_team_has_one_lead_and_nobody_twice(seed: int) -> None:
    world = drawn(seed)
    outside = {person.id for person in world.employees if person.department == CONTRACT}
    roles = set()
    for project in world.projects:
        leads = [seat.employee for seat in project.team if seat.role == "Lead"]
        assert len(leads) == 1
        assert leads[0] not in outside
        members = [seat.employee for seat in project.team]
        assert len(set(members)) == len(members) >= 2
        roles |= {seat.role for seat in project.team}
        assert all(0.05 <= seat.time_slice <= 0.6 for seat in project.team)
    assert roles == set(ROLES)


@each_seed
def test_two_are_namesakes_and_many_share_a_family_name(seed: int) -> None:
    world = drawn(seed)
    names = Counter(person.name for person in world.employees)
    [twice] = [name for name, count in names.items() if count > 1]
    namesakes = [person for person in world.employees if person.name == twice]
    assert len(namesakes) == 2
    assert len({person.department for person in namesakes}) == 2
    surnames = Counter(name.split(" ", 1)[1] for name in names)
    assert sum(count > 1 for count in surnames.values()) >= 20
    assert not set(names) & {customer.primary_contact_name for customer in world.customers}


@pytest.mark.sampled(5)
@each_seed
def test_rankings_end_in_ties(seed: int) -> None:
    world = drawn(seed)
    workload = loads(world)
    assert workload[max(workload)] >= 2
    assert workload[0] >= 20
    strong = Counter(level.name for p in staff(world) for level in p.skills if level.level >= 7)
    assert min(strong[skill] for skill in table(LABELS, "Craft id")) >= 1
    tops = [
        Counter(level.level for p in staff(world) for level in p.skills if level.name == skill)
        for skill in table(LABELS, "Craft id")
    ]
    assert any(levels[max(levels)] > 1 for levels in tops)
    assert any(levels[max(levels)] == 1 for levels in tops)


@each_seed
def test_profiles_are_full_for_staff_and_short_for_contractors(seed: int) -> None:
    skills, wills = set(table(LABELS, "Craft id")), set(table(LABELS, "Keenness id"))
    for person in drawn(seed).employees:
        assert all(1 <= level.level <= 10 for level in (*person.skills, *person.wills))
        assert [s.name for s in person.skills] == sorted({s.name for s in person.skills})
        assert person.salary % 1000 == 0
        if person.department == CONTRACT:
            assert {s.name for s in person.skills} < skills
        else:
            assert {s.name for s in person.skills} == skills
            assert {w.name for w in person.wills} == wills


@each_seed
def test_notes_hold_approvals_and_what_is_none(seed: int) -> None:
    notes = {person.notes: person for person in drawn(seed).employees if person.notes}
    assert len(notes) == 8
    approved = [
        person
        for note, person in notes.items()
        if re.search(r"[Bb]oard resolution \d+(:|\.)", note)
    ]
    assert len(approved) == 3
    assert sum(person.location == "Volos – Netting Plant" for person in approved) == 1
    for person in approved:
        [amount] = re.findall(r"\d{5,}", person.notes)
        assert int(amount) > person.salary


@each_seed
def test_ids_do_not_tell_the_department(seed: int) -> None:
    people = drawn(seed).employees
    assert [person.id for person in people] == sorted(person.id for person in people)
    changes = sum(a.department != b.department for a, b in pairwise(people))
    assert changes > len(people) / 2
    assert all(person.email == f"{person.id}@skarholm.example" for person in people)


@each_seed
def test_account_managers_sell_and_some_have_several_clients(seed: int) -> None:
    world = drawn(seed)
    department = {person.id: person.department for person in world.employees}
    managers = Counter(customer.account_manager for customer in world.customers)
    assert {department[manager] for manager in managers} == {ACCOUNTS}
    assert max(managers.values()) >= 2
    mails = [customer.primary_contact_email for customer in world.customers]
    assert all(re.fullmatch(r"[a-z]+\.[a-z-]+@[a-z-]+\.example", mail) for mail in mails)


@each_seed
def test_hours_follow_the_time_sheet_page(seed: int) -> None:
    world = drawn(seed)
    projects = {project.id: project for project in world.projects}
    clients = {customer.id for customer in world.customers}
    ids = [entry.id for entry in world.time_entries]
    assert ids == [f"te_{number:03d}" for number in range(1, len(ids) + 1)]
    for entry in world.time_entries:
        project = projects[entry.project]
        assert entry.employee in {seat.employee for seat in project.team}
        assert entry.customer == (project.customer if project.customer in clients else "")
        assert entry.date < world.today
        if not entry.customer or project.status == "exploring":
            assert not entry.billable
        if entry.work_category in {"training", "paperwork"}:
            assert not entry.billable
    states = {entry.status for entry in world.time_entries}
    assert states == {"draft", "submitted", "approved", "invoiced", "voided"}


@each_seed
def test_a_voided_entry_has_its_correction(seed: int) -> None:
    world = drawn(seed)
    rest = ("employee", "customer", "project", "date", "work_category", "notes", "billable")
    wrong = [entry for entry in world.time_entries if entry.status == "voided"]
    assert wrong
    for entry in wrong:
        assert any(
            other.status != "voided"
            and other.hours != entry.hours
            and all(getattr(other, field) == getattr(entry, field) for field in rest)
            for other in world.time_entries
        )


@each_seed
def test_departments_and_sites_are_those_of_the_wiki(seed: int) -> None:
    world = drawn(seed)
    assert {p.department for p in world.employees} == set(
        table("company/departments.md", "Department")
    )
    sites = {p.location for p in world.employees}
    assert sites == {*table("company/sites.md", "Site as recorded"), "Off-site – Contract"}
    assert {p.location for p in staff(world)} == set(table("company/sites.md", "Site as recorded"))
    quoted = re.findall(r"`([^`]+ – [^`]+)`", TEXT)
    assert set(quoted) == sites


def test_owners_of_wiki_sections_are_departments() -> None:
    departments = set(table("company/departments.md", "Department"))
    owners = re.findall(r"^\| `\w+/` \| (.+) \|$", PAGES["systems/house_wiki.md"], re.MULTILINE)
    assert set(owners) <= departments | {"all staff"}
    assert len(owners) == 6


def test_a_seed_is_a_company() -> None:
    assert fresh(7) == drawn(7)
    companies = [drawn(seed) for seed in SEEDS]
    for part in ("employees", "projects", "customers", "time_entries"):
        assert len({repr(getattr(world, part)) for world in companies}) == len(companies)
    ids = {frozenset(project.id for project in world.projects) for world in companies}
    assert len(ids) == len(companies)
    assert len({world.today for world in companies}) > 10
    assert all(date.fromisoformat(world.today).year == 2025 for world in companies)


def test_pools_are_larger_than_what_is_drawn() -> None:
    assert len(CLIENTS) > 24
    assert len(PROJECTS) > 50
    for things in (CLIENTS, PROJECTS):
        assert_unique(one.id for one in things)
        assert_unique(one.name for one in things)
        assert_unique(one.everyday for one in things)
        assert all(one.everyday.lower() not in one.name.lower() for one in things)
    known = {client.id for client in CLIENTS}
    assert {project.client for project in PROJECTS} <= {*known, ""}


def assert_unique(values: Iterable[str]) -> None:
    listed = list(values)
    assert len(set(listed)) == len(listed)


def test_names_come_from_many_languages() -> None:
    assert len(FIRST_NAMES) >= 250
    assert len(SURNAMES) >= 300
    names = draw_names(random.Random(3), 200)
    assert len(set(names)) == 200
    assert names == draw_names(random.Random(3), 200)
    assert {"van der Linden", "De Santis", "O’Brien", "Ioannou", "Shevchuk"} <= set(SURNAMES)
    with pytest.raises(ValueError, match="family names"):
        draw_names(random.Random(3), 10_000)


def test_pages_are_of_readable_length() -> None:
    assert 20 <= len(PAGES) <= 24
    for path, text in PAGES.items():
        assert 25 <= len(text.splitlines()) <= 80, path
        for link in re.findall(r"\]\(([^)]+)\)", text):
            target = (SUITE / "wikis" / "skarholm" / path).parent / link
            assert target.is_file(), (path, link)


def test_made_up_ids_are_no_records() -> None:
    made_up = ("SKP-00217", "P-77-HAWSER", "W-318", "K-2207", "40117")
    for seed in SEEDS:
        world = drawn(seed)
        ids = {person.id for person in world.employees}
        ids |= {project.id for project in world.projects}
        ids |= {customer.id for customer in world.customers}
        assert not ids & set(made_up)
    assert all(text in TEXT for text in made_up)


LABELS = "people/crafts_and_keenness.md"
PAY, REGISTER = "people/pay_and_raises.md", "systems/people_register.md"
BOARD, SHEETS = "systems/project_board.md", "systems/time_sheets.md"
BOOK, DESK = "systems/client_book.md", "systems/desk_assistant.md"
QUOTES = [
    ("company/departments.md", "every member of the board may do as well"),
    ("company/departments.md", "the page of that system comes first"),
    (PAY, "by the People Office, by the Ledger Office and by the board"),
    (PAY, "name a board resolution and the new yearly amount"),
    (PAY, "changed by the board alone, even where the notes"),
    (PAY, "an amount in euros, never a percentage"),
    ("people/notes_and_moves.md", "read and written by the People Office and by the board"),
    ("people/notes_and_moves.md", "is changed by the People Office and by the board"),
    (LABELS, "everybody from level 7 upwards is meant"),
    (LABELS, "counts as level 0"),
    (LABELS, "at least 7 and at least 2 above"),
    (LABELS, "takes that right from the People Office and from the board as well"),
    ("people/contract_partners.md", "comes before every other page"),
    ("people/contract_partners.md", "on projects in which they hold a seat"),
    (REGISTER, "| salary | the person, the People Office, the Ledger Office, the board |"),
    (BOARD, "by its Lead, by the account manager of its client and by the board"),
    (BOARD, "The team is changed by the Lead of the project and by the board."),
    (BOARD, "by the board alone, so that its Lead and the account manager are refused"),
    (BOARD, "all seats in projects that are not archived"),
    (BOARD, "the definition on this page is the one that counts"),
    (SHEETS, "for a person who holds a seat in it"),
    (SHEETS, "is not the Lead of the project is refused"),
    (SHEETS, "is voided by nobody"),
    (SHEETS, "The account manager of a client reads the entries"),
    (BOOK, "by staff who hold a seat in a project of that client"),
    (BOOK, "this page is the one that counts"),
    (BOOK, "changed by its account manager and by the board"),
    ("systems/house_wiki.md", "belongs to the Ledger Office"),
    ("systems/house_wiki.md", "by the staff recorded at the plant"),
    (DESK, "Dates are written DD.MM.YYYY"),
    (DESK, "with that single word in the language of the request"),
    (DESK, "and today's date"),
]


@pytest.mark.parametrize(("page", "quote"), QUOTES)
def test_every_convention_can_be_quoted(page: str, quote: str) -> None:
    assert quote in PAGES[page]
