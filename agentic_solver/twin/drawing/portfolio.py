"""Drawing the customers of a company and the projects that it does for them."""

import random
from collections.abc import Iterator, Mapping, Sequence

from anyascii import anyascii

from agentic_solver.twin.drawing.blueprint import ClientIdea, PortfolioPlan, ProjectIdea
from agentic_solver.twin.drawing.teams import TeamDraw
from agentic_solver.twin.entity import Customer, DealPhase, Employee, Project

__all__ = ["choose_clients", "draw_customers", "draw_projects"]

# The phases of the clients that are no key accounts; what is left over is active.
_PHASES: tuple[tuple[DealPhase, int], ...] = (
    ("exploring", 6),
    ("idea", 2),
    ("paused", 2),
    ("archived", 2),
)
# Deal phase of the client → what the status of its projects is taken from, in turn.
_STATUSES: Mapping[DealPhase, tuple[DealPhase, ...]] = {
    "idea": ("idea",),
    "exploring": ("exploring", "exploring", "idea"),
    "active": (
        "active", "exploring", "active", "archived", "active", "paused", "exploring", "active",
        "idea",
    ),
    "paused": ("paused", "archived"),
    "archived": ("archived",),
}  # fmt: skip
_IN_HOUSE: tuple[DealPhase, ...] = ("active", "exploring", "active", "archived", "paused", "active")


def choose_clients(rng: random.Random, plan: PortfolioPlan) -> tuple[ClientIdea, ...]:
    """Return the clients of a company: all key accounts and some of the others."""
    count = rng.randint(plan.clients_drawn.low, plan.clients_drawn.high)
    keys = [idea for idea in plan.clients if idea.key_account]
    others = [idea for idea in plan.clients if not idea.key_account]
    chosen = [*keys, *rng.sample(others, count - len(keys))]
    rng.shuffle(chosen)
    return tuple(chosen)


def draw_customers(
    rng: random.Random,
    plan: PortfolioPlan,
    ideas: Sequence[ClientIdea],
    people: Sequence[Employee],
    contacts: Sequence[str],
) -> tuple[Customer, ...]:
    """Return the records of the clients, each with a contact and an account manager."""
    accounts = [person for person in people if person.department == plan.accounts]
    # Half of the department looks after clients, so that some look after several.
    managers = rng.sample(accounts, (len(accounts) + 1) // 2)
    phases = _draw_phases(rng, ideas)
    return tuple(
        Customer(
            id=idea.id,
            name=idea.name,
            brief=idea.brief,
            location=idea.location,
            primary_contact_name=contact,
            primary_contact_email=f"{_mailbox(contact)}@{idea.domain}",
            deal_phase=phase,
            high_level_status=(
                "Key account" if idea.key_account else rng.choice(plan.status_lines[phase])
            ),
            account_manager=rng.choice(managers).id,
        )
        for idea, contact, phase in zip(ideas, contacts, phases, strict=True)
    )


def _draw_phases(rng: random.Random, ideas: Sequence[ClientIdea]) -> list[DealPhase]:
    phases: dict[str, DealPhase] = {}
    others = [idea.id for idea in ideas if not idea.key_account]
    rng.shuffle(others)
    for phase, count in _PHASES:
        for _ in range(count):
            phases[others.pop()] = phase
    return [phases.get(idea.id, "active") for idea in ideas]


def _mailbox(name: str) -> str:
    words = anyascii(name).lower().replace("'", "").split()
    return f"{words[0]}.{''.join(words[1:])}"


def draw_projects(
    rng: random.Random,
    plan: PortfolioPlan,
    customers: Sequence[Customer],
    people: Sequence[Employee],
    *,
    external: str,
) -> tuple[Project, ...]:
    """Return the projects with their teams: for clients and, in between, in-house ones."""
    phases = {customer.id: customer.deal_phase for customer in customers}
    ordered = [idea for idea in plan.projects if idea.client in phases]
    in_house = [idea for idea in plan.projects if not idea.client]
    count = rng.randint(plan.projects_drawn.low, plan.projects_drawn.high)
    own = rng.randint(plan.in_house_drawn.low, plan.in_house_drawn.high)
    ideas = [*rng.sample(ordered, min(count, len(ordered))), *rng.sample(in_house, own)]
    rng.shuffle(ideas)
    draw = TeamDraw(rng, plan.seats, people)
    projects = [
        Project(
            id=idea.id,
            name=idea.name,
            description=idea.description,
            customer=idea.client or plan.in_house_id,
            status=status,
            team=draw.team(idea),
        )
        for idea, status in _with_status(ideas, phases)
    ]
    return draw.with_tie(projects, external=external)


def _with_status(
    ideas: Sequence[ProjectIdea], phases: Mapping[str, DealPhase]
) -> Iterator[tuple[ProjectIdea, DealPhase]]:
    """Yield every project with a status; all of them come, since each list is gone through."""
    turn: dict[DealPhase | None, int] = {}
    for idea in ideas:
        phase = phases.get(idea.client)
        statuses = _IN_HOUSE if phase is None else _STATUSES[phase]
        yield idea, statuses[turn.get(phase, 0) % len(statuses)]
        turn[phase] = turn.get(phase, 0) + 1
