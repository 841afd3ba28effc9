"""Frames for notebooks: the records of a run as pandas tables, one row a thing.

pandas is imported when the first frame is asked for: it takes longer than most analyses.
"""

from typing import TYPE_CHECKING

from agentic_solver.analysis.failure import failures_of
from agentic_solver.analysis.record import RunRecord

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["call_frame", "failure_frame", "round_frame", "task_frame"]

_TASK_COLUMNS = (
    "task", "family", "score", "passed", "outcome", "forced", "crash", "model_calls",
    "model_faults", "reader_calls", "reader_faults", "input_tokens", "cached_tokens",
    "output_tokens", "cost", "api_calls", "failed_calls", "repeated_reads", "overhead_ms",
    "wall_s", "unasked_changes", "forbidden_texts", "wiki", "policy_digest",
    "policy_known",
)  # fmt: skip


def task_frame(run: RunRecord) -> "pd.DataFrame":
    """Return one row a task, in the order of the run.

    Columns: ``task``, ``family``, ``score`` (NaN where it is withheld), ``passed``, ``outcome``,
    ``forced``, ``crash``, ``rounds``, ``checks`` (lines of the grader, joined), counts of calls
    and tokens, ``cost`` (NaN without prices), ``overhead_ms``, ``wall_s``,
    ``unasked_changes``, ``forbidden_texts``, ``wiki``, ``policy_digest``, ``policy_known``.
    """
    import pandas as pd  # noqa: PLC0415 - see the module

    columns: dict[str, list[object]] = {
        name: [getattr(task, name) for task in run.tasks] for name in _TASK_COLUMNS
    }
    columns["rounds"] = [len(task.rounds) for task in run.tasks]
    columns["checks"] = ["\n".join(task.checks) for task in run.tasks]
    frame = pd.DataFrame(columns)
    return frame.astype({"score": "float64", "cost": "float64"})


def round_frame(run: RunRecord) -> "pd.DataFrame":
    """Return one row a decided round: ``task``, ``family``, ``round``, ``verdict``, ``stage``,
    ``plan_id``, ``decision`` (digest), ``codes``, ``rules`` and ``tools`` (lists of text).
    """
    import pandas as pd  # noqa: PLC0415 - see the module

    rows = [
        {
            "task": task.task,
            "family": task.family,
            "round": one.number,
            "verdict": one.verdict,
            "stage": one.stage,
            "plan_id": one.plan_id,
            "decision": one.digest,
            "codes": [finding.code for finding in one.findings],
            "rules": [ruling.rule for ruling in one.rulings],
            "tools": list(one.tools),
        }
        for task in run.tasks
        for one in task.rounds
    ]
    names = ("task", "family", "round", "verdict", "stage", "plan_id", "decision", "codes",
             "rules", "tools")  # fmt: skip
    return pd.DataFrame(rows, columns=list(names))


def failure_frame(run: RunRecord) -> "pd.DataFrame":
    """Return one row a failure: ``task``, ``family``, ``round``, ``stage``, ``code``, ``path``,
    ``detail``, ``caught``, ``tools`` and ``rules`` (lists of text).
    """
    import pandas as pd  # noqa: PLC0415 - see the module

    names = ("task", "family", "round", "stage", "code", "path", "detail", "caught")
    failures = failures_of(run)
    columns: dict[str, list[object]] = {
        name: [getattr(failure, name) for failure in failures] for name in names
    }
    columns["tools"] = [list(failure.tools) for failure in failures]
    columns["rules"] = [list(failure.rules) for failure in failures]
    return pd.DataFrame(columns)


def call_frame(run: RunRecord) -> "pd.DataFrame":
    """Return API calls by purpose: one row a task and purpose, with ``calls``."""
    import pandas as pd  # noqa: PLC0415 - see the module

    rows = [
        (task.task, task.family, purpose, count)
        for task in run.tasks
        for purpose, count in task.calls
    ]
    return pd.DataFrame(rows, columns=["task", "family", "purpose", "calls"])
