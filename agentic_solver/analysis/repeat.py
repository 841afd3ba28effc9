"""Runs that repeat the same tasks: how often a task is right, what flips, and what made it flip.

pass^k is the chance that k plays of a task are all right: for a task that was right c times out
of n it is C(c, k) / C(n, k), and the figure of a group is the mean over its tasks. Tasks with
fewer than k graded plays have no say in pass^k. Tasks are the sample, not plays: repeating a task
tells nothing about other tasks, so that the bounds do not narrow with the number of epochs.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agentic_solver.analysis.divergence import Divergence, first_divergence
from agentic_solver.analysis.record import RunRecord, TaskRecord
from agentic_solver.errors import UsageError
from agentic_solver.harness.significance import (
    ALPHA,
    Interval,
    clopper_pearson,
    exact_bounds,
    paired_p,
)
from agentic_solver.harness.task_folder import own_name

__all__ = [
    "Cause",
    "Flip",
    "GroupComparison",
    "PassPower",
    "Repeats",
    "compare_repeats",
    "compare_shares",
    "pass_power",
    "repeats_of",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class PassPower:
    """pass^k with its exact bounds."""

    k: int
    tasks: int
    """Tasks with at least k graded plays."""
    value: float | None
    """None where there is no such task."""
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """Why one play of a task was wrong where another was right: their first difference."""

    right: int
    """Epoch that was right, from 1."""
    wrong: int
    divergence: Divergence | None
    """None where nothing but the grade differs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """A task that was right in some epochs and wrong in others."""

    task: str
    family: str
    right: tuple[bool | None, ...]
    """By epoch; None where it was not played or not graded."""
    causes: tuple[Cause, ...]
    """One for each wrong epoch, against the nearest right one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeats:
    """What runs of the same tasks tell together."""

    runs: tuple[RunRecord, ...]
    shares: tuple[Interval, ...]
    """Right tasks of each epoch."""
    powers: tuple[PassPower, ...]
    """pass^1 to pass^K."""
    always: int
    """Tasks right in every graded play, of those with one."""
    never: int
    flips: tuple[Flip, ...]
    right: Mapping[str, tuple[int, int]]
    """Right and graded plays of each task that was graded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupComparison:
    """Two groups of runs, paired by task: the share of right plays of each."""

    graded: int
    first: float | None
    """Mean share of right plays over the tasks of both groups."""
    second: float | None
    better: tuple[str, ...]
    """Tasks whose share is higher in the second group."""
    worse: tuple[str, ...]
    p: float
    """Of the exact sign test over ``better`` and ``worse``."""

    @property
    def exceeds_noise(self) -> bool:
        """Whether chance alone would give this difference less often than ``ALPHA``."""
        return self.p < ALPHA

    @property
    def verdict(self) -> str:
        """The comparison in one sentence."""
        better, worse = len(self.better), len(self.worse)
        if not self.graded:
            return "no task has a score in both: there is nothing to test"
        if not better and not worse:
            return f"every task is right equally often in both ({self.graded} tasks)"
        what = f"{better} tasks more often right, {worse} less often, exact p = {self.p:.4g}"
        if self.exceeds_noise:
            return f"the second is {'better' if better > worse else 'worse'}: {what}"
        return f"the difference does not exceed the noise: {what}"


def repeats_of(runs: Sequence[RunRecord]) -> Repeats:
    """Return what runs of the same tasks tell together.

    Raises:
        WorkspaceError: evidence of a task that flipped is broken.
        UsageError: the runs are of different benchmarks or seeds: nothing was repeated.
    """
    worlds = {(run.manifest.benchmark, run.manifest.seed, run.manifest.variation) for run in runs}
    if len(worlds) > 1:
        raise UsageError("these runs are of different benchmarks, seeds or variations: no repeats")
    plays = _plays(runs)
    right = {
        task: (sum(mark for mark in marks if mark), sum(mark is not None for mark in marks))
        for task, marks in plays.items()
    }
    right = {task: count for task, count in right.items() if count[1]}
    return Repeats(
        runs=tuple(runs),
        shares=tuple(_share(run.tasks) for run in runs),
        powers=tuple(pass_power(right.values(), k) for k in range(1, len(runs) + 1)),
        always=sum(hits == of for hits, of in right.values()),
        never=sum(hits == 0 for hits, _ in right.values()),
        flips=tuple(
            _flip(task, plays[task], runs) for task, (hits, of) in right.items() if 0 < hits < of
        ),
        right=right,
    )


def compare_repeats(first: Repeats, second: Repeats) -> GroupComparison:
    """Compare two groups task by task."""
    return compare_shares(first.right, second.right)


def compare_shares(
    first: Mapping[str, tuple[int, int]], second: Mapping[str, tuple[int, int]]
) -> GroupComparison:
    """Compare right and graded plays by task; of single plays it is McNemar's exact test."""
    common = [task for task in first if task in second]
    shares = {task: (_of(first[task]), _of(second[task])) for task in common}
    better = tuple(task for task, (old, new) in shares.items() if new > old)
    worse = tuple(task for task, (old, new) in shares.items() if new < old)
    count = len(common)
    return GroupComparison(
        graded=count,
        first=sum(old for old, _ in shares.values()) / count if count else None,
        second=sum(new for _, new in shares.values()) / count if count else None,
        better=better,
        worse=worse,
        p=paired_p(len(better), len(worse)),
    )


def _of(count: tuple[int, int]) -> float:
    return count[0] / count[1]


def _plays(runs: Sequence[RunRecord]) -> dict[str, tuple[bool | None, ...]]:
    by_run = [run.by_task() for run in runs]
    tasks = dict.fromkeys(task.task for run in runs for task in run.tasks)
    return {task: tuple(_mark(found.get(task)) for found in by_run) for task in tasks}


def _mark(task: TaskRecord | None) -> bool | None:
    return None if task is None or task.score is None else task.passed


def _share(tasks: Sequence[TaskRecord]) -> Interval:
    graded = [task for task in tasks if task.score is not None]
    return clopper_pearson(sum(task.passed for task in graded), len(graded))


def pass_power(counts: Iterable[tuple[int, int]], k: int) -> PassPower:
    """Return pass^k of tasks with so many right and graded plays."""
    shares = [math.comb(hits, k) / math.comb(of, k) for hits, of in counts if of >= k]
    total = math.fsum(shares)
    low, high = exact_bounds(total, len(shares)) if shares else (0.0, 1.0)
    value = total / len(shares) if shares else None
    return PassPower(k=k, tasks=len(shares), value=value, low=low, high=high)


def _flip(task: str, marks: tuple[bool | None, ...], runs: Sequence[RunRecord]) -> Flip:
    good = [index for index, mark in enumerate(marks) if mark]
    causes = []
    for index, mark in enumerate(marks):
        if mark is False:
            nearest = min((abs(other - index), other) for other in good)[1]
            causes.append(_cause(task, runs, nearest, index))
    family = next(one.family for run in runs for one in run.tasks if one.task == task)
    return Flip(task=task, family=family, right=marks, causes=tuple(causes))


def _cause(task: str, runs: Sequence[RunRecord], right: int, wrong: int) -> Cause:
    name = own_name(task)
    old, new = (runs[index].path / "tasks" / name for index in (right, wrong))
    found = first_divergence(task, old, new)
    only_grade = found is not None and found.kinds == ("grade",)
    return Cause(right=right + 1, wrong=wrong + 1, divergence=None if only_grade else found)
