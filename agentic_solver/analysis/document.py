"""The analysis as plain JSON data: what ``analyze --json`` prints and the page is drawn from."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from agentic_solver.analysis.failure import DIMENSIONS, Cluster, Failure, cluster
from agentic_solver.analysis.metric import Figures, RunFigures, family_figures, run_figures
from agentic_solver.analysis.pairing import Comparison, PairedQuantity
from agentic_solver.analysis.purpose import PURPOSES
from agentic_solver.analysis.record import RunRecord
from agentic_solver.analysis.repeat import Cause, Flip, GroupComparison, Repeats
from agentic_solver.analysis.suggestion import Suggestion
from agentic_solver.contracts.model import JsonObject
from agentic_solver.harness.finished import BY_HAND
from agentic_solver.harness.significance import ALPHA, Interval

__all__ = [
    "comparison_document",
    "group_comparison_document",
    "repeat_document",
    "run_document",
    "suggestion_document",
]

_TASKS = 200
"""Tasks listed in a cluster."""


def run_document(run: RunRecord, failures: Sequence[Failure]) -> JsonObject:
    """Return figures, families and clusters of one run."""
    return {
        "run": str(run.path),
        "benchmark": run.manifest.benchmark,
        "engine": run.manifest.engine,
        "grading_version": run.manifest.grading_version,
        "model": BY_HAND if run.manifest.is_by_hand else run.manifest.model,
        "recordings": _told(run),
        "gaps": list(run.gaps),
        "figures": _run_figures(run_figures(run, failures)),
        "families": [
            {"family": one.family, **_figures(one.figures)} for one in family_figures(run, failures)
        ],
        "clusters": {
            by: [_cluster(one) for one in cluster(failures, by)]
            for by in (*DIMENSIONS, "signature")
        },
    }


def _told(run: RunRecord) -> str:
    """Return who wrote the recorded replies of a run, in words; empty where none was played."""
    origin = run.manifest.origin(sum(one.reader_calls - one.reader_faults for one in run.tasks))
    return "" if origin is None else origin.told


def comparison_document(comparison: Comparison) -> JsonObject:
    """Return a comparison of two runs."""
    same = comparison.determinism
    return {
        "first": str(comparison.first.path),
        "second": str(comparison.second.path),
        "warnings": list(comparison.warnings),
        "differences": [
            {"name": name, "first": first, "second": second}
            for name, first, second in comparison.differences
        ],
        "only_first": list(comparison.only_first),
        "only_second": list(comparison.only_second),
        "graded": comparison.graded,
        "right_first": _interval(comparison.right_first),
        "right_second": _interval(comparison.right_second),
        "gained": list(comparison.gained),
        "lost": list(comparison.lost),
        "p": comparison.p,
        "alpha": ALPHA,
        "exceeds_noise": comparison.exceeds_noise,
        "verdict": comparison.verdict,
        "score": _quantity(comparison.score),
        "quantities": [_quantity(one) for one in comparison.quantities],
        "determinism": {
            "pairs": same.pairs,
            "identical": same.identical,
            "same_input": same.same_input,
            "first_divergence_by_kind": dict(same.by_kind),
            "output_varies": _interval(same.output_varies),
            "calls_vary": _interval(same.calls_vary),
            "validator_varies": _interval(same.validator_varies),
        },
        "divergences": [_plain(one) for one in comparison.divergences],
    }


def repeat_document(repeats: Repeats) -> JsonObject:
    """Return what repeated runs tell together."""
    return {
        "runs": [run.name for run in repeats.runs],
        "tasks": len(repeats.right),
        "right": [_interval(share) for share in repeats.shares],
        "pass": [_plain(power) for power in repeats.powers],
        "always": repeats.always,
        "never": repeats.never,
        "flips": [_flip(one) for one in repeats.flips],
    }


def _flip(flip: Flip) -> JsonObject:
    return {
        "task": flip.task,
        "family": flip.family,
        "right": list(flip.right),
        "causes": [_cause(one) for one in flip.causes],
    }


def _cause(cause: Cause) -> JsonObject:
    found = cause.divergence
    return {
        "right": cause.right,
        "wrong": cause.wrong,
        "kind": found.kind if found else "grade",
        "round": found.round if found else 0,
        "place": found.place if found else "",
        "in_right": found.first if found else "",
        "in_wrong": found.second if found else "",
    }


def group_comparison_document(comparison: GroupComparison) -> JsonObject:
    """Return a comparison of two groups of runs."""
    return {
        "graded": comparison.graded,
        "first": comparison.first,
        "second": comparison.second,
        "better": list(comparison.better),
        "worse": list(comparison.worse),
        "p": comparison.p,
        "alpha": ALPHA,
        "exceeds_noise": comparison.exceeds_noise,
        "verdict": comparison.verdict,
    }


def suggestion_document(suggestions: Sequence[Suggestion]) -> list[JsonObject]:
    """Return proposals."""
    return [_plain(one) for one in suggestions]


def _run_figures(figures: RunFigures) -> JsonObject:
    counts = dict(figures.purposes)
    return {
        **_figures(figures.figures),
        "calls_by_purpose": {name: counts[name] for name in PURPOSES if name in counts},
        "failed_calls": figures.failed_calls,
        "failed_calls_of_wrong": figures.failed_calls_of_wrong,
        "repeated_reads": figures.repeated_reads,
        "model_faults": figures.model_faults,
        "reader_faults": figures.reader_faults,
        "caught_before_submission": _interval(figures.caught_share),
        "recovered": _interval(figures.recovered),
        "covered_by_snapshot": _interval(figures.covered),
        "prefetched": _interval(figures.prefetched),
        "second_looks": dict(figures.second_looks),
    }


def _figures(figures: Figures) -> JsonObject:
    return {**_plain(figures), "right": _interval(figures.right)}


def _interval(interval: Interval) -> JsonObject:
    return {**_plain(interval), "share": interval.share}


def _quantity(quantity: PairedQuantity) -> JsonObject:
    return _plain(quantity)


def _cluster(one: Cluster) -> JsonObject:
    return {
        "value": one.value,
        "failures": one.failures,
        "caught": one.caught,
        "tasks": len(one.tasks),
        "named": list(one.tasks[:_TASKS]),
    }


def _plain(value: Any) -> dict[str, Any]:
    return asdict(value)
