"""Totals and percentiles."""

from pathlib import Path

import pytest

from agentic_solver.harness.options import TaskResult
from agentic_solver.harness.statistics import percentile, summarize


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [
        ([], 0.5, 0.0),
        ([7.0], 0.5, 7.0),
        ([7.0], 0.95, 7.0),
        ([3.0, 1.0, 2.0], 0.5, 2.0),
        ([float(n) for n in range(1, 101)], 0.95, 95.0),
        ([float(n) for n in range(1, 101)], 0.5, 50.0),
        ([float(n) for n in range(1, 101)], 0.29, 29.0),
        ([float(n) for n in range(1, 101)], 0.57, 57.0),
        ([float(n) for n in range(1, 101)], 1.0, 100.0),
        ([1.0, 2.0], 0.0, 1.0),
    ],
)
def test_percentile_is_the_nearest_rank(values: list[float], share: float, expected: float) -> None:
    assert percentile(values, share) == expected


def result(task: str, score: float | None, overhead: float = 1.0) -> TaskResult:
    return TaskResult(
        task=task, outcome="ok_answer", score=score, first_failed_check="", forced="", rounds=1,
        model_calls=2, input_tokens=10, cached_tokens=4, output_tokens=3, api_calls=5,
        overhead_ms=overhead, wall_s=0.5,
    )  # fmt: skip


def test_the_score_is_the_mean_over_the_tasks_that_have_one() -> None:
    results = (result("a", 1.0, 1.0), result("b", 0.0, 2.0), result("c", None, 9.0))
    summary = summarize("x", results, wall_s=1.23456, run_dir=Path("runs/x"))
    assert (summary.tasks, summary.passed, summary.score) == (3, 1, 0.5)
    assert (summary.model_calls, summary.input_tokens, summary.api_calls) == (6, 30, 15)
    assert (summary.overhead_ms_p50, summary.overhead_ms_p95) == (2.0, 9.0)
    assert summary.wall_s == 1.235


def test_without_scores_there_is_no_score() -> None:
    assert summarize("x", (result("a", None),), wall_s=0, run_dir=Path("r")).score is None
    empty = summarize("x", (), wall_s=0, run_dir=Path("r"))
    assert (empty.tasks, empty.score, empty.overhead_ms_p95) == (0, None, 0.0)
