"""Fermata Holm, a house of acoustic consultants with four offices."""

from agentic_solver.twin.suites.erc3_test.company.draw import draw_consultancy
from agentic_solver.twin.world import World

__all__ = ["company"]


def company(seed: int) -> World:
    """Return the company of a seed."""
    return draw_consultancy(seed, merged=False)
