"""Families of requests: what a request speaks of, by its words alone.

The family that a benchmark gives a task is part of its answer key, and nobody shows it. The words
of a request are there before anything is planned. A request has no family, one, or several. They
choose which lessons are told, and decide about nothing else.
"""

import re

from agentic_solver.erc3.experience.topic import TOPICS
from agentic_solver.erc3.words.match import holds_word

__all__ = ["FAMILIES", "TIME", "families_of"]

FAMILIES = frozenset(name.replace(" ", "_") for name in TOPICS)
TIME = "time"
_MONEY = re.compile(r"[€$£¥]|\bCHF\b")
_PAGE = re.compile(r"\S\.md\b")


def families_of(text: str) -> frozenset[str]:
    """Return the families of a request."""
    found = {name.replace(" ", "_") for name, words in TOPICS.items() if holds_word(text, words)}
    if _MONEY.search(text):
        found.add("salary")
    if _PAGE.search(text):
        found.add("wiki")
    return frozenset(found)
