"""Drawing a whole company from its blueprint."""

import random
from datetime import date, timedelta

from agentic_solver.twin.drawing.blueprint import Blueprint
from agentic_solver.twin.drawing.names import draw_names
from agentic_solver.twin.drawing.portfolio import choose_clients, draw_customers, draw_projects
from agentic_solver.twin.drawing.staffing import draw_posts, draw_staff, name_posts
from agentic_solver.twin.drawing.timesheets import draw_entries
from agentic_solver.twin.world import World

__all__ = ["draw_company"]

_FIRST_DAY = date(2025, 3, 3)
_DAYS = 300


def draw_company(rng: random.Random, blueprint: Blueprint) -> World:
    """Return a company; the same state of ``rng`` gives the same one."""
    today = (_FIRST_DAY + timedelta(days=rng.randrange(_DAYS))).isoformat()
    posts = draw_posts(rng, blueprint.staff)
    ideas = choose_clients(rng, blueprint.portfolio)
    # One draw for colleagues and contacts: no contact is a namesake of a colleague.
    names = draw_names(rng, len(posts) + len(ideas))
    people = draw_staff(rng, blueprint.staff, posts, name_posts(rng, blueprint.staff, posts, names))
    customers = draw_customers(rng, blueprint.portfolio, ideas, people, names[len(posts) :])
    projects = draw_projects(
        rng, blueprint.portfolio, customers, people, external=blueprint.staff.external
    )
    return World(
        wiki=blueprint.wiki,
        today=today,
        employees=people,
        projects=projects,
        customers=customers,
        time_entries=draw_entries(rng, blueprint.hours, today, projects, customers),
    )
