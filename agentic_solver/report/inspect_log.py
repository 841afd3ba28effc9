"""A run as an Inspect AI log, made of Inspect's own types, for its viewer and its data frames.

Importing this module imports ``inspect_ai``, an optional extra.
"""

import datetime
from collections.abc import Iterable, Mapping
from typing import Literal

from inspect_ai.log import (
    EvalConfig,
    EvalDataset,
    EvalLog,
    EvalMetric,
    EvalPlan,
    EvalPlanStep,
    EvalResults,
    EvalScore,
    EvalSpec,
    EvalStats,
)
from inspect_ai.model import ModelUsage

from agentic_solver.contracts.canonical import short_id
from agentic_solver.report.citation import Citations
from agentic_solver.report.figure import share_of
from agentic_solver.report.inspect_sample import SCORER, Labels, make_sample, model_usage
from agentic_solver.report.record import ReportedRun

__all__ = ["inspect_log"]


def inspect_log(
    run: ReportedRun, citations: Citations, targets: Mapping[str, str] | None = None
) -> EvalLog:
    """Return the log: a sample for each finished task, in the order of the run.

    Ids are made of the run's name and manifest, so that the same run gives the same log.

    Args:
        run: the run.
        citations: resolves the rules that its decisions name.
        targets: what a right answer has, by task, where it is known.

    Raises:
        WorkspaceError: evidence is broken; names the file.
    """
    facts = run.facts
    manifest = (run.path / "manifest.json").read_text(encoding="utf-8")
    key = short_id([run.name, manifest])
    labels = Labels(
        key=key,
        model=f"{facts.proposer or 'recorded'}/{facts.model or 'unknown'}",
        begun_at=run.begun_at,
        targets=targets or {},
    )
    samples = [make_sample(task, citations, labels) for task in run.tasks]
    usage = model_usage(task.result for task in run.tasks)
    return EvalLog(
        status=_status(run),
        eval=_spec(run, labels),
        plan=EvalPlan(steps=[EvalPlanStep(solver="agentic_solver")]),
        results=EvalResults(
            total_samples=len(run.facts.families) or len(samples),
            completed_samples=len(samples),
            scores=list(_scores(run)),
        ),
        stats=_stats(run, {labels.model: usage}),
        samples=samples,
    )


def _status(run: ReportedRun) -> Literal["success", "cancelled"]:
    return "cancelled" if run.gaps else "success"


def _spec(run: ReportedRun, labels: Labels) -> EvalSpec:
    facts = run.facts
    return EvalSpec(
        eval_id=labels.key,
        run_id=labels.key,
        created=run.begun_at.isoformat(timespec="seconds"),
        task=facts.benchmark,
        task_id=labels.key,
        task_version=facts.grading_version or 0,
        solver="agentic_solver",
        dataset=EvalDataset(
            name=facts.benchmark,
            samples=len(run.tasks),
            sample_ids=[task.result.task for task in run.tasks],
            shuffled=False,
        ),
        model=labels.model,
        config=EvalConfig(epochs=1),
        packages={"agentic_solver": facts.engine},
        metadata={
            "run": run.name,
            **facts.model_dump(mode="json", exclude={"rules", "policy", "tools", "families"}),
            "gaps": list(run.gaps),
        },
    )


def _stats(run: ReportedRun, usage: dict[str, ModelUsage]) -> EvalStats:
    ended = run.begun_at + datetime.timedelta(seconds=run.wall_s or 0.0)
    return EvalStats(
        started_at=run.begun_at.isoformat(timespec="seconds"),
        completed_at=ended.isoformat(timespec="seconds"),
        model_usage=usage,
    )


def _scores(run: ReportedRun) -> Iterable[EvalScore]:
    graded = [task.result.score for task in run.tasks if task.result.score is not None]
    if not graded:
        return
    share = share_of(SCORER, run.tasks)
    values = {
        "mean": sum(graded) / len(graded),
        "right": share.value,
        "right_low": share.low,
        "right_high": share.high,
    }
    yield EvalScore(
        name=SCORER,
        scorer=SCORER,
        scored_samples=len(graded),
        unscored_samples=len(run.tasks) - len(graded),
        metrics={name: EvalMetric(name=name, value=value) for name, value in values.items()},
    )
