"""The Python API: what ``import agentic_solver`` offers, see docs/python.md.

Beside the command line, over the same engine: a run made here is a run made there.
"""

from agentic_solver.analysis.pairing import Comparison
from agentic_solver.api.playing import RunSettings, run, solve
from agentic_solver.api.record import Round, Run, Task, compare, load
from agentic_solver.api.serving import ServedTwin, twin
from agentic_solver.contracts.plan import Plan
from agentic_solver.erc3.propose.prompt import PromptBlock
from agentic_solver.errors import AgenticSolverError
from agentic_solver.harness.own_reader import ReadRequest
from agentic_solver.harness.proposer import PlanRequest
from agentic_solver.llm.model import ModelReply, Usage

__all__ = [
    "AgenticSolverError",
    "Comparison",
    "ModelReply",
    "Plan",
    "PlanRequest",
    "PromptBlock",
    "ReadRequest",
    "Round",
    "Run",
    "RunSettings",
    "ServedTwin",
    "Task",
    "Usage",
    "compare",
    "load",
    "run",
    "solve",
    "twin",
]
