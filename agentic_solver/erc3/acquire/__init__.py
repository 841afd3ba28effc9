"""Acquisition: a wiki is read once, at design time, into cited rules; uses the model.

``acquire_rules`` reads, ``store_acquisition`` writes the workspace, ``format_report`` says what
came of it. Nothing here runs while a task is solved.
"""

from agentic_solver.erc3.acquire.report import format_report
from agentic_solver.erc3.acquire.session import Acquisition, Earlier, acquire_rules, carry_over
from agentic_solver.erc3.acquire.store import find_earlier, store_acquisition

__all__ = [
    "Acquisition",
    "Earlier",
    "acquire_rules",
    "carry_over",
    "find_earlier",
    "format_report",
    "store_acquisition",
]
