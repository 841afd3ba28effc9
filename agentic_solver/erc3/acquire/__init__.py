"""Acquisition: a wiki is read once, before any task on it, into cited rules; uses the model.

``acquire_rules`` reads, ``store_acquisition`` writes the workspace, ``format_report`` says what
came of it. A run reads the wikis that it has no rules for before their first task is solved;
nothing here runs while a task is solved.
"""

from agentic_solver.erc3.acquire.agent import Asking
from agentic_solver.erc3.acquire.change import Change, Earlier, changed_pages
from agentic_solver.erc3.acquire.delta import format_delta
from agentic_solver.erc3.acquire.report import format_report
from agentic_solver.erc3.acquire.session import (
    Acquisition,
    acquire_rules,
    carry_over,
    carry_over_unchanged,
    first_portion,
)
from agentic_solver.erc3.acquire.store import (
    Revision,
    find_earlier,
    known_revisions,
    nearest_revision,
    store_acquisition,
)

__all__ = [
    "Acquisition",
    "Asking",
    "Change",
    "Earlier",
    "Revision",
    "acquire_rules",
    "carry_over",
    "carry_over_unchanged",
    "changed_pages",
    "find_earlier",
    "first_portion",
    "format_delta",
    "format_report",
    "known_revisions",
    "nearest_revision",
    "store_acquisition",
]
