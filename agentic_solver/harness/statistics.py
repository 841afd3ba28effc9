"""Totals and percentiles of a run."""

import math
from collections.abc import Sequence
from pathlib import Path

from agentic_solver.harness.limits import cost_of
from agentic_solver.harness.options import (
    PlanCacheTotals,
    Reading,
    RunSummary,
    SecondLookTotals,
    TaskResult,
)
from agentic_solver.harness.retries import add_up
from agentic_solver.llm.model import Usage
from agentic_solver.settings import Prices

__all__ = ["percentile", "plan_cache_totals", "second_look_totals", "summarize"]


def percentile(values: list[float], share: float) -> float:
    """Return the value below which ``share`` of ``values`` lies (nearest rank); 0 for none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    # 0.29 * 100 is a little more than 29; a rank is not moved by that
    rank = max(1, math.ceil(round(len(ordered) * share, 6)))
    return ordered[min(rank, len(ordered)) - 1]


def summarize(
    benchmark: str,
    results: tuple[TaskResult, ...],
    *,
    wall_s: float,
    run_dir: Path,
    readings: tuple[Reading, ...] = (),
    prices: Prices | None = None,
) -> RunSummary:
    """Return the totals; the score is the mean over the tasks whose score is known.

    Model calls and tokens are those of the tasks and of the readings of wikis.
    """
    asked: tuple[TaskResult | Reading, ...] = (*results, *readings)
    scores = [result.score for result in results if result.score is not None]
    overheads = [result.overhead_ms for result in results]
    return RunSummary(
        benchmark=benchmark,
        tasks=len(results),
        passed=sum(score >= 1.0 for score in scores),
        score=round(sum(scores) / len(scores), 6) if scores else None,
        ungraded=len(results) - len(scores),
        model_calls=sum(item.model_calls for item in asked),
        model_faults=sum(item.model_faults for item in asked),
        reader_calls=sum(result.reader_calls for result in results),
        reader_calls_mean=round(sum(r.reader_calls for r in results) / max(1, len(results)), 2),
        reader_faults=sum(result.reader_faults for result in results),
        input_tokens=sum(item.input_tokens for item in asked),
        cached_tokens=sum(item.cached_tokens for item in asked),
        output_tokens=sum(item.output_tokens for item in asked),
        api_calls=sum(result.api_calls for result in results),
        api_calls_mean=round(sum(r.api_calls for r in results) / max(1, len(results)), 2),
        wall_s=round(wall_s, 3),
        overhead_ms_p50=round(percentile(overheads, 0.5), 3),
        overhead_ms_p95=round(percentile(overheads, 0.95), 3),
        run_dir=str(run_dir),
        retries=add_up(result.retries for result in results),
        cost=_cost(results, readings, prices),
        readings=readings,
        plan_cache=plan_cache_totals(results),
        second_looks=second_look_totals(results),
        results=results,
    )


def plan_cache_totals(results: Sequence[TaskResult]) -> PlanCacheTotals | None:
    """Return what kept plans did for tasks; None where none were looked for."""
    asked = [result for result in results if result.plan_cache]
    if not asked:
        return None
    hits = [result for result in asked if result.plan_cache == "hit"]
    scores = [result.score for result in hits if result.score is not None]
    return PlanCacheTotals(
        hits=len(hits),
        strays=sum(result.plan_cache == "stray" for result in asked),
        misses=sum(result.plan_cache == "miss" for result in asked),
        score=round(sum(scores) / len(scores), 6) if scores else None,
        wrong=tuple(r.task for r in hits if r.score is not None and r.score < 1.0),
    )


def second_look_totals(results: Sequence[TaskResult]) -> SecondLookTotals | None:
    """Return what second looks did for tasks; None where none was taken."""
    taken = [result for result in results if result.second_look]
    if not taken:
        return None
    changed = [result for result in taken if result.second_look == "changed"]
    scores = [result.score for result in changed if result.score is not None]
    return SecondLookTotals(
        looks=len(taken),
        changed=len(changed),
        same=sum(result.second_look == "same" for result in taken),
        score=round(sum(scores) / len(scores), 6) if scores else None,
    )


def _cost(
    results: tuple[TaskResult, ...], readings: tuple[Reading, ...], prices: Prices | None
) -> float | None:
    known = [result.cost for result in results if result.cost is not None]
    if prices is None:
        return round(sum(known), 6) if known else None
    read = (
        cost_of(
            Usage(
                input_tokens=item.input_tokens - item.cached_tokens,
                cache_read_tokens=item.cached_tokens,
                output_tokens=item.output_tokens,
            ),
            prices,
        )
        for item in readings
    )
    return round(sum(known) + sum(read), 6)
