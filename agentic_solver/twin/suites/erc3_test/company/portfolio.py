"""Clients, projects and teams of the consultancy of ``erc3-test``."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from agentic_solver.twin.entity import Customer, DealPhase, Project, Seat, TeamRole
from agentic_solver.twin.suites.erc3_test.company.clients import ClientSketch, ProjectSketch
from agentic_solver.twin.suites.erc3_test.company.people import Person

__all__ = ["COUNTED", "draw_clients", "draw_projects", "lead_of", "workloads"]

COUNTED = ("active", "exploring")
"""The statuses that make workload, as the page about the project board has it."""

_PHASES: tuple[DealPhase, ...] = ("idea", "exploring", "active", "paused", "archived")
_PHASE_WEIGHTS = (2, 5, 8, 2, 2)

_STATUS_LINES: dict[DealPhase, tuple[str, ...]] = {
    "idea": ("Nobody has called yet", "Met at a fair"),
    "exploring": ("Waiting for our offer", "Comparing offers", "Warm"),
    "active": ("Good terms", "Key client", "Pays late", "Good terms"),
    "paused": ("Budget frozen", "On hold until the vote"),
    "archived": ("Closed in peace", "Lost to a cheaper offer"),
}

_STATUSES: dict[DealPhase, tuple[DealPhase, ...]] = {
    "idea": ("idea", "idea", "exploring"),
    "exploring": ("exploring", "exploring", "idea", "active"),
    "active": ("active", "active", "active", "exploring", "paused", "archived"),
    "paused": ("paused", "paused", "archived", "exploring"),
    "archived": ("archived", "archived", "paused"),
}
"""What the projects of a client in some phase are likely to be."""

_ROLES: dict[str, tuple[TeamRole, ...]] = {
    "Partners": ("QA", "Other"),
    "Room Acoustics": ("Designer", "Engineer", "QA"),
    "Noise & Vibration": ("Engineer", "Engineer", "QA"),
    "Field Crew": ("Ops", "Engineer", "Ops"),
    "Client Desk": ("Other", "QA", "Designer"),
    "Operations": ("Ops", "Other"),
}

_LEAD_WEIGHTS = {"Forte": 2, "Mezzo": 4, "Piano": 4}
_SLICES = (0.1, 0.1, 0.15, 0.2, 0.2, 0.25, 0.3, 0.4, 0.5)

_GIVEN = (
    "Alma", "Bastiaan", "Catarina", "Didrik", "Elif", "Fabian", "Greet", "Hedda", "Ivo", "Joana",
    "Karel", "Leonor", "Magnus", "Nele", "Otília", "Pieter", "Ragnhild", "Sebastião", "Thea",
    "Ulrike", "Veerle", "Xénia", "Yngve", "Zoë",
)  # fmt: skip
_FAMILY = (
    "Aarsland", "Baeten", "Cordeiro", "Dierickx", "Eggenreich", "Fonseca", "Gjerde", "Hochegger",
    "Janssens", "Kvamme", "Lambrecht", "Machado", "Nygård", "Pichler", "Rasmussen", "Stadlober",
    "Teixeira", "Uyttendaele", "Vasconcellos", "Wieser",
)  # fmt: skip
_ASCII = str.maketrans("åéëíã", "aeeia")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Desk:
    """Who may be drawn for what."""

    leads: Sequence[Person]
    members: Sequence[Person]


def draw_clients(
    rng: random.Random, sketches: Sequence[ClientSketch], managers: Sequence[Person]
) -> list[Customer]:
    """Draw phases, contacts and account managers; every phase and manager occurs if they can."""
    phases = [*_PHASES[: len(sketches)]]
    phases += rng.choices(_PHASES, _PHASE_WEIGHTS, k=len(sketches) - len(phases))
    rng.shuffle(phases)
    keepers = [*managers[: len(sketches)]]
    keepers += rng.choices(managers, k=len(sketches) - len(keepers))
    rng.shuffle(keepers)
    given = rng.sample(_GIVEN, k=min(len(sketches), len(_GIVEN)))
    return [
        _draw_client(rng, sketch, phase, keeper, given[number % len(given)])
        for number, (sketch, phase, keeper) in enumerate(
            zip(sketches, phases, keepers, strict=True)
        )
    ]


def _draw_client(
    rng: random.Random, sketch: ClientSketch, phase: DealPhase, keeper: Person, given: str
) -> Customer:
    family = rng.choice(_FAMILY)
    mailbox = f"{given[0]}.{family}".lower().translate(_ASCII)
    return Customer(
        id=sketch.id,
        name=sketch.name,
        brief=sketch.brief,
        location=sketch.location,
        primary_contact_name=f"{given} {family}",
        primary_contact_email=f"{mailbox}@{sketch.domain}",
        deal_phase=phase,
        high_level_status=rng.choice(_STATUS_LINES[phase]),
        account_manager=keeper.id,
    )


def draw_projects(
    rng: random.Random,
    sketches: Iterable[tuple[ProjectSketch, str, DealPhase]],
    leads: Sequence[Person],
    members: Sequence[Person],
    suits: Callable[[Sequence[Project]], bool],
) -> list[Project]:
    """Draw statuses and teams until the whole suits.

    Args:
        rng: decides.
        sketches: a project, the id of its client, and the phase of that client.
        leads: who may hold the Lead seat.
        members: who may hold the other seats.
        suits: whether a draw has the variety that tasks need.
    """
    fixed = list(sketches)
    desk = _Desk(leads=leads, members=members)
    while True:
        drawn = [_draw_project(rng, *sketch, desk) for sketch in fixed]
        if suits(drawn):
            return drawn


def _draw_project(
    rng: random.Random, sketch: ProjectSketch, client: str, phase: DealPhase, desk: _Desk
) -> Project:
    return Project(
        id=sketch.id,
        name=sketch.name,
        description=sketch.description,
        customer=client,
        status=rng.choice(_STATUSES[phase]),
        team=_draw_team(rng, desk),
    )


def _draw_team(rng: random.Random, desk: _Desk) -> tuple[Seat, ...]:
    weights = [_LEAD_WEIGHTS[person.level] for person in desk.leads]
    lead = rng.choices(desk.leads, weights)[0]
    others = [person for person in desk.members if person is not lead]
    size = rng.choice((1, 2, 2, 3, 3, 4))
    seats = [_draw_seat(rng, lead, "Lead")]
    for person in rng.sample(others, min(size, len(others))):
        seats.append(_draw_seat(rng, person, rng.choice(_ROLES[person.department])))
    # The Lead is not always the first of the list.
    rng.shuffle(seats)
    return tuple(seats)


def _draw_seat(rng: random.Random, person: Person, role: TeamRole) -> Seat:
    return Seat(employee=person.id, time_slice=rng.choice(_SLICES), role=role)


def lead_of(project: Project) -> str:
    """Return the person in the Lead seat."""
    return next(seat.employee for seat in project.team if seat.role == "Lead")


def workloads(projects: Iterable[Project], people: Iterable[str]) -> Counter[str]:
    """Return everybody's workload in hundredths of a week, zeros included."""
    loads = Counter(dict.fromkeys(people, 0))
    for project in projects:
        if project.status in COUNTED:
            for seat in project.team:
                loads[seat.employee] += round(100 * seat.time_slice)
    return loads
