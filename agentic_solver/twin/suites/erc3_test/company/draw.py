"""The consultancy of ``erc3-test``, before and after its merger, drawn from a seed.

Both companies of a seed draw the same people, clients and projects first; the merged one goes on
to draw what the other firm brings along. So a difference between them is due to the merger.
"""

import random
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta

from agentic_solver.twin.entity import Customer, DealPhase, Employee, Project, Seat
from agentic_solver.twin.suites.erc3_test.company.clients import (
    CLIENTS,
    IN_HOUSE,
    KVARNSTEN,
    ClientSketch,
    ProjectSketch,
)
from agentic_solver.twin.suites.erc3_test.company.hours import draw_entries
from agentic_solver.twin.suites.erc3_test.company.people import (
    KVARNSTEN_STAFF,
    STAFF,
    Person,
    draw_staff,
)
from agentic_solver.twin.suites.erc3_test.company.portfolio import (
    COUNTED,
    draw_clients,
    draw_projects,
    lead_of,
    workloads,
)
from agentic_solver.twin.world import World

__all__ = ["draw_consultancy"]

_FIRST_DAY = date(2025, 2, 10)
_FIRST_MERGED_DAY = date(2025, 7, 21)
_DAY_RANGE = 120

_MANAGERS = ("avanda", "rquare", "etveit", "msaeth", "jweiss", "hlie", "nclaes", "ldebac")
_KVARNSTEN_MANAGERS = ("mhedlu", "lkvarn")

Choice = tuple[ProjectSketch, str, DealPhase]
"""A project, the id of its client, the phase of that client."""


def draw_consultancy(seed: int, *, merged: bool) -> World:
    """Return the company of a seed; the same seed always gives the same company."""
    rng = random.Random(seed)
    day = timedelta(days=rng.randint(0, _DAY_RANGE))
    people, customers, projects = _draw_house(rng)
    if merged:
        more = _draw_kvarnsten(rng, projects)
        people, customers, projects = people + more[0], customers + more[1], projects + more[2]
    today = (_FIRST_MERGED_DAY if merged else _FIRST_DAY) + day
    return World(
        wiki="fermata_merged" if merged else "fermata",
        today=today.isoformat(),
        employees=tuple(people),
        projects=tuple(projects),
        customers=tuple(customers),
        time_entries=draw_entries(rng, today, projects, people, merged=merged),
    )


def _draw_house(rng: random.Random) -> tuple[list[Employee], list[Customer], list[Project]]:
    people = draw_staff(rng, STAFF, remarks=5)
    # The first two clients have projects of nearly the same name, which every company needs.
    sketches = [*CLIENTS[:2], *rng.sample(CLIENTS[2:], rng.randint(17, 20))]
    rng.shuffle(sketches)
    customers = draw_clients(rng, sketches, _persons(STAFF, _MANAGERS))
    choices = _choose_projects(rng, sketches, customers)
    idle = rng.choice([person for person in STAFF if person.level != "Forte"])
    workers = [person for person in STAFF if person is not idle]
    projects = draw_projects(rng, choices, workers, workers, _is_varied)
    if rng.random() < 0.5:
        projects = _tie_busiest(projects)
    return people, customers, projects


def _draw_kvarnsten(
    rng: random.Random, board: Sequence[Project]
) -> tuple[list[Employee], list[Customer], list[Project]]:
    people = draw_staff(rng, KVARNSTEN_STAFF, remarks=1)
    sketches = rng.sample(KVARNSTEN, 3)
    customers = draw_clients(rng, sketches, _persons(KVARNSTEN_STAFF, _KVARNSTEN_MANAGERS))
    phases = {customer.id: customer.deal_phase for customer in customers}
    choices: list[Choice] = [
        (project, sketch.id, phases[sketch.id])
        for sketch in sketches
        for project in sketch.projects
    ]
    # Two colleagues of the old house already help; whoever is idle there stays idle.
    seated = {seat.employee for project in board for seat in project.team}
    helpers = [person for person in STAFF if person.level != "Forte" and person.id in seated]
    members = [*KVARNSTEN_STAFF, *rng.sample(helpers, 2)]
    projects = draw_projects(rng, choices, KVARNSTEN_STAFF, members, _is_led_by_several)
    return people, customers, projects


def _persons(people: Sequence[Person], ids: Sequence[str]) -> list[Person]:
    known = {person.id: person for person in people}
    return [known[person_id] for person_id in ids]


def _choose_projects(
    rng: random.Random, sketches: Sequence[ClientSketch], customers: Sequence[Customer]
) -> list[Choice]:
    """Choose 19 to 23 projects of clients, the look-alikes among them, and some in-house ones."""
    phases = {customer.id: customer.deal_phase for customer in customers}
    alike = {client.projects[0].id for client in CLIENTS[:2]}
    pool: list[Choice] = [
        (project, sketch.id, phases[sketch.id])
        for sketch in sketches
        for project in sketch.projects
    ]
    kept = [choice for choice in pool if choice[0].id in alike]
    rest = [choice for choice in pool if choice[0].id not in alike]
    in_house = rng.sample(IN_HOUSE.projects, rng.randint(2, 3))
    chosen = [
        *kept,
        *rng.sample(rest, rng.randint(17, 21)),
        *((project, IN_HOUSE.id, "active") for project in in_house),
    ]
    rng.shuffle(chosen)
    return chosen


def _is_varied(projects: Sequence[Project]) -> bool:
    """Whether a portfolio has what tasks need: all statuses, Leads of every level, a tie."""
    statuses = Counter(project.status for project in projects)
    leads = Counter(lead_of(project) for project in projects)
    levels = Counter(person.level for person in STAFF if person.id in leads)
    seated = {seat.employee for project in projects for seat in project.team}
    busy = [load for load in workloads(projects, seated).values() if load]
    return (
        statuses["active"] >= 6
        and statuses["exploring"] >= 3
        and min(statuses["archived"], statuses["paused"]) >= 2
        and statuses["idea"] >= 1
        and levels["Forte"] >= 1
        and levels["Mezzo"] >= 2
        and 3 <= levels["Piano"] <= 6
        and max(leads.values()) >= 3
        and len(seated) == len(STAFF) - 1
        and len(set(busy)) < len(busy)
    )


def _is_led_by_several(projects: Sequence[Project]) -> bool:
    leads = {lead_of(project) for project in projects}
    return len(leads) >= 2 and any(project.status in COUNTED for project in projects)


def _tie_busiest(projects: Sequence[Project]) -> list[Project]:
    """Raise one slice so that the two busiest people are equally busy."""
    loads = workloads(projects, [person.id for person in STAFF])
    (_, most), (second, less) = loads.most_common(2)
    changed = list(projects)
    for number, project in enumerate(changed):
        for place, seat in enumerate(project.team):
            if most > less and seat.employee == second and project.status in COUNTED:
                share = (round(100 * seat.time_slice) + most - less) / 100
                raised = Seat(employee=second, time_slice=share, role=seat.role)
                team = (*project.team[:place], raised, *project.team[place + 1 :])
                changed[number] = project.model_copy(update={"team": team})
                return changed
    return changed
