"""Figures of one run: the score, what it took, and how far the deterministic side carried it.

- **score**: the platform's, a task; the share of right tasks has an exact interval.
- **tool efficiency**: API calls a task, by purpose.
- **validation quality**: of all failures whose plan or answer is to blame, the share that the
  engine refused before submission.
- **coverage**: the share of right tasks that were answered from the snapshot alone. The snapshot
  is the task's database, filled with what facts, finders and rules read; a read that the plan asks
  for itself is an extra remote call. ``prefetched`` is stricter: nothing at all was read after the
  plan was there, which only ``run --snapshot full`` can reach for tasks about data.

Determinism needs a second run: see :mod:`agentic_solver.analysis.pairing`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from agentic_solver.analysis.failure import Failure
from agentic_solver.analysis.record import RunRecord, TaskRecord
from agentic_solver.harness.significance import Interval, clopper_pearson
from agentic_solver.harness.statistics import percentile

__all__ = ["FamilyFigures", "Figures", "RunFigures", "Spread", "family_figures", "run_figures"]

_AFTER_PLAN = ("lookup", "facts", "policy", "plan", "second look")
_EXTRA = "plan"


@dataclass(frozen=True, slots=True)
class Spread:
    """A quantity a task."""

    total: float
    mean: float
    p50: float
    p95: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        """Return the spread of ``values``; zeros for none."""
        total = sum(values)
        mean = total / len(values) if values else 0.0
        ordered = list(values)
        return cls(total, mean, percentile(ordered, 0.5), percentile(ordered, 0.95))


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What is measured over any set of tasks."""

    tasks: int
    graded: int
    score: float | None
    """Mean score of the graded tasks; None where there are none."""
    right: Interval
    api_calls: Spread
    model_calls: Spread
    """Of planner and reader."""
    reader_calls: Spread
    input_tokens: Spread
    cached_tokens: Spread
    output_tokens: Spread
    overhead_ms: Spread
    wall_s: Spread
    cost: float | None
    """Money for the model; None unless every task knows its cost."""
    failures: int
    caught: int
    unasked_changes: int
    """Changes that the grader did not expect, as far as tasks are graded."""
    forbidden_texts: int
    """Texts in answers that the grader found and that they must not tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyFigures:
    """The figures of one family."""

    family: str
    figures: Figures


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFigures:
    """The figures of a run."""

    figures: Figures
    purposes: tuple[tuple[str, int], ...]
    """API calls by purpose."""
    failed_calls: int
    """API calls that were answered with an error, as one for a name that does not exist."""
    failed_calls_of_wrong: int
    """Those of them in tasks that the platform found wrong."""
    repeated_reads: int
    model_faults: int
    reader_faults: int
    """Among the model's faults."""
    caught_share: Interval
    """Failures caught before submission, of all whose plan or answer is to blame."""
    recovered: Interval
    """Tasks that came out right after a failure was caught, of all with a caught failure."""
    covered: Interval
    """Right tasks answered from the snapshot alone, of all tasks."""
    second_looks: tuple[tuple[str, int], ...]
    """Tasks that were looked at twice, by what came of it."""
    prefetched: Interval
    """Right tasks for which nothing was read after the plan was there, of all tasks."""


def run_figures(run: RunRecord, failures: Sequence[Failure]) -> RunFigures:
    """Return the figures of a run."""
    tasks = run.tasks
    purposes: Counter[str] = Counter()
    for task in tasks:
        for name, count in task.calls:
            purposes[name] += count
    plain = [failure for failure in failures if failure.counts]
    looks = (task.second_look for task in tasks)
    rescued = {failure.task for failure in plain if failure.caught}
    return RunFigures(
        figures=_figures(tasks, failures),
        purposes=tuple(purposes.most_common()),
        failed_calls=sum(task.failed_calls for task in tasks),
        failed_calls_of_wrong=sum(task.failed_calls for task in tasks if task.wrong),
        repeated_reads=sum(task.repeated_reads for task in tasks),
        model_faults=sum(task.model_faults for task in tasks),
        reader_faults=sum(task.reader_faults for task in tasks),
        caught_share=clopper_pearson(sum(f.caught for f in plain), len(plain)),
        recovered=clopper_pearson(
            sum(task.passed for task in tasks if task.task in rescued), len(rescued)
        ),
        covered=_share(tasks, lambda task: not task.wrong and _reads(task, (_EXTRA,)) == 0),
        second_looks=tuple(sorted(Counter(filter(None, looks)).items())),
        prefetched=_share(tasks, lambda task: not task.wrong and _reads(task, _AFTER_PLAN) == 0),
    )


def family_figures(run: RunRecord, failures: Iterable[Failure]) -> list[FamilyFigures]:
    """Return the figures of each family, by name."""
    tasks: dict[str, list[TaskRecord]] = {}
    failed: dict[str, list[Failure]] = {}
    for task in run.tasks:
        tasks.setdefault(task.family, []).append(task)
    for failure in failures:
        failed.setdefault(failure.family, []).append(failure)
    return [
        FamilyFigures(family=name, figures=_figures(tasks[name], failed.get(name, ())))
        for name in sorted(tasks)
    ]


def _share(tasks: Sequence[TaskRecord], holds: Callable[[TaskRecord], bool]) -> Interval:
    return clopper_pearson(sum(map(holds, tasks)), len(tasks))


def _reads(task: TaskRecord, purposes: Iterable[str]) -> int:
    counts = dict(task.calls)
    return sum(counts.get(purpose, 0) for purpose in purposes)


def _figures(tasks: Sequence[TaskRecord], failures: Iterable[Failure]) -> Figures:
    scores = [task.score for task in tasks if task.score is not None]
    costs = [task.cost for task in tasks if task.cost is not None]
    found = list(failures)
    return Figures(
        tasks=len(tasks),
        graded=len(scores),
        score=sum(scores) / len(scores) if scores else None,
        right=clopper_pearson(sum(task.passed for task in tasks), len(scores)),
        api_calls=Spread.of([task.api_calls for task in tasks]),
        model_calls=Spread.of([task.model_calls for task in tasks]),
        reader_calls=Spread.of([task.reader_calls for task in tasks]),
        input_tokens=Spread.of([task.input_tokens for task in tasks]),
        cached_tokens=Spread.of([task.cached_tokens for task in tasks]),
        output_tokens=Spread.of([task.output_tokens for task in tasks]),
        overhead_ms=Spread.of([task.overhead_ms for task in tasks]),
        wall_s=Spread.of([task.wall_s for task in tasks]),
        cost=sum(costs) if tasks and len(costs) == len(tasks) else None,
        failures=len(found),
        caught=sum(failure.caught for failure in found),
        unasked_changes=sum(task.unasked_changes for task in tasks),
        forbidden_texts=sum(task.forbidden_texts for task in tasks),
    )
