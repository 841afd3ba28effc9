"""A company as large as you like: records are made when somebody asks for them."""

from agentic_solver.twin.drawing.crowd import crowd
from agentic_solver.twin.world import World

EMPLOYEES = 1_000


def company(seed: int) -> World:
    """Return the company of a seed."""
    return crowd(seed, employees=EMPLOYEES, wiki="crowd")
