"""Families of requests: what a request speaks of, by its words alone.

The family that a benchmark gives a task is part of its answer key, and nobody shows it. The words
of a request are there before anything is planned; they are looked up in the same lists of many
languages that the validator looks a change up in. A request has no family, one, or several.
"""

from agentic_solver.erc3.execute.asking import Asking
from agentic_solver.erc3.words.deed import FACETS

__all__ = ["FAMILIES", "TIME", "families_of"]

FAMILIES = frozenset(name.replace(" ", "_") for name in FACETS)
TIME = "time"


def families_of(text: str) -> frozenset[str]:
    """Return the families of a request."""
    return frozenset(name.replace(" ", "_") for name in Asking(text).facets)
