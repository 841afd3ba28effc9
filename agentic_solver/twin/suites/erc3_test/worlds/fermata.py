"""Fermata Holm, a house of acoustic consultants with four offices."""

from agentic_solver.twin.drawing.consultancy import draw_consultancy
from agentic_solver.twin.world import World

__all__ = ["company"]


def company(seed: int) -> World:
    """Return the company of a seed."""
    return draw_consultancy(seed, merged=False)
