"""Understanding runs after they ended: records, figures, comparison, proposals.

Regression cases need the whole engine, so they have a door of their own:
:mod:`agentic_solver.analysis.regression`.

Import from here; the modules behind it may move::

    from pathlib import Path
    from agentic_solver.analysis import failures_of, load_run

    failures_of(load_run(Path("runs/erc3-dev-001")))

Frames are those of :mod:`agentic_solver.api`.
"""

from agentic_solver.analysis.failure import (
    DIMENSIONS,
    Cluster,
    Failure,
    cluster,
    failures_of,
)
from agentic_solver.analysis.metric import family_figures, run_figures
from agentic_solver.analysis.pairing import Comparison, compare_runs
from agentic_solver.analysis.reading import load_run
from agentic_solver.analysis.record import RunRecord, TaskRecord
from agentic_solver.analysis.repeat import (
    GroupComparison,
    Repeats,
    compare_repeats,
    repeats_of,
)
from agentic_solver.analysis.suggestion import Suggestion, suggest
from agentic_solver.harness.significance import Interval, clopper_pearson, paired_p

__all__ = [
    "DIMENSIONS",
    "Cluster",
    "Comparison",
    "Failure",
    "GroupComparison",
    "Interval",
    "Repeats",
    "RunRecord",
    "Suggestion",
    "TaskRecord",
    "clopper_pearson",
    "cluster",
    "compare_repeats",
    "compare_runs",
    "failures_of",
    "family_figures",
    "load_run",
    "paired_p",
    "repeats_of",
    "run_figures",
    "suggest",
]
