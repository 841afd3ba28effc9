"""Totals and percentiles of a run."""

import math
from pathlib import Path

from agentic_solver.harness.options import RunSummary, TaskResult

__all__ = ["percentile", "summarize"]


def percentile(values: list[float], share: float) -> float:
    """Return the value below which ``share`` of ``values`` lies (nearest rank); 0 for none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    # 0.29 * 100 is a little more than 29; a rank is not moved by that
    rank = max(1, math.ceil(round(len(ordered) * share, 6)))
    return ordered[min(rank, len(ordered)) - 1]


def summarize(
    benchmark: str, results: tuple[TaskResult, ...], *, wall_s: float, run_dir: Path
) -> RunSummary:
    """Return the totals; the score is the mean over the tasks whose score is known."""
    scores = [result.score for result in results if result.score is not None]
    overheads = [result.overhead_ms for result in results]
    return RunSummary(
        benchmark=benchmark,
        tasks=len(results),
        passed=sum(score >= 1.0 for score in scores),
        score=round(sum(scores) / len(scores), 6) if scores else None,
        model_calls=sum(result.model_calls for result in results),
        model_faults=sum(result.model_faults for result in results),
        input_tokens=sum(result.input_tokens for result in results),
        cached_tokens=sum(result.cached_tokens for result in results),
        output_tokens=sum(result.output_tokens for result in results),
        api_calls=sum(result.api_calls for result in results),
        wall_s=round(wall_s, 3),
        overhead_ms_p50=round(percentile(overheads, 0.5), 3),
        overhead_ms_p95=round(percentile(overheads, 0.95), 3),
        run_dir=str(run_dir),
        results=results,
    )
