"""Figures of a run against what its own summary says."""

import json
from dataclasses import replace

import pytest

from agentic_solver.analysis import RunRecord, failures_of, family_figures, run_figures
from tests.analysis.conftest import Played


@pytest.mark.requirement("S3-D3a", "S3-D3c", "S3-D3d", "S3-D3e")
def test_the_figures_agree_with_the_totals_of_the_run(failed: RunRecord, played: Played) -> None:
    summary = json.loads((played.failed / "summary.json").read_text("utf-8"))
    found = run_figures(failed, failures_of(failed))
    figures = found.figures
    assert figures.score == pytest.approx(summary["score"])
    assert (figures.right.hits, figures.right.of) == (summary["passed"], summary["tasks"])
    assert figures.api_calls.total == summary["api_calls"]
    assert sum(count for _, count in found.purposes) == summary["api_calls"]
    assert figures.input_tokens.total == summary["input_tokens"]
    assert figures.overhead_ms.p95 == pytest.approx(summary["overhead_ms_p95"])
    # One plan and two replies were refused; two answers were wrong, and one that was forced.
    assert (found.caught_share.hits, found.caught_share.of) == (3, 5)
    assert (found.recovered.hits, found.recovered.of) == (1, 2)
    assert (found.covered.hits, found.covered.of) == (2, 5)
    assert found.prefetched.hits == 0


def test_families_add_up_to_the_run(failed: RunRecord) -> None:
    failures = failures_of(failed)
    families = family_figures(failed, failures)
    assert sum(one.figures.tasks for one in families) == len(failed.tasks)
    assert sum(one.figures.failures for one in families) == len(failures)
    assert [one.family for one in families] == sorted({task.family for task in failed.tasks})


def test_scores_that_are_withheld_are_no_zeros(failed: RunRecord) -> None:
    blind = replace(
        failed, tasks=tuple(replace(task, score=None, checks=()) for task in failed.tasks)
    )
    figures = run_figures(blind, failures_of(blind)).figures
    assert figures.score is None
    assert figures.right.of == 0
    assert all(one.caught for one in failures_of(blind))
