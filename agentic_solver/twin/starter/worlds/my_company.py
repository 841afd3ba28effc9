"""The company of this suite, drawn from a seed. A plain worlds/my_company.json does as well."""

import random

from agentic_solver.twin.drawing.names import draw_names
from agentic_solver.twin.entity import (
    Customer,
    DealPhase,
    Employee,
    Level,
    Project,
    Seat,
    TimeEntry,
)
from agentic_solver.twin.world import World

# What the wiki says must be true here: these are the names its rules speak of.
DEPARTMENTS = ("Workshop", "Sales Counter", "People Office")
SITES = ("Riverside Yard", "Hill Depot")
SKILLS = ("joinery", "welding", "upholstery")
WILLS = ("travel", "mentor")

CUSTOMERS = (
    ("cust_orchard", "Old Orchard Farm", "Apple farm with forty carts."),
    ("cust_harbour", "Harbour Porters Guild", "Porters who still push."),
    ("cust_circus", "Circus Pellegrino", "A travelling circus."),
)
PROJECTS = (
    ("proj_apple_carts", "Apple Cart Overhaul", "New wheels and sides for the orchard's carts."),
    ("proj_sack_trucks", "Sack Truck Series", "Thirty trucks for the porters."),
    ("proj_circus_wagon", "Circus Wagon", "Restoring a painted wagon of 1911."),
    ("proj_trial_axle", "Ash Axle Trial", "Trying out axles of ash wood."),
)


def company(seed: int) -> World:
    """Return the company of a seed: the same seed gives the same company."""
    rng = random.Random(seed)
    employees = tuple(_employee(rng, i, name) for i, name in enumerate(draw_names(rng, 12), 1))
    ids = [one.id for one in employees]
    customers = tuple(_customer(rng, row, ids) for row in CUSTOMERS)
    # The templates need an active project whatever the seed, so the first one always is.
    states: tuple[DealPhase, ...] = (
        "active",
        *(rng.choice(("active", "exploring", "paused")) for _ in PROJECTS[1:]),
    )
    projects = tuple(
        _project(rng, row, customers[i % len(customers)].id, state, ids)
        for i, (row, state) in enumerate(zip(PROJECTS, states, strict=True))
    )
    return World(
        wiki="my_company",
        today="2025-04-15",
        employees=employees,
        projects=projects,
        customers=customers,
        time_entries=tuple(_entry(rng, i, projects) for i in range(1, 9)),
    )


def _employee(rng: random.Random, number: int, name: str) -> Employee:
    return Employee(
        id=f"bb_{number:02d}",
        name=name,
        email=f"bb_{number:02d}@birchbarrow.example",
        salary=rng.randrange(38, 72) * 1000,
        notes="",
        location=rng.choice(SITES),
        department=DEPARTMENTS[2] if number == 1 else rng.choice(DEPARTMENTS[:2]),
        skills=tuple(Level(name=name, level=rng.randint(1, 10)) for name in SKILLS),
        wills=tuple(Level(name=name, level=rng.randint(1, 10)) for name in WILLS),
    )


def _customer(rng: random.Random, row: tuple[str, str, str], people: list[str]) -> Customer:
    return Customer(
        id=row[0],
        name=row[1],
        brief=row[2],
        location="Here",
        primary_contact_name="Sam Field",
        primary_contact_email=f"sam@{row[0].removeprefix('cust_')}.example",
        deal_phase="active",
        high_level_status="Regular",
        account_manager=rng.choice(people),
    )


def _project(
    rng: random.Random,
    row: tuple[str, str, str],
    customer: str,
    status: DealPhase,
    people: list[str],
) -> Project:
    lead, *others = rng.sample(people, 3)
    team = [Seat(employee=lead, time_slice=0.4, role="Lead")]
    team += [Seat(employee=one, time_slice=0.3, role="Engineer") for one in others]
    return Project(
        id=row[0],
        name=row[1],
        description=row[2],
        customer=customer,
        status=status,
        team=tuple(team),
    )


def _entry(rng: random.Random, number: int, projects: tuple[Project, ...]) -> TimeEntry:
    project = rng.choice(projects)
    return TimeEntry(
        id=f"te_{number:03d}",
        employee=rng.choice(project.team).employee,
        customer=project.customer,
        project=project.id,
        date=f"2025-04-{number:02d}",
        hours=rng.choice((2.0, 4.0, 7.5)),
        work_category="project_work",
        notes="",
        billable=True,
        status="submitted",
    )
